//! The evaluation as a linear model: a flat list of weights.

use std::fmt::Write as _;

use branan::board::{Bits, Board, BoardRules, Position};
use branan::eval::{FEATURES, PIECES, Weights, features, square_class, square_classes};
use branan::rules::{Coordinate, Ruleset};

/// The weights there are, in hundredths of a soldier for the defenders: those of the features, then
/// those of the places of each kind of piece.
pub struct Model {
    pub weights: Vec<f64>,
    classes: usize,
}

impl Model {
    /// The present weights for a ruleset.
    pub fn of(ruleset: &Ruleset) -> Self {
        let Weights { features, places } = Weights::of(ruleset);
        let weights = features.into_iter().chain(places.into_iter().flatten()).map(f64::from);
        Self { weights: weights.collect(), classes: square_classes(ruleset.side_length()) }
    }

    /// The name of a weight.
    pub fn name(&self, index: usize) -> String {
        match index.checked_sub(FEATURES.len()) {
            None => FEATURES[index].to_owned(),
            Some(place) => format!("{} {}", PIECES[place / self.classes], place % self.classes),
        }
    }

    /// The entry of the weights' file.
    pub fn entry(&self, ruleset: &Ruleset, weights: &[f64]) -> String {
        let mut text = format!(
            "[[weights]]\nside = {}\nescape = \"{}\"\n[weights.features]\n",
            ruleset.side_length(),
            ruleset.escape
        );
        let (features, places) = weights.split_at(FEATURES.len());
        for (name, weight) in FEATURES.iter().zip(features) {
            let _ = writeln!(text, "{name} = {weight:.0}");
        }
        text.push_str("[weights.places]\n");
        for (piece, worths) in PIECES.iter().zip(places.chunks(self.classes)) {
            let _ = writeln!(text, "{piece} = [");
            // Rows of a triangle, each one shorter than the one before it.
            let mut rest = worths;
            let mut length = ruleset.side_length().div_ceil(2);
            while !rest.is_empty() {
                let (row, left) = rest.split_at(length);
                let row: Vec<String> = row.iter().map(|worth| format!("{worth:.0}")).collect();
                let _ = writeln!(text, "    {},", row.join(", "));
                (rest, length) = (left, length - 1);
            }
            text.push_str("]\n");
        }
        text
    }
}

/// How often each weight counts in a position: pairs of index and count, without the zeros.
pub fn counts<B: Board>(rules: &BoardRules<B>, position: &Position<B>) -> Vec<(u16, f32)> {
    let side = rules.ruleset().side_length();
    let classes = square_classes(side);
    let mut counts = vec![0; FEATURES.len() + PIECES.len() * classes];
    counts[..FEATURES.len()].copy_from_slice(&features(rules, position));
    let pieces = [position.attackers(), position.defenders(), position.king()];
    for (piece, squares) in pieces.into_iter().enumerate() {
        for square in squares.iter() {
            let Coordinate { file, rank } = B::coordinate(square);
            let class = square_class(side, usize::from(rank), usize::from(file));
            counts[FEATURES.len() + piece * classes + class] += 1;
        }
    }
    let pairs = counts.into_iter().enumerate().filter(|(_, count)| *count != 0);
    pairs.map(|(index, count)| (index as u16, count as f32)).collect()
}
