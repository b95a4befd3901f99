//! A log that is there already when a match begins.

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::read::MultiGzDecoder;
use flate2::write::GzEncoder;

use super::log_file::is_compressed;
use crate::kind_of_file::{check_decoded, check_kind};
use crate::text::write_whole_file;

/// What a log is called in errors.
const KIND: &str = "a log";

/// The first byte of a compressed file.
const GZIP: char = '\u{1f}';

/// What is done to a log that is there already.
#[derive(Clone, Copy, Debug)]
pub(super) enum LogStart {
    /// It is emptied.
    Anew,
    /// It is added to.
    Continued,
}

impl LogStart {
    /// Prepares a file, if it exists, for lines to be added.
    ///
    /// # Errors
    /// If it is not a log, or cannot be written.
    pub fn prepare(self, path: &Path) -> io::Result<()> {
        if !path.exists() {
            return Ok(());
        }
        check_is_log(path)?;
        match self {
            Self::Anew => File::create(path).map(drop),
            Self::Continued => complete(path),
        }
    }
}

/// Checks that a file is a log or empty, if it exists, so that no other file is lost.
pub(super) fn check_is_log(path: &Path) -> io::Result<()> {
    if is_compressed(path) {
        // A text of a few bytes looks like a compressed file that breaks off.
        check_kind(path, KIND, |bytes| bytes.starts_with(GZIP))?;
        check_decoded(path, KIND, MultiGzDecoder::new, begins_a_log)
    } else {
        check_kind(path, KIND, begins_a_log)
    }
}

/// Whether a text begins with a line of a log: a time and the number of a game.
fn begins_a_log(text: &str) -> bool {
    let mut words = text.split(' ');
    let date = words.next().is_some_and(|date| {
        date.len() == 10 && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
    });
    date && words.nth(1) == Some("game")
}

/// Completes a compressed log that breaks off, because nothing that follows the break can be read.
/// What was lost is at most what its last flush left out.
fn complete(path: &Path) -> io::Result<()> {
    if !is_compressed(path) {
        return Ok(());
    }
    let decoder = || io::Result::Ok(MultiGzDecoder::new(File::open(path)?));
    if io::copy(&mut decoder()?, &mut io::sink()).is_ok() {
        return Ok(());
    }
    let mut readable = decoder()?;
    write_whole_file(path, |output| {
        let mut encoder = GzEncoder::new(output, Compression::default());
        let mut block = vec![0; 1 << 16];
        while let Ok(length @ 1..) = readable.read(&mut block) {
            encoder.write_all(&block[..length])?;
        }
        encoder.finish().map(drop)
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = "2026-11-27 18:20:00.123456 game 1 a > uci\n";

    #[test]
    fn only_logs_are_begun_anew() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x");
        assert!(check_is_log(&path).is_ok());
        for (content, is_log) in
            [("", true), (LINE, true), ("[Event \"?\"]\n", false), ("2026", false)]
        {
            std::fs::write(&path, content).unwrap();
            assert_eq!(check_is_log(&path).is_ok(), is_log, "{content:?}");
        }
    }

    #[test]
    fn a_compressed_log_that_breaks_off_can_be_added_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("x.gz");
        for other in ["not compressed", "a novel\n"] {
            std::fs::write(&path, other).unwrap();
            assert!(check_is_log(&path).is_err(), "{other}");
        }
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        for _ in 0..3 {
            encoder.write_all(LINE.as_bytes()).unwrap();
            encoder.flush().unwrap();
        }
        // As a killed match leaves it.
        let torn = encoder.get_ref().clone();
        std::fs::write(&path, &torn).unwrap();
        check_is_log(&path).unwrap();
        complete(&path).unwrap();
        let mut more = GzEncoder::new(Vec::new(), Compression::default());
        more.write_all(LINE.as_bytes()).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes.extend(more.finish().unwrap());
        let mut text = String::new();
        MultiGzDecoder::new(&bytes[..]).read_to_string(&mut text).unwrap();
        assert_eq!(text, LINE.repeat(4));
    }
}
