//! What can be wrong with a file of rulesets, in words.

use std::ops::Range;

use crate::text::{did_you_mean, nearest};

/// What no name contains, because files are called after rulesets and lists of names have commas.
pub(super) const NOT_IN_NAMES: &str = "/\\:*?\"<>|,";

/// Why a file of rulesets was rejected, and where.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct CatalogError {
    /// The line, from 1.
    pub line: usize,
    /// The problem there.
    pub problem: CatalogProblem,
}

/// A problem in a file of rulesets.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CatalogProblem {
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(String),
    /// There is something other than rulesets.
    #[error("a file of rulesets has [[ruleset]] entries, and nothing else")]
    Shape,
    /// An entry has no name.
    #[error("this ruleset has no name; give it one, as in name = \"mine\"")]
    Nameless,
    /// A name that cannot be a value of an option.
    #[error(
        "'{0}' cannot be a name: it must be one word of printable characters, without a dot at its \
         start and without {NOT_IN_NAMES}"
    )]
    Name(String),
    /// A name is used twice.
    #[error("the name '{0}' is taken by another ruleset")]
    Duplicate(String),
    /// An entry inherits from one that does not exist, from itself indirectly, or through too many
    /// others.
    #[error("ruleset '{name}' inherits '{parent}', which does not lead to a complete ruleset{hint}", hint = did_you_mean(.suggestion.as_deref()))]
    Inheritance {
        /// The entry that inherits.
        name: String,
        /// The parent it names.
        parent: String,
        /// A similar name, if no ruleset has this one.
        suggestion: Option<String>,
    },
    /// A field is missing, unknown or has an invalid value.
    #[error("ruleset '{name}'{}: {message}", field.as_ref().map_or(String::new(), |field| format!(", field {field}")))]
    Field {
        /// The entry with the field.
        name: String,
        /// The field, if it is present.
        field: Option<String>,
        /// The problem with it.
        message: String,
    },
}

/// A message of the TOML parser. A word without quotes is the commonest mistake, and one that begins like
/// `true` or a number has a message about these.
pub(super) fn explained(text: &str, span: &Range<usize>, message: &str) -> String {
    let is_word = text.get(span.start..).is_some_and(|rest| rest.starts_with(char::is_alphabetic));
    let line = text.get(..span.start).unwrap_or_default().rsplit('\n').next().unwrap_or_default();
    if is_word && line.trim_end().ends_with('=') {
        return "text needs quotes, as in name = \"mine\"".to_owned();
    }
    message.to_owned()
}

/// A message about an unknown word, which lists the known ones in backticks, with the word that is probably
/// meant.
pub(super) fn with_suggestion(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let unknown = quoted.next().filter(|_| message.starts_with("unknown "));
    let Some(meant) = unknown.and_then(|word| nearest(word, quoted)) else {
        return message.to_owned();
    };
    let hint = did_you_mean(Some(meant));
    message.replacen(", expected", &format!("{hint}, expected"), 1)
}
