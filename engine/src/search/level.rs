//! Playing levels below full strength.
//!
//! A level sees less than the full search. It spends few nodes, and chooses among its best moves by
//! score plus random noise. The lowest levels often ignore the other side's reply, and so overlook
//! captures. Nothing here depends on the ruleset: nodes are counted per legal move, because larger
//! boards have more moves.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::score::Score;

/// The parameters of a level.
pub(super) struct Strength {
    /// Nodes per legal move of the root.
    pub nodes: u64,
    /// The maximum random noise added to a move's score, in centipawns.
    pub noise: Score,
    /// The percentage of moves chosen without looking at the replies.
    pub blind: u32,
    /// The level's rating, on the scale of [`Level::FULL_ELO`].
    pub elo: usize,
}

/// The levels, lowest first. `tuning/LOG.md` describes how they were measured.
const LEVELS: [Strength; 20] = [
    level(10, 1000, 100, 500),
    level(10, 540, 100, 570),
    level(10, 245, 96, 650),
    level(10, 163, 73, 730),
    level(10, 129, 50, 800),
    level(10, 101, 32, 890),
    level(10, 77, 19, 970),
    level(10, 59, 9, 1040),
    level(10, 45, 2, 1130),
    level(16, 40, 0, 1220),
    level(33, 38, 0, 1330),
    level(65, 30, 0, 1460),
    level(120, 30, 0, 1550),
    level(240, 28, 0, 1680),
    level(500, 25, 0, 1790),
    level(1050, 20, 0, 1880),
    level(2200, 18, 0, 1960),
    level(4700, 15, 0, 2030),
    level(10_000, 10, 0, 2100),
    level(22_000, 10, 0, 2140),
];

const fn level(nodes: u64, noise: Score, blind: u32, elo: usize) -> Strength {
    Strength { nodes, noise, blind, elo }
}

/// A playing level below full strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Level(usize);

impl Level {
    /// The number of full strength: one above the highest level.
    pub const FULL: usize = LEVELS.len();

    /// The rating of full strength at one second per move, in Elo, with the lowest level set to
    /// 500. Only differences mean anything.
    pub const FULL_ELO: usize = 2230;

    /// The rating of the lowest level.
    pub const MIN_ELO: usize = LEVELS[0].elo;

    /// The level with this number, from 0. `None` from [`Self::FULL`] on.
    #[must_use]
    pub fn new(number: usize) -> Option<Self> {
        (number < Self::FULL).then_some(Self(number))
    }

    /// Its number, from 0.
    #[must_use]
    pub fn number(self) -> usize {
        self.0
    }

    /// The strongest level rated at most `elo`, or level 0. `None` from [`Self::FULL_ELO`] on.
    #[must_use]
    pub fn of_elo(elo: usize) -> Option<Self> {
        let above = LEVELS.partition_point(|strength| strength.elo <= elo);
        (elo < Self::FULL_ELO).then(|| Self(above.saturating_sub(1)))
    }

    /// What the level is worth, on the scale of [`Self::FULL_ELO`].
    #[must_use]
    pub fn elo(self) -> usize {
        self.strength().elo
    }

    pub(super) fn strength(self) -> &'static Strength {
        &LEVELS[self.0]
    }
}

/// A level, and the seed of its random choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// How strong to play.
    pub level: Level,
    /// The same seed gives the same choice in the same position after the same game.
    pub seed: u64,
}

impl Handicap {
    /// The random source of one choice, in the position with this key.
    pub(super) fn chance(self, key: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(self.seed ^ key))
    }
}

/// A random source.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    /// A number in `0..end`.
    pub fn below(&mut self, end: u32) -> u32 {
        ((u64::from(self.0.next_u32()) * u64::from(end)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_description_has_the_same_table() {
        let text = include_str!("../../../protocol.md");
        let row = |(number, strength): (usize, &Strength)| {
            let Strength { nodes, noise, blind, elo } = strength;
            format!("| {number} | {nodes} | {noise} | {blind} | {elo} |")
        };
        let table: Vec<String> = LEVELS.iter().enumerate().map(row).collect();
        let header = "| level | nodes | noise | blind | Elo |\n|---|---|---|---|---|\n";
        let rest = text.split_once(header).unwrap().1;
        let described: Vec<&str> = rest.lines().take(LEVELS.len()).collect();
        assert_eq!(described, table, "it should be\n{}", table.join("\n"));
    }

    #[test]
    fn each_level_is_stronger_than_the_one_below() {
        for pair in LEVELS.windows(2) {
            let [below, above] = [&pair[0], &pair[1]];
            assert!(above.nodes >= below.nodes && above.elo > below.elo);
            assert!(above.noise <= below.noise && above.blind <= below.blind);
        }
    }

    #[test]
    fn chance_stays_in_its_range_and_reaches_its_ends() {
        let mut chance = Handicap { level: Level(0), seed: 1 }.chance(2);
        let drawn: Vec<u32> = (0..200).map(|_| chance.below(5)).collect();
        assert!(drawn.iter().all(|number| *number < 5));
        assert!((0..5).all(|number| drawn.contains(&number)));
    }
}
