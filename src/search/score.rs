//! What a position is worth.

use crate::rules::Verdict;

/// The most plies a line of search can be long.
pub const MAX_PLY: usize = 160;

/// A value of a position for one side: hundredths of a soldier, or the distance to a proven end.
pub type Score = i32;

/// No score is as high as this or as low as its negative.
pub const INFINITE: Score = 32_000;

/// The score of a side that has won; a win in `n` plies is `n` less.
pub const MATE: Score = 31_000;

/// Scores from here on, and from its negative down, are proven wins and losses.
pub const MATE_BOUND: Score = MATE - 2 * MAX_PLY as Score;

/// The score of a draw.
pub const DRAW: Score = 0;

/// The score of having won `plies` from the root.
#[inline(always)]
#[must_use]
pub fn win_at(plies: usize) -> Score {
    MATE - plies as Score
}

/// The score of having lost `plies` from the root.
#[inline(always)]
#[must_use]
pub fn loss_at(plies: usize) -> Score {
    -win_at(plies)
}

/// Whether the score is a proven win or loss.
#[inline(always)]
#[must_use]
pub fn is_mate(score: Score) -> bool {
    score.abs() >= MATE_BOUND
}

/// The score of a result that stands `plies` from the root.
#[inline(always)]
#[must_use]
pub fn of_verdict(verdict: Verdict, plies: usize) -> Score {
    match verdict {
        Verdict::Win => win_at(plies),
        Verdict::Draw => DRAW,
        Verdict::Loss => loss_at(plies),
    }
}

/// A score as a protocol gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Hundredths of a soldier.
    Centisoldiers(i32),
    /// The side to move wins in this many of its own moves; if negative, it loses in that many of the
    /// other side's moves.
    Mate(i32),
}

impl From<Score> for Value {
    fn from(score: Score) -> Self {
        let plies = MATE - score.abs();
        if !is_mate(score) {
            Value::Centisoldiers(score)
        } else if score > 0 {
            Value::Mate((plies + 1) / 2)
        } else {
            Value::Mate(-(plies / 2))
        }
    }
}

/// The chances of winning, drawing and losing in per mille, which add up to 1000.
///
/// A logistic model on the score, with a width of draws around even; its scale is a convention, not
/// a measurement.
#[must_use]
pub fn win_draw_loss(score: Score) -> (u32, u32, u32) {
    const SCALE: f64 = 150.0;
    const DRAW_HALF_WIDTH: f64 = 60.0;
    if is_mate(score) {
        return if score > 0 { (1000, 0, 0) } else { (0, 0, 1000) };
    }
    let chance = |score: f64| (1000.0 / (1.0 + (-score / SCALE).exp())).round() as u32;
    let win = chance(f64::from(score) - DRAW_HALF_WIDTH);
    let loss = chance(f64::from(-score) - DRAW_HALF_WIDTH);
    (win, 1000 - win - loss, loss)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_count_the_movers_moves() {
        assert_eq!(Value::from(win_at(1)), Value::Mate(1));
        assert_eq!(Value::from(win_at(2)), Value::Mate(1));
        assert_eq!(Value::from(win_at(3)), Value::Mate(2));
        assert_eq!(Value::from(loss_at(2)), Value::Mate(-1));
        assert_eq!(Value::from(loss_at(4)), Value::Mate(-2));
        assert_eq!(Value::from(-135), Value::Centisoldiers(-135));
    }

    #[test]
    fn chances_add_up_and_grow_with_the_score() {
        let mut last = 0;
        for score in (-2000..=2000).step_by(50) {
            let (win, draw, loss) = win_draw_loss(score);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(win_draw_loss(-score), (loss, draw, win));
            assert!(win >= last);
            last = win;
        }
        assert_eq!(win_draw_loss(win_at(3)), (1000, 0, 0));
    }
}
