//! Starts a game with an engine of the UCI-style protocol.

use crate::arena::engine::{EngineProcess, Failure, Stray};
use crate::rules::Ruleset;

/// Sends a new game and its rules to an engine, and waits until it is ready.
///
/// # Errors
/// If the engine rejects the rules or does not become ready.
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
