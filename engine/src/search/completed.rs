//! The last completed iteration: the first thread to complete it ends it for all.
//!
//! Threads that go on with an old iteration search the root with other windows and another order of
//! its moves than those ahead, so that the results of the ones are of little use to the others.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::root::RootMove;
use super::worker::Worker;
use crate::board::Board;
use crate::eval::Evaluation;

/// The deepest iteration that any thread has completed.
#[derive(Default)]
pub(super) struct Completed {
    /// Its depth in plies, and 0 before the first. Written only with the iteration locked.
    depth: AtomicU32,
    iteration: Mutex<Iteration>,
}

impl Completed {
    fn known(&self) -> MutexGuard<'_, Iteration> {
        // An iteration is only assigned as a whole, so it is sound even if a thread panicked.
        self.iteration.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A completed iteration.
#[derive(Default)]
struct Iteration {
    /// The longest line searched, in plies.
    seldepth: usize,
    /// The moves of the root, best first.
    moves: Vec<RootMove>,
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Whether another thread has completed this thread's iteration.
    pub(super) fn is_late(&self) -> bool {
        let completed = self.context.shared.completed.depth.load(Relaxed);
        self.context.busy.is_some() && completed >= self.root.iteration as u32
    }

    /// Publishes this thread's completed iteration, unless another thread was faster.
    pub(super) fn publish(&self) {
        let depth = self.root.iteration as u32;
        let completed = &self.context.shared.completed;
        let mut known = completed.known();
        if completed.depth.load(Relaxed) < depth {
            let moves = self.root.moves.clone();
            *known = Iteration { seldepth: self.counter.seldepth, moves };
            completed.depth.store(depth, Relaxed);
        }
    }

    /// Takes over the results of the last completed iteration.
    pub(super) fn take_over(&mut self) {
        let completed = &self.context.shared.completed;
        let known = completed.known();
        self.root.iteration = completed.depth.load(Relaxed) as i32;
        self.root.moves.clone_from(&known.moves);
        self.counter.seldepth = known.seldepth;
        if self.index == 0 {
            self.context.shared.timer.set_failing(false);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::search::test_worker::with_worker;

    #[test]
    fn a_late_thread_takes_over_the_last_completed_iteration() {
        with_worker(|worker, _| {
            worker.root.iteration = 4;
            assert!(!worker.is_late());
            let best = worker.root.moves.len() - 1;
            worker.root.moves.swap(0, best);
            worker.root.moves[0].score = 77;
            worker.counter.seldepth = 9;
            worker.publish();
            let published = worker.root.moves[0].mv;

            worker.root.moves.swap(0, best);
            worker.root.moves[0].score = 11;
            worker.root.iteration = 3;
            worker.counter.seldepth = 3;
            assert!(worker.is_late());
            worker.publish();
            worker.take_over();
            assert_eq!((worker.root.moves[0].mv, worker.root.moves[0].score), (published, 77));
            assert_eq!((worker.root.iteration, worker.counter.seldepth), (4, 9));

            worker.root.iteration = 5;
            assert!(!worker.is_late());
        });
    }
}
