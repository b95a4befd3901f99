//! When an opening is even enough to play on.

use std::ops::RangeInclusive;

use crate::types::Side;

/// The scores at which one opening is accepted.
///
/// An opening that is won by one side goes on, with poor moves of that side, until its score is
/// within a window. Accepted at the first such score, all openings would be those that the usual
/// winner has almost won. So each has a limit of its own, drawn by lot, to which the lead of the side
/// that was ahead at first must fall: then openings are spread over the window.
#[derive(Clone, Copy, Debug)]
pub struct Evenness {
    window: i32,
    limit: i32,
    ahead: Option<Side>,
}

impl Evenness {
    /// The limits to draw from. Not the whole window: few scores are between its end and a limit
    /// beside it.
    #[must_use]
    pub fn limits(window: i32) -> RangeInclusive<i32> {
        -window / 2..=window / 2
    }

    /// Accepts scores of at most `window`, for either side. With `limit`, the side ahead at the first
    /// score must be ahead by no more than that; if it is negative, the other must be ahead. All in
    /// centipawns.
    #[must_use]
    pub fn new(window: i32, limit: Option<i32>) -> Self {
        Self { window, limit: limit.unwrap_or(window), ahead: None }
    }

    /// Whether a position is accepted. `score` is for the side to move, in centipawns; call it for
    /// each position of the opening in turn.
    pub fn accepts(&mut self, to_move: Side, score: i32) -> bool {
        let ahead = *self.ahead.get_or_insert(to_move.ahead(score > 0));
        let lead = if ahead == to_move { score } else { score.saturating_neg() };
        lead.saturating_abs() <= self.window && lead <= self.limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Side::{Attackers, Defenders};

    #[test]
    fn without_a_limit_the_window_alone_decides() {
        for score in [-50, 0, 50] {
            assert!(Evenness::new(50, None).accepts(Attackers, score));
        }
        for score in [i32::MIN, -51, 51, i32::MAX] {
            assert!(!Evenness::new(50, None).accepts(Attackers, score));
        }
    }

    #[test]
    fn the_side_ahead_at_first_must_come_down_to_the_limit() {
        for (side, other) in [(Attackers, Defenders), (Defenders, Attackers)] {
            let mut evenness = Evenness::new(50, Some(-20));
            assert!(!evenness.accepts(side, 300));
            assert!(!evenness.accepts(other, -40));
            assert!(!evenness.accepts(other, 19));
            assert!(!evenness.accepts(side, -51));
            assert!(evenness.accepts(other, 20));
            assert!(evenness.accepts(side, -50));
        }
    }
}
