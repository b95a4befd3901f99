//! The languages in which rules are explained, and their phrases.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use strum::{Display, EnumString, VariantArray};

use crate::rules::{Coordinate, PieceKinds};

/// A language in which rules are explained.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Display, EnumString, VariantArray)]
pub enum Language {
    /// English.
    #[default]
    #[strum(serialize = "en")]
    English,
    /// Danish.
    #[strum(serialize = "da")]
    Danish,
    /// German.
    #[strum(serialize = "de")]
    German,
    /// Spanish.
    #[strum(serialize = "es")]
    Spanish,
    /// French.
    #[strum(serialize = "fr")]
    French,
    /// Icelandic.
    #[strum(serialize = "is")]
    Icelandic,
}

impl Language {
    fn file(self) -> &'static str {
        match self {
            Language::English => include_str!("languages/en.toml"),
            Language::Danish => include_str!("languages/da.toml"),
            Language::German => include_str!("languages/de.toml"),
            Language::Spanish => include_str!("languages/es.toml"),
            Language::French => include_str!("languages/fr.toml"),
            Language::Icelandic => include_str!("languages/is.toml"),
        }
    }

    /// Its phrases, read when they are first needed.
    pub(super) fn phrases(self) -> &'static Phrases {
        static READ: [OnceLock<Phrases>; Language::VARIANTS.len()] =
            [const { OnceLock::new() }; Language::VARIANTS.len()];
        READ[self as usize].get_or_init(|| Phrases::read(self.file()))
    }
}

/// The phrases of a language, by table and key.
pub(super) struct Phrases(BTreeMap<String, BTreeMap<String, String>>);

impl Phrases {
    fn read(file: &str) -> Self {
        // A test reads all files.
        Self(toml::from_str(file).unwrap_or_default())
    }

    /// A phrase without values.
    pub(super) fn get(&self, table: &str, key: &str) -> &str {
        self.0.get(table).and_then(|table| table.get(key)).map_or("", String::as_str)
    }

    /// A phrase with values in place of their names in braces.
    pub(super) fn fill(&self, table: &str, key: &str, values: &[(&str, &str)]) -> String {
        values.iter().fold(self.get(table, key).to_owned(), |phrase, (name, value)| {
            phrase.replace(&format!("{{{name}}}"), value)
        })
    }

    /// A phrase about a set of pieces.
    pub(super) fn pieces(&self, table: &str, kinds: PieceKinds) -> &str {
        match kinds {
            PieceKinds::NONE => self.get(table, "none"),
            kinds => self.get(table, &kinds.to_string()),
        }
    }

    /// Joins words with commas, and with a word such as `and` before the last.
    pub(super) fn list(&self, words: &[String], joint: &str) -> String {
        match words {
            [] => self.get("join", "nothing").to_owned(),
            [one] => one.clone(),
            [most @ .., last] => most.join(", ") + self.get("join", joint) + last,
        }
    }

    /// The names of some squares.
    pub(super) fn squares(&self, squares: &[Coordinate], joint: &str) -> String {
        self.list(&squares.iter().map(ToString::to_string).collect::<Vec<String>>(), joint)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::builtin;

    /// The phrases of a file by table and key.
    fn read(language: Language) -> BTreeMap<(String, String), String> {
        let tables: BTreeMap<String, BTreeMap<String, String>> =
            toml::from_str(language.file()).unwrap();
        let entry =
            |table: String| move |(key, phrase): (String, String)| ((table.clone(), key), phrase);
        tables.into_iter().flat_map(|(table, keys)| keys.into_iter().map(entry(table))).collect()
    }

    /// The names in braces.
    fn values(phrase: &str) -> Vec<&str> {
        phrase.split('{').skip(1).filter_map(|rest| rest.split('}').next()).collect()
    }

    #[test]
    fn every_language_has_all_phrases_with_the_values_of_the_english_ones() {
        let english = read(Language::English);
        for language in Language::VARIANTS {
            let own = read(*language);
            assert!(own.keys().eq(english.keys()), "{language}");
            for (key, phrase) in &own {
                let known = values(&english[key]);
                // The pronoun alone may be left out.
                let needed = known.iter().filter(|value| **value != "it");
                let found = values(phrase);
                assert!(found.iter().all(|value| known.contains(value)), "{language} {key:?}");
                assert!(needed.clone().all(|value| found.contains(value)), "{language} {key:?}");
                assert!(!phrase.is_empty(), "{language} {key:?}");
            }
        }
    }

    #[test]
    fn translations_differ_from_english() {
        let english = read(Language::English);
        for language in &Language::VARIANTS[1..] {
            for (key, phrase) in read(*language) {
                // Few words are the same.
                assert!(
                    phrase != english[&key] || phrase.len() < 4,
                    "{language} {key:?}: {phrase}"
                );
            }
        }
    }

    #[test]
    fn every_value_of_every_field_is_told_in_every_language_in_as_many_sentences() {
        // Some of them have every rule.
        for ruleset in builtin().iter().step_by(4) {
            let english = ruleset.fields(Language::English);
            for language in Language::VARIANTS {
                let fields = ruleset.fields(*language);
                let told = fields.iter().zip(&english);
                let told = told.flat_map(|(own, model)| own.values.iter().zip(&model.values));
                for (own, model) in told {
                    assert_eq!(own.told.len(), model.told.len(), "{language}: {own:?} {model:?}");
                    // A missing phrase is empty, which leaves two spaces, or one before a full stop.
                    let whole = |text: &String| {
                        let gaps = text.contains("  ") || text.contains(" .");
                        text.ends_with('.') && !text.contains(['{', '}']) && !gaps
                    };
                    assert!(own.told.iter().all(whole), "{language}: {own:?}");
                }
            }
        }
    }

    #[test]
    fn unknown_phrases_are_empty() {
        let phrases = Language::English.phrases();
        assert_eq!(phrases.get("throne", "no such key"), "");
        assert_eq!(phrases.fill("no such table", "is", &[("squares", "a1")]), "");
        assert_eq!(phrases.list(&[], "and"), "nothing");
    }
}
