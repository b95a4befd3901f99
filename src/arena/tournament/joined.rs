//! The settings in files of records, each of which may be joined from others.

use std::path::{Path, PathBuf};

use super::merge::MergeError;
use super::settings::MatchSettings;
use super::share::SchedulePart;
use crate::record::RecordFile;

/// The settings of the matches in a file, without those that cannot be read.
pub fn readable_settings(file: &RecordFile) -> impl Iterator<Item = MatchSettings> {
    file.all_settings().filter_map(|text| serde_json::from_str(text).ok())
}

/// The shares whose games a file has: several if it was joined from others. None if it has the whole
/// match.
pub(super) fn shares(file: &RecordFile) -> Vec<SchedulePart> {
    let shares = readable_settings(file).map(|settings| settings.share);
    shares.collect::<Option<_>>().unwrap_or_default()
}

/// The settings common to all files, as a whole match with the largest number of rounds.
pub(super) fn common_settings(
    files: &[(PathBuf, RecordFile)],
) -> Result<Option<MatchSettings>, MergeError> {
    let mut common: Option<(&Path, MatchSettings)> = None;
    let mut without: Option<&Path> = None;
    for (path, file) in files {
        let Some(settings) = file_settings(path, file)? else {
            without = without.or(Some(path));
            continue;
        };
        let settings = MatchSettings { share: None, ..settings };
        // A match that was continued has more rounds than its settings say.
        let played = file.games.iter().filter_map(|game| game.round).max();
        let rounds = settings.rounds.max(played.map_or(0, |last| last.saturating_add(1)));
        match &mut common {
            None => common = Some((path, MatchSettings { rounds, ..settings })),
            Some((first, known)) => {
                if let Some(what) = settings.conflict_with(known) {
                    let (path, first) = (path.clone(), first.to_owned());
                    return Err(MergeError::Differs { path, first, what });
                }
                known.rounds = known.rounds.max(rounds);
            }
        }
    }
    if let Some((path, settings)) = &common {
        let failed = |source| MergeError::TooManyGames { path: path.to_path_buf(), source };
        settings.check_size().map_err(failed)?;
    }
    match (common, without) {
        (Some((other, _)), Some(path)) => {
            Err(MergeError::NoMatch { path: path.to_owned(), other: other.to_owned() })
        }
        (common, _) => Ok(common.map(|(_, settings)| settings)),
    }
}

/// The last settings of a file, which are those of all its games.
fn file_settings(path: &Path, file: &RecordFile) -> Result<Option<MatchSettings>, MergeError> {
    let path = path.to_owned();
    let all: Result<Vec<MatchSettings>, _> =
        file.all_settings().map(serde_json::from_str).collect();
    let mut all = match all {
        Ok(all) => all,
        Err(source) => return Err(MergeError::Settings { path, source }),
    };
    let Some(last) = all.pop() else { return Ok(None) };
    match all.iter().find_map(|before| last.conflict_in_file(before)) {
        Some(what) => Err(MergeError::Joined { path, what }),
        None => Ok(Some(last)),
    }
}
