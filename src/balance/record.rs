//! Records of the games of a trial.

use super::plan::BalancePlan;
use super::trial::Trial;
use crate::datagen::SelfPlayed;
use crate::game::Game;
use crate::record::{GameRecord, Ground, Termination};

/// The record of a game.
pub(super) fn record(
    plan: &BalancePlan,
    trial: &Trial,
    number: u64,
    game: &dyn Game,
) -> GameRecord {
    let (line, to_move) = (game.line(), game.to_move());
    let outcome = game.outcome();
    let played = SelfPlayed {
        event: format!("balance at {}, seed {}", trial.strength, plan.seed),
        number,
        variant: &trial.ruleset.name,
        limits: trial.strength.to_string(),
        first: if line.len().is_multiple_of(2) { to_move } else { to_move.other() },
        moves: &line,
        winner: outcome.and_then(|outcome| outcome.winner),
        termination: outcome.map_or(Termination::Adjudication(Ground::MaxMoves), |outcome| {
            Termination::Rules(outcome.reason)
        }),
    };
    GameRecord {
        rules: trial.change.alternates(),
        fen: trial.change.changes_start().then(|| trial.ruleset.start.clone()),
        ..played.record()
    }
}
