//! The engine's opinion of a position.

use std::sync::{Arc, mpsc};

use crate::engine::{Engine, LineReport, Request, SearchError, Update, Value};
use crate::game::Game;
use crate::search::{Bound, Control, Handicap, Limits, Purpose};
use crate::types::Move;

/// What a search has found: its lines from the best on, and the move it would play.
pub(super) struct Opinion {
    pub lines: Vec<LineReport>,
    pub best: Option<Move>,
}

/// The best move, and by how much it is best.
pub(super) struct Lead {
    pub best: Value,
    pub second: Value,
}

impl Opinion {
    /// The two best lines; `None` if there is only one move.
    pub fn lead(&self) -> Option<Lead> {
        let [first, second, ..] = &self.lines[..] else { return None };
        Some(Lead { best: first.value, second: second.value })
    }

    /// Whether the best line is a forced win.
    pub fn sees_win(&self) -> bool {
        matches!(self.lines.first(), Some(line) if matches!(line.value, Value::Mate(1..)))
    }

    /// The first moves of all lines, the best first.
    pub fn moves(&self) -> Vec<Move> {
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
    run(engine, game, Request { multi_pv: lines, ..Request::new(limits) })
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
    Ok(run(engine, game, request)?.best)
}

fn run(engine: &mut dyn Engine, game: &dyn Game, request: Request) -> Result<Opinion, SearchError> {
    // The game was begun under the engine's rules.
    let _ = engine.set_game(game.boxed_clone());
    let (sender, updates) = mpsc::channel();
    let sink = Box::new(move |update| sender.send(update).unwrap_or_default());
    let thread = engine.search(request, Arc::new(Control::default()), sink)?;
    let mut opinion = Opinion { lines: Vec::new(), best: None };
    for update in updates {
        match update {
            Update::Line(line) if line.bound == Bound::Exact => {
                match opinion.lines.get_mut(line.rank - 1) {
                    Some(old) => *old = line,
                    None => opinion.lines.push(line),
                }
            }
            Update::Best { best, .. } => opinion.best = best,
            _ => {}
        }
    }
    // A thread that failed has found nothing.
    let _ = thread.join();
    Ok(opinion)
}
