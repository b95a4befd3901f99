//! The protocols that engines are spoken to in. A further one has a line here, a player in
//! `arena::game` and checks in `arena::conformance`.

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
    /// The UCI-style one.
    #[default]
    Uci,
    /// OpenTafl's.
    OpenTafl,
}

/// What can be said in a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProtocolFeatures {
    /// Options of the engine, a file of rulesets among them.
    pub options: bool,
    /// Limits of nodes or depth.
    pub search_limits: bool,
    /// Thinking on the opponent's time.
    pub pondering: bool,
    /// Rulesets by name; else the rules themselves are sent.
    pub ruleset_names: bool,
    /// What the engine thinks of a position.
    pub scores: bool,
    /// Whether a process plays any number of games; else it is started anew for each.
    pub many_games: bool,
}

impl EngineProtocol {
    /// What can be said in it.
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
            // OpenTafl starts its engines anew for every game, and they may rely on it.
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

    /// The names of all protocols, for people.
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
