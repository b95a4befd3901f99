//! The beginning of a game, as engines of the UCI-style protocol are told it.

use crate::arena::engine::{EngineProcess, Failure, Stray};
use crate::rules::Ruleset;

/// Tells an engine that a new game begins, under which rules, and waits until it is ready.
///
/// # Errors
/// When it refuses the rules or does not become ready.
pub fn announce(
    engine: &mut EngineProcess,
    rules: &Ruleset,
    alternates: &[(String, String)],
) -> Result<(), Failure> {
    engine.set_ruleset(&rules.name)?;
    for (name, value) in alternates {
        engine.set_option(&format!("Rule {name}"), value)?;
    }
    engine.send("ucinewgame")?;
    engine.ready(Stray::Ignore)
}
