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

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::engine::{Resources, Value, new_engine};
    use crate::game::new_game;
    use crate::rules::find;
    use crate::search::Limits;

    #[test]
    fn the_lines_of_a_stopped_search_are_of_different_moves() {
        let ruleset = find("brandubh-macwhite").unwrap();
        let game = new_game(ruleset, None).unwrap();
        let mut engine = new_engine(ruleset, Resources { hash: 1, threads: 1 }).unwrap();
        // Many of these searches end within an iteration.
        for nodes in (2000..12_000).step_by(200) {
            engine.clear();
            let limits = Limits { nodes: Some(nodes), ..Limits::default() };
            let request = Request { multi_pv: 3, ..Request::new(limits) };
            let Opinion { lines, best } = ask(&mut *engine, &*game, request).unwrap();
            let firsts: Vec<Move> = lines.iter().map(|line| line.moves[0]).collect();
            let value = |line: &LineReport| match line.value {
                Value::Centipawns(value) => value,
                Value::Mate(moves) => panic!("mate {moves} at the start"),
            };
            // A line of an earlier iteration is not comparable.
            let falls = |one: &LineReport, other: &LineReport| {
                one.depth != other.depth || value(one) >= value(other)
            };
            assert_eq!(Some(firsts[0]), best, "{nodes}: {firsts:?}");
            assert_eq!(firsts.iter().collect::<HashSet<_>>().len(), 3, "{nodes}: {firsts:?}");
            assert!(lines.is_sorted_by(falls), "{nodes}: {lines:?}");
        }
    }
}
