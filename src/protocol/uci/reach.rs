//! What commands and options give access to beyond the game. A program that forwards lines, such as
//! the page's server, uses this to block those that its user may not send.

use super::command_table::command_entry;

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

/// What a command gives access to, by its first word. `None` if it is unknown or, like `quit`, may
/// not be forwarded at all.
#[must_use]
pub fn command_reach(word: &str) -> Option<CommandReach> {
    command_entry(word).and_then(|entry| entry.reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::command_table::COMMANDS;
    use crate::protocol::uci::option_reach;

    #[test]
    fn only_the_end_of_the_session_may_not_be_forwarded() {
        let kept: Vec<&str> =
            COMMANDS.iter().filter(|e| e.reach.is_none()).map(|e| e.name).collect();
        assert_eq!(kept, ["quit"]);
        assert_eq!(command_reach("quit"), None);
        assert_eq!(command_reach("jump"), None);
    }

    #[test]
    fn options_reach_what_their_kind_says() {
        assert_eq!(option_reach("hash"), Some(OptionReach::Resources));
        assert_eq!(option_reach("Threads"), Some(OptionReach::Resources));
        for name in ["EvalFile", "BookFile", "VariantPath", "Debug Log File"] {
            assert_eq!(option_reach(name), Some(OptionReach::Files), "{name}");
        }
        for name in ["UCI_Variant", "Rule KingMove", "MultiPV", "Skill Level", "Clear Hash"] {
            assert_eq!(option_reach(name), Some(OptionReach::Game), "{name}");
        }
        assert_eq!(option_reach("Contempt"), None);
    }
}
