//! The positions of a certificate with their answers, each once.

use std::hash::Hasher;

use hashbrown::HashTable;
use rayon::slice::ParallelSliceMut;
use rustc_hash::FxHasher;

use super::Uncertified;
use super::code::Coder;
use crate::board::{Board, BoardMove, BoardRules, Position};

/// The bytes of an answer and a distance.
const REST: usize = 2 + 2;

/// A distance that no position has: it has not been looked at, or is given up for now.
const OPEN: u16 = 0;

/// A distance that no position has: it is being looked at.
const ON_PATH: u16 = u16::MAX;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Open,
    /// It stands on the line that is being looked at.
    OnPath,
    /// Its answer is written down. Where distances count, it wins within so many plies.
    Done(u16),
}

/// A position's place among the records.
pub(super) type Place = u32;

/// Records side by side: a position, its answer, its distance. Proofs have up to hundreds of millions
/// of them, so that each byte counts.
#[derive(Debug)]
pub(super) struct Records {
    coder: Coder,
    bytes: Vec<u8>,
    places: HashTable<Place>,
    /// How many are done.
    done: usize,
}

impl Records {
    pub fn new<B: Board>(rules: &BoardRules<B>) -> Self {
        let coder = Coder::new(rules);
        Self { coder, bytes: Vec::new(), places: HashTable::new(), done: 0 }
    }

    pub fn done(&self) -> usize {
        self.done
    }

    fn size(&self) -> usize {
        self.coder.length() + REST
    }

    /// The place of a position, a new one if it has none.
    pub fn place<B: Board>(&mut self, position: &Position<B>) -> Result<Place, Uncertified> {
        let size = self.size();
        let Self { coder, bytes, places, .. } = self;
        let length = coder.length();
        let (wanted, _) = coder.pack(position);
        let key = |place: Place| &bytes[place as usize * size..][..length];
        if let Some(place) = places.find(hash(wanted), |place| key(*place) == wanted) {
            return Ok(*place);
        }
        let place = Place::try_from(bytes.len() / size).map_err(|_| Uncertified::Size)?;
        let rehash = |place: &Place| hash(key(*place));
        places.insert_unique(hash(wanted), place, rehash);
        bytes.extend_from_slice(wanted);
        bytes.extend_from_slice(&[0; REST]);
        Ok(place)
    }

    pub fn state(&self, place: Place) -> State {
        let rest = &self.bytes[place as usize * self.size() + self.coder.length()..][..REST];
        match u16::from_le_bytes([rest[2], rest[3]]) {
            OPEN => State::Open,
            ON_PATH => State::OnPath,
            distance => State::Done(distance),
        }
    }

    /// Says that a position stands on the line being looked at, or no longer does.
    pub fn set_on_path(&mut self, place: Place, on_path: bool) {
        self.set_rest(place, 0, if on_path { ON_PATH } else { OPEN });
    }

    /// Writes down the answer in a position, and its distance, at least 1.
    pub fn finish<B: Board>(
        &mut self,
        place: Place,
        position: &Position<B>,
        answer: BoardMove,
        distance: u16,
    ) -> Result<(), Uncertified> {
        if distance == ON_PATH {
            return Err(Uncertified::Size);
        }
        let (_, symmetry) = self.coder.pack(position);
        self.set_rest(place, self.coder.pack_move(answer, symmetry), distance);
        self.done += 1;
        Ok(())
    }

    fn set_rest(&mut self, place: Place, answer: u16, distance: u16) {
        let begin = place as usize * self.size() + self.coder.length();
        self.bytes[begin..begin + 2].copy_from_slice(&answer.to_le_bytes());
        self.bytes[begin + 2..begin + REST].copy_from_slice(&distance.to_le_bytes());
    }

    /// The records that are done, in the order of their positions; without distances, if so wished.
    pub fn in_order(&self, distances: bool) -> impl Iterator<Item = &[u8]> {
        let record = |place: Place| &self.bytes[place as usize * self.size()..][..self.size()];
        let all = 0..(self.bytes.len() / self.size()) as Place;
        let done = |place: &Place| matches!(self.state(*place), State::Done(_));
        let mut order: Vec<Place> = all.filter(done).collect();
        order.par_sort_unstable_by_key(|place| record(*place));
        let end = self.size() - if distances { 0 } else { 2 };
        order.into_iter().map(move |place| &record(place)[..end])
    }
}

fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    hasher.finish()
}
