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
    let Estimate { value, error } = estimate;
    match (value.is_finite(), error.is_finite()) {
        (true, true) => format!("{value:.1} ± {error:.1}"),
        (true, false) => format!("{value:.1}"),
        (false, _) if value > 0.0 => "+∞".to_owned(),
        (false, _) => "−∞".to_owned(),
    }
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

/// The players, best score first.
pub fn standings_table(standings: &Standings) -> Markup {
    let mut players: Vec<&PlayerStanding> = standings.players.iter().collect();
    let score = |player: &PlayerStanding| player.total().score().unwrap_or(0.0);
    players.sort_by(|a, b| score(b).total_cmp(&score(a)));
    let heading = titles(&[
        "Engine",
        "Score",
        "Elo",
        "nElo",
        "LOS",
        "As attackers",
        "As defenders",
        "Time/move",
        "Lag",
        "Depth",
        "Faults",
    ]);
    table(
        &heading,
        html! {
            @for player in players {
                @let rating = player.pairs.rating();
                tr {
                    th { (player.name) }
                    (result_cell(&player.total()))
                    td { (or_nothing(rating.map(|r| estimate(r.elo)))) }
                    td { (or_nothing(rating.map(|r| estimate(r.nelo)))) }
                    td { (or_nothing(rating.map(|r| format!("{:.1} %", 100.0 * r.los)))) }
                    (result_cell(&player.as_attackers))
                    (result_cell(&player.as_defenders))
                    td { (or_nothing(player.time_per_move().map(short_time))) }
                    td { (or_nothing(player.lag().map(|lag| lag.to_string()))) }
                    td { (or_nothing(player.mean_depth().map(|depth| format!("{depth:.1}")))) }
                    td { (faults(player)) }
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
                        @if let Some(error) = results.score_error() {
                            " " small { (format!("± {:.1}", 100.0 * error)) }
                        }
                    }
                    @for by_role in &roles[..named.len()] {
                        @for results in by_role { (result_cell(results)) }
                    }
                    @if duel {
                        @let rating = ruleset.pairs.first().and_then(Pentanomial::rating);
                        td { (or_nothing(rating.map(|rating| estimate(rating.elo)))) }
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
    fn what_is_infinite_is_no_number() {
        let of = |value, error| estimate(Estimate { value, error });
        assert_eq!(of(1.25, 3.0), "1.2 ± 3.0");
        assert_eq!(of(f64::INFINITY, f64::INFINITY), "+∞");
        assert_eq!(of(f64::NEG_INFINITY, 0.0), "−∞");
        assert_eq!(of(5.0, f64::INFINITY), "5.0");
    }

    #[test]
    fn an_empty_match_has_empty_tables() {
        let standings = Standings::new(["a<b>", "c"], ["tablut"]);
        let all = html! {
            (standings_table(&standings)) (cross_table(&standings))
            (rulesets_table(&standings, &[])) (endings_table(&standings))
        };
        let text = all.into_string();
        assert!(text.contains("a&lt;b&gt;") && !text.contains("<b>"), "{text}");
        assert!(!text.contains("NaN"));
    }
}
