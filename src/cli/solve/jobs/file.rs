//! The file of finished jobs, which makes a proof outlive the process.
//!
//! It is text: a line that identifies the game, and one line per finished job, appended at once. A
//! killed process loses only the jobs in progress. It may leave a partial line, which is removed.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use thiserror::Error;

use super::answer::{JobReport, read_line, write_line};
use super::heading::JobHeading;
use crate::engine::JobProver;
use crate::rules::Side;
use crate::text::lock_file;
use crate::types::Placement;

/// Why a file of jobs cannot be used.
#[derive(Debug, Error)]
pub(in crate::cli) enum JobFileError {
    #[error(transparent)]
    Io(#[from] io::Error),
    #[error("another process uses it")]
    Busy,
    #[error("it is not a file of jobs; with --jobs, name one or a new file")]
    Format,
    #[error("it is about another game: {0}")]
    Game(String),
    #[error("line {0} is damaged; delete that line to have its job done again")]
    Damaged(usize),
}

/// An open file of jobs.
pub struct JobFile {
    file: File,
    side: Side,
}

impl JobFile {
    /// Opens or creates a file for a game, and adds to the tree the file's results on whether
    /// `side` can force a win.
    pub fn open(
        path: &Path,
        heading: &JobHeading,
        side: Side,
        tree: &mut dyn JobProver,
    ) -> Result<Self, JobFileError> {
        let mut file = OpenOptions::new().read(true).append(true).create(true).open(path)?;
        if !lock_file(&file) {
            return Err(JobFileError::Busy);
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes)?;
        let line = heading.line().map_err(io::Error::from)?;
        if line.as_bytes().starts_with(&bytes) && bytes.len() < line.len() {
            file.set_len(0)?;
            file.write_all(line.as_bytes())?;
            return Ok(Self { file, side });
        }
        let whole = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let text = std::str::from_utf8(&bytes[..whole]);
        let text = text.map_err(|error| damaged(&bytes, error.valid_up_to()))?;
        take_in(text, heading, side, tree)?;
        file.set_len(whole as u64)?;
        Ok(Self { file, side })
    }

    /// Appends a finished job at once.
    pub fn add(&mut self, position: &Placement, report: &JobReport) -> io::Result<()> {
        let line = write_line(position, self.side, report) + "\n";
        self.file.write_all(line.as_bytes())?;
        self.file.sync_data()
    }
}

/// Adds the results in a file's lines to the tree.
fn take_in(
    text: &str,
    heading: &JobHeading,
    side: Side,
    tree: &mut dyn JobProver,
) -> Result<(), JobFileError> {
    for (number, line) in (1..).zip(text.lines()) {
        if number == 1 {
            heading.check(line)?;
            continue;
        }
        let (position, asked, JobReport { finding, nodes }) =
            read_line(line).ok_or(JobFileError::Damaged(number))?;
        if asked == side {
            let position = tree.ruleset().read_fen(position);
            let taken = position.and_then(|position| tree.take(&position, finding, nodes));
            taken.map_err(|_| JobFileError::Damaged(number))?;
        }
    }
    if text.is_empty() { Err(JobFileError::Format) } else { Ok(()) }
}

/// The error for bytes that are not valid UTF-8 from some position on.
fn damaged(bytes: &[u8], place: usize) -> JobFileError {
    if JobHeading::begins(bytes) {
        let before = bytes[..place].iter().filter(|byte| **byte == b'\n').count();
        JobFileError::Damaged(before + 1)
    } else {
        JobFileError::Format
    }
}
