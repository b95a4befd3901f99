//! The nodes of the tree.

use std::ops::Range;

use rustc_hash::FxHashSet;

use super::JobTree;
use crate::board::{Board, BoardMove, Position};
use crate::solve::found::Found;

/// A position at one place of the tree.
#[derive(Clone, Debug)]
pub(super) struct Node<B: Board> {
    pub position: Position<B>,
    pub key: u64,
    /// The parent and the move from there. `None` at the root.
    pub before: Option<(usize, BoardMove)>,
    pub ply: usize,
    pub found: Found,
    /// The children. Empty at a leaf.
    pub children: Range<usize>,
    /// An earlier node of the same position.
    pub twin: Option<usize>,
    /// The jobs of its subtree that are running, the finished ones, and the nodes they searched.
    pub running: u32,
    pub jobs: u64,
    pub spent: u64,
}

impl<B: Board> Node<B> {
    /// Whether it is undecided and has no children.
    pub fn is_open_leaf(&self) -> bool {
        !self.found.numbers.decided() && self.children.is_empty()
    }
}

impl<B: Board> JobTree<B> {
    /// Adds a node.
    pub(super) fn add(
        &mut self,
        position: Position<B>,
        key: u64,
        before: Option<(usize, BoardMove)>,
        found: Found,
    ) {
        let index = self.nodes.len();
        // A decided node cannot learn from its twins.
        let open = !found.numbers.decided();
        let twin = if open { self.places.insert(key, index) } else { None };
        let ply = before.map_or(0, |(before, _)| self.nodes[before].ply + 1);
        let (running, jobs, spent) = (0, 0, 0);
        let children = 0..0;
        self.nodes.push(Node {
            position,
            key,
            before,
            ply,
            found,
            children,
            twin,
            running,
            jobs,
            spent,
        });
    }

    /// Changes a node and all its ancestors.
    pub(super) fn each_above(&mut self, index: usize, change: impl Fn(&mut Node<B>)) {
        let mut next = Some(index);
        while let Some(index) = next {
            let node = &mut self.nodes[index];
            change(node);
            next = node.before.map(|(before, _)| before);
        }
    }

    /// Counts a finished job for these nodes, once per ancestor.
    pub(super) fn count(&mut self, indices: &[usize], nodes: u64) {
        let mut counted = FxHashSet::default();
        for index in indices {
            let mut next = Some(*index).filter(|index| self.nodes[*index].is_open_leaf());
            while let Some(index) = next.filter(|index| counted.insert(*index)) {
                let node = &mut self.nodes[index];
                node.jobs += 1;
                node.spent = node.spent.saturating_add(nodes);
                next = node.before.map(|(before, _)| before);
            }
        }
    }

    /// The nodes of a position that were open when created.
    pub(super) fn nodes_of(&self, key: u64) -> Vec<usize> {
        let first = self.places.get(&key).copied();
        std::iter::successors(first, |index| self.nodes[*index].twin).collect()
    }

    /// The moves from the root to a node.
    pub(super) fn line_to(&self, index: usize) -> Vec<BoardMove> {
        let steps = std::iter::successors(self.nodes[index].before, |(before, _)| {
            self.nodes[*before].before
        });
        let mut line: Vec<BoardMove> = steps.map(|(_, mv)| mv).collect();
        line.reverse();
        line
    }

    /// The ply of a position on the line to a node. `None` if it is not on the line.
    pub(super) fn ply_on_line(&self, index: usize, key: u64) -> Option<usize> {
        let mut line = std::iter::successors(Some(index), |index| {
            self.nodes[*index].before.map(|(before, _)| before)
        });
        line.find(|index| self.nodes[*index].key == key).map(|index| self.nodes[index].ply)
    }

    /// Makes a leaf available again.
    pub(super) fn release(&mut self, key: u64) {
        if let Some(leaf) = self.given.remove(&key) {
            self.each_above(leaf, |node| node.running -= 1);
        }
    }
}
