//! Disproofs by enclosure: sets of positions that the prover cannot leave.
//!
//! Where positions come back often, nearly every disproof leans on the path, and a search that only
//! follows lines goes on finding the same ones in ever new orders. Looking at all searched positions
//! at once tells which of them hold each other up: the largest set that no move of the prover leaves,
//! and in which the other side always has a reply that stays.

use std::thread::{Builder, scope};

use rustc_hash::FxHashMap;

use super::dfpn::Search;
use super::knowledge::{Knowledge, Next};
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

    /// Takes in how the position at a place stands, and adds those that it leans on.
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

/// What a position's moves say about whether it stays in the set.
enum Standing<B: Board> {
    Held,
    Leaves,
    /// So long as so many of the positions after it stay, which are searched.
    Leans(usize, Vec<Next<B>>),
}

/// How many positions each thread looks at before the next ones are known.
const BATCH: usize = 1024;

/// Fewer are not worth the help of other threads.
const MIN_SHARED: usize = 128;

impl<B: Board> Search<'_, B> {
    /// Finds the searched positions that the prover cannot leave, marks them as disproven, and returns
    /// whether the root is one. Gives up if more than `most` positions would have to be kept, or when
    /// told to stop. Takes so many threads, from 1.
    pub fn enclose(&mut self, root: &Position<B>, most: usize, threads: usize) -> bool {
        let mut region = Region::from(root, self.knowledge.key(root));
        let mut place = 0;
        while place < region.positions.len() {
            if !self.goes_on() {
                return false;
            }
            let end = region.positions.len().min(place + BATCH * threads);
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
    /// How each of these positions stands.
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
                // Without a helper it takes longer, and that is all.
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
            // Nothing but disproven moves.
            (true, 0) => Standing::Held,
            (true, _) => Standing::Leans(1, inside),
            (false, replies) => Standing::Leans(replies, inside),
        }
    }
}
