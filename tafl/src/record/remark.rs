//! A player's remark on its move.

use std::convert::Infallible;
use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::text::{LONGEST_TIME, parse_seconds, serialise_as_text};

/// A text that is not an [`Eval`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("an evaluation is written like +0.35, -1.20, +M3 or -M3")]
pub struct EvalError;

/// An engine's evaluation, from its own point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Eval {
    /// Hundredths of a pawn, as the engine counts them.
    Centipawns(i32),
    /// A proven win in this many own moves. Negative for a proven loss.
    Mate(i32),
}

impl Eval {
    /// Whether the side that it is for stands better.
    #[must_use]
    pub fn is_ahead(self) -> bool {
        matches!(self, Self::Centipawns(number) | Self::Mate(number) if number > 0)
    }

    /// A number to compare evaluations by: centipawns, which every proven result outranks.
    #[must_use]
    pub fn ranked(self) -> i32 {
        match self {
            Self::Centipawns(score) => score,
            Self::Mate(moves) if moves > 0 => i32::MAX,
            Self::Mate(_) => -i32::MAX,
        }
    }
}

impl fmt::Display for Eval {
    /// `+0.35`, or `+M3` for a win in three, `-M3` for a loss.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(cp) => write!(f, "{:+.2}", f64::from(*cp) / 100.0),
            // "mate 0" means that the side to move has already lost.
            Self::Mate(moves) if *moves > 0 => write!(f, "+M{moves}"),
            Self::Mate(moves) => write!(f, "-M{}", moves.unsigned_abs()),
        }
    }
}

impl FromStr for Eval {
    type Err = EvalError;

    fn from_str(text: &str) -> Result<Self, EvalError> {
        let mate = |sign: i64, moves: &str| {
            let digits = moves.bytes().all(|byte| byte.is_ascii_digit());
            let moves = moves.parse::<i64>().ok().filter(|_| digits).ok_or(EvalError)?;
            i32::try_from(sign * moves).map(Self::Mate).map_err(|_| EvalError)
        };
        if let Some(moves) = text.strip_prefix("+M") {
            return mate(1, moves);
        }
        if let Some(moves) = text.strip_prefix("-M") {
            return mate(-1, moves);
        }
        let pawns: f64 = text.parse().map_err(|_| EvalError)?;
        let centipawns = (pawns * 100.0).round();
        let range = f64::from(i32::MIN)..=f64::from(i32::MAX);
        if !text.starts_with(['+', '-']) || !range.contains(&centipawns) {
            return Err(EvalError);
        }
        Ok(Self::Centipawns(centipawns as i32))
    }
}

/// A player's remark on a move: its evaluation and its use of time.
///
/// Its text, in records and in serialised form, has times to a tenth of a millisecond and of at most
/// 10⁶ seconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Remark {
    /// Its evaluation of the position.
    pub eval: Option<Eval>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// The longest line searched, in plies.
    pub seldepth: Option<u32>,
    /// The time used.
    pub time: Option<Duration>,
    /// The time left for the game after the move.
    pub left: Option<Duration>,
    /// The time from the engine's own last report of its time to its answer.
    pub lag: Option<Duration>,
    /// The nodes searched.
    pub nodes: Option<u64>,
    /// Nodes per second, as reported by the player.
    pub nps: Option<u64>,
    /// The expected line of play, beginning with the move.
    pub pv: Vec<String>,
    /// The move was played from the opening book.
    pub book: bool,
}

/// The word for a move from the opening book.
const BOOK: &str = "book";

/// The words before values without a unit.
const SELDEPTH: &str = "sel";
const NPS: &str = "nps";
const LEFT: &str = "left";
const LAG: &str = "lag";
const PV: &str = "pv";

fn seconds(time: Duration) -> String {
    format!("{:.4}", Remark::recordable(time).as_secs_f64())
}

impl fmt::Display for Remark {
    /// Writes `+0.35/12 0.1020s 12345n sel 19 nps 121029 left 59.8980 lag 0.0004 pv d2e2 d3b3`,
    /// without the unknown parts.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.book {
            parts.push(BOOK.to_owned());
        }
        match (self.eval, self.depth) {
            (Some(eval), Some(depth)) => parts.push(format!("{eval}/{depth}")),
            (Some(eval), None) => parts.push(eval.to_string()),
            (None, Some(depth)) => parts.push(format!("/{depth}")),
            (None, None) => {}
        }
        if let Some(time) = self.time {
            parts.push(format!("{}s", seconds(time)));
        }
        if let Some(nodes) = self.nodes {
            parts.push(format!("{nodes}n"));
        }
        parts.extend(self.seldepth.map(|depth| format!("{SELDEPTH} {depth}")));
        parts.extend(self.nps.map(|nps| format!("{NPS} {nps}")));
        parts.extend(self.left.map(|left| format!("{LEFT} {}", seconds(left))));
        parts.extend(self.lag.map(|lag| format!("{LAG} {}", seconds(lag))));
        if !self.pv.is_empty() {
            parts.push(format!("{PV} {}", self.pv.join(" ")));
        }
        f.write_str(&parts.join(" "))
    }
}

impl FromStr for Remark {
    type Err = Infallible;

    /// [`Self::read`].
    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::read(text))
    }
}

serialise_as_text!(Remark);

impl Remark {
    /// Rounds a time to the precision of a record and limits it to what a record can hold, so that a
    /// resumed match has the same data as an uninterrupted one.
    #[must_use]
    pub fn recordable(time: Duration) -> Duration {
        Duration::from_micros((time.min(LONGEST_TIME).as_micros() as u64 + 50) / 100 * 100)
    }

    /// Whether no field is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Parses a comment. Unknown words are ignored.
    pub fn read(comment: &str) -> Self {
        let mut remark = Self::default();
        remark.add(comment);
        remark
    }

    /// Adds the words of another comment on the same move. They replace earlier ones of their kind.
    /// Returns whether each of them means something.
    pub(super) fn add(&mut self, comment: &str) -> bool {
        let mut words = comment.split_ascii_whitespace();
        let mut all = true;
        while let Some(word) = words.next() {
            all &= match word {
                BOOK => {
                    self.book = true;
                    true
                }
                SELDEPTH => set(&mut self.seldepth, words.next().and_then(|n| n.parse().ok())),
                NPS => set(&mut self.nps, words.next().and_then(|n| n.parse().ok())),
                LEFT => set(&mut self.left, words.next().and_then(parse_seconds)),
                LAG => set(&mut self.lag, words.next().and_then(parse_seconds)),
                PV => {
                    self.pv = words.by_ref().map(str::to_owned).collect();
                    true
                }
                _ => self.add_value(word),
            };
        }
        all
    }

    /// Adds a value that its unit or its place tells. Returns whether it is one.
    fn add_value(&mut self, word: &str) -> bool {
        if let Some(seconds) = word.strip_suffix('s') {
            set(&mut self.time, parse_seconds(seconds))
        } else if let Some(nodes) = word.strip_suffix('n') {
            set(&mut self.nodes, nodes.parse().ok())
        } else {
            let (eval, depth) = word.split_once('/').unwrap_or((word, ""));
            let has_eval = set(&mut self.eval, eval.parse().ok());
            set(&mut self.depth, depth.parse().ok()) || has_eval
        }
    }
}

/// Replaces a value by another, if there is one. Returns whether there is.
fn set<T>(field: &mut Option<T>, value: Option<T>) -> bool {
    let is_known = value.is_some();
    if is_known {
        *field = value;
    }
    is_known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_numbers_are_read_as_they_are_written() {
        for number in [i32::MIN, i32::MAX, 0] {
            for eval in [Eval::Centipawns(number), Eval::Mate(number)] {
                assert_eq!(eval.to_string().parse(), Ok(eval));
            }
        }
        let most = Some(LONGEST_TIME);
        let remark =
            Remark { time: Some(Duration::MAX), left: most, lag: most, ..Remark::default() };
        assert_eq!(Remark::read(&remark.to_string()), Remark { time: most, ..remark });
    }

    #[test]
    fn a_comment_with_a_word_that_means_nothing_is_noticed() {
        let all = |comment: &str| Remark::default().add(comment);
        let written = "book +0.35/12 /3 +M3 0.1020s 12345n sel 19 nps 7 left 1.5 lag 0.1 pv d2e2 x";
        assert!(all(written) && all(""));
        for comment in ["a good move", "book move", "+0.35/12 0.1020s, White mates", "left alone"] {
            assert!(!all(comment), "{comment}");
        }
    }

    #[test]
    fn the_sign_of_a_mate_is_before_the_letter() {
        assert_eq!("-M3".parse(), Ok(Eval::Mate(-3)));
        assert_eq!("+M3".parse(), Ok(Eval::Mate(3)));
        for text in ["-M-2147483648", "-M-3", "+M-3", "+M+3", "-M", "+M99999999999"] {
            assert_eq!(text.parse::<Eval>(), Err(EvalError), "{text}");
        }
    }
}
