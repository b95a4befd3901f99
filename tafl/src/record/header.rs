//! The lines of a file of records that belong to no game; they hold a match's settings.

use super::checksum;
use super::error::ReadError;
use super::game::ESCAPE;
use crate::text::{unmarked, unmarked_bytes};

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

/// The last settings among the lines of a header, as JSON.
pub(super) fn settings(lines: &[String]) -> Option<&str> {
    all_settings(lines).next_back()
}

/// The settings of all matches in lines of a header: several where files were joined.
pub(super) fn all_settings(lines: &[String]) -> impl DoubleEndedIterator<Item = &str> {
    lines.iter().filter_map(|line| line.strip_prefix(SETTINGS))
}

/// The lines among those of a game, which begins in `first`, that a match wrote before it: settings
/// that replace the earlier ones.
///
/// # Errors
/// When the settings do not match their checksum.
pub(super) fn between(bytes: &[u8], first: usize) -> Result<Vec<String>, ReadError> {
    let mut lines = Vec::new();
    let mut stated = None;
    for (number, line) in (first..).zip(bytes.split(|&byte| byte == b'\n')) {
        let line = std::str::from_utf8(line).ok();
        let Some(text) = line.and_then(|line| unmarked(line).strip_prefix(ESCAPE)) else {
            continue;
        };
        let words = text.trim();
        if let Some(value) = words.strip_prefix(CHECKSUM) {
            stated = Some(value);
        } else if let Some(text) = words.strip_prefix(SETTINGS) {
            check(text, stated.take(), number)?;
        } else {
            continue;
        }
        lines.push(words.to_owned());
    }
    Ok(lines)
}

/// Checks settings against the checksum stated before them, if there is one.
fn check(settings: &str, stated: Option<&str>, line: usize) -> Result<(), ReadError> {
    if stated.is_none_or(|stated| stated == checksum::of(settings)) {
        return Ok(());
    }
    let reason = "the settings of the match were changed after they were written".to_owned();
    Err(ReadError { line, game: None, reason })
}

/// Reads the header of a file.
///
/// # Errors
/// When it is not UTF-8, holds text that belongs to no game, or the settings of a match are missing
/// or do not match their checksum.
pub(super) fn read(bytes: &[u8]) -> Result<Header, ReadError> {
    let mut header = Header::default();
    let mut title = None;
    let mut stated = None;
    let mut settings = None;
    let mut stray = None;
    for (number, line) in (1..).zip(bytes.split_inclusive(|&byte| byte == b'\n')) {
        if unmarked_bytes(line).starts_with(b"[") || !line.ends_with(b"\n") {
            break;
        }
        let error =
            |reason: &str| ReadError { line: number, game: None, reason: reason.to_owned() };
        let text = std::str::from_utf8(line).map_err(|_| error("the line is not UTF-8"))?;
        header.length += line.len();
        let text = unmarked(text);
        let Some(words) = text.strip_prefix(ESCAPE) else {
            stray = stray.or((!text.trim().is_empty()).then_some(number));
            continue;
        };
        let words = words.trim();
        if words.starts_with(TITLE) {
            title = title.or(Some(number));
        } else if let Some(value) = words.strip_prefix(CHECKSUM) {
            stated = Some(value.to_owned());
        } else if let Some(text) = words.strip_prefix(SETTINGS) {
            check(text, stated.take().as_deref(), number)?;
            settings = Some(number);
        }
        header.lines.push(words.to_owned());
    }
    let (line, reason) = match (title, settings, stray) {
        _ if !unmarked_bytes(&bytes[header.length..]).starts_with(b"[") => return Ok(header),
        (_, _, Some(line)) => (line, "a game begins with a tag, such as [Variant \"tablut\"]"),
        (Some(title), None, _) => (title + 1, "the settings of the match are missing or damaged"),
        _ => return Ok(header),
    };
    Err(ReadError { line, game: None, reason: reason.to_owned() })
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
