//! The pairings and their order.
//!
//! A schedule is a function from a game's index to its players, so a stopped match continues with
//! the missing indices. In some formats it also depends on the results of earlier games. Games 2k
//! and 2k + 1 are a pair: the same players, ruleset and opening with the roles swapped.

use std::fmt;
use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::fixture::{Fixture, Roles, pair_of};
use super::staged::{Place, Round, StagedFormat, StagedSchedule, StagedSize};
use crate::record::GameRecord;
use crate::rules::Side;

/// Which engines meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TournamentFormat {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// Every engine meets every other, in the order of the Berger tables: each plays once before any
    /// plays again.
    Berger,
    /// Each of the first engines (by default one) meets each of the others.
    Gauntlet,
    /// In each round engines of about the same score meet.
    Swiss,
    /// In each round the winners of the last one meet.
    Knockout,
}

impl TournamentFormat {
    /// What decides who meets, if results do.
    pub fn staged(self) -> Option<StagedFormat> {
        match self {
            Self::RoundRobin | Self::Berger | Self::Gauntlet => None,
            Self::Swiss => Some(StagedFormat::Swiss),
            Self::Knockout => Some(StagedFormat::Knockout),
        }
    }
}

impl fmt::Display for TournamentFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::RoundRobin => "round-robin",
            Self::Berger => "berger",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Knockout => "knockout",
        })
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

/// A match in which engines joined: until then it had fewer of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Joining {
    /// Number of engines before.
    pub engines: usize,
    /// Rounds of the match then.
    pub rounds: u32,
}

/// What decides the order of a match's games, except for results.
#[derive(Clone, Debug, Default)]
pub struct MatchSize {
    /// Which engines meet.
    pub format: TournamentFormat,
    /// In a gauntlet, the number of first engines that meet each of the others.
    pub seeds: usize,
    /// Number of engines.
    pub engines: usize,
    /// Number of rulesets.
    pub variants: usize,
    /// Number of rounds.
    pub rounds: u32,
    /// Pairs of games of two engines in a round and ruleset; more than one only in staged formats.
    pub pairs: u32,
    /// Who has which role.
    pub roles: Roles,
    /// The match before engines joined, the earliest first.
    pub joinings: Vec<Joining>,
}

impl MatchSize {
    /// Number of games, without tie-breaks. No game is drawn for it.
    pub fn games(&self) -> u64 {
        let engines = self.engines as u64;
        let meetings = match self.format.staged() {
            None => return MatchSchedule::new(self).len(),
            Some(StagedFormat::Swiss) => (engines / 2).saturating_mul(self.rounds.into()),
            Some(StagedFormat::Knockout) => engines.saturating_sub(1),
        };
        let pairs = u64::from(self.pairs).saturating_mul(self.variants as u64);
        meetings.saturating_mul(pairs).saturating_mul(2)
    }
}

/// Rounds in which the same engines meet.
#[derive(Clone, Debug)]
struct Block {
    pairings: Vec<(usize, usize)>,
    rounds: Range<u32>,
}

impl Block {
    /// Number of pairs of games.
    fn pairs(&self, variants: usize) -> u64 {
        self.pairings.len() as u64 * variants as u64 * self.rounds.len() as u64
    }
}

/// Who meets in a format whose pairings are known from the beginning.
fn pairings(format: TournamentFormat, seeds: usize, engines: usize) -> Vec<(usize, usize)> {
    match format {
        TournamentFormat::Berger => berger(engines),
        TournamentFormat::Gauntlet => {
            (0..seeds.min(engines)).flat_map(|a| (seeds..engines).map(move |b| (a, b))).collect()
        }
        TournamentFormat::RoundRobin | TournamentFormat::Swiss | TournamentFormat::Knockout => {
            (0..engines).flat_map(|a| (a + 1..engines).map(move |b| (a, b))).collect()
        }
    }
}

/// The rounds of a match. Engines that joined first play the rounds that they missed.
fn blocks(size: &MatchSize) -> Vec<Block> {
    let pairings = |engines| pairings(size.format, size.seeds, engines);
    let mut blocks = Vec::new();
    let mut begun = 0;
    for (place, joining) in size.joinings.iter().enumerate() {
        blocks.push(Block { pairings: pairings(joining.engines), rounds: begun..joining.rounds });
        let next = size.joinings.get(place + 1).map_or(size.engines, |next| next.engines);
        let mut missed = pairings(next);
        missed.retain(|&(one, other)| one.max(other) >= joining.engines);
        blocks.push(Block { pairings: missed, rounds: 0..joining.rounds });
        begun = joining.rounds;
    }
    blocks.push(Block { pairings: pairings(size.engines), rounds: begun..size.rounds.max(begun) });
    blocks
}

/// The order of all games of a match. In a round, every pairing plays one pair of games in every
/// ruleset. More rounds only add games at the end.
#[derive(Clone, Debug)]
pub struct MatchSchedule(Order);

#[derive(Clone, Debug)]
enum Order {
    /// Known from the beginning.
    Fixed { blocks: Vec<Block>, variants: usize, roles: Roles },
    /// Drawn as results come in.
    Staged(StagedSchedule),
}

impl MatchSchedule {
    /// The schedule of a match of which no game has been played.
    pub fn new(size: &MatchSize) -> Self {
        let &MatchSize { engines, variants, rounds, pairs, roles, .. } = size;
        Self(match size.format.staged() {
            None => Order::Fixed { blocks: blocks(size), variants, roles },
            Some(format) => Order::Staged(StagedSchedule::new(StagedSize {
                format,
                engines,
                variants,
                rounds,
                pairs,
                roles,
            })),
        })
    }

    /// Number of games. Tie-breaks are counted once they are known to be needed.
    pub fn len(&self) -> u64 {
        match &self.0 {
            Order::Fixed { .. } => self.drawn(),
            Order::Staged(staged) => staged.expected(),
        }
    }

    /// Number of games whose players are known; they are the first ones.
    pub fn drawn(&self) -> u64 {
        match &self.0 {
            Order::Fixed { blocks, variants, .. } => {
                2 * blocks.iter().map(|block| block.pairs(*variants)).sum::<u64>()
            }
            Order::Staged(staged) => staged.drawn(),
        }
    }

    /// Whether there are no games.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether results decide who meets.
    pub fn is_staged(&self) -> bool {
        matches!(self.0, Order::Staged(_))
    }

    /// Whether results may still add games.
    pub fn may_grow(&self) -> bool {
        match &self.0 {
            Order::Fixed { .. } => false,
            Order::Staged(staged) => !staged.is_over(),
        }
    }

    /// The rounds drawn so far; none unless results decide who meets.
    pub fn rounds(&self) -> &[Round] {
        match &self.0 {
            Order::Fixed { .. } => &[],
            Order::Staged(staged) => staged.rounds(),
        }
    }

    /// The places in a Swiss tournament so far; none in other formats.
    pub fn places(&self) -> Vec<Place> {
        match &self.0 {
            Order::Fixed { .. } => Vec::new(),
            Order::Staged(staged) => staged.places(),
        }
    }

    /// Number of different openings that are played in a ruleset, without tie-breaks.
    pub fn openings(&self) -> u32 {
        match &self.0 {
            Order::Fixed { blocks, .. } => {
                blocks.iter().map(|block| block.rounds.end).max().unwrap_or(0)
            }
            Order::Staged(staged) => staged.openings(),
        }
    }

    /// Counts a finished game, which may decide who meets next. A game that was counted before or is
    /// not drawn yet changes nothing.
    pub fn note(&mut self, game: &GameRecord) {
        if let (Order::Staged(staged), Some(index)) = (&mut self.0, game.index) {
            staged.note(index, game.half_points(Side::Attackers));
        }
    }

    /// Counts finished games, in any order.
    pub fn note_all(&mut self, games: &[GameRecord]) {
        let mut sorted: Vec<&GameRecord> = games.iter().collect();
        sorted.sort_by_key(|game| game.index);
        sorted.into_iter().for_each(|game| self.note(game));
    }

    /// The game at an index. `None` past the end and if it is not drawn yet.
    pub fn game(&self, index: u64) -> Option<Fixture> {
        let (blocks, variants, roles) = match &self.0 {
            Order::Staged(staged) => return staged.game(index),
            Order::Fixed { blocks, variants, roles } => (blocks, *variants, *roles),
        };
        let mut pair = pair_of(index);
        let mut blocks = blocks.iter();
        let block = loop {
            let block = blocks.next()?;
            match pair.checked_sub(block.pairs(variants)) {
                Some(rest) => pair = rest,
                None => break block,
            }
        };
        let pairings = block.pairings.len() as u64;
        let (a, b) = *block.pairings.get(usize::try_from(pair % pairings).ok()?)?;
        let rest = pair / pairings;
        let variants = variants as u64;
        let (attackers, defenders) = if roles.second_attacks(index) { (b, a) } else { (a, b) };
        let round = block.rounds.start + u32::try_from(rest / variants).ok()?;
        Some(Fixture {
            index,
            round,
            opening: round,
            variant: usize::try_from(rest % variants).ok()?,
            attackers,
            defenders,
        })
    }

    /// All games whose players are known, in order.
    pub fn games(&self) -> impl Iterator<Item = Fixture> + '_ {
        (0..self.drawn()).filter_map(|index| self.game(index))
    }
}

#[cfg(test)]
mod tests;
