//! Puzzles of the kind "win in three": one move wins within a number of plies, no other does.
//!
//! On the larger boards the solver can seldom prove that a quiet move does not win at all. That it
//! does not win in time is proven by trying everything, as in the problems of chess.

use super::draft::Draft;
use super::find::{Finder, Verdict};
use super::form::PuzzleGoal;
use super::proof::after;
use crate::game::Game;
use crate::solve::OutOfNodes;
use crate::types::Move;

/// The plies within which a win may be, the shortest first: two moves, and three.
const PLIES: [u32; 2] = [3, 5];

impl Finder<'_> {
    /// Asks whether one move alone wins within the fewest plies possible in the present position of
    /// `game`, the first of a game of its own, in which no move wins at once.
    pub fn win_in(&mut self, game: &dyn Game) -> (Verdict, Option<Draft>) {
        self.shortest_win(game).unwrap_or((Verdict::Open, None))
    }

    fn shortest_win(&mut self, game: &dyn Game) -> Result<(Verdict, Option<Draft>), OutOfNodes> {
        for plies in PLIES {
            match self.short_wins(game, plies)?[..] {
                [] => {}
                [only] => return Ok((Verdict::Only, Some(self.short_draft(game, only, plies)?))),
                _ => return Ok((Verdict::Refuted, None)),
            }
        }
        Ok((Verdict::Open, None))
    }

    /// The moves with which the side to move wins within `plies` plies.
    pub(super) fn short_wins(
        &mut self,
        game: &dyn Game,
        plies: u32,
    ) -> Result<Vec<Move>, OutOfNodes> {
        // The game was begun under the engine's rules.
        let _ = self.solver.engine.set_game(game.boxed_clone());
        let (nodes, stop) = (self.budgets.position, self.solver.stop);
        let (moves, used) = self.solver.engine.short_wins(plies, nodes, stop)?;
        self.solver.nodes += used;
        Ok(moves)
    }

    /// The puzzle that begins with the only move that wins within `plies` plies.
    fn short_draft(
        &mut self,
        game: &dyn Game,
        first: Move,
        plies: u32,
    ) -> Result<Draft, OutOfNodes> {
        let mut draft = Draft {
            game: game.boxed_clone(),
            solution: vec![first],
            rest: Vec::new(),
            plies: Some(plies),
            goal: PuzzleGoal::WinIn,
        };
        let mut position = after(game, first);
        let mut left = plies - 1;
        while let Some(before) = position.take().filter(|game| game.outcome().is_none()) {
            let replies = self.replies_in_time(&*before, left)?;
            let Some(Reply { mv, answers, .. }) = replies.into_iter().min_by_key(Reply::ease)
            else {
                break;
            };
            let Some(answer) = answers.first().copied() else { break };
            let only = answers.len() == 1 && draft.rest.is_empty();
            let line = if only { &mut draft.solution } else { &mut draft.rest };
            line.extend([mv, answer]);
            position = after(&*before, mv).and_then(|game| after(&*game, answer));
            left = left.saturating_sub(2);
        }
        Ok(draft)
    }

    /// The replies of the other side that do not end the game, each with the moves that win within
    /// the plies that are `left`, the reply included.
    pub(super) fn replies_in_time(
        &mut self,
        game: &dyn Game,
        left: u32,
    ) -> Result<Vec<Reply>, OutOfNodes> {
        let mut replies = Vec::new();
        for mv in game.legal_moves() {
            let Some(next) = after(game, mv).filter(|next| next.outcome().is_none()) else {
                continue;
            };
            let answers = self.short_wins(&*next, left - 1)?;
            let at_once = left > 2 && !next.winning_moves(next.to_move()).is_empty();
            replies.push(Reply { mv, at_once, answers });
        }
        Ok(replies)
    }
}

/// A reply of the other side to a move of the solver's.
pub(super) struct Reply {
    pub mv: Move,
    /// Whether it leaves a win at once where others do not.
    pub at_once: bool,
    /// The moves that win after it.
    pub answers: Vec<Move>,
}

impl Reply {
    /// How easy the win is after it: the best defence leaves the fewest answers, and none at once.
    pub fn ease(&self) -> (bool, usize) {
        (self.at_once, self.answers.len())
    }
}
