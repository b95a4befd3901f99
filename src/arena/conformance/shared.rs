//! What the checks share: how they ask an engine, and how they say what they found.

use std::time::Duration;

use crate::arena::engine::{EngineAnswer, EngineProcess, Failure, Heard};
use crate::arena::game::announce;
use crate::game::{Game, new_game};
use crate::rules::{self, Ruleset};

/// How late a timed answer may be before it counts as wrong.
pub(super) const LATENESS: Duration = Duration::from_millis(100);

/// How long a bounded search may take.
pub(super) const SEARCH: Duration = Duration::from_secs(30);

/// How long a program may take to end.
pub(super) const EXIT: Duration = Duration::from_secs(2);

/// What a check found: a note, or what is wrong.
pub type CheckResult = Result<String, String>;

/// What to check, and how much of it.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Random games for each ruleset.
    pub games: u32,
    /// Seed of what is random in the checks.
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

/// Whether a move can be played at the end of a game that begins at the start.
pub(super) fn check_legal(game: &dyn Game, best: &str, asked: &str) -> Result<(), String> {
    if game.legal_moves().iter().any(|legal| legal.to_string() == best) {
        Ok(())
    } else {
        wrong(format!("answers {best}, which is not legal, after \"{asked}\" ({})", game.fen()))
    }
}

/// The ruleset that an engine is checked with where one will do: the only one it plays, or the default.
pub(super) fn usual_rules(engine: &EngineProcess) -> Result<&'static Ruleset, String> {
    let name = engine.variant().unwrap_or(rules::DEFAULT);
    rules::find(name).ok_or_else(|| format!("the ruleset {name} is not built in"))
}

pub(super) fn start_of(rules: &Ruleset) -> Result<Box<dyn Game>, String> {
    new_game(rules, None).map_err(|error| error.to_string())
}

/// Puts the engine at the start of a game of its usual ruleset.
pub(super) fn at_start(engine: &mut EngineProcess) -> Result<Box<dyn Game>, String> {
    let rules = usual_rules(engine)?;
    announce(engine, rules, &[]).map_err(text)?;
    send(engine, "position startpos")?;
    start_of(rules)
}
