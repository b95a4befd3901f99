//! Games in the formats of others: read into records, and written from them.
//!
//! A game is checked while it is read: every move must be legal under its ruleset and take what it
//! says, and the result must be the board's where the board has one. What a format says that records
//! have no place for is kept in tags that begin with the format's name, and is put back when the game
//! is written in that format again.

mod archive;
mod error;
mod json;
mod moves;
mod otg;
mod settle;

use std::path::Path;

use strum::{Display, EnumString, VariantNames};

pub use archive::read_archive;
pub use error::ConvertError;

use super::record::{self, GameRecord};
use crate::rules::Catalog;

/// A format of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
pub enum Format {
    /// The records of this project: `docs/notation.md` describes them.
    Record,
    /// A saved game of OpenTafl.
    Otg,
    /// A game as the server of hnefatafl.org sends it in `resume_game_json`.
    Json,
    /// The archive of that server, which is no text; it is only read.
    Archive,
    /// Moves alone, one game a line.
    Moves,
}

impl Format {
    /// The format that files of this name have, going by its extension.
    #[must_use]
    pub fn of_file(path: &Path) -> Option<Self> {
        match path.extension()?.to_str()? {
            "otg" => Some(Self::Otg),
            "json" => Some(Self::Json),
            "postcard" => Some(Self::Archive),
            "moves" => Some(Self::Moves),
            "txt" | "games" => Some(Self::Record),
            _ => None,
        }
    }

    /// The format that a text is most likely in.
    #[must_use]
    pub fn of_text(text: &str) -> Self {
        let text = text.trim_start();
        let has_tag =
            |mark: &str| text.lines().any(|line| line.starts_with('[') && line.contains(mark));
        if text.starts_with('{') {
            Self::Json
        } else if text.starts_with('%') || has_tag(" \"") {
            Self::Record
        } else if has_tag(":") {
            Self::Otg
        } else {
            Self::Moves
        }
    }
}

/// What is to be known of games beside their files.
#[derive(Clone, Debug, Default)]
pub struct Context {
    /// The rulesets there are.
    pub catalog: Catalog,
    /// The ruleset of games whose format does not name it.
    pub variant: Option<String>,
    /// Alternate rules of these games.
    pub rules: Vec<(String, String)>,
}

/// Reads the games of a text.
///
/// # Errors
/// When it is not of the format, says something that is not understood, or a game is not right.
pub fn read(
    format: Format,
    text: &str,
    context: &Context,
) -> Result<Vec<GameRecord>, ConvertError> {
    match format {
        Format::Record => {
            let file = record::read(text.as_bytes())?;
            if file.whole < text.len() {
                return Err(ConvertError::Torn);
            }
            for (number, game) in (1..).zip(&file.games) {
                let replayed = record::replay(game, &context.catalog);
                replayed.map_err(|error| ConvertError::Game { number, error })?;
            }
            Ok(file.games)
        }
        Format::Otg => Ok(vec![otg::read(text, &context.catalog)?]),
        Format::Json => Ok(vec![json::read(text, context)?]),
        Format::Archive => read_archive(text.as_bytes(), &context.catalog),
        Format::Moves => moves::read(text, context),
    }
}

/// Writes games in a format.
///
/// # Errors
/// When the format has no room for several games, or cannot say what a game is.
pub fn write(
    format: Format,
    games: &[GameRecord],
    context: &Context,
) -> Result<String, ConvertError> {
    match (format, games) {
        (Format::Record, games) => Ok(games.iter().map(GameRecord::to_text).collect()),
        (Format::Moves, games) => moves::write(games),
        (Format::Otg, [game]) => otg::write(game, &context.catalog),
        (Format::Json, [game]) => json::write(game, &context.catalog),
        (Format::Archive, _) => Err(ConvertError::ReadOnly(format)),
        (Format::Otg | Format::Json, games) => {
            Err(ConvertError::OneGame { format, games: games.len() })
        }
    }
}
