//! Games counted by who met whom.

use std::collections::BTreeMap;

use statistics::{Cell, Wdl};

use super::RatedGame;
use crate::rules::Side;

/// Names in the order in which they first came up.
#[derive(Clone, Debug, Default)]
pub(super) struct Names {
    names: Vec<String>,
    places: BTreeMap<String, usize>,
}

impl Names {
    /// The place of a name, a new one if it has none yet.
    fn place(&mut self, name: &str) -> usize {
        if let Some(place) = self.places.get(name) {
            return *place;
        }
        let place = self.names.len();
        self.names.push(name.to_owned());
        self.places.insert(name.to_owned(), place);
        place
    }

    pub fn list(&self) -> &[String] {
        &self.names
    }
}

/// The results of a set of games.
#[derive(Clone, Debug, Default)]
pub(super) struct Pool {
    pub engines: Names,
    pub rulesets: Names,
    results: BTreeMap<(usize, usize, usize), Wdl>,
}

impl Pool {
    pub fn new<'a>(games: impl IntoIterator<Item = &'a RatedGame>) -> Self {
        let mut pool = Self::default();
        for game in games {
            pool.add(game);
        }
        pool
    }

    pub fn add(&mut self, game: &RatedGame) {
        let attackers = self.engines.place(&game.attackers);
        let defenders = self.engines.place(&game.defenders);
        let ruleset = self.rulesets.place(&game.ruleset);
        let half_points = match game.winner {
            Some(Side::Attackers) => 2,
            None => 1,
            Some(Side::Defenders) => 0,
        };
        self.results.entry((attackers, defenders, ruleset)).or_default().add(half_points);
    }

    /// The results by attackers, defenders and ruleset.
    pub fn cells(&self) -> Vec<Cell> {
        let cell =
            |(&(attackers, defenders, ruleset), &wdl)| Cell { attackers, defenders, ruleset, wdl };
        self.results.iter().map(cell).collect()
    }

    /// For each engine, the number of its group: engines in one group have met each other, or others
    /// between them have.
    fn groups(&self) -> Vec<usize> {
        let met = self.results.keys().map(|&(one, other, _)| (one, other));
        groups(self.engines.list().len(), met)
    }

    /// Whether all engines can be compared.
    pub fn is_connected(&self) -> bool {
        self.groups().iter().all(|group| *group == 0)
    }
}

/// For each of `count` players, the least of those that are joined to it by pairs.
pub(super) fn groups(count: usize, pairs: impl Iterator<Item = (usize, usize)>) -> Vec<usize> {
    let mut groups: Vec<usize> = (0..count).collect();
    for (one, other) in pairs {
        let (kept, joined) = (groups[one].min(groups[other]), groups[one].max(groups[other]));
        for group in groups.iter_mut().filter(|group| **group == joined) {
            *group = kept;
        }
    }
    groups
}

/// The games of each group of engines that can be compared, the group with most games first.
pub(super) fn connected(games: &[RatedGame]) -> Vec<Vec<&RatedGame>> {
    let mut pool = Pool::new(games);
    let groups = pool.groups();
    let mut parts: BTreeMap<usize, Vec<&RatedGame>> = BTreeMap::new();
    for game in games {
        parts.entry(groups[pool.engines.place(&game.attackers)]).or_default().push(game);
    }
    let mut parts: Vec<_> = parts.into_values().collect();
    parts.sort_by_key(|games| std::cmp::Reverse(games.len()));
    parts
}
