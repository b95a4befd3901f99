//! Selects the next leaf, expands the tree there, and propagates results.

use std::cmp::Reverse;

use rustc_hash::FxHashSet;

use super::{JobTree, is_lasting};
use crate::board::{Board, Position};
use crate::solve::dfpn::{ChildNode, Search};
use crate::solve::found::Found;
use crate::solve::numbers::{MoveSummary, Numbers, crowded, others};

impl<B: Board> JobTree<B> {
    /// Creates the tree's root.
    pub(super) fn plant(&mut self, root: &Position<B>) {
        let judge = self.judge();
        let judged = judge.over(root).unwrap_or_else(|| judge.judge(root));
        self.add(*root, self.key(root), None, Found::judged(judged));
        if !self.is_decided() {
            self.expand(0);
        }
    }

    /// Whether the side to move at a node is the prover.
    pub(super) fn proves(&self, index: usize) -> bool {
        self.nodes[index].position.to_move() == self.goal.prover
    }

    /// The most important open leaf below a node that no worker has.
    ///
    /// Every move of the root gets one job before any of them gets a second.
    pub(super) fn pick(&self, index: usize) -> Option<usize> {
        let node = &self.nodes[index];
        if node.children.is_empty() {
            return (!self.given.contains_key(&node.key)).then_some(index);
        }
        let proves = self.proves(index);
        let is_open = |child: &usize| !self.nodes[*child].found.numbers.decided();
        let open = node.children.clone().filter(is_open).map(|index| {
            let child = &self.nodes[index];
            let seeming = crowded(child.found.numbers.wanted(proves), child.running);
            let had_a_turn = node.before.is_some() || child.running > 0 || child.jobs > 0;
            (had_a_turn, seeming, index)
        });
        ascending(open.collect()).into_iter().find_map(|(_, _, child)| self.pick(child))
    }

    /// Expands an open leaf with one child per class of symmetric positions.
    pub(super) fn expand(&mut self, index: usize) {
        let (position, proves) = (self.nodes[index].position, self.proves(index));
        let mut moves = self.moves_of(&position);
        let mut seen = FxHashSet::default();
        moves.retain(|candidate| seen.insert(candidate.key));
        most_promising_first(&mut moves, proves);
        let least = self.handed_down(index, moves.len());
        let first = self.nodes.len();
        for ChildNode { mv, key, found } in moves {
            let found = if found.numbers.decided() {
                found
            } else if let Some(ply) = self.ply_on_line(index, key) {
                self.repeated(ply)
            } else if let Some(known) = self.known.get(&key) {
                *known
            } else {
                Found::open(found.numbers.max(least))
            };
            let after = self.rules.play_unchecked(&position, mv);
            self.add(after, key, Some((index, mv)), found);
        }
        self.nodes[index].children = first..self.nodes.len();
        self.learn(index, self.concluded(index));
    }

    /// The minimum proof numbers of the children of a leaf that a job has left open, so that the
    /// job's result is not lost with the first children.
    fn handed_down(&self, index: usize, moves: usize) -> Numbers {
        let (numbers, proves) = (self.nodes[index].found.numbers, self.proves(index));
        // Always fits: no position has that many moves.
        let others = others(moves.max(1) as u32);
        let feared = numbers.feared(proves).saturating_sub(others).max(1);
        Numbers::of_mover(proves, numbers.wanted(proves).max(1), feared)
    }

    /// The moves of a position, with results that need no search.
    fn moves_of(&self, position: &Position<B>) -> Vec<ChildNode> {
        let mut watch = |_, _| true;
        let search = Search::new(self.judge(), &self.table, &mut watch);
        search.guided_by(&self.evaluation).candidates(position)
    }

    /// The result for a node that follows from its children.
    fn concluded(&self, index: usize) -> Found {
        let (node, proves) = (&self.nodes[index], self.proves(index));
        let children = &self.nodes[node.children.clone()];
        let numbers = children.iter().map(|child| child.found.numbers);
        let numbers = MoveSummary::of(numbers, proves).numbers;
        Found::concluded(numbers, children.iter().map(|child| &child.found), proves, node.ply)
    }

    /// Records a result for a node and propagates it.
    pub(super) fn learn(&mut self, index: usize, found: Found) {
        let mut changed = Vec::new();
        self.put(index, found, &mut changed);
        while let Some(index) = changed.pop() {
            let Some((before, _)) = self.nodes[index].before else { continue };
            let found = self.concluded(before);
            if found.numbers != self.nodes[before].found.numbers {
                self.put(before, found, &mut changed);
            }
        }
    }

    /// Sets the result of a node and, if it holds everywhere, of its twins.
    fn put(&mut self, index: usize, found: Found, changed: &mut Vec<usize>) {
        if self.nodes[index].found.numbers.decided() {
            return;
        }
        self.nodes[index].found = found;
        changed.push(index);
        if found.numbers.decided() && is_lasting(&found) {
            let key = self.nodes[index].key;
            self.known.insert(key, found);
            for twin in self.nodes_of(key) {
                if !self.nodes[twin].found.numbers.decided() {
                    self.nodes[twin].found = found;
                    changed.push(twin);
                }
            }
        }
    }
}

fn ascending(mut open: Vec<(bool, u32, usize)>) -> Vec<(bool, u32, usize)> {
    open.sort_unstable();
    open
}

/// Sorts moves by the number that is wanted small, then by the one that is feared small.
fn most_promising_first(moves: &mut [ChildNode], proves: bool) {
    moves.sort_by_key(|ChildNode { found, .. }| {
        (found.numbers.wanted(proves), Reverse(found.numbers.feared(proves)))
    });
}
