//! How far a score can be trusted.

/// How a score relates to the true value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The score is the value.
    Exact,
    /// The value is at least as high.
    Lower,
    /// The value is at most as high.
    Upper,
}

impl Bound {
    /// Whether a line with it replaces the one before it of its rank, from 1. A move that was better than the best
    /// when the search ended is the new best, though how much better is not known, and of a later one that is
    /// not as good as before the most that it can be worth counts.
    #[must_use]
    pub const fn tells(self, rank: usize) -> bool {
        match self {
            Self::Exact => true,
            Self::Lower => rank == 1,
            Self::Upper => rank > 1,
        }
    }
}
