//! Formats typed answers as text.

use std::fmt::Write as _;
use std::time::Duration;

use comfy_table::presets::UTF8_FULL_CONDENSED;
use comfy_table::{ContentArrangement, Table};

use super::proof;
use crate::board::{Outcome, diagram};
use crate::engine::{LineReport, Update, Value};
use crate::eval::Term;
use crate::game::Game;
use crate::rules::{Side, otn};
use crate::search::Bound;
use crate::text::{per_second, words};
use crate::types::Move;

/// Formats an engine's report as lines.
pub fn update(update: &Update, show_wdl: bool) -> String {
    match update {
        Update::Line(line) => info(line, show_wdl),
        Update::CurrentMove { depth, mv, number } => {
            format!("info depth {depth} currmove {mv} currmovenumber {number}")
        }
        Update::NoWin { moves } => format!("info string no mate in {moves}"),
        Update::Best { best, ponder, announced, .. } => {
            let mut text = String::new();
            if !announced.is_empty() {
                let _ = writeln!(text, "info string raichi {}", words(announced));
            }
            let _ = write!(
                text,
                "bestmove {}",
                best.map_or_else(|| "(none)".to_owned(), |best| best.to_string())
            );
            if let Some(ponder) = ponder {
                let _ = write!(text, " ponder {ponder}");
            }
            text
        }
        Update::Solving(progress) => proof::progress(progress),
        Update::Solved(solution) => proof::solution(solution),
        Update::Perft { counts: None, .. } => "info string perft was stopped".to_owned(),
        Update::Perft { counts: Some(counts), depth, elapsed } => perft(counts, *depth, *elapsed),
    }
}

fn info(line: &LineReport, show_wdl: bool) -> String {
    let mut text = format!(
        "info depth {} seldepth {} multipv {} score {}",
        line.depth,
        line.seldepth,
        line.rank,
        value(line.value)
    );
    text += match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    if show_wdl {
        let (win, draw, loss) = line.win_draw_loss;
        let _ = write!(text, " wdl {win} {draw} {loss}");
    }
    let _ = write!(
        text,
        " nodes {} nps {} hashfull {} time {} pv {}",
        line.nodes,
        per_second(line.nodes, line.elapsed),
        line.hashfull,
        line.elapsed.as_millis(),
        words(&line.moves)
    );
    text
}

fn value(value: Value) -> String {
    match value {
        Value::Centipawns(value) => format!("cp {value}"),
        Value::Mate(moves) => format!("mate {moves}"),
    }
}

fn perft(counts: &[(Move, u64)], depth: u32, elapsed: Duration) -> String {
    let mut lines: Vec<(String, u64)> =
        counts.iter().map(|(mv, count)| (mv.to_string(), *count)).collect();
    lines.sort_unstable();
    let mut text = String::new();
    for (mv, count) in lines {
        let _ = writeln!(text, "{mv}: {count}");
    }
    // There is exactly one sequence of length 0.
    let total = if depth == 0 { 1 } else { counts.iter().map(|(_, count)| count).sum() };
    let rate = per_second(total, elapsed);
    let _ = writeln!(
        text,
        "info string perft {depth} in {:.3} s, {rate} a second",
        elapsed.as_secs_f64()
    );
    let _ = write!(text, "Nodes searched: {total}");
    text
}

/// A drawn board, followed by lines for programs.
pub fn display(game: &dyn Game) -> String {
    let result = game.outcome().map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string());
    let legal = game.legal_moves();
    let moves = if legal.is_empty() { String::new() } else { format!(" {}", sorted_words(&legal)) };
    format!(
        "{}\nVariant: {}\nFen: {}\nKey: {:016x}\nResult: {result}\nMoves:{moves}\nOtn: {}",
        drawn(game),
        game.ruleset().name,
        game.fen(),
        game.key(),
        otn::write_position(&game.placement()),
    )
}

/// Moves in alphabetical order.
fn sorted_words(moves: &[Move]) -> String {
    let mut names: Vec<String> = moves.iter().map(ToString::to_string).collect();
    names.sort_unstable();
    names.join(" ")
}

/// The board as a drawing, with a line on its state.
fn drawn(game: &dyn Game) -> String {
    let ruleset = game.ruleset();
    let state = match game.outcome() {
        Some(Outcome { winner: Some(side), .. }) => format!("the {side} have won"),
        Some(Outcome { winner: None, .. }) => "the game is drawn".to_owned(),
        None => format!("the {} are to move", game.to_move()),
    };
    format!("\n{}\n {}: {state}\n", diagram(ruleset, &game.placement()), ruleset.title)
}

/// The terms of a static evaluation.
pub fn evaluation(terms: &[Term], total: i32, to_move: Side) -> String {
    let mut table = Table::new();
    table
        .load_style(UTF8_FULL_CONDENSED)
        .set_content_arrangement(ContentArrangement::Disabled)
        .set_header(["term", "count", "for the defenders"]);
    for term in terms {
        table.add_row([&term.name, &term.detail, &format!("{:+}", term.value)]);
    }
    format!("{table}\nEvaluation: {total:+} for the {to_move}, who are to move, in centipawns")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line() -> LineReport {
        LineReport {
            depth: 5,
            seldepth: 9,
            rank: 1,
            value: Value::Centipawns(-12),
            win_draw_loss: (300, 250, 450),
            bound: Bound::Exact,
            nodes: 1000,
            hashfull: 3,
            elapsed: Duration::from_millis(500),
            moves: vec!["d2e2".parse().unwrap(), "d3c3".parse().unwrap()],
        }
    }

    #[test]
    fn lines_of_search_are_those_guis_know() {
        assert_eq!(
            info(&line(), false),
            "info depth 5 seldepth 9 multipv 1 score cp -12 nodes 1000 nps 2000 hashfull 3 \
             time 500 pv d2e2 d3c3"
        );
        let won = LineReport { value: Value::Mate(2), bound: Bound::Lower, ..line() };
        assert!(info(&won, true).contains("score mate 2 lowerbound wdl 300 250 450 nodes"));
        let lost = LineReport { value: Value::Mate(-2), bound: Bound::Upper, ..line() };
        assert!(info(&lost, false).contains("score mate -2 upperbound nodes"));
    }

    #[test]
    fn a_best_move_comes_with_what_it_announces() {
        let best = |best: Option<&str>, ponder: Option<&str>, announced: &[&str]| Update::Best {
            best: best.map(|text| text.parse().unwrap()),
            ponder: ponder.map(|text| text.parse().unwrap()),
            announced: announced.iter().map(|name| name.parse().unwrap()).collect(),
            nodes: 1,
        };
        assert_eq!(update(&best(None, None, &[]), false), "bestmove (none)");
        assert_eq!(
            update(&best(Some("d2e2"), Some("a1a2"), &[]), false),
            "bestmove d2e2 ponder a1a2"
        );
        assert_eq!(
            update(&best(Some("d2e2"), None, &["a1", "g7"]), false),
            "info string raichi a1 g7\nbestmove d2e2"
        );
    }
}
