//! Networks in engines' options that fit only some boards of a match.

use std::path::Path;

use crate::arena::engine::EngineSpec;
use crate::arena::tournament::Plan;
use crate::engine::boards_for;
use crate::eval::network::Network;

/// The option of this engine that names a network.
const EVAL_FILE: &str = "EvalFile";

/// A warning for each engine that plays some rulesets without the network it is given: the engine says
/// so, but nobody reads that in a match.
pub fn unused(plan: &Plan) -> Vec<String> {
    plan.settings.engines.iter().filter_map(|engine| unused_by(engine, plan)).collect()
}

fn unused_by(engine: &EngineSpec, plan: &Plan) -> Option<String> {
    let mut options = engine.options.iter().rev();
    let (_, file) = options.find(|(name, _)| name.eq_ignore_ascii_case(EVAL_FILE))?;
    let folder = engine.dir.as_deref().unwrap_or(Path::new(""));
    // Another program may have an option of this name for files of its own.
    let side = usize::from(Network::load(&folder.join(file)).ok()?.side);
    let fits = |rules| boards_for(rules).is_ok_and(|boards| boards.side() == side);
    let without: Vec<&str> = plan
        .rulesets
        .iter()
        .filter(|rules| !fits(*rules))
        .map(|rules| rules.name.as_str())
        .collect();
    (!without.is_empty()).then(|| {
        format!(
            "{}: {EVAL_FILE} is a network for {side}x{side}, so it plays {} with what is built in",
            engine.name,
            without.join(", ")
        )
    })
}
