//! The form of a puzzle: its fields, and the line of a file that holds them.

use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, VariantNames};

use super::theme::Theme;
use crate::kind_of_file::check_kind;
use crate::text::unmarked;
use crate::types::{Move, Side};

/// What the side to move has to do, and what is proven about it.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    Hash,
    Serialize,
    Deserialize,
    Display,
    EnumString,
    VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum PuzzleGoal {
    /// One move forces a win, and no other does. Both are proven.
    Win,
    /// One move wins within [`Puzzle::plies`] plies, and no other does in that time. Both are
    /// proven.
    WinIn,
    /// One move does not lose, and every other does. Both are proven.
    Hold,
    /// Every other move loses, which is proven. No win against this one was found within the
    /// budget, which is no proof.
    OnlyMove,
}

/// A position with one right answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Names the puzzle: a checksum of the ruleset and of the position, the same for mirror images.
    pub id: String,
    /// The name of a built-in ruleset.
    pub ruleset: String,
    /// The position.
    pub fen: String,
    /// What the side to move has to do.
    pub goal: PuzzleGoal,
    /// The solver's only moves, with the other side's main defence between them. It begins and ends
    /// with a move of the solver's.
    #[serde(with = "words")]
    pub solution: Vec<Move>,
    /// Where several moves win from then on: a way to the end of the game.
    #[serde(with = "words", default, skip_serializing_if = "Vec::is_empty")]
    pub rest: Vec<Move>,
    /// The other side's other best defences: lines from the position that leave the solution, or
    /// each other, with a move of the other side and end with an answer to it.
    #[serde(with = "lines", default, skip_serializing_if = "Vec::is_empty")]
    pub defences: Vec<Vec<Move>>,
    /// The plies within which the win is proven, counted from the position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// What it is about.
    #[serde(default)]
    pub themes: Vec<Theme>,
    /// Whether the first move of the solution captures more pieces than any other legal move.
    #[serde(default, skip_serializing_if = "is_false")]
    pub greedy: bool,
    /// How hard it is, on the scale of the engine's levels; `None` until it is measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<u32>,
    /// The game that it comes from.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub from: String,
    /// The most nodes that one question to the solver was given.
    #[serde(default)]
    pub budget: u64,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// Why a line is not a puzzle.
#[derive(Debug, thiserror::Error)]
pub enum PuzzleLineError {
    /// It is not JSON, or has other fields.
    #[error("it is not a puzzle: {0}")]
    Form(#[from] serde_json::Error),
    /// It was changed after it was written.
    #[error("its checksum does not fit: it was changed after it was written")]
    Checksum,
    /// A win within a number of plies does not say which.
    #[error("a puzzle of the goal win-in says in how many plies; they are missing")]
    Plies,
    /// The solution has no last move of the solver's.
    #[error("its solution does not end with a move of the side that solves")]
    Solution,
    /// A line of its other defences has no last move of the solver's.
    #[error("one of its defences does not end with an answer of the side that solves")]
    Defence,
}

/// Whether a line that is not a puzzle only ends too early, because the writer was killed.
pub(super) fn is_torn(line: &[u8], error: &PuzzleLineError) -> bool {
    let is_short = matches!(error, PuzzleLineError::Form(error) if error.is_eof());
    !line.ends_with(b"\n") && (is_short || !line.ends_with(b"}"))
}

/// Checks that a file to write or to add to is there already only if it has puzzles.
pub(crate) fn check_file(path: &Path) -> io::Result<()> {
    check_kind(path, "a file of puzzles", |text| text.trim_start().starts_with("{\"id\":"))
}

/// The field that ends a line: the CRC-32 of all bytes before it, in hexadecimal.
const CHECKSUM: &str = ",\"crc\":\"";

impl Puzzle {
    /// The line of a file that holds it, without a line break.
    #[must_use]
    pub fn to_line(&self) -> String {
        let mut line = serde_json::to_string(self).unwrap_or_default();
        line.pop();
        let sum = crc32fast::hash(line.as_bytes());
        line + &format!("{CHECKSUM}{sum:08x}\"}}")
    }

    /// The side that solves it. A FEN that cannot be read has the attackers.
    #[must_use]
    pub fn side(&self) -> Side {
        let letter = self.fen.split(' ').nth(1);
        letter.and_then(Side::from_letter).unwrap_or(Side::Attackers)
    }
}

/// Reads a line. A line without a checksum was written by hand, and is read too.
///
/// # Errors
/// When it is not a puzzle, or was changed after it was written.
pub fn read_line(line: &str) -> Result<Puzzle, PuzzleLineError> {
    let line = unmarked(line).trim_end();
    let puzzle: Puzzle = match line.rsplit_once(CHECKSUM) {
        None => serde_json::from_str(line)?,
        Some((body, sum)) => {
            let wanted = format!("{:08x}\"}}", crc32fast::hash(body.as_bytes()));
            if sum != wanted {
                return Err(PuzzleLineError::Checksum);
            }
            serde_json::from_str(&(body.to_owned() + "}"))?
        }
    };
    if puzzle.solution.len().is_multiple_of(2) {
        return Err(PuzzleLineError::Solution);
    }
    if puzzle.defences.iter().any(|line| line.len() < 3 || line.len().is_multiple_of(2)) {
        return Err(PuzzleLineError::Defence);
    }
    if puzzle.goal == PuzzleGoal::WinIn && puzzle.plies.is_none() {
        return Err(PuzzleLineError::Plies);
    }
    Ok(puzzle)
}

/// Moves as words of one text.
mod words {
    use serde::{Deserialize, Deserializer, Serializer, de};

    use crate::text;
    use crate::types::Move;

    pub fn serialize<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&text::words(moves))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        read(&String::deserialize(from)?)
    }

    /// Reads the moves of a text.
    pub fn read<E: de::Error>(text: &str) -> Result<Vec<Move>, E> {
        let read =
            |word: &str| word.parse().map_err(|error| E::custom(format!("'{word}': {error}")));
        text.split_whitespace().map(read).collect()
    }
}

/// Lines of moves as a list of texts.
mod lines {
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::text;
    use crate::types::Move;

    pub fn serialize<S: Serializer>(lines: &[Vec<Move>], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(lines.iter().map(text::words))
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Vec<Move>>, D::Error> {
        let lines = Vec::<String>::deserialize(from)?;
        lines.iter().map(|line| super::words::read(line)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    pub fn example() -> Puzzle {
        Puzzle {
            id: "tablut-01234567".to_owned(),
            ruleset: "tablut".to_owned(),
            fen: "9/9/9/9/4K4/9/9/9/9 d".to_owned(),
            goal: PuzzleGoal::Win,
            solution: ["e5e9", "a1a2", "e9a9"].map(|mv| mv.parse().unwrap()).to_vec(),
            rest: Vec::new(),
            defences: vec![["e5e9", "a1a3", "e9i9"].map(|mv| mv.parse().unwrap()).to_vec()],
            plies: Some(3),
            themes: vec![Theme::Escape],
            greedy: false,
            rating: Some(1200),
            from: "game 1".to_owned(),
            budget: 1000,
        }
    }

    #[test]
    fn a_puzzle_is_read_as_it_was_written() {
        let line = example().to_line();
        assert_eq!(read_line(&line).unwrap(), example());
        assert_eq!(read_line(&format!("{line}\n")).unwrap(), example());
        assert_eq!(read_line(&format!("\u{feff}{line}\r\n")).unwrap(), example());
        let by_hand = line.split_once(CHECKSUM).unwrap().0.to_owned() + "}";
        assert_eq!(read_line(&by_hand).unwrap(), example());
    }

    #[test]
    fn every_changed_byte_is_noticed() {
        let line = example().to_line();
        for at in 0..line.len() {
            let mut bytes = line.clone().into_bytes();
            bytes[at] ^= 1;
            let changed = String::from_utf8(bytes).unwrap();
            assert!(read_line(&changed).is_err(), "{changed}");
        }
    }

    #[test]
    fn every_beginning_of_a_line_is_torn() {
        let line = example().to_line();
        for end in 0..line.len() {
            let error = read_line(&line[..end]).unwrap_err();
            assert!(is_torn(&line.as_bytes()[..end], &error), "{}", &line[..end]);
        }
        let changed = line.replace("tablut", "brandubh");
        assert!(!is_torn(changed.as_bytes(), &read_line(&changed).unwrap_err()));
    }

    #[test]
    fn a_solution_ends_with_a_move_of_the_solver() {
        for moves in ["", "e5e9 a1a2"] {
            let line = example().to_line().split_once(CHECKSUM).unwrap().0.to_owned() + "}";
            let line = line.replace("e5e9 a1a2 e9a9", moves);
            assert!(matches!(read_line(&line), Err(PuzzleLineError::Solution)), "{line}");
        }
    }

    #[test]
    fn a_defence_ends_with_an_answer() {
        for moves in ["", "e5e9", "e5e9 a1a3", "e5e9 a1a3 e9i9 a3a4"] {
            let line = example().to_line().split_once(CHECKSUM).unwrap().0.to_owned() + "}";
            let line = line.replace("e5e9 a1a3 e9i9", moves);
            assert!(matches!(read_line(&line), Err(PuzzleLineError::Defence)), "{line}");
        }
    }
}
