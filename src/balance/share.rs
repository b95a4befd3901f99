//! Parts of the games for several machines, and adding their results up.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::plan::BalancePlan;
use super::tally::Tally;
use crate::rules::Ruleset;

/// The most shares. The collector keeps the results of each.
const MAX_SHARES: u64 = 1_000_000;

/// One of several parts of the games: every trial's rounds whose number, counted from 0, leaves `number - 1`
/// when divided by `of`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct RoundShare {
    number: u64,
    of: u64,
}

/// A share that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("'{0}' is no share; write K/N for the K-th of N, such as 2/5, with at most a million")]
pub struct RoundShareError(String);

impl RoundShare {
    /// All games.
    pub const WHOLE: Self = Self { number: 1, of: 1 };

    /// The round with this index in the share.
    pub(super) fn round(self, index: u64) -> u64 {
        index.saturating_mul(self.of).saturating_add(self.number - 1)
    }

    /// The number of its rounds if each trial has `all`.
    #[must_use]
    pub fn rounds(self, all: u64) -> u64 {
        all.saturating_sub(self.number - 1).div_ceil(self.of)
    }
}

impl FromStr for RoundShare {
    type Err = RoundShareError;

    fn from_str(text: &str) -> Result<Self, RoundShareError> {
        let parts = text.split_once('/').and_then(|(number, of)| {
            let (number, of) = (number.parse().ok()?, of.parse().ok()?);
            (of <= MAX_SHARES && (1..=of).contains(&number)).then_some(Self { number, of })
        });
        parts.ok_or_else(|| RoundShareError(text.to_owned()))
    }
}

impl TryFrom<String> for RoundShare {
    type Error = RoundShareError;

    fn try_from(text: String) -> Result<Self, RoundShareError> {
        text.parse()
    }
}

impl From<RoundShare> for String {
    fn from(share: RoundShare) -> Self {
        share.to_string()
    }
}

impl fmt::Display for RoundShare {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// What the shares of one measurement have in common.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Common {
    /// The program's version: another one may play other games.
    version: String,
    games: u64,
    opening: usize,
    max_plies: usize,
    seed: u64,
    trials: Vec<SharedTrial>,
}

/// A trial on another machine. The same name may stand for other rules there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SharedTrial {
    ruleset: Ruleset,
    change: String,
    strength: String,
}

impl Common {
    fn of(plan: &BalancePlan) -> Self {
        let trials = plan.trials.iter().map(|trial| SharedTrial {
            ruleset: trial.ruleset.clone(),
            change: trial.change.to_string(),
            strength: trial.strength.to_string(),
        });
        let BalancePlan { games, opening, max_plies, seed, .. } = *plan;
        let version = env!("CARGO_PKG_VERSION").to_owned();
        Self { version, games, opening, max_plies, seed, trials: trials.collect() }
    }
}

/// The results of a share, on their way to another machine.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ShareResults {
    share: RoundShare,
    of: Common,
    tallies: Vec<Tally>,
}

impl ShareResults {
    /// The results of the plan's share, in the order of its trials.
    #[must_use]
    pub fn new(plan: &BalancePlan, tallies: Vec<Tally>) -> Self {
        Self { share: plan.share, of: Common::of(plan), tallies }
    }
}

/// Why results cannot be added to others.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum CollectError {
    /// They are of other trials, games or seeds.
    #[error(
        "share {0} is of another measurement; give the options, rulesets and version of the program with \
         which it was played"
    )]
    Other(RoundShare),
    /// The same share has come with other results.
    #[error(
        "share {0} has come before with other results, {1} games instead of {2}; leave one of the two \
         out, such as one that was interrupted"
    )]
    Twice(RoundShare, u64, u64),
    /// The games were divided otherwise.
    #[error("share {0} does not go with share {1}; all must be of the same number of shares")]
    Division(RoundShare, RoundShare),
    /// The numbers of its games contradict each other.
    #[error("share {0} is damaged: it does not have the games of its rounds")]
    Damaged(RoundShare),
}

/// The sums of the shares of a measurement.
#[derive(Debug)]
pub struct Collection<'a> {
    plan: &'a BalancePlan,
    common: Common,
    tallies: Vec<Tally>,
    /// The share that came first.
    first: Option<RoundShare>,
    /// The results of each share that has come.
    added: BTreeMap<u64, Vec<Tally>>,
}

impl<'a> Collection<'a> {
    /// None yet.
    #[must_use]
    pub fn new(plan: &'a BalancePlan) -> Self {
        let tallies = vec![Tally::default(); plan.trials.len()];
        Self { plan, common: Common::of(plan), tallies, first: None, added: BTreeMap::new() }
    }

    /// Adds a share unless it has been added. Returns its games.
    ///
    /// # Errors
    /// When it does not belong to the others or to the plan. Nothing is added.
    pub fn add(&mut self, results: &ShareResults) -> Result<u64, CollectError> {
        let share = results.share;
        if results.of != self.common {
            return Err(CollectError::Other(share));
        }
        if let Some(first) = self.first.filter(|first| first.of != share.of) {
            return Err(CollectError::Division(share, first));
        }
        let most = share.rounds(self.plan.games);
        let longest = self.plan.max_plies.max(self.plan.opening);
        let whole = |tally: &Tally| tally.is_consistent(longest) && tally.attackers.games() <= most;
        if results.tallies.len() != self.tallies.len() || !results.tallies.iter().all(whole) {
            return Err(CollectError::Damaged(share));
        }
        if let Some(before) = self.added.get(&share.number) {
            return match *before == results.tallies {
                true => Ok(0),
                false => Err(CollectError::Twice(share, games(before), games(&results.tallies))),
            };
        }
        self.first.get_or_insert(share);
        self.added.insert(share.number, results.tallies.clone());
        for (sum, tally) in self.tallies.iter_mut().zip(&results.tallies) {
            sum.merge(tally);
        }
        Ok(games(&results.tallies))
    }

    /// Whether no share has come.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.added.is_empty()
    }

    /// The number of games that have not come.
    #[must_use]
    pub fn missing_games(&self) -> u64 {
        self.plan.total().saturating_sub(games(&self.tallies))
    }

    /// The results, in the order of the plan's trials.
    #[must_use]
    pub fn into_tallies(self) -> Vec<Tally> {
        self.tallies
    }
}

/// The games of all trials.
fn games(tallies: &[Tally]) -> u64 {
    tallies.iter().map(|tally| tally.attackers.games()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::balance::{RuleChange, Strength, Trial};
    use crate::rules::find;

    fn share(text: &str) -> RoundShare {
        text.parse().unwrap()
    }

    fn plan(share: RoundShare) -> BalancePlan {
        let ruleset = find("brandubh").unwrap().clone();
        let trial = Trial { ruleset, change: RuleChange::default(), strength: Strength::Level(0) };
        let trials = vec![trial];
        BalancePlan { trials, games: 10, opening: 4, max_plies: 60, threads: 1, seed: 0, share }
    }

    fn results(text: &str) -> ShareResults {
        let plan = plan(share(text));
        let mut tally = Tally::default();
        (0..plan.share.rounds(plan.games)).for_each(|_| tally.add(None, 60));
        ShareResults::new(&plan, vec![tally])
    }

    #[test]
    fn shares_have_each_round_once() {
        for of in 1..12 {
            let mut rounds: Vec<u64> = Vec::new();
            for number in 1..=of {
                let share = share(&format!("{number}/{of}"));
                rounds.extend((0..share.rounds(10)).map(|index| share.round(index)));
            }
            rounds.sort_unstable();
            assert_eq!(rounds, (0..10).collect::<Vec<_>>(), "{of}");
        }
    }

    #[test]
    fn what_is_no_share_is_refused() {
        for text in ["", "2", "0/2", "3/2", "-1/2", "1/0", "1/2/3", "1/1000001", "a/b"] {
            assert!(text.parse::<RoundShare>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_share_counts_once() {
        let plan = plan(RoundShare::WHOLE);
        let mut all = Collection::new(&plan);
        assert_eq!(all.missing_games(), 10);
        assert_eq!(all.add(&results("1/3")), Ok(4));
        assert_eq!(all.add(&results("1/3")), Ok(0));
        assert_eq!(all.missing_games(), 6);
        assert_eq!(all.add(&results("3/3")), Ok(3));
        assert_eq!(all.missing_games(), 3);
        assert_eq!(all.into_tallies()[0].attackers.draws, 7);
    }

    #[test]
    fn what_does_not_belong_is_refused_and_changes_nothing() {
        let plan = plan(RoundShare::WHOLE);
        let mut all = Collection::new(&plan);
        let mut other = results("1/3");
        other.of.seed = 7;
        assert_eq!(all.add(&other), Err(CollectError::Other(share("1/3"))));
        let mut rules = results("1/3");
        rules.of.trials[0].ruleset.start = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/7 a".to_owned();
        assert_eq!(all.add(&rules), Err(CollectError::Other(share("1/3"))));
        all.add(&results("1/3")).unwrap();
        let mut fewer = results("1/3");
        fewer.tallies[0] = Tally::default();
        fewer.tallies[0].add(None, 60);
        assert_eq!(all.add(&fewer), Err(CollectError::Twice(share("1/3"), 4, 1)));
        assert_eq!(
            all.add(&results("2/4")),
            Err(CollectError::Division(share("2/4"), share("1/3")))
        );
        let mut damaged = results("2/3");
        damaged.tallies[0].endings.clear();
        assert_eq!(all.add(&damaged), Err(CollectError::Damaged(share("2/3"))));
        let mut longer = results("2/3");
        longer.tallies[0].plies += 1;
        assert_eq!(all.add(&longer), Err(CollectError::Damaged(share("2/3"))));
        let mut named = results("2/3");
        named.tallies[0].endings = [("\x1b[31m".to_owned(), 3)].into();
        assert_eq!(all.add(&named), Err(CollectError::Damaged(share("2/3"))));
        let mut more = results("2/3");
        (0..9).for_each(|_| more.tallies[0].add(None, 60));
        assert_eq!(all.add(&more), Err(CollectError::Damaged(share("2/3"))));
        assert_eq!(all.into_tallies()[0].attackers.draws, 4);
    }
}
