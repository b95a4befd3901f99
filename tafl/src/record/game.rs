//! One finished game.

use serde::{Deserialize, Serialize};

use super::remark::Remark;
use super::termination::{Report, Termination};
use crate::game::Played;
use crate::rules::{self, Side};

/// A move with its annotations.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// The move, in long form with captures, `d2-e2xd3/e4`, or in any form of the grammar.
    pub text: String,
    /// The player's remark on it.
    #[serde(default, skip_serializing_if = "Remark::is_empty")]
    pub remark: Remark,
    /// Human comments on it, in one or more lines.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// Alternative lines, each beginning in place of this move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Vec<RecordedMove>>,
}

impl From<&Played> for RecordedMove {
    /// The move without annotations.
    fn from(played: &Played) -> Self {
        Self { text: played.to_string(), ..Self::default() }
    }
}

/// A player's name and limits, as in the tags.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct RecordedPlayer {
    /// The player's name.
    pub name: String,
    /// Its time or other limits.
    pub limits: String,
}

impl RecordedPlayer {
    /// A player of whom only the name is known.
    #[must_use]
    pub fn named(name: &str) -> Self {
        Self { name: name.to_owned(), limits: "-".to_owned() }
    }
}

impl Default for RecordedPlayer {
    /// A player of whom nothing is known.
    fn default() -> Self {
        Self::named("?")
    }
}

/// One finished game.
///
/// [`Self::of`] makes one of a game, [`Self::to_text`] writes it, and [`read`](super::read) reads files.
/// Serialised, it has the fields below. A move is an object with its `text`; a remark and a termination
/// are their texts.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct GameRecord {
    /// The match it belongs to, or `?`.
    #[serde(default = "unknown")]
    pub event: String,
    /// When it ended, UTC, `2026.11.21 15:04:05`, or `?`.
    #[serde(default = "unknown")]
    pub date: String,
    /// Place in the match's schedule, from 0; `None` for a game outside a match.
    pub index: Option<u64>,
    /// Round, from 0.
    pub round: Option<u32>,
    /// The ruleset's name, or the whole ruleset as a rules string or as a JSON object.
    pub variant: String,
    /// Alternate rules, as name and value.
    #[serde(default)]
    pub rules: Vec<(String, String)>,
    /// The attackers' player.
    #[serde(default)]
    pub attackers: RecordedPlayer,
    /// The defenders' player.
    #[serde(default)]
    pub defenders: RecordedPlayer,
    /// The start position, if not the ruleset's.
    pub fen: Option<String>,
    /// The side that moves first.
    pub first: Side,
    /// The moves played.
    pub moves: Vec<RecordedMove>,
    /// The winner; `None` for a draw and for a game without a result.
    pub winner: Option<Side>,
    /// How it ended.
    pub termination: Termination,
    /// The details of a fault, if there was one.
    pub detail: Option<String>,
    /// Other tags and their values, in alphabetical order.
    #[serde(default)]
    pub extra: Vec<(String, String)>,
}

/// The value of a tag that is not known.
fn unknown() -> String {
    "?".to_owned()
}

impl Default for GameRecord {
    /// An unfinished game of the [default ruleset](rules::DEFAULT) without moves, by unknown players.
    fn default() -> Self {
        Self {
            event: unknown(),
            date: unknown(),
            index: None,
            round: None,
            variant: rules::DEFAULT.to_owned(),
            rules: Vec::new(),
            attackers: RecordedPlayer::default(),
            defenders: RecordedPlayer::default(),
            fen: None,
            first: Side::Attackers,
            moves: Vec::new(),
            winner: None,
            termination: Termination::Reported(Report::Unfinished),
            detail: None,
            extra: Vec::new(),
        }
    }
}

/// The first character of a line that belongs to no game.
pub(super) const ESCAPE: char = '%';

/// The word for the result of a game that has not ended.
pub(super) const NO_RESULT: &str = "*";

/// The word for a result.
pub fn result_word(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::Attackers) => "attackers",
        Some(Side::Defenders) => "defenders",
        None => "draw",
    }
}

impl GameRecord {
    /// Whether the game has ended.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.termination != Termination::Reported(Report::Unfinished)
    }

    /// The word for the result in tags and at the end of the moves.
    pub fn result(&self) -> &'static str {
        if self.is_finished() { result_word(self.winner) } else { NO_RESULT }
    }

    /// The rules in words, with this name for the ruleset: `tablut KingMove=step`.
    #[must_use]
    pub fn rules_in_words(&self, ruleset: &str) -> String {
        let rules = self.rules.iter().map(|(rule, value)| format!(" {rule}={value}"));
        rules.fold(ruleset.to_owned(), |text, rule| text + &rule)
    }

    /// The value of a tag in `extra`.
    pub fn extra(&self, name: &str) -> Option<&str> {
        self.extra.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// The player of a side.
    pub fn player(&self, side: Side) -> &RecordedPlayer {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }

    /// The half points of a side: 2 for a win, 1 for a draw or a game without a result, 0 for a loss.
    pub fn half_points(&self, side: Side) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == side),
        }
    }

    /// The moves of the opening book from which the game was played.
    pub fn book_moves(&self) -> impl Iterator<Item = &str> {
        self.moves.iter().take_while(|m| m.remark.book).map(|m| m.text.as_str())
    }

    /// The moves with the side that made each.
    pub fn moves_by_side(&self) -> impl Iterator<Item = (Side, &RecordedMove)> {
        let sides = std::iter::successors(Some(self.first), |side| Some(side.other()));
        sides.zip(&self.moves)
    }
}
