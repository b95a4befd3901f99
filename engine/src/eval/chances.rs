//! Converts evaluations to chances of winning, drawing and losing.
//!
//! The chances follow a logistic curve with a draw margin, as T. Romstad and others fitted it for
//! Stockfish ("WDL model", 2020). Rulesets with games to fit it to have their own curve, and the
//! others that of their board and goal.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::rules::{Escape, Ruleset};

/// The curve that maps values to chances under a ruleset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chances {
    /// The centipawns that multiply the odds of a win by e.
    scale: f64,
    /// The value, in centipawns, at which half of the games are won.
    draw: f64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    chances: Vec<Entry>,
}

/// A curve, and which rulesets it is for: those that agree in all that is given.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    /// The ruleset's name.
    ruleset: Option<String>,
    /// The length of the board's side.
    side: Option<usize>,
    /// The king's goal.
    escape: Option<Escape>,
    scale: f64,
    draw: f64,
}

impl Entry {
    fn fits(&self, ruleset: &Ruleset) -> bool {
        self.ruleset.as_ref().is_none_or(|name| *name == ruleset.name)
            && self.side.is_none_or(|side| side == ruleset.side_length())
            && self.escape.is_none_or(|escape| escape == ruleset.escape)
    }
}

/// The expected score, from 0 to 1, at a displayed score of 1.00.
const EXPECTED_AT_ONE: f64 = 0.75;

impl Chances {
    /// The curve for a ruleset, or else for its board and goal, or else the default.
    #[must_use]
    #[expect(clippy::expect_used, reason = "the text is part of the program, and a test reads it")]
    pub fn of(ruleset: &Ruleset) -> Self {
        static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| {
            let file: File = toml::from_str(include_str!("chances.toml"))
                .expect("the built-in chances are well formed");
            file.chances
        });
        let entry = ENTRIES.iter().find(|entry| entry.fits(ruleset));
        let Entry { scale, draw, .. } = entry.expect("the last entry fits all rulesets");
        Self::new(*scale, *draw)
    }

    /// A curve with this scale, above 0, and this value of an even chance to win, from 0, both in centipawns.
    #[must_use]
    pub fn new(scale: f64, draw: f64) -> Self {
        Self { scale, draw }
    }

    /// The winning chance, from 0 to 1, of a side with this value in centipawns.
    #[must_use]
    pub fn win(&self, value: f64) -> f64 {
        1.0 / (1.0 + ((self.draw - value) / self.scale).exp())
    }

    /// The expected score, from 0 to 1, of a side with this value in centipawns. A draw counts as
    /// one half.
    #[must_use]
    pub fn expected(&self, value: f64) -> f64 {
        (self.win(value) + 1.0 - self.win(-value)) / 2.0
    }

    /// The chances of winning, drawing and losing, in per mille. They add up to 1000.
    #[must_use]
    pub fn win_draw_loss(&self, value: i32) -> (u32, u32, u32) {
        let per_mille = |value: i32| (1000.0 * self.win(f64::from(value))).round() as u32;
        let win = per_mille(value);
        // Where no value draws, both can be rounded up.
        let loss = per_mille(-value).min(1000 - win);
        (win, 1000 - win - loss, loss)
    }

    /// The displayed value, in normalised centipawns: at 100 a side scores three points in four
    /// games.
    #[must_use]
    pub fn normal(&self, value: i32) -> i32 {
        (f64::from(value) * 100.0 / self.unit()).round() as i32
    }

    /// The value, in centipawns, that [`Self::normal`] maps to 100.
    #[must_use]
    pub fn unit(&self) -> f64 {
        // With x = e^(value/scale) and k = e^(draw/scale), win - loss = x/(x + k) - 1/(1 + kx): a
        // quadratic equation for x.
        let k = (self.draw / self.scale).exp();
        let odds = 2.0 * EXPECTED_AT_ONE - 1.0;
        let (a, b, c) = (k * (1.0 - odds), -odds * (1.0 + k * k), -k * (1.0 + odds));
        let x = (-b + (b * b - 4.0 * a * c).sqrt()) / (2.0 * a);
        self.scale * x.ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    #[test]
    fn chances_add_up_and_grow_with_the_value() {
        for ruleset in builtin() {
            let chances = Chances::of(ruleset);
            assert!(chances.scale > 0.0 && chances.draw >= 0.0, "{}", ruleset.name);
            let mut last = 0;
            for value in (-2000..=2000).step_by(50) {
                let (win, draw, loss) = chances.win_draw_loss(value);
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(chances.win_draw_loss(-value), (loss, draw, win));
                assert!(win >= last);
                last = win;
            }
        }
    }

    #[test]
    fn one_stands_for_three_points_in_four_games() {
        for (scale, draw) in [(150.0, 60.0), (80.0, 0.0), (200.0, 500.0)] {
            let chances = Chances::new(scale, draw);
            let unit = chances.unit();
            assert!((chances.expected(unit) - 0.75).abs() < 1e-9, "{scale} {draw}: {unit}");
            assert_eq!(chances.normal(unit.round() as i32), 100);
            assert_eq!(chances.normal(0), 0);
            assert_eq!(chances.normal(-500), -chances.normal(500));
        }
    }

    #[test]
    fn the_last_entry_is_for_all_others() {
        let file: File = toml::from_str(include_str!("chances.toml")).unwrap();
        let last = file.chances.last().unwrap();
        assert_eq!((&last.ruleset, last.side, last.escape), (&None, None, None));
    }

    #[test]
    fn a_ruleset_of_its_own_comes_before_its_board_and_goal() {
        let file: File = toml::from_str(include_str!("chances.toml")).unwrap();
        let named = file.chances.iter().filter_map(|entry| entry.ruleset.as_deref());
        let named: Vec<_> = named.collect();
        assert!(named.contains(&"copenhagen"));
        for name in named {
            let ruleset = crate::rules::find(name).expect("entries are for built-in rulesets");
            let entry = file.chances.iter().find(|entry| entry.fits(ruleset)).unwrap();
            assert_eq!(entry.ruleset.as_deref(), Some(name));
            // With another goal it is another game.
            let other = Ruleset { escape: Escape::Edge, ..ruleset.clone() };
            let same = ruleset.escape == Escape::Edge;
            assert_eq!(Chances::of(&other) == Chances::of(ruleset), same, "{name}");
        }
    }
}
