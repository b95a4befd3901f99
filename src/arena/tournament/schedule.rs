//! The pairings and their order.
//!
//! A schedule is a pure function from a game's index to its players, so a stopped match continues
//! with the missing indices. Games 2k and 2k + 1 are a pair: the same players, ruleset and opening
//! with the roles swapped.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Format {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// Every engine meets every other, in the order of the Berger tables: each plays once before any
    /// plays again.
    Berger,
    /// Each of the first engines (by default one) meets each of the others.
    Gauntlet,
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Berger => "berger",
            Self::Gauntlet => "gauntlet",
        })
    }
}

/// Who has which role in the two games of a pair.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Roles {
    /// The first of two engines attacks first, then the other.
    #[default]
    Swapped,
    /// The second of two engines attacks first.
    Reversed,
    /// The first of two engines attacks in both games.
    Fixed,
}

impl Roles {
    /// Whether these are the usual roles.
    pub(super) fn is_swapped(&self) -> bool {
        *self == Self::Swapped
    }

    /// Whether the second engine attacks in a game.
    fn second_attacks(self, index: u64) -> bool {
        match self {
            Self::Swapped => !index.is_multiple_of(2),
            Self::Reversed => index.is_multiple_of(2),
            Self::Fixed => false,
        }
    }
}

/// All pairs of engines in the order of the Berger tables. Of an odd number, one rests in each round.
///
/// In the first round each engine meets the one as far from the end as it is from the beginning; from
/// round to round all but the last move on by half their number. Source: FIDE Handbook, C.05, annex 1.
fn berger(engines: usize) -> Vec<(usize, usize)> {
    let places = engines.next_multiple_of(2);
    let Some(circle) = places.checked_sub(1) else { return Vec::new() };
    let mut pairings = Vec::new();
    for round in 0..circle {
        let at = |place: usize| (place + round * (places / 2)) % circle;
        let last = if round % 2 == 0 { (at(0), circle) } else { (circle, at(0)) };
        let others = (1..places / 2).map(|place| (at(place), at(circle - place)));
        pairings.extend(std::iter::once(last).chain(others));
    }
    pairings.retain(|&(one, other)| one < engines && other < engines);
    pairings
}

/// The order of all games of a match. In a round, every pairing plays one pair of games in every
/// ruleset. More rounds only add games at the end.
#[derive(Clone, Debug)]
pub struct MatchSchedule {
    pairings: Vec<(usize, usize)>,
    variants: usize,
    rounds: u32,
    roles: Roles,
}

/// One game of a schedule. Engines and rulesets are indices into the match's lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Index in the schedule, from 0.
    pub index: u64,
    /// Round, from 0. It also selects the opening.
    pub round: u32,
    /// The ruleset.
    pub variant: usize,
    /// The attacking engine.
    pub attackers: usize,
    /// The defending engine.
    pub defenders: usize,
}

/// The pair that a game belongs to.
pub fn pair_of(index: u64) -> u64 {
    index / 2
}

impl MatchSchedule {
    /// A schedule for `engines` players in `variants` rulesets. In a gauntlet, each of the first
    /// `seeds` engines meets each of the others.
    pub fn new(format: Format, seeds: usize, engines: usize, variants: usize, rounds: u32) -> Self {
        let pairings = match format {
            Format::RoundRobin => {
                (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect()
            }
            Format::Berger => berger(engines),
            Format::Gauntlet => (0..seeds.min(engines))
                .flat_map(|a| (seeds..engines).map(move |b| (a, b)))
                .collect(),
        };
        Self { pairings, variants, rounds, roles: Roles::Swapped }
    }

    /// The same schedule with other roles.
    #[must_use]
    pub fn with_roles(self, roles: Roles) -> Self {
        Self { roles, ..self }
    }

    /// Number of games.
    pub fn len(&self) -> u64 {
        2 * self.pairings.len() as u64 * self.variants as u64 * u64::from(self.rounds)
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game at an index. `None` past the end.
    pub fn game(&self, index: u64) -> Option<Fixture> {
        if index >= self.len() {
            return None;
        }
        let pairings = self.pairings.len() as u64;
        let pair = pair_of(index);
        let (a, b) = *self.pairings.get(usize::try_from(pair % pairings).ok()?)?;
        let rest = pair / pairings;
        let variants = self.variants as u64;
        let (attackers, defenders) = if self.roles.second_attacks(index) { (b, a) } else { (a, b) };
        Some(Fixture {
            index,
            round: u32::try_from(rest / variants).ok()?,
            variant: usize::try_from(rest % variants).ok()?,
            attackers,
            defenders,
        })
    }

    /// All games in order.
    pub fn games(&self) -> impl Iterator<Item = Fixture> + '_ {
        (0..self.len()).filter_map(|index| self.game(index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashMap;

    #[test]
    fn two_engines_swap_roles_game_by_game() {
        let schedule = MatchSchedule::new(Format::RoundRobin, 1, 2, 1, 2);
        let players: Vec<_> =
            schedule.games().map(|g| (g.round, g.attackers, g.defenders)).collect();
        assert_eq!(players, [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0)]);
    }

    #[test]
    fn gauntlet_spares_the_others() {
        let schedule = MatchSchedule::new(Format::Gauntlet, 1, 4, 2, 3);
        assert_eq!(schedule.len(), 2 * 3 * 2 * 3);
        assert!(schedule.games().all(|g| g.attackers == 0 || g.defenders == 0));
    }

    #[test]
    fn seeds_meet_the_others_and_not_each_other() {
        let schedule = MatchSchedule::new(Format::Gauntlet, 2, 5, 1, 1);
        assert_eq!(schedule.len(), 2 * 2 * 3);
        assert!(schedule.games().all(|g| (g.attackers < 2) != (g.defenders < 2)));
        assert!(MatchSchedule::new(Format::Gauntlet, 5, 3, 1, 1).is_empty());
    }

    #[test]
    fn roles_can_be_reversed_or_fixed() {
        let attackers = |roles| {
            let schedule = MatchSchedule::new(Format::RoundRobin, 1, 2, 1, 1).with_roles(roles);
            schedule.games().map(|game| game.attackers).collect::<Vec<_>>()
        };
        assert_eq!(attackers(Roles::Swapped), [0, 1]);
        assert_eq!(attackers(Roles::Reversed), [1, 0]);
        assert_eq!(attackers(Roles::Fixed), [0, 0]);
    }

    #[test]
    fn berger_tables_are_those_of_the_handbook() {
        let table =
            |engines| berger(engines).into_iter().map(|(a, b)| (a + 1, b + 1)).collect::<Vec<_>>();
        assert_eq!(table(4), [(1, 4), (2, 3), (4, 3), (1, 2), (2, 4), (3, 1)]);
        let six = table(6);
        assert_eq!(six[..6], [(1, 6), (2, 5), (3, 4), (6, 4), (5, 3), (1, 2)]);
        assert_eq!(six[6..9], [(2, 6), (3, 1), (4, 5)]);
        // With a place empty, the one that would have met it rests.
        assert_eq!(table(3), [(2, 3), (1, 2), (3, 1)]);
        assert_eq!((table(0).len(), table(1).len()), (0, 0));
    }

    #[test]
    fn one_engine_has_nobody_to_play() {
        assert!(MatchSchedule::new(Format::RoundRobin, 1, 1, 3, 10).is_empty());
        assert_eq!(MatchSchedule::new(Format::Gauntlet, 1, 0, 3, 10).game(0), None);
    }

    proptest! {
        #[test]
        fn the_berger_order_has_the_games_of_a_round_robin(engines in 2usize..12) {
            let games = |format| {
                let schedule = MatchSchedule::new(format, 1, engines, 1, 1);
                let mut games: Vec<_> =
                    schedule.games().map(|game| (game.attackers, game.defenders)).collect();
                games.sort_unstable();
                games
            };
            prop_assert_eq!(games(Format::Berger), games(Format::RoundRobin));
            let of_round = engines / 2;
            for round in berger(engines).chunks(of_round) {
                let mut playing: Vec<usize> = round.iter().flat_map(|&(a, b)| [a, b]).collect();
                playing.sort_unstable();
                playing.dedup();
                prop_assert_eq!(playing.len(), 2 * of_round);
            }
        }

        #[test]
        fn every_meeting_happens_once_in_each_role(engines in 2usize..6, variants in 1usize..4, rounds in 1u32..4) {
            let schedule = MatchSchedule::new(Format::RoundRobin, 1, engines, variants, rounds);
            let mut seen = HashMap::new();
            for game in schedule.games() {
                prop_assert_ne!(game.attackers, game.defenders);
                *seen.entry((game.round, game.variant, game.attackers, game.defenders)).or_insert(0) += 1;
            }
            prop_assert_eq!(seen.len(), engines * (engines - 1) * variants * rounds as usize);
            prop_assert!(seen.values().all(|&n| n == 1));
            prop_assert_eq!(seen.len() as u64, schedule.len());
        }

        #[test]
        fn pairs_swap_roles_and_rounds_extend(engines in 2usize..6, variants in 1usize..4, rounds in 1u32..4) {
            let schedule = MatchSchedule::new(Format::RoundRobin, 1, engines, variants, rounds);
            let longer = MatchSchedule::new(Format::RoundRobin, 1, engines, variants, rounds + 5);
            let games: Vec<_> = schedule.games().collect();
            for pair in games.chunks(2) {
                prop_assert_eq!(pair_of(pair[0].index), pair_of(pair[1].index));
                prop_assert_eq!((pair[0].attackers, pair[0].defenders), (pair[1].defenders, pair[1].attackers));
                prop_assert_eq!((pair[0].round, pair[0].variant), (pair[1].round, pair[1].variant));
            }
            for game in games {
                prop_assert_eq!(longer.game(game.index), Some(game));
            }
        }
    }
}
