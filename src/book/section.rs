//! The positions of one ruleset, with mirror images folded into one.

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::game::Game;
use crate::rules::Ruleset;
use crate::symmetry::Symmetry;
use crate::types::{Move, Placement};

/// How often a move is chosen, compared with the other moves of its position.
pub type Weight = u32;

/// The book of one ruleset.
#[derive(Clone, Debug)]
pub struct BookSection {
    /// The ruleset, without alternate rules.
    variant: String,
    /// The alternate rules.
    alternates: Vec<(String, String)>,
    /// The ruleset with the alternate rules.
    ruleset: Ruleset,
    /// The moves of each position, both in the position's standard orientation.
    positions: HashMap<Placement, Vec<(Move, Weight)>>,
}

impl BookSection {
    /// An empty book for `ruleset`: the ruleset called `variant`, with alternate rules.
    #[must_use]
    pub fn new(variant: &str, alternates: Vec<(String, String)>, ruleset: Ruleset) -> Self {
        Self { variant: variant.to_owned(), alternates, ruleset, positions: HashMap::new() }
    }

    /// The name of the ruleset, as the file gives it.
    pub(super) fn variant(&self) -> &str {
        &self.variant
    }

    /// The alternate rules.
    pub(super) fn alternates(&self) -> &[(String, String)] {
        &self.alternates
    }

    /// The ruleset with the alternate rules.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The number of positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// Adds a move of a position. Weights of the same move add up.
    pub fn add(&mut self, placement: &Placement, mv: Move, weight: Weight) {
        let standard = Standard::of(placement, &self.ruleset);
        let mv = standard.turned(mv);
        let moves = self.positions.entry(standard.placement).or_default();
        match moves.iter_mut().find(|(known, _)| *known == mv) {
            Some((_, sum)) => *sum = sum.saturating_add(weight),
            None => moves.push((mv, weight)),
        }
    }

    /// The moves of a position with their weights, the heaviest first. A move and its mirror images
    /// in a symmetric position are one entry.
    pub(super) fn find(&self, game: &dyn Game) -> Vec<(Vec<Move>, Weight)> {
        let standard = Standard::of(&game.placement(), &self.ruleset);
        let Some(known) = self.positions.get(&standard.placement) else { return Vec::new() };
        let mut found: Vec<(Vec<Move>, Weight)> =
            known.iter().map(|(_, weight)| (Vec::new(), *weight)).collect();
        for mv in game.legal_moves() {
            let turned = standard.turned(mv);
            if let Some(place) = known.iter().position(|(known, _)| *known == turned) {
                found[place].0.push(mv);
            }
        }
        found.retain(|(images, _)| !images.is_empty());
        found.sort_by(|one, other| other.1.cmp(&one.1).then_with(|| one.0.cmp(&other.0)));
        found
    }

    /// Appends the section as text. The same book always gives the same text.
    pub(super) fn write(&self, text: &mut String) {
        let _ = writeln!(text, "variant {}", self.variant);
        for (name, value) in &self.alternates {
            let _ = writeln!(text, "rule {name}={value}");
        }
        let mut positions: Vec<_> = self.positions.iter().collect();
        positions.sort_unstable();
        for (placement, moves) in positions {
            let mut moves = moves.clone();
            moves.sort_unstable_by_key(|(mv, weight)| (std::cmp::Reverse(*weight), *mv));
            let words: Vec<String> =
                moves.iter().map(|(mv, weight)| format!("{mv} {weight}")).collect();
            let _ = writeln!(text, "{placement}: {}", words.join(", "));
        }
    }
}

/// A position in its standard orientation: the least of its images.
struct Standard {
    placement: Placement,
    /// The symmetries that turn the position so. There are several if it is symmetric itself.
    turns: Vec<Symmetry>,
}

impl Standard {
    fn of(placement: &Placement, ruleset: &Ruleset) -> Self {
        let count = if ruleset.is_symmetric() { Symmetry::COUNT } else { 1 };
        let images: Vec<(Placement, Symmetry)> = Symmetry::ALL[..count]
            .iter()
            .map(|symmetry| (placement.image(*symmetry), *symmetry))
            .collect();
        let least = images.iter().map(|(image, _)| image).min().unwrap_or(placement).clone();
        let turns =
            images.iter().filter(|(image, _)| *image == least).map(|(_, turn)| *turn).collect();
        Self { placement: least, turns }
    }

    /// A move of the position in the standard orientation; the least of them if there are several.
    fn turned(&self, mv: Move) -> Move {
        let side = self.placement.side_length();
        let image =
            |turn: &Symmetry| Move { from: turn.image(side, mv.from), to: turn.image(side, mv.to) };
        self.turns.iter().map(image).min().unwrap_or(mv)
    }
}
