//! The format of a file of scored positions. `docs/networks.md` describes it for other programs.
//!
//! All numbers are little-endian. Records follow a header of [`HEADER_SIZE`] bytes. Their size
//! depends on the board's side alone.

use super::record::{Record, SquareWords, WORDS, has};
use super::settings::{PlaySettings, SETTINGS_SIZE};
use crate::rules::{SIDES, Side};
use crate::search::score::Score;

/// The magic bytes of a file.
const MAGIC: [u8; 8] = *b"BRANPOS1";

/// The length of a header, in bytes.
pub const HEADER_SIZE: usize = 64;

/// The length of a record without its two sets of squares, in bytes.
const FIXED_SIZE: usize = 14;

/// Scores in records are clamped to this, in centipawns. Anything beyond it is simply a win.
pub(super) const MAX_SCORE: Score = 3000;

/// Where a record has a 1 if it is the last of its game, and 0 otherwise. In files of earlier versions it
/// is always 0.
pub const LAST_OF_GAME_AT: usize = 13;

/// The maximum length of a ruleset's name, in bytes.
const NAME_SIZE: usize = HEADER_SIZE - NAME_AT - SETTINGS_SIZE;

/// Where a ruleset's name begins in a header. Files of earlier versions have no settings after it, and
/// their names may be longer by as much.
const NAME_AT: usize = 24;

/// Why a file cannot be read or written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// The magic bytes are missing.
    #[error("it is not a file of positions: it does not begin with {}", MAGIC.escape_ascii())]
    Magic,
    /// A number in the header is out of range.
    #[error("its header is broken: {0}")]
    Header(&'static str),
    /// The ruleset's name does not fit in the header.
    #[error("the name '{0}' is longer than {NAME_SIZE} bytes")]
    Name(String),
    /// A record is not a position.
    #[error("record {number} is broken: {what}")]
    Record {
        /// Its number, from 0.
        number: u64,
        /// What is wrong with it.
        what: &'static str,
    },
}

/// The header of a file: what its positions have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The name of the ruleset.
    pub ruleset: String,
    /// The length of the board's side.
    pub side: u8,
    /// The soft node limit of the search for each move.
    pub nodes: u32,
    /// The seed of the openings.
    pub seed: u64,
    /// The other settings of the games. `None` in files of earlier versions.
    pub play: Option<PlaySettings>,
}

impl Header {
    /// The size of a set of squares, in bytes.
    fn set_size(&self) -> usize {
        (usize::from(self.side) * usize::from(self.side)).div_ceil(8)
    }

    /// The size of a record, in bytes.
    #[must_use]
    pub fn record_size(&self) -> usize {
        FIXED_SIZE + 2 * self.set_size()
    }

    /// Encodes the header.
    ///
    /// # Errors
    /// When the ruleset's name is too long.
    pub fn encode(&self) -> Result<[u8; HEADER_SIZE], FormatError> {
        let name = self.ruleset.as_bytes();
        if name.len() > NAME_SIZE {
            return Err(FormatError::Name(self.ruleset.clone()));
        }
        let mut bytes = [0; HEADER_SIZE];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8] = self.side;
        bytes[9] = name.len() as u8;
        bytes[10..12].copy_from_slice(&(self.record_size() as u16).to_le_bytes());
        bytes[12..16].copy_from_slice(&self.nodes.to_le_bytes());
        bytes[16..24].copy_from_slice(&self.seed.to_le_bytes());
        bytes[NAME_AT..NAME_AT + name.len()].copy_from_slice(name);
        if let Some(play) = self.play {
            bytes[NAME_AT + NAME_SIZE..].copy_from_slice(&play.encode());
        }
        Ok(bytes)
    }

    /// Reads a header.
    ///
    /// # Errors
    /// When it is not one.
    pub fn decode(bytes: &[u8; HEADER_SIZE]) -> Result<Self, FormatError> {
        if bytes[..8] != MAGIC {
            return Err(FormatError::Magic);
        }
        let side = bytes[8];
        if !SIDES.contains(&usize::from(side)) {
            return Err(FormatError::Header("there is no board of this side"));
        }
        let name = bytes[NAME_AT..].get(..usize::from(bytes[9]));
        let name = name.ok_or(FormatError::Header("the name is too long"))?;
        let ruleset = std::str::from_utf8(name)
            .map_err(|_| FormatError::Header("the name is not UTF-8"))?
            .to_owned();
        if ruleset.is_empty() || ruleset.chars().any(char::is_control) {
            return Err(FormatError::Header("the name cannot be printed"));
        }
        let play = match ruleset.len() {
            ..=NAME_SIZE => PlaySettings::decode(&array(&bytes[NAME_AT + NAME_SIZE..])),
            _ => None,
        };
        let header = Self {
            ruleset,
            side,
            nodes: u32::from_le_bytes(array(&bytes[12..16])),
            seed: u64::from_le_bytes(array(&bytes[16..NAME_AT])),
            play,
        };
        if usize::from(u16::from_le_bytes(array(&bytes[10..12]))) != header.record_size() {
            return Err(FormatError::Header("the records' size does not fit the board"));
        }
        Ok(header)
    }

    /// Appends an encoded record.
    pub fn encode_record(&self, record: &Record, bytes: &mut Vec<u8>) {
        bytes.extend_from_slice(&record.game.to_le_bytes());
        bytes.extend_from_slice(&record.ply.to_le_bytes());
        bytes.extend_from_slice(&record.score.to_le_bytes());
        bytes.extend_from_slice(&record.king.to_le_bytes());
        bytes.push(record.to_move as u8);
        bytes.push(record.result as u8);
        bytes.push(u8::from(record.off_board));
        bytes.push(0);
        for set in [&record.attackers, &record.defenders] {
            let set = set.map(u64::to_le_bytes);
            bytes.extend_from_slice(&set.as_flattened()[..self.set_size()]);
        }
    }

    /// Decodes record `number`.
    ///
    /// # Errors
    /// When the bytes are not a position of the board with a king and a result.
    pub fn decode_record(&self, number: u64, bytes: &[u8]) -> Result<Record, FormatError> {
        let wrong = |what| FormatError::Record { number, what };
        if bytes.len() != self.record_size() {
            return Err(wrong("it is cut short"));
        }
        let squares = usize::from(self.side) * usize::from(self.side);
        let set = |from: usize| {
            let mut set = [[0; 8]; 6];
            set.as_flattened_mut()[..self.set_size()]
                .copy_from_slice(&bytes[from..from + self.set_size()]);
            set.map(u64::from_le_bytes)
        };
        let record = Record {
            game: u32::from_le_bytes(array(&bytes[0..4])),
            ply: u16::from_le_bytes(array(&bytes[4..6])),
            score: i16::from_le_bytes(array(&bytes[6..8])),
            king: u16::from_le_bytes(array(&bytes[8..10])),
            to_move: match bytes[10] {
                0 => Side::Attackers,
                1 => Side::Defenders,
                _ => return Err(wrong("no side is to move")),
            },
            result: bytes[11] as i8,
            off_board: bytes[12] == 1,
            attackers: set(FIXED_SIZE),
            defenders: set(FIXED_SIZE + self.set_size()),
        };
        let king = usize::from(record.king);
        if king >= squares {
            return Err(wrong("the king is off the board"));
        }
        if bytes[12] > 1 || bytes[LAST_OF_GAME_AT] > 1 {
            return Err(wrong("a mark is neither 0 nor 1"));
        }
        if !(-1..=1).contains(&record.result) {
            return Err(wrong("the result is none"));
        }
        if !(-MAX_SCORE..=MAX_SCORE).contains(&record.score.into()) {
            return Err(wrong("the score is out of range"));
        }
        // The game is over without attackers. A disk that was full may leave zeros, too.
        if record.attackers == [0; WORDS] {
            return Err(wrong("there are no attackers"));
        }
        let beyond =
            |set: &SquareWords| (squares..WORDS * u64::BITS as usize).any(|at| has(set, at));
        if beyond(&record.attackers) || beyond(&record.defenders) {
            return Err(wrong("a piece is off the board"));
        }
        let both = |at| has(&record.attackers, at) && has(&record.defenders, at);
        if has(&record.attackers, king) || has(&record.defenders, king) || (0..squares).any(both) {
            return Err(wrong("two pieces stand on one square"));
        }
        Ok(record)
    }
}

/// Converts a slice of the array's length.
fn array<const N: usize>(bytes: &[u8]) -> [u8; N] {
    std::array::from_fn(|index| bytes[index])
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::record;
    use super::super::settings::EvaluationMark;
    use super::*;

    fn header() -> Header {
        let play = PlaySettings {
            evaluation: EvaluationMark::Linear,
            random_plies: (4, 300),
            window: 500,
            even_out: 40,
            longest: 60_000,
            decided: 2000,
        };
        Header { ruleset: "tablut".to_owned(), side: 9, nodes: 500, seed: 7, play: Some(play) }
    }

    #[test]
    fn what_is_written_is_read() {
        let header = header();
        let marks = [EvaluationMark::BuiltIn, EvaluationMark::Linear];
        for evaluation in marks.into_iter().chain([0, 252].map(EvaluationMark::Network)) {
            let play = header.play.map(|play| PlaySettings { evaluation, ..play });
            let header = Header { play, ..header.clone() };
            assert_eq!(Header::decode(&header.encode().unwrap()), Ok(header));
        }
        // A mark that no network has still keeps the header readable.
        let play = header
            .play
            .map(|play| PlaySettings { evaluation: EvaluationMark::Network(u8::MAX), ..play });
        let read = Header::decode(&Header { play, ..header.clone() }.encode().unwrap()).unwrap();
        assert_eq!(read.play.map(|play| play.evaluation), Some(EvaluationMark::Network(2)));
        let mut bytes = Vec::new();
        header.encode_record(&record(), &mut bytes);
        assert_eq!(bytes.len(), header.record_size());
        assert_eq!(header.decode_record(0, &bytes), Ok(record()));
    }

    #[test]
    fn broken_bytes_are_refused() {
        let header = header();
        let mut bytes = Vec::new();
        header.encode_record(&record(), &mut bytes);
        for (at, value) in [
            (7, 0x0c),
            (7, 0xf3),
            (12, 2),
            (13, 2),
            (8, 81),
            (10, 2),
            (11, 2),
            (24, 0xff),
            (35, 0xff),
        ] {
            let mut broken = bytes.clone();
            broken[at] = value;
            assert!(header.decode_record(3, &broken).is_err(), "byte {at}");
        }
        let mut empty = bytes.clone();
        empty[14..25].fill(0);
        for broken in [&empty, &vec![0; bytes.len()], &bytes[1..].to_vec()] {
            assert!(header.decode_record(0, broken).is_err());
        }
        let mut broken = header.encode().unwrap();
        broken[0] = b'X';
        assert_eq!(Header::decode(&broken), Err(FormatError::Magic));
        for (at, value) in [(8, 4), (9, 0), (9, 200), (10, 9), (24, 0xff), (24, 0x1b)] {
            let mut broken = header.encode().unwrap();
            broken[at] = value;
            assert!(Header::decode(&broken).is_err(), "byte {at}");
        }
        let long = Header { ruleset: "x".repeat(28), ..header };
        assert!(long.encode().is_err());
    }

    #[test]
    fn headers_of_earlier_versions_are_read() {
        let old = Header { play: None, ..header() };
        let mut bytes = old.encode().unwrap();
        assert_eq!(bytes[30..], [0; 34]);
        assert_eq!(Header::decode(&bytes), Ok(old.clone()));
        bytes[9] = 40;
        bytes[24..].fill(b'x');
        assert_eq!(Header::decode(&bytes), Ok(Header { ruleset: "x".repeat(40), ..old }));
    }
}
