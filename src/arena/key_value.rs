//! `key=value` words, as used by `--engine`, `--each`, `--sprt` and similar options.

use thiserror::Error;

use crate::text::{did_you_mean, nearest};

/// Why a list of `key=value` words is invalid.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum KeyError {
    /// A word does not have the form `key=value`.
    #[error("\"{0}\" is not of the form key=value")]
    Form(String),
    /// Unknown key.
    #[error("unknown key \"{key}\"{}; known are {known}", did_you_mean(suggestion.as_deref()))]
    Unknown {
        /// The key.
        key: String,
        /// A similar key, if there is one.
        suggestion: Option<String>,
        /// All valid keys.
        known: String,
    },
    /// A key is given twice.
    #[error("the key \"{0}\" is given twice")]
    Twice(String),
    /// The value is invalid for its key.
    #[error("{key}={value}: {reason}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The reason.
        reason: String,
    },
}

impl KeyError {
    /// An invalid value, with the reason.
    pub fn value(key: &str, value: &str, reason: impl ToString) -> Self {
        Self::Value { key: key.to_owned(), value: value.to_owned(), reason: reason.to_string() }
    }

    /// An unknown key, with the most similar valid one.
    pub fn unknown(key: &str, known: &[&str]) -> Self {
        Self::Unknown {
            key: key.to_owned(),
            suggestion: nearest(key, known.iter().copied()).map(str::to_owned),
            known: known.join(", "),
        }
    }
}

/// The same as [`split`], for pairs that outlive the words.
pub fn owned(words: &[String]) -> Result<Vec<(String, String)>, KeyError> {
    let pairs = split(words)?.into_iter();
    Ok(pairs.map(|(key, value)| (key.to_owned(), value.to_owned())).collect())
}

/// Splits words at their first `=`.
pub fn split(words: &[String]) -> Result<Vec<(&str, &str)>, KeyError> {
    let pairs: Vec<(&str, &str)> = words
        .iter()
        .map(|word| {
            word.split_once('=')
                .filter(|(key, _)| !key.is_empty())
                .ok_or_else(|| KeyError::Form(word.clone()))
        })
        .collect::<Result<_, _>>()?;
    for (i, (key, _)) in pairs.iter().enumerate() {
        if pairs[..i].iter().any(|(earlier, _)| earlier == key) {
            return Err(KeyError::Twice((*key).to_owned()));
        }
    }
    Ok(pairs)
}

/// Parses a value with `FromStr`; an error names the key.
pub fn parse<T>(key: &str, value: &str) -> Result<T, KeyError>
where
    T: std::str::FromStr<Err: ToString>,
{
    value.parse().map_err(|error: T::Err| KeyError::value(key, value, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&str]) -> Vec<String> {
        list.iter().map(|s| (*s).to_owned()).collect()
    }

    #[test]
    fn words_are_split_at_the_first_equals_sign() {
        let list = words(&["cmd=a", "args=--x=1", "option.A B="]);
        assert_eq!(split(&list).unwrap(), [("cmd", "a"), ("args", "--x=1"), ("option.A B", "")]);
    }

    #[test]
    fn bad_words_are_named() {
        assert_eq!(split(&words(&["cmd"])), Err(KeyError::Form("cmd".into())));
        assert_eq!(split(&words(&["=1"])), Err(KeyError::Form("=1".into())));
        assert_eq!(split(&words(&["a=1", "b=2", "a=3"])), Err(KeyError::Twice("a".into())));
    }

    #[test]
    fn the_right_word_is_suggested() {
        let message = KeyError::unknown("nmae", &["cmd", "name"]).to_string();
        assert_eq!(message, "unknown key \"nmae\" (did you mean \"name\"?); known are cmd, name");
    }
}
