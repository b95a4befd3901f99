//! The openings of a database: positions with the moves that were played in them often.

use std::collections::{HashSet, VecDeque};

use tafl::game::Game;
use tafl::types::{Move, Placement};

use crate::error::DatabaseError;
use crate::explore::ExploredMove;
use crate::filter::Filter;
use crate::key::Key;
use crate::store::Database;

/// Which moves count.
#[derive(Clone, Debug)]
pub struct TreeSettings {
    /// The fewest games of a move.
    pub min_games: u32,
    /// The greatest number of moves before a position.
    pub plies: usize,
    /// The games that count.
    pub filter: Filter,
}

/// A position with the moves that were played in it often enough.
#[derive(Clone, Debug, PartialEq)]
pub struct TreePosition {
    /// The moves that lead to it. Of several ways, one of the shortest.
    pub line: Vec<Move>,
    /// The position.
    pub placement: Placement,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
}

impl Database {
    /// The positions that moves of at least `min_games` games lead to from the current position of
    /// `game`, in breadth-first order. Positions without such moves are left out.
    ///
    /// # Errors
    /// When the rules are unknown or the file cannot be read.
    pub fn tree(
        &mut self,
        game: &dyn Game,
        rules: (&str, &[(String, String)]),
        settings: &TreeSettings,
    ) -> Result<Vec<TreePosition>, DatabaseError> {
        let mut positions = Vec::new();
        let mut known: HashSet<Key> = HashSet::new();
        let mut waiting = VecDeque::from([(game.boxed_clone(), Vec::new())]);
        while let Some((game, line)) = waiting.pop_front() {
            let found = self.explore(&*game, rules, &settings.filter, 0)?;
            if !known.insert(found.key) {
                continue;
            }
            let mut moves = found.moves;
            moves.retain(|explored| explored.results.games >= i64::from(settings.min_games));
            for explored in moves.iter().filter(|_| line.len() < settings.plies) {
                let mut after = game.boxed_clone();
                // Under some rules a move of the index is illegal after another history.
                if after.play(explored.mv).is_ok() {
                    waiting.push_back((after, [&line[..], &[explored.mv]].concat()));
                }
            }
            if !moves.is_empty() {
                positions.push(TreePosition { line, placement: game.placement(), moves });
            }
        }
        Ok(positions)
    }
}
