//! Converts games from and to foreign formats.
//!
//! A game is checked while it is read: every move must be legal under its ruleset and capture what
//! it says, and the result must match the board if the board has one. Data that records have no
//! field for is kept in tags prefixed with the format's name, and restored when the game is written
//! in that format again.

mod archive;
mod error;
mod json;
mod moves;
mod otg;
mod settle;
mod tags;

use std::path::Path;

use strum::{Display, EnumString, VariantNames};

pub use archive::{ArchivedGame, each_archived_game, find_archived, read_archive};
pub use error::ConvertError;

use super::record::{self, GameRecord, PreparedRules};
use crate::rules::Catalog;
use crate::text::{foreign_form, unmarked};

/// A game format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// The records of this project. `docs/notation.md` describes them.
    Record,
    /// A saved game of OpenTafl.
    Otg,
    /// The JSON that hnefatafl.org's server sends in `resume_game_json`.
    Json,
    /// The binary archive of that server. Read-only.
    Archive,
    /// Moves alone, one game per line.
    Moves,
}

impl Format {
    /// The format of a file, by the extension of its name, in small letters or capitals.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()?.to_ascii_lowercase().as_str() {
            "otg" => Some(Self::Otg),
            "json" => Some(Self::Json),
            "postcard" => Some(Self::Archive),
            "moves" => Some(Self::Moves),
            "txt" | "games" => Some(Self::Record),
            _ => None,
        }
    }

    /// Guesses the format of a text.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let text = unmarked(text).trim_start();
        // The first tag decides. Later lines in brackets may be comments.
        let mut tags = text.lines().filter(|line| line.starts_with('['));
        let first = tags.find_map(|line| line.find([':', '"']).map(|at| &line[at..]));
        if text.starts_with('{') {
            return Self::Json;
        }
        match first {
            _ if text.starts_with('%') => Self::Record,
            Some(rest) if rest.starts_with('"') => Self::Record,
            Some(_) => Self::Otg,
            None => Self::Moves,
        }
    }
}

/// Context for reading games that their files lack.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The known rulesets.
    pub catalog: Catalog,
    /// The ruleset of games whose format does not name it.
    pub variant: Option<String>,
    /// Alternate rules of these games.
    pub rules: Vec<(String, String)>,
}

/// Reads the games of texts, and prepares rules that several of them have only once.
#[derive(Debug)]
pub struct Reader<'a> {
    context: &'a Context,
    rules: PreparedRules<'a>,
}

impl<'a> Reader<'a> {
    /// A reader of texts with the same context.
    #[must_use]
    pub fn new(context: &'a Context) -> Self {
        Self { context, rules: PreparedRules::new(&context.catalog) }
    }

    /// Reads the games of a text as [`read`] does.
    ///
    /// # Errors
    /// As there.
    pub fn read(&mut self, format: Format, text: &str) -> Result<Vec<GameRecord>, ConvertError> {
        self.check(format, text)?.all()
    }

    /// Reads the games of a text, and tells right ones from wrong ones.
    ///
    /// # Errors
    /// When it does not follow the format, or what holds for all games is unknown.
    pub fn check(&mut self, format: Format, text: &str) -> Result<Checked, ConvertError> {
        if let Some(form) = foreign_form(text.as_bytes()) {
            return Err(ConvertError::Form(form));
        }
        let Self { context, rules } = self;
        let games = match format {
            Format::Record => return records(text, rules),
            Format::Otg => vec![otg::read(unmarked(text), rules)?],
            Format::Json => vec![json::read(unmarked(text), context, rules)?],
            Format::Archive => read_archive(text.as_bytes(), &context.catalog)?,
            Format::Moves => return moves::read(text, context, rules),
        };
        Ok(games.into())
    }
}

/// The games of a text, as far as they are right.
#[derive(Debug, Default)]
pub struct Checked {
    /// The right games.
    pub games: Vec<GameRecord>,
    /// What is wrong with each of the others.
    pub wrong: Vec<ConvertError>,
    /// The number of comments of records in which words were ignored.
    pub unread: usize,
}

impl Checked {
    fn add(&mut self, game: Result<GameRecord, ConvertError>) {
        match game {
            Ok(game) => self.games.push(game),
            Err(error) => self.wrong.push(error),
        }
    }

    /// All games.
    ///
    /// # Errors
    /// If one is wrong: what is wrong with the first.
    pub fn all(self) -> Result<Vec<GameRecord>, ConvertError> {
        match self.wrong.into_iter().next() {
            Some(error) => Err(error),
            None => Ok(self.games),
        }
    }
}

impl From<Vec<GameRecord>> for Checked {
    fn from(games: Vec<GameRecord>) -> Self {
        Self { games, ..Self::default() }
    }
}

/// Reads the games of a text. A byte order mark at its start is skipped.
///
/// # Errors
/// When it does not follow the format, contains something unknown, or a game is invalid.
pub fn read(
    format: Format,
    text: &str,
    context: &Context,
) -> Result<Vec<GameRecord>, ConvertError> {
    Reader::new(context).read(format, text)
}

/// The games of a file of records.
fn records(text: &str, rules: &mut PreparedRules<'_>) -> Result<Checked, ConvertError> {
    let file = record::read(text.as_bytes())?;
    if let Some(torn) = file.torn {
        return Err(ConvertError::Torn(torn));
    }
    let mut checked = Checked { unread: file.unread, ..Checked::default() };
    for (number, game) in record::game_numbers(&file.games).into_iter().zip(file.games) {
        let replayed = rules.replay(&game).map(drop);
        checked.add(replayed.map(|()| game).map_err(|error| ConvertError::Game { number, error }));
    }
    Ok(checked)
}

/// Reads the games of a file of a format that may be binary. Without a format, that of a text is
/// guessed.
///
/// # Errors
/// As for [`read`], and when a text is not UTF-8.
pub fn read_bytes(
    format: Option<Format>,
    bytes: &[u8],
    context: &Context,
) -> Result<Vec<GameRecord>, ConvertError> {
    check_bytes(format, bytes, context)?.all()
}

/// Reads the games of a file as [`read_bytes`] does, and tells right ones from wrong ones.
///
/// # Errors
/// As for [`Reader::check`], and when a text is not UTF-8.
pub fn check_bytes(
    format: Option<Format>,
    bytes: &[u8],
    context: &Context,
) -> Result<Checked, ConvertError> {
    if format == Some(Format::Archive) {
        return Ok(read_archive(bytes, &context.catalog)?.into());
    }
    let text = std::str::from_utf8(bytes)
        .map_err(|_| foreign_form(bytes).map_or(ConvertError::NotUtf8, ConvertError::Form))?;
    Reader::new(context).check(format.unwrap_or_else(|| Format::of_text(text)), text)
}

/// Writes games in a format.
///
/// # Errors
/// When the format has no room for several games, or cannot express a game.
pub fn write(
    format: Format,
    games: &[GameRecord],
    context: &Context,
) -> Result<String, ConvertError> {
    match (format, games) {
        (Format::Record, games) => {
            Ok(games.iter().map(GameRecord::to_text).collect::<Result<_, _>>()?)
        }
        (Format::Moves, games) => moves::write(games, &context.catalog),
        (Format::Otg, [game]) => otg::write(game, &context.catalog),
        (Format::Json, [game]) => json::write(game, &context.catalog),
        (Format::Archive, _) => Err(ConvertError::ReadOnly(format)),
        (Format::Otg | Format::Json, games) => {
            Err(ConvertError::OneGame { format, games: games.len() })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_prepared_once_for_all_games_of_a_reader() {
        let context = Context { variant: Some("brandubh".to_owned()), ..Context::default() };
        let mut reader = Reader::new(&context);
        let games = reader.read(Format::Moves, "d2-e2 d3-b3\nd2-c2\n").unwrap();
        assert_eq!((games.len(), reader.rules.count()), (2, 1));
        let records = write(Format::Record, &games, &context).unwrap();
        for (format, text) in [(Format::Moves, "d2-b2"), (Format::Record, &records)] {
            assert!(!reader.read(format, text).unwrap().is_empty());
            assert_eq!(reader.rules.count(), 1, "{format}");
        }
    }
}
