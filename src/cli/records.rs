//! Reading files of game records.

use std::io;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use thiserror::Error;

use super::paint::{complain, warning};
use super::{counted, standard};
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::arena::tournament::{
    Copies, Copy, MatchSettings, MergeError, MergedRecords, readable_settings,
};
use crate::convert::Context;
use crate::record::{
    GameRecord, PreparedRules, ReadError, RecordFile, ReplayError, examine, game_numbers, names_of,
};
use crate::rules::{Catalog, LearnError, LookupError};

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
    Rulesets(#[from] RulesetError),
    #[error("{path}: {source}")]
    OwnRules { path: PathBuf, source: Box<LearnError> },
    #[error("{path}, game {number}: {source}")]
    Wrong { path: PathBuf, number: u64, source: Box<ReplayError> },
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

/// Reads the records of one match from several files, replays the games, and warns of a truncated last
/// one. The catalog has the rulesets of `variants` and those that the match has recorded.
pub(super) fn read_merged(
    paths: &[PathBuf],
    variants: Option<&Path>,
) -> Result<(MergedRecords, Catalog), RecordsError> {
    let mut catalog = read_catalog(variants)?;
    let files = read_checked(paths, &mut catalog)?;
    let merged = MergedRecords::new(files, &catalog)?;
    tell_left_out(merged.unfinished, "unfinished");
    Ok((merged, catalog))
}

/// Warns of games that are left out.
pub(super) fn tell_left_out(number: usize, what: &str) {
    if number > 0 {
        let games = counted(number as u64, "game");
        complain(warning(format!("left out: {games} {what}")));
    }
}

/// The games of files of records, of one match or of many, and what each is to those before it. The games are
/// replayed, and the same rules get the same name.
pub(super) fn read_games(
    paths: &[PathBuf],
    given: &Catalog,
) -> Result<Vec<(Copy, GameRecord)>, RecordsError> {
    let mut catalog = given.clone();
    let files = read_checked(paths, &mut catalog)?;
    let mut copies = Copies::new(&catalog);
    Ok(files.into_iter().flat_map(|(_, file)| copies.of_file(file.games)).collect())
}

/// Reads files of records, adds the rulesets that their matches have recorded to a catalog, and replays
/// the games.
fn read_checked(
    paths: &[PathBuf],
    catalog: &mut Catalog,
) -> Result<Vec<(PathBuf, RecordFile)>, RecordsError> {
    let mut files = Vec::new();
    for path in paths {
        files.push((path.clone(), read_file(path)?));
    }
    // A file that an older match names may have changed since, and the rules in a record have not.
    let (own, others): (Vec<_>, Vec<_>) = files.iter().partition(|(_, file)| keeps_rules(file));
    for (path, file) in own.into_iter().chain(others) {
        add_rulesets(path, file, catalog)?;
    }
    for (path, file) in &files {
        check_games(path, &file.games, catalog)?;
    }
    Ok(files)
}

/// Whether a file has the rules of the users' rulesets of a match.
fn keeps_rules(file: &RecordFile) -> bool {
    readable_settings(file).any(|settings| !settings.own_rulesets.is_empty())
}

/// Adds the rulesets that the matches of a file have recorded to a catalog. An older match names only
/// their file, which may be there still.
pub(super) fn add_rulesets(
    path: &Path,
    file: &RecordFile,
    catalog: &mut Catalog,
) -> Result<(), RecordsError> {
    let (own, others): (Vec<_>, Vec<_>) =
        readable_settings(file).partition(|settings| !settings.own_rulesets.is_empty());
    for settings in own.into_iter().chain(others) {
        add_rulesets_of(settings, catalog).map_err(|source| RecordsError::OwnRules {
            path: path.to_owned(),
            source: source.into(),
        })?;
    }
    Ok(())
}

fn add_rulesets_of(settings: MatchSettings, catalog: &mut Catalog) -> Result<(), LearnError> {
    let mut recorded = settings.own_rulesets;
    if recorded.is_empty()
        && let Some(source) = settings.variants_file
        && let Ok(read) = read_catalog(Some(Path::new(&source)))
    {
        let missing = read.own().iter().filter(|own| catalog.find(&own.name).is_none());
        recorded.extend(missing.cloned());
    }
    recorded.iter().try_for_each(|ruleset| catalog.learn(ruleset))
}

/// Replays games, so that no wrong one counts. Those of unknown rulesets count unchecked.
fn check_games(path: &Path, games: &[GameRecord], catalog: &Catalog) -> Result<(), RecordsError> {
    let failed: Vec<_> = games
        .par_iter()
        .enumerate()
        .map_init(
            || PreparedRules::new(catalog),
            |rules, (place, game)| Some((place, rules.replay(game).err()?)),
        )
        .flatten_iter()
        .collect();
    let number = |place: usize| game_numbers(games)[place];
    let (unknown, wrong): (Vec<_>, Vec<_>) =
        failed.into_iter().partition(|(_, error)| is_unknown(error));
    if let Some((place, source)) = wrong.into_iter().next() {
        let (path, number, source) = (path.to_owned(), number(place), source.into());
        return Err(RecordsError::Wrong { path, number, source });
    }
    if let Some((place, error)) = unknown.first() {
        let (path, number) = (path.display(), number(*place));
        let unchecked = counted(unknown.len() as u64, "game");
        complain(warning(format!("{path}, game {number}: {error}; {unchecked} not checked")));
    }
    Ok(())
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
        standard::read(path).map_err(|source| RecordsError::Open { path: owned(), source })?;
    let file = examine(&bytes).map_err(|source| RecordsError::Read { path: owned(), source })?;
    if file.whole < bytes.len() {
        tell_torn(path, file.torn.as_ref());
    }
    Ok(file)
}

/// Warns of a truncated last game. Of the zero bytes that a crash leaves, nothing more is known.
pub(super) fn tell_torn(path: &Path, torn: Option<&ReadError>) {
    let path = path.display();
    complain(warning(match torn {
        Some(torn) => format!("{path}, {torn}; this last game is left out"),
        None => format!("the last game in {path} is incomplete and is left out"),
    }));
}

/// Warns of comments in which words were ignored. A person who writes them may not know of the colon.
pub(super) fn tell_unread(path: &Path, comments: usize) {
    let path = path.display();
    let words = match comments {
        0 => return,
        1 => "1 comment has".to_owned(),
        _ => format!("{comments} comments have"),
    };
    complain(warning(format!(
        "{path}: {words} words that are not read; prose needs a colon: {{: a fine move}}"
    )));
}

/// What is known of the games of a match with rulesets of its own, which its record has.
pub(super) fn with_recorded(
    path: &Path,
    bytes: &[u8],
    context: &Context,
) -> Result<Option<Context>, RecordsError> {
    // Only a match begins its file so.
    let Some(file) = bytes.starts_with(b"%").then(|| examine(bytes).ok()).flatten() else {
        return Ok(None);
    };
    let mut context = context.clone();
    add_rulesets(path, &file, &mut context.catalog)?;
    Ok(Some(context))
}

/// Writes the rules of a game in place of the name of a user's ruleset, which other programs do not know.
pub(super) fn write_rules_out(game: &mut GameRecord, catalog: &Catalog) {
    if let Some(own) = catalog.own().iter().find(|own| own.name == game.variant) {
        game.variant = names_of(own).0;
    }
}
