//! Records of the games of a trial.

use super::plan::BalancePlan;
use super::trial::Trial;
use crate::game::{Game, Played};
use crate::record::{GameRecord, Ground, RecordedMove, RecordedPlayer, Termination};

/// The record of a game. It has no date, so that a game that is played again is the same.
pub(super) fn record(
    plan: &BalancePlan,
    trial: &Trial,
    number: u64,
    game: &dyn Game,
) -> GameRecord {
    let strength = trial.strength.to_string();
    let player =
        || RecordedPlayer { name: env!("CARGO_PKG_NAME").to_owned(), limits: strength.clone() };
    let recorded = |mv: &Played| RecordedMove { text: mv.to_string(), ..RecordedMove::default() };
    let line = game.line();
    let start = game.ruleset().start.clone();
    let outcome = game.outcome();
    GameRecord {
        event: format!("balance at {strength}, seed {}", plan.seed),
        date: "?".to_owned(),
        index: Some(number),
        round: None,
        variant: trial.ruleset.name.clone(),
        rules: trial.change.alternates(),
        attackers: player(),
        defenders: player(),
        fen: trial.change.changes_start().then_some(start),
        first: if line.len().is_multiple_of(2) { game.to_move() } else { game.to_move().other() },
        moves: line.iter().map(recorded).collect(),
        winner: outcome.and_then(|outcome| outcome.winner),
        termination: outcome.map_or(Termination::Adjudication(Ground::MaxMoves), |outcome| {
            Termination::Rules(outcome.reason)
        }),
        detail: None,
        extra: Vec::new(),
    }
}
