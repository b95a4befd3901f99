//! Where the games come from that puzzles are looked for in.

use crate::rules::Ruleset;
use crate::types::{Move, Placement};

/// A game to look for puzzles in.
#[derive(Clone, Debug)]
pub struct GameSource {
    /// Its rules.
    pub ruleset: Ruleset,
    /// Its first position; `None` for that of the rules.
    pub start: Option<Placement>,
    /// Its moves.
    pub moves: Vec<Move>,
    /// What it is called in the puzzles that come from it.
    pub name: String,
}
