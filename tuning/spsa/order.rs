//! What is played in an iteration, in a form that can be sent to another machine.

use std::io;
use std::path::Path;

use branan::arena::game::Opening;
use branan::rules;
use serde::{Deserialize, Serialize};

use crate::pair::{play_pair, spec};

/// A pair of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PairOrder {
    /// The options of both sides.
    pub sides: [Vec<(String, String)>; 2],
    /// The ruleset.
    pub variant: String,
    /// The opening, as in a file of openings.
    pub opening: String,
}

impl PairOrder {
    /// Plays the games. Returns the points of the first side minus those of the second.
    pub fn play(&self, engine: &Path, nodes: u64, hash: usize) -> io::Result<f64> {
        let rules = rules::find(&self.variant)
            .ok_or_else(|| io::Error::other(format!("there is no ruleset {}", self.variant)))?;
        let opening: Opening = self.opening.parse().map_err(io::Error::other)?;
        let [first, second] = &self.sides;
        let specs = [spec(engine, nodes, hash, first)?, spec(engine, nodes, hash, second)?];
        play_pair(&specs, rules, &opening)
    }
}
