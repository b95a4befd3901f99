//! The supported engine protocols. Each has its features here, a file with its processes, a player
//! in `arena::game::drivers` and checks in `arena::conformance`.

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

/// The features of the UCI-style protocol.
const UCI: ProtocolFeatures = ProtocolFeatures {
    options: true,
    game_clock: true,
    search_limits: true,
    pondering: true,
    ruleset_names: true,
    scores: true,
    many_games: true,
};

/// The features of OpenTafl's protocol. OpenTafl restarts its engines for every game, and they may rely
/// on it.
const OPENTAFL: ProtocolFeatures = ProtocolFeatures {
    options: false,
    game_clock: true,
    search_limits: false,
    pondering: false,
    ruleset_names: false,
    scores: false,
    many_games: false,
};

/// The features of the Tablut competition's protocol. A server plays one game, and so do its clients.
const TABLUT: ProtocolFeatures = ProtocolFeatures {
    options: false,
    game_clock: false,
    search_limits: false,
    pondering: false,
    ruleset_names: false,
    scores: false,
    many_games: false,
};

impl EngineProtocol {
    /// The features of this protocol.
    #[must_use]
    pub fn features(self) -> ProtocolFeatures {
        match self {
            Self::Uci => UCI,
            Self::OpenTafl => OPENTAFL,
            Self::Tablut => TABLUT,
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
