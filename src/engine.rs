//! An engine for a game of any size: a position, a searcher, and a way to set them to work.
//!
//! It stands between the rooms that know a board's size and those that know text only: moves and
//! positions go in and out by name.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use crate::board::{
    Board, BoardGame, BoardRules, BoardVisitor, FenError, Game, MoveError, SetupError, move_name,
    with_board,
};
use crate::eval::{Evaluation, LinearEvaluation, Term};
use crate::rules::{Ruleset, Side};
use crate::search::score::Score;
use crate::search::{Control, Event, Limits, Line, MemoryError, ResourceError, Searcher};
use crate::solve::{Budget, Progress, Solution, Solver};

/// Sizes of what a search uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    /// The size of the transposition table, in MiB, from 1.
    pub hash: usize,
    /// The number of threads, from 1.
    pub threads: usize,
}

/// What to search for.
#[derive(Clone, Debug)]
pub struct Request {
    /// When to end. Its `search_moves` are taken from the names below.
    pub limits: Limits,
    /// The names of the moves to choose from; all, if there are none.
    pub search_moves: Vec<String>,
    /// How many lines to find, from 1.
    pub multi_pv: usize,
    /// What each move loses of its time on its way.
    pub overhead: Duration,
}

/// What an engine at work tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Update {
    /// A line of moves and its score.
    Line(LineReport),
    /// The root move being searched, in a long search.
    CurrentMove {
        /// The depth of search in plies.
        depth: u32,
        /// The move.
        mv: String,
        /// Its number in the order of search, from 1.
        number: usize,
    },
    /// The end of a search.
    Best {
        /// The best move; none, if the game is over.
        best: Option<String>,
        /// The answer expected to it.
        ponder: Option<String>,
        /// The escape squares announced by playing it.
        announced: Vec<String>,
        /// The nodes searched, by all threads.
        nodes: u64,
    },
    /// The end of counting move sequences.
    Perft {
        /// The first moves with the number of sequences that begin with each, sorted by name; none,
        /// if counting was stopped.
        counts: Option<Vec<(String, u64)>>,
        /// The depth that was counted, in plies.
        depth: u32,
        /// The time it took.
        elapsed: Duration,
    },
}

/// A line with its moves by name.
pub type LineReport = Line<String>;

/// Takes what an engine at work tells.
pub type Sink = Box<dyn FnMut(Update) + Send>;

/// Why a position could not be set up.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PositionError {
    /// The FEN is not a position of the ruleset.
    #[error("bad FEN: {0}")]
    Fen(#[from] FenError),
    /// A move cannot be played.
    #[error("move {number} ({text}) cannot be played: {error}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// The move as it was written.
        text: String,
        /// Why not.
        error: MoveError,
    },
}

/// An engine that plays one ruleset.
pub trait Engine: Send {
    /// The game as it stands.
    fn game(&self) -> &dyn Game;

    /// Sets up a position, the start position if there is no FEN, and plays moves.
    ///
    /// # Errors
    /// When the position or a move is not legal; nothing is changed then.
    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError>;

    /// Begins to search where the game stands, on a thread of its own, which ends after an
    /// [`Update::Best`].
    ///
    /// # Errors
    /// When the system gives no thread.
    fn search(
        &self,
        request: Request,
        control: Arc<Control>,
        sink: Sink,
    ) -> io::Result<JoinHandle<()>>;

    /// Begins to count the move sequences of a length, on a thread of its own, which ends after an
    /// [`Update::Perft`].
    ///
    /// # Errors
    /// When the system gives no thread.
    fn perft(&self, depth: u32, control: Arc<Control>, sink: Sink) -> io::Result<JoinHandle<()>>;

    /// Finds out what can be forced from where the game stands, within a budget or until `stop`
    /// is set, with a table of `hash` MiB.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    fn solve(
        &self,
        hash: usize,
        budget: &Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Solution<String>, MemoryError>;

    /// What the static evaluation of the position is made of, and its sum for the side to move.
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
    /// When the system does not give so many; the number stays then.
    fn set_threads(&self, threads: usize) -> Result<(), ResourceError>;
}

/// Why there is no engine for a ruleset.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The ruleset has no board or no legal start position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The system does not have what the engine is to use.
    #[error(transparent)]
    Resources(#[from] ResourceError),
}

/// Makes an engine for a ruleset, at its start position.
///
/// # Errors
/// When there is no board for the ruleset, or the resources are not to be had.
pub fn new_engine(ruleset: &Ruleset, resources: Resources) -> Result<Box<dyn Engine>, EngineError> {
    struct Make<'a>(&'a Ruleset, Resources);

    impl BoardVisitor for Make<'_> {
        type Output = Result<Box<dyn Engine>, EngineError>;

        fn visit<B: Board>(self) -> Self::Output {
            let rules = BoardRules::<B>::new(self.0)?;
            let Resources { hash, threads } = self.1;
            let evaluation = Arc::new(LinearEvaluation::new(&rules));
            let searcher =
                Searcher::<B, LinearEvaluation>::new(Arc::clone(&evaluation), hash, threads)?;
            Ok(Box::new(BoardEngine {
                game: BoardGame::new(Arc::new(rules)),
                evaluation,
                searcher: Arc::new(Mutex::new(searcher)),
            }))
        }
    }

    let side = ruleset.side_length();
    with_board(side, Make(ruleset, resources)).unwrap_or(Err(SetupError::Size(side).into()))
}

/// An engine on board `B`.
struct BoardEngine<B: Board, E: Evaluation<B>> {
    game: BoardGame<B>,
    evaluation: Arc<E>,
    /// Held by the thread that searches.
    searcher: Arc<Mutex<Searcher<B, E>>>,
}

impl<B: Board, E: Evaluation<B> + 'static> BoardEngine<B, E> {
    /// Does something with the searcher, once no search holds it.
    fn with_searcher<R>(&self, work: impl FnOnce(&mut Searcher<B, E>) -> R) -> R {
        work(&mut self.searcher.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a thread that has the searcher and the game as it stands.
    fn spawn(
        &self,
        work: impl FnOnce(&mut Searcher<B, E>, &BoardGame<B>) + Send + 'static,
    ) -> io::Result<JoinHandle<()>> {
        let (game, searcher) = (self.game.clone(), Arc::clone(&self.searcher));
        Builder::new().name("search".to_owned()).spawn(move || {
            work(&mut searcher.lock().unwrap_or_else(PoisonError::into_inner), &game);
        })
    }
}

impl<B: Board, E: Evaluation<B> + 'static> Engine for BoardEngine<B, E> {
    fn game(&self) -> &dyn Game {
        &self.game
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Result<(), PositionError> {
        let rules = Arc::clone(self.game.rules());
        let mut game = match fen {
            Some(fen) => BoardGame::from_fen(rules, fen)?,
            None => BoardGame::new(rules),
        };
        for (index, text) in moves.iter().enumerate() {
            game.play_text(text).map_err(|error| PositionError::Move {
                number: index + 1,
                text: text.clone(),
                error,
            })?;
        }
        self.game = game;
        Ok(())
    }

    fn search(
        &self,
        request: Request,
        control: Arc<Control>,
        mut sink: Sink,
    ) -> io::Result<JoinHandle<()>> {
        let Request { mut limits, search_moves, multi_pv, overhead } = request;
        limits.search_moves =
            search_moves.iter().filter_map(|name| self.game.read(name).ok()).collect();
        self.spawn(move |searcher, game| {
            let mut report = |event: Event| sink(update::<B>(event));
            let answer = searcher.think(game, &limits, multi_pv, overhead, &control, &mut report);
            let mut after = game.clone();
            let best = answer.best.map(move_name::<B>);
            let announced = match &best {
                Some(name) if after.play_text(name).is_ok() => after.announced(),
                _ => Vec::new(),
            };
            // What the king has announced before is no news after an attacker move.
            let own = game.to_move() == Side::Defenders;
            sink(Update::Best {
                best,
                ponder: answer.ponder.map(move_name::<B>),
                announced: if own { announced } else { Vec::new() },
                nodes: answer.nodes,
            });
        })
    }

    fn perft(
        &self,
        depth: u32,
        control: Arc<Control>,
        mut sink: Sink,
    ) -> io::Result<JoinHandle<()>> {
        self.spawn(move |searcher, game| {
            let start = Instant::now();
            let stopped = || control.is_stopped();
            let position = game.position();
            let counts =
                searcher.install(|| game.rules().divide(position, depth, &stopped)).map(|counts| {
                    let mut counts: Vec<(String, u64)> =
                        counts.into_iter().map(|(mv, count)| (move_name::<B>(mv), count)).collect();
                    counts.sort_unstable();
                    counts
                });
            sink(Update::Perft { counts, depth, elapsed: start.elapsed() });
        })
    }

    fn solve(
        &self,
        hash: usize,
        budget: &Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress),
    ) -> Result<Solution<String>, MemoryError> {
        let solution = Solver::new(hash)?.solve(&self.game, budget, stop, report);
        let Solution { answer, line, complete, plies, nodes, elapsed } = solution;
        let line = line.into_iter().map(move_name::<B>).collect();
        Ok(Solution { answer, line, complete, plies, nodes, elapsed })
    }

    fn explain(&self) -> (Vec<Term>, Score) {
        let (rules, position) = (self.game.rules(), self.game.position());
        let state = self.evaluation.begin(rules, position);
        let total = self.evaluation.evaluate(rules, &state, position);
        (self.evaluation.explain(rules, position), total)
    }

    fn clear(&self) {
        self.with_searcher(Searcher::clear);
    }

    fn resize(&self, hash: usize) -> Result<(), MemoryError> {
        self.with_searcher(|searcher| searcher.resize(hash))
    }

    fn set_threads(&self, threads: usize) -> Result<(), ResourceError> {
        self.with_searcher(|searcher| searcher.set_threads(threads))
    }
}

/// A search's event with moves by name.
fn update<B: Board>(event: Event) -> Update {
    match event {
        Event::CurrentMove { depth, mv, number } => {
            Update::CurrentMove { depth, mv: move_name::<B>(mv), number }
        }
        Event::Line(line) => Update::Line(line.map_moves(move_name::<B>)),
    }
}
