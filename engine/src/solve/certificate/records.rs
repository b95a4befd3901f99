//! The positions of a certificate with their answers, each once.

use std::hash::Hasher;

use hashbrown::HashTable;
use rayon::slice::ParallelSliceMut;
use rustc_hash::FxHasher;

use super::Uncertified;
use super::code::Coder;
use crate::board::{Board, BoardMove, BoardRules, Position};

/// The bytes of an answer plus a distance.
const REST: usize = 2 + 2;

/// The distance of a position not yet examined, or given up for now.
const OPEN: u16 = 0;

/// The distance of a position being examined.
const ON_PATH: u16 = u16::MAX;

/// The state of a position's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum State {
    Open,
    /// It is on the current line.
    OnPath,
    /// Its answer is known, with the maximum number of plies to the win where distances count.
    Done(u16),
}

/// The index of a position's record.
pub(super) type Place = u32;

/// Records stored contiguously: position, answer, distance. Proofs have up to hundreds of millions
/// of them, so every byte counts.
#[derive(Debug)]
pub(super) struct Records {
    coder: Coder,
    bytes: Vec<u8>,
    places: HashTable<Place>,
    /// The number of finished records.
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

    /// The record of a position, created if it has none.
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

    /// Marks a position as being on the current line, or not.
    pub fn set_on_path(&mut self, place: Place, on_path: bool) {
        self.set_rest(place, 0, if on_path { ON_PATH } else { OPEN });
    }

    /// Stores the answer in a position and its distance, at least 1.
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

    /// The finished records in order of their positions, with or without distances.
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
