//! Checks of a program that speaks the protocol of the Tablut competition.

use std::time::{Duration, Instant};

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::shared::{CheckResult, Extent, LATENESS, start_of, text, wrong};
use crate::arena::engine::wire::{RULESET, read_move, write_state};
use crate::arena::engine::{
    EngineSpec, Failure, Fault, Launch, Message, MoveMessage, TablutProcess, Turn,
};
use crate::record::FaultKind;
use crate::rules::{self, Side};
use crate::text::short_time;

/// Moves that the program makes in a game.
const MOVES: usize = 8;

/// Time for a move, if the specification has none.
const MOVE_TIME: Duration = Duration::from_secs(2);

pub fn white(spec: &EngineSpec, extent: &Extent) -> CheckResult {
    play(spec, Side::Defenders, extent.seed)
}

pub fn black(spec: &EngineSpec, extent: &Extent) -> CheckResult {
    play(spec, Side::Attackers, extent.seed)
}

/// Plays the beginning of a game between the program and a random mover.
fn play(spec: &EngineSpec, side: Side, seed: u64) -> CheckResult {
    let limit = spec.limits.move_time.unwrap_or(MOVE_TIME);
    let mut spec = spec.clone();
    spec.limits.move_time = Some(limit);
    let rules = rules::find(RULESET).ok_or("the ruleset of the competition is missing")?;
    let mut game = start_of(rules)?;
    let mut process = TablutProcess::start(&spec, &Launch::default(), side).map_err(text)?;
    let name = process.name().to_owned();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut longest, mut moves) = (Duration::ZERO, 0);
    while game.outcome().is_none() && moves < MOVES {
        let state = write_state(&game.placement(), Turn::ToMove(game.to_move()));
        process.send(&state).map_err(|fault| fault.detail)?;
        if game.to_move() == side {
            let start = Instant::now();
            let mv = answer(&mut process, start + limit + LATENESS).map_err(text)?;
            longest = longest.max(start.elapsed());
            game.play_text(&mv)
                .map_err(|error| format!("plays {mv} in {}: {error}", game.fen()))?;
            moves += 1;
        } else {
            let legal = game.legal_moves();
            let Some(mv) = legal.choose(&mut random) else { break };
            game.play(*mv).map_err(|error| error.to_string())?;
        }
    }
    let winner = game.outcome().map_or(Some(side), |outcome| outcome.winner);
    let last = write_state(&game.placement(), Turn::Over(winner));
    process.send(&last).map_err(|fault| fault.detail)?;
    process.quit();
    match longest > limit {
        true => wrong(format!("took {} of {}", short_time(longest), short_time(limit))),
        false => Ok(format!("{name}, at most {} for a move", short_time(longest))),
    }
}

/// The program's next move.
fn answer(process: &mut TablutProcess, deadline: Instant) -> Result<String, Failure> {
    let fault = |kind, detail: String| Err(Fault::new(kind, detail).into());
    match process.receive(deadline)? {
        Message::Text(text) => match read_move(&text) {
            MoveMessage::Move(mv) => Ok(mv.to_string()),
            _ => fault(FaultKind::Garbage, format!("sends {text:?} in place of a move")),
        },
        Message::Late => fault(FaultKind::TimeForfeit, "sends no move in time".to_owned()),
        _ => Err(process.crash().into()),
    }
}
