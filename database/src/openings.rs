//! Names of openings, by position.

use std::collections::HashMap;
use std::path::Path;

use serde::Deserialize;
use tafl::game::{Game, new_game};
use tafl::rules::{Catalog, Ruleset};
use tafl::text::read_regular_file;
use tafl::types::Placement;
use thiserror::Error;

/// The names that come with the program.
const BUILTIN: &str = include_str!("openings.toml");

/// The greatest size of a file of names, in bytes.
const MAX_SIZE: u64 = 16 << 20;

/// Named positions. Alternate rules make no difference.
#[derive(Clone, Debug, Default)]
pub struct OpeningNames {
    /// For each ruleset, by name, the names of positions in their standard orientation.
    names: HashMap<String, HashMap<Placement, String>>,
}

/// Why names of openings cannot be read.
#[derive(Debug, Error)]
pub enum OpeningNamesError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] std::io::Error),
    /// It is not a text.
    #[error("it is not a text in UTF-8")]
    Encoding,
    /// It is not TOML of the right form.
    #[error("{0}")]
    Form(#[from] toml::de::Error),
    /// An opening is wrong.
    #[error("opening '{name}': {reason}")]
    Opening {
        /// Its name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// Groups of rulesets by a name.
    #[serde(default)]
    rulesets: HashMap<String, Vec<String>>,
    #[serde(default)]
    opening: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    rulesets: Rulesets,
    lines: Vec<String>,
}

/// A ruleset or a group of the file, or several of them.
#[derive(Deserialize)]
#[serde(untagged)]
enum Rulesets {
    One(String),
    Several(Vec<String>),
}

impl OpeningNames {
    /// The names that come with the program, and those of a file, which take precedence.
    ///
    /// # Errors
    /// When the file cannot be read or is wrong.
    pub fn load(file: Option<&Path>, catalog: &Catalog) -> Result<Self, OpeningNamesError> {
        let mut openings = Self::default();
        openings.read(BUILTIN, catalog)?;
        if let Some(path) = file {
            let text = String::from_utf8(read_regular_file(path, MAX_SIZE)?);
            openings.read(&text.map_err(|_| OpeningNamesError::Encoding)?, catalog)?;
        }
        Ok(openings)
    }

    /// Adds the names of a text.
    fn read(&mut self, text: &str, catalog: &Catalog) -> Result<(), OpeningNamesError> {
        let File { rulesets: groups, opening } = toml::from_str(text)?;
        for entry in opening {
            let named = match &entry.rulesets {
                Rulesets::One(name) => std::slice::from_ref(name),
                Rulesets::Several(names) => names,
            };
            let alone = |name: &String| vec![name.clone()];
            let rulesets =
                named.iter().flat_map(|name| groups.get(name).cloned().unwrap_or(alone(name)));
            for ruleset in rulesets {
                self.add(&entry, &ruleset, catalog).map_err(|reason| {
                    OpeningNamesError::Opening { name: entry.name.clone(), reason }
                })?;
            }
        }
        Ok(())
    }

    /// Adds the positions of an entry under one ruleset. The error is the reason for users.
    fn add(&mut self, entry: &Entry, ruleset: &str, catalog: &Catalog) -> Result<(), String> {
        let ruleset =
            catalog.find(ruleset).ok_or_else(|| format!("there is no ruleset '{ruleset}'"))?;
        for line in &entry.lines {
            let mut game = new_game(ruleset, None).map_err(|error| error.to_string())?;
            for mv in line.split_whitespace() {
                game.play_text(mv).map_err(|error| format!("{mv} of '{line}': {error}"))?;
            }
            let names = self.names.entry(ruleset.name.clone()).or_default();
            names.insert(standard(ruleset, &game.placement()), entry.name.clone());
        }
        Ok(())
    }

    /// The name of a position.
    #[must_use]
    pub fn name(&self, ruleset: &Ruleset, placement: &Placement) -> Option<&str> {
        let names = self.names.get(&ruleset.name)?;
        names.get(&standard(ruleset, placement)).map(String::as_str)
    }

    /// The name of the last named position of a game, and the number of moves after it.
    #[must_use]
    pub fn last_name(&self, game: &dyn Game) -> Option<(&str, usize)> {
        self.names.get(&game.ruleset().name)?;
        let mut game = game.boxed_clone();
        for back in 0.. {
            if let Some(name) = self.name(game.ruleset(), &game.placement()) {
                return Some((name, back));
            }
            if !game.take_back() {
                break;
            }
        }
        None
    }
}

/// The form in which a position is named. Announced escapes are no part of it.
fn standard(ruleset: &Ruleset, placement: &Placement) -> Placement {
    let placement = placement.clone().with_announced(None);
    if ruleset.is_symmetric() { placement.canonical() } else { placement }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tafl::rules::find;

    fn after(ruleset: &str, moves: &str) -> Box<dyn Game> {
        let mut game = new_game(find(ruleset).unwrap(), None).unwrap();
        for mv in moves.split_whitespace() {
            game.play_text(mv).unwrap();
        }
        game
    }

    #[test]
    fn openings_are_known_in_every_orientation_and_order() {
        let openings = OpeningNames::load(None, &Catalog::default()).unwrap();
        let name = |ruleset: &str, moves: &str| {
            let game = after(ruleset, moves);
            openings.last_name(game.as_ref()).map(|(name, back)| (name.to_owned(), back))
        };
        let found = |name: &str, back| Some((name.to_owned(), back));
        assert_eq!(name("copenhagen", ""), None);
        assert_eq!(name("copenhagen", "h1h3"), None);
        assert_eq!(name("copenhagen", "h1h3 g5g2"), found("Millar Gambit", 0));
        // The same on the left, as the forum's first thread has it.
        assert_eq!(name("fetlar", "d1d3 e5e2"), found("Millar Gambit", 0));
        assert_eq!(name("fetlar", "d1d3 e5e2 g1g3"), found("Millar Gambit Declined", 0));
        assert_eq!(name("copenhagen", "h1h3 g5g2 h3g3 d6d3"), found("Millar Gambit Accepted", 1));
        assert_eq!(name("copenhagen", "h1h2 d6d9 h2h3"), None);
        assert_eq!(name("tablut", "e2c2"), None);
    }

    #[test]
    fn own_names_come_first_and_mistakes_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.toml");
        let load = |text: &str| {
            std::fs::write(&path, text).unwrap();
            OpeningNames::load(Some(&path), &Catalog::default())
        };
        let own =
            "[[opening]]\nname = \"Ours\"\nrulesets = [\"copenhagen\", \"brandubh\"]\nlines = ";
        let openings = load(&format!("{own}[\"\"]")).unwrap();
        let start = after("copenhagen", "");
        assert_eq!(openings.last_name(start.as_ref()), Some(("Ours", 0)));
        for (text, part) in [
            ("opening = 3".to_owned(), "invalid type"),
            (format!("{own}[\"d2d9\"]"), "opening 'Ours': d2d9 of 'd2d9'"),
            (own.replace("copenhagen", "chess") + "[\"\"]", "there is no ruleset 'chess'"),
            (own.replace("name", "nane") + "[]", "nane"),
        ] {
            let error = load(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
        assert!(OpeningNames::load(Some(Path::new("/no/such")), &Catalog::default()).is_err());
    }
}
