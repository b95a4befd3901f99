//! Events of a running search.

use std::time::Duration;

use super::bound::Bound;
use super::score::Score;
use crate::board::BoardMove;

/// An event of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A line and its score.
    Line(Line),
    /// The root move now being searched. Reported in long searches only.
    CurrentMove {
        /// The iteration's depth in plies.
        depth: u32,
        /// The move.
        mv: BoardMove,
        /// Its move number in search order, from 1.
        number: usize,
    },
    /// None of the moves to choose from forces a win within this many moves, which is what was asked.
    NoWin {
        /// The number of moves.
        moves: u32,
    },
}

/// A line and its score, with the state of the search that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The depth searched, in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: usize,
    /// Its rank among the requested lines, from 1.
    pub rank: usize,
    /// The score for the side to move.
    pub score: Score,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Nodes so far, over all threads.
    pub nodes: u64,
    /// How full the table is, in per mille.
    pub hashfull: usize,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The moves.
    pub moves: Vec<BoardMove>,
}
