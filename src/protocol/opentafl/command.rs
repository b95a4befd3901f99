//! Parses the host's lines into typed commands.

use std::time::Duration;

use super::clock::{ClockError, HostClock};
use crate::protocol::quote::quoted;
use crate::rules::Side;

/// A command from the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpenTaflCommand {
    /// Starts a game under these rules.
    Rules(String),
    /// Sets the position.
    Position(String),
    /// Sets the side to move in the position sent before.
    Side(Side),
    /// Sets the players' clocks.
    Clock(HostClock),
    /// Asks for the best moves in the position.
    Analyze {
        /// Maximum number of moves.
        lines: usize,
        /// Time to spend.
        time: Duration,
    },
    /// Asks for a move of this side.
    Play(Side),
    /// Confirms the engine's last move, which led to this position.
    Moved(String),
    /// Reports the opponent's move.
    OpponentMove {
        /// The opponent's moves, or after a misunderstanding those of the whole game.
        moves: Vec<String>,
        /// The resulting position.
        position: String,
    },
    /// Reports an error in the engine's output.
    Error(i32),
    /// Ends the game.
    Finish,
    /// Ends the session.
    Goodbye,
    /// A line that needs no action.
    Nothing,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OpenTaflParseError {
    /// The first word is not a known command.
    #[error("unknown command '{0}'")]
    Unknown(String),
    /// The arguments are wrong.
    #[error("'{command}' must be followed by {wanted}")]
    Arguments {
        /// The command.
        command: &'static str,
        /// The expected arguments.
        wanted: &'static str,
    },
    /// The clocks are invalid.
    #[error("clock: {0}")]
    Clock(#[from] ClockError),
}

/// Parses a line.
///
/// # Errors
/// If it is not a line of the protocol.
pub fn parse(line: &str) -> Result<OpenTaflCommand, OpenTaflParseError> {
    let (first, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    let rest = rest.trim();
    let words: Vec<&str> = rest.split_whitespace().collect();
    let wants = |command, wanted| OpenTaflParseError::Arguments { command, wanted };
    let side = |command| match words[..] {
        ["attackers"] => Ok(Side::Attackers),
        ["defenders"] => Ok(Side::Defenders),
        _ => Err(wants(command, "attackers or defenders")),
    };
    let text = |command, wanted| match words[..] {
        [] => Err(wants(command, wanted)),
        _ => Ok(rest.to_owned()),
    };
    Ok(match first {
        // The specification has 'hello' and 'start' too, but they need no action.
        "" | "hello" | "start" => OpenTaflCommand::Nothing,
        "rules" => OpenTaflCommand::Rules(text("rules", "a rules string")?),
        "position" => OpenTaflCommand::Position(text("position", "a position")?),
        "side" => OpenTaflCommand::Side(side("side")?),
        "play" => OpenTaflCommand::Play(side("play")?),
        "move" => OpenTaflCommand::Moved(text("move", "a position")?),
        "clock" => OpenTaflCommand::Clock(HostClock::read(&words)?),
        "analyze" => match words[..] {
            [lines, seconds] => {
                let numbers = lines.parse().ok().zip(seconds.parse().ok());
                let (lines, seconds) = numbers.ok_or(wants("analyze", "two numbers"))?;
                OpenTaflCommand::Analyze { lines, time: Duration::from_secs(seconds) }
            }
            _ => return Err(wants("analyze", "a number of moves and a number of seconds")),
        },
        "opponent-move" => match words[..] {
            [moves, position] => OpenTaflCommand::OpponentMove {
                moves: moves.split('|').map(str::to_owned).collect(),
                position: position.to_owned(),
            },
            _ => return Err(wants("opponent-move", "moves and a position")),
        },
        "error" => match words.first().and_then(|code| code.parse().ok()) {
            Some(code) => OpenTaflCommand::Error(code),
            None => return Err(wants("error", "a number")),
        },
        "finish" => OpenTaflCommand::Finish,
        "goodbye" => OpenTaflCommand::Goodbye,
        unknown => return Err(OpenTaflParseError::Unknown(quoted(unknown))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hosts_lines_are_understood() {
        let side = Side::Attackers;
        for (line, command) in [
            ("rules dim:7 start:/7/", OpenTaflCommand::Rules("dim:7 start:/7/".to_owned())),
            ("position /3t3/", OpenTaflCommand::Position("/3t3/".to_owned())),
            ("side attackers", OpenTaflCommand::Side(side)),
            ("play attackers\r", OpenTaflCommand::Play(side)),
            ("move /3t3/", OpenTaflCommand::Moved("/3t3/".to_owned())),
            ("analyze 5 30", OpenTaflCommand::Analyze { lines: 5, time: Duration::from_secs(30) }),
            ("error 2", OpenTaflCommand::Error(2)),
            ("error -1 some text", OpenTaflCommand::Error(-1)),
            ("finish 3", OpenTaflCommand::Finish),
            ("finish", OpenTaflCommand::Finish),
            ("goodbye", OpenTaflCommand::Goodbye),
            ("hello", OpenTaflCommand::Nothing),
            ("  ", OpenTaflCommand::Nothing),
        ] {
            assert_eq!(parse(line), Ok(command), "{line}");
        }
        let moves = OpenTaflCommand::OpponentMove {
            moves: vec!["a1-a2".to_owned(), "b1-b2".to_owned()],
            position: "/7/".to_owned(),
        };
        assert_eq!(parse("opponent-move a1-a2|b1-b2 /7/"), Ok(moves));
    }

    #[test]
    fn other_lines_are_refused_with_a_reason() {
        let error = |line: &str| parse(line).unwrap_err().to_string();
        assert_eq!(error("jump high"), "unknown command 'jump'");
        assert!(error("play white").contains("attackers or defenders"));
        assert!(error("side").contains("attackers or defenders"));
        assert!(error("rules").contains("a rules string"));
        assert!(error("analyze 5").contains("number of seconds"));
        assert!(error("analyze five 5").contains("two numbers"));
        assert!(error("opponent-move a1-a2").contains("moves and a position"));
        assert!(error("error").contains("a number"));
        assert!(error("clock 1 2").contains("clock:"));
        assert!(error(&"x".repeat(1000)).len() < 200);
    }
}
