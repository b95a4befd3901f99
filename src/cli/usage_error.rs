//! Errors in the words of a command, where the parser's own message does not help.

use std::error::Error as _;
use std::num::{IntErrorKind, ParseIntError};

use clap::Error;
use clap::error::{ContextKind, ErrorKind};

/// The parser's own last line.
const HINT: &str = "For more information, try '--help'.\n";

/// Says that a number is needed where the parser only says that a digit is invalid.
pub(super) fn explained(error: Error) -> Error {
    let number = error.source().and_then(|source| source.downcast_ref::<ParseIntError>());
    let no_number = number.is_some_and(|number| *number.kind() == IntErrorKind::InvalidDigit);
    let value = error.get(ContextKind::InvalidValue);
    match (value, error.get(ContextKind::InvalidArg)) {
        (Some(value), Some(argument)) if no_number => Error::raw(
            ErrorKind::ValueValidation,
            format!("invalid value '{value}' for '{argument}': a whole number is needed\n\n{HINT}"),
        ),
        _ => error,
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;
    use crate::cli::Cli;

    #[test]
    fn a_word_in_place_of_a_number_is_told_what_is_needed() {
        for words in [["branan", "bench", "abc"], ["branan", "balance", "--games=1.5"]] {
            let text = explained(Cli::try_parse_from(words).unwrap_err()).to_string();
            assert!(text.contains("': a whole number is needed"), "{text}");
        }
        let large = explained(Cli::try_parse_from(["branan", "bench", "70000"]).unwrap_err());
        assert!(large.to_string().contains("is not in 1..=65536"), "{large}");
    }
}
