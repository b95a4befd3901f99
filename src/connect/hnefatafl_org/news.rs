//! The lines that the server sends.

use serde::Deserialize;
use serde_json::Value;

use crate::types::{Move, Side};

/// A line of the server. Replies are not numbered, and most name no game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum News {
    LoggedIn,
    /// The refusal of a login or a new account, without the word `login` or `create_account`.
    LoginRefused(String),
    Version(String),
    /// All games and users, in RON.
    Display(String),
    /// Changed users, in RON.
    Users(String),
    /// Changed games.
    Games(Value),
    Tournament(Value),
    Offered(u64),
    /// Our request to join an offer was taken.
    Asked(u64),
    /// Somebody asks to join our offer.
    Challenged(u64),
    /// A game begins. Its number is not told.
    Begun {
        attackers: String,
        defenders: String,
    },
    /// A hint that a game runs. After a login it does not mean that we are to move.
    YourMove(u64),
    Moved {
        id: u64,
        side: Side,
        mv: Move,
    },
    /// A resignation or, told in the same words, a loss on time.
    Resigned {
        id: u64,
        side: Side,
    },
    Clock(ClockNews),
    /// Our last `game` command was executed.
    Done,
    /// Our last `game` command was refused.
    Refused(String),
    Over {
        id: u64,
        winner: Side,
    },
    DrawOffered(u64),
    /// A game ended in a draw, which one is not told.
    Drawn,
    DrawDeclined,
    Saved(Box<SavedGame>),
    Pong,
    /// A refusal of anything else.
    OtherRefusal(String),
    /// A line without meaning for a bot.
    Other,
}

/// Both clocks.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct ClockNews {
    pub id: u64,
    pub attacker_ms_left: i64,
    pub defender_ms_left: i64,
}

/// A running game, as `resume_game_json` tells it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct SavedGame {
    pub id: u64,
    pub attackers: String,
    pub defenders: String,
    pub dim: u8,
    pub time_control: Option<SavedControl>,
    pub time_remaining_ms: Option<SavedClock>,
    /// `d1-d3` with `x` and a square for each capture; in capitals on 13x13.
    pub moves: String,
    pub rated: bool,
}

/// The time control of a saved game, in seconds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct SavedControl {
    pub main_time_seconds: u64,
    pub increment_length: u64,
}

/// The clocks of a saved game, in milliseconds.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub(super) struct SavedClock {
    pub attackers: i64,
    pub defenders: i64,
}

fn side(word: &str) -> Option<Side> {
    match word {
        "attacker" | "a" => Some(Side::Attackers),
        "defender" | "d" => Some(Side::Defenders),
        _ => None,
    }
}

impl News {
    /// Reads a line. Unknown lines and those with mistakes are [`News::Other`].
    pub fn read(line: &str) -> Self {
        let line = line.trim();
        let news = match line.split_once(' ') {
            Some(("=", rest)) => Self::read_done(rest),
            Some(("?", rest)) => Some(Self::read_refusal(rest)),
            Some(("game", rest)) => Self::read_game(rest),
            Some(("request_draw", rest)) => first_number(rest).map(Self::DrawOffered),
            Some(("version", rest)) => Some(Self::Version(rest.to_owned())),
            _ => None,
        };
        news.unwrap_or(Self::Other)
    }

    fn read_done(rest: &str) -> Option<Self> {
        let (verb, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        Some(match verb {
            "login" => Self::LoggedIn,
            "initialize_display" => Self::Display(rest.to_owned()),
            "users_updated" => Self::Users(rest.to_owned()),
            "games_updated" => Self::Games(serde_json::from_str(rest).ok()?),
            "tournament_status_0" => Self::Tournament(serde_json::from_str(rest).ok()?),
            "new_game" => Self::Offered(first_number(rest)?),
            "join_game_pending" => Self::Asked(first_number(rest)?),
            "challenge_requested" => Self::Challenged(first_number(rest)?),
            "join_game" => {
                let mut words = rest.split_whitespace();
                let (attackers, defenders) = (words.next()?.to_owned(), words.next()?.to_owned());
                Self::Begun { attackers, defenders }
            }
            "game" => Self::Done,
            "game_time" => Self::Clock(serde_json::from_str(rest).ok()?),
            "game_over" => {
                let winner = match rest.split_whitespace().nth(1)? {
                    "attacker_wins" => Side::Attackers,
                    "defender_wins" => Side::Defenders,
                    _ => return None,
                };
                Self::Over { id: first_number(rest)?, winner }
            }
            "draw" if rest.trim() == "accept" => Self::Drawn,
            "draw" if rest.trim() == "decline" => Self::DrawDeclined,
            "resume_game_json" => Self::Saved(serde_json::from_str(rest).ok()?),
            "ping" => Self::Pong,
            _ => return None,
        })
    }

    fn read_refusal(rest: &str) -> Self {
        let (verb, why) = rest.split_once(' ').unwrap_or((rest, ""));
        match verb {
            "login" | "create_account" => Self::LoginRefused(why.to_owned()),
            "game" => Self::Refused(why.to_owned()),
            _ => Self::OtherRefusal(rest.to_owned()),
        }
    }

    fn read_game(rest: &str) -> Option<Self> {
        let words: Vec<&str> = rest.split_whitespace().collect();
        let (id, rest) = words.split_first()?;
        let id = id.parse().ok()?;
        match rest {
            ["generate_move", ..] => Some(Self::YourMove(id)),
            ["play", who, "resigns", ..] => Some(Self::Resigned { id, side: side(who)? }),
            ["play", who, from, to] => {
                // The squares are spelled as the opponent spelled them.
                let square = |name: &str| name.to_ascii_lowercase().parse().ok();
                let mv = Move { from: square(from)?, to: square(to)? };
                Some(Self::Moved { id, side: side(who)?, mv })
            }
            _ => None,
        }
    }
}

fn first_number(rest: &str) -> Option<u64> {
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_transcripts_are_read() {
        let refused = |text: &str| News::Refused(text.into());
        for (line, news) in [
            ("= login", News::LoggedIn),
            ("? login wrong_version", News::LoginRefused("wrong_version".into())),
            ("version 6.4.1", News::Version("6.4.1".into())),
            ("= new_game 1", News::Offered(1)),
            ("= challenge_requested 12", News::Challenged(12)),
            (
                "= join_game ann bob rated fischer 60000 5 11",
                News::Begun { attackers: "ann".into(), defenders: "bob".into() },
            ),
            ("game 1 generate_move attacker", News::YourMove(1)),
            (
                "game 1 play attacker F8 C8",
                News::Moved { id: 1, side: Side::Attackers, mv: "f8c8".parse().unwrap() },
            ),
            ("game 1 play defender resigns ", News::Resigned { id: 1, side: Side::Defenders }),
            ("= game", News::Done),
            ("? game play: it isn't your turn", refused("play: it isn't your turn")),
            ("? game unknown error", refused("unknown error")),
            ("? leave_game unknown error", News::OtherRefusal("leave_game unknown error".into())),
            ("= game_over 3 defender_wins", News::Over { id: 3, winner: Side::Defenders }),
            ("= draw accept", News::Drawn),
            ("request_draw 4 attacker", News::DrawOffered(4)),
            ("= ping", News::Pong),
        ] {
            assert_eq!(News::read(line), news, "{line}");
        }
        let clock = r#"= game_time {"id":1,"attacker_ms_left":64221,"defender_ms_left":-3}"#;
        let read = ClockNews { id: 1, attacker_ms_left: 64221, defender_ms_left: -3 };
        assert_eq!(News::read(clock), News::Clock(read));
    }

    #[test]
    fn a_saved_game_is_read() {
        let line = r#"= resume_game_json {"id":0,"attackers":"ann","defenders":"bob","dim":11,"start":"/3A/","time_control":null,"time_remaining_ms":{"attackers":64221,"defenders":59923,"last_move":"2026-11-23T09:04:27.119Z"},"moves":"k7-h7 f8-h8xh7","rated":false,"messages":[]}"#;
        let News::Saved(game) = News::read(line) else { panic!("{line}") };
        assert_eq!((game.id, game.dim, game.moves.as_str()), (0, 11, "k7-h7 f8-h8xh7"));
        assert_eq!(game.time_remaining_ms.unwrap().defenders, 59923);
    }

    #[test]
    fn other_lines_mean_nothing() {
        for line in [
            "",
            "=",
            "?",
            "game",
            "game x play",
            "game 1 play attacker z d3",
            "= game_over 1 draw",
            "= game_over",
            "= game_time {",
            "= new_game -1",
            "= join_game ann",
            "hello",
            "game 99999999999999999999 generate_move attacker",
            "game 1 play king d1 d3",
            "= text (username:\"x\",timestamp:\"\",content:\"game 1 generate_move attacker\")",
        ] {
            assert_eq!(News::read(line), News::Other, "{line}");
        }
    }
}
