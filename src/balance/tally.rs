//! The results of a trial.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use statistics::{Wdl, wilson_interval};

use crate::board::{EndReason, Outcome};
use crate::rules::Side;

/// The ending of a game that was stopped as too long.
const TOO_LONG: &str = "length";

/// The results of the games of a trial.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// The attackers' results. Games that were stopped as too long count as draws.
    pub attackers: Wdl,
    /// The plies of all games, random ones included.
    pub plies: u64,
    /// The number of games by the rule that ended them, or `length`.
    pub endings: BTreeMap<String, u64>,
    /// The plies of each game that the attackers won, and of each that the defenders won.
    won_after: [Vec<usize>; 2],
}

/// A promise to win with a side in this many plies or fewer, or else to lose, that is kept in half of
/// the games. Where players bid for the favoured side, this is what it is worth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FairBid {
    /// The favoured side.
    pub side: Side,
    /// The most plies of the game, random ones included.
    pub plies: usize,
}

impl fmt::Display for FairBid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} in {}", self.side, self.plies)
    }
}

impl Tally {
    /// Counts a game of this length, random moves included. It has no outcome if it was stopped as
    /// too long.
    pub(super) fn add(&mut self, outcome: Option<Outcome>, plies: usize) {
        self.attackers.add(match outcome.map(|outcome| outcome.winner) {
            Some(Some(Side::Attackers)) => 2,
            Some(Some(Side::Defenders)) => 0,
            Some(None) | None => 1,
        });
        if let Some(winner) = outcome.and_then(|outcome| outcome.winner) {
            self.won_after[usize::from(winner == Side::Defenders)].push(plies);
        }
        self.plies += plies as u64;
        let ending =
            outcome.map_or_else(|| TOO_LONG.to_owned(), |outcome| outcome.reason.to_string());
        *self.endings.entry(ending).or_default() += 1;
    }

    /// Adds the games of another tally of the same trial.
    pub(super) fn merge(&mut self, other: &Self) {
        self.attackers = self.attackers + other.attackers;
        self.plies = self.plies.saturating_add(other.plies);
        for (ending, games) in &other.endings {
            *self.endings.entry(ending.clone()).or_default() += games;
        }
        for (all, more) in self.won_after.iter_mut().zip(&other.won_after) {
            all.extend(more);
        }
    }

    /// Whether its counts agree, as those of a file need not. No game has more plies than `longest`.
    pub(super) fn is_consistent(&self, longest: usize) -> bool {
        let Wdl { wins, draws, losses } = self.attackers;
        let games = sum([wins, draws, losses]);
        let lengths = || self.won_after.iter().flatten();
        let won = sum(lengths().map(|&plies| plies as u64));
        let drawn = draws.saturating_mul(longest as u64);
        let known = |ending: &str| ending == TOO_LONG || ending.parse::<EndReason>().is_ok();
        games.is_some()
            && games == sum(self.endings.values().copied())
            && self.endings.keys().all(|ending| known(ending))
            && self.won_after.each_ref().map(|lengths| lengths.len() as u64) == [wins, losses]
            && lengths().all(|&plies| plies <= longest)
            && won.is_some_and(|won| (won..=won.saturating_add(drawn)).contains(&self.plies))
    }

    /// The attackers' score as a share, and its 95 % interval; `None` without a game.
    #[must_use]
    pub fn score(&self) -> Option<(f64, f64, f64)> {
        let score = self.attackers.score()?;
        let (low, high) = wilson_interval(score, self.attackers.games());
        Some((score, low, high))
    }

    /// The bid that makes the game even; `None` if no side wins half of the games.
    #[must_use]
    pub fn fair_bid(&self) -> Option<FairBid> {
        let half = (self.attackers.games() as usize).div_ceil(2).max(1);
        let bid = |side: Side| {
            let mut lengths = self.won_after[usize::from(side == Side::Defenders)].clone();
            lengths.sort_unstable();
            lengths.get(half - 1).map(|&plies| FairBid { side, plies })
        };
        // Both sides can win half of the games; then the quicker one is ahead.
        let bids = [Side::Attackers, Side::Defenders].into_iter().filter_map(bid);
        bids.min_by_key(|bid| bid.plies)
    }

    /// The mean length of a game in plies; `None` without a game.
    #[must_use]
    pub fn mean_plies(&self) -> Option<f64> {
        let games = self.attackers.games();
        (games > 0).then(|| self.plies as f64 / games as f64)
    }
}

/// The sum, unless it is too large.
fn sum(numbers: impl IntoIterator<Item = u64>) -> Option<u64> {
    numbers.into_iter().try_fold(0, u64::checked_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { attackers: Wdl { wins, draws, losses }, ..Tally::default() }
    }

    #[test]
    fn rounding_never_puts_the_score_outside_its_interval() {
        for games in 1..200 {
            for of in [tally(games, 0, 0), tally(0, 0, games)] {
                let (score, low, high) = of.score().unwrap();
                assert!(0.0 <= low && low <= score && score <= high && high <= 1.0, "{games}");
            }
        }
    }

    #[test]
    fn intervals_are_wilsons() {
        // Brown, Cai and DasGupta, Interval Estimation for a Binomial Proportion (2001), and
        // by hand.
        let (score, low, high) = tally(10, 0, 0).score().unwrap();
        assert!(score == 1.0 && (low - 0.7225).abs() < 1e-4 && (high - 1.0).abs() < 1e-9);
        let (score, low, high) = tally(40, 20, 40).score().unwrap();
        assert!(score == 0.5 && (low - 0.4038).abs() < 1e-4 && (high - 0.5962).abs() < 1e-4);
        assert_eq!(tally(0, 0, 0).score(), None);
    }

    #[test]
    fn a_fair_bid_is_kept_in_half_of_the_games() {
        let mut tally = Tally::default();
        let mut add = |winner, plies| {
            let reason = EndReason::KingCaptured;
            tally.add(Some(Outcome { winner, reason }), plies);
            tally.fair_bid()
        };
        let attackers = |plies| Some(FairBid { side: Side::Attackers, plies });
        assert_eq!(add(Some(Side::Attackers), 40), attackers(40));
        assert_eq!(add(Some(Side::Attackers), 10), attackers(10));
        assert_eq!(add(Some(Side::Defenders), 5), attackers(40));
        assert_eq!(add(None, 8), attackers(40));
        assert_eq!(add(None, 8), None);
    }

    #[test]
    fn games_are_counted_by_winner_and_ending() {
        let mut tally = Tally::default();
        let ended = |winner, reason| Some(Outcome { winner, reason });
        tally.add(ended(Some(Side::Attackers), EndReason::KingCaptured), 20);
        tally.add(ended(None, EndReason::Repetition), 30);
        tally.add(None, 100);
        assert_eq!(tally.attackers, Wdl { wins: 1, draws: 2, losses: 0 });
        assert_eq!(tally.mean_plies(), Some(50.0));
        let endings: Vec<_> = tally.endings.iter().map(|(name, n)| (name.as_str(), *n)).collect();
        assert_eq!(endings, [("king-captured", 1), ("length", 1), ("repetition", 1)]);
    }
}
