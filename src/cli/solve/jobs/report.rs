//! Progress and results of a proof by jobs, as text.

use std::time::Duration;

use super::super::answer::within;
use crate::rules::Side;
use crate::solve::{FirstMove, Numbers, Standing, TreeState};
use crate::text::{per_second, words};
use crate::types::Move;

/// A line on the progress of the proof.
pub fn progress_line(
    side: Side,
    state: &TreeState,
    (nodes, elapsed): (u64, Duration),
    running: usize,
    line: &[Move],
) -> String {
    let TreeState { numbers: Numbers { proof, disproof }, size, jobs, .. } = state;
    format!(
        "a win for the {side}? proof {proof} disproof {disproof}; {jobs} jobs, {running} running, tree \
         {size}; {} nodes, {} a second, {:.0} s; at {}",
        state.nodes,
        per_second(nodes, elapsed),
        elapsed.as_secs_f64(),
        words(line),
    )
}

/// The nodes of all jobs, and those of this run if they differ.
pub fn spent_line(state: &TreeState, before: &TreeState, elapsed: Duration) -> String {
    let seconds = elapsed.as_secs_f64();
    let (jobs, nodes) = (state.jobs - before.jobs, state.nodes - before.nodes);
    let rate = per_second(nodes, elapsed);
    let all = format!("{} nodes in {} jobs", state.nodes, state.jobs);
    if before.jobs == 0 {
        format!("{all}, {seconds:.2} s, {rate} nodes a second")
    } else {
        format!("{all}; {nodes} in {jobs} of this run, {seconds:.2} s, {rate} nodes a second")
    }
}

/// The first moves, one per line, with what is known about each.
pub fn first_moves(moves: &[FirstMove<Move>], side: Side, mover: Side) -> String {
    let told: Vec<(&FirstMove<Move>, String)> =
        moves.iter().map(|first| (first, standing(first.standing, side, mover))).collect();
    let longest = told.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
    let lines = told.into_iter().map(|(FirstMove { mv, jobs, nodes, .. }, text)| {
        let s = if *jobs == 1 { "" } else { "s" };
        format!("\n  {mv:<6} {text:<longest$}  {nodes} nodes in {jobs} job{s}")
    });
    "first moves, up to symmetry:".to_owned() + &lines.collect::<String>()
}

fn standing(standing: Standing, side: Side, mover: Side) -> String {
    match standing {
        Standing::Proven { plies } => {
            let within =
                plies.map_or("eventually by repetition".to_owned(), |plies| within(plies.into()));
            if side == mover {
                format!("wins {within}")
            } else {
                format!("refuted: the {side} win {within}")
            }
        }
        Standing::Disproven { everywhere } => {
            let but = if everywhere { "" } else { " unless positions repeat" };
            if side == mover {
                format!("cannot win{but}")
            } else {
                format!("holds: the {side} cannot win{but}")
            }
        }
        Standing::Open(Numbers { proof, disproof }) => {
            format!("open: proof {proof} disproof {disproof}")
        }
    }
}
