//! Scores of positions.

use crate::board::Ending;
use crate::rules::{Side, Verdict};

/// The maximum length of a line, in plies.
pub const MAX_PLY: usize = 160;

/// A score for one side: centipawns, where a soldier is the pawn, or the distance to a proven end.
pub type Score = i32;

/// Greater than any score. Its negative is less than any.
pub const INFINITE: Score = 32_000;

/// The score of a side that has won. A win in `n` plies scores `n` less.
pub const MATE: Score = 31_000;

/// The lowest score of a proven win. Its negative is the highest of a proven loss.
pub const MATE_BOUND: Score = MATE - 2 * MAX_PLY as Score;

/// The score of a draw.
pub const DRAW: Score = 0;

/// The score of a win `plies` from the root.
#[inline(always)]
#[must_use]
pub fn win_at(plies: usize) -> Score {
    MATE - plies as Score
}

/// The score of a loss `plies` from the root.
#[inline(always)]
#[must_use]
pub fn loss_at(plies: usize) -> Score {
    -win_at(plies)
}

/// Whether the score is a proven win or loss.
#[inline(always)]
#[must_use]
pub fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// The score of an ending `plies` from the root, for the side to move.
#[inline(always)]
pub fn of_ending(ending: Ending, to_move: Side, plies: usize) -> Score {
    if ending.winner() == to_move { win_at(plies) } else { loss_at(plies) }
}

/// The score of a result that stands `plies` from the root.
#[inline(always)]
#[must_use]
pub fn of_verdict(verdict: Verdict, plies: usize) -> Score {
    match verdict {
        Verdict::Win => win_at(plies),
        Verdict::Draw => DRAW,
        Verdict::Loss => loss_at(plies),
    }
}
