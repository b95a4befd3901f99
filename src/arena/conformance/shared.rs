//! Helpers for the checks: sending commands, reading answers and reporting results.

use std::time::Duration;

use crate::arena::engine::{EngineAnswer, EngineProcess, Failure, Heard};
use crate::arena::game::announce;
use crate::game::{Game, new_game};
use crate::rules::{self, Ruleset};

/// How late a timed answer may be before it fails a check.
pub(super) const LATENESS: Duration = Duration::from_millis(100);

/// Time limit of a bounded search.
pub(super) const SEARCH: Duration = Duration::from_secs(30);

/// Time limit for a program to exit.
pub(super) const EXIT: Duration = Duration::from_secs(5);

/// The result of a check: a note if it passed, the fault if it failed.
pub type CheckResult = Result<String, String>;

/// The extent of a conformance run.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Random games for each ruleset.
    pub games: u32,
    /// Seed of the random parts.
    pub seed: u64,
}

pub(super) fn text(failure: Failure) -> String {
    failure.to_string()
}

pub(super) fn good() -> CheckResult {
    Ok(String::new())
}

pub(super) fn wrong<T>(what: impl Into<String>) -> Result<T, String> {
    Err(what.into())
}

pub(super) fn is_best(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

pub(super) fn send(engine: &mut EngineProcess, line: &str) -> Result<(), String> {
    engine.send(line).map_err(|fault| fault.detail)
}

pub(super) fn listen(
    engine: &mut EngineProcess,
    time: Duration,
    wanted: fn(&str) -> bool,
) -> Result<Heard, String> {
    engine.listen(time, wanted).map_err(text)
}

pub(super) fn search(
    engine: &mut EngineProcess,
    position: &str,
    go: &str,
) -> Result<EngineAnswer, String> {
    engine.think(position, go, Some(SEARCH)).map_err(text)
}

/// Checks that a move is legal in the current position.
pub(super) fn check_legal(game: &dyn Game, best: &str, asked: &str) -> Result<(), String> {
    if game.legal_moves().iter().any(|legal| legal.to_string() == best) {
        Ok(())
    } else {
        wrong(format!("answers {best}, which is not legal, after \"{asked}\" ({})", game.fen()))
    }
}

/// The ruleset for checks that need only one: the engine's only ruleset, or the default.
pub(super) fn usual_rules(engine: &EngineProcess) -> Result<&'static Ruleset, String> {
    let name = engine.variant().unwrap_or(rules::DEFAULT);
    rules::find(name).ok_or_else(|| format!("the ruleset {name} is not built in"))
}

pub(super) fn start_of(rules: &Ruleset) -> Result<Box<dyn Game>, String> {
    new_game(rules, None).map_err(|error| error.to_string())
}

/// Sets the engine to the start position of its usual ruleset.
pub(super) fn at_start(engine: &mut EngineProcess) -> Result<Box<dyn Game>, String> {
    let rules = usual_rules(engine)?;
    announce(engine, rules, &[]).map_err(text)?;
    send(engine, "position startpos")?;
    start_of(rules)
}
