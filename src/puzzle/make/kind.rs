//! What the search proposes.

use super::super::search::Lead;
use crate::engine::Value;

/// What the search says a position is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// One move wins, all others are much worse.
    OnlyWin,
    /// Several moves win by force; further on it may be one alone.
    SeveralWins,
    /// One move holds, all others are much worse.
    OnlyDefence,
}

/// A value from which on a side is winning, in hundredths.
const WINNING: i32 = 300;

/// By how much the best move must be better than the second, in hundredths.
const MARGIN: i32 = 300;

/// A value up to which a side is not losing, in hundredths.
const HOLDING: i32 = -200;

/// What a lead is about, if it is large enough.
pub(super) fn kind(lead: &Lead) -> Option<Kind> {
    let hundredths = |value| match value {
        Value::Hundredths(hundredths) => hundredths,
        Value::Mate(moves) if moves > 0 => 10_000,
        Value::Mate(_) => -10_000,
    };
    let (best, second) = (hundredths(lead.best), hundredths(lead.second));
    let leads = best - second >= MARGIN;
    match best {
        10_000 if second == 10_000 => Some(Kind::SeveralWins),
        WINNING.. if leads => Some(Kind::OnlyWin),
        HOLDING..WINNING if leads => Some(Kind::OnlyDefence),
        _ => None,
    }
}
