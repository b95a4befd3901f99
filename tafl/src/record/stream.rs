//! A stream of games from another program.

use std::io::BufRead;

use super::chunk::{EndOfGame, Line, is_blank};
use super::error::ReadError;
use super::game::GameRecord;
use super::reader;
use crate::text::{read_capped_line, unmarked};

/// The maximum length of a line, in bytes.
const MAX_LINE_BYTES: usize = 1 << 16;

/// The maximum number of lines per game.
const MAX_LINES: usize = 1 << 16;

/// Reads records as they arrive: a game is available as soon as the empty line after its moves, or the first
/// line of the next game, has been read. A game truncated by the end of the input is dropped.
#[derive(Debug)]
pub struct GameStream<R> {
    input: R,
    /// The first line of the next game, if it has been read already.
    ahead: Option<String>,
    /// The number of lines read.
    line: usize,
    /// The number of games read.
    games: usize,
}

impl<R: BufRead> GameStream<R> {
    /// The games of an input, from its first line on.
    pub fn new(input: R) -> Self {
        Self { input, ahead: None, line: 0, games: 0 }
    }

    /// The lines of the next game and their number. `None` at the end.
    fn next_lines(&mut self) -> Result<Option<(String, usize)>, ReadError> {
        let mut text = String::new();
        let mut end = EndOfGame::default();
        for count in 1..=MAX_LINES {
            let Some(line) = self.next_line(count)? else { return Ok(None) };
            match end.read(line.as_bytes()) {
                Line::Inside => {}
                Line::Last => return Ok(Some((text, count))),
                // Only lines that say nothing have come before.
                Line::Next if is_blank(text.as_bytes()) => {}
                Line::Next => {
                    self.ahead = Some(line);
                    return Ok(Some((text, count - 1)));
                }
            }
            text.push_str(unmarked(&line));
            text.push('\n');
        }
        Err(self.error(MAX_LINES, "the game has no end".to_owned()))
    }

    /// The next line of the input, which is line `count` of the game.
    fn next_line(&mut self, count: usize) -> Result<Option<String>, ReadError> {
        if let Some(line) = self.ahead.take() {
            return Ok(Some(line));
        }
        let line = read_capped_line(&mut self.input, MAX_LINE_BYTES)
            .map_err(|source| self.error(count, source.to_string()))?;
        let Some(line) = line else { return Ok(None) };
        let text = String::from_utf8(line.bytes).ok().filter(|_| !line.cut);
        let wrong = || self.error(count, "the line is too long or not UTF-8".to_owned());
        text.ok_or_else(wrong).map(Some)
    }

    /// An error in a line of the next game, from 1.
    fn error(&self, line: usize, reason: String) -> ReadError {
        ReadError { line: self.line + line, game: Some(self.games + 1), reason }
    }

    fn read(&mut self) -> Result<Option<GameRecord>, ReadError> {
        let Some((text, count)) = self.next_lines()? else { return Ok(None) };
        let file = reader::read(text.as_bytes())
            .map_err(|ReadError { line, reason, .. }| self.error(line, reason))?;
        let game = file.games.into_iter().next();
        let game =
            game.ok_or_else(|| self.error(1, "the moves do not end with a result".to_owned()))?;
        self.line += count;
        self.games += 1;
        Ok(Some(game))
    }
}

impl<R: BufRead> Iterator for GameStream<R> {
    type Item = Result<GameRecord, ReadError>;

    /// The next game, or an error. Nothing can be read after an error.
    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Variant \"brandubh\"]\n[Result \"draw\"]\n[Termination \"max-moves\"]\n\n\
                        1. d2-e2 d3-b3\n2. e2-d2 draw\n\n";

    fn read(text: &str) -> Vec<Result<usize, String>> {
        let games = GameStream::new(text.as_bytes());
        let seen = |game: Result<GameRecord, ReadError>| game.map(|g| g.moves.len());
        games.take(9).map(|game| seen(game).map_err(|e| e.to_string())).collect()
    }

    #[test]
    fn games_come_one_by_one_and_a_torn_one_not_at_all() {
        assert_eq!(read(&format!("% settings {{}}\n\n{GAME}{GAME}")), [Ok(3), Ok(3)]);
        assert_eq!(read(&format!("\u{feff}{GAME}\u{feff}{GAME}")), [Ok(3), Ok(3)]);
        assert_eq!(read(""), []);
        let tight = GAME.replace("draw\n\n", "draw\n");
        assert_eq!(read(&format!("{tight}{tight}\n{GAME}")), [Ok(3), Ok(3), Ok(3)]);
        assert_eq!(read(&format!("% settings {{}}\n\n\u{feff}{GAME}")), [Ok(3)]);
        for cut in 1..GAME.len() {
            assert_eq!(read(&format!("{GAME}{}", &GAME[..cut])), [Ok(3)], "cut at {cut}");
        }
    }

    #[test]
    fn a_game_is_there_before_the_next_one_begins() {
        /// Fails when read past the available data.
        struct NoMore;
        impl std::io::Read for NoMore {
            fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
                Err(std::io::Error::other("read too far"))
            }
        }
        let input = std::io::Read::chain(GAME.as_bytes(), std::io::BufReader::new(NoMore));
        let mut games = GameStream::new(input);
        assert_eq!(games.next().unwrap().unwrap().moves.len(), 3);
        assert!(games.next().unwrap().unwrap_err().reason.contains("read too far"));
    }

    #[test]
    fn mistakes_name_the_line() {
        let broken = GAME.replace("max-moves", "boredom");
        let error = read(&format!("{GAME}{broken}")).pop().unwrap().unwrap_err();
        assert_eq!(error, "line 8, game 2: the tag Termination cannot be \"boredom\"");
        let unfinished = GAME.replace("2. e2-d2 draw", "2. e2-d2");
        assert!(read(&unfinished)[0].as_ref().unwrap_err().contains("end with a result"));
        let long = format!("[Event \"{}\"]\n", "x".repeat(MAX_LINE_BYTES));
        assert!(
            read(&long)[0].as_ref().unwrap_err().contains("line 1, game 1: the line is too long")
        );
    }
}
