//! Checks an option setting against the engine's options.

use super::reply::OfferedOption;
use crate::text::{did_you_mean, nearest};

/// The option that selects the ruleset.
pub const VARIANT_OPTION: &str = "UCI_Variant";

/// Checks that an engine has an option and accepts the value. The error is a message for the user.
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
