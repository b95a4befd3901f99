//! The engine's opinion of a position.

use crate::engine::{Engine, Request, SearchError, Value};
use crate::game::Game;
use crate::opinion::{Opinion, ask};
use crate::search::{Handicap, Limits, Purpose};
use crate::types::Move;

/// The best move, and by how much it is best.
pub(super) struct Lead {
    pub best: Value,
    pub second: Value,
}

impl Opinion {
    /// The two best lines; `None` if there is only one move.
    pub(super) fn lead(&self) -> Option<Lead> {
        let [first, second, ..] = &self.lines[..] else { return None };
        Some(Lead { best: first.value, second: second.value })
    }

    /// Whether the best line is a forced win.
    pub(super) fn sees_win(&self) -> bool {
        matches!(self.lines.first(), Some(line) if matches!(line.value, Value::Mate(1..)))
    }

    /// The first moves of all lines, the best first.
    pub(super) fn moves(&self) -> Vec<Move> {
        self.lines.iter().filter_map(|line| line.moves.first().copied()).collect()
    }
}

/// Searches the present position of a game with a number of nodes for its best lines.
///
/// # Errors
/// When the system has no thread or memory for it.
pub(super) fn look(
    engine: &mut dyn Engine,
    game: &dyn Game,
    nodes: u64,
    lines: usize,
) -> Result<Opinion, SearchError> {
    let limits = Limits { nodes: Some(nodes), purpose: Purpose::Analysis, ..Limits::default() };
    ask(engine, game, Request { multi_pv: lines, ..Request::new(limits) })
}

/// The move that a level plays in the present position of a game.
///
/// # Errors
/// When the system has no thread or memory for it.
pub(super) fn choose(
    engine: &mut dyn Engine,
    game: &dyn Game,
    handicap: Handicap,
) -> Result<Option<Move>, SearchError> {
    let request = Request { handicap: Some(handicap), ..Request::new(Limits::default()) };
    Ok(ask(engine, game, request)?.best)
}
