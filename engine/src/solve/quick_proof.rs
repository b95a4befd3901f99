//! A proof of a win that is looked for a slice at a time, beside another search.

use std::fmt;
use std::sync::Arc;

use super::dfpn::Search;
use super::goal::{Closed, Goal, Judge};
use super::question::Doubts;
use super::table::ProofTable;
use crate::board::{Board, BoardGame, BoardMove};
use crate::eval::BoardEvaluation;
use crate::memory::MemoryError;

/// A search for a forced win of the side to move in a game.
pub struct QuickProof<B: Board> {
    game: BoardGame<B>,
    evaluation: Arc<BoardEvaluation<B>>,
    table: ProofTable,
    closed: Closed,
    /// Whether further search may prove it.
    open: bool,
}

/// The maximum number of nodes spent on the line of a win.
const LINE_NODES: u64 = 1 << 12;

impl<B: Board> fmt::Debug for QuickProof<B> {
    /// The game. The table would fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("QuickProof").field("game", &self.game).finish_non_exhaustive()
    }
}

impl<B: Board> QuickProof<B> {
    /// A search from the current position of a game, with a table of `megabytes` MiB.
    ///
    /// # Errors
    /// When the system lacks that much memory.
    pub fn new(
        game: BoardGame<B>,
        evaluation: Arc<BoardEvaluation<B>>,
        megabytes: usize,
    ) -> Result<Self, MemoryError> {
        let (table, closed) = (ProofTable::new(megabytes)?, Closed::of(&game));
        let open = game.outcome().is_none();
        Ok(Self { game, evaluation, table, closed, open })
    }

    /// Looks at `moves` more moves, while `goes_on` allows it. Once a win is proven, returns the line
    /// of it that is known, at least one move, and the maximum number of plies to it.
    pub fn look_for_win(
        &mut self,
        moves: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<(Vec<BoardMove>, u32)> {
        if !self.open {
            return None;
        }
        let goal = Goal { prover: self.game.to_move(), draw_suffices: false };
        let judge = Judge { rules: self.game.rules(), goal, closed: &self.closed };
        let mut watch = |_, _| goes_on();
        let search = Search::new(judge, &self.table, &mut watch).guided_by(&self.evaluation);
        let mut search = search.within_moves(moves);
        let found = search.run(self.game.position(), u64::MAX);
        self.open = !found.numbers.decided();
        let plies = found.plies.into();
        let doubts = Doubts::under(self.game.rules().ruleset(), self.game.length());
        if !found.is_proven() || doubts.about(goal.prover, plies).is_some() {
            return None;
        }
        let (line, _) = search.within_moves(u64::MAX).line(self.game.position(), LINE_NODES);
        (!line.is_empty()).then_some((line, plies))
    }
}
