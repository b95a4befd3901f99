//! Intervals of shares.

use super::pairs::Z_95;

/// The 95 % interval of a score, a share of the points between 0 and 1, after this many games, of which there is
/// at least one: its lower and its upper end.
///
/// Wilson's score interval (E. B. Wilson, *Probable Inference, the Law of Succession, and Statistical
/// Inference*, 1927), which is right near 0 and 1 too. A draw counts as half a win; as draws vary less than
/// wins and losses, the interval is rather too wide where there are many.
#[must_use]
pub fn wilson_interval(score: f64, games: u64) -> (f64, f64) {
    let games = games as f64;
    let square = Z_95 * Z_95 / games;
    let middle = (score + square / 2.0) / (1.0 + square);
    let spread = Z_95 * (score * (1.0 - score) / games + square / (4.0 * games)).sqrt();
    let half = spread / (1.0 + square);
    // Where the score is 0 or 1, so is the bound, which rounding may miss.
    ((middle - half).clamp(0.0, score), (middle + half).clamp(score, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_are_wilsons() {
        let close = |one: f64, other: f64| assert!((one - other).abs() < 5e-4, "{one} {other}");
        // Newcombe, "Two-sided confidence intervals for the single proportion", 1998, table 1.
        for (wins, games, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let interval = wilson_interval(f64::from(wins) / games as f64, games);
            close(interval.0, low);
            close(interval.1, high);
        }
        assert_eq!(wilson_interval(0.0, 20).0, 0.0);
        assert_eq!(wilson_interval(1.0, 20).1, 1.0);
    }
}
