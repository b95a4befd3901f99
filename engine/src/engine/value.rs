//! Scores as reported to users and programs.

use crate::eval::Chances;
use crate::search::score::{MATE, Score, is_mate};

/// The value of a position for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Normalised centipawns: at 100 a side scores three points in four games.
    Centipawns(i32),
    /// The side to move wins in this many of its own moves. If negative, it loses in that many
    /// moves of the other side, or by its own next move. Never 0.
    Mate(i32),
}

impl Value {
    /// Converts a search score.
    pub(super) fn of(score: Score, chances: &Chances) -> Self {
        let plies = MATE - score.abs();
        if !is_mate(score) {
            Value::Centipawns(chances.normal(score))
        } else if score > 0 {
            Value::Mate((plies + 1) / 2)
        } else {
            // A side that loses by its own next move loses in one, too: 0 has no sign.
            Value::Mate(-(plies / 2).max(1))
        }
    }
}

/// The winning, drawing and losing chances at a search score, in per mille.
pub(super) fn win_draw_loss(score: Score, chances: &Chances) -> (u32, u32, u32) {
    match score {
        _ if !is_mate(score) => chances.win_draw_loss(score),
        1.. => (1000, 0, 0),
        _ => (0, 0, 1000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::{loss_at, win_at};

    #[test]
    fn mates_count_the_movers_moves() {
        let value = |score| Value::of(score, &Chances::new(100.0, 0.0));
        assert_eq!(value(win_at(1)), Value::Mate(1));
        assert_eq!(value(win_at(2)), Value::Mate(1));
        assert_eq!(value(win_at(3)), Value::Mate(2));
        assert_eq!(value(loss_at(1)), Value::Mate(-1));
        assert_eq!(value(loss_at(2)), Value::Mate(-1));
        assert_eq!(value(loss_at(4)), Value::Mate(-2));
        assert_eq!(value(-110), Value::Centipawns(-100));
    }

    #[test]
    fn a_proven_end_is_certain() {
        let chances = Chances::new(100.0, 10.0);
        assert_eq!(win_draw_loss(win_at(9), &chances), (1000, 0, 0));
        assert_eq!(win_draw_loss(loss_at(9), &chances), (0, 0, 1000));
        assert_eq!(win_draw_loss(0, &chances), chances.win_draw_loss(0));
    }
}
