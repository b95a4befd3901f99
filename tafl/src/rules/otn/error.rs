//! Errors in rules strings.

use super::position::OtnPositionError;
use crate::rules::Coordinate;

/// Why a text is not a playable rules string.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OtnError {
    /// A word is not a key and its value.
    #[error("'{0}' is not of the form key:value, such as esc:e")]
    Entry(String),
    /// There is no such key.
    #[error("unknown key '{0}'")]
    Key(String),
    /// A key is given twice.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// The first key is not `dim`.
    #[error("a rules string begins with dim:<side length>, not with '{0}'")]
    First(String),
    /// Something follows the start position.
    #[error("the start position ends a rules string, but '{0}' follows it")]
    AfterStart(String),
    /// There is no start position.
    #[error("the start position is missing; end with start:/row/…/, the first rank first")]
    NoStart,
    /// A key has an invalid value.
    #[error("{key} is {allowed}, not '{found}'")]
    Value {
        /// The key.
        key: String,
        /// The allowed values.
        allowed: String,
        /// The value found.
        found: String,
    },
    /// A square is listed under two keys, or twice under one.
    #[error("{key} lists {square}, which is one of {other} already")]
    SquareTwice {
        /// The key.
        key: &'static str,
        /// The square.
        square: Coordinate,
        /// The other key that lists it.
        other: &'static str,
    },
    /// The start position is invalid.
    #[error("{key}: {error}")]
    Start {
        /// `start` or `starti`.
        key: String,
        /// The error in it.
        error: OtnPositionError,
    },
    /// The string requires a rule that is not supported.
    #[error("not supported: {key}:{value} ({what})")]
    Unsupported {
        /// The key.
        key: String,
        /// Its value.
        value: String,
        /// Its meaning.
        what: &'static str,
    },
}
