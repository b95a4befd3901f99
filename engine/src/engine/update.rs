//! What an engine reports while it works.

use std::time::Duration;

use super::value::{Value, win_draw_loss};
use crate::board::{Board, named};
use crate::eval::Chances;
use crate::search::{Bound, SearchEvent};
use crate::solve::{Progress, Solution};
use crate::types::{Coordinate, Move};

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
        mv: Move,
        /// Its place in the order of search, from 1.
        number: usize,
    },
    /// The end of a search.
    Best {
        /// The best move; none if the game is over.
        best: Option<Move>,
        /// The reply expected to it.
        ponder: Option<Move>,
        /// The escape squares announced by playing it.
        announced: Vec<Coordinate>,
        /// The nodes searched by all threads.
        nodes: u64,
    },
    /// The state of a proof, at most once a second.
    Solving(Progress<Move>),
    /// The end of a proof.
    Solved(Solution<Move>),
    /// The end of a perft.
    Perft {
        /// The first moves, each with the number of sequences that begin with it, in order;
        /// none if the perft was stopped.
        counts: Option<Vec<(Move, u64)>>,
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

/// A line and its value, with the state of the search that found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineReport {
    /// The depth searched, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: usize,
    /// Its rank among the lines asked for, from 1.
    pub rank: usize,
    /// What it is worth for the side to move.
    pub value: Value,
    /// The chances of the side to move to win, to draw and to lose, in per mille.
    pub win_draw_loss: (u32, u32, u32),
    /// How the value relates to the true one.
    pub bound: Bound,
    /// Nodes so far, of all threads.
    pub nodes: u64,
    /// How full the table is, in per mille.
    pub hashfull: usize,
    /// The time since the search began.
    pub elapsed: Duration,
    /// The moves.
    pub moves: Vec<Move>,
}

/// Receives what an engine at work reports.
pub type Sink = Box<dyn FnMut(Update) + Send>;

/// A search's event with moves of any board, and its score as games under the ruleset have borne it out.
pub(super) fn update<B: Board>(event: SearchEvent, chances: &Chances) -> Update {
    match event {
        SearchEvent::CurrentMove { depth, mv, number } => {
            Update::CurrentMove { depth, mv: named::<B>(mv), number }
        }
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
