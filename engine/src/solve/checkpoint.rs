//! Saves a solver's work as bytes, to resume it later in another process.
//!
//! Only the table is kept: a new search that starts with it soon reaches the same point. The format
//! is a magic line, a description of the game, the cost so far, the entries as little-endian words,
//! and a checksum of all of these. The description is the ruleset's name, the position and the moves, a
//! line each, and the ruleset in JSON.

use std::io::{self, Read, Write};
use std::time::Duration;

use crc32fast::Hasher;

use super::solver::{Solver, Spent};
use crate::board::{Board, BoardGame};
use crate::game::Game;
use crate::rules::Ruleset;

/// The first bytes. The number is the version of the format.
const MAGIC: &[u8; 23] = b"branan solver table 2\r\n";

/// The first bytes of the version before, in which the ruleset is written as Rust's `Debug` does. Such work is
/// read as long as that has not changed.
const FIRST_MAGIC: &[u8; 23] = b"branan solver table 1\r\n";

/// The maximum length of a game's description, in bytes.
const MAX_GAME: u32 = 1 << 20;

/// Why saved work could not be loaded.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CheckpointError {
    /// Reading failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Not a saved table, or another version of the format.
    #[error("it is not the work of a solver of this version")]
    Format,
    /// The work is about another game.
    #[error("it is about another game: {0}")]
    Game(String),
    /// The data is truncated or corrupt.
    #[error("it is damaged")]
    Damaged,
}

impl Solver {
    /// Saves the work on a game.
    ///
    /// # Errors
    /// When writing fails.
    pub fn save<B: Board>(&self, game: &BoardGame<B>, output: &mut dyn Write) -> io::Result<()> {
        let mut output = Summed { inner: output, hasher: Hasher::new() };
        output.write_all(MAGIC)?;
        let game = heading(game) + &serde_json::to_string(game.ruleset())?;
        // Always fits: no game is that long.
        output.write_all(&(game.len() as u32).to_le_bytes())?;
        output.write_all(game.as_bytes())?;
        let Spent { nodes, elapsed } = self.spent;
        // Overflows after half a billion years.
        let elapsed = elapsed.as_millis() as u64;
        for word in [nodes, elapsed, self.table.words().count() as u64] {
            output.write_all(&word.to_le_bytes())?;
        }
        for word in self.table.words().flatten() {
            output.write_all(&word.to_le_bytes())?;
        }
        let sum = output.hasher.clone().finalize();
        output.write_all(&sum.to_le_bytes())?;
        output.inner.flush()
    }

    /// Loads the work that [`Self::save`] wrote about the same game, into a table of any size.
    ///
    /// # Errors
    /// When reading fails, or the data is about another game or corrupt. The table is then empty.
    pub fn load<B: Board>(
        &mut self,
        game: &BoardGame<B>,
        input: &mut dyn Read,
    ) -> Result<(), CheckpointError> {
        self.forget();
        let taken_in = self.take_in(&heading(game), game.ruleset(), input);
        if taken_in.is_err() {
            self.forget();
        }
        taken_in.map_err(|error| match error {
            CheckpointError::Io(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                CheckpointError::Damaged
            }
            other => other,
        })
    }

    /// Reads work about a game with this heading and these rules.
    fn take_in(
        &mut self,
        heading: &str,
        ruleset: &Ruleset,
        input: &mut dyn Read,
    ) -> Result<(), CheckpointError> {
        let mut input = Summed { inner: input, hasher: Hasher::new() };
        let mut magic = [0; MAGIC.len()];
        match input.read_exact(&mut magic) {
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.into()),
            _ if ![MAGIC, FIRST_MAGIC].contains(&&magic) => return Err(CheckpointError::Format),
            _ => {}
        }
        let mut length = [0; 4];
        input.read_exact(&mut length)?;
        let length = u32::from_le_bytes(length);
        if length > MAX_GAME {
            return Err(CheckpointError::Damaged);
        }
        let mut found = vec![0; length as usize];
        input.read_exact(&mut found)?;
        let found = String::from_utf8_lossy(&found);
        let is_same = found.strip_prefix(heading).is_some_and(|rules| match magic == *MAGIC {
            true => serde_json::from_str::<Ruleset>(rules).is_ok_and(|rules| rules == *ruleset),
            false => rules == format!("{ruleset:?}"),
        });
        if !is_same {
            let found = found.lines().take(2).collect::<Vec<_>>().join(" ");
            return Err(CheckpointError::Game(found));
        }
        let [nodes, elapsed, entries] = words(&mut input)?;
        self.spent = Spent { nodes, elapsed: Duration::from_millis(elapsed) };
        for _ in 0..entries {
            self.table.take_in(words(&mut input)?);
        }
        let sum = input.hasher.clone().finalize();
        let mut written = [0; 4];
        input.read_exact(&mut written)?;
        if u32::from_le_bytes(written) == sum { Ok(()) } else { Err(CheckpointError::Damaged) }
    }
}

/// The description of a game up to its rules: their name, its position and its history.
fn heading<B: Board>(game: &BoardGame<B>) -> String {
    let line: Vec<String> = game.line().iter().map(ToString::to_string).collect();
    format!("{}\n{}\n{}\n", game.ruleset().name, game.fen(), line.join(" "))
}

/// Reads `N` words.
fn words<const N: usize>(input: &mut impl Read) -> io::Result<[u64; N]> {
    let mut words = [0; N];
    for word in &mut words {
        let mut bytes = [0; 8];
        input.read_exact(&mut bytes)?;
        *word = u64::from_le_bytes(bytes);
    }
    Ok(words)
}

/// A reader or writer that computes a checksum of the data.
struct Summed<T> {
    inner: T,
    hasher: Hasher,
}

impl<T: Read> Read for Summed<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hasher.update(&buffer[..read]);
        Ok(read)
    }
}

impl<T: Write> Write for Summed<T> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hasher.update(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
