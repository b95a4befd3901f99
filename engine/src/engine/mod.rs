//! An engine for a board of any size: a game, a searcher, and the means to set them to work.
//!
//! It stands between the rooms that know a board's size and those that do not: games, moves and
//! positions go in and out as those of any board.

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

use crate::board::{Board, MoveError, SetupError};
use crate::eval::Term;
use crate::eval::network::{Network, NetworkError};
use crate::game::Game;
use crate::rules::{Ruleset, Side};
use crate::search::score::Score;
use crate::search::{Control, Handicap, Limits, MemoryError, ResourceError};
use crate::solve::{self, Progress, Solution};
use crate::types::{FenError, Move, Placement};
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
    /// When to end. Its `search_moves` are replaced by those below.
    pub limits: Limits,
    /// The moves to choose from; empty for all.
    pub search_moves: Vec<Move>,
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
    /// Another position, to which no move need lead. What came before it still counts towards
    /// repetition.
    Position(Placement),
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

/// A game is under other rules than the engine's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the game is played by other rules than the engine's")]
pub struct ForeignGame;

/// An engine that plays one ruleset.
pub trait Engine: Send {
    /// The game as it stands.
    fn game(&self) -> &dyn Game;

    /// Continues with another game under the same rules.
    ///
    /// # Errors
    /// When it is under other rules. Nothing is changed then.
    fn set_game(&mut self, game: Box<dyn Game>) -> Result<(), ForeignGame>;

    /// Sets up a position, the start position if there is none, and takes steps from there.
    ///
    /// # Errors
    /// When a position or a move is not legal; nothing is changed then.
    fn retrace(&mut self, first: Option<&Placement>, steps: &[Step]) -> Result<(), PositionError> {
        let mut game = self.game().begin(first)?;
        for (number, step) in (1..).zip(steps) {
            match step {
                Step::Position(placement) => game.jump(placement)?,
                Step::Move(text) => {
                    let wrong = |error| PositionError::Move { number, text: text.clone(), error };
                    game.play_text(text).map_err(wrong)?;
                }
            }
        }
        // It began under the rules of the engine's game.
        let _ = self.set_game(game);
        Ok(())
    }

    /// Sets up a position, the start position if there is no FEN, and plays moves from there.
    ///
    /// # Errors
    /// When the position or a move is not legal; nothing is changed then.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let first = fen.map(|fen| self.game().ruleset().read_fen(fen)).transpose()?;
        let steps: Vec<Step> = moves.iter().cloned().map(Step::Move).collect();
        self.retrace(first.as_ref(), &steps)
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
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Result<Solution<Move>, MemoryError>;

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
    /// The table of searches is freed meanwhile and empty afterwards; a search waits until the thread
    /// has ended.
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
    /// When the machine does not have that much memory; nothing is changed then. When the system
    /// refuses it all the same; the table is then very small.
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

/// Makes the engines for the games of one board.
///
/// Each board has a crate with a `static` of this type. The compiler generates the engine for the board in
/// that crate, and builds the crates side by side.
pub struct BoardEngines {
    side: usize,
    engine: MakeEngine,
    #[cfg(feature = "datagen")]
    player: crate::datagen::MakePlayer,
}

type MakeEngine = fn(&Ruleset, Resources) -> Result<Box<dyn Engine>, EngineError>;

impl BoardEngines {
    /// The engines on board `B`.
    #[must_use]
    pub const fn of<B: Board>() -> Self {
        Self {
            side: B::SIDE,
            engine: |ruleset, resources| Ok(Box::new(BoardEngine::<B>::new(ruleset, resources)?)),
            #[cfg(feature = "datagen")]
            player: crate::datagen::make_player::<B>,
        }
    }

    /// The side length of the board in squares; smaller games are played on it too.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Makes an engine for a ruleset, at its start position.
    ///
    /// # Errors
    /// When the ruleset does not fit the board, or the system does not have the resources.
    pub fn new_engine(
        &self,
        ruleset: &Ruleset,
        resources: Resources,
    ) -> Result<Box<dyn Engine>, EngineError> {
        (self.engine)(ruleset, resources)
    }

    /// Makes a player of games of the engine against itself; the seed decides the openings.
    ///
    /// # Errors
    /// When the ruleset does not fit the board, or the system does not have the resources.
    #[cfg(feature = "datagen")]
    pub fn new_player(
        &self,
        ruleset: &Ruleset,
        plan: crate::datagen::PlayPlan,
        seed: u64,
    ) -> Result<Box<dyn crate::datagen::SelfPlayer>, crate::datagen::PlayerError> {
        (self.player)(ruleset, plan, seed)
    }
}
