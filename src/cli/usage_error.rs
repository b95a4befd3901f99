//! Errors in the words of a command, where the parser's own message does not help.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseIntError};

use clap::Error;
use clap::error::{ContextKind, ErrorKind};

/// The parser's own last line.
const HINT: &str = "For more information, try '--help'.\n";

/// Says that a number is needed where the parser only says that a digit is invalid, and puts ranges into
/// words.
pub(super) fn explained(error: Error) -> Error {
    let value = error.get(ContextKind::InvalidValue);
    let (Some(value), Some(argument)) = (value, error.get(ContextKind::InvalidArg)) else {
        return error;
    };
    let Some(needed) = error.source().and_then(|source| needed(source, &value.to_string())) else {
        return error;
    };
    let text = format!("invalid value '{value}' for '{argument}': {needed}\n\n{HINT}");
    Error::raw(ErrorKind::ValueValidation, text)
}

/// What is needed instead of a value that is no whole number or is out of its range.
fn needed(source: &(dyn std::error::Error + 'static), value: &str) -> Option<String> {
    if let Some(number) = source.downcast_ref::<ParseIntError>() {
        let is_negative = value.strip_prefix('-').is_some_and(|rest| rest.parse::<u64>().is_ok());
        let needed = if is_negative { "it cannot be negative" } else { "a whole number is needed" };
        return (*number.kind() == IntErrorKind::InvalidDigit).then(|| needed.to_owned());
    }
    let text = source.to_string();
    let (_, range) = text.split_once(" is not in ")?;
    let (least, most) = range.split_once("..")?;
    // Without an equals sign the range has no end, or one that no number of its type exceeds.
    Some(match most.strip_prefix('=') {
        Some(most) => format!("it must be from {least} to {most}"),
        None => format!("it must be {least} or more"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;

    #[test]
    fn a_word_in_place_of_a_number_is_told_what_is_needed() {
        for words in [["branan", "bench", "abc"], ["branan", "balance", "--games=1.5"]] {
            let text = explained(Cli::parse_words(words).unwrap_err()).to_string();
            assert!(text.contains("': a whole number is needed"), "{text}");
        }
        let large = explained(Cli::parse_words(["branan", "bench", "70000"]).unwrap_err());
        assert!(
            large.to_string().contains("'70000' for '[HASH]': it must be from 1 to 65536"),
            "{large}"
        );
        for (number, told) in [("0", "it must be 1 or more"), ("-5", "it cannot be negative")] {
            let words = ["branan", "puzzles", "print", "--count", number, "-o", "page.html"];
            let small = explained(Cli::parse_words(words).unwrap_err());
            assert!(small.to_string().contains(told), "{small}");
        }
    }
}
