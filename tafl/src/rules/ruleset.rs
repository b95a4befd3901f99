//! The fields of a ruleset.

use std::num::NonZeroU16;
use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

use crate::types::{FenError, FenForm, Placement};

use super::{
    Area, EdgeFort, Escape, KingArmed, KingCapture, NoMoves, Repetition, ShieldWalls, Speed,
};

/// The side lengths of the boards on which games can be played, in squares.
pub const SIDES: RangeInclusive<usize> = 5..=19;

/// The rules of one game, as published by one source, with any alternate rules already applied.
///
/// A game is played by these fields alone, whatever its name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Ruleset {
    /// The name, as in `UCI_Variant`.
    pub name: String,
    /// Aliases.
    #[serde(default)]
    pub aliases: Vec<String>,
    /// The name as people spell it.
    pub title: String,
    /// Where the rules were published.
    pub source: String,
    /// The name of the built-in network that evaluates its positions, if any.
    #[serde(default)]
    pub network: Option<String>,
    /// The start position as a FEN. It also gives the board's size and the side that begins.
    pub start: String,

    /// The throne.
    #[serde(default)]
    pub throne: Area,
    /// The corners.
    #[serde(default)]
    pub corners: Area,
    /// The attackers' forts.
    #[serde(default)]
    pub attacker_forts: Area,
    /// The defenders' forts.
    #[serde(default)]
    pub defender_forts: Area,

    /// How far attackers move.
    #[serde(default)]
    pub attacker_move: Speed,
    /// How far the defenders' soldiers move.
    #[serde(default)]
    pub defender_move: Speed,
    /// How far the king moves.
    #[serde(default)]
    pub king_move: Speed,

    /// How the king is captured on the throne.
    #[serde(default)]
    pub king_on_throne: KingCapture,
    /// How the king is captured orthogonally beside the throne.
    #[serde(default)]
    pub king_beside_throne: KingCapture,
    /// How the king is captured elsewhere.
    #[serde(default)]
    pub king_elsewhere: KingCapture,
    /// How the king takes part in captures.
    #[serde(default)]
    pub king_armed: KingArmed,
    /// Whether rows along the edge are captured together.
    #[serde(default)]
    pub shield_walls: ShieldWalls,
    /// Whether such a row is captured only by a move to one of its ends, or also by one in front of
    /// it.
    #[serde(default = "yes")]
    pub shield_walls_flanked: bool,
    /// Whether a defender beside the throne is captured against it while the king is on the throne
    /// with attackers on the other three sides.
    #[serde(default)]
    pub linnaean_capture: bool,

    /// The squares on which the king wins.
    pub escape: Escape,
    /// Whether the king must announce an escape one move ahead.
    #[serde(default)]
    pub announce: bool,
    /// Whether the attackers win by closing a ring around all defenders, clear of the edge.
    pub encirclement: bool,
    /// Whether the defenders win by closing a fort around the king at the edge.
    #[serde(default)]
    pub edge_fort: EdgeFort,
    /// The result of repetition.
    pub repetition: Repetition,
    /// The result for a side to move without legal moves.
    pub no_moves: NoMoves,
    /// The number of the move, counted over both sides from the start, that draws the game unless
    /// it wins. `None` if there is no limit. A [jump](crate::game::Game::jump) counts as a move.
    #[serde(default)]
    pub turn_limit: Option<NonZeroU16>,
    /// Whether the attackers win when hnefatafl.org's server considers the king trapped or the
    /// corners closed; see [`crate::board::Ending`].
    #[serde(default)]
    pub early_wins: bool,
}

fn yes() -> bool {
    true
}

impl Ruleset {
    /// The length of the board's side in squares, from the rows of the start position.
    #[must_use]
    pub fn side_length(&self) -> usize {
        let rows = self.start.split_ascii_whitespace().next().unwrap_or_default();
        rows.split('/').count()
    }

    /// Reads a FEN of a board of its size.
    ///
    /// # Errors
    /// When the text is malformed. Whether the pieces may stand on their squares is not checked.
    pub fn read_fen(&self, text: &str) -> Result<Placement, FenError> {
        let form = FenForm {
            ruleset: &self.name,
            side_length: self.side_length(),
            announces: self.announce,
            example: &self.start,
        };
        form.read(text)
    }

    /// Whether games under both are played alike: they differ at most in their names, sources and networks.
    #[must_use]
    pub fn plays_like(&self, other: &Self) -> bool {
        let named = Self {
            name: self.name.clone(),
            aliases: self.aliases.clone(),
            title: self.title.clone(),
            source: self.source.clone(),
            network: self.network.clone(),
            ..other.clone()
        };
        *self == named
    }

    /// The start position.
    ///
    /// # Errors
    /// When [`Self::start`] is not a valid FEN.
    pub fn first_placement(&self) -> Result<Placement, FenError> {
        self.read_fen(&self.start)
    }
}
