//! A puzzle's rating from the attempts of players whose ratings are known.
//!
//! An attempt is a game between the player and the puzzle, which wins if it is not solved. The
//! rating is the one at which as many attempts are expected to succeed as did. One more attempt won
//! and one more lost against a player of middling strength keep it within bounds.
//!
//! Source: A. Elo, "The Rating of Chessplayers", 1978, for the expected score.

/// The levels that try each puzzle.
pub const LEVELS_TRIED: [usize; 7] = [0, 2, 4, 6, 9, 11, 14];

/// The attempts of one player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attempts {
    pub elo: usize,
    pub tries: u32,
    pub solved: u32,
}

/// The player of the two attempts that are added.
const MIDDLING: f64 = 1200.0;

/// The lowest and the highest rating there is.
const BOUNDS: (f64, f64) = (100.0, 3000.0);

/// The rating that fits attempts best.
pub(super) fn fit(attempts: &[Attempts]) -> u32 {
    let solved = 1.0 + attempts.iter().map(|of| f64::from(of.solved)).sum::<f64>();
    let (mut low, mut high) = BOUNDS;
    for _ in 0..40 {
        let middle = f64::midpoint(low, high);
        let expected = |of: &Attempts| f64::from(of.tries) * chance(of.elo as f64, middle);
        let sum = attempts.iter().map(expected).sum::<f64>() + 2.0 * chance(MIDDLING, middle);
        // A harder puzzle is solved less often.
        if sum > solved { low = middle } else { high = middle }
    }
    low.round() as u32
}

/// The chance that a player solves a puzzle.
fn chance(player: f64, puzzle: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf((puzzle - player) / 400.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn attempts(solved: [u32; 3]) -> Vec<Attempts> {
        let of = |(elo, solved)| Attempts { elo, tries: 4, solved };
        [800, 1200, 1600].into_iter().zip(solved).map(of).collect()
    }

    #[test]
    fn a_puzzle_that_is_solved_less_often_is_harder() {
        let ratings: Vec<u32> = [[4, 4, 4], [2, 4, 4], [0, 2, 4], [0, 0, 2], [0, 0, 0]]
            .map(|solved| fit(&attempts(solved)))
            .to_vec();
        assert!(ratings.is_sorted() && ratings.windows(2).all(|pair| pair[0] < pair[1]));
        assert!((1190..=1210).contains(&ratings[2]), "{ratings:?}");
        assert!(ratings[0] > 300 && ratings[4] < 2300, "{ratings:?}");
    }

    #[test]
    fn without_attempts_it_is_middling() {
        assert!((1199..=1201).contains(&fit(&[])));
    }
}
