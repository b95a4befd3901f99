//! The standings of a match as text.

use std::fmt::Write as _;

use comfy_table::CellAlignment;
use statistics::{Pentanomial, Wdl};

use crate::arena::tournament::{Round, Sprt, Standings};
use crate::cli::text_table::{Width, lines, or_nothing, percent, table, wrapped};
use crate::text::short_time;

/// Score with results, `53.2 % (+5 =1 -4)`.
fn score(results: &Wdl) -> String {
    or_nothing(results.score().map(|s| format!("{} ({results})", percent(s))))
}

/// The engines, best first, in two tables that fit a normal terminal: ratings, then the
/// results behind them. Elo is against the field that each engine has met.
fn players_tables(standings: &Standings, width: Width) -> String {
    let mut ratings = table(&["Engine", "Score", "Elo", "nElo", "LOS"]);
    let mut details =
        table(&["Engine", "As attackers", "As defenders", "Time/move", "Lag", "Depth", "Faults"]);
    for player in standings.ordered() {
        let rating = player.pairs.rating();
        ratings.add_row([
            player.name.clone(),
            score(&player.total()),
            or_nothing(player.pairs.elo_text()),
            or_nothing(player.pairs.nelo_text()),
            or_nothing(rating.map(|r| percent(r.los))),
        ]);
        details.add_row([
            player.name.clone(),
            score(&player.as_attackers),
            score(&player.as_defenders),
            or_nothing(player.time_per_move().map(short_time)),
            or_nothing(player.lag().map(|lag| lag.to_string())),
            or_nothing(player.mean_depth().map(|d| format!("{d:.1}"))),
            player.faults.values().sum::<u64>().to_string(),
        ]);
    }
    let note = standings
        .pairs_note()
        .map(|note| format!("{}\n", wrapped(&note, width)))
        .unwrap_or_default();
    format!("{}{note}\n{}", lines(&ratings, width), lines(&details, width))
}

/// The rulesets: which side each favours, the length of games and their endings. For two engines,
/// also the first engine's Elo in each.
fn rulesets_table(standings: &Standings, width: Width) -> String {
    let duel = match &standings.players[..] {
        [first, _] => Some(format!("Elo of {}", first.name)),
        _ => None,
    };
    let mut heading = vec!["Ruleset", "Attackers' score"];
    heading.extend(duel.as_deref());
    heading.extend(["Plies", "Endings"]);
    let last = heading.len() - 1;
    let mut table = table(&heading);
    if let Some(endings) = table.column_mut(last) {
        endings.set_cell_alignment(CellAlignment::Left);
    }
    for ruleset in &standings.rulesets {
        let results = ruleset.attackers;
        let score = results
            .score()
            .zip(results.error_text())
            .map(|(score, error)| format!("{:.1} {error} % ({results})", 100.0 * score));
        let mut row = vec![ruleset.name.clone(), or_nothing(score)];
        if duel.is_some() {
            row.push(or_nothing(ruleset.pairs.first().and_then(Pentanomial::elo_text)));
        }
        row.push(or_nothing(ruleset.mean_length().map(|plies| format!("{plies:.1}"))));
        let endings = ruleset.terminations.iter().map(|(how, n)| format!("{how} {n}"));
        row.push(endings.collect::<Vec<_>>().join(", "));
        table.add_row(row);
    }
    lines(&table, width)
}

/// What each engine scored against each other one, of more than two; empty for fewer.
fn cross_table(standings: &Standings, width: Width) -> String {
    if standings.players.len() < 3 {
        return String::new();
    }
    let names = standings.players.iter().map(|player| player.name.as_str());
    let heading: Vec<&str> = std::iter::once("Against").chain(names).collect();
    let mut table = table(&heading);
    let cell = |results: &Wdl| match results.games() {
        0 => or_nothing(None),
        games => format!("{}/{games}", results.points()),
    };
    for (player, results) in standings.players.iter().zip(&standings.against) {
        table.add_row(std::iter::once(player.name.clone()).chain(results.iter().map(cell)));
    }
    format!("{}\n", lines(&table, width))
}

/// The places of a Swiss tournament and the meetings of its last round, or the bracket of a knockout;
/// empty in other formats.
fn rounds_table(standings: &Standings, width: Width) -> String {
    let Some(last) = standings.rounds.last() else { return String::new() };
    let (count, mut text) = (standings.rounds.len(), String::new());
    if standings.places.is_empty() {
        let mut bracket = table(&["Round", "Meeting"]);
        for (number, round) in (1..).zip(&standings.rounds) {
            bracket.add_row([number.to_string(), meetings(standings, round)]);
        }
        if let Some(meetings) = bracket.column_mut(1) {
            meetings.set_cell_alignment(CellAlignment::Left);
        }
        text.push_str(&lines(&bracket, width));
        text.extend(standings.champion().map(|name| format!("{name} wins the knockout\n")));
    } else {
        let mut places = table(&["Engine", "Place", "Points", "Buchholz", "Byes"]);
        for (number, place) in standings.numbered_places() {
            places.add_row([
                standings.players[place.engine].name.clone(),
                number.to_string(),
                place.points().to_string(),
                place.buchholz_points().to_string(),
                place.byes.to_string(),
            ]);
        }
        text.push_str(&lines(&places, width));
        let _ = writeln!(text, "Round {count}: {}", meetings(standings, last));
    }
    text.push('\n');
    text
}

/// The meetings of a round, such as `one 1.5-0.5 two, three rests`.
fn meetings(standings: &Standings, round: &Round) -> String {
    let name = |engine: usize| &standings.players[engine].name;
    let meetings = round.meetings.iter().map(|meeting| {
        let [one, other] = meeting.engines;
        let [own, others] = meeting.half_points.map(|points| f64::from(points) / 2.0);
        let level = own == others && meeting.winner.is_some();
        let seed = if level { " (by seed)" } else { "" };
        match meeting.winner {
            Some(winner) if winner == other => {
                format!("{} {others}-{own} {}{seed}", name(other), name(one))
            }
            _ => format!("{} {own}-{others} {}{seed}", name(one), name(other)),
        }
    });
    let byes = round.byes.iter().map(|&engine| format!("{} rests", name(engine)));
    meetings.chain(byes).collect::<Vec<_>>().join(", ")
}

/// Compares two engines by pairs of games. Empty for any other number of engines.
fn duel(standings: &Standings) -> String {
    let [first, second] = &standings.players[..] else {
        return String::new();
    };
    let total = first.total();
    let mut text = format!("{} against {}: {}", first.name, second.name, score(&total));
    if let Some(rating) = first.pairs.rating() {
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "\nElo {}, nElo {}, LOS {}\nPairs LL LD WL+DD WD WW: {}",
            or_nothing(first.pairs.elo_text()),
            or_nothing(first.pairs.nelo_text()),
            percent(rating.los),
            first.pairs,
        );
    }
    text.push('\n');
    text
}

/// Numbers in ascending order, such as `2-24, 30`.
fn ranges(numbers: &[u64]) -> String {
    let runs = numbers.chunk_by(|one, next| one + 1 == *next);
    let words = runs.map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run.iter().map(u64::to_string).collect(),
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The full results of a match.
pub fn full(sprt: Option<&Sprt>, standings: &Standings, llr: Option<f64>, width: Width) -> String {
    let mut text = duel(standings);
    if let (Some(sprt), Some(llr)) = (sprt, llr) {
        let _ = writeln!(text, "{}", sprt.state(llr));
    }
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&players_tables(standings, width));
    text.push('\n');
    text.push_str(&rounds_table(standings, width));
    text.push_str(&cross_table(standings, width));
    text.push_str(&rulesets_table(standings, width));
    for player in &standings.players {
        let faults: Vec<String> = player.faults.iter().map(|(f, n)| format!("{f} {n}")).collect();
        if !faults.is_empty() {
            let _ = writeln!(text, "\nFaults of {}: {}", player.name, faults.join(", "));
        }
    }
    if !standings.loaded.is_empty() {
        let mut games = standings.loaded.clone();
        games.sort_unstable();
        let line = format!(
            "Played under foreign load: {} of {} games ({})",
            games.len(),
            standings.games(),
            ranges(&games)
        );
        let _ = writeln!(text, "\n{}", wrapped(&line, width));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::{EloModel, Place};

    fn standings() -> Standings {
        let mut standings = Standings::new(["one", "two"], ["tablut"]);
        let counts = [155, 1352, 3292, 1432, 146];
        standings.players[0].pairs = Pentanomial(counts);
        standings.players[1].pairs = Pentanomial([146, 1432, 3292, 1352, 155]);
        standings.players[0].as_attackers = Wdl { wins: 3, draws: 1, losses: 0 };
        standings
    }

    #[test]
    fn a_duel_reads_like_other_match_runners() {
        let text = duel(&standings());
        assert!(text.contains("Elo 1.7 ± 3.4, nElo 3.0 ± 6.0, LOS 83.7 %"), "{text}");
        assert!(text.contains("[155, 1352, 3292, 1432, 146]"), "{text}");
        let sprt = Sprt::new(-5.0, 0.0, 0.05, 0.10, EloModel::Normalized).unwrap();
        let line = sprt.state(sprt.llr(&standings().players[0].pairs));
        assert!(line.starts_with("LLR 2.91 (-2.25, 2.89) for [-5, 0] nElo: H1"), "{line}");
    }

    #[test]
    fn games_under_foreign_load_are_told_as_ranges() {
        assert_eq!(ranges(&[2, 3, 4, 6, 8, 9]), "2-4, 6, 8-9");
        assert_eq!(ranges(&[]), "");
    }

    #[test]
    fn games_of_one_result_are_shown_as_far_as_they_tell() {
        let mut lost = Standings::new(["one", "two"], ["tablut"]);
        lost.rulesets[0].attackers = Wdl { wins: 0, draws: 0, losses: 2 };
        lost.players[0].pairs = Pentanomial([1, 0, 0, 0, 0]);
        lost.players[1].pairs = Pentanomial([0, 0, 0, 0, 1]);
        let text = players_tables(&lost, None) + &rulesets_table(&lost, None) + &duel(&lost);
        assert!(!text.contains("inf") && !text.contains("± 0.0"), "{text}");
        assert!(text.contains("0.0 ± ? % (+0 =0 -2)"), "{text}");
        lost.rulesets[0].attackers = Wdl { wins: 1, draws: 0, losses: 1 };
        assert!(rulesets_table(&lost, None).contains("50.0 ± ? % (+1 =0 -1)"));
    }

    #[test]
    fn three_engines_have_a_table_of_their_results_against_each_other() {
        let mut standings = Standings::new(["one", "two", "three"], ["tablut"]);
        standings.against[0][2] = Wdl { wins: 2, draws: 1, losses: 1 };
        standings.against[2][0] = Wdl { wins: 1, draws: 1, losses: 2 };
        let text = cross_table(&standings, None);
        let rows: Vec<Vec<&str>> =
            text.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["one", "-", "-", "2.5/4"]);
        assert_eq!(rows[3], ["three", "1.5/4", "-", "-"]);
        assert_eq!(cross_table(&Standings::new(["one", "two"], ["tablut"]), None), "");
    }

    #[test]
    fn both_tables_of_a_swiss_tournament_have_one_order() {
        let mut standings = Standings::new(["one", "two", "three"], ["tablut"]);
        standings.players[0].as_attackers = Wdl { wins: 3, draws: 0, losses: 1 };
        standings.players[1].as_attackers = Wdl { wins: 1, draws: 0, losses: 1 };
        let place = |engine, half_points, byes| Place { engine, half_points, buchholz: 6, byes };
        standings.places = vec![place(2, 8, 1), place(0, 6, 0), place(1, 6, 0)];
        standings.rounds = vec![Round::default()];
        let column = |text: &str, column: usize| -> Vec<String> {
            let rows = text.lines().skip(1).take(3);
            rows.map(|row| row.split_whitespace().nth(column).unwrap().to_owned()).collect()
        };
        let places = rounds_table(&standings, None);
        assert_eq!(column(&places, 0), ["three", "one", "two"]);
        assert_eq!(column(&places, 1), ["1", "2", "2"]);
        assert_eq!(column(&players_tables(&standings, None), 0), ["three", "one", "two"]);
    }

    #[test]
    fn an_empty_match_shows_no_numbers_and_never_nan() {
        let mut empty = Standings::new(["one", "two", "three"], ["tablut", "ard-ri"]);
        assert_eq!(duel(&empty), "");
        for _ in 0..2 {
            let text = players_tables(&empty, None) + &rulesets_table(&empty, None) + &duel(&empty);
            assert!(!text.to_lowercase().contains("nan"), "{text}");
            empty.players[0].pairs.add(4);
            empty.players[1].pairs.add(2);
        }
        assert_eq!(players_tables(&empty, None).lines().count(), 4 + 1 + 4);
    }
}
