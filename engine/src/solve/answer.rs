//! What solving may use, and what comes of it.

use std::time::Duration;

use super::goal::Goal;
use super::numbers::Numbers;
use crate::board::BoardMove;
use crate::rules::Side;

/// What solving may use; what is not set does not limit it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Positions to search.
    pub nodes: Option<u64>,
    /// Time.
    pub time: Option<Duration>,
}

/// What can be forced, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The side to move wins, whatever the other does.
    Win,
    /// The other side wins, whatever the side to move does.
    Loss,
    /// Neither side can force a win.
    Neither,
    /// This side cannot force a win; nothing else was asked.
    CannotWin(Side),
    /// It is not known.
    Unknown(Obstacle),
}

/// Why an answer is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// The budget was used up, or the search was stopped.
    Limit,
    /// Neither side can force a win without repeating positions, and under these rules who repeats
    /// what decides the game.
    Repetition,
    /// There are lines longer than the search follows.
    Length,
    /// The win that was found may come after the turn limit has drawn the game.
    TurnLimit,
}

/// An answer and what it rests on, with moves as `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution<M = BoardMove> {
    /// The answer.
    pub answer: Answer,
    /// A line in which the winner wins and the other side holds out long; empty where nobody wins,
    /// or where repetition decides the game in the end.
    pub line: Vec<M>,
    /// Whether the line goes to the end of the game. It does, unless the table has forgotten what
    /// comes then.
    pub complete: bool,
    /// The plies within which the win is forced; none where nobody wins or repetition decides.
    pub plies: Option<u32>,
    /// How far the win of a side looks, where only that was asked for and a limit came first.
    pub numbers: Option<Numbers>,
    /// The positions searched.
    pub nodes: u64,
    /// The time it took.
    pub elapsed: Duration,
}

impl<M> Solution<M> {
    /// The same with the moves written otherwise.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> Solution<N> {
        let Self { answer, line, complete, plies, numbers, nodes, elapsed } = self;
        let line = line.into_iter().map(write).collect();
        Solution { answer, line, complete, plies, numbers, nodes, elapsed }
    }
}

/// The state of a solver at work, with moves as `M`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress<M = BoardMove> {
    /// What it is trying to prove.
    pub goal: Goal,
    /// How far it looks from that.
    pub numbers: Numbers,
    /// The first moves of the line it is at.
    pub line: Vec<M>,
    /// The positions searched.
    pub nodes: u64,
    /// The time since the beginning.
    pub elapsed: Duration,
    /// How full the table is, in per mille.
    pub full: usize,
}
