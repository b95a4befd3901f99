//! When a search ends.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::score::MAX_PLY;
use super::tunables;
use crate::board::BoardMove;

/// What a search may use; what is not set does not limit it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Plies of iterative deepening, from 1.
    pub depth: Option<u32>,
    /// Nodes, over all threads.
    pub nodes: Option<u64>,
    /// Nodes after which no further iteration is begun, however far the one at work is: each move is
    /// judged by a whole search of some depth.
    pub soft_nodes: Option<u64>,
    /// Look only for a win within this many moves of the side to move, and stop when it is found.
    pub mate: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// The mover's clock.
    pub clock: Option<Clock>,
    /// What the search is for.
    pub purpose: Purpose,
    /// The moves to choose from; all of them, if this is empty.
    pub search_moves: Vec<BoardMove>,
}

impl Limits {
    /// The deepest iteration, in plies.
    pub(super) fn deepest(&self) -> u32 {
        let deepest = self.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 32).max(1);
        // A win within n moves is at most 2n - 1 plies away.
        self.mate.map_or(deepest, |mate| deepest.min(mate.saturating_mul(2).max(2) - 1))
    }
}

/// What a search is for, which decides when it ends within its limits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// A move to play: time is saved where there is nothing to choose or nothing to gain.
    #[default]
    Play,
    /// To know more: all the time given is used.
    Analysis,
    /// To know more until it is told to stop; only then does it answer.
    Infinite,
}

/// The mover's clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// The time left.
    pub left: Duration,
    /// What is added after each move.
    pub increment: Duration,
    /// The number of moves until more time is added, if it will be.
    pub moves_to_go: Option<u32>,
    /// What there is when the time left is used up, if anything.
    pub overtime: Option<Overtime>,
}

/// Byo-yomi: time beyond the clock, in periods, each of which is whole again with the next move
/// unless it has been used up. The last one must not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overtime {
    /// What is left of the first period; less than all of it only while it runs.
    pub left: Duration,
    /// How long a period is.
    pub period: Duration,
    /// How many periods there are, the first included; from 1.
    pub periods: u32,
}

/// How others tell a running search to stop, or that it ponders no more.
#[derive(Debug, Default)]
pub struct Control {
    stopped: AtomicBool,
    pondering: Mutex<Pondering>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Pondering {
    active: bool,
    hit: Option<Instant>,
}

impl Control {
    /// The control of a search that is about to start; with `ponder`, while the other side is still
    /// thinking and its expected move is already played.
    #[must_use]
    pub fn new(ponder: bool) -> Self {
        let pondering = Pondering { active: ponder, hit: None };
        Self { pondering: Mutex::new(pondering), ..Self::default() }
    }

    /// Tells the search to end and answer.
    pub fn stop(&self) {
        let pondering = self.lock();
        self.stopped.store(true, Relaxed);
        drop(pondering);
        self.changed.notify_all();
    }

    /// Tells the search that the expected move was played: its clock runs from now on. False if it
    /// was not pondering.
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

    /// Whether the search waits for the expected move to be played.
    #[must_use]
    pub fn is_pondering(&self) -> bool {
        self.lock().active
    }

    /// Whether the search has been told to end.
    #[inline(always)]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Relaxed)
    }

    /// Since when the mover's clock runs: `start`, or when the ponder move was played; none while it
    /// does not run.
    fn clock_started(&self, start: Instant) -> Option<Instant> {
        let pondering = self.lock();
        if pondering.active { None } else { Some(pondering.hit.unwrap_or(start)) }
    }

    /// Waits until the search may answer: an infinite one when stopped, a pondering one when
    /// stopped or when the expected move is played.
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
    /// Not to begin another iteration after; scaled by how settled the best move is.
    soft: Option<Duration>,
    /// Never to be passed.
    hard: Option<Duration>,
    /// What may be used beyond that while the best move is failing: a period of overtime.
    reserve: Duration,
    failing: AtomicBool,
}

/// The shortest time a search is given: enough for a few plies.
const LEAST: Duration = Duration::from_millis(1);

impl<'a> Timer<'a> {
    /// Divides the time there is. `overhead` is what each move loses on its way.
    pub fn new(limits: &Limits, control: &'a Control, start: Instant, overhead: Duration) -> Self {
        // When there is hardly more time than the overhead, keep half of it for the move itself.
        let usable = |time: Duration| (time - overhead.min(time / 2)).max(LEAST);
        let (mut soft, mut hard) = (None, None);
        let mut reserve = Duration::ZERO;
        if let Some(clock) = limits.clock {
            // A share of what is left, so that something always is; early moves decide most games.
            let usual = tunables::time_moves() as u32;
            let moves = clock.moves_to_go.map_or(usual, |moves| moves.clamp(1, 40));
            if let Some(overtime) = clock.overtime {
                // What a move leaves of a period is lost, so no move need take less than one, and
                // there is no point in keeping time for later that would last a shorter while.
                let whole = usable(clock.left + overtime.left);
                let share = (clock.left / moves).max(overtime.period).min(whole);
                soft = Some(share);
                let most = (clock.left.mul_f64(0.4) + overtime.left).min(whole);
                hard = Some((share * 4).min(most).max(LEAST));
                // Of three periods one can be given up, and one is kept for what cannot be foreseen.
                if overtime.periods >= 3 {
                    reserve = overtime.period;
                }
            } else {
                let left = usable(clock.left);
                let share = left / moves + clock.increment.mul_f64(0.8);
                let most = if moves == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.4) };
                soft = Some(share.min(most));
                hard = Some((share * 4).min(most).max(LEAST));
            }
        }
        if let Some(time) = limits.move_time {
            let time = usable(time);
            hard = Some(hard.map_or(time, |hard: Duration| hard.min(time)));
            reserve = Duration::ZERO;
        }
        Self { control, start, soft, hard, reserve, failing: AtomicBool::new(false) }
    }

    /// Notes whether the best move so far turns out worse than expected.
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
        self.control.clock_started(self.start).is_some_and(|start| start.elapsed() >= hard)
    }

    /// Whether another iteration is not worth beginning; `patience` scales the time allowed, 1.0
    /// being usual. What was thought while pondering counts.
    pub fn is_enough(&self, patience: f64) -> bool {
        let Some(soft) = self.soft else { return false };
        self.control.clock_started(self.start).is_some() && self.elapsed() >= soft.mul_f64(patience)
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
                    assert!(timer.hard.unwrap() <= (left - way).max(LEAST));
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
                        assert!(timer.hard.unwrap() <= (main + left - way).max(LEAST));
                        assert!(timer.soft.unwrap() <= (main + left).max(LEAST));
                        assert_eq!(timer.reserve, if periods < 3 { ms(0) } else { period });
                    }
                }
            }
        }
        // Much time is divided as without overtime, little is used up in moves of a period's length.
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
}
