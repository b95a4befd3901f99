//! Proofs about the next move of a game that are looked for a slice at a time, beside another
//! search: that the side to move wins, or that a move of it loses.

use std::sync::Arc;

use super::dfpn::Search;
use super::goal::{Closed, Goal, Judge};
use super::question::Doubts;
use super::table::ProofTable;
use crate::board::{Board, BoardGame, BoardMove};
use crate::eval::BoardEvaluation;
use crate::memory::MemoryError;

/// A search for a forced win of the side to move, and for one of the other side after a move.
pub struct QuickProof<B: Board> {
    evaluation: Arc<BoardEvaluation<B>>,
    table: ProofTable,
    win: Question<B>,
    refutation: Option<(BoardMove, Question<B>)>,
}

/// Whether the side to move in the current position of a game can force a win.
struct Question<B: Board> {
    game: BoardGame<B>,
    closed: Closed,
    goal: Goal,
    /// Whether further search may prove it.
    open: bool,
}

/// The maximum number of nodes spent on the line of a win.
const LINE_NODES: u64 = 1 << 12;

impl<B: Board> Question<B> {
    fn of(game: BoardGame<B>) -> Self {
        let goal = Goal { prover: game.to_move(), draw_suffices: false };
        let (closed, open) = (Closed::of(&game), game.outcome().is_none());
        Self { game, closed, goal, open }
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
        let table = ProofTable::new(megabytes)?;
        Ok(Self { evaluation, table, win: Question::of(game), refutation: None })
    }

    /// Looks for a forced win, at `moves` more moves and while `goes_on` allows it. Returns the line
    /// of it that is known, at least one move, and the maximum number of plies to it.
    pub fn look_for_win(
        &mut self,
        moves: u64,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<(Vec<BoardMove>, u32)> {
        let plies = prove(&self.table, &self.evaluation, &mut self.win, moves, goes_on)?;
        let Question { game, closed, goal, .. } = &self.win;
        let judge = Judge { rules: game.rules(), goal: *goal, closed };
        let mut watch = |_, _| goes_on();
        let search = Search::new(judge, &self.table, &mut watch);
        let (line, _) = search.guided_by(&self.evaluation).line(game.position(), LINE_NODES);
        (!line.is_empty()).then_some((line, plies))
    }

    /// Whether a look at `moves` more moves, while `goes_on` allows it, proves that the other side
    /// wins after a move, which must be legal.
    pub fn refutes(&mut self, mv: BoardMove, moves: u64, goes_on: &dyn Fn() -> bool) -> bool {
        let mut question = match self.refutation.take() {
            Some((known, question)) if known == mv => question,
            _ => {
                let mut game = self.win.game.clone();
                game.play(mv);
                Question::of(game)
            }
        };
        let refuted = prove(&self.table, &self.evaluation, &mut question, moves, goes_on).is_some();
        self.refutation = Some((mv, question));
        refuted
    }
}

/// Looks at `moves` more moves. Returns the maximum number of plies to the win once it is proven.
fn prove<B: Board>(
    table: &ProofTable,
    evaluation: &BoardEvaluation<B>,
    question: &mut Question<B>,
    moves: u64,
    goes_on: &dyn Fn() -> bool,
) -> Option<u32> {
    let Question { game, closed, goal, open } = question;
    if !*open {
        return None;
    }
    let judge = Judge { rules: game.rules(), goal: *goal, closed };
    let mut watch = |_, _| goes_on();
    let search = Search::new(judge, table, &mut watch).guided_by(evaluation);
    let found = search.within_moves(moves).run(game.position(), u64::MAX);
    *open = !found.numbers.decided();
    let plies = u32::from(found.plies);
    let doubts = Doubts::under(game.rules().ruleset(), game.length());
    (found.is_proven() && doubts.about(goal.prover, plies).is_none()).then_some(plies)
}
