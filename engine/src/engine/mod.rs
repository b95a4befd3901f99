//! An engine for a board of any size: a game and a searcher.
//!
//! Its interface is independent of the board's size, while the code behind it is generated for each
//! size.

mod board_engine;
mod error;
mod jobs;
mod proof_beside;
mod prover;
mod running;
mod update;
mod value;

use std::sync::atomic::AtomicBool;
use std::time::Duration;
use std::{fmt, io};

pub use error::{EngineError, ForeignGame, KingCaptured, PositionError, SearchError, SolveError};
pub use jobs::JobProver;
pub use prover::Prover;
pub use running::{Panicked, Running};
pub use update::{LineReport, Sink, Update, channel};
pub use value::Value;

use crate::board::{Board, MoveError};
use crate::eval::Term;
use crate::eval::network::{Network, NetworkError};
use crate::game::{Game, Played};
use crate::rules::{Ruleset, Side};
use crate::search::score::Score;
use crate::search::{Handicap, Limits, MemoryError, ResourceError};
use crate::solve::{self, OutOfNodes, Progress, Solution};
use crate::types::{Move, Placement};
use board_engine::BoardEngine;

/// How much memory and how many threads a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The size of the transposition table in MiB; 0 counts as 1.
    pub hash: usize,
    /// The number of threads; 0 counts as 1. No more are started than the machine has cores.
    pub threads: usize,
}

impl Default for Resources {
    /// A table of 16 MiB and one thread.
    fn default() -> Self {
        Self { hash: 16, threads: 1 }
    }
}

/// The parameters of a search.
#[derive(Clone, Debug)]
pub struct Request {
    /// When to stop.
    pub limits: Limits,
    /// The moves to choose from; empty for all.
    pub search_moves: Vec<Move>,
    /// The number of lines to find; 0 counts as 1.
    pub multi_pv: usize,
    /// The time lost per move between the engine and the clock.
    pub overhead: Duration,
    /// Weakens the play; `None` for full strength. Mate searches are never weakened.
    pub handicap: Option<Handicap>,
    /// Whether the search runs on the opponent's time, with the expected move already played. Its clock
    /// starts, and its result may be reported, after [`ponder_hit`](crate::search::Control::ponder_hit).
    pub ponder: bool,
}

impl Request {
    /// A search for the best move within limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            search_moves: Vec::new(),
            multi_pv: 1,
            overhead: Duration::ZERO,
            handicap: None,
            ponder: false,
        }
    }
}

impl Default for Request {
    /// A search for the best move without limits. It ends by itself, at depth 128 at the latest; a search
    /// whose purpose is [`Purpose::Infinite`](crate::search::Purpose::Infinite) ends only when it is stopped.
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

/// An engine that plays one ruleset. A change of rules means a new engine.
///
/// # Blocks
/// [`Self::search`], [`Self::perft`] and [`Self::start_solving`] hold the table and the threads until the
/// thread that they start ends, which an infinite search does only once it is stopped. Until then
/// [`Self::use_network`], [`Self::clear`], [`Self::resize`], [`Self::set_threads`] and
/// [`Self::start_solving`] wait, and a further search or count waits on its own thread.
/// They may come first where the thread of the search has only just been started. No other method waits
/// for a search, which keeps the position that it began with.
pub trait Engine: Send + fmt::Debug {
    /// The current game.
    fn game(&self) -> &dyn Game;

    /// Continues with another game under the same rules.
    ///
    /// # Errors
    /// When its rules differ. Nothing changes then.
    fn set_game(&mut self, game: Box<dyn Game>) -> Result<(), ForeignGame>;

    /// Plays a move in the current game.
    ///
    /// # Errors
    /// When it is illegal or the game is over. The game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<Played, MoveError>;

    /// Sets up a position (by default the start position) and plays moves from there.
    ///
    /// # Errors
    /// When the position or a move is illegal. Nothing changes then.
    fn set_up(&mut self, first: Option<&Placement>, moves: &[Move]) -> Result<(), PositionError> {
        let game = play_all(self.game().begin(first)?, moves, |game, mv| game.play(*mv))?;
        // Cannot fail: the game has the engine's own rules.
        let _ = self.set_game(game);
        Ok(())
    }

    /// [`Self::set_up`] with a FEN, and moves as [`Game::read_move`] reads them.
    ///
    /// # Errors
    /// As for [`Self::set_up`].
    fn set_up_text(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let first = fen.map(|fen| self.game().ruleset().read_fen(fen)).transpose()?;
        let game = self.game().begin(first.as_ref())?;
        let game = play_all(game, moves, |game, text| game.play_text(text))?;
        // Cannot fail: the game has the engine's own rules.
        let _ = self.set_game(game);
        Ok(())
    }

    /// Starts a search of the current position on its own thread, which ends after an
    /// [`Update::Best`].
    ///
    /// # Errors
    /// When a move to choose from is illegal, or the system lacks a thread or memory.
    fn search(&self, request: Request, sink: Sink) -> Result<Running, SearchError>;

    /// Starts to count the move sequences of `depth` plies, at most
    /// [`MAX_PERFT_DEPTH`](crate::board::MAX_PERFT_DEPTH), on its own thread, which ends after an
    /// [`Update::Perft`].
    ///
    /// # Errors
    /// When the system cannot start a thread.
    fn perft(&self, depth: u32, sink: Sink) -> io::Result<Running>;

    /// Solves the current position within limits or until `stop` is set, with a table of `hash`
    /// MiB.
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

    /// A solver for the current position, with its own table and threads.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    fn prover(&self, resources: Resources) -> Result<Box<dyn Prover>, MemoryError>;

    /// The moves with which the side to move wins within `plies` plies, of which at most a thousand
    /// count, whatever was played before. Also returns how many positions were looked at.
    ///
    /// # Errors
    /// When `stop` was set, or that would take more than `nodes` positions.
    fn short_wins(
        &self,
        plies: u32,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<(Vec<Move>, u64), OutOfNodes>;

    /// Divides the question whether `side` can force a win from the current position into jobs of
    /// at least `nodes` nodes. Earlier moves of the game do not count.
    ///
    /// # Errors
    /// When there is not enough memory.
    fn job_prover(&self, side: Side, nodes: u64) -> Result<Box<dyn JobProver>, MemoryError>;

    /// Starts to solve the current position on its own thread, which ends after an
    /// [`Update::Solved`]. Uses a table of `hash` MiB. `only` restricts the question to whether that side
    /// can force a win.
    ///
    /// Meanwhile the search's table is freed, and it is empty afterwards.
    ///
    /// # Errors
    /// When there is not enough memory for the table, or the system cannot start a thread.
    fn start_solving(
        &self,
        hash: usize,
        only: Option<Side>,
        budget: solve::Budget,
        sink: Sink,
    ) -> Result<Running, SolveError>;

    /// The name of the evaluation, for users: a network's name, or `linear`.
    fn evaluation_name(&self) -> String;

    /// Switches to a network, or with `None` to the built-in evaluation. Discards the results of
    /// earlier searches.
    ///
    /// # Errors
    /// When it is for another board. Nothing changes then.
    fn use_network(&mut self, network: Option<&Network>) -> Result<(), NetworkError>;

    /// The terms of the position's static evaluation, and their sum for the side to move.
    ///
    /// # Errors
    /// Once the king has been captured.
    fn explain(&self) -> Result<(Vec<Term>, Score), KingCaptured>;

    /// Discards the results of searches.
    fn clear(&self);

    /// Changes the size of the table, in MiB, and empties it.
    ///
    /// # Errors
    /// When the machine does not have that much memory, in which case nothing changes; or when the
    /// system refuses it anyway, in which case the table is very small.
    fn resize(&self, hash: usize) -> Result<(), MemoryError>;

    /// Changes the number of threads.
    ///
    /// # Errors
    /// When the system cannot start that many. The number stays the same then.
    fn set_threads(&self, threads: usize) -> Result<(), ResourceError>;
}

/// Plays moves in a game.
fn play_all<M: ToString>(
    mut game: Box<dyn Game>,
    moves: &[M],
    play: impl Fn(&mut dyn Game, &M) -> Result<Played, MoveError>,
) -> Result<Box<dyn Game>, PositionError> {
    for (number, mv) in (1..).zip(moves) {
        let wrong = |error| PositionError::Move { number, text: mv.to_string(), error };
        play(&mut *game, mv).map_err(wrong)?;
    }
    Ok(game)
}

/// Makes engines for one board size.
///
/// Each board has a crate with a `static` of this type. The compiler generates the board's engine
/// in that crate, so that the boards compile in parallel.
pub struct BoardEngines {
    side: usize,
    engine: MakeEngine,
    #[cfg(feature = "datagen")]
    player: crate::datagen::MakePlayer,
}

impl fmt::Debug for BoardEngines {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardEngines").field("side", &self.side).finish_non_exhaustive()
    }
}

type MakeEngine = fn(&Ruleset, Resources) -> Result<Box<dyn Engine>, EngineError>;

impl BoardEngines {
    /// Makes engines for board `B`.
    #[must_use]
    pub const fn of<B: Board>() -> Self {
        Self {
            side: B::SIDE,
            engine: |ruleset, resources| Ok(Box::new(BoardEngine::<B>::new(ruleset, resources)?)),
            #[cfg(feature = "datagen")]
            player: crate::datagen::make_player::<B>,
        }
    }

    /// The side of the board in squares. It also serves smaller games.
    #[must_use]
    pub const fn side(&self) -> usize {
        self.side
    }

    /// Makes an engine at the start position of a ruleset.
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

    /// Makes a player of self-play games. The seed determines the openings.
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
