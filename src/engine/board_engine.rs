//! The engine on a board of one size.

use std::io;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{Builder, JoinHandle};
use std::time::{Duration, Instant};

use super::jobs::{BoardJobs, JobProver};
use super::prover::{BoardProver, Prover};
use super::update::{Sink, Update, update};
use super::{
    Engine, EngineError, PositionError, Request, Resources, SearchError, SolveError, Step,
};
use crate::board::{Board, BoardGame, BoardRules, Game, Move, move_name};
use crate::eval::network::{Network, NetworkError};
use crate::eval::{BoardEvaluation, Chances, Evaluation, Term};
use crate::rules::{Ruleset, Side};
use crate::search::score::Score;
use crate::search::{
    Control, Event, MemoryError, ResourceError, SearchResult, Searcher, WeakSearcher,
};
use crate::solve::{self, JobTree, Progress, Solution, Solver};

/// An engine on board `B`.
pub(super) struct BoardEngine<B: Board> {
    game: BoardGame<B>,
    evaluation: Arc<BoardEvaluation<B>>,
    /// Held by the thread that searches.
    searcher: Arc<Mutex<BoardSearcher<B>>>,
}

/// How often a proof tells its state.
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
    /// Does something with the searcher, once no search holds it.
    fn with_searcher<R>(&self, work: impl FnOnce(&mut BoardSearcher<B>) -> R) -> R {
        work(&mut self.searcher.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Starts a thread that is given the searcher and the game as it stands.
    fn spawn(
        &self,
        work: impl FnOnce(&mut BoardSearcher<B>, &BoardGame<B>) + Send + 'static,
    ) -> io::Result<JoinHandle<()>> {
        let (game, searcher) = (self.game.clone(), Arc::clone(&self.searcher));
        Builder::new().name("search".to_owned()).spawn(move || {
            work(&mut searcher.lock().unwrap_or_else(PoisonError::into_inner), &game);
        })
    }

    /// Reads the names of the moves to choose from.
    fn read_search_moves(&self, names: &[String]) -> Result<Vec<Move>, SearchError> {
        let read = |(index, text): (usize, &String)| {
            self.game.read(text).map_err(|error| SearchError::SearchMove {
                number: index + 1,
                text: text.clone(),
                error,
            })
        };
        names.iter().enumerate().map(read).collect()
    }
}

impl<B: Board> Engine for BoardEngine<B> {
    fn game(&self) -> &dyn Game {
        &self.game
    }

    fn retrace(&mut self, fen: Option<&str>, steps: &[Step]) -> Result<(), PositionError> {
        let rules = Arc::clone(self.game.rules());
        let mut game = match fen {
            Some(fen) => BoardGame::from_fen(rules, fen)?,
            None => BoardGame::new(rules),
        };
        for (number, step) in (1..).zip(steps) {
            match step {
                Step::Position(fen) => game.go_on_from(fen)?,
                Step::Move(text) => {
                    let wrong = |error| PositionError::Move { number, text: text.clone(), error };
                    game.play_text(text).map_err(wrong)?;
                }
            }
        }
        self.game = game;
        Ok(())
    }

    fn search(
        &self,
        request: Request,
        control: Arc<Control>,
        mut sink: Sink,
    ) -> Result<JoinHandle<()>, SearchError> {
        let Request { mut limits, search_moves, multi_pv, overhead, handicap } = request;
        limits.search_moves = self.read_search_moves(&search_moves)?;
        let handicap = handicap.filter(|_| limits.mate.is_none());
        let weak = handicap
            .map(|handicap| WeakSearcher::new(Arc::clone(&self.evaluation), handicap))
            .transpose()?;
        let thread = self.spawn(move |searcher, game| {
            let chances = Chances::of(game.rules().ruleset());
            let mut report = |event: Event| sink(update::<B>(event, &chances));
            let (limits, control, report) = (&limits, &*control, &mut report);
            let answer = match weak {
                Some(weak) => weak.think(game, limits, multi_pv, overhead, control, report),
                None => searcher.think(game, limits, multi_pv, overhead, control, report),
            };
            sink(best(game, &answer));
        })?;
        Ok(thread)
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
        limits: &solve::Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<String>),
    ) -> Result<Solution<String>, MemoryError> {
        Ok(self.prover(Resources { hash, threads: 1 })?.prove(limits, stop, report))
    }

    fn prover(&self, resources: Resources) -> Result<Box<dyn Prover>, MemoryError> {
        let Resources { hash, threads } = resources;
        let solver = Solver::new(hash)?.with_threads(threads);
        Ok(Box::new(BoardProver { game: self.game.clone(), solver }))
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
        give_up: Arc<AtomicBool>,
        mut sink: Sink,
    ) -> Result<JoinHandle<()>, SolveError> {
        let mut prover = self.prover(Resources { hash, threads: 1 })?;
        if let Some(side) = only {
            prover.ask_only(side);
        }
        let thread = Builder::new().name("solve".to_owned()).spawn(move || {
            let mut told = Duration::ZERO;
            let mut report = |progress: &Progress<String>| {
                if progress.elapsed - told >= PROGRESS_INTERVAL {
                    told = progress.elapsed;
                    sink(Update::Solving(progress.clone()));
                }
            };
            let solution = prover.prove(&budget, &give_up, &mut report);
            sink(Update::Solved(solution));
        })?;
        Ok(thread)
    }

    fn explain(&self) -> (Vec<Term>, Score) {
        let (rules, position) = (self.game.rules(), self.game.position());
        let total = self.evaluation.evaluate(rules, &mut self.evaluation.memory(0), 0, position);
        let chances = Chances::of(rules.ruleset());
        let mut terms = self.evaluation.explain(rules, position);
        for term in &mut terms {
            term.value = chances.normal(term.value);
        }
        (terms, chances.normal(total))
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

/// A search's answer with moves by name, and the escapes that its best move announces.
fn best<B: Board>(game: &BoardGame<B>, answer: &SearchResult) -> Update {
    let best = answer.best.map(move_name::<B>);
    let mut after = game.clone();
    let announced = match &best {
        // An attackers' move leaves what the king has announced before, which is not news.
        Some(name) if game.to_move() == Side::Defenders && after.play_text(name).is_ok() => {
            after.announced()
        }
        _ => Vec::new(),
    };
    let ponder = answer.ponder.map(move_name::<B>);
    Update::Best { best, ponder, announced, nodes: answer.nodes }
}
