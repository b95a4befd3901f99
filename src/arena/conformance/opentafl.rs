//! Checks of an engine that speaks OpenTafl's protocol.

use std::time::Duration;

use chacha20::ChaCha8Rng;
use rand::SeedableRng;
use rand::seq::IndexedRandom;

use super::shared::{CheckResult, EXIT, Extent, LATENESS, good, start_of, text, wrong};
use crate::arena::engine::{HostFacts, OpenTaflProcess};
use crate::game::Game;
use crate::rules::otn::opentafl::rules_string;
use crate::rules::{self, Ruleset, Side, otn};
use crate::text::short_time;

/// Plies of the two kinds of game: at a normal clock, and with the full time for each move.
const LONG_GAME: usize = 40;
const SHORT_GAME: usize = 6;

fn ruleset(name: &str) -> Result<&'static Ruleset, String> {
    rules::find(name).ok_or_else(|| format!("the ruleset {name} is missing"))
}

fn facts(game: &dyn Game, clock: &str) -> HostFacts {
    let position = otn::write_rows(&game.placement());
    HostFacts { position, side: game.to_move(), clock: clock.to_owned() }
}

fn begin(engine: &mut OpenTaflProcess, rules: &Ruleset) -> Result<Box<dyn Game>, String> {
    let game = start_of(rules)?;
    let string = rules_string(rules).map_err(|error| error.to_string())?;
    engine.begin(&string, &facts(game.as_ref(), "10000 10000 0 0 0")).map_err(text)?;
    Ok(game)
}

/// Plays a game between the engine and a random mover. `clock` returns the clock fields for the
/// engine's remaining time and its limit for the move. Returns the longest time that a move took.
fn play(
    engine: &mut OpenTaflProcess,
    rules: &Ruleset,
    side: Side,
    seed: u64,
    longest_game: usize,
    limit: impl Fn(Duration) -> (String, Duration),
) -> Result<Duration, String> {
    let mut game = begin(engine, rules)?;
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let (mut used, mut longest, mut plies) = (Duration::ZERO, Duration::ZERO, 0);
    while game.outcome().is_none() && plies < longest_game {
        plies += 1;
        if game.to_move() == side {
            let (clock, allowed) = limit(used);
            let facts = facts(game.as_ref(), &clock);
            let answer = engine.play(&facts, Some(allowed + LATENESS)).map_err(text)?;
            let played = game.play_text(&answer.best);
            played.map_err(|error| format!("plays {} in {}: {error}", answer.best, game.fen()))?;
            used += answer.elapsed;
            longest = longest.max(answer.elapsed);
            engine.own_move(&self::facts(game.as_ref(), &clock).position).map_err(|f| f.detail)?;
        } else {
            let legal = game.legal_moves();
            let Some(mv) = legal.choose(&mut random) else { break };
            let played = game.play(*mv).map_err(|error| error.to_string())?;
            let position = facts(game.as_ref(), "").position;
            engine.opponent_move(&played.to_string(), &position).map_err(|f| f.detail)?;
        }
    }
    engine.finish(Some(game.outcome().and_then(|outcome| outcome.winner))).map_err(|f| f.detail)?;
    Ok(longest)
}

pub fn hello(engine: &mut OpenTaflProcess, _: &Extent) -> CheckResult {
    begin(engine, ruleset(rules::DEFAULT)?)?;
    good()
}

/// The clock fields with this much time left for both sides.
fn main_time(left: Duration) -> String {
    format!("{0} {0} 0 0 0", left.as_millis())
}

pub fn clock(engine: &mut OpenTaflProcess, extent: &Extent) -> CheckResult {
    const TIME: Duration = Duration::from_secs(3);
    let mut longest = Duration::ZERO;
    for side in Side::BOTH {
        let limit = |used| {
            let left = TIME.saturating_sub(used);
            (main_time(left), left)
        };
        let rules = ruleset("brandub-opentafl")?;
        longest = longest.max(play(engine, rules, side, extent.seed, LONG_GAME, limit)?);
    }
    Ok(format!("at most {} for a move", short_time(longest)))
}

pub fn move_time(engine: &mut OpenTaflProcess, extent: &Extent) -> CheckResult {
    const TIME: Duration = Duration::from_secs(1);
    let limit = |_| ("1000* 1000* 1 1 1".to_owned(), TIME);
    let rules = ruleset("brandub-opentafl")?;
    let longest = play(engine, rules, Side::Attackers, extent.seed, SHORT_GAME, limit);
    let longest = longest.map_err(with_cause)?;
    Ok(format!("at most {} of {}", short_time(longest), short_time(TIME)))
}

/// Adds why OpenTafl's own AI dies in a short time.
fn with_cause(error: String) -> String {
    if error.contains("NullPointerException") {
        format!(
            "{error}; OpenTafl's AI plans with a period of overtime less 1000 ms, and dies if that is too \
             short for a search of depth 1: give it 2 s a move or more"
        )
    } else {
        error
    }
}

pub fn defenders_begin(engine: &mut OpenTaflProcess, _: &Extent) -> CheckResult {
    let mut rules = ruleset("brandub-opentafl")?.clone();
    let start = rules.first_placement().map_err(|error| error.to_string())?;
    rules.start = start.with_side_to_move(Side::Defenders).to_string();
    let game = begin(engine, &rules)?;
    let (clock, allowed) = (main_time(Duration::from_secs(2)), Duration::from_secs(2));
    let answer = engine.play(&facts(game.as_ref(), &clock), Some(allowed)).map_err(text)?;
    match game.read_move(&answer.best) {
        Ok(_) => good(),
        Err(error) => wrong(format!("plays {}: {error}", answer.best)),
    }
}

pub fn boards(engine: &mut OpenTaflProcess, _: &Extent) -> CheckResult {
    let mut played = 0;
    for rules in rules::builtin() {
        if rules_string(rules).is_err() {
            continue;
        }
        let game = begin(engine, rules)?;
        let time = Duration::from_secs(5);
        let facts = facts(game.as_ref(), &main_time(time));
        let answer = engine.play(&facts, Some(time)).map_err(text)?;
        game.read_move(&answer.best)
            .map_err(|error| format!("{}: plays {}: {error}", rules.name, answer.best))?;
        engine.finish(None).map_err(|f| f.detail)?;
        played += 1;
    }
    Ok(format!("{played} rulesets"))
}

pub fn goodbye(engine: &mut OpenTaflProcess, _: &Extent) -> CheckResult {
    begin(engine, ruleset(rules::DEFAULT)?)?;
    match engine.goodbye(EXIT) {
        true => good(),
        false => wrong(format!("is still running {} after goodbye", short_time(EXIT))),
    }
}

pub fn end_of_input(engine: &mut OpenTaflProcess, _: &Extent) -> CheckResult {
    begin(engine, ruleset(rules::DEFAULT)?)?;
    engine.close_input();
    match engine.wait_exit(EXIT) {
        true => good(),
        false => wrong(format!("is still running {} after the end of input", short_time(EXIT))),
    }
}
