//! Records of the engine's games against itself.

use crate::game::Played;
use crate::record::{GameRecord, RecordedMove, RecordedPlayer, Termination};
use crate::rules::Side;

/// A game of the engine against itself, from the start position of a ruleset.
pub(crate) struct SelfPlayed<'a> {
    pub event: String,
    /// Its number, from 0.
    pub number: u64,
    /// The name of the ruleset.
    pub variant: &'a str,
    /// How strongly both sides played.
    pub limits: String,
    pub first: Side,
    pub moves: &'a [Played],
    pub winner: Option<Side>,
    pub termination: Termination,
}

impl SelfPlayed<'_> {
    /// Its record, without a date, so that a game that is played again is the same.
    pub fn record(self) -> GameRecord {
        let player =
            RecordedPlayer { name: env!("CARGO_PKG_NAME").to_owned(), limits: self.limits };
        let recorded =
            |mv: &Played| RecordedMove { text: mv.to_string(), ..RecordedMove::default() };
        GameRecord {
            event: self.event,
            date: "?".to_owned(),
            index: Some(self.number),
            round: None,
            variant: self.variant.to_owned(),
            rules: Vec::new(),
            attackers: player.clone(),
            defenders: player,
            fen: None,
            first: self.first,
            moves: self.moves.iter().map(recorded).collect(),
            winner: self.winner,
            termination: self.termination,
            detail: None,
            extra: Vec::new(),
        }
    }
}
