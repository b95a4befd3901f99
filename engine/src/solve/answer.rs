//! Limits of the solver, and its results.

use std::time::Duration;

use super::goal::Goal;
use super::numbers::Numbers;
use crate::board::BoardMove;
use crate::rules::Side;

/// The limits of a solver. Unset fields do not limit it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// The maximum number of positions to search.
    pub nodes: Option<u64>,
    /// The maximum time.
    pub time: Option<Duration>,
}

/// The forced result, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move can force a win.
    Win,
    /// The other side can force a win.
    Loss,
    /// Neither side can force a win.
    Neither,
    /// This side cannot force a win. The other side was not asked about.
    CannotWin(Side),
    /// Not decided.
    Unknown(Obstacle),
}

/// Why an answer is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A limit was reached, or the search was stopped.
    Limit,
    /// The side in question, or each if both are, cannot force a win without repeating positions, and
    /// under these rules repetition decides the game.
    Repetition,
    /// Some lines exceed the maximum length.
    Length,
    /// A win of this side was found, but a board that recurs may make one of its moves illegal.
    Recurrence(Side),
    /// A win of this side was found, but the turn limit may draw the game before.
    TurnLimit(Side),
}

impl Answer {
    /// Whether a win was found, certain or not.
    pub(super) const fn has_win(self) -> bool {
        matches!(
            self,
            Self::Win
                | Self::Loss
                | Self::Unknown(Obstacle::Recurrence(_) | Obstacle::TurnLimit(_))
        )
    }
}

/// An answer with its line and statistics. Moves have type `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M = BoardMove> {
    /// The answer.
    pub answer: Answer,
    /// A line in which the winner wins against a long defence, also of a win that is not certain. Empty
    /// if no win was found, or if it comes by repetition.
    pub line: Vec<M>,
    /// Whether the line reaches the end of the game. It does unless the table has lost its last
    /// part.
    pub complete: bool,
    /// The maximum number of plies to the win. `None` if none was found or it comes by repetition.
    pub plies: Option<u32>,
    /// The proof numbers of a side's win, if only that was asked and a limit came first.
    pub numbers: Option<Numbers>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl<M> Solution<M> {
    /// Converts the moves.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> Solution<N> {
        let Self { answer, line, complete, plies, numbers, nodes, elapsed } = self;
        let line = line.into_iter().map(write).collect();
        Solution { answer, line, complete, plies, numbers, nodes, elapsed }
    }
}

/// The progress of a running solver. Moves have type `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress<M = BoardMove> {
    /// The goal it is trying to prove.
    pub goal: Goal,
    /// The goal's proof and disproof numbers.
    pub numbers: Numbers,
    /// The first moves of the current line.
    pub line: Vec<M>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time since the start.
    pub elapsed: Duration,
    /// How full the table is, in per mille.
    pub full: usize,
}
