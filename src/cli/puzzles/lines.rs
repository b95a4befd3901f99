//! The tree of a puzzle as lines of moves, each of which leaves an earlier one.

use crate::types::Move;

/// The line that a line leaves, and after how many moves.
pub(super) fn branch(lines: &[Vec<Move>], at: usize) -> (usize, usize) {
    let common = |other: &Vec<Move>| {
        other.iter().zip(&lines[at]).take_while(|(one, other)| one == other).count()
    };
    let mut best = (0, 0);
    for (from, line) in lines[..at].iter().enumerate() {
        let shared = common(line);
        if shared > best.1 {
            best = (from, shared);
        }
    }
    best
}
