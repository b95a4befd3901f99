//! One finished game and its text form: tags and moves in the manner of chess's PGN.
//!
//! The form is documented in `protocol.md`; [`super::record_reader`] reads it.

use std::fmt::{self, Write as _};
use std::time::Duration;

use strum::{Display, EnumString};

use crate::rules::Side;

use super::openings::Opening;

/// Longest line of moves, in characters.
const LINE_WIDTH: usize = 100;

/// How a game ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Display, EnumString, serde::Serialize,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum Termination {
    // By the rules of the game.
    /// The attackers captured the king.
    KingCaptured,
    /// The king reached an escape square.
    KingEscaped,
    /// The attackers closed a ring around all defenders.
    Encircled,
    /// The king stands on the edge in a fort that cannot be broken.
    EdgeFort,
    /// A position repeated too often.
    Repetition,
    /// The side to move had no move.
    NoMoves,
    // By a fault of the player that lost.
    /// A move was given that is not legal.
    IllegalMove,
    /// The time was used up.
    TimeForfeit,
    /// The program ended, or closed its input or output.
    Crash,
    /// The program lives but does not answer.
    Stall,
    /// Something was answered that the protocol does not allow.
    Garbage,
    // By adjudication, where it was asked for.
    /// The loser's scores were hopeless for long enough.
    Resign,
    /// Both players' scores were even for long enough.
    AdjudicatedDraw,
    /// The game reached the greatest length allowed.
    MaxMoves,
    /// The side to move could win at once.
    KnownWin,
}

impl Termination {
    /// Whether the rules of the game ended it.
    pub fn is_by_rules(self) -> bool {
        matches!(
            self,
            Self::KingCaptured
                | Self::KingEscaped
                | Self::Encircled
                | Self::EdgeFort
                | Self::Repetition
                | Self::NoMoves
        )
    }

    /// Whether a player lost by its own fault rather than on the board.
    pub fn is_fault(self) -> bool {
        matches!(
            self,
            Self::IllegalMove | Self::TimeForfeit | Self::Crash | Self::Stall | Self::Garbage
        )
    }
}

/// An engine's evaluation, from its own view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a soldier.
    Centipawns(i32),
    /// A proven win in so many own moves; negative for a proven loss.
    Mate(i32),
}

impl fmt::Display for Eval {
    /// `+0.35`, or `+M3` for a win in three, `-M3` for a loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(cp) => write!(f, "{:+.2}", f64::from(*cp) / 100.0),
            // "mate 0" is the side to move being lost already.
            Self::Mate(moves) if *moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

impl std::str::FromStr for Eval {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        if let Some(moves) = text.strip_prefix("+M") {
            return moves.parse().map(Self::Mate).map_err(drop);
        }
        if let Some(moves) = text.strip_prefix("-M") {
            let moves: i32 = moves.parse().map_err(drop)?;
            return Ok(Self::Mate(-moves));
        }
        let pawns: f64 = text.parse().map_err(drop)?;
        if !text.starts_with(['+', '-']) || pawns.abs() > 1e7 {
            return Err(());
        }
        Ok(Self::Centipawns((pawns * 100.0).round() as i32))
    }
}

/// What a player said of a move, and how long it took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// What it thought of the position.
    pub eval: Option<Eval>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The time used.
    pub time: Option<Duration>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// The move belongs to the opening and was not chosen by the player.
    pub book: bool,
}

impl fmt::Display for Remark {
    /// `+0.35/12 0.1020s 12345n`, each part only where it is known.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.book {
            parts.push("book".to_owned());
        }
        match (self.eval, self.depth) {
            (Some(eval), Some(depth)) => parts.push(format!("{eval}/{depth}")),
            (Some(eval), None) => parts.push(eval.to_string()),
            (None, Some(depth)) => parts.push(format!("/{depth}")),
            (None, None) => {}
        }
        if let Some(time) = self.time {
            parts.push(format!("{:.4}s", time.as_secs_f64()));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes}n"));
        }
        f.write_str(&parts.join(" "))
    }
}

impl Remark {
    /// A time as precise as a record keeps it, so that a match that is resumed knows the same as one
    /// that was not.
    pub fn recordable(time: Duration) -> Duration {
        Duration::from_micros((time.as_micros() as u64 + 50) / 100 * 100)
    }

    /// Reads a comment; words that are not of a remark are passed over.
    pub fn read(comment: &str) -> Self {
        let mut remark = Self::default();
        for word in comment.split_ascii_whitespace() {
            if word == "book" {
                remark.book = true;
            } else if let Some(seconds) = word.strip_suffix('s') {
                remark.time = super::time_control::parse_seconds(seconds);
            } else if let Some(nodes) = word.strip_suffix('n') {
                remark.nodes = nodes.parse().ok();
            } else {
                let (eval, depth) = word.split_once('/').unwrap_or((word, ""));
                remark.eval = eval.parse().ok();
                remark.depth = depth.parse().ok();
            }
        }
        remark
    }
}

/// A move with its remark. The move is in long form with captures, `d2-e2xd3/e4`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordedMove {
    /// The move.
    pub text: String,
    /// What was said of it.
    pub remark: Remark,
}

/// A player's name and limits, as in the tags.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Player {
    /// The player's name.
    pub name: String,
    /// The time or other limits it played with.
    pub limits: String,
}

/// One finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    /// The match it belongs to.
    pub event: String,
    /// When it ended, UTC, `2026.11.21 15:04:05`.
    pub date: String,
    /// Place in the match's schedule, from 0; `None` for a game of no match.
    pub index: Option<u64>,
    /// Round, from 0.
    pub round: Option<u32>,
    /// The ruleset's name.
    pub variant: String,
    /// Alternate rules, as name and value.
    pub rules: Vec<(String, String)>,
    /// Who played the attackers.
    pub attackers: Player,
    /// Who played the defenders.
    pub defenders: Player,
    /// Where the game started, if not at the ruleset's start.
    pub fen: Option<String>,
    /// Who moves first.
    pub first: Side,
    /// The moves played.
    pub moves: Vec<RecordedMove>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub termination: Termination,
    /// What exactly went wrong, where something did.
    pub detail: Option<String>,
}

/// The word for a result in tags and at the end of the moves.
pub fn result_word(winner: Option<Side>) -> &'static str {
    match winner {
        Some(Side::Attackers) => "attackers",
        Some(Side::Defenders) => "defenders",
        None => "draw",
    }
}

impl GameRecord {
    /// The player of a role.
    pub fn player(&self, side: Side) -> &Player {
        match side {
            Side::Attackers => &self.attackers,
            Side::Defenders => &self.defenders,
        }
    }

    /// Half points of a role: 2 for a win, 1 for a draw, 0 for a loss.
    pub fn half_points(&self, side: Side) -> u8 {
        match self.winner {
            None => 1,
            Some(winner) => 2 * u8::from(winner == side),
        }
    }

    /// The opening the game was played from.
    pub fn opening(&self) -> Opening {
        let book = self.moves.iter().take_while(|m| m.remark.book);
        Opening { fen: self.fen.clone(), moves: book.map(|m| m.text.clone()).collect() }
    }

    /// The moves with the side that made each.
    pub fn moves_by_side(&self) -> impl Iterator<Item = (Side, &RecordedMove)> {
        let sides = std::iter::successors(Some(self.first), |side| Some(side.other()));
        sides.zip(&self.moves)
    }

    fn tags(&self) -> Vec<(&'static str, String)> {
        let mut tags = vec![("Event", self.event.clone()), ("Date", self.date.clone())];
        let mut optional = |name, value: Option<String>| tags.extend(value.map(|v| (name, v)));
        optional("Round", self.round.map(|n| (u64::from(n) + 1).to_string()));
        optional("Game", self.index.map(|n| (n + 1).to_string()));
        tags.push(("Variant", self.variant.clone()));
        let rules: Vec<String> = self.rules.iter().map(|(n, v)| format!("{n}={v}")).collect();
        tags.push(("Rules", if rules.is_empty() { "-".into() } else { rules.join(" ") }));
        tags.push(("Attackers", self.attackers.name.clone()));
        tags.push(("Defenders", self.defenders.name.clone()));
        tags.push(("AttackersTimeControl", self.attackers.limits.clone()));
        tags.push(("DefendersTimeControl", self.defenders.limits.clone()));
        if let Some(fen) = &self.fen {
            tags.push(("FEN", fen.clone()));
        }
        tags.push(("PlyCount", self.moves.len().to_string()));
        tags.push(("Result", result_word(self.winner).to_owned()));
        tags.push(("Termination", self.termination.to_string()));
        if let Some(detail) = &self.detail {
            tags.push(("Detail", detail.clone()));
        }
        tags
    }

    /// The game as text: tags, an empty line, moves, the result and another empty line.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        for (name, value) in self.tags() {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "[{name} \"{}\"]", escape(&value));
        }
        text.push('\n');

        let mut words = Vec::with_capacity(3 * self.moves.len() + 1);
        let mut number = 1;
        for (place, (side, played)) in self.moves_by_side().enumerate() {
            match side {
                Side::Attackers => words.push(format!("{number}.")),
                Side::Defenders if place == 0 => words.push(format!("{number}...")),
                Side::Defenders => {}
            }
            words.push(played.text.clone());
            let remark = played.remark.to_string();
            if !remark.is_empty() {
                words.push(format!("{{{remark}}}"));
            }
            if side == Side::Defenders {
                number += 1;
            }
        }
        words.push(result_word(self.winner).to_owned());
        wrap(&mut text, &words);
        text.push('\n');
        text
    }
}

/// Adds the words in lines of at most [`LINE_WIDTH`] characters.
fn wrap(text: &mut String, words: &[String]) {
    let mut width = 0;
    for word in words {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > LINE_WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text.push_str(word);
        width += length;
    }
    text.push('\n');
}

/// A tag's value as it stands between quotation marks: on one line, marks escaped.
fn escape(value: &str) -> String {
    let mut text = String::with_capacity(value.len());
    for c in value.chars() {
        match c {
            '"' | '\\' => text.extend(['\\', c]),
            c if c.is_control() => text.push(' '),
            c => text.push(c),
        }
    }
    text
}
