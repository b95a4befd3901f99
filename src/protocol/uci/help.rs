//! The text of `help`.

use super::command_table::COMMANDS;
use super::option_table::{VARIANT, option_table};
use crate::rules::Catalog;

/// Width of the column of commands. What is longer has its explanation on the next line.
const USAGE_WIDTH: usize = 37;

/// The commands with their explanations.
fn commands() -> String {
    let mut text = String::new();
    for entry in &COMMANDS {
        let (last, before) = entry.usage.split_last().unwrap_or((&entry.name, &[]));
        for line in before {
            text += &format!("{line}\n");
        }
        if last.chars().count() > USAGE_WIDTH {
            text += &format!("{last}\n{:USAGE_WIDTH$} {}\n", "", entry.help);
        } else {
            text += &format!("{last:USAGE_WIDTH$} {}\n", entry.help);
        }
    }
    text
}

/// A sentence of the manual without its marks for code and links.
fn unmarked(text: &str) -> String {
    let mut plain = String::new();
    for (place, part) in text.replace('`', "").split("](").enumerate() {
        let part = match part.split_once(')') {
            Some((_, rest)) if place > 0 => rest,
            _ => part,
        };
        plain += &part.replace('[', "");
    }
    plain
}

/// Describes the commands and the options.
pub(super) fn help() -> String {
    let catalog = Catalog::default();
    let mut text = commands();
    text += "A blank line, or one that begins with #, does nothing.\n\nOptions:";
    for option in option_table() {
        text += &format!("\n{:<23} {}", option.name, unmarked(option.help));
        let wanted = option.wanted(&catalog);
        // The list of rulesets would fill the screen.
        if option.name != VARIANT {
            text += &format!(" ({wanted})");
        }
    }
    text
}
