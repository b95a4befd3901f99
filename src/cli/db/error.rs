//! Why a command on a database failed.

use std::io;
use std::path::{Path, PathBuf};

use database::{DatabaseError, OpeningNamesError};
use thiserror::Error;

use crate::record::WriteError;

/// Why a command on a database failed.
#[derive(Debug, Error)]
pub enum DbError {
    #[error("{}: {source}", path.display())]
    Database { path: PathBuf, source: Box<DatabaseError> },
    #[error("{}: it is damaged ({damage}), and no game in it can be read; go back to a copy", path.display())]
    Lost { path: PathBuf, damage: String },
    #[error("{}: {source}", path.display())]
    File { path: PathBuf, source: io::Error },
    #[error("{}: {source}", path.display())]
    Openings { path: PathBuf, source: Box<OpeningNamesError> },
    #[error("{} exists already; name another file", path.display())]
    Exists { path: PathBuf },
    #[error("interrupted; {0}")]
    Interrupted(String),
    #[error("there are no games in these files")]
    NoGames,
    #[error("no game fits these conditions, so nothing was written")]
    Nothing,
    #[error("none of these games could be written")]
    AllSkipped,
    #[error(
        "no move of {variant} was played in {min_games} or more of these games; choose another --variant or fewer --min-games"
    )]
    NoMove { variant: String, min_games: u32 },
    #[error("{}: the extension does not determine the format; give --to", path.display())]
    Format { path: PathBuf },
    #[error(
        "a file of this format holds one game, not {0}; name an existing folder, or choose one game \
         with --game"
    )]
    OneGame(usize),
    #[error(
        "a file of the format moves holds games of one ruleset, not of {0} and {1}; choose games with \
         --variant or --game"
    )]
    OneRuleset(String, String),
    #[error("'{name}' is not an ending{hint}; known are {known}")]
    Ending { name: String, hint: String, known: String },
    #[error("{} cannot be merged into itself", path.display())]
    Itself { path: PathBuf },
    #[error("the game cannot be recorded: {0}")]
    Record(#[from] WriteError),
}

impl DbError {
    pub fn of(path: &Path, error: DatabaseError) -> Self {
        Self::Database { path: path.to_owned(), source: Box::new(error) }
    }

    /// Why a new file was not written.
    pub fn new_file(path: &Path) -> impl Fn(io::Error) -> Self {
        let path = path.to_owned();
        move |source| match source.kind() {
            io::ErrorKind::AlreadyExists => Self::Exists { path: path.clone() },
            _ => Self::File { path: path.clone(), source },
        }
    }

    pub fn file(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |source| Self::File { path, source }
    }
}
