//! Merges the records of a match that was played in parts.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::path::PathBuf;

use thiserror::Error;

use super::copies::{Copies, Copy, course};
use super::difference::Difference;
use super::joined::{common_settings, shares};
use super::resume::{ResumeError, check_share, scheduled};
use super::schedule::MatchSchedule;
use super::settings::{MatchSettings, TooManyGames};
use super::standings::Standings;
use crate::record::{GameRecord, RecordFile};
use crate::rules::Catalog;

/// Why records cannot be merged.
#[derive(Debug, Error)]
pub enum MergeError {
    /// The settings in a file are damaged.
    #[error("{path}: the settings on file cannot be read: {source}")]
    Settings {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: serde_json::Error,
    },
    /// Two files belong to different matches.
    #[error("{path} belongs to another match than {first}, which has {what}")]
    Differs {
        /// The file.
        path: PathBuf,
        /// An earlier one.
        first: PathBuf,
        /// The setting that differs.
        what: Difference,
    },
    /// A file has games of different matches.
    #[error("{path} has games of different matches; an earlier one has {what}")]
    Joined {
        /// The file.
        path: PathBuf,
        /// The setting that differs.
        what: Difference,
    },
    /// One file was written by a match and the other was not.
    #[error("{path} has no match settings, but {other} does")]
    NoMatch {
        /// The file.
        path: PathBuf,
        /// The other one.
        other: PathBuf,
    },
    /// A match is too large.
    #[error("{path}: {source}")]
    TooManyGames {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: TooManyGames,
    },
    /// Two records of one game contradict each other.
    #[error(
        "{path} has other moves or another result of game {game} than a record before it; leave the wrong \
         one out"
    )]
    Contradiction {
        /// The file.
        path: PathBuf,
        /// The game, counted from 1.
        game: u64,
    },
    /// A game does not belong to the match that its file names.
    #[error("{path}: {source}")]
    Game {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: ResumeError,
    },
}

/// The games of several files, without duplicates.
#[derive(Debug, Default)]
pub struct MergedRecords {
    /// The settings of the whole match. `None` if the games were not played in a match.
    pub settings: Option<MatchSettings>,
    /// The games in the order of the match's schedule or, without one, of the files.
    pub games: Vec<GameRecord>,
    /// The number of games that were left out because they have not ended.
    pub unfinished: usize,
    /// The number of games that were left out because they were recorded before.
    pub copies: usize,
}

impl MergedRecords {
    /// Merges files. A game that is there several times counts once, and one that has not ended does not
    /// count. The same rules get the same name in all games, by the rulesets of a catalog; in a match they have it
    /// from its settings.
    ///
    /// # Errors
    /// If the files do not belong to one match, or contradict each other.
    pub fn new(
        mut files: Vec<(PathBuf, RecordFile)>,
        catalog: &Catalog,
    ) -> Result<Self, MergeError> {
        let settings = common_settings(&files)?;
        let count =
            |files: &[(PathBuf, RecordFile)]| files.iter().map(|(_, f)| f.games.len()).sum();
        let all: usize = count(&files);
        files.iter_mut().for_each(|(_, file)| file.games.retain(GameRecord::is_finished));
        let finished = count(&files);
        let games = match &settings {
            None => without_copies(files, Copies::new(catalog))?,
            Some(settings) => games_of_match(settings, files)?,
        };
        let (unfinished, copies) = (all - finished, finished - games.len());
        Ok(Self { settings, games, unfinished, copies })
    }

    /// Number of games in the whole match, as far as it is known.
    pub fn total(&self) -> u64 {
        self.schedule().map_or(self.games.len() as u64, |schedule| schedule.len())
    }

    /// The schedule of the match after these games. `None` without a match.
    fn schedule(&self) -> Option<MatchSchedule> {
        let mut schedule = self.settings.as_ref()?.schedule();
        schedule.note_all(&self.games);
        Some(schedule)
    }

    /// An empty table for the players and rulesets.
    pub fn empty_standings(&self) -> Standings {
        if let Some(settings) = &self.settings {
            let players = settings.engines.iter().map(|engine| engine.name.as_str());
            return Standings::new(players, settings.variants.iter().map(String::as_str));
        }
        let mut players: Vec<&str> = Vec::new();
        let mut rulesets: Vec<String> = Vec::new();
        for game in &self.games {
            for name in [game.attackers.name.as_str(), game.defenders.name.as_str()] {
                if !players.contains(&name) {
                    players.push(name);
                }
            }
            let ruleset = game.rules_in_words(&game.variant);
            if !rulesets.contains(&ruleset) {
                rulesets.push(ruleset);
            }
        }
        Standings::new(players, rulesets.iter().map(String::as_str))
    }

    /// The results of all games.
    pub fn standings(&self) -> Standings {
        let mut standings = self.empty_standings();
        for game in &self.games {
            standings.add(game);
        }
        if let Some(schedule) = self.schedule() {
            standings.note_rounds(&schedule);
        }
        standings
    }

    /// The log-likelihood ratio of these results, if the match has a test.
    pub fn llr(&self, standings: &Standings) -> Option<f64> {
        let sprt = self.settings.as_ref()?.sprt.as_ref()?;
        Some(sprt.llr(&standings.players.first()?.pairs))
    }
}

/// The games of files that no match has written.
fn without_copies(
    files: Vec<(PathBuf, RecordFile)>,
    mut copies: Copies<'_>,
) -> Result<Vec<GameRecord>, MergeError> {
    let mut games: Vec<GameRecord> = Vec::new();
    for (path, file) in files {
        for (copy, game) in copies.of_file(file.games) {
            match copy {
                Copy::New => games.push(game),
                Copy::Same => {}
                Copy::Other => return Err(contradiction(path, game.index.unwrap_or_default())),
            }
        }
    }
    Ok(games)
}

fn contradiction(path: PathBuf, index: u64) -> MergeError {
    MergeError::Contradiction { path, game: index.saturating_add(1) }
}

/// The games of a match, in the order of its schedule.
fn games_of_match(
    settings: &MatchSettings,
    files: Vec<(PathBuf, RecordFile)>,
) -> Result<Vec<GameRecord>, MergeError> {
    let mut schedule = settings.schedule();
    files.iter().for_each(|(_, file)| schedule.note_all(&file.games));
    let mut counted: HashMap<u64, u64> = HashMap::new();
    let mut games = Vec::new();
    for (path, file) in files {
        let shares = shares(&file);
        for game in file.games {
            let index = scheduled(settings, &schedule, &game)
                .and_then(|fixture| check_share(&shares, fixture.index).map(|()| fixture.index))
                .map_err(|source| MergeError::Game { path: path.clone(), source })?;
            let course = course(&game);
            match counted.entry(index) {
                Entry::Vacant(place) => {
                    place.insert(course);
                    games.push(game);
                }
                Entry::Occupied(known) if *known.get() != course => {
                    return Err(contradiction(path, index));
                }
                Entry::Occupied(_) => {}
            }
        }
    }
    games.sort_by_key(|game| game.index);
    Ok(games)
}

#[cfg(test)]
mod tests;
