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
    /// One move wins in two or three moves, all others later or not at all.
    ShortWin,
}

/// A value from which on a side is winning, in centipawns.
const WINNING: i32 = 300;

/// By how much the best move must be better than the second, in centipawns.
const MARGIN: i32 = 300;

/// A value up to which a side is not losing, in centipawns.
const HOLDING: i32 = -200;

/// The most moves of a short win.
const SHORT: i32 = 3;

/// Whether the best move alone is a short win.
pub(super) fn short_win(lead: &Lead) -> Option<Kind> {
    let Value::Mate(moves @ 2..=SHORT) = lead.best else { return None };
    let alone = !matches!(lead.second, Value::Mate(other) if (1..=moves).contains(&other));
    alone.then_some(Kind::ShortWin)
}

/// What a lead is about, if it is large enough.
pub(super) fn kind(lead: &Lead) -> Option<Kind> {
    let centipawns = |value| match value {
        Value::Centipawns(centipawns) => centipawns,
        Value::Mate(moves) if moves > 0 => 10_000,
        Value::Mate(_) => -10_000,
    };
    let (best, second) = (centipawns(lead.best), centipawns(lead.second));
    let leads = best - second >= MARGIN;
    match best {
        10_000 if second == 10_000 => Some(Kind::SeveralWins),
        WINNING.. if leads => Some(Kind::OnlyWin),
        HOLDING..WINNING if leads => Some(Kind::OnlyDefence),
        _ => None,
    }
}
