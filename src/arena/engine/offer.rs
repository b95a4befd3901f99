//! Checks that an engine supports what a match needs.

use super::offered_option::{VARIANT_OPTION, check_option};
use super::process::EngineProcess;
use crate::text::{did_you_mean, nearest};

/// Checks that an engine supports the rulesets and alternate rules. The error is a message for the
/// user.
pub fn check_offer<'a>(
    engine: &EngineProcess,
    rulesets: impl IntoIterator<Item = &'a str>,
    alternates: &[(String, String)],
) -> Result<(), String> {
    let offered = engine.option(VARIANT_OPTION);
    for ruleset in rulesets {
        let name = engine.name_of(ruleset);
        match (offered, engine.variant()) {
            (_, Some(only)) if only != ruleset => {
                return Err(format!("plays only {only}, not {ruleset} (variant={only})"));
            }
            (Some(option), _) if !option.takes(name) && !engine.needs_no_name() => {
                let known = option.values.iter().map(String::as_str);
                let hint = did_you_mean(nearest(name, known));
                return Err(format!(
                    "does not play {name}{hint}; give its name for it with variant-name"
                ));
            }
            (None, None) => {
                return Err(format!(
                    "offers no option {VARIANT_OPTION}, so the ruleset cannot be set; \
                     if it plays only {ruleset}, add variant={ruleset}"
                ));
            }
            _ => {}
        }
    }
    for (name, value) in alternates {
        check_option(engine.options(), &format!("Rule {name}"), value)?;
    }
    Ok(())
}
