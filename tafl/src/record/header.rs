//! The first lines of a file of records, which hold a match's settings.

use super::checksum;
use super::error::ReadError;
use super::game::ESCAPE;

/// The first line of a match's file, without the escape character.
const TITLE: &str = "branan match";

/// The prefix of the line with the checksum of the settings.
const CHECKSUM: &str = "checksum ";

/// The prefix of the line with a match's settings.
const SETTINGS: &str = "settings ";

/// The lines before the first game.
#[derive(Debug, Default)]
pub(super) struct Header {
    /// Length in bytes.
    pub length: usize,
    /// The lines that begin with `%`, without the `%`.
    pub lines: Vec<String>,
}

/// The header that a match writes.
pub(super) fn text(settings: &str) -> String {
    let checksum = checksum::of(settings);
    format!("{ESCAPE} {TITLE}\n{ESCAPE} {CHECKSUM}{checksum}\n{ESCAPE} {SETTINGS}{settings}\n\n")
}

/// The settings among the lines of a header, as JSON.
pub(super) fn settings(lines: &[String]) -> Option<&str> {
    lines.iter().find_map(|line| line.strip_prefix(SETTINGS))
}

/// Reads the header of a file.
///
/// # Errors
/// When it is not UTF-8, or the settings of a match are missing or do not match their checksum.
pub(super) fn read(bytes: &[u8]) -> Result<Header, ReadError> {
    let mut header = Header::default();
    let mut title = None;
    let mut stated = None;
    let mut settings = None;
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if line.starts_with(b"[") || !line.ends_with(b"\n") {
            break;
        }
        let error =
            |reason: &str| ReadError { line: number, game: None, reason: reason.to_owned() };
        let text = std::str::from_utf8(line).map_err(|_| error("the line is not UTF-8"))?;
        header.length += line.len();
        let Some(words) = text.strip_prefix(ESCAPE) else { continue };
        let words = words.trim();
        if words.starts_with(TITLE) {
            title = title.or(Some(number));
        } else if let Some(value) = words.strip_prefix(CHECKSUM) {
            stated = Some(value.to_owned());
        } else if let Some(text) = words.strip_prefix(SETTINGS) {
            let changed = stated.take().is_some_and(|stated| stated != checksum::of(text));
            if changed {
                return Err(error(
                    "the settings of the match were changed after they were written",
                ));
            }
            settings = Some(number);
        }
        header.lines.push(words.to_owned());
    }
    match (title, settings) {
        (Some(title), None) if header.length < bytes.len() && bytes[header.length] == b'[' => {
            let reason = "the settings of the match are missing or damaged".to_owned();
            Err(ReadError { line: title + 1, game: None, reason })
        }
        _ => Ok(header),
    }
}

/// Whether a file holds only the beginning of a header, as left by a match that is killed before
/// writing its settings.
pub(super) fn is_beginning(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_end_matches('\0');
    text.split_inclusive('\n').all(|line| {
        let known = [TITLE, CHECKSUM, SETTINGS].map(|words| format!("{ESCAPE} {words}"));
        match line.strip_suffix('\n') {
            Some(whole) => whole == known[0] || whole.starts_with(&known[1]),
            None => known.iter().any(|known| known.starts_with(line) || line.starts_with(known)),
        }
    })
}
