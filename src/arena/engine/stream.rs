//! Reads engine output in threads, so that the runner never blocks on it.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use super::log::{EngineLog, LogLine};
use super::process::shorten;
use crate::text::read_capped_line;

/// Longest line kept, in bytes; the rest of a longer line is dropped.
const MAX_LINE: usize = 1 << 16;

/// A line and the time at which it was read.
pub struct TimedLine {
    /// When the end of the line was read.
    pub at: Instant,
    /// Its first [`MAX_LINE`] bytes, without the line break.
    pub text: String,
}

/// Reads one line, truncated to [`MAX_LINE`] bytes. `None` at the end of input or on an error.
fn read_line(reader: &mut impl BufRead) -> Option<String> {
    let line = read_capped_line(reader, MAX_LINE).ok()??;
    Some(String::from_utf8_lossy(&line.bytes).into_owned())
}

/// Forwards an engine's lines, each with its time of arrival.
pub fn forward_lines(stream: impl Read, sender: &SyncSender<TimedLine>, log: Option<&EngineLog>) {
    let mut reader = BufReader::new(stream);
    while let Some(text) = read_line(&mut reader) {
        let at = Instant::now();
        if let Some(log) = log {
            log.line(LogLine::Said, &text);
        }
        // The receiver is gone.
        if sender.send(TimedLine { at, text }).is_err() {
            break;
        }
    }
}

/// Keeps the last lines of an engine's error stream, for crash reports.
pub fn keep_tail(stream: impl Read, tail: &Mutex<VecDeque<String>>, log: Option<&EngineLog>) {
    const KEPT: usize = 10;
    let mut reader = BufReader::new(stream);
    while let Some(text) = read_line(&mut reader) {
        if let Some(log) = log {
            log.line(LogLine::Complained, &text);
        }
        let text = shorten(&text);
        if text.is_empty() {
            continue;
        }
        let mut tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if tail.len() == KEPT {
            tail.pop_front();
        }
        tail.push_back(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn long_lines_are_cut_and_what_follows_is_whole() {
        let mut text = "x".repeat(200_000).into_bytes();
        text.extend(b"\nshort\n\xff\xfe\nno end");
        let (sender, lines) = mpsc::sync_channel(10);
        forward_lines(&text[..], &sender, None);
        drop(sender);
        let lines: Vec<String> = lines.iter().map(|line| line.text).collect();
        assert_eq!(lines.len(), 4);
        assert_eq!(lines[0].len(), MAX_LINE);
        assert_eq!(lines[1], "short");
        assert_eq!(lines[2], "\u{fffd}\u{fffd}");
        assert_eq!(lines[3], "no end");
    }

    #[test]
    fn the_last_complaints_are_kept() {
        let text: String = (0..50).map(|n| format!("line {n}\n\n")).collect();
        let tail = Mutex::new(VecDeque::new());
        keep_tail(text.as_bytes(), &tail, None);
        let tail = tail.into_inner().unwrap();
        assert_eq!((tail.len(), tail.back().map(String::as_str)), (10, Some("line 49")));
    }
}
