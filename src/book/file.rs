//! Books as text.

use std::io;
use std::path::Path;

use thiserror::Error;

use super::section::{BookSection, Weight};
use crate::game::new_game_from;
use crate::rules::{Alternates, Catalog, Ruleset, find_ruleset, read_alternates};
use crate::text::{read_regular_file, unmarked};
use crate::types::{Move, Placement};

/// The greatest size of a file, in bytes.
const MAX_SIZE: u64 = 256 << 20;

/// A book for any number of rulesets.
#[derive(Clone, Debug, Default)]
pub struct Book {
    sections: Vec<BookSection>,
}

/// Why a book cannot be read.
#[derive(Debug, Error)]
pub enum BookFileError {
    /// The file cannot be read.
    #[error("cannot read {path}: {error}")]
    File {
        /// The file.
        path: String,
        /// The system's error.
        error: io::Error,
    },
    /// It is not text.
    #[error("it is not a text in UTF-8")]
    Encoding,
    /// It has no positions.
    #[error("it is a book without positions")]
    Empty,
    /// A line is wrong.
    #[error("line {number}: {error}")]
    Line {
        /// The line, from 1.
        number: usize,
        /// What is wrong with it.
        error: BookLineError,
    },
}

/// What is wrong with a line of a book.
#[derive(Debug, Error)]
#[error("{0}")]
pub struct BookLineError(String);

impl BookLineError {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl Book {
    /// Reads a file. Every position and every move is checked.
    ///
    /// # Errors
    /// When it cannot be read, a line is wrong, or it has no positions.
    pub fn load(path: &Path, catalog: &Catalog) -> Result<Self, BookFileError> {
        let bytes = read_regular_file(path, MAX_SIZE)
            .map_err(|error| BookFileError::File { path: path.display().to_string(), error })?;
        let text = String::from_utf8(bytes).map_err(|_| BookFileError::Encoding)?;
        let book = Self::read(&text, catalog)?;
        if book.sections.iter().all(BookSection::is_empty) {
            return Err(BookFileError::Empty);
        }
        Ok(book)
    }

    /// Reads a book: lines `variant NAME`, each followed by lines `rule NAME=VALUE` and then by
    /// lines `FEN: MOVE WEIGHT, MOVE WEIGHT …`.
    ///
    /// # Errors
    /// When a line is wrong.
    pub fn read(text: &str, catalog: &Catalog) -> Result<Self, BookFileError> {
        let mut book = Self::default();
        for (number, line) in (1..).zip(unmarked(text).lines()) {
            let line = line.split('#').next().unwrap_or_default().trim();
            let read = if line.is_empty() { Ok(()) } else { book.take(line, catalog) };
            read.map_err(|error| BookFileError::Line { number, error })?;
        }
        Ok(book)
    }

    fn take(&mut self, line: &str, catalog: &Catalog) -> Result<(), BookLineError> {
        if let Some(name) = line.strip_prefix("variant ") {
            self.sections.push(section(name.trim(), catalog)?);
            return Ok(());
        }
        let section = self.sections.last_mut();
        let section =
            section.ok_or_else(|| BookLineError::new("a line 'variant NAME' must come first"))?;
        if let Some(rule) = line.strip_prefix("rule ") {
            if !section.is_empty() {
                return Err(BookLineError::new("rules come before the first position"));
            }
            *section = section.with_rule(rule.trim())?;
            return Ok(());
        }
        take_position(section, line)
    }

    /// Adds the book of a ruleset.
    pub fn push(&mut self, section: BookSection) {
        self.sections.push(section);
    }

    /// The rulesets' books.
    #[must_use]
    pub fn sections(&self) -> &[BookSection] {
        &self.sections
    }

    /// The book of a ruleset.
    pub(super) fn section(&self, ruleset: &Ruleset) -> Option<&BookSection> {
        self.sections.iter().find(|section| section.ruleset() == ruleset)
    }

    /// The book as text, which [`Self::read`] reads.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for section in &self.sections {
            section.write(&mut text);
        }
        text
    }
}

fn section(name: &str, catalog: &Catalog) -> Result<BookSection, BookLineError> {
    let ruleset = match find_ruleset(name, catalog) {
        Ok(ruleset) => ruleset.clone(),
        // Rules strings and JSON objects have a colon.
        Err(error) if !name.contains(':') => return Err(BookLineError(error.to_string())),
        Err(_) => catalog.choose(name).map_err(|error| BookLineError(error.to_string()))?,
    };
    Ok(BookSection::new(name, Vec::new(), ruleset))
}

fn take_position(section: &mut BookSection, line: &str) -> Result<(), BookLineError> {
    let (fen, moves) = line.split_once(':').ok_or_else(|| {
        BookLineError::new("not a position with moves, such as '… a: d2e2 10, d2c2 5'")
    })?;
    let wrong = |error: &dyn std::error::Error| BookLineError(format!("'{fen}': {error}"));
    let placement = section.ruleset().read_fen(fen.trim()).map_err(|error| wrong(&error))?;
    let legal = legal_moves(section.ruleset(), &placement)?;
    for words in moves.split(',') {
        let (mv, weight) = weighted(words)?;
        if !legal.contains(&mv) {
            return Err(BookLineError(format!("{mv} is not a legal move of this position")));
        }
        section.add(&placement, mv, weight);
    }
    Ok(())
}

fn legal_moves(ruleset: &Ruleset, placement: &Placement) -> Result<Vec<Move>, BookLineError> {
    let game = new_game_from(ruleset, Some(placement));
    Ok(game.map_err(|error| BookLineError(error.to_string()))?.legal_moves())
}

/// Reads `d2e2 10`. Without a number the weight is 1.
fn weighted(words: &str) -> Result<(Move, Weight), BookLineError> {
    let mut words = words.split_whitespace();
    let (mv, weight) = (words.next().unwrap_or_default(), words.next());
    let weight = weight.map_or(Some(1), |weight| weight.parse().ok());
    match (mv.parse(), weight, words.next()) {
        (Ok(mv), Some(weight), None) => Ok((mv, weight)),
        (Err(error), ..) => Err(BookLineError(format!("'{mv}' is {error}"))),
        _ => Err(BookLineError::new("a move is followed by its weight, a whole number")),
    }
}

impl BookSection {
    /// The same section under a further alternate rule.
    fn with_rule(&self, rule: &str) -> Result<Self, BookLineError> {
        let (name, value) =
            rule.split_once('=').ok_or_else(|| BookLineError::new("write rules as NAME=VALUE"))?;
        let mut pair = [(name.trim().to_owned(), value.trim().to_owned())];
        let read = read_alternates(&mut pair);
        let overlay: Alternates = read.map_err(|error| BookLineError(error.to_string()))?;
        let mut alternates = self.alternates().to_vec();
        alternates.extend(pair);
        Ok(Self::new(self.variant(), alternates, overlay.over(self.ruleset())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::book::Variety;
    use crate::game::{Game, new_game};
    use crate::rules::find;

    const START: &str = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";

    fn read(text: &str) -> Result<Book, String> {
        Book::read(text, &Catalog::default()).map_err(|error| error.to_string())
    }

    fn brandubh(moves: &[&str]) -> Box<dyn Game> {
        let mut game = new_game(find("brandubh").unwrap(), None).unwrap();
        for text in moves {
            game.play_text(text).unwrap();
        }
        game
    }

    #[test]
    fn images_of_a_position_share_their_moves() {
        let after = brandubh(&["d2e2"]).fen();
        let text = format!("variant brandubh\n{START}: d2e2 3, d6c6\n{after}: d3c3 5 # the way\n");
        let book = read(&text).unwrap();
        // Both moves are images of one.
        let moves = book.moves(&*brandubh(&[]));
        assert_eq!((moves.len(), moves[0].images.len(), moves[0].weight), (1, 8, 4));
        for (first, reply) in [("d2e2", "d3c3"), ("d2c2", "d3e3"), ("b4b5", "c4c3")] {
            let chosen = book.choose(&*brandubh(&[first]), Variety::FULL, 9).unwrap();
            assert_eq!(chosen.to_string(), reply, "{first}");
        }
        assert!(book.choose(&*brandubh(&["d2f2"]), Variety::FULL, 9).is_none());
        let other = new_game(find("brandub-walker").unwrap(), None).unwrap();
        assert!(book.moves(&*other).is_empty());
    }

    #[test]
    fn a_book_is_written_as_it_is_read() {
        let text = format!(
            "variant brandubh\n{START}: d2e2 7, d2f2 0\nvariant tablut\nrule KingMove=step\n\
             3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a: e2f2\n"
        );
        let book = read(&text).unwrap();
        let (written, sections) = (book.to_text(), book.sections());
        assert_eq!(sections.iter().map(BookSection::len).collect::<Vec<_>>(), [1, 1]);
        assert!(written.contains("rule KingMove=step"), "{written}");
        assert_eq!(read(&written).unwrap().to_text(), written);
        assert!(book.section(find("tablut").unwrap()).is_none());
    }

    #[test]
    fn variety_chooses_by_weight() {
        let text = format!("variant brandubh\n{START}: d2e2 100, d2f2 50, d2g2 0");
        let (book, game) = (read(&text).unwrap(), brandubh(&[]));
        let count = |variety: usize| {
            let lengths = (0..2000u64).filter(|number| {
                let seed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mv = book.choose(&*game, Variety::new(variety), seed).unwrap();
                let length = mv.from.file.abs_diff(mv.to.file) + mv.from.rank.abs_diff(mv.to.rank);
                assert!(length < 3);
                length == 1
            });
            lengths.count()
        };
        assert_eq!((count(0), count(1)), (2000, 2000));
        assert!((1550..1650).contains(&count(50)), "{}", count(50));
        assert!((1280..1390).contains(&count(100)), "{}", count(100));
    }

    #[test]
    fn a_book_does_not_repeat_positions() {
        let game = brandubh(&["d2e2", "d3c3", "e2d2", "c3d3"]);
        let book = read(&format!("variant brandubh\n{START}: d2e2 9, d2f2 1")).unwrap();
        for seed in 0..20 {
            let mv = book.choose(&*game, Variety::FULL, seed << 40 | seed).unwrap();
            assert_ne!(mv.to_string(), "d2e2");
        }
        let only = read(&format!("variant brandubh\n{START}: d2e2 9")).unwrap();
        let chosen = only.choose(&*game, Variety::NONE, 0).unwrap();
        assert!(chosen.to_string() != "d2e2" && only.moves(&*game)[0].images.contains(&chosen));
    }

    #[test]
    fn wrong_lines_are_named() {
        let first = "variant brandubh\n";
        for (text, part) in [
            (format!("{START}: d2e2"), "line 1: a line 'variant NAME' must come first"),
            ("variant brandbuh".to_owned(), "did you mean \"brandubh\""),
            (format!("{first}rule KingMove=fly"), "line 2: "),
            (format!("{first}rule KingMove"), "line 2: write rules as"),
            (format!("{first}{START}: d2e2\nrule KingMove=step"), "line 3: rules come before"),
            (format!("{first}{START}"), "line 2: not a position with moves"),
            (format!("{first}{START}: "), "line 2: '' is not a move"),
            (format!("{first}{START}: d2d3 1"), "line 2: d2d3 is not a legal move"),
            (format!("{first}{START}: d2e2 -1"), "line 2: a move is followed by"),
            (format!("{first}{START}: d2e2 1 1"), "line 2: a move is followed by"),
            (format!("{first}{START}: z9e2 1"), "line 2: "),
            (format!("{first}9/9 a: d2e2 1"), "line 2: '9/9 a': "),
        ] {
            let error = read(&text).unwrap_err();
            assert!(error.contains(part), "{text}: {error}");
        }
        assert!(read("").unwrap().sections().is_empty());
        let file = tempfile::NamedTempFile::new().unwrap();
        for text in ["", "variant brandubh-macwhite\n"] {
            std::fs::write(file.path(), text).unwrap();
            let loaded = Book::load(file.path(), &Catalog::default());
            assert!(matches!(loaded, Err(BookFileError::Empty)), "{text}");
        }
    }
}
