//! What a search reports while it runs.

use std::time::Duration;

use super::score::Score;
use super::table::Bound;
use crate::board::BoardMove;

/// News of a running search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchEvent {
    /// A line and its score.
    Line(Line),
    /// The root move now being searched; reported in long searches only.
    CurrentMove {
        /// The iteration's depth in plies.
        depth: u32,
        /// The move.
        mv: BoardMove,
        /// Its number in the order of search, from 1.
        number: usize,
    },
}

/// A line and its score, with the state of the search that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The depth searched, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: usize,
    /// Its rank among the lines asked for, from 1.
    pub rank: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What kind of score it is.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// How full the table is, in per mille.
    pub hashfull: usize,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The moves.
    pub moves: Vec<BoardMove>,
}
