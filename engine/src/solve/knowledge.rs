//! Results that need no search: from the rules and from the table.

use std::ops::ControlFlow;

use super::fold::Folding;
use super::found::Found;
use super::goal::Judge;
use super::table::{Known, ProofTable};
use crate::board::{Bits, Board, BoardMove, Position};
use crate::rules::Side;

/// A position after a move.
pub(super) struct Next<B: Board> {
    pub mv: BoardMove,
    pub key: u64,
    pub position: Position<B>,
}

/// The results shared by all threads of a search for one goal.
pub(super) struct Knowledge<'a, B: Board> {
    pub judge: Judge<'a, B>,
    pub table: &'a ProofTable,
    /// The symmetries under which positions are treated as equal, if any.
    folding: Option<Folding>,
}

impl<'a, B: Board> Knowledge<'a, B> {
    pub fn new(judge: Judge<'a, B>, table: &'a ProofTable) -> Self {
        let symmetric = judge.closed.is_symmetric();
        let folding = symmetric.then(|| Folding::of::<B>(judge.rules.ruleset())).flatten();
        Self { judge, table, folding }
    }

    /// Key shared by all positions the solver treats as equal.
    #[inline(always)]
    pub fn key(&self, position: &Position<B>) -> u64 {
        self.folding.as_ref().map_or_else(|| position.key(), |folding| folding.key(position))
    }

    /// The key of a position in the table. Proofs for different goals have different keys.
    #[inline(always)]
    pub fn table_key(&self, key: u64) -> u64 {
        let goal = self.judge.goal;
        let mut salt = 0;
        if goal.prover == Side::Defenders {
            salt ^= 0xd6e8_feb8_6659_fd93;
        }
        if goal.draw_suffices {
            salt ^= 0xa076_1d64_78bd_642f;
        }
        key ^ salt
    }

    /// The table's entry for the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.table.probe(self.table_key(key))
    }

    /// Stores the result for the position with this key, found with `work` nodes.
    #[inline(always)]
    pub fn store(&self, key: u64, work: u64, known: Known) {
        self.table.store(self.table_key(key), work, known);
    }

    /// The positions after the moves to search.
    ///
    /// Prefetches the table entries of all of them before the first is probed.
    pub fn next_positions(&self, position: &Position<B>) -> Vec<Next<B>> {
        let rules = self.judge.rules;
        let within = self.judge.within(position);
        let folded = self.folding.as_ref().map(|folding| (folding, folding.images(position)));
        let mut all = Vec::new();
        let _: ControlFlow<()> = rules.visit_moves(position, |from, targets| {
            for to in (targets & within).iter() {
                let mv = BoardMove::new(from, to);
                let next = rules.play_unchecked(position, mv);
                let key = match &folded {
                    Some((folding, images)) => folding.key_after(images, position, &next),
                    None => next.key(),
                };
                self.table.prefetch(self.table_key(key));
                all.push(Next { mv, key, position: next });
            }
            ControlFlow::Continue(())
        });
        all
    }

    /// The result for a position with this key that holds on every path, and whether it comes from
    /// a search.
    pub fn glance(&self, position: &Position<B>, key: u64) -> (Found, bool) {
        if let Some(over) = self.judge.over(position) {
            return (Found::judged(over), false);
        }
        match self.probe(key) {
            Some(known) => (Found::known(known), true),
            None => (Found::judged(self.judge.judge(position)), false),
        }
    }
}
