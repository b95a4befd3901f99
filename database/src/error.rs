//! Why a database cannot be used.

use rusqlite::ErrorCode;
use tafl::convert::ConvertError;
use tafl::record::ReplayError;
use thiserror::Error;

/// Why a database cannot be used. The messages follow the file's name.
#[derive(Debug, Error)]
pub enum DatabaseError {
    /// There is no such file.
    #[error("there is no such file; 'branan db import' makes one")]
    Missing,
    /// The path is that of a folder.
    #[error("it is a folder, not a database; name a file")]
    Folder,
    /// There is no folder for a new file.
    #[error("there is no such folder to make it in; make the folder first")]
    NoFolder,
    /// The file is of another kind.
    #[error("it is not a database of games")]
    Foreign,
    /// The file is damaged.
    #[error(
        "it is damaged ({0}); go back to a copy, or save what can be read with 'branan db export'"
    )]
    Damaged(String),
    /// The file was written by a later version of the program.
    #[error("its format is version {found}, and this program knows versions up to {known}")]
    Newer {
        /// The version of the file.
        found: i64,
        /// The latest known version.
        known: i64,
    },
    /// A ruleset has other rules than that of the games.
    #[error(
        "its games of {0} have other rules than the ruleset of that name that is known already; give one of \
         the two a name of its own"
    )]
    OtherRules(String),
    /// Games are kept under names of their rules that are no longer used.
    #[error(
        "an earlier version of the program made it, and it has to be brought up to date: \
         branan db compact FILE"
    )]
    Outdated,
    /// A part of what follows from the games is missing or wrong.
    #[error("its index is incomplete or wrong; make it anew: branan db compact FILE")]
    Index,
    /// The file's schema holds what the format does not have, and what may change the games.
    #[error(
        "it has the {0}, which is not part of a database of games; drop it with another program for SQLite, \
         or take the games out with 'branan db export'"
    )]
    Addition(String),
    /// The disk is full.
    #[error("the disk is full")]
    Full,
    /// The disk fails, or is so full that the files beside the database cannot be made.
    #[error("its disk cannot be read or written; it may be full")]
    Disk,
    /// Another program has been writing for too long.
    #[error("another program is writing to it; try again later")]
    Busy,
    /// The file or its folder cannot be written.
    #[error("it cannot be written; check the permissions of the file and its folder")]
    ReadOnly,
    /// The file cannot be opened.
    #[error("it cannot be opened; check the permissions of the file and its folder")]
    Unopened,
    /// There is no such game.
    #[error("there is no game {0}")]
    NoGame(i64),
    /// A stored game cannot be read back.
    #[error("game {id}: {reason}")]
    Game {
        /// Its number in the database.
        id: i64,
        /// The reason.
        reason: String,
    },
    /// The rules cannot be found.
    #[error(transparent)]
    Rules(#[from] ReplayError),
    /// The games cannot be written in a format.
    #[error(transparent)]
    Convert(#[from] ConvertError),
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// Any other error of SQLite.
    #[error("{0}")]
    Sqlite(rusqlite::Error),
}

impl DatabaseError {
    /// Whether reading a game fails because of the game alone, so that others can still be read.
    #[must_use]
    pub fn is_of_one_game(&self) -> bool {
        matches!(self, Self::Game { .. } | Self::Damaged(_))
    }
}

impl From<rusqlite::Error> for DatabaseError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::NotADatabase) => Self::Foreign,
            Some(ErrorCode::DatabaseCorrupt) => Self::Damaged(error.to_string()),
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::SystemIoFailure) => Self::Disk,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::CannotOpen) => Self::Unopened,
            _ => match error {
                // A value of the wrong kind, which only a damaged or foreign file has.
                rusqlite::Error::InvalidColumnType(..)
                | rusqlite::Error::FromSqlConversionFailure(..)
                | rusqlite::Error::Utf8Error(..)
                | rusqlite::Error::IntegralValueOutOfRange(..) => Self::Damaged(error.to_string()),
                error => Self::Sqlite(error),
            },
        }
    }
}
