//! The file of puzzles, and the file that says how far the work is.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::super::draft::Draft;
use super::super::form::{Puzzle, check_file, is_torn, read_line};
use super::counts::{Counts, MakeProgress};
use super::finish::id_of;
use super::games::Games;
use super::plan::{MakeError, MakePlan};
use crate::game::{Game, new_game};
use crate::rules::find;
use crate::text::{lock_file, read_open_file, with_suffix, write_whole_file};
use crate::types::Move;

/// How often the progress is written, which is what a killed process loses.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// The longest file of puzzles, in bytes.
const MAX_FILE: u64 = 1 << 28;

/// The file that says how far the work is.
pub(super) fn progress_path(path: &Path) -> PathBuf {
    with_suffix(path, ".progress")
}

/// The work so far.
pub(super) struct Work {
    path: PathBuf,
    file: File,
    pub progress: MakeProgress,
    /// The games done and at work, by ruleset.
    games: BTreeMap<String, Games>,
    /// Puzzles and positions of their solutions, by id.
    pub known: FxHashSet<String>,
    /// The number of recorded games given out.
    pub next_record: usize,
    saved: Instant,
}

impl Work {
    /// Opens the file of puzzles for this process alone, and reads what it holds.
    pub fn open(plan: &MakePlan) -> Result<Self, MakeError> {
        let path = &plan.path;
        let file_error = |source| MakeError::File { path: path.clone(), source };
        check_file(path).map_err(file_error)?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(file_error)?;
        if !lock_file(&file) {
            return Err(MakeError::Busy { path: path.clone() });
        }
        let bytes = read_open_file(&file, MAX_FILE).map_err(file_error)?;
        let mut known = FxHashSet::default();
        let mut whole = 0;
        for (number, line) in (1..).zip(bytes.split_inclusive(|byte| *byte == b'\n')) {
            match read_line(&String::from_utf8_lossy(line)) {
                Ok(puzzle) => note_solution(puzzle, &mut known),
                // It was being written when the process was killed, and is cut off.
                Err(error) if is_torn(line, &error) => break,
                Err(source) => {
                    return Err(MakeError::Line { path: path.clone(), number, source });
                }
            };
            whole += line.len();
        }
        file.set_len(whole as u64).map_err(file_error)?;
        if bytes[..whole].last().is_some_and(|last| *last != b'\n') {
            file.write_all(b"\n").map_err(file_error)?;
        }
        let (mut progress, mut games) = (MakeProgress::new(), BTreeMap::new());
        for (ruleset, saved) in read_progress(&progress_path(path))? {
            let gone_through = saved.done.unwrap_or_else(|| Games::after(saved.counts.games));
            progress.insert(ruleset.clone(), saved.counts);
            games.insert(ruleset, gone_through);
        }
        let (path, saved) = (path.clone(), Instant::now());
        Ok(Self { path, file, progress, games, known, next_record: 0, saved })
    }

    /// Writes how far the work is.
    pub fn save(&mut self) -> Result<(), MakeError> {
        let path = progress_path(&self.path);
        let saved = |(ruleset, counts): (&String, &Counts)| {
            let done = self.games.get(ruleset).cloned();
            (ruleset.clone(), SavedCounts { counts: *counts, done })
        };
        let all: BTreeMap<String, SavedCounts> = self.progress.iter().map(saved).collect();
        let text = serde_json::to_string_pretty(&all).unwrap_or_default();
        self.saved = Instant::now();
        write_whole_file(&path, |output| output.write_all(text.as_bytes()))
            .map_err(|source| MakeError::File { path, source })
    }

    /// Notes the positions of a draft that was found when looking at the position of an id; false if
    /// one of them is known from another puzzle.
    pub fn take(&mut self, draft: &Draft, looked_at: &str) -> bool {
        let ids = ids_along(draft.game.boxed_clone(), &draft.solution);
        ids.into_iter().filter(|id| id != looked_at).fold(true, |fresh, id| {
            let is_new = self.known.insert(id);
            fresh && is_new
        })
    }

    /// The games of a ruleset that are done or at work.
    pub fn games(&mut self, ruleset: &str) -> &mut Games {
        self.games.entry(ruleset.to_owned()).or_default()
    }

    /// Adds what has come of a game, and saves the progress now and then.
    pub fn count(&mut self, ruleset: &str, counts: &Counts) -> Result<(), MakeError> {
        let of = self.progress.entry(ruleset.to_owned()).or_default();
        *of = of.plus(counts);
        if self.saved.elapsed() >= SAVE_INTERVAL { self.save() } else { Ok(()) }
    }

    /// Adds a puzzle to the file.
    pub fn write(&mut self, puzzle: &Puzzle) -> Result<(), MakeError> {
        let line = puzzle.to_line() + "\n";
        let written = self.file.write_all(line.as_bytes()).and_then(|()| self.file.flush());
        written.map_err(|source| MakeError::File { path: self.path.clone(), source })
    }
}

/// The ids of the positions of a line in which its first side is to move.
fn ids_along(mut game: Box<dyn Game>, line: &[Move]) -> Vec<String> {
    let mut ids = Vec::new();
    for (ply, mv) in line.iter().enumerate() {
        if ply.is_multiple_of(2) {
            ids.push(id_of(&*game));
        }
        if game.play(*mv).is_err() {
            break;
        }
    }
    ids
}

/// Notes the positions of the solution of a puzzle on file, or at least its own.
fn note_solution(puzzle: Puzzle, known: &mut FxHashSet<String>) {
    let start = find(&puzzle.ruleset).and_then(|rules| new_game(rules, Some(&puzzle.fen)).ok());
    known.extend(start.map(|start| ids_along(start, &puzzle.solution)).unwrap_or_default());
    known.insert(puzzle.id);
}

/// What the file of progress has of a ruleset.
#[derive(Serialize, Deserialize)]
struct SavedCounts {
    #[serde(flatten)]
    counts: Counts,
    /// Files of earlier versions do not have it.
    done: Option<Games>,
}

/// What is known about the games so far: nothing, if there is no file.
fn read_progress(path: &Path) -> Result<BTreeMap<String, SavedCounts>, MakeError> {
    match std::fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(BTreeMap::new()),
        Err(source) => Err(MakeError::File { path: path.to_owned(), source }),
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|source| MakeError::Progress { path: path.to_owned(), source }),
    }
}
