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
}

impl MergedRecords {
    /// Merges files. A game that is there several times counts once, and one that has not ended does not
    /// count.
    ///
    /// # Errors
    /// If the files do not belong to one match, or contradict each other.
    pub fn new(mut files: Vec<(PathBuf, RecordFile)>) -> Result<Self, MergeError> {
        let settings = common_settings(&files)?;
        let count =
            |files: &[(PathBuf, RecordFile)]| files.iter().map(|(_, f)| f.games.len()).sum();
        let all: usize = count(&files);
        files.iter_mut().for_each(|(_, file)| file.games.retain(GameRecord::is_finished));
        let unfinished = all - count(&files);
        let games = match &settings {
            None => without_copies(files)?,
            Some(settings) => games_of_match(settings, files)?,
        };
        Ok(Self { settings, games, unfinished })
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
        let mut variants: Vec<&str> = Vec::new();
        for game in &self.games {
            for name in [game.attackers.name.as_str(), game.defenders.name.as_str()] {
                if !players.contains(&name) {
                    players.push(name);
                }
            }
            if !variants.contains(&game.variant.as_str()) {
                variants.push(&game.variant);
            }
        }
        Standings::new(players, variants)
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
fn without_copies(files: Vec<(PathBuf, RecordFile)>) -> Result<Vec<GameRecord>, MergeError> {
    let mut copies = Copies::default();
    let mut games = Vec::new();
    for (path, file) in files {
        for game in file.games {
            match copies.note(&game) {
                Copy::Same if game.index.is_some() => {}
                // Without a number, nothing tells copies from short games that went alike.
                Copy::New | Copy::Same => games.push(game),
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
mod tests {
    use super::*;
    use crate::arena::tournament::settings::tests::settings;
    use crate::record::{Report, Termination};

    fn file<'a>(
        settings: impl IntoIterator<Item = &'a MatchSettings>,
        games: Vec<GameRecord>,
    ) -> (PathBuf, RecordFile) {
        let line = |s: &MatchSettings| format!("settings {}", serde_json::to_string(s).unwrap());
        let header = settings.into_iter().map(line).collect();
        ("file".into(), RecordFile { header, games, ..RecordFile::default() })
    }

    /// The settings as a match saves them, with full names.
    fn complete() -> MatchSettings {
        MatchSettings {
            variants: vec!["brandubh-macwhite".into(), "tablut".into()],
            alternates: Vec::new(),
            ..settings()
        }
    }

    /// A game of the schedule.
    fn game(number: u64, settings: &MatchSettings) -> GameRecord {
        let fixture = settings.schedule().game(number - 1).unwrap();
        let name = |place: usize| settings.engines[place].name.clone();
        let text = format!(
            "[Game \"{number}\"]\n[Round \"{}\"]\n[Variant \"{}\"]\n[Attackers \"{}\"]\n\
             [Defenders \"{}\"]\n[Result \"attackers\"]\n[Termination \"resign\"]\n\nattackers\n\n",
            fixture.round + 1,
            settings.variants[fixture.variant],
            name(fixture.attackers),
            name(fixture.defenders)
        );
        crate::record::read(text.as_bytes()).unwrap().games.remove(0)
    }

    #[test]
    fn no_game_is_counted_twice_and_the_schedule_gives_the_order() {
        let settings = complete();
        let games = |list: &[u64]| list.iter().map(|&n| game(n, &settings)).collect::<Vec<_>>();
        let share = MatchSettings { share: "1/2".parse().ok(), ..settings.clone() };
        let mut again = games(&[2]);
        again[0].event = "again".into();
        let files = vec![
            file(Some(&share), games(&[5, 2, 1])),
            file(Some(&settings), again),
            file(Some(&settings), games(&[4, 5])),
        ];
        let merged = MergedRecords::new(files).unwrap();
        let numbers: Vec<_> = merged.games.iter().filter_map(|g| g.index).collect();
        assert_eq!(numbers, [0, 1, 3, 4]);
        assert_eq!(merged.games[1].event, "?");
        assert_eq!((merged.total(), merged.standings().games()), (12, 4));
    }

    #[test]
    fn other_matches_and_foreign_games_are_refused() {
        let settings = complete();
        let other = MatchSettings { seed: 7, ..settings.clone() };
        let refused = |files| MergedRecords::new(files).unwrap_err().to_string();
        let message = refused(vec![file(Some(&settings), vec![]), file(Some(&other), vec![])]);
        assert_eq!(
            message,
            "file belongs to another match than file, which has a different seed: 1, not 7"
        );
        let mut foreign = game(1, &settings);
        foreign.attackers.name = "z".into();
        let message = refused(vec![file(Some(&settings), vec![foreign.clone()])]);
        assert!(message.contains("game 1 on file does not have the players"), "{message}");
        let message = refused(vec![file(Some(&settings), vec![]), file(None, vec![foreign])]);
        assert_eq!(message, "file has no match settings, but file does");
    }

    #[test]
    fn all_settings_of_a_file_are_those_of_one_match() {
        let settings = complete();
        let [one, two] = ["1/2", "2/2"]
            .map(|share| MatchSettings { share: share.parse().ok(), ..settings.clone() });
        let mut joined = settings.clone();
        joined.engines.push(joined.engines[0].clone());
        joined.engines[2].name = "z".into();
        let joined = joined.continuing(&settings, None);
        for good in [[&one, &two], [&settings, &joined]] {
            assert!(MergedRecords::new(vec![file(good, vec![])]).is_ok());
        }
        let mut slow = settings.clone();
        slow.engines[0].limits.nodes = Some(5);
        for bad in [[&slow, &settings], [&joined, &settings]] {
            let error = MergedRecords::new(vec![file(bad, vec![])]).unwrap_err();
            assert!(matches!(error, MergeError::Joined { .. }), "{error}");
        }
    }

    #[test]
    fn a_match_that_was_continued_has_more_rounds() {
        let longer = MatchSettings { rounds: 5, ..complete() };
        let merged = MergedRecords::new(vec![file(Some(&complete()), vec![game(20, &longer)])]);
        assert_eq!(merged.unwrap().total(), 20);
    }

    #[test]
    fn an_unfinished_game_is_left_out() {
        let settings = complete();
        let mut unfinished = game(2, &settings);
        unfinished.winner = None;
        unfinished.termination = Termination::Reported(Report::Unfinished);
        for settings in [Some(&settings), None] {
            let games = vec![game(1, &complete()), unfinished.clone()];
            let merged = MergedRecords::new(vec![file(settings, games)]).unwrap();
            assert_eq!((merged.games.len(), merged.unfinished), (1, 1));
            assert_eq!(merged.standings().games(), 1);
        }
    }

    #[test]
    fn games_outside_a_match_are_counted_as_they_are() {
        let games = vec![game(1, &complete()), game(3, &complete())];
        let merged = MergedRecords::new(vec![file(None, games)]).unwrap();
        let standings = merged.standings();
        assert_eq!((standings.games(), merged.total(), standings.players.len()), (2, 2, 2));
        assert_eq!(standings.rulesets.len(), 2);
    }
}
