//! Positions for the benchmarks.

use branan::board::{Board, BoardRules, Position};
use branan::rules::find;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// One ruleset of each size.
pub const RULESETS: [&str; 4] = ["brandubh-macwhite", "tablut", "tawlbwrdd", "hnefatafl-13"];

/// A built-in ruleset by name.
pub fn rules<B: Board>(name: &str) -> BoardRules<B> {
    BoardRules::new(find(name).expect("a built-in ruleset")).expect("of this size")
}

/// Positions from random games that are not over, the same in every run.
///
/// The start positions alone are too crowded and regular to represent a game.
pub fn midgame<B: Board>(rules: &BoardRules<B>) -> Vec<Position<B>> {
    let mut random = StdRng::seed_from_u64(7);
    let mut positions = Vec::new();
    while positions.len() < 64 {
        let mut position = *rules.start();
        for _ in 0..random.random_range(4..40) {
            let moves = rules.moves(&position);
            let Some(mv) = moves.choose(&mut random) else { break };
            position = rules.play_unchecked(&position, *mv);
        }
        if rules.has_move(&position) {
            positions.push(position);
        }
    }
    positions
}

/// Calls a generic function once for each board size, with the ruleset of that size.
macro_rules! for_each_size {
    ($function:ident, $group:expr) => {{
        use branan::board::{Board7, Board9, Board11, Board13};
        let [small, tablut, large, largest] = crate::positions::RULESETS;
        $function::<Board7>($group, small);
        $function::<Board9>($group, tablut);
        $function::<Board11>($group, large);
        $function::<Board13>($group, largest);
    }};
}
pub(crate) use for_each_size;
