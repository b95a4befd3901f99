//! The tables of the page.

use std::collections::BTreeSet;

use maud::{Markup, html};
use statistics::{Estimate, Pentanomial, Wdl};

use super::tally::roles;
use crate::arena::tournament::{PlayerStanding, Standings};
use crate::record::GameRecord;
use crate::text::short_time;

/// Placeholder for a missing value.
const NOTHING: &str = "–";

/// Maximum number of players whose roles are shown for each ruleset.
const MAX_ROLES: usize = 4;

pub fn or_nothing(text: Option<String>) -> String {
    text.unwrap_or_else(|| NOTHING.to_owned())
}

fn percent(results: &Wdl) -> String {
    or_nothing(results.score().map(|score| format!("{:.1} %", 100.0 * score)))
}

pub fn estimate(estimate: Estimate) -> String {
    format!("{estimate:.1}")
}

/// A table in a frame that scrolls sideways on narrow pages.
pub fn table(heading: &[String], rows: Markup) -> Markup {
    html! {
        div.table tabindex="0" { table {
            thead { tr { @for title in heading { th { (title) } } } }
            tbody { (rows) }
        } }
    }
}

pub fn titles(list: &[&str]) -> Vec<String> {
    list.iter().map(|title| (*title).to_owned()).collect()
}

/// A cell with score and results.
fn result_cell(results: &Wdl) -> Markup {
    html! {
        td {
            @if results.games() == 0 { (NOTHING) } @else {
                (percent(results)) " " small { (results.to_string()) }
            }
        }
    }
}

/// The ratings of the players, best first.
pub fn standings_table(standings: &Standings) -> Markup {
    let heading =
        titles(&["Engine", "Score", "Elo", "nElo", "LOS", "As attackers", "As defenders"]);
    table(
        &heading,
        html! {
            @for player in standings.ordered() {
                tr {
                    th { (player.name) }
                    (result_cell(&player.total()))
                    td { (or_nothing(player.pairs.elo_text())) }
                    td { (or_nothing(player.pairs.nelo_text())) }
                    td { (or_nothing(player.pairs.rating().map(|r| format!("{:.1} %", 100.0 * r.los)))) }
                    (result_cell(&player.as_attackers))
                    (result_cell(&player.as_defenders))
                }
            }
        },
    )
}

/// How the players searched, in the same order. In a table of its own, because one of both would be cut
/// off on most screens.
pub fn searches_table(standings: &Standings) -> Markup {
    table(
        &titles(&["Engine", "Time/move", "Lag", "Depth", "Faults"]),
        html! {
            @for player in standings.ordered() {
                tr {
                    th { (player.name) }
                    td { (or_nothing(player.time_per_move().map(short_time))) }
                    td { (or_nothing(player.lag().map(|lag| lag.to_string()))) }
                    td { (or_nothing(player.mean_depth().map(|depth| format!("{depth:.1}")))) }
                    td.faults { (faults(player)) }
                }
            }
        },
    )
}

/// The places of a Swiss tournament.
pub fn places_table(standings: &Standings) -> Markup {
    table(
        &titles(&["Engine", "Place", "Points", "Buchholz", "Byes"]),
        html! {
            @for (number, place) in standings.numbered_places() {
                tr {
                    th { (standings.players[place.engine].name) }
                    td { (number) }
                    td { (place.points()) }
                    td { (place.buchholz_points()) }
                    td { (place.byes) }
                }
            }
        },
    )
}

fn faults(player: &PlayerStanding) -> String {
    if player.faults.is_empty() {
        return "0".to_owned();
    }
    player.faults.iter().map(|(fault, n)| format!("{n} {fault}")).collect::<Vec<_>>().join(", ")
}

/// The results of each player against every other.
pub fn cross_table(standings: &Standings) -> Markup {
    let names = standings.players.iter().map(|player| player.name.clone());
    let heading: Vec<String> = std::iter::once("against".to_owned()).chain(names).collect();
    table(
        &heading,
        html! {
            @for (row, player) in standings.players.iter().enumerate() {
                tr {
                    th { (player.name) }
                    @for (column, results) in standings.against[row].iter().enumerate() {
                        @if row == column { td.none {} } @else { (result_cell(results)) }
                    }
                }
            }
        },
    )
}

/// The meetings of a Swiss tournament or a knockout, round by round.
pub fn rounds_table(standings: &Standings) -> Markup {
    let name = |engine: usize| &standings.players[engine].name;
    table(
        &titles(&["Round", "Engine", "Opponent", "Result"]),
        html! {
            @for (number, round) in (1..).zip(&standings.rounds) {
                @for meeting in &round.meetings {
                    @let [own, others] = meeting.half_points.map(|points| f64::from(points) / 2.0);
                    tr {
                        th { (number) }
                        td { (name(meeting.engines[0])) }
                        td { (name(meeting.engines[1])) }
                        td {
                            (own) " – " (others)
                            @if let Some(winner) = meeting.winner { ", " (name(winner)) " goes on" }
                        }
                    }
                }
                @for &engine in &round.byes {
                    tr { th { (number) } td { (name(engine)) } td { (NOTHING) } td { "rests" } }
                }
            }
        },
    )
}

/// The rulesets: which side each favours, and how the players score in it.
pub fn rulesets_table(standings: &Standings, games: &[GameRecord]) -> Markup {
    let roles = roles(standings, games);
    let players = &standings.players[..];
    let named = if players.len() <= MAX_ROLES { players } else { &[] };
    let duel = matches!(players, [_, _]);
    let mut heading = titles(&["Ruleset", "Games", "Attackers' score"]);
    for player in named {
        heading.push(format!("{} attacking", player.name));
        heading.push(format!("{} defending", player.name));
    }
    if duel {
        heading.push(format!("Elo of {}", players[0].name));
    }
    heading.push("Plies".to_owned());
    table(
        &heading,
        html! {
            @for (ruleset, roles) in standings.rulesets.iter().zip(&roles) {
                @let results = ruleset.attackers;
                tr {
                    th { (ruleset.name) }
                    td { (results.games()) }
                    td {
                        (percent(&results))
                        @if let Some(error) = results.error_text() { " " small { (error) } }
                    }
                    @for by_role in &roles[..named.len()] {
                        @for results in by_role { (result_cell(results)) }
                    }
                    @if duel {
                        td { (or_nothing(ruleset.pairs.first().and_then(Pentanomial::elo_text))) }
                    }
                    td { (or_nothing(ruleset.mean_length().map(|plies| format!("{plies:.1}")))) }
                }
            }
        },
    )
}

/// The endings of the games in each ruleset.
pub fn endings_table(standings: &Standings) -> Markup {
    let all: BTreeSet<_> =
        standings.rulesets.iter().flat_map(|ruleset| ruleset.terminations.keys()).collect();
    let mut heading = titles(&["Ruleset"]);
    heading.extend(all.iter().map(|how| how.to_string().replace('-', " ")));
    table(
        &heading,
        html! {
            @for ruleset in &standings.rulesets {
                @let games = ruleset.attackers.games().max(1);
                tr {
                    th { (ruleset.name) }
                    @for how in &all {
                        @let count = ruleset.terminations.get(how).copied().unwrap_or(0);
                        @let share = format!("{:.1}%", 100.0 * count as f64 / games as f64);
                        td.bar style={ "--share:" (share) } {
                            @if count == 0 { (NOTHING) } @else { (count) }
                        }
                    }
                }
            }
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_match_has_empty_tables() {
        let standings = Standings::new(["a<b>", "c"], ["tablut"]);
        let all = html! {
            (standings_table(&standings)) (searches_table(&standings))
            (places_table(&standings)) (cross_table(&standings))
            (rulesets_table(&standings, &[])) (endings_table(&standings))
        };
        let text = all.into_string();
        assert!(text.contains("a&lt;b&gt;") && !text.contains("<b>"), "{text}");
        assert!(!text.contains("NaN"));
    }

    #[test]
    fn games_of_one_result_have_no_error() {
        let mut standings = Standings::new(["a", "b"], ["tablut"]);
        standings.rulesets[0].attackers = Wdl { wins: 0, draws: 2, losses: 0 };
        for player in 0..2 {
            standings.players[player].pairs.add(2);
            standings.rulesets[0].pairs[player].add(2);
        }
        let text = html! { (standings_table(&standings)) (rulesets_table(&standings, &[])) };
        let text = text.into_string();
        // Elo and nElo of both, and Elo in the ruleset.
        assert_eq!(text.matches("0.0 ± ?").count(), 5, "{text}");
        assert!(!text.contains("± 0.0"), "{text}");
    }
}
