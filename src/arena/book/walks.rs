//! Random walks to distinct boards.

use std::collections::HashSet;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use crate::board::SetupError;
use crate::game::{Game, new_game};
use crate::rules::Ruleset;
use crate::types::Placement;

/// Consecutive walks without a new board after which the openings count as exhausted.
const MAX_MISSES: u32 = 20_000;

/// A random walk from the start.
#[derive(Debug)]
pub(super) struct Walk {
    pub moves: Vec<String>,
    /// Chooses further moves.
    pub random: ChaCha8Rng,
}

/// The game after these moves from the start. The error is the first that cannot be played.
pub(super) fn replay(rules: &Ruleset, moves: &[String]) -> Result<Box<dyn Game>, String> {
    let mut game = new_game(rules, None).map_err(|error| error.to_string())?;
    for mv in moves {
        game.play_text(mv).map_err(|error| format!("cannot play {mv}: {error}"))?;
    }
    Ok(game)
}

/// Random walks from the start that lead to boards distinct under symmetry.
pub(super) struct Walks<'a> {
    rules: &'a Ruleset,
    plies: u32,
    seed: u64,
    random: ChaCha8Rng,
    seen: HashSet<Placement>,
    /// Walks returned so far.
    pub tried: usize,
}

impl<'a> Walks<'a> {
    pub fn new(rules: &'a Ruleset, plies: u32, seed: u64) -> Result<Self, SetupError> {
        // Checks the start once, so that `walk` need not.
        new_game(rules, None)?;
        let random = ChaCha8Rng::seed_from_u64(seed);
        Ok(Self { rules, plies, seed, random, seen: HashSet::new(), tried: 0 })
    }

    /// One walk. `None` if it ended the game.
    fn walk(&mut self) -> Option<(Vec<String>, Placement)> {
        let mut game = new_game(self.rules, None).ok()?;
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal = game.legal_moves();
            let mv = legal.choose(&mut self.random)?;
            moves.push(game.play(*mv).ok()?.name());
        }
        let open = game.outcome().is_none();
        open.then(|| (moves, game.placement().canonical()))
    }
}

impl Iterator for Walks<'_> {
    type Item = Walk;

    /// The next walk to a new board. `None` when hardly any can be left.
    fn next(&mut self) -> Option<Walk> {
        for _ in 0..MAX_MISSES {
            if let Some((moves, board)) = self.walk()
                && self.seen.insert(board)
            {
                self.tried += 1;
                // Stream 0 is that of the walks.
                let mut random = ChaCha8Rng::seed_from_u64(self.seed);
                random.set_stream(self.tried as u64);
                return Some(Walk { moves, random });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn walks(variant: &str, plies: u32, seed: u64, count: usize) -> Vec<Vec<String>> {
        let rules = rules::find(variant).unwrap();
        let walks = Walks::new(rules, plies, seed).unwrap();
        walks.take(count).map(|walk| walk.moves).collect()
    }

    #[test]
    fn walks_depend_on_the_seed_alone() {
        assert_eq!(walks("tablut", 4, 1, 50), walks("tablut", 4, 1, 50));
        assert_ne!(walks("tablut", 4, 1, 50), walks("tablut", 4, 2, 50));
    }

    #[test]
    fn walks_lead_to_boards_that_are_not_alike() {
        // By symmetry, the 40 first moves in Brandubh reduce to those of one arm to one side: three
        // moves of the outer soldier and two of the inner one.
        assert_eq!(walks("brandubh", 1, 0, 100).len(), 5);
        let boards: HashSet<Placement> = walks("brandubh", 3, 0, 300)
            .iter()
            .map(|moves| replay(rules::find("brandubh").unwrap(), moves).unwrap())
            .map(|game| game.placement().canonical())
            .collect();
        assert_eq!(boards.len(), 300);
    }
}
