//! Zobrist keys: a random number for every element of a position.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::bits::Bits;
use super::position::Position;
use super::size::Board;
use super::square::Square;
use crate::rules::Side;

/// A random number for each square.
#[derive(Debug)]
pub(super) struct SquareNumbers(Vec<u64>);

impl std::ops::Index<Square> for SquareNumbers {
    type Output = u64;

    #[inline(always)]
    fn index(&self, square: Square) -> &u64 {
        &self.0[square.index()]
    }
}

/// The random numbers that are XORed to form a position's key.
#[derive(Debug)]
pub(super) struct Zobrist {
    /// For an attacker on each square.
    pub attacker: SquareNumbers,
    /// For a defending soldier on each square.
    pub defender: SquareNumbers,
    /// For the king on each square.
    pub king: SquareNumbers,
    /// For each announced square.
    pub announced: SquareNumbers,
    /// For the defenders to move.
    pub defenders_to_move: u64,
}

impl Zobrist {
    /// The same numbers on every machine and in every run, so that keys can be compared.
    pub fn new(squares: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(0x0062_7261_6e64_7562);
        let mut numbers = || SquareNumbers((0..squares).map(|_| random.next_u64()).collect());
        Self {
            attacker: numbers(),
            defender: numbers(),
            king: numbers(),
            announced: numbers(),
            defenders_to_move: random.next_u64(),
        }
    }

    /// The key of a position's pieces alone, derived from the position's key.
    pub fn board_key_of<B: Board>(&self, position: &Position<B>) -> u64 {
        let mut key = match position.to_move {
            Side::Attackers => position.key,
            Side::Defenders => position.key ^ self.defenders_to_move,
        };
        for square in position.announced.iter() {
            key ^= self.announced[square];
        }
        key
    }

    /// The key of a position, computed from scratch.
    pub fn key_of<B: Board>(&self, position: &Position<B>) -> u64 {
        let mut key = match position.to_move {
            Side::Attackers => 0,
            Side::Defenders => self.defenders_to_move,
        };
        for (set, numbers) in [
            (position.attackers, &self.attacker),
            (position.defenders, &self.defender),
            (position.king, &self.king),
            (position.announced, &self.announced),
        ] {
            for square in set.iter() {
                key ^= numbers[square];
            }
        }
        key
    }
}
