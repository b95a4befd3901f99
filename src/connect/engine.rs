//! The engine that plays for a client.

use crate::arena::engine::{EngineSpec, Launch, SpecError, read_engine};
use crate::arena::game::{Demands, check_player};
use crate::rules::{self, Ruleset};

/// Settings of this program as the engine.
#[derive(Clone, Copy, Debug)]
pub struct OwnEngine {
    /// Size of the transposition table in MiB.
    pub hash: u32,
    /// The skill level, from 0; `None` for full strength.
    pub level: Option<u8>,
}

/// The engine described by `key=value` words or, without words, this program.
///
/// # Errors
/// If the words are invalid or the program does not exist.
pub fn choose_engine(words: &[String], own: OwnEngine) -> Result<EngineSpec, SpecError> {
    if !words.is_empty() {
        return read_engine(words);
    }
    // A program that is not found as a file can still be found by its name.
    let program = std::env::current_exe().map(|path| path.display().to_string());
    let program = program.unwrap_or_else(|_| "branan".to_owned());
    let mut spec = read_engine(&[format!("cmd={program}"), "name=Branán".to_owned()])?;
    spec.options.push(("Hash".to_owned(), own.hash.to_string()));
    if let Some(level) = own.level {
        spec.options.push(("Skill Level".to_owned(), level.to_string()));
    }
    Ok(spec)
}

/// Checks that an engine plays rulesets of a server, from any position. The error is a message for
/// the user.
pub(super) fn check_engine(
    spec: &EngineSpec,
    launch: &Launch,
    names: impl IntoIterator<Item = String>,
) -> Result<(), String> {
    let find = |name: String| rules::find(&name).ok_or(name);
    let rulesets: Result<Vec<&Ruleset>, String> = names.into_iter().map(find).collect();
    let rulesets = rulesets.map_err(|name| format!("there is no ruleset {name}"))?;
    let rulesets: Vec<Ruleset> = rulesets.into_iter().cloned().collect();
    check_player(spec, launch, &Demands { rulesets: &rulesets, alternates: &[], fens: true })
}
