//! The games of a file of any size, one at a time, past those that are wrong.

use std::io::{BufRead, Read as _};

use super::chunk::{Chunk, EndOfGame, Line, is_blank, without_zero_end};
use super::error::ReadError;
use super::game::GameRecord;
use super::header;
use crate::text::foreign_form;

/// The maximum length of a game's text, in bytes.
const MAX_GAME_BYTES: usize = 64 << 20;

/// Reads records one by one. A game that is malformed, or that does not match its checksum, is an
/// error, after which the next game follows.
#[derive(Debug)]
pub struct EachGame<R> {
    input: R,
    /// The first line of the next game, if it has been read already.
    ahead: Vec<u8>,
    /// The number of lines before the next game.
    lines: usize,
    /// The number of games so far.
    games: usize,
    /// The lines so far that a match wrote.
    header: Vec<String>,
    ended: bool,
}

impl<R: BufRead> EachGame<R> {
    /// The games of an input, from its first line on.
    pub fn new(input: R) -> Self {
        Self { input, ahead: Vec::new(), lines: 0, games: 0, header: Vec::new(), ended: false }
    }

    /// The settings, as JSON, of the match that wrote the games read last.
    pub fn settings(&self) -> Option<&str> {
        header::settings(&self.header)
    }

    fn error(&self, reason: &str) -> ReadError {
        ReadError { line: self.lines + 1, game: Some(self.games + 1), reason: reason.to_owned() }
    }

    /// The lines of the next game, and whether it is complete.
    fn next_lines(&mut self) -> Result<(Vec<u8>, bool), ReadError> {
        let mut text = Vec::new();
        let mut end = EndOfGame::default();
        loop {
            let start = text.len();
            text.append(&mut self.ahead);
            if text.len() == start {
                let left = (MAX_GAME_BYTES + 1 - start) as u64;
                let read = self.input.by_ref().take(left).read_until(b'\n', &mut text);
                read.map_err(|error| self.error(&error.to_string()))?;
            }
            if text.len() > MAX_GAME_BYTES {
                let megabytes = MAX_GAME_BYTES >> 20;
                return Err(self.error(&format!("the game is longer than {megabytes} MiB")));
            }
            if text.len() == start {
                self.ended = true;
                text.truncate(without_zero_end(&text).len());
                return Ok((text, false));
            }
            match end.read(&text[start..]) {
                Line::Inside => {}
                Line::Last => return Ok((text, true)),
                Line::Next => {
                    self.ahead = text.split_off(start);
                    return Ok((text, true));
                }
            }
        }
    }

    /// The next game. `None` if there are only blank lines.
    fn read(&mut self) -> Option<Result<GameRecord, ReadError>> {
        let (text, closed) = match self.next_lines() {
            Ok(lines) => lines,
            Err(error) => {
                self.ended = true;
                return Some(Err(error));
            }
        };
        if self.lines == 0
            && let Some(reason) = foreign_form(&text)
        {
            self.ended = true;
            return Some(Err(self.error(reason)));
        }
        match header::between(&text, self.lines + 1) {
            Ok(lines) if lines.is_empty() => {}
            Ok(lines) => self.header = lines,
            // The games that follow may have other rules than they seem to have.
            Err(error) => {
                self.ended = true;
                return Some(Err(error));
            }
        }
        let chunk = Chunk { line: self.lines + 1, bytes: &text, closed };
        let game = if is_blank(&text) {
            None
        } else if let Some(error) = chunk.torn(self.games + 1) {
            Some(Err(error))
        } else {
            Some(chunk.read(self.games + 1).and_then(|found| match found.changed {
                None => Ok(found.game),
                Some(error) => Err(error),
            }))
        };
        self.lines += text.iter().filter(|&&byte| byte == b'\n').count();
        self.games += usize::from(game.is_some());
        game
    }
}

impl<R: BufRead> Iterator for EachGame<R> {
    type Item = Result<GameRecord, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            if let Some(game) = self.read() {
                return Some(game);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record;

    const GAME: &str = "[Variant \"brandubh\"]\n[Result \"draw\"]\n[Termination \"max-moves\"]\n\n\
                        1. d2-e2 d3-b3\n2. e2-d2 draw\n\n";

    fn games(text: &str) -> Vec<Result<usize, String>> {
        let seen = |game: Result<GameRecord, ReadError>| {
            game.map(|game| game.moves.len()).map_err(|error| error.to_string())
        };
        EachGame::new(std::io::BufReader::with_capacity(3, text.as_bytes())).map(seen).collect()
    }

    #[test]
    fn games_are_those_of_the_whole_file() {
        let one = record::read(GAME.as_bytes()).unwrap().games.remove(0);
        let checked = one.to_text_with_checksum().unwrap();
        let text = format!("% aside\n\n{GAME}{checked}{}\n", GAME.trim_end());
        let whole = record::read(text.as_bytes()).unwrap().games;
        let each: Result<Vec<GameRecord>, ReadError> = EachGame::new(text.as_bytes()).collect();
        assert_eq!(each.unwrap(), whole);
        assert_eq!(whole.len(), 3);
        // Files of some editors, joined.
        let marked = format!("\u{feff}{checked}\n\u{feff}{checked}{}", GAME.trim_end());
        let joined = format!("\u{feff}% aside\n\n{marked}\n\u{feff}{checked}\u{feff}");
        let whole = record::read(joined.as_bytes()).unwrap();
        assert_eq!((whole.games.len(), whole.whole), (4, joined.len()));
        let each: Result<Vec<GameRecord>, ReadError> = EachGame::new(joined.as_bytes()).collect();
        assert_eq!(each.unwrap(), whole.games);
        let torn = format!("[Event \"torn\"]\n\u{feff}{GAME}");
        assert_eq!(
            games(&torn)[0].as_ref().unwrap_err(),
            "line 1, game 1: the game has no tag Result"
        );
        let tight = GAME.replace("draw\n\n", "draw\n").repeat(2);
        assert_eq!(games(&tight), [Ok(3), Ok(3)]);
        assert_eq!(games(""), []);
        assert_eq!(games("\n\n%\n"), []);
    }

    #[test]
    fn lines_of_a_comment_are_no_tags_and_no_asides() {
        let comment = "draw {: fully\n% 50 sure\n[1] of it}\n\n";
        let text = GAME.replace("draw\n\n", comment).repeat(2);
        let whole = record::read(text.as_bytes()).unwrap().games;
        assert_eq!(whole[1].moves[2].comment, "fully % 50 sure [1] of it");
        let each: Result<Vec<GameRecord>, ReadError> = EachGame::new(text.as_bytes()).collect();
        assert_eq!(each.unwrap(), whole);
        // The games after one whose comment is not closed are read.
        let open = GAME.replace("draw\n\n", "draw {: never\n");
        let read = games(&format!("{open}{GAME}{open}\n{GAME}"));
        assert_eq!(read.iter().map(Result::is_ok).collect::<Vec<_>>(), [false, true, false, true]);
    }

    #[test]
    fn line_ends_of_old_macs_and_utf16_are_told_once() {
        let returns = GAME.repeat(2).replace('\n', "\r");
        assert!(games(&returns)[0].as_ref().unwrap_err().contains("carriage returns alone"));
        let words: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
        let each: Vec<_> = EachGame::new(&words[..]).collect();
        assert_eq!(each.len(), 1);
        assert!(each[0].as_ref().unwrap_err().to_string().contains("UTF-16"));
        for text in [returns.as_bytes(), &words] {
            assert!(record::read(text).is_err());
        }
        // Where they are mixed, the other games are read.
        let mixed = GAME.replacen('\n', "\r", 1) + GAME;
        assert!(games(&mixed)[0].as_ref().unwrap_err().contains("holds a carriage return"));
        assert_eq!(games(&mixed)[1], Ok(3));
    }

    #[test]
    fn zero_bytes_at_the_end_say_nothing() {
        for text in [GAME.to_owned(), GAME.trim_end().to_owned() + "\n"] {
            let text = text + &"\0".repeat(4096);
            assert_eq!(games(&text), [Ok(3)]);
            assert_eq!(record::read(text.as_bytes()).unwrap().games.len(), 1);
        }
        assert!(games(&format!("\0{GAME}"))[0].is_err());
    }

    #[test]
    fn zero_bytes_before_a_tag_spoil_that_game_alone() {
        let tight = GAME.replace("draw\n\n", "draw\n");
        for before in [GAME, &tight] {
            let read = games(&format!("{before}\0\0{GAME}{GAME}"));
            assert_eq!((read.len(), &read[0], &read[2]), (3, &Ok(3), &Ok(3)));
            assert!(read[1].as_ref().unwrap_err().ends_with("the line holds NUL bytes"));
        }
    }

    #[test]
    fn games_after_a_wrong_one_are_read() {
        let broken = GAME.replace("max-moves", "boredom");
        let one = record::read(GAME.as_bytes()).unwrap().games.remove(0);
        let changed = one.to_text_with_checksum().unwrap().replace("e2-d2", "e2-f2");
        let read = games(&format!("{GAME}{broken}{GAME}{changed}{GAME}[Event \"torn\"]\n"));
        assert_eq!([&read[0], &read[2], &read[4]], [&Ok(3), &Ok(3), &Ok(3)]);
        let error = |at: usize| read[at].as_ref().unwrap_err().as_str();
        assert_eq!(error(1), "line 8, game 2: the tag Termination cannot be \"boredom\"");
        assert!(error(3).starts_with("line 22, game 4: the game was changed"), "{}", error(3));
        assert!(error(5).contains("game 6: the game is incomplete"), "{}", error(5));
        assert_eq!(read.len(), 6);
    }

    #[test]
    fn games_come_with_the_settings_of_their_match() {
        let text = |settings: &str| header::text(settings) + GAME;
        let joined = format!("{GAME}{}{GAME}{}", text("{\"a\":1}"), text("{\"a\":2}"));
        let mut each = EachGame::new(joined.as_bytes());
        let mut seen = Vec::new();
        while let Some(game) = each.next() {
            game.unwrap();
            seen.push(each.settings().map(str::to_owned));
        }
        let [first, second] = [1, 2].map(|number| Some(format!("{{\"a\":{number}}}")));
        assert_eq!(seen, [None, first.clone(), first, second]);
        let changed = text("{\"a\":1}").replace("1}", "2}") + GAME;
        let read = games(&changed);
        assert_eq!(read.len(), 1);
        let error = read[0].as_ref().unwrap_err();
        assert_eq!(error, "line 3: the settings of the match were changed after they were written");
        // The lines of the match are none of the game's.
        let one = record::read(GAME.as_bytes()).unwrap().games.remove(0);
        let changed = one.to_text_with_checksum().unwrap().replace("e2-d2", "e2-f2");
        let wrong = [header::text("{}"), changed].concat();
        let error = games(&wrong)[0].clone().unwrap_err();
        assert!(error.starts_with("line 5, game 1: the game was changed"), "{error}");
    }

    #[test]
    fn an_endless_game_ends_the_file() {
        let endless = std::io::BufReader::new(std::io::repeat(b'x'));
        let mut games = EachGame::new(endless);
        let error = games.next().unwrap().unwrap_err();
        assert_eq!(error.to_string(), "line 1, game 1: the game is longer than 64 MiB");
        assert!(games.next().is_none());
    }
}
