//! The time of day in Coordinated Universal Time, as text.

use std::time::SystemTime;

use humantime::{Rfc3339Timestamp, format_rfc3339_micros, format_rfc3339_seconds};

/// Date and time, such as `2026-11-25 15:30:00`.
#[must_use]
pub fn now() -> String {
    without_zone(&format_rfc3339_seconds(SystemTime::now()))
}

/// The same with microseconds.
#[must_use]
pub fn now_to_the_microsecond() -> String {
    without_zone(&format_rfc3339_micros(SystemTime::now()))
}

/// Date and time as in records of games, such as `2026.11.25 15:30:00`.
#[must_use]
pub fn now_for_records() -> String {
    now().replace('-', ".")
}

fn without_zone(time: &Rfc3339Timestamp) -> String {
    time.to_string().trim_end_matches('Z').replace('T', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_forms_differ_in_their_separators() {
        let like = |text: &str, form: &str| {
            text.len() == form.len()
                && text.chars().zip(form.chars()).all(|(found, wanted)| match wanted {
                    '0' => found.is_ascii_digit(),
                    other => found == other,
                })
        };
        assert!(like(&now(), "0000-00-00 00:00:00"), "{}", now());
        assert!(like(&now_for_records(), "0000.00.00 00:00:00"), "{}", now_for_records());
        let micros = now_to_the_microsecond();
        assert!(like(&micros, "0000-00-00 00:00:00.000000"), "{micros}");
    }
}
