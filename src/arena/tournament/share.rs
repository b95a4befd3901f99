//! A fixed part of a match that can be played separately, for example on another machine.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::schedule::pair_of;

/// One of several parts of a schedule: every n-th pair, with both of its games. More rounds only
/// add games to the end of each part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Share {
    number: u64,
    of: u64,
}

/// The text is not a share.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("\"{0}\" is not a share; write 2/5 for the second of five")]
pub struct ShareError(String);

impl Share {
    /// Whether the game with this index belongs to the share.
    pub fn contains(self, index: u64) -> bool {
        pair_of(index) % self.of == self.number - 1
    }

    /// Number of games in the share, out of `all`, which is a whole number of pairs.
    pub fn games(self, all: u64) -> u64 {
        2 * (all / 2).saturating_sub(self.number - 1).div_ceil(self.of)
    }
}

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let numbers = text.split_once('/');
        let numbers =
            numbers.and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match numbers {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShareError(text.to_owned())),
        }
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

impl TryFrom<String> for Share {
    type Error = ShareError;

    fn try_from(text: String) -> Result<Self, ShareError> {
        text.parse()
    }
}

impl From<Share> for String {
    fn from(share: Share) -> Self {
        share.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn shares_are_written_as_they_are_read() {
        assert_eq!("2/5".parse::<Share>().unwrap().to_string(), "2/5");
        for bad in ["", "2", "0/5", "6/5", "0/0", "a/5", "1/2/3", "-1/2", "1/"] {
            assert_eq!(bad.parse::<Share>(), Err(ShareError(bad.to_owned())), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn every_game_is_in_one_share_with_the_other_of_its_pair(pairs in 0u64..60, of in 1u64..70) {
            let shares: Vec<Share> = (1..=of).map(|number| Share { number, of }).collect();
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
