//! Disproofs by enclosure: sets of positions that the prover cannot leave.
//!
//! Where positions recur often, nearly every disproof is path-dependent, and a search that only
//! follows lines finds the same ones in ever new orders. Looking at all searched positions at once
//! shows which of them support each other: the largest set that no move of the prover leaves, and
//! in which the other side always has a reply that stays inside.

use std::thread::{Builder, scope};

use rustc_hash::FxHashMap;

use super::dfpn::Search;
use super::knowledge::{Knowledge, Next};
use super::table::Known;
use crate::board::{Board, Position};

/// Searched positions reachable from the root, and the support of each.
#[derive(Debug)]
struct Region<B: Board> {
    positions: Vec<Position<B>>,
    places: FxHashMap<u64, usize>,
    /// For each position, its predecessors.
    before: Vec<Vec<usize>>,
    /// The number of successors that must leave the set before the position does. 0 if it has left.
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

    /// The index of the position with this key, added if new.
    fn place(&mut self, position: &Position<B>, key: u64) -> usize {
        let place = *self.places.entry(key).or_insert(self.positions.len());
        if place == self.positions.len() {
            self.positions.push(*position);
            self.before.push(Vec::new());
            self.hold.push(usize::MAX);
        }
        place
    }

    /// Records the standing of the position at `place`, and adds those it depends on.
    fn enter(&mut self, place: usize, standing: Standing<B>) {
        self.hold[place] = match standing {
            Standing::Held => usize::MAX,
            Standing::Leaves => 0,
            Standing::Leans(replies, inside) => {
                for next in &inside {
                    let next = self.place(&next.position, next.key);
                    self.before[next].push(place);
                }
                replies
            }
        };
    }

    /// Removes all positions without support, repeatedly.
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

/// Whether a position stays in the set, as far as its moves show.
enum Standing<B: Board> {
    Held,
    Leaves,
    /// Stays as long as this many of the given successors stay.
    Leans(usize, Vec<Next<B>>),
}

/// The number of squares of the positions that each thread examines per round. The time is looked at
/// between rounds, and positions of large boards take longer.
const BATCH_SQUARES: usize = 1 << 16;

/// The minimum number of positions worth sharing among threads.
const MIN_SHARED: usize = 128;

impl<B: Board> Search<'_, B> {
    /// Finds the searched positions that the prover cannot leave, marks them as disproven, and
    /// returns whether the root is one of them. Gives up after `most` positions, or when stopped.
    /// Uses `threads` threads, at least 1.
    pub fn enclose(&mut self, root: &Position<B>, most: usize, threads: usize) -> bool {
        let mut region = Region::from(root, self.knowledge.key(root));
        let mut place = 0;
        while place < region.positions.len() {
            if !self.goes_on() {
                return false;
            }
            let batch = BATCH_SQUARES / B::SQUARES;
            let end = region.positions.len().min(place + batch * threads);
            for standing in self.knowledge.look_around(&region.positions[place..end], threads) {
                if region.positions.len() > most {
                    return false;
                }
                region.enter(place, standing);
                place += 1;
            }
        }
        region.settle();
        for (position, hold) in region.positions.iter().zip(&region.hold) {
            if *hold > 0 {
                self.knowledge.store(self.knowledge.key(position), 1, Known::Disproven);
            }
        }
        region.hold[0] > 0
    }
}

impl<B: Board> Knowledge<'_, B> {
    /// The standing of each of these positions.
    fn look_around(&self, positions: &[Position<B>], threads: usize) -> Vec<Standing<B>> {
        let look = |part: &[Position<B>]| -> Vec<_> {
            part.iter().map(|position| self.standing(position)).collect()
        };
        if threads == 1 || positions.len() < MIN_SHARED {
            return look(positions);
        }
        scope(|scope| {
            let (own, others) = positions.split_at(positions.len().div_ceil(threads));
            let helpers: Vec<_> = others
                .chunks(own.len())
                .map(|part| (part, Builder::new().spawn_scoped(scope, || look(part)).ok()))
                .collect();
            let mut all = look(own);
            for (part, helper) in helpers {
                // Without a helper it only takes longer.
                let looked = helper.and_then(|helper| helper.join().ok());
                all.extend(looked.unwrap_or_else(|| look(part)));
            }
            all
        })
    }

    fn standing(&self, position: &Position<B>) -> Standing<B> {
        let proves = self.judge.proves(position);
        let mut inside = Vec::new();
        for next in self.next_positions(position) {
            let (found, searched) = self.glance(&next.position, next.key);
            if found.is_disproven() {
                if !proves {
                    return Standing::Held;
                }
            } else if searched && !found.is_proven() {
                inside.push(next);
            } else if proves {
                return Standing::Leaves;
            }
        }
        match (proves, inside.len()) {
            // All moves are disproven.
            (true, 0) => Standing::Held,
            (true, _) => Standing::Leans(1, inside),
            (false, replies) => Standing::Leans(replies, inside),
        }
    }
}
