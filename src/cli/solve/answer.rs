//! The output of `branan solve`.

use std::path::Path;

use crate::cli::CliError;
use crate::rules::Side;
use crate::solve::{Answer, Certificate, Heading, Numbers, Obstacle, Progress, Solution};
use crate::text::{per_second, words, write_whole_file};
use crate::types::Move;

/// Writes a certificate and prints its size.
pub(super) fn write_certificate(
    certificate: &Certificate,
    heading: &Heading,
    path: &Path,
) -> Result<String, CliError> {
    let bytes = write_whole_file(path, |output| certificate.write(heading, output))
        .map_err(|source| CliError::Write { path: path.to_owned(), source })?;
    let (positions, path) = (certificate.positions(), path.display());
    let win = certificate.plies().map(|plies| format!("a win {}, ", within(plies)));
    let win = win.unwrap_or_default();
    Ok(format!("certificate: {path}, {win}{positions} positions, {bytes} bytes"))
}

/// A line on the progress of the search.
pub(super) fn progress_line(progress: &Progress<Move>) -> String {
    let Progress { goal, numbers: Numbers { proof, disproof }, line, nodes, elapsed, full } =
        progress;
    let wanted = if goal.draw_suffices { "a draw" } else { "a win" };
    format!(
        "{wanted} for the {}? proof {proof} disproof {disproof}; {nodes} nodes, {} a second, table \
         {} % full, {:.0} s; at {}",
        goal.prover,
        per_second(*nodes, *elapsed),
        full / 10,
        elapsed.as_secs_f64(),
        words(line),
    )
}

/// The answer and the main line.
pub(super) fn answer_text(
    solution: &Solution<Move>,
    mover: Side,
    only: Option<Side>,
    interrupted: bool,
) -> String {
    let won = |winner: Side| match solution.plies {
        Some(0) => format!("the {winner} have won"),
        Some(plies) => format!("the {winner} force a win {}", within(plies)),
        None => format!("the {winner} win, eventually by repetition"),
    };
    let mut text = match solution.answer {
        Answer::Win => format!("win: {}", won(mover)),
        Answer::Loss => format!("loss: {}", won(mover.other())),
        Answer::Neither => "neither: neither side can force a win".to_owned(),
        Answer::CannotWin(side) => format!("cannot: the {side} cannot force a win"),
        Answer::Unknown(reason) => {
            let reason = match reason {
                Obstacle::Limit if interrupted => "it was interrupted".to_owned(),
                Obstacle::Limit => "the limit was reached".to_owned(),
                Obstacle::Repetition => {
                    let nobody = only
                        .map_or("neither side can".to_owned(), |side| format!("the {side} cannot"));
                    format!(
                        "without repeating a position {nobody} force a win, and repetition decides"
                    )
                }
                Obstacle::Length => "some lines are too long to follow".to_owned(),
                Obstacle::Recurrence(winner) => {
                    format!("{}, unless a board recurs that makes a move illegal", won(winner))
                }
                Obstacle::TurnLimit(winner) => {
                    format!("{}, but the turn limit may draw the game before", won(winner))
                }
            };
            format!("unknown: {reason}")
        }
    };
    if !solution.line.is_empty() {
        text += &format!("\nline: {}", words(&solution.line));
        if !solution.complete {
            text += " …";
        }
    }
    text
}

/// "within 1 ply", "within 2 plies".
pub(super) fn within(plies: u32) -> String {
    let noun = if plies == 1 { "ply" } else { "plies" };
    format!("within {plies} {noun}")
}

/// A line on the nodes and time spent.
pub(super) fn spent_line(solution: &Solution<Move>) -> String {
    let Solution { nodes, elapsed, .. } = *solution;
    let seconds = elapsed.as_secs_f64();
    format!("{nodes} nodes, {seconds:.2} s, {} nodes a second", per_second(nodes, elapsed))
}
