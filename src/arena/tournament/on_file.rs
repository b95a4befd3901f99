//! A match that was begun earlier, and continues.

use std::path::{Path, PathBuf};

use super::difference::{Difference, OPENINGS_BOOK, OWN_RULES};
use super::plan::{Plan, PlanError};
use super::prepare::{PrepareError, PreparedMatch};
use super::resume::ResumeError;
use super::settings::MatchSettings;
use super::staged::StagedFormat;
use crate::record::{Earlier, GameRecord, RecordStore};

/// The file of a match that was begun earlier. No other match can open it meanwhile.
#[derive(Debug)]
pub struct MatchOnFile {
    path: PathBuf,
    store: RecordStore,
    /// With absolute paths. `None` if the match was killed before it wrote them.
    settings: Option<MatchSettings>,
    /// Whether the file has relative paths, as older versions wrote them.
    has_relative_paths: bool,
    games: Vec<GameRecord>,
}

impl MatchOnFile {
    /// Opens the file, and changes nothing.
    ///
    /// # Errors
    /// If it cannot be read, or is not the file of a match.
    pub fn open(path: &Path) -> Result<Self, PrepareError> {
        let path = path.to_owned();
        let (store, Earlier { settings, before, games, .. }) = RecordStore::resume(&path)?;
        let read = |text: &String| {
            serde_json::from_str(text)
                .map_err(|source| PrepareError::Settings { path: path.clone(), source })
        };
        let written: Option<MatchSettings> = settings.as_ref().map(read).transpose()?;
        for before in &before {
            let before = read(before)?;
            if let Some(what) = written.as_ref().and_then(|last| last.conflict_in_file(&before)) {
                let source = ResumeError::Joined(what);
                return Err(PrepareError::Resume { path, source });
            }
        }
        let settings = written.clone().map(MatchSettings::with_absolute_paths);
        let has_relative_paths = settings != written;
        Ok(Self { path, store, settings, has_relative_paths, games })
    }

    /// The settings on file. `None` if the match was killed before it wrote them.
    pub fn settings(&self) -> Option<&MatchSettings> {
        self.settings.as_ref()
    }

    /// Continues the match. The settings must agree with those on file, but may have more engines and
    /// more rounds.
    ///
    /// # Errors
    /// If the settings are invalid or those of another match, or the games on file are.
    pub fn resume(self, given: MatchSettings) -> Result<PreparedMatch, PrepareError> {
        let Self { path, store, settings: on_file, has_relative_paths, games } = self;
        let failed = |source| PrepareError::Resume { path: path.clone(), source };
        let mut plan = Plan::new(given.clone()).map_err(|error| {
            let difference = on_file.as_ref().and_then(|on_file| other_rules(given, on_file));
            difference.map_or(error.into(), failed)
        })?;
        if let Some(on_file) = &on_file {
            let played = games.iter().filter_map(|game| game.round).max();
            plan = continued(plan, on_file, played).map_err(failed)?;
            plan.settings.check_size().map_err(PlanError::from)?;
        }
        let has_checksum = on_file.as_ref().is_some_and(|known| known.openings_hash.is_some());
        let todo = plan.remaining(&games).map_err(|error| match error {
            ResumeError::OtherOpening { game } if has_checksum => {
                failed(ResumeError::ChangedOpening { game })
            }
            error => failed(error),
        })?;
        let known = on_file.as_ref().map_or(usize::MAX, |on_file| on_file.engines.len());
        let joined = plan.settings.engines.iter().skip(known).map(|engine| engine.name.clone());
        let is_written = on_file.is_some_and(|on_file| is_same(&plan.settings, on_file));
        Ok(PreparedMatch {
            joined: joined.collect(),
            begun: is_written && !has_relative_paths,
            plan,
            earlier: games,
            todo,
            store: Some(store),
            torn: None,
        })
    }
}

/// The difference in the rules, if there is one. The openings on file need not fit other rules, and so must not
/// be what is complained of.
fn other_rules(given: MatchSettings, on_file: &MatchSettings) -> Option<ResumeError> {
    let plan = Plan::new(MatchSettings { openings: None, ..given }).ok()?;
    let on_file = MatchSettings { openings: None, openings_hash: None, ..on_file.clone() };
    plan.settings.conflict_on_resuming(&on_file).map(ResumeError::Differs)
}

/// The match with given settings as the continuation of the one on file, whose games end with the
/// round `played`.
fn continued(
    plan: Plan,
    on_file: &MatchSettings,
    played: Option<u32>,
) -> Result<Plan, ResumeError> {
    let given = plan.settings.rounds;
    let plan = plan.continuing(on_file, played);
    if plan.settings.add_engines_to(on_file) {
        check_joining(on_file)?;
    }
    match plan.settings.conflict_on_resuming(on_file) {
        None => {}
        Some(difference) if difference.what == OPENINGS_BOOK => return Err(ResumeError::OtherBook),
        Some(Difference { what: OWN_RULES, values }) => {
            return Err(ResumeError::OtherRules(values));
        }
        Some(difference) => return Err(ResumeError::Differs(difference)),
    }
    if given < on_file.rounds {
        return Err(ResumeError::FewerRounds { on_file: on_file.rounds, given });
    }
    Ok(plan)
}

/// Whether a match has the settings on file. What older versions left out, a checksum of the openings
/// and the rules of a user's rulesets, is no reason to write them again.
fn is_same(settings: &MatchSettings, on_file: MatchSettings) -> bool {
    let MatchSettings { openings_hash, own_rulesets, .. } = settings.clone();
    *settings == MatchSettings { openings_hash, own_rulesets, ..on_file }
}

/// Checks that engines can be added to a match.
fn check_joining(on_file: &MatchSettings) -> Result<(), ResumeError> {
    if on_file.share.is_some() {
        return Err(ResumeError::CannotJoin("a share of a match"));
    }
    match on_file.format.staged() {
        None => Ok(()),
        Some(StagedFormat::Swiss) => Err(ResumeError::CannotJoin("a Swiss tournament")),
        Some(StagedFormat::Knockout) => Err(ResumeError::CannotJoin("a knockout")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::tournament::settings::tests::settings;

    #[test]
    fn a_file_of_different_matches_is_not_continued() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.txt");
        let mut store = RecordStore::create(&path).unwrap();
        let first = MatchSettings { seed: 7, ..settings() };
        for settings in [first, settings()] {
            store.begin(&serde_json::to_string(&settings).unwrap()).unwrap();
        }
        drop(store);
        let error = MatchOnFile::open(&path).unwrap_err().to_string();
        let told =
            "it has games of different matches; an earlier one has a different seed: 7, not 1";
        assert!(error.ends_with(told), "{error}");
    }
}
