//! What commands and options give access to beyond the game. A program that forwards lines, such as
//! the page's server, uses this to block those that its user may not send.

/// What a command gives access to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandReach {
    /// The game and its search, in any UCI-style protocol.
    Standard,
    /// The same, by a command that only this engine knows.
    Own,
    /// The process itself, or output to the terminal.
    Host,
}

/// What an option gives access to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OptionReach {
    /// The game and its search.
    Game,
    /// Memory or threads: a number that needs a limit.
    Resources,
    /// Files of this machine.
    Files,
}

/// Commands by their first word.
const COMMANDS: [(&str, CommandReach); 19] = [
    ("uci", CommandReach::Standard),
    ("isready", CommandReach::Standard),
    ("ucinewgame", CommandReach::Standard),
    ("setoption", CommandReach::Standard),
    ("position", CommandReach::Standard),
    ("go", CommandReach::Standard),
    ("stop", CommandReach::Standard),
    ("ponderhit", CommandReach::Standard),
    ("d", CommandReach::Own),
    ("variants", CommandReach::Own),
    ("rules", CommandReach::Own),
    ("fields", CommandReach::Own),
    ("moves", CommandReach::Own),
    ("state", CommandReach::Own),
    ("eval", CommandReach::Own),
    ("solve", CommandReach::Own),
    ("bench", CommandReach::Host),
    ("debug", CommandReach::Host),
    ("help", CommandReach::Host),
];

/// What a command gives access to, by its first word. `None` if it is unknown or, like `quit`, may
/// not be forwarded at all.
#[must_use]
pub fn command_reach(word: &str) -> Option<CommandReach> {
    COMMANDS.iter().find(|(name, _)| *name == word).map(|(_, reach)| *reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::{option_reach, parse};

    #[test]
    fn every_command_listed_is_one() {
        for (name, _) in COMMANDS {
            let known =
                parse(name).map_or_else(|error| !error.to_string().contains("unknown"), |_| true);
            assert!(known, "{name}");
        }
        assert_eq!(command_reach("quit"), None);
    }

    #[test]
    fn options_reach_what_their_kind_says() {
        assert_eq!(option_reach("hash"), Some(OptionReach::Resources));
        assert_eq!(option_reach("Threads"), Some(OptionReach::Resources));
        for name in ["EvalFile", "VariantPath", "Debug Log File"] {
            assert_eq!(option_reach(name), Some(OptionReach::Files), "{name}");
        }
        for name in ["UCI_Variant", "Rule KingMove", "MultiPV", "Skill Level", "Clear Hash"] {
            assert_eq!(option_reach(name), Some(OptionReach::Game), "{name}");
        }
        assert_eq!(option_reach("Contempt"), None);
    }
}
