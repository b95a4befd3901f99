//! Reports of an engine at work.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;

use super::value::{Value, win_draw_loss};
use crate::board::{Board, named};
use crate::eval::Chances;
use crate::search::{Bound, SearchEvent};
use crate::solve::{Progress, Solution};
use crate::types::{Coordinate, Move};

/// A report of an engine at work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// A line of moves and its score.
    Line(LineReport),
    /// The root move being searched, in a long search.
    CurrentMove {
        /// The depth of the search in plies.
        depth: u32,
        /// The move.
        mv: Move,
        /// Its number in the order of search, from 1.
        number: usize,
    },
    /// None of the moves to choose from forces a win within this many moves, which is what was asked.
    NoWin {
        /// The number of moves.
        moves: u32,
    },
    /// The end of a search.
    Best {
        /// The best move; `None` if the game is over.
        best: Option<Move>,
        /// The expected reply.
        ponder: Option<Move>,
        /// The escape squares that the best move announces.
        announced: Vec<Coordinate>,
        /// The nodes searched by all threads.
        nodes: u64,
    },
    /// The progress of a proof, at most once a second.
    Solving(Progress<Move>),
    /// The end of a proof.
    Solved(Solution<Move>),
    /// The end of a perft.
    Perft {
        /// The first moves in order, each with the number of sequences that start with it. `None`
        /// if the perft was stopped.
        counts: Option<Vec<(Move, u64)>>,
        /// The depth, in plies.
        depth: u32,
        /// The time it took.
        elapsed: Duration,
    },
}

impl Update {
    /// Whether this is the last report of a task.
    #[must_use]
    pub fn is_last(&self) -> bool {
        match self {
            Update::Line(_)
            | Update::CurrentMove { .. }
            | Update::NoWin { .. }
            | Update::Solving(_) => false,
            Update::Best { .. } | Update::Perft { .. } | Update::Solved(_) => true,
        }
    }
}

/// A line and its value, with the statistics of the search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineReport {
    /// The depth searched, in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: usize,
    /// Its rank among the requested lines, from 1.
    pub rank: usize,
    /// Its value for the side to move.
    pub value: Value,
    /// The winning, drawing and losing chances of the side to move, in per mille.
    pub win_draw_loss: (u32, u32, u32),
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The nodes searched so far by all threads.
    pub nodes: u64,
    /// How full the table is, in per mille.
    pub hashfull: usize,
    /// The time since the start of the search.
    pub elapsed: Duration,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Receives the reports of an engine at work. [`ControlFlow::Break`] stops the work, whose result is still
/// reported.
pub type Sink = Box<dyn FnMut(Update) -> ControlFlow<()> + Send>;

/// A sink that sends the reports through a channel. Once the receiver is gone, the next report stops the
/// work; a count of positions reports only its result.
#[must_use]
pub fn channel() -> (Sink, Receiver<Update>) {
    let (sender, updates) = mpsc::channel();
    let send = move |update| match sender.send(update) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    (Box::new(send), updates)
}

/// Converts a search event to moves of any board and to a normalised score.
pub(super) fn update<B: Board>(event: SearchEvent, chances: &Chances) -> Update {
    match event {
        SearchEvent::CurrentMove { depth, mv, number } => {
            Update::CurrentMove { depth, mv: named::<B>(mv), number }
        }
        SearchEvent::NoWin { moves } => Update::NoWin { moves },
        SearchEvent::Line(line) => Update::Line(LineReport {
            depth: line.depth,
            seldepth: line.seldepth,
            rank: line.rank,
            value: Value::of(line.score, chances),
            win_draw_loss: win_draw_loss(line.score, chances),
            bound: line.bound,
            nodes: line.nodes,
            hashfull: line.hashfull,
            elapsed: line.elapsed,
            moves: line.moves.into_iter().map(named::<B>).collect(),
        }),
    }
}
