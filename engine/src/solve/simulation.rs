//! Proof by simulation: the answers that prove one position are tried in its siblings.
//!
//! Most moves of a losing side do nothing about the threat. Once one of them has been refuted, the
//! same answers usually refute the others, and trying them costs a fraction of a search. Source: Y.
//! Kawano, "Using Similar Positions to Search Game Trees", 1996.

use super::dfpn::{ChildNode, Search};
use super::found::Found;
use super::knowledge::Next;
use super::table::Known;
use crate::board::{Board, BoardMove, Position};

/// The minimum number of nodes of a proof worth simulating. Below that, searching is as quick.
const MIN_NODES: u64 = 8;

/// The limits of a simulation.
#[derive(Clone, Copy)]
struct Allowance {
    /// The maximum node count of this search.
    most: u64,
    /// The maximum number of plies, so that the simulation ends if the table has lost the model's.
    plies: u16,
}

impl<B: Board> Search<'_, B> {
    /// Tries to prove the open positions after a move of the losing side, the candidates from
    /// `begin` on. One of them, the `model`, has just been proven with `nodes` nodes.
    pub fn simulate_all(
        &mut self,
        position: &Position<B>,
        begin: usize,
        (model, plies): (&Position<B>, u16),
        nodes: u64,
    ) {
        if nodes < MIN_NODES {
            return;
        }
        for place in begin..self.candidates.len() {
            let ChildNode { mv, key, found } = self.candidates[place];
            if found.numbers.decided() {
                continue;
            }
            let position = self.knowledge.judge.rules.play_unchecked(position, mv);
            let allowance = Allowance { most: self.nodes.saturating_add(nodes), plies };
            if let Some(plies) = self.simulate(&position, key, Some(model), allowance) {
                self.candidates[place].found = Found::proven(plies);
            }
        }
    }

    /// Tries to prove a position with this key by the answers that proved the model. Returns the
    /// plies to the goal. Without a model, the position must already be known to be proven.
    fn simulate(
        &mut self,
        position: &Position<B>,
        key: u64,
        model: Option<&Position<B>>,
        Allowance { most, plies }: Allowance,
    ) -> Option<u16> {
        let (found, _) = self.knowledge.glance(position, key);
        if found.numbers.decided() {
            return found.is_proven().then_some(found.plies);
        }
        let model = model.filter(|_| self.nodes < most && !self.stopped)?;
        let allowance = Allowance { most, plies: plies.checked_sub(1)? };
        self.count_node();
        let (before, rules) = (self.nodes, self.knowledge.judge.rules);
        let mut longest = 0;
        if self.knowledge.judge.proves(position) {
            let mv = self.proving_move(model)?;
            if !rules.is_legal(position, mv) {
                return None;
            }
            let [next, model] = [position, model].map(|before| rules.play_unchecked(before, mv));
            longest = self.simulate(&next, self.knowledge.key(&next), Some(&model), allowance)?;
        } else {
            for Next { mv, key, position } in self.knowledge.next_positions(position) {
                let model = rules.is_legal(model, mv).then(|| rules.play_unchecked(model, mv));
                longest = longest.max(self.simulate(&position, key, model.as_ref(), allowance)?);
            }
        }
        let plies = longest.saturating_add(1);
        let work = 1 + self.nodes - before;
        self.knowledge.store(key, work, Known::Proven { plies });
        Some(plies)
    }

    /// The prover's quickest known move in a position.
    fn proving_move(&self, position: &Position<B>) -> Option<BoardMove> {
        if position.ending().is_some() {
            return None;
        }
        let next = self.knowledge.next_positions(position).into_iter();
        let proven = next.filter_map(|Next { mv, key, position }| {
            let (found, _) = self.knowledge.glance(&position, key);
            found.is_proven().then_some((found.plies, mv))
        });
        proven.min_by_key(|(plies, _)| *plies).map(|(_, mv)| mv)
    }
}
