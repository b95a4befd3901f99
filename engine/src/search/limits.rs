//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::score::MAX_PLY;

/// The limits of a search. Unset fields do not limit it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of iterative deepening in plies; 0 counts as 1.
    pub depth: Option<u32>,
    /// Nodes, over all threads.
    pub nodes: Option<u64>,
    /// Nodes of the main thread after which no new iteration starts. The running iteration is
    /// completed, so that every move is scored by a full search of some depth.
    pub soft_nodes: Option<u64>,
    /// Search only for a win within this many moves of the side to move, and stop once it is found; 0
    /// counts as 1.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// The purpose of the search.
    pub purpose: Purpose,
}

impl Limits {
    /// The maximum iteration depth, in plies.
    pub(super) fn deepest(&self) -> u32 {
        let deepest = self.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 32).max(1);
        self.mate.map_or(deepest, |mate| deepest.min(longest_win(mate)))
    }
}

/// The number of plies to the latest win within this many of the mover's moves.
pub(super) fn longest_win(moves: u32) -> u32 {
    moves.saturating_mul(2).max(2) - 1
}

/// The purpose of a search, which decides when it ends within its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A move to play: saves time when there is nothing to choose or to gain. Ends in any case at the
    /// greatest depth, 128 plies.
    #[default]
    Play,
    /// Analysis: uses all the time given, but ends at the greatest depth too.
    Analysis,
    /// Analysis until stopped. The result is reported only then.
    Infinite,
}

/// How often a search that waits for its release looks at its flag. The flag may be one of the caller's, who
/// cannot wake it.
const POLL: Duration = Duration::from_millis(20);

/// A time that no search lasts, and of which sums do not overflow.
const ENDLESS: Duration = Duration::from_secs(1 << 40);

/// A time, or [`ENDLESS`] if it is longer.
pub(super) fn bounded(time: Duration) -> Duration {
    time.min(ENDLESS)
}

/// The mover's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// The time added after each move.
    pub increment: Duration,
    /// The number of moves to the next time control. `None` if there is none.
    pub moves_to_go: Option<u32>,
    /// The time beyond the main time, if any.
    pub overtime: Option<Overtime>,
}

impl Clock {
    /// The clock with its times [`bounded`].
    pub(super) fn bounded(self) -> Self {
        let overtime = self.overtime.map(|overtime| Overtime {
            left: bounded(overtime.left),
            period: bounded(overtime.period),
            ..overtime
        });
        let (left, increment) = (bounded(self.left), bounded(self.increment));
        Self { left, increment, overtime, ..self }
    }
}

/// Byo-yomi: time beyond the main clock, in periods. A period is restored for the next move unless
/// it has been used up. Using up the last one loses on time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtime {
    /// Time left in the current period. Less than the full period only while it runs.
    pub left: Duration,
    /// The length of a period.
    pub period: Duration,
    /// The number of periods, including the current one. At least 1.
    pub periods: u32,
}

/// A handle to stop a running search, or to signal a ponder hit. It is for one search: once stopped, it stays
/// stopped, and so would a further search.
#[derive(Debug, Default)]
pub struct Control {
    stopped: Arc<AtomicBool>,
    /// Whether the search began by pondering. If not, threads need no lock to know when the clock started.
    pondered: bool,
    pondering: Mutex<Pondering>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Pondering {
    active: bool,
    hit: Option<Instant>,
}

impl Control {
    /// The control of a search that is about to start. With `ponder`, the search runs on the
    /// opponent's time, with the expected move already played.
    #[must_use]
    pub fn new(ponder: bool) -> Self {
        let pondering = Pondering { active: ponder, hit: None };
        Self { pondered: ponder, pondering: Mutex::new(pondering), ..Self::default() }
    }

    /// The control of searches that end once `stop` is set.
    #[must_use]
    pub fn stopped_by(stop: Arc<AtomicBool>) -> Self {
        Self { stopped: stop, ..Self::default() }
    }

    /// Stops the search, which then reports its result.
    pub fn stop(&self) {
        let pondering = self.lock();
        self.stopped.store(true, Relaxed);
        drop(pondering);
        self.changed.notify_all();
    }

    /// Signals that the expected move was played: the clock starts now. Returns `false` if the
    /// search was not pondering.
    pub fn ponder_hit(&self) -> bool {
        let mut pondering = self.lock();
        let hit = pondering.active;
        if hit {
            *pondering = Pondering { active: false, hit: Some(Instant::now()) };
        }
        drop(pondering);
        self.changed.notify_all();
        hit
    }

    /// Whether the search is pondering.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.lock().active
    }

    /// Whether the search has been stopped.
    #[inline(always)]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// The flag that is set once the search has been stopped.
    pub(crate) fn stop_flag(&self) -> &AtomicBool {
        &self.stopped
    }

    /// When the mover's clock started: `start`, or the time of the ponder hit. `None` while
    /// pondering.
    pub(super) fn clock_started(&self, start: Instant) -> Option<Instant> {
        if !self.pondered {
            return Some(start);
        }
        let pondering = self.lock();
        if pondering.active { None } else { Some(pondering.hit.unwrap_or(start)) }
    }

    /// Waits until the search may report its result: an infinite search when stopped, a pondering
    /// one when stopped or at a ponder hit.
    pub(super) fn wait_for_release(&self, purpose: Purpose) {
        let infinite = purpose == Purpose::Infinite;
        let mut pondering = self.lock();
        while !self.is_stopped() && (infinite || pondering.active) {
            let woken = self.changed.wait_timeout(pondering, POLL);
            (pondering, _) = woken.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pondering> {
        self.pondering.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;
    use std::thread;

    use super::*;

    #[test]
    fn a_flag_of_the_caller_releases_a_search_that_waits() {
        let stop = Arc::new(AtomicBool::new(false));
        let control = Control::stopped_by(Arc::clone(&stop));
        let (sender, released) = mpsc::channel();
        thread::spawn(move || {
            control.wait_for_release(Purpose::Infinite);
            sender.send(()).unwrap();
        });
        // Until it waits.
        assert!(released.recv_timeout(Duration::from_millis(100)).is_err());
        stop.store(true, Relaxed);
        assert!(released.recv_timeout(Duration::from_secs(60)).is_ok());
    }
}
