//! The commands, one entry each: parsing, `help` and the rights of programs that forward lines all
//! follow from this table.

use super::arguments;
use super::command::UciCommand;
use super::parse_error::UciParseError;
use super::reach::CommandReach::{self, Host, Own, Standard};
use super::words::Words;

/// A command of the protocol.
pub(super) struct CommandEntry {
    /// Its first word.
    pub name: &'static str,
    /// What it gives access to. `None` if it may not be forwarded at all.
    pub reach: Option<CommandReach>,
    /// Reads the words after the first. Words that it leaves are an error.
    pub arguments: fn(&mut Words<'_>) -> Result<UciCommand, UciParseError>,
    /// The forms of the command in `help`, one per line.
    pub usage: &'static [&'static str],
    /// What it does, in one line.
    pub help: &'static str,
}

/// All commands, in the order of `help`.
pub(super) static COMMANDS: [CommandEntry; 20] = [
    CommandEntry {
        name: "uci",
        reach: Some(Standard),
        arguments: |_| Ok(UciCommand::Uci),
        usage: &["uci"],
        help: "identify the engine and list its options",
    },
    CommandEntry {
        name: "isready",
        reach: Some(Standard),
        arguments: |_| Ok(UciCommand::IsReady),
        usage: &["isready"],
        help: "answer readyok",
    },
    CommandEntry {
        name: "ucinewgame",
        reach: Some(Standard),
        arguments: |_| Ok(UciCommand::UciNewGame),
        usage: &["ucinewgame"],
        help: "forget the results of earlier games",
    },
    CommandEntry {
        name: "setoption",
        reach: Some(Standard),
        arguments: arguments::set_option,
        usage: &["setoption name <name> [value <value>]"],
        help: "set an option, e.g. UCI_Variant, VariantPath, Rule KingMove",
    },
    CommandEntry {
        name: "position",
        reach: Some(Standard),
        arguments: arguments::position,
        usage: &["position startpos|fen <fen>|otn <position> <side> [moves <move>…]"],
        help: "set up a position",
    },
    CommandEntry {
        name: "go",
        reach: Some(Standard),
        arguments: arguments::go,
        usage: &[
            "go [wtime|btime|winc|binc|movetime <ms>] [movestogo|depth|nodes|mate <n>]",
            "   [infinite] [ponder] [searchmoves <move>…]",
            "go perft <n>",
        ],
        help: "search, or count the sequences of n moves; white (wtime) is the defenders",
    },
    CommandEntry {
        name: "stop",
        reach: Some(Standard),
        arguments: |_| Ok(UciCommand::Stop),
        usage: &["stop"],
        help: "end a search",
    },
    CommandEntry {
        name: "ponderhit",
        reach: Some(Standard),
        arguments: |_| Ok(UciCommand::PonderHit),
        usage: &["ponderhit"],
        help: "report that the expected move was played",
    },
    CommandEntry {
        name: "solve",
        reach: Some(Own),
        arguments: arguments::solve,
        usage: &["solve [only attackers|defenders] [nodes <n>] [movetime <ms>]"],
        help: "prove the result, or whether one side can force a win",
    },
    CommandEntry {
        name: "d",
        reach: Some(Own),
        arguments: |_| Ok(UciCommand::Display),
        usage: &["d"],
        help: "show the position, its result and its moves",
    },
    CommandEntry {
        name: "variants",
        reach: Some(Own),
        arguments: |_| Ok(UciCommand::Variants),
        usage: &["variants"],
        help: "list the rulesets, in a form for programs",
    },
    CommandEntry {
        name: "rules",
        reach: Some(Own),
        arguments: arguments::rules,
        usage: &["rules [en|da|de|es|fr|is]"],
        help: "list the current rules, in a form for programs",
    },
    CommandEntry {
        name: "fields",
        reach: Some(Own),
        arguments: arguments::fields,
        usage: &["fields [en|da|de|es|fr|is]"],
        help: "the current rules in JSON, with all values of each field",
    },
    CommandEntry {
        name: "moves",
        reach: Some(Own),
        arguments: |_| Ok(UciCommand::Moves),
        usage: &["moves"],
        help: "list the moves, in a form for programs",
    },
    CommandEntry {
        name: "state",
        reach: Some(Own),
        arguments: arguments::state,
        usage: &["state [line]"],
        help: "the position in JSON; with line, all positions of the game",
    },
    CommandEntry {
        name: "eval",
        reach: Some(Own),
        arguments: |_| Ok(UciCommand::Eval),
        usage: &["eval"],
        help: "show the terms of the static evaluation",
    },
    CommandEntry {
        name: "bench",
        reach: Some(Host),
        arguments: arguments::bench,
        usage: &["bench [<hash> [<threads> [<depth>]]]"],
        help: "search fixed positions to fixed depths, or to one",
    },
    CommandEntry {
        name: "debug",
        reach: Some(Host),
        arguments: arguments::debug,
        usage: &["debug on|off"],
        help: "show how each command was parsed",
    },
    CommandEntry {
        name: "help",
        reach: Some(Host),
        arguments: |_| Ok(UciCommand::Help),
        usage: &["help"],
        help: "show this",
    },
    CommandEntry {
        name: "quit",
        reach: None,
        arguments: |_| Ok(UciCommand::Quit),
        usage: &["quit"],
        help: "end the session",
    },
];

/// The command with this first word.
pub(super) fn command_entry(word: &str) -> Option<&'static CommandEntry> {
    COMMANDS.iter().find(|entry| entry.name == word)
}

/// The first words of all commands, in the order of `help`.
pub fn command_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|entry| entry.name)
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

    #[test]
    fn only_the_end_of_the_session_may_not_be_forwarded() {
        let kept: Vec<&str> =
            COMMANDS.iter().filter(|e| e.reach.is_none()).map(|e| e.name).collect();
        assert_eq!(kept, ["quit"]);
        assert_eq!(command_reach("quit"), None);
        assert_eq!(command_reach("jump"), None);
    }
}
