//! Zobrist keys: a random number for everything a position is made of.
//!
//! Source: A. L. Zobrist, "A New Hashing Method with Application for Game Playing", 1970.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// The random numbers that a position's key is the exclusive or of.
#[derive(Debug)]
pub(crate) struct Zobrist {
    /// For an attacker on each square.
    pub attacker: Vec<u64>,
    /// For a defending soldier on each square.
    pub defender: Vec<u64>,
    /// For the king on each square.
    pub king: Vec<u64>,
    /// For each announced square.
    pub announced: Vec<u64>,
    /// For the defenders being to move.
    pub defenders_to_move: u64,
}

impl Zobrist {
    /// The same numbers on every machine and in every run, so that keys can be compared.
    pub fn new(squares: usize) -> Self {
        let mut random = ChaCha8Rng::seed_from_u64(0x0062_7261_6e64_7562);
        let mut numbers = || (0..squares).map(|_| random.next_u64()).collect();
        Self {
            attacker: numbers(),
            defender: numbers(),
            king: numbers(),
            announced: numbers(),
            defenders_to_move: random.next_u64(),
        }
    }
}
