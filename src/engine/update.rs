//! What an engine reports while it works, with moves by name.

use std::time::Duration;

use crate::board::{Board, move_name};
use crate::search::{Event, Line};
use crate::solve::{Progress, Solution};

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
    /// The state of a proof, at most once a second.
    Solving(Progress),
    /// The end of a proof.
    Solved(Solution<String>),
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

impl Update {
    /// Whether it is the end of what the engine was asked to do.
    #[must_use]
    pub fn is_last(&self) -> bool {
        match self {
            Update::Line(_) | Update::CurrentMove { .. } | Update::Solving(_) => false,
            Update::Best { .. } | Update::Perft { .. } | Update::Solved(_) => true,
        }
    }
}

/// A line with its moves by name.
pub type LineReport = Line<String>;

/// Receives what an engine at work reports.
pub type Sink = Box<dyn FnMut(Update) + Send>;

/// A search's event with moves by name.
pub(super) fn update<B: Board>(event: Event) -> Update {
    match event {
        Event::CurrentMove { depth, mv, number } => {
            Update::CurrentMove { depth, mv: move_name::<B>(mv), number }
        }
        Event::Line(line) => Update::Line(line.map_moves(move_name::<B>)),
    }
}
