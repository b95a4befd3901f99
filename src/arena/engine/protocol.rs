//! The supported engine protocols. Each has a file here with its processes and features, a player
//! in `arena::game::drivers` and checks in `arena::conformance`.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumIter, EnumString, IntoEnumIterator};

use super::{opentafl, process, tablut};

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
    /// The protocol of the Bologna Tablut competition, in which the runner is the server.
    Tablut,
}

/// The features of a protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProtocolFeatures {
    /// Engine options, including a file of rulesets.
    pub options: bool,
    /// Game clocks; otherwise every move has a fixed time.
    pub game_clock: bool,
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
            Self::Uci => process::FEATURES,
            Self::OpenTafl => opentafl::FEATURES,
            Self::Tablut => tablut::FEATURES,
        }
    }

    /// The names of all protocols, for messages.
    #[must_use]
    pub fn names() -> String {
        let names: Vec<String> = Self::iter().map(|protocol| protocol.to_string()).collect();
        match names.split_last() {
            Some((last, others)) if !others.is_empty() => {
                format!("{} or {last}", others.join(", "))
            }
            _ => names.concat(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocols_are_read_by_name() {
        assert_eq!("opentafl".parse(), Ok(EngineProtocol::OpenTafl));
        assert!("OpenTafl".parse::<EngineProtocol>().is_err());
        assert_eq!(EngineProtocol::names(), "uci, opentafl or tablut");
    }
}
