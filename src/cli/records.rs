//! Reading files of game records.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::paint::{complain, warning};
use crate::arena::rulesets::RulesetError;
use crate::arena::tournament::{MergeError, MergedRecords};
use crate::record::{GameRecord, ReadError, RecordFile, ReplayError, examine, game_numbers};
use crate::rules::LookupError;

/// Before what is wrong with a game.
pub(super) const WRONG: &str = "WRONG:";

/// Before why a game cannot be checked.
pub(super) const UNCHECKED: &str = "UNCHECKED:";

/// Whether a game cannot be checked because its ruleset is unknown.
pub(super) fn is_unknown(error: &ReplayError) -> bool {
    matches!(error, ReplayError::Rules(LookupError::Ruleset { .. }))
}

/// Why records cannot be used.
#[derive(Debug, Error)]
pub(super) enum RecordsError {
    #[error("{path}: {source}")]
    Open { path: PathBuf, source: io::Error },
    #[error("{path}, {source}")]
    Read { path: PathBuf, source: ReadError },
    #[error("{0}")]
    Merge(#[from] MergeError),
    #[error("{0}")]
    Rulesets(RulesetError),
    #[error("there are no games in {0}")]
    Empty(PathBuf),
    #[error("--{option} {name}: no engine has that name{suggestion}; there are {engines}")]
    NoEngine { option: &'static str, name: String, suggestion: String, engines: String },
}

/// There is no game with this number.
#[derive(Debug, Error)]
#[error("{} has no game {number}; its games, {count} in all, have numbers from {first} to {last}", path.display())]
pub(super) struct NoGame {
    path: PathBuf,
    number: u64,
    count: usize,
    first: u64,
    last: u64,
}

/// The place in a file of the game with this number, which [`game_numbers`] gave it.
pub(super) fn place_of_game(
    games: &[GameRecord],
    number: u64,
    path: &Path,
) -> Result<usize, NoGame> {
    let numbers = game_numbers(games);
    numbers.iter().position(|known| *known == number).ok_or_else(|| NoGame {
        path: path.to_owned(),
        number,
        count: games.len(),
        first: numbers.iter().copied().min().unwrap_or(1),
        last: numbers.iter().copied().max().unwrap_or(1),
    })
}

/// Reads the records of one match from several files, and warns of a truncated last game.
pub(super) fn read_merged(paths: &[PathBuf]) -> Result<MergedRecords, RecordsError> {
    let files = paths.iter().map(|path| Ok((path.clone(), read_file(path)?)));
    Ok(MergedRecords::new(files.collect::<Result<_, RecordsError>>()?)?)
}

/// The games of files of records, of one match or of many.
pub(super) fn read_games(paths: &[PathBuf]) -> Result<Vec<GameRecord>, RecordsError> {
    let files: Vec<RecordFile> =
        paths.iter().map(|path| read_file(path)).collect::<Result<_, _>>()?;
    Ok(files.into_iter().flat_map(|file| file.games).collect())
}

fn read_file(path: &Path) -> Result<RecordFile, RecordsError> {
    let file = open(path)?;
    if file.games.is_empty() && file.settings().is_none() {
        return Err(RecordsError::Empty(path.to_owned()));
    }
    Ok(file)
}

/// Reads a file of records, and warns of a truncated last game. Games that do not match their
/// checksums are an error.
fn open(path: &Path) -> Result<RecordFile, RecordsError> {
    let mut file = open_any(path)?;
    match file.changed.is_empty() {
        true => Ok(file),
        false => {
            Err(RecordsError::Read { path: path.to_owned(), source: file.changed.swap_remove(0) })
        }
    }
}

/// Reads a file of records, and warns of a truncated last game. Games that do not match their
/// checksums are listed in the result.
pub(super) fn open_any(path: &Path) -> Result<RecordFile, RecordsError> {
    let owned = || path.to_owned();
    let bytes =
        std::fs::read(path).map_err(|source| RecordsError::Open { path: owned(), source })?;
    let file = examine(&bytes).map_err(|source| RecordsError::Read { path: owned(), source })?;
    if file.whole < bytes.len() {
        let path = path.display();
        complain(warning(format!("the last game in {path} is incomplete and is left out")));
    }
    Ok(file)
}
