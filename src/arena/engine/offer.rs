//! Whether an engine offers what is going to be asked of it.

use super::process::EngineProcess;
use crate::arena::key_value::{did_you_mean, nearest};

/// The option that selects the ruleset.
pub const VARIANT_OPTION: &str = "UCI_Variant";

/// Checks that an engine has the options to be set, plays the rulesets, and knows the alternate
/// rules. The error is for people.
pub fn check_offer<'a>(
    engine: &EngineProcess,
    options: &[(String, String)],
    rulesets: impl IntoIterator<Item = &'a str>,
    alternates: &[(String, String)],
) -> Result<(), String> {
    for (name, _) in options {
        if engine.option(name).is_none() {
            let names = engine.options().iter().map(|option| option.name.as_str());
            let hint = did_you_mean(nearest(name, names));
            return Err(format!("offers no option \"{name}\"{hint}"));
        }
    }
    let variant = engine.option(VARIANT_OPTION).ok_or_else(|| {
        format!("offers no option {VARIANT_OPTION}, so it cannot be told the ruleset")
    })?;
    for ruleset in rulesets {
        if !variant.values.iter().any(|value| value.eq_ignore_ascii_case(ruleset)) {
            return Err(format!("does not play {ruleset}"));
        }
    }
    for (name, _) in alternates {
        if engine.option(&format!("Rule {name}")).is_none() {
            return Err(format!("offers no option \"Rule {name}\""));
        }
    }
    Ok(())
}
