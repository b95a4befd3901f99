//! The file of puzzles, and the file that says how far the work is.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;

use super::super::draft::Draft;
use super::super::form::{Puzzle, check_file, is_torn, read_line};
use super::counts::{Counts, MakeProgress};
use super::finish::id_of;
use super::plan::{MakeError, MakePlan};
use crate::text::{lock_file, read_open_file, with_suffix, write_whole_file};

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
    /// Games given out beyond those done, by ruleset.
    given: BTreeMap<String, u64>,
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
                Ok(puzzle) => known.insert(puzzle.id),
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
        let progress = read_progress(&progress_path(path))?;
        let (path, given, saved) = (path.clone(), BTreeMap::new(), Instant::now());
        Ok(Self { path, file, progress, given, known, next_record: 0, saved })
    }

    /// Writes how far the work is.
    pub fn save(&mut self) -> Result<(), MakeError> {
        let path = progress_path(&self.path);
        let text = serde_json::to_string_pretty(&self.progress).unwrap_or_default();
        self.saved = Instant::now();
        write_whole_file(&path, |output| output.write_all(text.as_bytes()))
            .map_err(|source| MakeError::File { path, source })
    }

    /// Notes the positions of a draft that was found when looking at the position of an id; false if
    /// one of them is known from another puzzle.
    pub fn take(&mut self, draft: &Draft, looked_at: &str) -> bool {
        let mut game = draft.game.boxed_clone();
        let mut fresh = true;
        for (ply, mv) in draft.solution.iter().enumerate() {
            let id = id_of(&*game);
            if ply.is_multiple_of(2) && id != looked_at {
                fresh &= self.known.insert(id);
            }
            if game.play(*mv).is_err() {
                break;
            }
        }
        fresh
    }

    /// The number of the next game of a ruleset, from 0.
    pub fn next_game(&mut self, ruleset: &str) -> u64 {
        let done = self.progress.get(ruleset).map_or(0, |counts| counts.games);
        let given = self.given.entry(ruleset.to_owned()).or_insert(done);
        *given += 1;
        *given - 1
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

/// What is known about the games so far: nothing, if there is no file.
fn read_progress(path: &Path) -> Result<MakeProgress, MakeError> {
    match std::fs::read(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(MakeProgress::default()),
        Err(source) => Err(MakeError::File { path: path.to_owned(), source }),
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|source| MakeError::Progress { path: path.to_owned(), source }),
    }
}
