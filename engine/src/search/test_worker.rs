//! A worker for tests of its parts.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::busy::Busy;
use super::completed::Completed;
use super::history::History;
use super::limits::{Control, Limits};
use super::node::Node;
use super::root::Root;
use super::table::TranspositionTable;
use super::timer::Timer;
use super::worker::{Shared, ThreadData, Worker};
use crate::board::{Board7, BoardGame, BoardRules};
use crate::eval::{Evaluation, LinearEvaluation};
use crate::rules::find;

/// A worker on the smallest board.
pub(super) type TestWorker<'a> = Worker<'a, Board7, LinearEvaluation>;

/// Runs `work` with a worker of a two-threaded search at the start of a game, and with the start as a
/// node one ply from the root.
pub(super) fn with_worker(work: impl FnOnce(&mut TestWorker<'_>, &Node<Board7>)) {
    let rules = Arc::new(BoardRules::<Board7>::new(find("brandub-walker").unwrap()).unwrap());
    let limits = Limits::default();
    let control = Control::default();
    let game = BoardGame::new(Arc::clone(&rules));
    let shared = Shared {
        rules: &*rules,
        root: Root::new(&game, &[]).unwrap(),
        evaluation: &LinearEvaluation::new(&*rules),
        table: &TranspositionTable::new(1).unwrap(),
        history: &History::new::<Board7>(),
        busy: Some(Busy::new(2)),
        limits: &limits,
        control: &control,
        timer: Timer::new(&limits, &control, Instant::now(), Duration::ZERO),
        finished: AtomicBool::new(false),
        completed: Completed::default(),
        nodes: (0..2).map(|_| Default::default()).collect(),
        multi_pv: 1,
    };
    let mut data = ThreadData::new::<Board7>(shared.evaluation.memory(8));
    let mut silent = |_: super::SearchEvent| {};
    let mut worker = Worker::new(&shared, 0, &mut data, &mut silent);
    worker.root.iteration = 1;
    let node = Node { ply: 1, ..worker.root() };
    work(&mut worker, &node);
}
