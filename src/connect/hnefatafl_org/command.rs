//! The lines that the client sends. There are no others.

use std::fmt;

use serde_json::json;

use super::time_setting::TimeSetting;
use crate::types::{Move, Side};

/// The version of the protocol.
const PROTOCOL: &str = "32d9a140";

/// Longest chat text, in bytes.
const MAX_TEXT: usize = 1000;

/// A line to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ClientCommand {
    Login {
        name: String,
        password: String,
    },
    CreateAccount {
        name: String,
        password: String,
    },
    SoftwareId,
    Ping,
    /// Offers a game, in which we play `side`.
    NewGame {
        side: Side,
        rated: bool,
        time: TimeSetting,
        board: u8,
    },
    /// Asks to join an offer.
    JoinPending(u64),
    /// Accepts who asks to join our offer. In a running game it would start it anew.
    Join(u64),
    Decline(u64),
    /// Withdraws an offer, or the request to join one.
    Leave(u64),
    /// Asks which games of ours are running.
    ResumeGames,
    /// Asks for a game, and ties it to this connection.
    Resume(u64),
    Play {
        id: u64,
        side: Side,
        mv: Move,
    },
    Resign {
        id: u64,
        side: Side,
    },
    AcceptDraw(u64),
    Say {
        id: u64,
        text: String,
    },
    JoinTournament,
    /// Asks for everybody's finished games.
    Archive,
}

/// The server's word for a side.
fn role(side: Side) -> &'static str {
    match side {
        Side::Attackers => "attacker",
        Side::Defenders => "defender",
    }
}

impl ClientCommand {
    /// The line without the password, for logs.
    pub fn shown(&self) -> String {
        match self {
            Self::Login { name, .. } => format!("{PROTOCOL} login {name} …"),
            Self::CreateAccount { name, .. } => format!("{PROTOCOL} create_account {name} …"),
            other => other.to_string(),
        }
    }
}

impl fmt::Display for ClientCommand {
    /// The line without its line break. It contains no control character, which would end the
    /// connection.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Login { name, password } => write!(f, "{PROTOCOL} login {name} {password}"),
            Self::CreateAccount { name, password } => {
                write!(f, "{PROTOCOL} create_account {name} {password}")
            }
            Self::SoftwareId => {
                f.write_str(concat!("software_id branan-", env!("CARGO_PKG_VERSION")))
            }
            Self::Ping => f.write_str("ping"),
            Self::NewGame { side, rated, time, board } => {
                let role = match side {
                    Side::Attackers => "Attacker",
                    Side::Defenders => "Defender",
                };
                let offer = json!({
                    "role": role, "rated": rated, "time_settings": time.to_json(), "board_size": board
                });
                write!(f, "new_game {offer}")
            }
            Self::JoinPending(id) => write!(f, "join_game_pending {id}"),
            Self::Join(id) => write!(f, "join_game {id}"),
            Self::Decline(id) => write!(f, "decline_game {id}"),
            Self::Leave(id) => write!(f, "leave_game {id}"),
            Self::ResumeGames => f.write_str("resume_games"),
            Self::Resume(id) => write!(f, "resume_game_json {id}"),
            Self::Play { id, side, mv: Move { from, to } } => {
                write!(f, "game {id} play {} {from} {to}", role(*side))
            }
            Self::Resign { id, side } => write!(f, "game {id} play {} resigns _", role(*side)),
            Self::AcceptDraw(id) => write!(f, "draw {id} accept"),
            Self::Say { id, text } => {
                let plain: String = text.chars().filter(|c| !c.is_control()).collect();
                let fits = |end: &usize| plain.is_char_boundary(*end);
                let end = (0..=plain.len().min(MAX_TEXT)).rev().find(fits).unwrap_or(0);
                write!(f, "text_game {id} {}", &plain[..end])
            }
            Self::JoinTournament => f.write_str("join_tournament"),
            Self::Archive => f.write_str("archived_games"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_in_the_servers_transcripts() {
        let mv: Move = "d1d3".parse().unwrap();
        let attackers = Side::Attackers;
        let time = "60+5".parse().unwrap();
        for (command, line) in [
            (
                ClientCommand::NewGame { side: attackers, rated: true, time, board: 11 },
                r#"new_game {"board_size":11,"rated":true,"role":"Attacker","time_settings":{"Timed":{"add_seconds":5,"milliseconds_left":60000}}}"#,
            ),
            (
                ClientCommand::NewGame {
                    side: Side::Defenders,
                    rated: false,
                    time: TimeSetting::Untimed,
                    board: 7,
                },
                r#"new_game {"board_size":7,"rated":false,"role":"Defender","time_settings":"UnTimed"}"#,
            ),
            (ClientCommand::Play { id: 1, side: attackers, mv }, "game 1 play attacker d1 d3"),
            (
                ClientCommand::Resign { id: 1, side: Side::Defenders },
                "game 1 play defender resigns _",
            ),
        ] {
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn nothing_sent_ends_the_connection_or_shows_the_password() {
        let text = format!("hello\n\tall\u{7}{}", "é".repeat(1000));
        let said = ClientCommand::Say { id: 2, text }.to_string();
        assert!(said.starts_with("text_game 2 helloallé") && said.len() < 1024);
        assert!(!said.chars().any(char::is_control));
        let login = ClientCommand::Login { name: "ai-x".into(), password: "secret".into() };
        assert_eq!(login.to_string(), "32d9a140 login ai-x secret");
        assert!(!login.shown().contains("secret"));
    }
}
