//! An engine for a board of any size: a game, a searcher, and the means to set them to work.
//!
//! It stands between the rooms that know a board's size and those that know only text: moves and
//! positions go in and out by name.
//!
//! # Searching
//! ```
//! use std::sync::{Arc, mpsc};
//!
//! use branan::engine::{Request, Resources, Update, new_engine};
//! use branan::rules;
//! use branan::search::{Control, Limits};
//!
//! let ruleset = rules::find("brandubh").ok_or("no such ruleset")?;
//! let mut engine = new_engine(ruleset, Resources { hash: 1, threads: 1 })?;
//! engine.set_up(Some("7/3t3/7/7/7/7/1K5 d"), &[])?;
//!
//! let (sender, updates) = mpsc::channel();
//! let sink = Box::new(move |update| sender.send(update).unwrap_or_default());
//! let request = Request::new(Limits { depth: Some(3), ..Limits::default() });
//! let thread = engine.search(request, Arc::new(Control::default()), sink)?;
//! thread.join().map_err(|_| "the search failed")?;
//!
//! let Some(Update::Best { best, .. }) = updates.iter().last() else { panic!("no best move") };
//! assert_eq!(best.as_deref(), Some("b1a1")); // the king escapes to a corner
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Solving
//! ```
//! use std::sync::atomic::AtomicBool;
//!
//! use branan::engine::{Resources, new_engine};
//! use branan::rules;
//! use branan::solve::{Answer, Budget};
//!
//! let ruleset = rules::find("brandubh").ok_or("no such ruleset")?;
//! let mut engine = new_engine(ruleset, Resources { hash: 1, threads: 1 })?;
//! engine.set_up(Some("7/3t3/7/7/7/7/1K5 d"), &[])?;
//!
//! let budget = Budget { nodes: Some(1000), ..Budget::default() };
//! let solution = engine.solve(1, &budget, &AtomicBool::new(false), &mut |_| {})?;
//! assert_eq!(solution.answer, Answer::Win);
//! assert_eq!(solution.plies, Some(1));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board_engine;
mod jobs;
mod prover;
mod update;
mod value;

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread::JoinHandle;
use std::time::Duration;

pub use jobs::JobProver;
pub use prover::Prover;
pub use update::{LineReport, Sink, Update};
pub use value::Value;

use crate::board::{Board, BoardVisitor, FenError, Game, MoveError, SetupError, with_board};
use crate::eval::Term;
use crate::eval::network::{Network, NetworkError};
use crate::rules::{Ruleset, Side};
use crate::search::score::Score;
use crate::search::{Control, Handicap, Limits, MemoryError, ResourceError};
use crate::solve::{self, Progress, Solution};
use board_engine::BoardEngine;

/// How much memory and how many threads a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The size of the transposition table in MiB, from 1.
    pub hash: usize,
    /// The number of threads, from 1.
    pub threads: usize,
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Request {
    /// When to end. Its `search_moves` are replaced by those named below.
    pub limits: Limits,
    /// The names of the moves to choose from; empty for all.
    pub search_moves: Vec<String>,
    /// How many lines to find, from 1.
    pub multi_pv: usize,
    /// The time that each move loses between the engine and the clock.
    pub overhead: Duration,
    /// How much weaker to play than at full strength; searches for a mate are never weaker.
    pub handicap: Option<Handicap>,
}

impl Request {
    /// A search for the one best move within limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            search_moves: Vec::new(),
            multi_pv: 1,
            overhead: Duration::ZERO,
            handicap: None,
        }
    }
}

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The FEN is not a position of the ruleset.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("move {number} ({text}) cannot be played: {error}")]
    Move {
        /// Its place among the steps, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// Why not.
        error: MoveError,
    },
}

/// A step of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move, `d2e2` or `d2-e2xd3/e4`.
    Move(String),
    /// Another position, as a FEN, to which no move need lead. What came before it still counts
    /// towards repetition.
    Position(String),
}

/// Why a search could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SearchError {
    /// One of the moves to choose from cannot be played.
    #[error("searchmoves: move {number} ({text}) cannot be played: {error}")]
    SearchMove {
        /// Its place in the list, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// Why not.
        error: MoveError,
    },
    /// There is no thread to search on.
    #[error("the system cannot start a thread: {0}")]
    Thread(#[from] io::Error),
    /// There is not the memory or the thread that a search at a level needs.
    #[error(transparent)]
    Resources(#[from] ResourceError),
}

/// Why a proof could not be started.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// There is not enough memory for the table.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// There is no thread to solve on.
    #[error("the system cannot start a thread: {0}")]
    Thread(#[from] io::Error),
}

/// An engine that plays one ruleset.
pub trait Engine: Send {
    /// The game as it stands.
    fn game(&self) -> &dyn Game;

    /// Sets up a position, the start position if there is no FEN, and takes steps from there.
    ///
    /// # Errors
    /// When a position or a move is not legal; nothing is changed then.
    fn retrace(&mut self, fen: Option<&str>, steps: &[Step]) -> Result<(), PositionError>;

    /// Sets up a position, the start position if there is no FEN, and plays moves from there.
    ///
    /// # Errors
    /// When the position or a move is not legal; nothing is changed then.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let steps: Vec<Step> = moves.iter().cloned().map(Step::Move).collect();
        self.retrace(fen, &steps)
    }

    /// Starts to search where the game stands, on a thread of its own, which ends after an
    /// [`Update::Best`].
    ///
    /// # Errors
    /// When a move to choose from cannot be played, or the system does not give a thread or memory.
    fn search(
        &self,
        request: Request,
        control: Arc<Control>,
        sink: Sink,
    ) -> Result<JoinHandle<()>, SearchError>;

    /// Starts to count the move sequences of `depth` plies, on a thread of its own, which ends after
    /// an [`Update::Perft`].
    ///
    /// # Errors
    /// When the system cannot start a thread.
    fn perft(&self, depth: u32, control: Arc<Control>, sink: Sink) -> io::Result<JoinHandle<()>>;

    /// Finds out what can be forced from where the game stands, within limits or until `stop` is
    /// set, with a table of `hash` MiB.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    fn solve(
        &self,
        hash: usize,
        limits: &solve::Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<String>),
    ) -> Result<Solution<String>, MemoryError>;

    /// What solves where the game stands, with a table and threads of its own.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    fn prover(&self, resources: Resources) -> Result<Box<dyn Prover>, MemoryError>;

    /// What divides the proof whether `side` can force a win from where the game stands into jobs of
    /// `nodes` nodes or more. What was played before does not count.
    ///
    /// # Errors
    /// When there is not enough memory.
    fn job_prover(&self, side: Side, nodes: u64) -> Result<Box<dyn JobProver>, MemoryError>;

    /// Starts to solve where the game stands, on a thread of its own, which ends after an
    /// [`Update::Solved`]; with a table of `hash` MiB, until `give_up` is set at the latest. With
    /// `only`, whether that side can force a win is all that is asked.
    ///
    /// # Errors
    /// When there is not enough memory for the table, or the system cannot start a thread.
    fn start_solving(
        &self,
        hash: usize,
        only: Option<Side>,
        budget: solve::Budget,
        give_up: Arc<AtomicBool>,
        sink: Sink,
    ) -> Result<JoinHandle<()>, SolveError>;

    /// What judges positions, for people: a network by name, or `linear`.
    fn evaluation_name(&self) -> String;

    /// Judges positions by a network from now on, or else by what comes with the engine; all that was
    /// found before is forgotten.
    ///
    /// # Errors
    /// When it is for another board. Nothing is changed then.
    fn use_network(&mut self, network: Option<&Network>) -> Result<(), NetworkError>;

    /// The terms of the position's static evaluation, and their sum for the side to move.
    fn explain(&self) -> (Vec<Term>, Score);

    /// Forgets what searches have found.
    fn clear(&self);

    /// Changes the size of the table, in MiB, and empties it.
    ///
    /// # Errors
    /// When there is not enough memory; the table is then very small.
    fn resize(&self, hash: usize) -> Result<(), MemoryError>;

    /// Changes the number of threads.
    ///
    /// # Errors
    /// When the system cannot start that many; the number then stays as it was.
    fn set_threads(&self, threads: usize) -> Result<(), ResourceError>;
}

/// Why there is no engine for a ruleset.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The ruleset has no board or no legal start position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The system does not have the memory or the threads asked for.
    #[error(transparent)]
    Resources(#[from] ResourceError),
}

/// Makes an engine for a ruleset, at its start position.
///
/// # Errors
/// When there is no board for the ruleset, or the system does not have the resources.
pub fn new_engine(ruleset: &Ruleset, resources: Resources) -> Result<Box<dyn Engine>, EngineError> {
    struct Make<'a>(&'a Ruleset, Resources);

    impl BoardVisitor for Make<'_> {
        type Output = Result<Box<dyn Engine>, EngineError>;

        fn visit<B: Board>(self) -> Self::Output {
            Ok(Box::new(BoardEngine::<B>::new(self.0, self.1)?))
        }
    }

    let side = ruleset.side_length();
    with_board(side, Make(ruleset, resources)).unwrap_or(Err(SetupError::Size(side).into()))
}
