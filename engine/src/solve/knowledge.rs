//! What is known about positions without searching them: by the rules, and by the table.

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

/// What all threads of a search for one goal know together.
pub(super) struct Knowledge<'a, B: Board> {
    pub judge: Judge<'a, B>,
    pub table: &'a ProofTable,
    /// What positions are taken for one, if any are.
    folding: Option<Folding>,
}

impl<'a, B: Board> Knowledge<'a, B> {
    pub fn new(judge: Judge<'a, B>, table: &'a ProofTable) -> Self {
        let symmetric = judge.closed.is_symmetric();
        let folding = symmetric.then(|| Folding::of::<B>(judge.rules.ruleset())).flatten();
        Self { judge, table, folding }
    }

    /// The key of a position, which those have in common that are taken for one.
    #[inline(always)]
    pub fn key(&self, position: &Position<B>) -> u64 {
        self.folding.as_ref().map_or_else(|| position.key(), |folding| folding.key(position))
    }

    /// The key under which the table has a position: proofs for different goals are kept apart.
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

    /// What the table says about the position with this key.
    #[inline(always)]
    pub fn probe(&self, key: u64) -> Option<Known> {
        self.table.probe(self.table_key(key))
    }

    /// Puts into the table what was found about the position with this key in so many nodes.
    #[inline(always)]
    pub fn store(&self, key: u64, work: u64, known: Known) {
        self.table.store(self.table_key(key), work, known);
    }

    /// The positions after the moves that have to be looked at.
    ///
    /// The processor fetches what the table says about them all before the first is asked for.
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

    /// What is known about a position with this key wherever it is reached from, and whether it was
    /// searched.
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
