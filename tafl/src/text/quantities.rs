//! Times and rates in human-readable form.

use std::time::Duration;

/// The maximum time that [`parse_seconds`] accepts, about 11 days.
pub const LONGEST_TIME: Duration = Duration::from_secs(1_000_000);

/// A rate, rounded to whole units per second.
#[must_use]
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    (count as f64 / elapsed.as_secs_f64().max(1e-6)).round() as u64
}

/// Parses a time in seconds, such as `0.25`, of at most 10⁶. Rounds to a microsecond.
#[must_use]
pub fn parse_seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok()?;
    if !(0.0..=LONGEST_TIME.as_secs_f64()).contains(&seconds) {
        return None;
    }
    // Rounding makes 0.1 exactly 100 ms.
    Some(Duration::from_micros((seconds * 1e6).round() as u64))
}

/// A time in a suitable unit: `12.3 ms` or `1.23 s`.
#[must_use]
pub fn short_time(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{:.1} ms", 1e3 * time.as_secs_f64())
    } else {
        format!("{:.2} s", time.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_rounded_and_finite() {
        assert_eq!(per_second(1000, Duration::from_millis(500)), 2000);
        assert_eq!(per_second(2, Duration::from_secs(3)), 1);
        assert_eq!(per_second(0, Duration::ZERO), 0);
        assert_eq!(per_second(7, Duration::ZERO), 7_000_000);
    }

    #[test]
    fn seconds_are_read_exactly() {
        assert_eq!(parse_seconds("0.1"), Some(Duration::from_millis(100)));
        assert_eq!(parse_seconds("1e6"), Some(Duration::from_secs(1_000_000)));
        for text in ["", "x", "-1", "nan", "inf", "1000001"] {
            assert_eq!(parse_seconds(text), None, "{text}");
        }
    }

    #[test]
    fn times_have_a_fitting_unit() {
        assert_eq!(short_time(Duration::from_micros(12_340)), "12.3 ms");
        assert_eq!(short_time(Duration::from_millis(2_500)), "2.50 s");
    }
}
