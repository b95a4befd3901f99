//! Choosing a move of the book.

use super::file::Book;
use super::section::Weight;
use crate::game::Game;
use crate::types::Move;

/// A move of the book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move, and in a symmetric position its images.
    pub images: Vec<Move>,
    /// Its weight.
    pub weight: Weight,
}

/// How freely moves are chosen, from 0 to 100.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variety(u8);

impl Variety {
    /// Always the heaviest move.
    pub const NONE: Variety = Variety(0);

    /// In proportion to the weights.
    pub const FULL: Variety = Variety(100);

    /// The variety of this number; numbers above 100 count as 100.
    #[must_use]
    pub fn new(percent: usize) -> Self {
        Self(u8::try_from(percent).unwrap_or(100).min(100))
    }

    /// The chance of a weight, compared with the others, if the heaviest weight is `most`.
    fn chance(self, weight: Weight, most: Weight) -> f64 {
        let share = f64::from(weight) / f64::from(most.max(1));
        share.powf(100.0 / f64::from(self.0.max(1)))
    }
}

impl Book {
    /// The moves of the game's current position, the heaviest first. Empty if the book does not have
    /// the position under the game's rules.
    #[must_use]
    pub fn moves(&self, game: &dyn Game) -> Vec<BookMove> {
        let Some(section) = self.section(game.ruleset()) else { return Vec::new() };
        let moves = section.find(game).into_iter();
        moves.map(|(images, weight)| BookMove { images, weight }).collect()
    }

    /// Chooses a move of the game's current position. Leaves out moves with a weight of 0 and moves
    /// that repeat a position of the game. `seed` determines the choice.
    #[must_use]
    pub fn choose(&self, game: &dyn Game, variety: Variety, seed: u64) -> Option<Move> {
        let mut moves = self.moves(game);
        moves.retain(|known| known.weight > 0);
        for known in &mut moves {
            known.images.retain(|mv| !repeats(game, *mv));
        }
        moves.retain(|known| !known.images.is_empty());
        let most = moves.first()?.weight;
        if variety == Variety::NONE {
            return moves[0].images.first().copied();
        }
        let chances: Vec<f64> =
            moves.iter().map(|known| variety.chance(known.weight, most)).collect();
        // Two draws from one seed: the upper half for the move, the lower half for its image.
        let draw = (seed >> 32) as f64 / f64::from(u32::MAX) * chances.iter().sum::<f64>();
        let mut sum = 0.0;
        let place = chances.iter().position(|chance| {
            sum += chance;
            draw <= sum
        });
        let images = &moves[place.unwrap_or_default()].images;
        Some(images[(seed & u64::from(u32::MAX)) as usize % images.len()])
    }
}

/// Whether a move leads to a position that the game has had before.
fn repeats(game: &dyn Game, mv: Move) -> bool {
    let mut after = game.boxed_clone();
    after.play(mv).is_err() || after.occurrences() > 1
}
