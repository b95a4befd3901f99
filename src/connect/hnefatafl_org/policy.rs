//! What a bot plays, and with whom: a file in TOML.

use std::collections::BTreeSet;
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use super::account::is_program;
use super::hours::Hours;
use super::lobby::OpenGame;
use super::time_setting::TimeSetting;
use crate::types::Side;

/// The board sizes of the server.
const BOARDS: [u8; 3] = [7, 11, 13];

/// Most games at once.
const MAX_GAMES: u8 = 16;

/// The policy without a file: one game at a time, on every board, at 15 min + 10 s.
const DEFAULT: &str = r#"
join = true
[[offer]]
board = 11
[[offer]]
board = 7
[[offer]]
board = 13
"#;

/// What a bot plays, and with whom.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct Policy {
    /// Games played at the same time.
    pub games: u8,
    /// Offers kept open while there is room for a game.
    pub offer: Vec<OfferPolicy>,
    /// Whether to ask to join the offers of others.
    pub join: bool,
    /// Whose requests and offers to accept.
    pub accept: AcceptPolicy,
    /// Play only opponents of an earlier game of this run.
    pub only_rematches: bool,
    /// Whether to take part in tournaments.
    pub tournaments: bool,
    /// The hours, UTC, in which games are begun; at all times if empty.
    pub hours: Vec<Hours>,
    /// Whether to think on the opponent's time.
    pub ponder: bool,
    /// The longest time for a move, in seconds, whatever the clock allows.
    pub max_think: f64,
    /// The time for a move in an untimed game, in seconds.
    pub untimed_move: f64,
    /// When to resign; never without it.
    pub resign: Option<ResignPolicy>,
    /// When to accept a draw; never without it.
    pub draw: Option<DrawPolicy>,
    /// Said at the beginning of each game.
    pub greeting: Option<String>,
    /// Whether SIGTERM waits for running games or leaves them.
    pub on_stop: OnStop,
}

impl Default for Policy {
    fn default() -> Self {
        Self {
            games: 1,
            offer: Vec::new(),
            join: false,
            accept: AcceptPolicy::default(),
            only_rematches: false,
            tournaments: false,
            hours: Vec::new(),
            ponder: false,
            max_think: 60.0,
            untimed_move: 10.0,
            resign: None,
            draw: None,
            greeting: None,
            on_stop: OnStop::Finish,
        }
    }
}

/// An offer kept open.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct OfferPolicy {
    /// Squares along a side: 7, 11 or 13.
    pub board: u8,
    /// The bot's role.
    #[serde(default)]
    pub role: Role,
    /// Whether the game is rated.
    #[serde(default = "yes")]
    pub rated: bool,
    /// The time.
    #[serde(default = "usual_time")]
    pub time: TimeSetting,
}

fn yes() -> bool {
    true
}

fn usual_time() -> TimeSetting {
    TimeSetting::timed(900_000, 10)
}

/// The role in an offer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    Attackers,
    Defenders,
    /// The other role after every game.
    #[default]
    Alternate,
}

/// Whose requests and offers to accept. The first five fields are about the offers of others.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub struct AcceptPolicy {
    /// Board sizes.
    pub boards: Vec<u8>,
    /// The bot's roles.
    pub roles: Vec<Role>,
    /// Only rated or only unrated games.
    pub rated: Option<bool>,
    /// Untimed games.
    pub untimed: bool,
    /// The least and the most time, in seconds: the main time and forty increments.
    pub time: [f64; 2],
    /// The lowest and the highest rating of an opponent.
    pub rating: [f64; 2],
    /// People, programs or both.
    pub opponents: Opponents,
    /// Names never to play.
    pub refuse: Vec<String>,
    /// If not empty, the only names to play.
    pub only: Vec<String>,
}

impl Default for AcceptPolicy {
    fn default() -> Self {
        Self {
            boards: BOARDS.to_vec(),
            roles: vec![Role::Attackers, Role::Defenders],
            rated: None,
            untimed: false,
            time: [60.0, 86_400.0],
            rating: [0.0, 10_000.0],
            opponents: Opponents::Any,
            refuse: Vec::new(),
            only: Vec::new(),
        }
    }
}

/// Kinds of opponents. A program is an account whose name begins with `ai-`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Opponents {
    Any,
    People,
    Programs,
}

/// When to resign.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct ResignPolicy {
    /// Consecutive moves with a hopeless score.
    pub moves: u32,
    /// A hopeless score is at most this many centipawns below zero.
    pub score: i32,
}

/// When to accept a draw.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DrawPolicy {
    /// Moves of both sides before it.
    pub after: usize,
    /// The last score is at most this many centipawns from zero.
    pub score: i32,
}

/// What SIGTERM does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnStop {
    /// Running games are finished, and no others begun.
    Finish,
    /// Running games are left; their clocks run on.
    Leave,
}

/// Why a file is not a policy.
#[derive(Debug, Error)]
pub enum PolicyError {
    /// It is not TOML of the expected form.
    #[error("{0}")]
    Syntax(#[from] toml::de::Error),
    /// A value is out of range.
    #[error("{0}")]
    Value(String),
}

/// What is known about a possible opponent.
pub(super) struct Opponent<'a> {
    pub name: &'a str,
    /// `None` if the server has not told it.
    pub rating: Option<f64>,
    /// Whether there was a game with it.
    pub met: bool,
}

impl Policy {
    /// Reads a policy.
    ///
    /// # Errors
    /// If it has mistakes.
    pub fn read(text: &str) -> Result<Self, PolicyError> {
        let policy: Self = toml::from_str(text)?;
        policy.check().map_err(PolicyError::Value)?;
        Ok(policy)
    }

    /// The policy without a file.
    #[must_use]
    pub fn usual() -> Self {
        Self::read(DEFAULT).unwrap_or_default()
    }

    fn check(&self) -> Result<(), String> {
        let boards = self.offer.iter().map(|offer| &offer.board).chain(&self.accept.boards);
        if let Some(board) = boards.into_iter().find(|board| !BOARDS.contains(board)) {
            return Err(format!("board {board}: the server's boards are 7, 11 and 13"));
        }
        if !(1..=MAX_GAMES).contains(&self.games) {
            return Err(format!("games: it must be from 1 to {MAX_GAMES}"));
        }
        for (name, seconds) in [("max-think", self.max_think), ("untimed-move", self.untimed_move)]
        {
            if !(0.05..=86_400.0).contains(&seconds) {
                return Err(format!("{name}: it must be from 0.05 to 86400 seconds"));
            }
        }
        let ranges = [("accept.time", self.accept.time), ("accept.rating", self.accept.rating)];
        if let Some((name, [from, to])) = ranges.iter().find(|(_, [from, to])| from > to) {
            return Err(format!("{name}: nothing is from {from} to {to}"));
        }
        if let Some(draw) = self.draw.filter(|draw| draw.score < 0) {
            return Err(format!("draw.score: {} is below 0", draw.score));
        }
        if let Some(resign) = self.resign.filter(|resign| resign.score < 0 || resign.moves == 0) {
            let ResignPolicy { moves, score } = resign;
            return Err(format!("resign: moves {moves} or score {score} is too low"));
        }
        Ok(())
    }

    /// The sizes of the boards on which games may begin.
    pub(super) fn boards(&self) -> BTreeSet<u8> {
        let offered = self.offer.iter().map(|offer| offer.board);
        let joined = self.accept.boards.iter().copied().filter(|_| self.join);
        offered.chain(joined).collect()
    }

    /// The longest time for a move.
    pub(super) fn think_limit(&self) -> Duration {
        Duration::from_secs_f64(self.max_think)
    }

    /// Whether games are begun at a minute of the day.
    pub(super) fn is_open(&self, minute: u32) -> bool {
        self.hours.is_empty() || self.hours.iter().any(|hours| hours.include(minute))
    }

    /// Whether to play an opponent.
    pub(super) fn wants(&self, opponent: &Opponent) -> bool {
        let accept = &self.accept;
        let is_name = |name: &String| name.eq_ignore_ascii_case(opponent.name);
        let kind = match accept.opponents {
            Opponents::Any => true,
            Opponents::People => !is_program(opponent.name),
            Opponents::Programs => is_program(opponent.name),
        };
        let [lowest, highest] = accept.rating;
        kind && !accept.refuse.iter().any(is_name)
            && (accept.only.is_empty() || accept.only.iter().any(is_name))
            && (opponent.met || !self.only_rematches)
            // New players have the rating 1500.
            && (lowest..=highest).contains(&opponent.rating.unwrap_or(1500.0))
    }

    /// Whether to ask to join an offer, apart from its owner.
    pub(super) fn wants_game(&self, game: &OpenGame) -> bool {
        /// Moves of a player in a game, for the estimate of its length.
        const MOVES: f64 = 40.0;
        let accept = &self.accept;
        let role = match game.free_side() {
            Some(Side::Attackers) => Role::Attackers,
            Some(Side::Defenders) => Role::Defenders,
            None => return false,
        };
        let time = match game.time {
            TimeSetting::Untimed => accept.untimed,
            TimeSetting::Timed(clock) => {
                let seconds = clock.time.as_secs_f64() + MOVES * clock.increment.as_secs_f64();
                (accept.time[0]..=accept.time[1]).contains(&seconds)
            }
        };
        time && self.join
            && accept.boards.contains(&game.board)
            && (accept.roles.contains(&role) || accept.roles.contains(&Role::Alternate))
            && accept.rated.is_none_or(|rated| rated == game.rated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_policy_is_read() {
        let policy = Policy::read(
            r#"
            games = 3
            join = true
            hours = ["18:00-23:30", "23:45-01:00"]
            greeting = "Hello"
            on-stop = "leave"
            [[offer]]
            board = 7
            role = "defenders"
            rated = false
            time = "300+3"
            [[offer]]
            board = 13
            time = "untimed"
            [accept]
            opponents = "people"
            rating = [1200, 1800]
            refuse = ["Eve"]
            [resign]
            moves = 3
            score = 1500
            [draw]
            after = 60
            score = 10
            "#,
        )
        .unwrap();
        assert_eq!((policy.games, policy.offer.len()), (3, 2));
        assert_eq!(policy.offer[0].time, TimeSetting::timed(300_000, 3));
        assert_eq!(policy.offer[1].role, Role::Alternate);
        assert_eq!(policy.on_stop, OnStop::Leave);
        assert!(policy.is_open(18 * 60) && policy.is_open(0) && !policy.is_open(60));
        let wants = |name, rating| policy.wants(&Opponent { name, rating, met: false });
        assert!(wants("ann", Some(1500.0)) && wants("ann", None));
        assert!(!wants("ai-x", None) && !wants("eve", None) && !wants("ann", Some(1900.0)));
        assert_eq!(Policy::usual().offer.len(), 3);
    }

    #[test]
    fn rematches_and_names_can_be_required() {
        let policy = Policy::read("only-rematches = true\n[accept]\nonly = [\"ann\"]").unwrap();
        let wants = |name, met| policy.wants(&Opponent { name, rating: None, met });
        assert!(wants("ann", true) && !wants("ann", false) && !wants("bob", true));
    }

    #[test]
    fn mistakes_are_explained() {
        for (text, message) in [
            ("gamse = 1", "unknown field `gamse`"),
            ("games = 0", "from 1 to 16"),
            ("[[offer]]\nboard = 9", "7, 11 and 13"),
            ("[[offer]]\nboard = 7\ntime = \"60+0.5\"", "not a time control"),
            ("hours = [\"25:00-26:00\"]", "not like 18:00-23:30"),
            ("hours = [\"18:00-18:00\"]", "no time at all"),
            ("max-think = 0", "from 0.05"),
            ("[accept]\nrating = [1800, 1200]", "accept.rating: nothing is from 1800 to 1200"),
            ("[accept]\ntime = [900, 60]", "accept.time: nothing is from 900 to 60"),
            ("[resign]\nmoves = 0\nscore = 5", "too low"),
        ] {
            let error = Policy::read(text).unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
