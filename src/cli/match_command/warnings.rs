//! What people should know before a long match begins.

use super::networks;
use crate::arena::tournament::{Plan, RunOptions};
use crate::record::TornEnd;

/// The warnings. `watchdog` tells whether one is wanted.
pub fn of_match(
    plan: &Plan,
    options: &RunOptions,
    torn: Option<&TornEnd>,
    watchdog: bool,
) -> Vec<String> {
    let mut warnings = Vec::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if options.concurrency > cores {
        warnings.push(format!(
            "{} games at a time on {cores} cores: the engines will take time from each other",
            options.concurrency
        ));
    }
    let pinned = !options.affinity.is_empty();
    if pinned && plan.settings.engines.iter().any(|engine| engine.ponder) {
        warnings.push(
            "an engine that ponders takes time from its opponent, because both share one core"
                .to_owned(),
        );
    }
    let rounds = plan.schedule.openings();
    if pinned && options.affinity.len() < options.concurrency {
        warnings.push(format!(
            "{} games at a time, but fewer cores to pin them to ({}): some games share a core",
            options.concurrency,
            options.affinity.len()
        ));
    }
    if plan.settings.openings.is_none() && rounds > 1 {
        warnings.push(
            "all games begin at the start position, so deterministic engines will repeat the same \
             games (use --openings)"
                .to_owned(),
        );
    }
    for (ruleset, openings) in plan.rulesets.iter().zip(&plan.openings) {
        if plan.settings.openings.is_some() && openings.count() < rounds as usize {
            warnings.push(format!(
                "{} openings for {rounds} rounds of {}: some will be played again",
                openings.count(),
                ruleset.name,
            ));
        }
    }
    if let Some(TornEnd { bytes, kept }) = torn {
        warnings.push(format!(
            "the last game on file is incomplete and will be played again; its {bytes} bytes have been \
             moved to {}",
            kept.display()
        ));
    }
    if watchdog && options.watchdog.is_none() {
        warnings.push("--watchdog: this system does not say what programs use".to_owned());
    }
    warnings.extend(networks::unused(plan));
    warnings
}
