//! The text of `help`.

use super::command_table::COMMANDS;
use super::option_table::{VARIANT, option_table};
use crate::rules::Catalog;
use crate::wrapped::wrapped;

/// Width of the column of commands. What is longer has its explanation on the next line.
const USAGE_WIDTH: usize = 37;

/// Width of the column of options.
const NAME_WIDTH: usize = 23;

/// Width of the lines.
const LINE_WIDTH: u16 = 80;

/// The commands with their explanations.
fn commands() -> String {
    let mut text = String::new();
    for entry in &COMMANDS {
        let (last, before) = entry.usage.split_last().unwrap_or((&entry.name, &[]));
        for line in before {
            text += &format!("{line}\n");
        }
        text += &explained(last, USAGE_WIDTH, entry.help);
    }
    text
}

/// Words with their explanation in a column beside them, or below them if they are longer than `width`.
fn explained(words: &str, width: usize, text: &str) -> String {
    let above = words.chars().count() > width;
    let (mut lines, mut head) = (String::new(), words);
    if above {
        (lines, head) = (format!("{words}\n"), "");
    }
    for line in wrapped(text, LINE_WIDTH - width as u16 - 1) {
        lines += &format!("{head:width$} {line}\n");
        head = "";
    }
    lines
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
    text += "A blank line, or one that begins with #, does nothing.\n\nOptions:\n";
    for option in option_table() {
        let mut help = unmarked(option.help);
        // The list of rulesets would fill the screen.
        if option.name != VARIANT {
            help += &format!(" ({})", option.wanted(&catalog));
        }
        text += &explained(&option.name, NAME_WIDTH, &help);
    }
    text.truncate(text.trim_end().len());
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_fit_a_terminal_and_go_on_in_their_column() {
        let text = help();
        assert!(text.lines().all(|line| line.chars().count() <= usize::from(LINE_WIDTH)), "{text}");
        let continued = format!("\n{:NAME_WIDTH$} empties the table (a number", "");
        assert!(text.contains(&continued), "{text}");
    }
}
