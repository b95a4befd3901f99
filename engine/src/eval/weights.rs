//! The weights of the features.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::features::{FEATURES, square_classes};
use crate::rules::{Escape, Ruleset};

/// The kinds of pieces with piece-square tables, in the order of [`Weights::places`].
pub const PIECES: [&str; 3] = ["attacker", "defender", "king"];

/// The weights of an evaluation for the defenders, in centipawns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The weight of each feature, in the order of [`FEATURES`].
    pub features: [i32; FEATURES.len()],
    /// The weight of each kind of piece on each class of squares ([`super::square_class`]).
    pub places: [Vec<i32>; PIECES.len()],
}

/// An entry of the file of weights.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct WeightSet {
    /// The length of the board's side; `None` in the default entry.
    side: Option<usize>,
    /// The king's goal.
    escape: Option<Escape>,
    features: BTreeMap<String, i32>,
    /// The value of a piece by the class of its square; 0 without an entry.
    #[serde(default)]
    places: BTreeMap<String, Vec<i32>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    weights: Vec<WeightSet>,
}

impl Weights {
    /// The weights for a ruleset's board and goal, or else the default.
    #[must_use]
    #[expect(clippy::expect_used, reason = "the text is part of the program, and a test reads it")]
    pub fn of(ruleset: &Ruleset) -> Self {
        static ENTRIES: LazyLock<Vec<WeightSet>> = LazyLock::new(|| {
            let file: File = toml::from_str(include_str!("weights.toml"))
                .expect("the built-in weights are well formed");
            file.weights
        });
        let side = ruleset.side_length();
        let fits = |entry: &&WeightSet| {
            entry.side.is_none_or(|known| known == side)
                && entry.escape.is_none_or(|known| known == ruleset.escape)
        };
        ENTRIES.iter().find(fits).map_or_else(|| Self::none(side), |entry| entry.weights(side))
    }

    /// Weights that make all positions equal.
    fn none(side: usize) -> Self {
        let places = std::array::from_fn(|_| vec![0; square_classes(side)]);
        Self { features: [0; FEATURES.len()], places }
    }
}

impl WeightSet {
    fn weights(&self, side: usize) -> Weights {
        let classes = square_classes(side);
        Weights {
            features: FEATURES.map(|name| self.features.get(name).copied().unwrap_or(0)),
            places: PIECES.map(|piece| {
                let known = self.places.get(piece).map_or(&[][..], Vec::as_slice);
                (0..classes).map(|class| known.get(class).copied().unwrap_or(0)).collect()
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    #[test]
    fn every_ruleset_has_weights_and_every_weight_a_feature() {
        for ruleset in builtin() {
            let weights = Weights::of(ruleset);
            assert!(weights.features[0] > 0, "{}: attackers lost are good", ruleset.name);
            assert!(weights.features[1] < 0, "{}: defenders lost are bad", ruleset.name);
        }
        let file: File = toml::from_str(include_str!("weights.toml")).unwrap();
        for entry in &file.weights {
            assert!(entry.features.keys().all(|name| FEATURES.contains(&name.as_str())));
            assert!(entry.places.keys().all(|piece| PIECES.contains(&piece.as_str())));
            let classes = square_classes(entry.side.unwrap_or(0));
            assert!(entry.places.values().all(|worths| worths.len() == classes));
        }
        let last = file.weights.last().unwrap();
        assert_eq!((last.side, last.escape), (None, None), "the last entry is for all others");
    }
}
