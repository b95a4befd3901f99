//! A fixed part of a match that can be played separately, for example on another machine.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::fixture::pair_of;

/// A part of a schedule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum SchedulePart {
    /// One of several parts: every n-th pair, with both of its games. More rounds only add games to
    /// the end of each part.
    Part {
        /// The part, from 1.
        number: u64,
        /// The number of parts.
        of: u64,
    },
    /// Some games, given by ranges of their indices that follow each other, from 0.
    Games(Vec<RangeInclusive<u64>>),
}

/// The word before a list of games.
const GAMES: &str = "games:";

/// The largest number of a game in a list.
const MAX_GAME: u64 = 1 << 53;

/// The text is not a share.
#[derive(Debug, Error, PartialEq, Eq)]
#[error(
    "\"{0}\" is not a share; write 2/5 for the second of five, or games:1-4,9 for these games in their \
     order"
)]
pub struct ShareError(String);

impl SchedulePart {
    /// Whether the game with this index belongs to the share.
    pub fn contains(&self, index: u64) -> bool {
        match self {
            Self::Part { number, of } => pair_of(index) % of == number - 1,
            Self::Games(ranges) => ranges.iter().any(|range| range.contains(&index)),
        }
    }

    /// Whether a match of `all` games has the games of a list. One of several parts may be empty.
    pub(super) fn fits(&self, all: u64) -> bool {
        match self {
            Self::Part { .. } => true,
            Self::Games(ranges) => ranges.iter().all(|range| *range.end() < all),
        }
    }

    /// Number of games in the share, out of `all`, which is a whole number of pairs.
    pub fn games(&self, all: u64) -> u64 {
        match self {
            Self::Part { number, of } => 2 * (all / 2).saturating_sub(number - 1).div_ceil(*of),
            Self::Games(ranges) => {
                let below = |index: u64| index.min(all);
                ranges.iter().map(|range| below(range.end() + 1) - below(*range.start())).sum()
            }
        }
    }
}

/// Parses `K/N`.
fn read_part(text: &str) -> Option<SchedulePart> {
    let (number, of) = text.split_once('/')?;
    let (number, of) = (number.parse().ok()?, of.parse().ok()?);
    (1..=of).contains(&number).then_some(SchedulePart::Part { number, of })
}

/// Parses a list of games, counted from 1, and of ranges of them.
fn read_games(text: &str) -> Option<SchedulePart> {
    let mut ranges: Vec<RangeInclusive<u64>> = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<u64>().ok()?, last.parse::<u64>().ok()?);
        if last > MAX_GAME {
            return None;
        }
        let after = ranges.last().map_or(1, |range| range.end() + 2);
        if !(after..=last).contains(&first) {
            return None;
        }
        ranges.push(first - 1..=last - 1);
    }
    Some(SchedulePart::Games(ranges))
}

impl FromStr for SchedulePart {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let share = match text.strip_prefix(GAMES) {
            Some(games) => read_games(games),
            None => read_part(text),
        };
        share.ok_or_else(|| ShareError(text.to_owned()))
    }
}

impl fmt::Display for SchedulePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ranges = match self {
            Self::Part { number, of } => return write!(f, "{number}/{of}"),
            Self::Games(ranges) => ranges,
        };
        let range = |range: &RangeInclusive<u64>| match (range.start() + 1, range.end() + 1) {
            (first, last) if first == last => first.to_string(),
            (first, last) => format!("{first}-{last}"),
        };
        write!(f, "{GAMES}{}", ranges.iter().map(range).collect::<Vec<_>>().join(","))
    }
}

impl TryFrom<String> for SchedulePart {
    type Error = ShareError;

    fn try_from(text: String) -> Result<Self, ShareError> {
        text.parse()
    }
}

impl From<SchedulePart> for String {
    fn from(share: SchedulePart) -> Self {
        share.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shares_are_written_as_they_are_read() {
        assert_eq!("2/5".parse::<SchedulePart>().unwrap().to_string(), "2/5");
        for bad in ["", "2", "0/5", "6/5", "0/0", "a/5", "1/2/3", "-1/2", "1/"] {
            assert_eq!(bad.parse::<SchedulePart>(), Err(ShareError(bad.to_owned())), "{bad}");
        }
    }

    #[test]
    fn lists_of_games_are_written_as_they_are_read() {
        let read = |text: &str| text.parse::<SchedulePart>();
        for text in ["games:1", "games:3-4,9", "games:1-2,3-3,9007199254740992"] {
            assert_eq!(read(text).unwrap().to_string(), text.replace("3-3", "3"));
        }
        let share = read("games:3-4,9").unwrap();
        let held: Vec<u64> = (0..20).filter(|&index| share.contains(index)).collect();
        assert_eq!((held, share.games(20), share.games(4)), (vec![2, 3, 8], 3, 2));
        for bad in [
            "",
            "0",
            "3,2",
            "2,2",
            "4-3",
            "1-4,4",
            "1,,2",
            "a",
            "1-",
            "-3",
            "1 - 2",
            "18446744073709551615",
        ] {
            assert!(read(&format!("games:{bad}")).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_game_is_in_one_share_with_the_other_of_its_pair(pairs in 0u64..60, of in 1u64..70) {
            let shares: Vec<SchedulePart> = (1..=of).map(|number| SchedulePart::Part { number, of }).collect();
            for index in 0..2 * pairs {
                let holders: Vec<_> = shares.iter().filter(|share| share.contains(index)).collect();
                prop_assert_eq!(holders.len(), 1);
                prop_assert!(holders[0].contains(index ^ 1));
            }
            for share in shares {
                let counted = (0..2 * pairs).filter(|&index| share.contains(index)).count() as u64;
                prop_assert_eq!(share.games(2 * pairs), counted);
            }
        }
    }
}
