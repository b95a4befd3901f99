//! The games of a file as chunks of its text.

use super::checksum;
use super::error::ReadError;
use super::game::ESCAPE;
use super::game::GameRecord;
use super::game_text::{GameError, GameText, read_game};
use super::torn::missing;
use crate::text::{lone_return, unmarked, unmarked_bytes};

/// One game's lines in the file.
pub(super) struct Chunk<'a> {
    /// The number of its first line, from 1.
    pub line: usize,
    pub bytes: &'a [u8],
    /// Whether an empty line or another game follows.
    pub closed: bool,
}

/// A game of a file.
pub(super) struct Found {
    pub game: GameRecord,
    /// The error if its checksum does not match.
    pub changed: Option<ReadError>,
    /// The number of comments with words that mean nothing here.
    pub unread: usize,
}

impl Chunk<'_> {
    /// Reads game `number` of the file.
    pub fn read(&self, number: usize) -> Result<Found, ReadError> {
        let error = |line: usize, reason: String| ReadError {
            line: self.line + line,
            game: Some(number),
            reason,
        };
        let text = match std::str::from_utf8(self.bytes) {
            Ok(text) if !text.contains('\0') => text,
            Ok(text) => {
                let at = text.find('\0').unwrap_or_default();
                return Err(error(line_of(self.bytes, at), "the line holds NUL bytes".to_owned()));
            }
            Err(utf8) => {
                let at = utf8.valid_up_to();
                let reason = format!("byte 0x{:02x} is not UTF-8", self.bytes[at]);
                return Err(error(line_of(self.bytes, at), reason));
            }
        };
        if let Some(at) = lone_return(self.bytes) {
            let reason =
                "the line holds a carriage return; save the file with line feeds".to_owned();
            return Err(error(line_of(self.bytes, at), reason));
        }
        let text = unmarked(text);
        let GameText { game, checksum, unread } =
            read_game(text).map_err(|GameError { line, reason }| error(line, reason))?;
        let complaint = checksum.and_then(|stated| checksum::complaint(text, &stated));
        // Blank lines and those of a match may come before the game.
        let before = text.lines().take_while(|line| !line.starts_with('[')).count();
        Ok(Found { game, changed: complaint.map(|reason| error(before, reason)), unread })
    }

    /// What is wrong with game `number` if it was still being written: it is the last, has no result yet,
    /// and its text could be continued to one. A game with a damaged result is not torn.
    pub fn torn(&self, number: usize) -> Option<ReadError> {
        if self.closed {
            return None;
        }
        let text = String::from_utf8_lossy(unmarked_bytes(self.bytes));
        let reason = format!("the game is incomplete: {}", missing(&text, self.line)?);
        let before = text.lines().position(|line| line.starts_with('[')).unwrap_or(0);
        Some(ReadError { line: self.line + before, game: Some(number), reason })
    }
}

/// The line number of the byte at this offset, from 0.
fn line_of(bytes: &[u8], at: usize) -> usize {
    bytes[..at].iter().filter(|&&byte| byte == b'\n').count()
}

/// Finds the end of a game line by line: an empty line after the moves, a tag of the next game, or the
/// byte order mark of the next file where files were joined. All of these end a game in an open comment
/// too: otherwise the games after one that breaks off in a comment would be lost.
#[derive(Default)]
pub(super) struct EndOfGame {
    begun: bool,
    moves_seen: bool,
    in_comment: bool,
}

/// What a line is to a game.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Inside,
    /// The empty line after the moves.
    Last,
    /// The first line of the next game.
    Next,
}

impl EndOfGame {
    pub fn read(&mut self, line: &[u8]) -> Line {
        let text = unmarked_bytes(line);
        if text.len() < line.len() && self.begun {
            return Line::Next;
        }
        self.begun = true;
        let line = without_zero_start(text);
        let is_tag = line.starts_with(b"[") && (!self.in_comment || has_form_of_tag(line));
        let is_empty = line.trim_ascii().is_empty();
        match (is_tag, is_empty) {
            (true, _) if self.moves_seen => return Line::Next,
            (_, true) if self.moves_seen => return Line::Last,
            _ => {}
        }
        if !is_tag && !is_empty && (self.in_comment || line[0] != ESCAPE as u8) {
            self.moves_seen = true;
            let brace = line.iter().rfind(|byte| matches!(byte, b'{' | b'}'));
            self.in_comment = brace.map_or(self.in_comment, |brace| *brace == b'{');
        }
        Line::Inside
    }
}

/// A line without NUL bytes before a tag: a lost block may end in the middle of the line. The tag still
/// begins the game, which is then refused as a whole.
fn without_zero_start(line: &[u8]) -> &[u8] {
    let zeros = line.iter().take_while(|byte| **byte == 0).count();
    if line[zeros..].starts_with(b"[") { &line[zeros..] } else { line }
}

/// Whether a line begins as a tag does, `[Name "`, and not as a comment might.
fn has_form_of_tag(line: &[u8]) -> bool {
    let name = line[1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    name > 0 && line[1 + name..].starts_with(b" \"")
}

/// Splits the bytes from `from` on into games. An empty line after the moves, or a tag, ends a
/// game.
pub(super) fn split(bytes: &[u8], from: usize) -> impl Iterator<Item = Chunk<'_>> {
    let mut rest = &bytes[from..];
    let mut line = 1 + line_of(bytes, from);
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let (mut length, mut closed) = (0, false);
        let mut end = EndOfGame::default();
        for text in rest.split_inclusive(|&byte| byte == b'\n') {
            let place = end.read(text);
            if place != Line::Next {
                length += text.len();
            }
            closed = place != Line::Inside;
            if closed {
                break;
            }
        }
        let (bytes, left) = rest.split_at(length);
        let chunk = Chunk { line, bytes, closed };
        rest = left;
        line += line_of(bytes, bytes.len());
        Some(chunk)
    })
}

/// The bytes without the zero bytes that a crashed machine may leave at the end.
pub(super) fn without_zero_end(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
    &bytes[..end]
}

/// Whether there are only empty or complete escaped lines.
pub(super) fn is_blank(bytes: &[u8]) -> bool {
    let bytes = unmarked_bytes(bytes);
    let mut lines = bytes.split_inclusive(|&byte| byte == b'\n');
    let blank = |line: &[u8]| line.trim_ascii().is_empty() || line[0] == ESCAPE as u8;
    bytes.trim_ascii().is_empty() || bytes.ends_with(b"\n") && lines.all(blank)
}
