//! An engine's own names for rulesets.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// An engine's own names for rulesets: `brandub` alone for the only ruleset played, or
/// `brandubh-macwhite:brandub,tablut:tablut9`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct VariantNames {
    /// The name for the only ruleset played.
    any: Option<String>,
    /// Pairs of the name here and the engine's name.
    pairs: Vec<(String, String)>,
}

/// The text is not a list of names.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[error("write one name, or RULESET:NAME,RULESET:NAME…")]
pub struct VariantNamesError;

impl VariantNames {
    /// Whether the engine uses the same names as here.
    pub fn is_empty(&self) -> bool {
        self.any.is_none() && self.pairs.is_empty()
    }

    /// Whether one name is given for any ruleset.
    pub fn is_single(&self) -> bool {
        self.any.is_some()
    }

    /// The renamed rulesets, by their names here.
    pub fn rulesets_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.pairs.iter_mut().map(|(ruleset, _)| ruleset)
    }

    /// The engine's name for a ruleset.
    pub fn name<'a>(&'a self, ruleset: &'a str) -> &'a str {
        let pair = self.pairs.iter().find(|(own, _)| own.eq_ignore_ascii_case(ruleset));
        match pair {
            Some((_, name)) => name,
            None => self.any.as_deref().unwrap_or(ruleset),
        }
    }
}

impl FromStr for VariantNames {
    type Err = VariantNamesError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut names = Self::default();
        if text.is_empty() {
            return Ok(names);
        }
        if !text.contains([':', ',']) {
            names.any = Some(text.to_owned());
            return Ok(names);
        }
        for pair in text.split(',') {
            match pair.split_once(':') {
                Some((ruleset, name)) if !ruleset.is_empty() && !name.is_empty() => {
                    names.pairs.push((ruleset.to_owned(), name.to_owned()));
                }
                _ => return Err(VariantNamesError),
            }
        }
        Ok(names)
    }
}

impl fmt::Display for VariantNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs = self.pairs.iter().map(|(ruleset, name)| format!("{ruleset}:{name}"));
        let all: Vec<String> = self.any.iter().cloned().chain(pairs).collect();
        f.write_str(&all.join(","))
    }
}

impl TryFrom<String> for VariantNames {
    type Error = VariantNamesError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}

impl From<VariantNames> for String {
    fn from(names: VariantNames) -> Self {
        names.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_does_for_all_and_pairs_for_each() {
        let read = |text: &str| text.parse::<VariantNames>();
        assert_eq!(read("").unwrap().name("tablut"), "tablut");
        assert_eq!(read("brandub").unwrap().name("brandubh-macwhite"), "brandub");
        let pairs = read("Tablut:tafl9,ard-ri:ardri").unwrap();
        assert_eq!((pairs.name("tablut"), pairs.name("fetlar")), ("tafl9", "fetlar"));
        for text in ["", "brandub", "tablut:tafl9,ard-ri:ardri"] {
            assert_eq!(read(text).unwrap().to_string(), text);
        }
        for text in ["a:b,c", ":b", "a:", ","] {
            assert_eq!(read(text), Err(VariantNamesError), "{text}");
        }
    }
}
