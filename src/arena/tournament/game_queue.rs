//! The games to play next, for several workers.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::fixture::Fixture;

/// How often a waiting worker checks whether the match was stopped.
const POLL: Duration = Duration::from_millis(50);

/// The games to play next. In some formats results decide which these are, so that workers may have
/// to wait.
#[derive(Debug)]
pub(super) struct GameQueue {
    waiting: Mutex<Waiting>,
    changed: Condvar,
}

#[derive(Debug)]
struct Waiting {
    games: VecDeque<Fixture>,
    /// Whether games may still be added.
    open: bool,
}

impl GameQueue {
    /// A queue of these games; `open` says whether more may follow.
    pub fn new(games: &[Fixture], open: bool) -> Self {
        let waiting = Waiting { games: games.iter().copied().collect(), open };
        Self { waiting: Mutex::new(waiting), changed: Condvar::new() }
    }

    /// Adds games.
    pub fn add(&self, games: impl IntoIterator<Item = Fixture>, open: bool) {
        let mut waiting = self.lock();
        waiting.games.extend(games);
        waiting.open = open;
        self.changed.notify_all();
    }

    /// The next game. `None` if there is none and will be none, or once `stop` is set.
    pub fn next(&self, stop: &AtomicBool) -> Option<Fixture> {
        let mut waiting = self.lock();
        while !stop.load(Ordering::Relaxed) {
            if let Some(game) = waiting.games.pop_front() {
                return Some(game);
            }
            if !waiting.open {
                break;
            }
            let woken = self.changed.wait_timeout(waiting, POLL);
            waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
        None
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
