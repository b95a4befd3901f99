//! The time that a search may take.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::limits::{Clock, Control, Limits, bounded};
use super::tunables;

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
        if let Some(clock) = limits.clock.map(Clock::bounded) {
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
            let time = usable(bounded(time));
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
    use crate::search::Overtime;

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
    fn no_time_is_too_long() {
        let control = Control::default();
        let hour = Duration::from_secs(3600);
        for [left, increment, period, overhead] in [
            [Duration::MAX; 4],
            [Duration::MAX, hour, hour, hour],
            [hour, Duration::MAX, hour, hour],
            [hour, hour, Duration::MAX, hour],
            [hour, hour, hour, Duration::MAX],
        ] {
            let overtime = Some(Overtime { left: period, period, periods: 3 });
            for overtime in [None, overtime] {
                let clock = Some(Clock { left, increment, moves_to_go: Some(1), overtime });
                let limits = Limits { clock, move_time: Some(left), ..Limits::default() };
                for limits in [limits.clone(), Limits { move_time: None, ..limits }] {
                    let timer = Timer::new(&limits, &control, Instant::now(), overhead);
                    timer.set_failing(true);
                    assert!(!timer.is_over() && !timer.is_enough(4.0));
                }
            }
        }
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
