//! One file of a log, compressed if its name ends with `.gz`.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use flate2::Compression;
use flate2::write::GzEncoder;

use super::log_on_file::LogStart;

/// The extension of compressed logs.
const COMPRESSED: &str = "gz";

/// How much of a compressed log a killed match may lose: the lines since the last flush. Flushing
/// more often costs compression.
const FLUSH_AFTER: Duration = Duration::from_secs(2);

/// A log file. When it reaches its limit it is renamed, replacing an earlier one.
#[derive(Debug)]
pub(super) struct LogFile {
    path: PathBuf,
    /// Its maximum size in bytes.
    limit: u64,
    /// What is still to be done to a file that is there already. `None` once it is done.
    start: Option<LogStart>,
    /// The file. `None` before the first line.
    open: Option<Sink>,
}

impl LogFile {
    pub fn new(path: PathBuf, limit: u64, start: LogStart) -> Self {
        Self { path, limit, start: Some(start), open: None }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Appends a line.
    pub fn write(&mut self, line: &str) -> io::Result<()> {
        if self.open.as_ref().is_some_and(|open| open.length() + line.len() as u64 > self.limit) {
            // Dropping a compressed file completes it.
            self.open = None;
            std::fs::rename(&self.path, older(&self.path))?;
        }
        let open = match &mut self.open {
            Some(open) => open,
            None => {
                if let Some(start) = self.start {
                    start.prepare(&self.path)?;
                    self.start = None;
                }
                self.open.insert(Sink::open(&self.path)?)
            }
        };
        open.write(line)
    }
}

/// The name of the file before this one: `NAME.old`, or `NAME.old.gz` for `NAME.gz`.
fn older(path: &Path) -> PathBuf {
    if is_compressed(path) {
        return path.with_extension(format!("old.{COMPRESSED}"));
    }
    let mut old = path.to_owned().into_os_string();
    old.push(".old");
    old.into()
}

pub(super) fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == COMPRESSED)
}

/// An open file.
#[derive(Debug)]
enum Sink {
    Plain(Counted),
    Compressed {
        encoder: GzEncoder<Counted>,
        /// When the last line was flushed to the file.
        flushed: Instant,
        /// The bytes given to the encoder since then, which the file does not have yet.
        kept: u64,
    },
}

impl Sink {
    /// Opens a file to append to. A compressed file may consist of several parts, one for each
    /// time that it was opened.
    fn open(path: &Path) -> io::Result<Self> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        let file = Counted { length: file.metadata()?.len(), file };
        Ok(match is_compressed(path) {
            false => Self::Plain(file),
            true => Self::Compressed {
                encoder: GzEncoder::new(file, Compression::default()),
                flushed: Instant::now(),
                kept: 0,
            },
        })
    }

    /// The length of the file, at most.
    fn length(&self) -> u64 {
        match self {
            Self::Plain(file) => file.length,
            Self::Compressed { encoder, kept, .. } => encoder.get_ref().length + kept,
        }
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        match self {
            Self::Plain(file) => file.write_all(line.as_bytes()),
            Self::Compressed { encoder, flushed, kept } => {
                encoder.write_all(line.as_bytes())?;
                *kept += line.len() as u64;
                if flushed.elapsed() >= FLUSH_AFTER {
                    encoder.flush()?;
                    (*flushed, *kept) = (Instant::now(), 0);
                }
                Ok(())
            }
        }
    }
}

/// A file whose length is known.
#[derive(Debug)]
struct Counted {
    file: File,
    length: u64,
}

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.length += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}
