//! The evaluation as a linear model: a flat list of weights.

use std::fmt::Write as _;

use branan::board::{Bits, Board, BoardRules, Position};
use branan::eval::{FEATURES, PIECES, Weights, features, square_class, square_classes};
use branan::rules::{Coordinate, Ruleset};

/// The weights for the defenders, in centipawns: first the features, then the places of each kind
/// of piece.
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

    /// Formats an entry of the file of weights.
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
            // Rows of a triangle, each one shorter than the previous one.
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

/// The nonzero counts of the weights in a position, as pairs of index and count.
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

#[cfg(test)]
mod tests {
    use branan::board::{BoardVisitor, with_board};
    use branan::eval::{Evaluation, LinearEvaluation};
    use branan::rules::{builtin, find};

    use super::*;

    /// Compares the model's value with the evaluation's, at the start and after each first move.
    struct Compared<'a>(&'a Ruleset);

    impl BoardVisitor for Compared<'_> {
        type Output = ();

        fn visit<B: Board>(self) {
            let model = Model::of(self.0);
            let rules = BoardRules::<B>::new(self.0).unwrap();
            let terms = LinearEvaluation::new(&rules);
            for mv in rules.moves(rules.start()) {
                let position = rules.play_unchecked(rules.start(), mv);
                let pairs = counts(&rules, &position).into_iter();
                let value: f64 = pairs
                    .map(|(index, count)| model.weights[usize::from(index)] * f64::from(count))
                    .sum();
                let explained: i32 =
                    terms.explain(&rules, &position).iter().map(|term| term.value).sum();
                assert_eq!(value, f64::from(explained), "{}", self.0.name);
            }
        }
    }

    #[test]
    fn the_model_is_the_evaluation() {
        for ruleset in builtin() {
            with_board(ruleset.side_length(), Compared(ruleset)).unwrap();
        }
    }

    #[test]
    fn an_entry_says_the_weights_it_was_made_of() {
        for name in ["brandubh-macwhite", "tablut", "tawlbwrdd"] {
            let ruleset = find(name).unwrap();
            let model = Model::of(ruleset);
            let text = model.entry(ruleset, &model.weights);
            let file: toml::Table = text.parse().unwrap();
            let entry = &file["weights"][0];
            assert_eq!(entry["side"].as_integer(), Some(ruleset.side_length() as i64));
            assert_eq!(
                entry["escape"].as_str(),
                Some("edge").filter(|_| name != "brandubh-macwhite").or(Some("corners"))
            );
            let features = FEATURES.iter().map(|feature| &entry["features"][*feature]);
            let places =
                PIECES.iter().flat_map(|piece| entry["places"][*piece].as_array().unwrap());
            let found: Vec<f64> =
                features.chain(places).map(|weight| weight.as_integer().unwrap() as f64).collect();
            assert_eq!(found, model.weights, "{name}");
        }
    }

    #[test]
    fn every_weight_has_a_name() {
        let model = Model::of(find("brandubh-macwhite").unwrap());
        let names: Vec<String> = (0..model.weights.len()).map(|index| model.name(index)).collect();
        assert_eq!(names[0], FEATURES[0]);
        assert_eq!(names[FEATURES.len()], "attacker 0");
        let mut once = names.clone();
        once.sort_unstable();
        once.dedup();
        assert_eq!(once.len(), names.len());
    }
}
