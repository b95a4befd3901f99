//! What to play.

use super::share::RoundShare;
use super::trial::Trial;

/// The games to play, and how.
#[derive(Clone, Debug)]
pub struct BalancePlan {
    /// The games and strengths to try.
    pub trials: Vec<Trial>,
    /// The number of games of each trial.
    pub games: u64,
    /// The random moves at the beginning of a game, in plies. Games of the same number begin with
    /// the same moves in all trials whose rules allow it.
    pub opening: usize,
    /// The length at which a game is stopped as a draw, in plies.
    pub max_plies: usize,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
    /// Which of the games to play.
    pub share: RoundShare,
}

impl BalancePlan {
    /// The number of games of all trials in the share.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.share.rounds(self.games).saturating_mul(self.trials.len() as u64)
    }
}
