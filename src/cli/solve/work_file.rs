//! The file in which `branan solve` saves its work, so that it outlives the process.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use same_file::Handle;

use crate::cli::CliError;
use crate::cli::paint::{complain, warning};
use crate::engine::Prover;
use crate::solve::{Answer, Budget, Obstacle, Progress, Solution};
use crate::text::{check_whole_file, followed, lock_file, with_suffix, write_whole_file};
use crate::types::Move;

/// Where to save the work.
pub(super) struct WorkFile<'a> {
    pub path: &'a Path,
    /// Time between saves.
    pub save_every: Duration,
}

/// Keeps other processes from a work file. Each save puts a new file in its place, so the lock is on
/// another beside it, `FILE.lock`, which is removed in the end.
pub(super) struct WorkLock {
    path: PathBuf,
    file: Handle,
}

impl Drop for WorkLock {
    fn drop(&mut self) {
        // What is not empty is somebody else's.
        if self.file.as_file().metadata().is_ok_and(|found| found.len() == 0) {
            // At worst it is left.
            let _ = std::fs::remove_file(&self.path);
        }
    }
}

impl WorkFile<'_> {
    /// Checks that the file can be written, and locks it.
    pub fn lock(&self) -> Result<WorkLock, CliError> {
        self.try_lock().map_err(|source| self.failed(source))
    }

    fn try_lock(&self) -> io::Result<WorkLock> {
        check_whole_file(self.path)?;
        let path = with_suffix(&followed(self.path), ".lock");
        let file = File::options().write(true).create(true).truncate(false).open(&path)?;
        let file = Handle::from_file(file)?;
        let is_locked = lock_file(file.as_file());
        // The process that had it may have just removed it.
        if is_locked && Handle::from_path(&path).is_ok_and(|there| there == file) {
            Ok(WorkLock { path, file })
        } else {
            Err(io::Error::other("another process uses it"))
        }
    }

    /// Restores a prover from the file, if it exists.
    pub fn take_up(&self, prover: &mut dyn Prover) -> Result<(), CliError> {
        let file = match File::open(self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            file => file.map_err(|source| self.failed(source))?,
        };
        let loaded = prover.load(&mut BufReader::new(file));
        loaded.map_err(|source| CliError::Resume { path: self.path.to_owned(), source })
    }

    /// Proves within a budget or until `stop` is set, saving at intervals and at the end. A full disk
    /// does not end a proof that may have taken days: the next save may succeed.
    pub fn prove(
        &self,
        prover: &mut dyn Prover,
        budget: &Budget,
        stop: &AtomicBool,
        report: &mut dyn FnMut(&Progress<Move>),
    ) -> Result<Solution<Move>, CliError> {
        let (start, before) = (Instant::now(), prover.nodes());
        // With an interval of zero, the proof would make no progress.
        let longest = self.save_every.max(Duration::from_millis(10));
        loop {
            let time = budget.time.map(|time| time.saturating_sub(start.elapsed()));
            let nodes = budget.nodes.map(|nodes| nodes.saturating_sub(prover.nodes() - before));
            let piece = Budget { nodes, time: Some(time.unwrap_or(longest).min(longest)) };
            let solution = prover.prove(&piece, stop, report);
            let saved = write_whole_file(self.path, |output| prover.save(output))
                .map_err(|source| self.failed(source));
            let is_over = budget.time.is_some_and(|time| start.elapsed() >= time)
                || budget.nodes.is_some_and(|nodes| prover.nodes() - before >= nodes)
                || stop.load(Relaxed);
            let answered = solution.answer != Answer::Unknown(Obstacle::Limit);
            if let Err(error) = saved {
                if is_over && !answered {
                    return Err(error);
                }
                let unsaved = if answered { "" } else { "; the proof goes on" };
                complain(warning(format!("{error}{unsaved}")));
            }
            if is_over || answered {
                return Ok(solution);
            }
        }
    }

    fn failed(&self, source: io::Error) -> CliError {
        CliError::Write { path: self.path.to_owned(), source }
    }
}
