//! Whether an engine offers what is going to be asked of it.

use super::process::EngineProcess;
use super::reply::OfferedOption;
use crate::arena::key_value::{did_you_mean, nearest};

/// The option that selects the ruleset.
pub const VARIANT_OPTION: &str = "UCI_Variant";

/// Checks that an engine plays the rulesets and knows the alternate rules. The error is for people.
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
                return Err(format!("does not play {name}{hint}; variant-name tells its name"));
            }
            (None, None) => {
                return Err(format!(
                    "offers no option {VARIANT_OPTION}, so it cannot be told the ruleset; \
                     variant={ruleset} says that it plays that"
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

/// Checks that an engine offers an option and can take a value for it. The error is for people.
pub fn check_option(options: &[OfferedOption], name: &str, value: &str) -> Result<(), String> {
    let Some(option) = options.iter().find(|option| option.name.eq_ignore_ascii_case(name)) else {
        let hint = did_you_mean(nearest(name, options.iter().map(|option| option.name.as_str())));
        return Err(format!("offers no option \"{name}\"{hint}"));
    };
    if option.takes(value) {
        return Ok(());
    }
    Err(format!("option \"{}\" is {}, not \"{value}\"", option.name, option.wanted()))
}
