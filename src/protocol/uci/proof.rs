//! Formats the reports of a proof as lines.

use std::fmt::Write as _;

use crate::solve::{Answer, Numbers, Obstacle, Progress, Solution};
use crate::text::{per_second, words};
use crate::types::Move;

/// The progress of a proof.
pub(super) fn progress(progress: &Progress<Move>) -> String {
    let Progress { goal, numbers: Numbers { proof, disproof }, line, nodes, elapsed, full } =
        progress;
    let wanted = if goal.draw_suffices { "draw" } else { "win" };
    let mut text = format!(
        "info string solving {wanted} {} proof {proof} disproof {disproof} nodes {nodes} nps {} \
         hashfull {full} time {}",
        goal.prover,
        per_second(*nodes, *elapsed),
        elapsed.as_millis(),
    );
    if !line.is_empty() {
        // Writing to a string cannot fail.
        let _ = write!(text, " currline {}", words(line));
    }
    text
}

/// The result of a proof.
pub(super) fn solution(solution: &Solution<Move>) -> String {
    let mut text = match solution.answer {
        Answer::Win => "solved win".to_owned(),
        Answer::Loss => "solved loss".to_owned(),
        Answer::Neither => "solved neither".to_owned(),
        Answer::CannotWin(side) => format!("solved cannot {side}"),
        Answer::Unknown(obstacle) => {
            let reason = match obstacle {
                Obstacle::Limit => "limit".to_owned(),
                Obstacle::Repetition => "repetition".to_owned(),
                Obstacle::Length => "length".to_owned(),
                Obstacle::Recurrence(winner) => format!("recurrence winner {winner}"),
                Obstacle::TurnLimit(winner) => format!("turn-limit winner {winner}"),
            };
            format!("solved unknown reason {reason}")
        }
    };
    // Writing to a string cannot fail.
    if let Some(Numbers { proof, disproof }) = solution.numbers {
        let _ = write!(text, " proof {proof} disproof {disproof}");
    }
    if let Some(plies) = solution.plies {
        let _ = write!(text, " plies {plies}");
    }
    let _ = write!(text, " nodes {} time {}", solution.nodes, solution.elapsed.as_millis());
    if !solution.line.is_empty() {
        let whole = if solution.complete { "" } else { " ..." };
        let _ = write!(text, " pv {}{whole}", words(&solution.line));
    }
    text
}
