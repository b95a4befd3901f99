//! A limit on how often something happens.

use std::time::{Duration, Instant};

/// An allowance of a number of times at once, and then of one more after each interval.
#[derive(Clone, Copy, Debug)]
pub(super) struct Allowance {
    most: u32,
    interval: Duration,
    left: u32,
    /// When `left` was counted.
    since: Instant,
}

impl Allowance {
    /// An unused allowance.
    pub fn new(most: u32, interval: Duration, now: Instant) -> Self {
        Self { most, interval, left: most, since: now }
    }

    /// Uses it once. Returns `false` if nothing is left.
    pub fn take(&mut self, now: Instant) -> bool {
        let passed = now.saturating_duration_since(self.since).as_nanos();
        let gained = u32::try_from(passed / self.interval.as_nanos().max(1)).unwrap_or(u32::MAX);
        if gained >= self.most {
            (self.left, self.since) = (self.most, now);
        } else {
            self.left = self.most.min(self.left.saturating_add(gained));
            self.since += self.interval * gained;
        }
        let allowed = self.left > 0;
        self.left = self.left.saturating_sub(1);
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_used_comes_back_slowly() {
        let now = Instant::now();
        let mut allowance = Allowance::new(3, Duration::from_secs(10), now);
        let times = |allowance: &mut Allowance, at: u64| {
            (0..9).filter(|_| allowance.take(now + Duration::from_secs(at))).count()
        };
        assert_eq!(times(&mut allowance, 0), 3);
        assert_eq!(times(&mut allowance, 9), 0);
        assert_eq!(times(&mut allowance, 25), 2);
        assert_eq!(times(&mut allowance, 29), 0);
        assert_eq!(times(&mut allowance, 30), 1);
        assert_eq!(times(&mut allowance, 1_000_000_000_000), 3);
    }
}
