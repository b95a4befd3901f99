//! How far the work is.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What has come of the games of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// The games gone through.
    pub games: u64,
    /// The positions that the search looked at.
    pub positions: u64,
    /// Those in which it found one move much better than all others.
    pub candidates: u64,
    /// Candidates that the proof confirmed: the best move is the only one.
    pub proven: u64,
    /// Candidates that it refuted: another move is as good, or the best one does not reach the goal.
    pub refuted: u64,
    /// The puzzles written.
    pub puzzles: u64,
    /// Those of them that begin later in the main line of a position that is none itself: a candidate that
    /// was not proven, or a position in which several moves win.
    pub later: u64,
    /// The nodes of all proofs.
    pub nodes: u64,
    /// The time, in seconds.
    pub seconds: f64,
}

impl Counts {
    /// The sum of two.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            games: self.games + other.games,
            positions: self.positions + other.positions,
            candidates: self.candidates + other.candidates,
            proven: self.proven + other.proven,
            refuted: self.refuted + other.refuted,
            puzzles: self.puzzles + other.puzzles,
            later: self.later + other.later,
            nodes: self.nodes + other.nodes,
            seconds: self.seconds + other.seconds,
        }
    }
}

/// How far the work is, by ruleset.
pub type MakeProgress = BTreeMap<String, Counts>;
