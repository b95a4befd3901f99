//! What the engine finds in a position, asked in this process.

use crate::engine::{Engine, LineReport, Request, SearchError, Update, channel};
use crate::game::Game;
use crate::types::Move;

/// What a search has found: its lines from the best on, and the move that it would play.
pub struct Opinion {
    /// The lines, the best first.
    pub lines: Vec<LineReport>,
    /// The move to play; `None` without a legal one.
    pub best: Option<Move>,
}

/// Searches the present position of a game, which must have the engine's rules, and waits for the
/// answer.
///
/// # Errors
/// When the system has no thread or memory for it.
pub fn ask(
    engine: &mut dyn Engine,
    game: &dyn Game,
    request: Request,
) -> Result<Opinion, SearchError> {
    // The game was begun under the engine's rules.
    let _ = engine.set_game(game.boxed_clone());
    let (sink, updates) = channel();
    let running = engine.search(request, sink)?;
    let mut opinion = Opinion { lines: Vec::new(), best: None };
    for update in updates {
        match update {
            Update::Line(line) if line.bound.tells(line.rank) => {
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
    let _ = running.wait();
    Ok(opinion)
}
