//! The supported engine protocols. A new one needs an entry here, a player in `arena::game` and
//! checks in `arena::conformance`.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoEnumIterator};

/// A protocol.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    Display,
    EnumIter,
    EnumString,
    Serialize,
    Deserialize,
)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum EngineProtocol {
    /// The UCI-style protocol.
    #[default]
    Uci,
    /// OpenTafl's protocol.
    OpenTafl,
}

/// The features of a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProtocolFeatures {
    /// Engine options, including a file of rulesets.
    pub options: bool,
    /// Limits on nodes or depth.
    pub search_limits: bool,
    /// Thinking on the opponent's time.
    pub pondering: bool,
    /// Rulesets are selected by name; otherwise the rules themselves are sent.
    pub ruleset_names: bool,
    /// Scores of positions.
    pub scores: bool,
    /// Whether a process can play several games; otherwise every game starts a new one.
    pub many_games: bool,
}

impl EngineProtocol {
    /// The features of this protocol.
    #[must_use]
    pub fn features(self) -> ProtocolFeatures {
        match self {
            Self::Uci => ProtocolFeatures {
                options: true,
                search_limits: true,
                pondering: true,
                ruleset_names: true,
                scores: true,
                many_games: true,
            },
            // OpenTafl restarts its engines for every game, and they may rely on it.
            Self::OpenTafl => ProtocolFeatures {
                options: false,
                search_limits: false,
                pondering: false,
                ruleset_names: false,
                scores: false,
                many_games: false,
            },
        }
    }

    /// The names of all protocols, for messages.
    #[must_use]
    pub fn names() -> String {
        Self::iter().map(|protocol| protocol.to_string()).collect::<Vec<String>>().join(" or ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_are_read_by_name() {
        assert_eq!("opentafl".parse(), Ok(EngineProtocol::OpenTafl));
        assert!("OpenTafl".parse::<EngineProtocol>().is_err());
        assert_eq!(EngineProtocol::names(), "uci or opentafl");
    }
}
