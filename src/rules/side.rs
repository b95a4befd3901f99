//! The players and the kinds of pieces.

use std::fmt;
use std::str::FromStr;

use serde::Deserialize;
use strum::Display;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Display)]
#[strum(serialize_all = "lowercase")]
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

    /// The side's letter in a FEN: `a` or `d`.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Side::Attackers => 'a',
            Side::Defenders => 'd',
        }
    }
}

/// A kind of piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// An attacker, `t`.
    Attacker,
    /// A defending soldier, `T`.
    Defender,
    /// The king, `K`.
    King,
}

impl Kind {
    /// All kinds, in the order in which a [`Kinds`] is written.
    pub const ALL: [Kind; 3] = [Kind::Attacker, Kind::Defender, Kind::King];

    /// The piece's letter in a FEN.
    #[must_use]
    pub fn letter(self) -> char {
        match self {
            Kind::Attacker => 't',
            Kind::Defender => 'T',
            Kind::King => 'K',
        }
    }
}

/// A set of kinds of pieces, written by their letters in a FEN; all of them are `tTK`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Deserialize)]
#[serde(try_from = "String")]
pub struct Kinds {
    /// The attackers.
    pub attackers: bool,
    /// The defenders' soldiers.
    pub defenders: bool,
    /// The king.
    pub king: bool,
}

impl Kinds {
    /// Every kind.
    pub const ALL: Kinds = Kinds { attackers: true, defenders: true, king: true };
    /// No kind.
    pub const NONE: Kinds = Kinds { attackers: false, defenders: false, king: false };

    /// Whether a kind is in the set.
    #[must_use]
    pub fn has(self, kind: Kind) -> bool {
        match kind {
            Kind::Attacker => self.attackers,
            Kind::Defender => self.defenders,
            Kind::King => self.king,
        }
    }
}

/// A text that is not a set of kinds.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("pieces are written by their letters t, T and K, each once, not '{0}'")]
pub struct KindsError(String);

impl FromStr for Kinds {
    type Err = KindsError;

    fn from_str(text: &str) -> Result<Self, KindsError> {
        let mut kinds = Kinds::NONE;
        for letter in text.chars() {
            let named = match letter {
                't' => &mut kinds.attackers,
                'T' => &mut kinds.defenders,
                'K' => &mut kinds.king,
                _ => return Err(KindsError(text.to_owned())),
            };
            if std::mem::replace(named, true) {
                return Err(KindsError(text.to_owned()));
            }
        }
        Ok(kinds)
    }
}

impl TryFrom<String> for Kinds {
    type Error = KindsError;

    fn try_from(text: String) -> Result<Self, KindsError> {
        text.parse()
    }
}

impl fmt::Display for Kinds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = Kind::ALL.into_iter().filter(|kind| self.has(*kind)).map(Kind::letter);
        f.write_str(&letters.collect::<String>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_read_as_they_are_written() {
        for text in ["", "t", "T", "K", "tT", "tK", "TK", "tTK"] {
            assert_eq!(text.parse::<Kinds>().unwrap().to_string(), text);
        }
        assert_eq!("KTt".parse(), Ok(Kinds::ALL));
        for text in ["k", "tt", "t T", "all"] {
            assert!(text.parse::<Kinds>().is_err(), "{text}");
        }
    }
}
