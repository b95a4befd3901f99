//! Rulesets read from data: the built-in file, and any other of the same format.

use std::sync::LazyLock;

use serde::Deserialize;
use toml::{Table, Value};

use super::Ruleset;

/// Why a file of rulesets cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CatalogError {
    /// The text is not TOML, or not a list of `[[ruleset]]` entries.
    #[error("not a list of [[ruleset]] entries: {0}")]
    Syntax(toml::de::Error),
    /// An entry has no name.
    #[error("ruleset number {0} has no name")]
    Nameless(usize),
    /// A name is used twice.
    #[error("two rulesets are called '{0}'")]
    Duplicate(String),
    /// An entry inherits from one that does not exist, or from itself by a detour.
    #[error("ruleset '{name}' inherits '{parent}', which does not lead to a complete ruleset")]
    Inheritance {
        /// The entry that inherits.
        name: String,
        /// The name it gives.
        parent: String,
    },
    /// A field is missing, unknown or has a value it cannot have.
    #[error("ruleset '{name}': {error}")]
    Field {
        /// The entry with the field.
        name: String,
        /// What is wrong with it.
        error: toml::de::Error,
    },
}

/// A file of rulesets: its entries still without what they inherit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    ruleset: Vec<Table>,
}

const INHERITS: &str = "inherits";

/// The rulesets that come with the engine, in the order of their data file.
#[must_use]
#[expect(clippy::expect_used, reason = "the text is part of the program, and a test reads it")]
pub fn builtin() -> &'static [Ruleset] {
    static BUILTIN: LazyLock<Vec<Ruleset>> = LazyLock::new(|| {
        parse(include_str!("builtin.toml")).expect("the built-in rulesets are well formed")
    });
    &BUILTIN
}

/// The built-in ruleset of that name or alias, in any case of letters.
#[must_use]
pub fn find(name: &str) -> Option<&'static Ruleset> {
    builtin().iter().find(|ruleset| {
        std::iter::once(&ruleset.name)
            .chain(&ruleset.aliases)
            .any(|known| known.eq_ignore_ascii_case(name))
    })
}

/// Reads rulesets from the text of a data file (`builtin.toml` explains the format).
///
/// # Errors
/// When the text is malformed, a field is wrong, or an entry inherits what is not there.
pub fn parse(text: &str) -> Result<Vec<Ruleset>, CatalogError> {
    let file: File = toml::from_str(text).map_err(CatalogError::Syntax)?;
    let mut entries: Vec<(String, Table)> = Vec::new();
    for (index, entry) in file.ruleset.into_iter().enumerate() {
        let name = match entry.get("name") {
            Some(Value::String(name)) => name.clone(),
            _ => return Err(CatalogError::Nameless(index + 1)),
        };
        if entries.iter().any(|(known, _)| known.eq_ignore_ascii_case(&name)) {
            return Err(CatalogError::Duplicate(name));
        }
        entries.push((name, entry));
    }
    entries
        .iter()
        .map(|(name, _)| {
            Ruleset::deserialize(Value::Table(resolve(&entries, name)?))
                .map_err(|error| CatalogError::Field { name: name.clone(), error })
        })
        .collect()
}

/// An entry's fields with those it inherits.
fn resolve(entries: &[(String, Table)], name: &str) -> Result<Table, CatalogError> {
    let own =
        |wanted: &str| entries.iter().find(|(known, _)| known == wanted).map(|(_, table)| table);
    let mut fields = Table::new();
    let mut next = Some(name.to_owned());
    // A chain longer than the list of entries goes in circles.
    for _ in 0..=entries.len() {
        let Some(parent) = next else { return Ok(fields) };
        let Some(table) = own(&parent) else {
            return Err(CatalogError::Inheritance { name: name.to_owned(), parent });
        };
        next = table.get(INHERITS).and_then(Value::as_str).map(str::to_owned);
        // The aliases are one entry's own.
        let inheritable = |field: &str| field != INHERITS && (field != "aliases" || parent == name);
        inherit(&mut fields, table, &inheritable);
    }
    Err(CatalogError::Inheritance { name: name.to_owned(), parent: next.unwrap_or_default() })
}

/// Adds a parent's fields where there are none yet; within a table, such as the throne's, too.
fn inherit(fields: &mut Table, parent: &Table, inheritable: &dyn Fn(&str) -> bool) {
    for (field, value) in parent.iter().filter(|(field, _)| inheritable(field)) {
        match (fields.get_mut(field), value) {
            (None, value) => {
                fields.insert(field.clone(), value.clone());
            }
            (Some(Value::Table(own)), Value::Table(inherited)) => {
                inherit(own, inherited, &|_| true);
            }
            (Some(_), _) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Escape, Kinds, Repetition};

    #[test]
    fn builtin_rulesets_are_complete() {
        let names: Vec<&str> = builtin().iter().map(|ruleset| ruleset.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "brandubh-macwhite",
                "brandub-walker",
                "brandub-leaflet",
                "brandubh-nielsen",
                "brandubh-fosdick",
                "brandubh-fosdick-21",
                "fitchneal",
                "ard-ri",
                "tablut",
                "tawlbwrdd",
                "hnefatafl-13"
            ]
        );
        let sides: Vec<usize> = builtin().iter().map(Ruleset::side_length).collect();
        assert_eq!(sides, [7, 7, 7, 7, 7, 7, 7, 7, 9, 11, 13]);
    }

    #[test]
    fn names_and_aliases_are_found_in_any_case() {
        for name in ["brandub", "Brandubh", "BRANDUBH-MACWHITE"] {
            assert_eq!(find(name).map(|ruleset| ruleset.name.as_str()), Some("brandubh-macwhite"));
        }
        assert!(find("chess").is_none());
    }

    #[test]
    fn inheritance_takes_the_nearest_field() {
        let tawlbwrdd = find("tawlbwrdd").unwrap();
        assert_eq!(tawlbwrdd.escape, Escape::Edge);
        assert_eq!(tawlbwrdd.throne.stop.to_string(), "K");
        assert_eq!(tawlbwrdd.throne.reenter, Kinds::ALL);
        assert_eq!(tawlbwrdd.repetition, Repetition::DefendersLose3);
        assert!(tawlbwrdd.aliases.is_empty());
        // Within a table too.
        let walker = find("brandub-walker").unwrap();
        assert_eq!(walker.throne.reenter, Kinds::NONE);
        assert_eq!(walker.throne.hostile_empty.to_string(), "tT");
    }

    #[test]
    fn a_bad_file_is_refused_with_a_reason() {
        let says = |text: &str| parse(text).unwrap_err().to_string();
        assert!(says("[[ruleset]]\ntitle = 'x'").contains("number 1 has no name"));
        assert!(says("[[ruleset]]\nname = 'a'\ninherits = 'b'").contains("'a' inherits 'b'"));
        assert!(says("[[ruleset]]\nname = 'a'\ninherits = 'a'").contains("'a' inherits 'a'"));
        assert!(says("[[ruleset]]\nname = 'a'\n[[ruleset]]\nname = 'A'").contains("called 'A'"));
        assert!(says("[[ruleset]]\nname = 'a'").contains("missing field"));
        assert!(says("[[rules]]").contains("[[ruleset]]"));
        let builtin = include_str!("builtin.toml");
        assert!(says(&builtin.replacen("\"loses\"", "\"wins\"", 1)).contains("wins"));
        let field = |text: &str| says(&format!("[[ruleset]]\nname = 'a'\n{text}"));
        assert!(field("king-move = 0").contains("1 to 255"));
        assert!(field("throne.squares = ['d4', 'x']").contains("'x' is no square"));
        assert!(field("throne.stop = 'king'").contains("t, T and K"));
    }
}
