//! What an engine reports while it works, with moves by name.

use std::time::Duration;

use crate::board::{Board, move_name};
use crate::search::score::Score;
use crate::search::{Bound, Event};

/// What an engine at work reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// A line of moves and its score.
    Line(LineReport),
    /// The root move being searched, in a long search.
    CurrentMove {
        /// The depth of the search in plies.
        depth: u32,
        /// The move.
        mv: String,
        /// Its place in the order of search, from 1.
        number: usize,
    },
    /// The end of a search.
    Best {
        /// The best move; none if the game is over.
        best: Option<String>,
        /// The reply expected to it.
        ponder: Option<String>,
        /// The escape squares announced by playing it.
        announced: Vec<String>,
        /// The nodes searched by all threads.
        nodes: u64,
    },
    /// The end of a perft.
    Perft {
        /// The first moves, each with the number of sequences that begin with it, sorted by name;
        /// none if the perft was stopped.
        counts: Option<Vec<(String, u64)>>,
        /// The depth that was counted, in plies.
        depth: u32,
        /// The time it took.
        elapsed: Duration,
    },
}

/// A line of moves and its score, with the state of the search that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineReport {
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
    /// The nodes searched so far by all threads.
    pub nodes: u64,
    /// How full the table is, in per mille.
    pub hashfull: usize,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The moves.
    pub moves: Vec<String>,
}

/// Receives what an engine at work reports.
pub type Sink = Box<dyn FnMut(Update) + Send>;

/// A search's event with moves by name.
pub(super) fn update<B: Board>(event: Event<'_>) -> Update {
    match event {
        Event::CurrentMove { depth, mv, number } => {
            Update::CurrentMove { depth, mv: move_name::<B>(mv), number }
        }
        Event::Line(line) => Update::Line(LineReport {
            depth: line.depth,
            seldepth: line.seldepth,
            rank: line.rank,
            score: line.score,
            bound: line.bound,
            nodes: line.nodes,
            hashfull: line.hashfull,
            elapsed: line.elapsed,
            moves: line.moves.iter().copied().map(move_name::<B>).collect(),
        }),
    }
}

/// A rate per second, rounded to a whole number.
#[must_use]
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    (count as f64 / elapsed.as_secs_f64().max(1e-6)).round() as u64
}
