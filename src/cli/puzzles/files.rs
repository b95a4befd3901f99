//! Files of puzzles.

use std::io;
use std::path::Path;

use super::error::PuzzlesError;
use crate::puzzle::{Puzzle, PuzzleLineError, SHIPPED, check_file, read_line};
use crate::text::{check_whole_file, read_regular_file, write_whole_file};

/// The longest file of puzzles, in bytes.
const MAX_FILE: u64 = 1 << 28;

/// A line of a file: its number, from 1, and the puzzle or what is wrong.
pub(super) type NumberedLine = (usize, Result<Puzzle, PuzzleLineError>);

/// The lines of a file, or of the set that comes with the program. Empty lines are passed over. A file
/// without a line that has the form of a puzzle is refused.
pub(super) fn lines(path: Option<&Path>) -> Result<Vec<NumberedLine>, PuzzlesError> {
    let text = match path {
        None => SHIPPED.to_owned(),
        Some(path) => {
            let file = |source| PuzzlesError::File { path: path.to_owned(), source };
            let bytes = read_regular_file(path, MAX_FILE).map_err(file)?;
            String::from_utf8(bytes).map_err(|error| file(std::io::Error::other(error)))?
        }
    };
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let mut lines: Vec<_> = lines.map(|(number, line)| (number, read_line(line))).collect();
    let is_other = |line: &NumberedLine| matches!(line.1, Err(PuzzleLineError::Form(_)));
    if !lines.iter().all(is_other) {
        return Ok(lines);
    }
    let path = path.map_or_else(|| "the built-in set".into(), Path::to_owned);
    Err(match lines.drain(..).next() {
        Some((number, Err(source))) => PuzzlesError::OtherFile { path, number, source },
        _ => PuzzlesError::Empty { path },
    })
}

/// The puzzles of a file, all of which must be right in form.
pub(super) fn puzzles(path: Option<&Path>) -> Result<Vec<Puzzle>, PuzzlesError> {
    let name = path.unwrap_or(Path::new("the built-in set"));
    let read = |(number, puzzle): NumberedLine| {
        puzzle.map_err(|source| PuzzlesError::Line { path: name.to_owned(), number, source })
    };
    lines(path)?.into_iter().map(read).collect()
}

/// Checks that a file can be written, and is there already only if it has puzzles.
pub(super) fn check_output(path: &Path) -> Result<(), PuzzlesError> {
    check_file(path)
        .and_then(|()| check_whole_file(path))
        .map_err(|source| PuzzlesError::File { path: path.to_owned(), source })
}

/// Checks that a file for puzzles does not exist and can be written.
pub(super) fn check_new(path: &Path) -> Result<(), PuzzlesError> {
    if path.exists() {
        let source = io::Error::other("it exists already; name another file");
        return Err(PuzzlesError::File { path: path.to_owned(), source });
    }
    check_output(path)
}

/// Writes puzzles to a file that [`check_output`] has allowed, one a line.
pub(super) fn write(path: &Path, puzzles: &[Puzzle]) -> Result<(), PuzzlesError> {
    let written = write_whole_file(path, |output| {
        puzzles.iter().try_for_each(|puzzle| writeln!(output, "{}", puzzle.to_line()))
    });
    written.map_err(|source| PuzzlesError::File { path: path.to_owned(), source })
}
