//! Records of self-play games.

use branan_engine::datagen::SelfPlayGame;

use super::generate::DatagenPlan;
use crate::game::Played;
use crate::record::{GameRecord, RecordedMove, RecordedPlayer};
use crate::rules::Ruleset;

/// The record of a game. It has no date, so that a game that is played again is the same.
pub(super) fn game_record(
    plan: &DatagenPlan,
    ruleset: &Ruleset,
    number: u32,
    game: &SelfPlayGame,
) -> GameRecord {
    let player = || RecordedPlayer {
        name: env!("CARGO_PKG_NAME").to_owned(),
        limits: format!("{} nodes", plan.play.nodes),
    };
    let recorded = |mv: &Played| RecordedMove { text: mv.to_string(), ..RecordedMove::default() };
    GameRecord {
        event: format!("self-play with seed {}", plan.seed),
        date: "?".to_owned(),
        index: Some(number.into()),
        round: None,
        variant: ruleset.name.clone(),
        rules: Vec::new(),
        attackers: player(),
        defenders: player(),
        fen: None,
        first: game.first,
        moves: game.moves.iter().map(recorded).collect(),
        winner: game.winner,
        termination: game.termination,
        detail: None,
        extra: Vec::new(),
    }
}
