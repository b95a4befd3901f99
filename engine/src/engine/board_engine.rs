//! The engine for one board size.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use std::{fmt, io};

use super::jobs::{BoardJobs, JobProver};
use super::proof_beside::ProofBeside;
use super::prover::{BoardProver, Prover};
use super::running::Running;
use super::update::{Sink, Update, update};
use super::{
    Engine, EngineError, ForeignGame, KingCaptured, Request, Resources, SearchError, SolveError,
};
use crate::board::{Bits, Board, BoardGame, BoardMove, BoardRules, MoveError, coordinates, named};
use crate::eval::network::{Network, NetworkError};
use crate::eval::{BoardEvaluation, Chances, Evaluation, Term};
use crate::game::{Game, Played};
use crate::rules::{Ruleset, Side};
use crate::search::score::Score;
use crate::search::{
    Control, MemoryError, ResourceError, SearchEvent, SearchResult, Searcher, Task, WeakSearcher,
};
use crate::solve::{self, JobTree, OutOfNodes, Progress, ShortWins, Solution, Solver};
use crate::types::Move;

/// An engine on board `B`.
pub(super) struct BoardEngine<B: Board> {
    game: BoardGame<B>,
    evaluation: Arc<BoardEvaluation<B>>,
    /// Locked by the searching thread.
    searcher: Arc<Mutex<BoardSearcher<B>>>,
}

/// The interval between progress reports of a proof.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(1);

type BoardSearcher<B> = Searcher<B, BoardEvaluation<B>>;

impl<B: Board> BoardEngine<B> {
    /// An engine at the start position of a ruleset.
    pub fn new(ruleset: &Ruleset, resources: Resources) -> Result<Self, EngineError> {
        let rules = BoardRules::<B>::new(ruleset)?;
        let Resources { hash, threads } = resources;
        let evaluation = Arc::new(BoardEvaluation::of(&rules));
        let searcher = Searcher::new(Arc::clone(&evaluation), hash, threads)?;
        let game = BoardGame::new(Arc::new(rules));
        Ok(Self { game, evaluation, searcher: Arc::new(Mutex::new(searcher)) })
    }
}

impl<B: Board> BoardEngine<B> {
    /// Runs `work` with the searcher. Waits for a running search to release it.
    fn with_searcher<R>(&self, work: impl FnOnce(&mut BoardSearcher<B>) -> R) -> R {
        work(&mut self.searcher.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a thread with the searcher and a copy of the current game.
    fn start(
        &self,
        control: Control,
        work: impl FnOnce(&mut BoardSearcher<B>, &BoardGame<B>, &Control) + Send + 'static,
    ) -> io::Result<Running> {
        let (game, searcher) = (self.game.clone(), Arc::clone(&self.searcher));
        Running::start("search", control, move |control| {
            work(&mut searcher.lock().unwrap_or_else(PoisonError::into_inner), &game, control);
        })
    }

    /// Converts the moves to choose from to moves of this board.
    fn find_search_moves(&self, moves: &[Move]) -> Result<Vec<BoardMove>, SearchError> {
        let find = |(index, mv): (usize, &Move)| {
            self.game.find(*mv).map_err(|error| SearchError::SearchMove {
                number: index + 1,
                text: mv.to_string(),
                error,
            })
        };
        moves.iter().enumerate().map(find).collect()
    }
}

impl<B: Board> fmt::Debug for BoardEngine<B> {
    /// The game. The searcher is left out: a running search has locked it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardEngine").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<B: Board> Engine for BoardEngine<B> {
    fn game(&self) -> &dyn Game {
        &self.game
    }

    fn set_game(&mut self, game: Box<dyn Game>) -> Result<(), ForeignGame> {
        let game: Box<dyn Any> = game;
        let game = game.downcast::<BoardGame<B>>().map_err(|_| ForeignGame)?;
        if game.rules().ruleset() != self.game.rules().ruleset() {
            return Err(ForeignGame);
        }
        self.game = *game;
        Ok(())
    }

    fn play(&mut self, mv: Move) -> Result<Played, MoveError> {
        Game::play(&mut self.game, mv)
    }

    fn search(&self, request: Request, mut sink: Sink) -> Result<Running, SearchError> {
        let Request { limits, search_moves, multi_pv, overhead, handicap, ponder } = request;
        let search_moves = self.find_search_moves(&search_moves)?;
        let handicap = handicap.filter(|_| limits.mate.is_none());
        let weak = handicap
            .map(|handicap| WeakSearcher::new(Arc::clone(&self.evaluation), handicap))
            .transpose()?;
        let evaluation = Arc::clone(&self.evaluation);
        let running = self.start(Control::new(ponder), move |searcher, game, control| {
            let chances = Chances::of(game.rules().ruleset());
            let mut report = |event: SearchEvent| {
                stop_if_asked(sink(update::<B>(event, &chances)), control);
            };
            let search_moves = &search_moves;
            let task = Task { game, limits: &limits, search_moves, multi_pv, overhead };
            let answer = match weak {
                Some(weak) => weak.think(&task, control, &mut report),
                None => {
                    let mut proof = ProofBeside::new(game, &evaluation);
                    searcher.think_beside(Some(&mut proof), &task, control, &mut report)
                }
            };
            stop_if_asked(sink(best(game, &answer)), control);
        })?;
        Ok(running)
    }

    fn perft(&self, depth: u32, mut sink: Sink) -> io::Result<Running> {
        self.start(Control::default(), move |searcher, game, control| {
            let start = Instant::now();
            let stopped = || control.is_stopped();
            let position = game.position();
            let counts =
                searcher.install(|| game.rules().divide(position, depth, &stopped)).map(|counts| {
                    let mut counts: Vec<(Move, u64)> =
                        counts.into_iter().map(|(mv, count)| (named::<B>(mv), count)).collect();
                    sort_by_move(&mut counts);
                    counts
                });
            stop_if_asked(sink(Update::Perft { counts, depth, elapsed: start.elapsed() }), control);
        })
    }

    fn solve(
        &self,
        hash: usize,
        limits: &solve::Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Result<Solution<Move>, MemoryError> {
        Ok(self.prover(Resources { hash, threads: 1 })?.prove(limits, stop, report))
    }

    fn prover(&self, resources: Resources) -> Result<Box<dyn Prover>, MemoryError> {
        let Resources { hash, threads } = resources;
        let solver = Solver::new(hash)?.with_threads(threads);
        Ok(Box::new(BoardProver { game: self.game.clone(), solver }))
    }

    fn short_wins(
        &self,
        plies: u32,
        nodes: u64,
        stop: &AtomicBool,
    ) -> Result<(Vec<Move>, u64), OutOfNodes> {
        let position = self.game.position();
        let mut search = ShortWins::new(self.game.rules(), position.to_move(), nodes, stop);
        let (moves, left) = search.first_moves(position, plies)?;
        Ok((moves.into_iter().map(named::<B>).collect(), nodes - left))
    }

    fn job_prover(&self, side: Side, nodes: u64) -> Result<Box<dyn JobProver>, MemoryError> {
        let tree = JobTree::new(&self.game, side, nodes)?;
        Ok(Box::new(BoardJobs { game: self.game.clone(), tree }))
    }

    fn start_solving(
        &self,
        hash: usize,
        only: Option<Side>,
        budget: solve::Budget,
        mut sink: Sink,
    ) -> Result<Running, SolveError> {
        self.with_searcher(Searcher::release_table);
        let mut prover = self
            .prover(Resources { hash, threads: 1 })
            .inspect_err(|_| self.with_searcher(restore_table))?;
        if let Some(side) = only {
            prover.ask_only(side);
        }
        let searcher = Arc::clone(&self.searcher);
        let prove = move |control: &Control| {
            let searcher = searcher.lock().unwrap_or_else(PoisonError::into_inner);
            let _without_table = WithoutTable(searcher);
            // Of these two the later one goes first, also after a panic: the proof makes room for the table.
            let mut prover = prover;
            let mut told = Duration::ZERO;
            let mut report = |progress: &Progress<Move>| {
                if progress.elapsed - told >= PROGRESS_INTERVAL {
                    told = progress.elapsed;
                    stop_if_asked(sink(Update::Solving(progress.clone())), control);
                }
            };
            let solution = prover.prove(&budget, control.stop_flag(), &mut report);
            stop_if_asked(sink(Update::Solved(solution)), control);
        };
        let running = Running::start("solve", Control::default(), prove);
        Ok(running.inspect_err(|_| self.with_searcher(restore_table))?)
    }

    fn explain(&self) -> Result<(Vec<Term>, Score), KingCaptured> {
        let (rules, position) = (self.game.rules(), self.game.position());
        if position.king().is_empty() {
            return Err(KingCaptured);
        }
        let total = self.evaluation.evaluate(rules, &mut self.evaluation.memory(0), 0, position);
        let chances = Chances::of(rules.ruleset());
        let mut terms = self.evaluation.explain(rules, position);
        for term in &mut terms {
            term.value = chances.normal(term.value);
        }
        Ok((terms, chances.normal(total)))
    }

    fn evaluation_name(&self) -> String {
        self.evaluation.name()
    }

    fn use_network(&mut self, network: Option<&Network>) -> Result<(), NetworkError> {
        let rules = self.game.rules();
        let evaluation = match network {
            None => BoardEvaluation::of(rules),
            Some(network) => BoardEvaluation::with(network, rules)?,
        };
        self.evaluation = Arc::new(evaluation);
        let evaluation = Arc::clone(&self.evaluation);
        self.with_searcher(|searcher| searcher.set_evaluation(evaluation));
        Ok(())
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

/// Stops the work if its sink wants no more reports.
fn stop_if_asked(flow: ControlFlow<()>, control: &Control) {
    if flow.is_break() {
        control.stop();
    }
}

/// The result of a search, with the escapes that its best move announces.
fn best<B: Board>(game: &BoardGame<B>, answer: &SearchResult) -> Update {
    let announced = match answer.best {
        // An attackers' move keeps the king's earlier announcement, which the host already knows.
        Some(mv) if game.to_move() == Side::Defenders => {
            let after = game.rules().play_unchecked(game.position(), mv);
            coordinates::<B>(after.announced())
        }
        _ => Vec::new(),
    };
    let (best, ponder) = (answer.best.map(named::<B>), answer.ponder.map(named::<B>));
    Update::Best { best, ponder, announced, nodes: answer.nodes }
}

/// A searcher whose table has made room for a proof. It gets it back even if the proof panics.
struct WithoutTable<'a, B: Board>(MutexGuard<'a, BoardSearcher<B>>);

impl<B: Board> Drop for WithoutTable<'_, B> {
    fn drop(&mut self) {
        restore_table(&mut self.0);
    }
}

fn restore_table<B: Board>(searcher: &mut BoardSearcher<B>) {
    // A table of that size was there before. Without one, searches use a very small one.
    let _ = searcher.restore_table();
}

fn sort_by_move(counts: &mut [(Move, u64)]) {
    counts.sort_unstable();
}
