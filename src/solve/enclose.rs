//! Disproofs by enclosure: sets of positions that the prover cannot leave.
//!
//! Where positions come back often, nearly every disproof leans on the path, and a search that only
//! follows lines goes on finding the same ones in ever new orders. Looking at all searched positions
//! at once tells which of them hold each other up: the largest set that no move of the prover leaves,
//! and in which the other side always has a reply that stays.

use rustc_hash::FxHashMap;

use super::dfpn::Search;
use super::table::Known;
use crate::board::{Board, Position};

/// Searched positions that are reached from the root, and what holds them.
#[derive(Debug)]
struct Region<B: Board> {
    positions: Vec<Position<B>>,
    places: FxHashMap<u64, usize>,
    /// For each position, those before it.
    before: Vec<Vec<usize>>,
    /// How many positions after it must leave the set before it leaves, too; 0: it has left.
    hold: Vec<usize>,
}

impl<B: Board> Region<B> {
    fn from(root: &Position<B>, key: u64) -> Self {
        let mut region = Self {
            positions: Vec::new(),
            places: FxHashMap::default(),
            before: Vec::new(),
            hold: Vec::new(),
        };
        region.place(root, key);
        region
    }

    /// The place of a position with this key, a new one if it has none.
    fn place(&mut self, position: &Position<B>, key: u64) -> usize {
        let place = *self.places.entry(key).or_insert(self.positions.len());
        if place == self.positions.len() {
            self.positions.push(*position);
            self.before.push(Vec::new());
            self.hold.push(usize::MAX);
        }
        place
    }

    /// Lets all leave that are not held.
    fn settle(&mut self) {
        let mut leaving: Vec<usize> =
            (0..self.hold.len()).filter(|place| self.hold[*place] == 0).collect();
        while let Some(place) = leaving.pop() {
            for before in std::mem::take(&mut self.before[place]) {
                if self.hold[before] > 0 && self.hold[before] < usize::MAX {
                    self.hold[before] -= 1;
                    if self.hold[before] == 0 {
                        leaving.push(before);
                    }
                }
            }
        }
    }
}

impl<B: Board> Search<'_, B> {
    /// Finds the searched positions that the prover cannot leave, marks them as disproven, and returns
    /// whether the root is one. Gives up if more than `most` positions would have to be kept, or when
    /// told to stop.
    pub fn enclose(&mut self, root: &Position<B>, most: usize) -> bool {
        let mut region = Region::from(root, self.key(root));
        let mut place = 0;
        while place < region.positions.len() {
            if region.positions.len() > most || (place % 1024 == 0 && !self.goes_on()) {
                return false;
            }
            let position = region.positions[place];
            region.hold[place] = self.enter(&mut region, place, &position);
            place += 1;
        }
        region.settle();
        for (position, hold) in region.positions.iter().zip(&region.hold) {
            if *hold > 0 {
                self.table.store(self.table_key(self.key(position)), 1, Known::Disproven);
            }
        }
        region.hold[0] > 0
    }

    /// Adds the searched positions after one of the region, and returns what holds it.
    fn enter(&self, region: &mut Region<B>, place: usize, position: &Position<B>) -> usize {
        let proves = self.judge.proves(position);
        let mut inside = Vec::new();
        for next in self.next_positions(position) {
            let (found, searched) = self.glance(&next.position, next.key);
            if found.is_disproven() {
                if !proves {
                    return usize::MAX;
                }
            } else if searched && !found.is_proven() {
                inside.push(next);
            } else if proves {
                return 0;
            }
        }
        for next in &inside {
            let next = region.place(&next.position, next.key);
            region.before[next].push(place);
        }
        match (proves, inside.len()) {
            // Nothing but disproven moves.
            (true, 0) => usize::MAX,
            (true, _) => 1,
            (false, replies) => replies,
        }
    }
}
