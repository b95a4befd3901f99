//! The players and the kinds of pieces.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString};

/// One of the two players.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Display,
    EnumString,
    Deserialize,
    Serialize,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The besiegers, who have no king and move first; "black".
    Attackers,
    /// The king and his soldiers; "white".
    Defenders,
}

impl Side {
    /// Both sides, attackers first.
    pub const BOTH: [Side; 2] = [Side::Attackers, Side::Defenders];

    /// The other side.
    #[must_use]
    #[inline(always)]
    pub fn other(self) -> Self {
        match self {
            Side::Attackers => Side::Defenders,
            Side::Defenders => Side::Attackers,
        }
    }

    /// This side if it is ahead, or else the other.
    #[must_use]
    pub fn ahead(self, is_ahead: bool) -> Self {
        if is_ahead { self } else { self.other() }
    }

    /// The side's letter in a FEN: `a` or `d`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Side::Attackers => 'a',
            Side::Defenders => 'd',
        }
    }

    /// The side with the letter `a` or `d` in a FEN.
    #[must_use]
    pub fn from_letter(text: &str) -> Option<Self> {
        Self::BOTH.into_iter().find(|side| text.chars().eq([side.letter()]))
    }
}

/// A kind of piece. Serialised as its letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub enum PieceKind {
    /// An attacker, `t`.
    #[serde(rename = "t")]
    Attacker,
    /// A defending soldier, `T`.
    #[serde(rename = "T")]
    Defender,
    /// The king, `K`.
    #[serde(rename = "K")]
    King,
}

impl PieceKind {
    /// All kinds, in the order in which a [`PieceKinds`] is written.
    pub const ALL: [PieceKind; 3] = [PieceKind::Attacker, PieceKind::Defender, PieceKind::King];

    /// The piece's letter in a FEN.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            PieceKind::Attacker => 't',
            PieceKind::Defender => 'T',
            PieceKind::King => 'K',
        }
    }

    /// The kind of piece with this letter in a FEN.
    #[must_use]
    pub fn from_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.letter() == letter)
    }
}

/// A set of kinds of pieces, written as their letters in a FEN. The full set is `tTK`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub struct PieceKinds {
    /// The attackers.
    pub attackers: bool,
    /// The defenders' soldiers.
    pub defenders: bool,
    /// The king.
    pub king: bool,
}

impl PieceKinds {
    /// Every kind.
    pub const ALL: PieceKinds = PieceKinds { attackers: true, defenders: true, king: true };
    /// No kind.
    pub const NONE: PieceKinds = PieceKinds { attackers: false, defenders: false, king: false };

    /// Whether a kind is in the set.
    #[must_use]
    pub fn has(self, kind: PieceKind) -> bool {
        match kind {
            PieceKind::Attacker => self.attackers,
            PieceKind::Defender => self.defenders,
            PieceKind::King => self.king,
        }
    }

    fn of(&mut self, kind: PieceKind) -> &mut bool {
        match kind {
            PieceKind::Attacker => &mut self.attackers,
            PieceKind::Defender => &mut self.defenders,
            PieceKind::King => &mut self.king,
        }
    }
}

/// A text that is not a set of kinds of pieces.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pieces are written by their letters t, T and K, each once, not '{0}'")]
pub struct PieceKindsError(String);

impl FromStr for PieceKinds {
    type Err = PieceKindsError;

    fn from_str(text: &str) -> Result<Self, PieceKindsError> {
        let mut kinds = PieceKinds::NONE;
        for letter in text.chars() {
            match PieceKind::from_letter(letter) {
                Some(kind) if !kinds.has(kind) => *kinds.of(kind) = true,
                _ => return Err(PieceKindsError(text.to_owned())),
            }
        }
        Ok(kinds)
    }
}

impl TryFrom<String> for PieceKinds {
    type Error = PieceKindsError;

    fn try_from(text: String) -> Result<Self, PieceKindsError> {
        text.parse()
    }
}

impl From<PieceKinds> for String {
    fn from(kinds: PieceKinds) -> Self {
        kinds.to_string()
    }
}

impl fmt::Display for PieceKinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters =
            PieceKind::ALL.into_iter().filter(|kind| self.has(*kind)).map(PieceKind::letter);
        f.write_str(&letters.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sides_and_kinds_are_serialised_as_their_texts() {
        for side in Side::BOTH {
            let json = serde_json::to_value(side).unwrap();
            assert_eq!(json, side.to_string());
            assert_eq!(serde_json::from_value::<Side>(json).unwrap(), side);
        }
        for kind in PieceKind::ALL {
            let json = serde_json::to_value(kind).unwrap();
            assert_eq!(json, kind.letter().to_string());
            assert_eq!(serde_json::from_value::<PieceKind>(json).unwrap(), kind);
        }
    }

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for text in ["", "t", "T", "K", "tT", "tK", "TK", "tTK"] {
            assert_eq!(text.parse::<PieceKinds>().unwrap().to_string(), text);
        }
        assert_eq!("KTt".parse(), Ok(PieceKinds::ALL));
        for text in ["k", "tt", "t T", "all"] {
            assert!(text.parse::<PieceKinds>().is_err(), "{text}");
        }
    }
}
