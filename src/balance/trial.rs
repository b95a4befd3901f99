//! What is tried: a game, and how strongly it is played.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::engine::Request;
use crate::rules::{
    Alternate, Alternates, Coordinate, LookupError, Ruleset, Side, UnknownValue, find_alternate,
};
use crate::search::{Handicap, Level, Limits};
use crate::types::{CoordinateError, FenError, PieceKind};

/// A game at a strength.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The ruleset, with the change made.
    pub ruleset: Ruleset,
    /// The change.
    pub change: RuleChange,
    /// How strongly both sides play.
    pub strength: Strength,
}

/// How strongly both sides play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// A level below full strength, by its number.
    Level(usize),
    /// Full strength with this number of nodes for a move.
    Nodes(u64),
}

/// A strength that does not exist.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("there are levels from 0 to {}; for more strength give a number of nodes", Level::FULL - 1)]
pub struct StrengthError;

impl Strength {
    /// A level.
    ///
    /// # Errors
    /// When there is no such level.
    pub fn of_level(number: usize) -> Result<Self, StrengthError> {
        Level::new(number).map(|_| Self::Level(number)).ok_or(StrengthError)
    }

    /// The search for a move; `seed` is for the random choices of a level.
    pub(super) fn request(self, seed: u64) -> Request {
        let level = |number| Level::new(number).map(|level| Handicap { level, seed });
        match self {
            Self::Level(number) => {
                Request { handicap: level(number), ..Request::new(Limits::default()) }
            }
            Self::Nodes(nodes) => Request::new(Limits { nodes: Some(nodes), ..Limits::default() }),
        }
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(number) => write!(f, "level {number}"),
            Self::Nodes(nodes) => write!(f, "{nodes} nodes"),
        }
    }
}

/// A change of a game, such as a handicap: alternate rules, the side that begins, and pieces that
/// are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleChange {
    text: String,
    alternates: Alternates,
    first: Option<Side>,
    without: Vec<Coordinate>,
}

/// Why a change is impossible.
#[derive(Debug, Error)]
pub enum ChangeError {
    /// A part is not of the form `key=value`.
    #[error(
        "'{0}' is not a change; write it like KingMove=step, first=defenders or without=d2, with \
         commas between several"
    )]
    Form(String),
    /// No such alternate rule.
    #[error(transparent)]
    Rule(#[from] LookupError),
    /// The rule has no such value.
    #[error(transparent)]
    Value(#[from] UnknownValue),
    /// No such side.
    #[error("first={0}: the sides are attackers and defenders")]
    Side(String),
    /// No such square.
    #[error("without: {0}")]
    Square(#[from] CoordinateError),
    /// No soldier stands there.
    #[error("without={0}: no soldier stands there in the start position of {1}")]
    NoSoldier(Coordinate, String),
    /// The start position of the ruleset is invalid.
    #[error(transparent)]
    Start(#[from] FenError),
}

impl FromStr for RuleChange {
    type Err = ChangeError;

    fn from_str(text: &str) -> Result<Self, ChangeError> {
        let mut change = Self { text: text.to_owned(), ..Self::default() };
        for part in text.split(',') {
            let (key, value) =
                part.split_once('=').ok_or_else(|| ChangeError::Form(part.to_owned()))?;
            match key {
                "first" => {
                    let side = value.parse().map_err(|_| ChangeError::Side(value.to_owned()))?;
                    change.first = Some(side);
                }
                "without" => change.without.push(value.parse()?),
                rule => change.alternates.choose(find_alternate(rule)?, value)?,
            }
        }
        Ok(change)
    }
}

impl fmt::Display for RuleChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl RuleChange {
    /// Whether it changes nothing.
    #[must_use]
    pub fn is_none(&self) -> bool {
        self.text.is_empty()
    }

    /// Its alternate rules, as names and values.
    pub(super) fn alternates(&self) -> Vec<(String, String)> {
        let value = |rule| (rule, self.alternates.value(rule));
        let chosen =
            Alternate::all().map(value).filter(|(_, value)| *value != Alternate::UNCHANGED);
        chosen.map(|(rule, value)| (rule.to_string(), value.to_owned())).collect()
    }

    /// Whether games begin with other pieces or the other side.
    pub(super) fn changes_start(&self) -> bool {
        self.first.is_some() || !self.without.is_empty()
    }

    /// The ruleset with the change made.
    ///
    /// # Errors
    /// When a soldier to leave out is not there.
    pub fn over(&self, ruleset: &Ruleset) -> Result<Ruleset, ChangeError> {
        let mut changed = self.alternates.over(ruleset);
        let mut start = ruleset.first_placement()?;
        for square in &self.without {
            let at_home = start.side_length() > usize::from(square.file.max(square.rank));
            match at_home.then(|| start.piece_at(*square)).flatten() {
                Some(PieceKind::Attacker | PieceKind::Defender) => start.put(*square, None),
                _ => return Err(ChangeError::NoSoldier(*square, ruleset.name.clone())),
            }
        }
        if let Some(side) = self.first {
            start = start.with_side_to_move(side);
        }
        if self.changes_start() {
            changed.start = start.to_string();
        }
        Ok(changed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Escape, Speed, find};

    fn change(text: &str) -> Result<Ruleset, String> {
        let change: RuleChange = text.parse().map_err(|error: ChangeError| error.to_string())?;
        assert!(!change.is_none() && change.to_string() == text);
        change.over(find("brandubh").unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn changes_are_made_together() {
        let changed = change("KingMove=step,Escape=edge,first=defenders,without=d1").unwrap();
        assert_eq!((changed.king_move, changed.escape), (Speed::STEP, Escape::Edge));
        assert_eq!(changed.start, "3t3/3t3/3T3/ttTKTtt/3T3/3t3/7 d");
        assert_eq!(
            RuleChange::default().over(find("tablut").unwrap()).unwrap(),
            *find("tablut").unwrap()
        );
    }

    #[test]
    fn impossible_changes_say_what_would_be_possible() {
        let error = |text: &str| change(text).unwrap_err();
        assert!(error("KingMove").starts_with("'KingMove' is not a change; write it like"));
        assert!(error("KingMov=step").contains("KingMove"), "{}", error("KingMov=step"));
        assert_eq!(error("KingMove=leap"), "KingMove is one of rook, step, not 'leap'");
        assert_eq!(error("first=black"), "first=black: the sides are attackers and defenders");
        assert!(error("without=9").starts_with("without: '9' is not a square"));
        for square in ["d4", "a1", "k11", "a8", "d0"] {
            assert!(error(&format!("without={square}")).contains(square));
        }
    }
}
