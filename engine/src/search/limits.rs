//! When a search ends.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::score::MAX_PLY;
use super::tunables;

/// The limits of a search. Unset fields do not limit it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth of iterative deepening in plies, at least 1.
    pub depth: Option<u32>,
    /// Nodes, over all threads.
    pub nodes: Option<u64>,
    /// Nodes after which no new iteration starts. The running iteration is completed, so that every
    /// move is scored by a full search of some depth.
    pub soft_nodes: Option<u64>,
    /// Search only for a win within this many moves of the side to move, and stop once it is found.
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
    /// A move to play: saves time when there is nothing to choose or to gain.
    #[default]
    Play,
    /// Analysis: uses all the time given.
    Analysis,
    /// Analysis until stopped. The result is reported only then.
    Infinite,
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

/// A handle to stop a running search, or to signal a ponder hit.
#[derive(Debug, Default)]
pub struct Control {
    stopped: Arc<AtomicBool>,
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
        Self { pondering: Mutex::new(pondering), ..Self::default() }
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

    /// When the mover's clock started: `start`, or the time of the ponder hit. `None` while
    /// pondering.
    fn clock_started(&self, start: Instant) -> Option<Instant> {
        let pondering = self.lock();
        if pondering.active { None } else { Some(pondering.hit.unwrap_or(start)) }
    }

    /// Waits until the search may report its result: an infinite search when stopped, a pondering
    /// one when stopped or at a ponder hit.
    pub(super) fn wait_for_release(&self, purpose: Purpose) {
        let infinite = purpose == Purpose::Infinite;
        let mut pondering = self.lock();
        while !self.is_stopped() && (infinite || pondering.active) {
            pondering = self.changed.wait(pondering).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Pondering> {
        self.pondering.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The time a search may take.
#[derive(Debug)]
pub(super) struct Timer<'a> {
    control: &'a Control,
    start: Instant,
    /// No new iteration starts after this time, scaled by the stability of the best move.
    soft: Option<Duration>,
    /// The hard limit.
    hard: Option<Duration>,
    /// Time allowed beyond `hard` while the best move is failing low: a period of overtime.
    reserve: Duration,
    failing: AtomicBool,
    /// The time after which, by the last iteration, no further one was worth starting; in
    /// nanoseconds.
    enough: AtomicU64,
}

/// The minimum time for a search: enough for a few plies.
const MIN_TIME: Duration = Duration::from_millis(1);

impl<'a> Timer<'a> {
    /// Divides the available time. `overhead` is the time lost per move in transmission.
    pub fn new(limits: &Limits, control: &'a Control, start: Instant, overhead: Duration) -> Self {
        // When there is hardly more time than the overhead, keep half of it for the move itself.
        let usable = |time: Duration| (time - overhead.min(time / 2)).max(MIN_TIME);
        let (mut soft, mut hard) = (None, None);
        let mut reserve = Duration::ZERO;
        if let Some(clock) = limits.clock {
            // A fraction of the remaining time, so that it never runs out. Early moves decide most
            // games.
            let usual = tunables::time_moves() as u32;
            let moves = clock.moves_to_go.map_or(usual, |moves| moves.clamp(1, 40));
            if let Some(overtime) = clock.overtime {
                // The rest of a period is lost after a move, so use at least a whole period. Saving
                // main time is pointless once it would last less than a period.
                let whole = usable(clock.left + overtime.left);
                let share = (clock.left / moves).max(overtime.period).min(whole);
                soft = Some(share);
                let most = (clock.left.mul_f64(0.4) + overtime.left).min(whole);
                hard = Some((share * 4).min(most).max(MIN_TIME));
                // With three or more periods, one may be given up, and one is kept for emergencies.
                if overtime.periods >= 3 {
                    reserve = overtime.period;
                }
            } else {
                let left = usable(clock.left);
                let share = left / moves + clock.increment.mul_f64(0.8);
                let most = if moves == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.4) };
                soft = Some(share.min(most));
                hard = Some((share * 4).min(most).max(MIN_TIME));
            }
        }
        if let Some(time) = limits.move_time {
            let time = usable(time);
            hard = Some(hard.map_or(time, |hard: Duration| hard.min(time)));
            reserve = Duration::ZERO;
        }
        Self {
            control,
            start,
            soft,
            hard,
            reserve,
            failing: AtomicBool::new(false),
            enough: AtomicU64::new(u64::MAX),
        }
    }

    /// Records whether the best move so far is failing low.
    pub fn set_failing(&self, failing: bool) {
        self.failing.store(failing, Relaxed);
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    /// Whether the search must end at once.
    pub fn is_over(&self) -> bool {
        let Some(mut hard) = self.hard else { return false };
        if self.failing.load(Relaxed) {
            hard += self.reserve;
        }
        let over = |start: Instant| start.elapsed() >= hard || self.was_enough_at(start);
        self.control.clock_started(self.start).is_some_and(over)
    }

    /// Whether a ponder hit came after the time that the move was worth: the iteration that was
    /// running is then not completed on the mover's own clock.
    fn was_enough_at(&self, hit: Instant) -> bool {
        let pondered = hit.saturating_duration_since(self.start);
        !pondered.is_zero() && pondered.as_nanos() >= u128::from(self.enough.load(Relaxed))
    }

    /// Whether a new iteration is not worth starting. `patience` scales the time allowed; 1.0 is
    /// normal. Time spent pondering counts.
    pub fn is_enough(&self, patience: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        let enough = soft.mul_f64(patience);
        self.enough.store(u64::try_from(enough.as_nanos()).unwrap_or(u64::MAX), Relaxed);
        self.control.clock_started(self.start).is_some() && self.elapsed() >= enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn timer_for<'a>(control: &'a Control, clock: Clock) -> Timer<'a> {
        let limits = Limits { clock: Some(clock), ..Limits::default() };
        Timer::new(&limits, control, Instant::now(), Duration::from_millis(10))
    }

    #[test]
    fn no_clock_is_overdrawn() {
        let control = Control::default();
        for left in [0, 1, 5, 20, 1000, 60_000, 3_600_000] {
            for increment in [0, 10, 1000, 100_000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40), Some(u32::MAX)] {
                    let [left, increment] = [left, increment].map(Duration::from_millis);
                    let clock = Clock { left, increment, moves_to_go, overtime: None };
                    let timer = timer_for(&control, clock);
                    let way = Duration::from_millis(10).min(left / 2);
                    assert!(timer.hard.unwrap() <= (left - way).max(MIN_TIME));
                    assert!(timer.soft.unwrap() <= timer.hard.unwrap());
                }
            }
        }
    }

    #[test]
    fn no_period_of_overtime_but_a_spare_one_is_used_up() {
        let control = Control::default();
        let ms = Duration::from_millis;
        for main in [0, 1, 50, 900, 5000, 60_000, 3_600_000].map(ms) {
            for period in [1, 20, 1000, 5000, 60_000].map(ms) {
                for periods in [1, 2, 3, 10] {
                    for left in [period, period / 3] {
                        let overtime = Some(Overtime { left, period, periods });
                        let clock = Clock {
                            left: main,
                            increment: Duration::ZERO,
                            moves_to_go: None,
                            overtime,
                        };
                        let timer = timer_for(&control, clock);
                        let way = ms(10).min((main + left) / 2);
                        assert!(timer.hard.unwrap() <= (main + left - way).max(MIN_TIME));
                        assert!(timer.soft.unwrap() <= (main + left).max(MIN_TIME));
                        assert_eq!(timer.reserve, if periods < 3 { ms(0) } else { period });
                    }
                }
            }
        }
        // Ample main time is divided as without overtime. A short rest is spent in moves of one
        // period each.
        let soft = |left, period| {
            let overtime = Some(Overtime { left: period, period, periods: 3 });
            let clock = Clock { left, increment: Duration::ZERO, moves_to_go: None, overtime };
            timer_for(&control, clock).soft.unwrap()
        };
        assert_eq!(soft(ms(150_000), ms(1000)), ms(10_000));
        assert_eq!(soft(ms(2000), ms(1000)), ms(1000));
        assert_eq!(soft(ms(0), ms(1000)), ms(990));
    }

    #[test]
    fn the_spare_period_is_for_a_failing_move() {
        let control = Control::default();
        let period = Duration::from_millis(4);
        let overtime = Some(Overtime { left: period, period: period * 10_000, periods: 3 });
        let clock =
            Clock { left: Duration::ZERO, increment: Duration::ZERO, moves_to_go: None, overtime };
        let timer = timer_for(&control, clock);
        timer.set_failing(true);
        std::thread::sleep(period);
        assert!(!timer.is_over());
        timer.set_failing(false);
        assert!(timer.is_over());
    }

    #[test]
    fn a_pondering_clock_stands_still_until_the_move_is_played() {
        let limits = Limits { move_time: Some(Duration::from_millis(1)), ..Limits::default() };
        let control = Control::new(true);
        let timer = Timer::new(&limits, &control, Instant::now(), Duration::ZERO);
        std::thread::sleep(Duration::from_millis(3));
        assert!(!timer.is_over());
        control.ponder_hit();
        std::thread::sleep(Duration::from_millis(3));
        assert!(timer.is_over());
    }

    #[test]
    fn a_ponder_hit_after_enough_time_ends_the_search_at_once() {
        let clock = Clock {
            left: Duration::from_secs(600),
            increment: Duration::ZERO,
            moves_to_go: None,
            overtime: None,
        };
        for (patience, ends) in [(None, false), (Some(0.0), true), (Some(1.0), false)] {
            let control = Control::new(true);
            let timer = timer_for(&control, clock);
            if let Some(patience) = patience {
                assert!(!timer.is_enough(patience));
            }
            std::thread::sleep(Duration::from_millis(1));
            assert!(!timer.is_over(), "it still ponders");
            control.ponder_hit();
            assert_eq!(timer.is_over(), ends, "{patience:?}");
        }
        // Without pondering an iteration that has begun may go on.
        let control = Control::default();
        let timer = timer_for(&control, clock);
        assert!(timer.is_enough(0.0));
        assert!(!timer.is_over());
    }
}
