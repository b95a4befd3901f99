//! The source and order of a match's openings.

use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::arena::key_value::{self, KeyError};

/// The order of openings from a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningsOrder {
    /// The order of the file.
    #[default]
    Sequential,
    /// Shuffled by the match's seed. No opening repeats until all have been played.
    Random,
}

/// Unknown order of openings.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("it must be sequential or random")]
pub struct UnknownOrder;

impl FromStr for OpeningsOrder {
    type Err = UnknownOrder;

    fn from_str(text: &str) -> Result<Self, UnknownOrder> {
        match text {
            "sequential" => Ok(Self::Sequential),
            "random" => Ok(Self::Random),
            _ => Err(UnknownOrder),
        }
    }
}

/// A file of openings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpeningsSource {
    /// Path of the file; `{variant}` in it stands for the ruleset's name.
    pub file: String,
    /// The order in which they are played.
    pub order: OpeningsOrder,
    /// The first opening in that order, from 1.
    #[serde(default = "first", skip_serializing_if = "is_first")]
    pub start: u32,
    /// Maximum number of plies played from each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
}

/// Default of a number that counts from 1.
pub(super) fn first() -> u32 {
    1
}

/// Whether a number has its default and can be omitted.
pub(super) fn is_first(number: &u32) -> bool {
    *number == first()
}

impl OpeningsSource {
    /// Parses `FILE start=1 plies=8 order=random`, or the same with `file=FILE`.
    ///
    /// # Errors
    /// If a word is invalid.
    pub fn read(words: &[String]) -> Result<Self, KeyError> {
        Self::read_over(words, None)
    }

    /// The same, with the values of an earlier source for those that are not given.
    ///
    /// # Errors
    /// If a word is invalid.
    pub fn read_over(words: &[String], earlier: Option<&Self>) -> Result<Self, KeyError> {
        const KEYS: [&str; 4] = ["file", "order", "plies", "start"];
        let mut words = words.to_vec();
        let is_key = |word: &str| KEYS.iter().any(|key| word.starts_with(&format!("{key}=")));
        if let Some(word) = words.first_mut().filter(|word| !is_key(word)) {
            *word = format!("file={word}");
        }
        let usual =
            Self { file: String::new(), order: OpeningsOrder::default(), start: 1, plies: None };
        let mut source =
            earlier.map_or(usual, |earlier| Self { file: String::new(), ..earlier.clone() });
        for (key, value) in key_value::split(&words)? {
            match key {
                "file" => value.clone_into(&mut source.file),
                "order" => source.order = key_value::parse(key, value)?,
                "start" => source.start = key_value::parse(key, value)?,
                "plies" => source.plies = Some(key_value::parse(key, value)?),
                _ => return Err(KeyError::unknown(key, &KEYS)),
            }
        }
        if source.start == 0 {
            return Err(KeyError::value("start", "0", "openings are counted from 1"));
        }
        if source.file.is_empty() {
            return Err(KeyError::value("file", "", "a file of openings is needed"));
        }
        Ok(source)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_a_file_and_what_is_made_of_it() {
        let read = |text: &str| {
            let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
            OpeningsSource::read(&words).map_err(|error| error.to_string())
        };
        let plain = read("a=b.txt").unwrap();
        assert_eq!((plain.file.as_str(), plain.start, plain.plies), ("a=b.txt", 1, None));
        let all = read("start=3 plies=4 order=random file=x").unwrap();
        assert_eq!((all.file.as_str(), all.start, all.plies), ("x", 3, Some(4)));
        assert_eq!(all.order, OpeningsOrder::Random);
        assert!(read("x start=0").unwrap_err().contains("from 1"));
        assert!(read("x strat=1").unwrap_err().contains("did you mean \"start\""));
        assert!(read("start=1").unwrap_err().contains("a file of openings"));
        assert!(read("x order=odd").unwrap_err().contains("sequential or random"));
        // Matches saved before the order could be chosen.
        let old = r#"{"file":"x","order":"sequential"}"#;
        assert_eq!(serde_json::from_str::<OpeningsSource>(old).unwrap(), read("x").unwrap());
        assert_eq!(serde_json::to_string(&read("x").unwrap()).unwrap(), old);
    }
}
