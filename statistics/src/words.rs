//! Elo in words, the same in the terminal and on pages.

use crate::pairs::{Estimate, Pentanomial, Rating, Wdl, least_elo};

/// A difference of which something is known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum KnownElo {
    /// The value with half the width of its 95 % interval.
    Value(Estimate),
    /// The value. Its error is unknown, because all pairs had the same result, or because the interval
    /// reaches a score of 0 or 100 %.
    NoError(f64),
    /// All games were won. The difference is above this with 95 % confidence.
    Above(f64),
    /// All games were lost. The difference is below this with 95 % confidence.
    Below(f64),
}

impl Pentanomial {
    /// The Elo of these pairs, as far as it is known. `None` until a pair is finished.
    #[must_use]
    pub fn known_elo(&self) -> Option<KnownElo> {
        let elo = self.rating()?.elo;
        let bound = || least_elo(2 * self.pairs());
        Some(match elo {
            Estimate { value: f64::INFINITY, .. } => KnownElo::Above(bound()),
            Estimate { value: f64::NEG_INFINITY, .. } => KnownElo::Below(-bound()),
            Estimate { value, error } if error == 0.0 || error.is_infinite() => {
                KnownElo::NoError(value)
            }
            elo => KnownElo::Value(elo),
        })
    }

    /// The Elo of these pairs, such as `1.7 ± 3.4`, `0.0 ± ?` or `above 75`.
    #[must_use]
    pub fn elo_text(&self) -> Option<String> {
        Some(match self.known_elo()? {
            KnownElo::Value(elo) => format!("{elo:.1}"),
            KnownElo::NoError(value) => format!("{value:.1} ± ?"),
            KnownElo::Above(bound) => format!("above {bound:.0}"),
            KnownElo::Below(bound) => format!("below {bound:.0}"),
        })
    }

    /// The normalised Elo of these pairs with its error, or `0.0 ± ?` if all pairs were even. `None` if all
    /// pairs had another result.
    #[must_use]
    pub fn nelo_text(&self) -> Option<String> {
        let Rating { elo, nelo, .. } = self.rating()?;
        nelo.value.is_finite().then(|| match elo.error {
            // It is measured in standard deviations, which even pairs do not have.
            0.0 => format!("{:.1} ± ?", nelo.value),
            _ => format!("{nelo:.1}"),
        })
    }
}

impl Wdl {
    /// The error of the score in percent, such as `± 9.8`, or `± ?` where it is unknown. `None` without a game.
    #[must_use]
    pub fn error_text(&self) -> Option<String> {
        self.score()?;
        let known = self.score_error().map(|error| format!("± {:.1}", 100.0 * error));
        Some(known.unwrap_or_else(|| "± ?".to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_of_a_score_is_shown_where_it_is_known() {
        let error = |wins, draws, losses| Wdl { wins, draws, losses }.error_text();
        assert_eq!(error(50, 0, 50).as_deref(), Some("± 9.8"));
        // Its interval would reach from -19 to 119 %.
        assert_eq!(error(1, 0, 1).as_deref(), Some("± ?"));
        assert_eq!(error(0, 9, 0).as_deref(), Some("± ?"));
        assert_eq!(error(0, 0, 0), None);
    }

    #[test]
    fn pairs_of_one_result_are_shown_as_far_as_they_tell() {
        let elo = |counts| Pentanomial(counts).elo_text();
        assert_eq!(elo([155, 1352, 3292, 1432, 146]).as_deref(), Some("1.7 ± 3.4"));
        assert_eq!(elo([3, 0, 0, 0, 0]).as_deref(), Some("below -75"));
        assert_eq!(elo([0, 0, 0, 0, 3]).as_deref(), Some("above 75"));
        assert_eq!(elo([0, 0, 1, 0, 0]).as_deref(), Some("0.0 ± ?"));
        assert_eq!(elo([0, 0, 0, 1, 1]).as_deref(), Some("338.0 ± ?"));
        assert_eq!(elo([0; 5]), None);
    }

    #[test]
    fn normalised_elo_of_one_result_is_not_shown() {
        assert_eq!(Pentanomial([3, 0, 0, 0, 0]).nelo_text(), None);
        assert_eq!(Pentanomial([0, 0, 3, 0, 0]).nelo_text().as_deref(), Some("0.0 ± ?"));
        assert_eq!(Pentanomial([0, 1, 1, 1, 0]).nelo_text().as_deref(), Some("0.0 ± 278.0"));
    }
}
