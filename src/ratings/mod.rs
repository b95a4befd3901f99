//! Ratings from the games of any number of matches, engines and rulesets.
//!
//! [`rate`] fits one model to all games: a strength for each engine, and for each ruleset an advantage of
//! attacking and an inclination to draws. Engines that never met, not even by way of others, cannot be
//! compared; they come in groups of their own.

mod group;
mod history;
mod notes;
mod pool;

use serde::Serialize;
use statistics::{Estimate, Wdl};

use crate::record::GameRecord;
use crate::rules::Side;
pub use history::{HistoryPoint, history};
use pool::connected;

/// A result to be rated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RatedGame {
    /// The attackers' engine.
    pub attackers: String,
    /// The defenders' engine.
    pub defenders: String,
    /// The ruleset, with its alternate rules.
    pub ruleset: String,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// When it ended, so that the dates of games sort by time.
    pub date: String,
}

impl RatedGame {
    /// A recorded game; `None` if it was not finished. Games are counted together if they name their rules alike.
    #[must_use]
    pub fn of(game: &GameRecord) -> Option<Self> {
        if !game.is_finished() {
            return None;
        }
        Some(Self {
            attackers: game.attackers.name.clone(),
            defenders: game.defenders.name.clone(),
            ruleset: game.rules_in_words(&game.variant),
            winner: game.winner,
            date: game.date.clone(),
        })
    }
}

/// An engine whose rating is fixed.
#[derive(Clone, Debug, PartialEq)]
pub struct Anchor {
    /// The engine.
    pub name: String,
    /// Its rating.
    pub elo: f64,
}

/// Engines that can be compared with each other.
#[derive(Clone, Debug, Serialize)]
pub struct RatedGroup {
    /// The number of games.
    pub games: u64,
    /// The engines, best first. Ratings are around 0, or from the anchor.
    pub engines: Vec<RatedEngine>,
    /// The rulesets in the order of their first games.
    pub rulesets: Vec<RatedRuleset>,
}

/// What is known about an engine.
#[derive(Clone, Debug, Serialize)]
pub struct RatedEngine {
    /// Its name.
    pub name: String,
    /// Its rating with half the width of the 95 % interval.
    pub elo: Estimate,
    /// Its results.
    pub results: Wdl,
    /// The mean rating of its opponents.
    pub opponents: f64,
    /// For each engine of the group, how likely it is that this one is better.
    pub superiority: Vec<f64>,
    /// How well it does as attackers, against the mean of the group in that role; `None` if the games
    /// do not tell, as between two engines.
    pub as_attackers: Option<Estimate>,
    /// The same as defenders.
    pub as_defenders: Option<Estimate>,
}

/// What is known about a ruleset.
#[derive(Clone, Debug, Serialize)]
pub struct RatedRuleset {
    /// Its name.
    pub name: String,
    /// The attackers' results.
    pub attackers: Wdl,
    /// What attacking is worth, in Elo.
    pub advantage: Estimate,
    /// The attackers' expected score between equal engines, 0 to 1.
    pub expected_score: f64,
    /// How many games between equal engines are drawn, 0 to 1.
    pub expected_draws: f64,
    /// The ratings from the games of this ruleset alone, of engines in the order of the group; `None`
    /// for engines without such a game, and for all unless these games connect them.
    pub elo: Vec<Option<Estimate>>,
}

/// Rates engines by their games: a group for all that can be compared, the one with most games first.
#[must_use]
pub fn rate(games: &[RatedGame], anchor: Option<&Anchor>) -> Vec<RatedGroup> {
    connected(games).iter().map(|games| group::rate_group(games, anchor)).collect()
}
