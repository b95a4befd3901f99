//! Filters the lines that a page sends to an engine: no file names, no new programs, and no more
//! memory and threads than the user allowed on the command line.

use crate::protocol::{CommandReach, OptionReach, UciCommand, command_reach, option_reach, parse};

/// Limits on an engine's resources.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Allowance {
    /// Size of a table in MiB.
    pub hash: usize,
    /// Number of threads.
    pub threads: usize,
    /// Whether the engine is our own session, which accepts additional commands.
    pub own: bool,
}

/// Why a line is rejected.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("a page may not send '{0}'")]
    Command(String),
    #[error("a page may not send control characters")]
    Control,
    #[error("a page may not set option '{0}'")]
    Option(String),
    #[error("a page may set option '{name}' to at most {most}")]
    TooMuch { name: String, most: usize },
}

impl Allowance {
    /// Checks a line from a page.
    pub fn check(&self, line: &str) -> Result<(), Refusal> {
        // A line break would start a second command; some programs also treat a carriage return as
        // one.
        if line.contains(char::is_control) {
            return Err(Refusal::Control);
        }
        let Some(command) = line.split_whitespace().next() else { return Ok(()) };
        let known = match command_reach(command) {
            Some(CommandReach::Standard) => true,
            Some(CommandReach::Own) => self.own,
            Some(CommandReach::Host) | None => false,
        };
        if !known {
            return Err(Refusal::Command(command.chars().take(20).collect()));
        }
        if command != "setoption" {
            return Ok(());
        }
        match parse(line) {
            Ok(Some(UciCommand::SetOption { name, value })) => self.check_option(name, value),
            // In another order, the same words might mean something else to an engine.
            _ => Err(Refusal::Command(command.to_owned())),
        }
    }

    fn check_option(&self, name: String, value: Option<String>) -> Result<(), Refusal> {
        // Other engines may only set options that our own engine has too.
        let most = match (option_reach(&name), name.to_ascii_lowercase().as_str()) {
            (Some(OptionReach::Game), _) => return Ok(()),
            (Some(OptionReach::Resources), "threads") => self.threads,
            (Some(OptionReach::Resources), _) => self.hash,
            (Some(OptionReach::Files) | None, _) => {
                return Err(Refusal::Option(name.chars().take(40).collect()));
            }
        };
        let wanted: Option<usize> = value.and_then(|value| value.parse().ok());
        match wanted {
            Some(wanted) if wanted <= most => Ok(()),
            _ => Err(Refusal::TooMuch { name, most }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: Allowance = Allowance { hash: 64, threads: 2, own: true };

    #[test]
    fn what_a_page_needs_is_let_through() {
        for line in [
            "",
            "  ",
            "uci",
            "isready",
            "position startpos moves d2e2",
            "go infinite",
            "moves",
            "solve nodes 5",
            "setoption name UCI_Variant value dim:7 start:/7/",
            "setoption name Rule KingMove value step",
            "setoption name MultiPV value 5",
            "setoption name hash value 64",
            "setoption name THREADS value 1",
        ] {
            assert_eq!(OWN.check(line), Ok(()), "{line}");
        }
    }

    #[test]
    fn files_memory_and_other_commands_are_not() {
        for line in [
            "setoption name EvalFile value /etc/passwd",
            "setoption name evalfile value x",
            "setoption  name   VariantPath  value x",
            "setoption name Hash value 65",
            "setoption name Hash value 1e9",
            "setoption name hash",
            "setoption name Threads value 3",
            "setoption name Threads value 99999999999999999999999",
            "setoption name Debug Log File value x",
            "setoption value 9 name Hash",
            "setoption",
            "bench",
            "quit",
            "debug on",
            "export_net file",
            "# a remark",
            "isready\rbench",
            "isready\nisready",
            "isready\n",
        ] {
            assert!(OWN.check(line).is_err(), "{line}");
        }
    }

    #[test]
    fn another_engine_is_sent_what_every_engine_knows() {
        let other = Allowance { own: false, ..OWN };
        assert_eq!(other.check("go depth 3"), Ok(()));
        for line in ["d", "eval", "moves", "solve", "bench"] {
            assert!(other.check(line).is_err(), "{line}");
        }
    }
}
