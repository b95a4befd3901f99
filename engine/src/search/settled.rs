//! Nodes that another thread settles while this one searches them: it leaves them.
//!
//! Threads that search the same node share its moves (`busy`). The first to find a move that fails
//! high, or the last to find that none does, stores the result in the table, and what the others are
//! still searching below the node is of no more use.
//!
//! Sources: T. Kerrigan, "Simplified ABDADA", whose "cutoff check" probes the table before each move
//! of a node; and the chess programming wiki, "Parallel Search", for aborting a whole subtree.

use super::node::{Node, NodeType, PATH_INDEPENDENT, ScoredNode, Window};
use super::score::Score;
use super::table::TableEntry;
use super::tunables;
use super::worker::Worker;
use crate::board::Board;
use crate::eval::Evaluation;

/// The nodes of the path that another thread may settle, from the root.
#[derive(Default)]
pub(super) struct OpenNodes {
    nodes: Vec<OpenNode>,
    /// The settled node to which the search is returning.
    settled: Option<SettledNode>,
}

/// A node whose moves are being searched.
struct OpenNode {
    ply: usize,
    /// Its key in the table.
    key: u64,
    window: Window,
    depth: i32,
}

/// A node that another thread has settled.
struct SettledNode {
    ply: usize,
    score: Score,
}

impl OpenNodes {
    /// Prepares for the search of the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.settled = None;
    }

    /// Ends the search of a node.
    #[inline(always)]
    pub fn close(&mut self, ply: usize) {
        if self.nodes.last().is_some_and(|open| open.ply == ply) {
            self.nodes.pop();
        }
    }
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Whether the table may settle a node of this type. With several threads it may also settle
    /// one of the principal variation, which each of them would else search again. The line then
    /// ends there (`table_line`).
    #[inline(always)]
    pub(super) fn may_be_settled<K: NodeType>(&self, ply: usize) -> bool {
        !K::PV || self.context.busy.is_some() && !K::is_root(ply) && !self.context.full_width
    }

    /// Begins the search of a node's moves: from now on other threads may settle it.
    #[inline(always)]
    pub(super) fn open_node(&mut self, node: &Node<B>, window: Window, depth: i32) {
        // Whether a mate search may use an entry depends on the node's own path.
        if !self.context.full_width {
            let key = self.table_key(&node.position, node.ply);
            let open = OpenNode { ply: node.ply, key, window, depth };
            self.open_nodes.nodes.push(open);
        }
    }

    /// The score of a node that another thread has settled since its search began.
    #[inline(always)]
    pub(super) fn settled(&self, node: &Node<B>, window: Window, depth: i32) -> Option<ScoredNode> {
        let Node { position, ply, .. } = node;
        let entry = self.context.table.probe(self.table_key(position, *ply), *ply)?;
        let believed = entry.cuts(window.alpha, window.beta, depth)
            && self.may_believe(&entry, position.to_move(), depth);
        believed.then_some(ScoredNode::independent(entry.score))
    }

    /// Whether another thread has settled a node above. The search then returns to it.
    pub(super) fn finds_settled(&mut self) -> bool {
        let settles = |open: &OpenNode, entry: &TableEntry| {
            entry.cuts(open.window.alpha, open.window.beta, open.depth)
                && self.context.turn_limit.allows(entry.score)
        };
        let score = |open: &OpenNode| {
            let entry = self.context.table.probe(open.key, open.ply);
            entry.filter(|entry| settles(open, entry)).map(|entry| entry.score)
        };
        let mut open = self.open_nodes.nodes.iter().enumerate();
        let found = open.find_map(|(at, open)| score(open).map(|score| (at, open.ply, score)));
        let Some((at, ply, score)) = found else { return false };
        self.open_nodes.nodes.truncate(at);
        self.open_nodes.settled = Some(SettledNode { ply, score });
        true
    }

    /// The score of the node to which the search is returning, if it is that at `ply`.
    #[cold]
    pub(super) fn return_to(&mut self, ply: usize) -> Option<ScoredNode> {
        let settled = self.open_nodes.settled.take_if(|settled| settled.ply == ply)?;
        self.path.return_to(ply);
        Some(ScoredNode { score: settled.score, depends_on: PATH_INDEPENDENT })
    }
}

/// Whether the moves of a node with this remaining depth, in plies, are divided between threads.
#[inline(always)]
pub(super) fn is_divided(depth: i32) -> bool {
    depth >= tunables::share_depth()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board7;
    use crate::search::bound::Bound;
    use crate::search::node::NonPvNode;
    use crate::search::score::INFINITE;
    use crate::search::test_worker::{TestWorker, with_worker};

    const WINDOW: Window = Window { alpha: 20, beta: 21 };
    const DEPTH: i32 = 6;

    /// The first child of the root.
    fn child(worker: &mut TestWorker<'_>) -> Node<Board7> {
        let root = worker.root();
        let mv = worker.root.moves[0].mv;
        worker.child(&root, mv, INFINITE)
    }

    /// What another thread does that has searched the node to `depth`.
    fn settle(worker: &TestWorker<'_>, node: &Node<Board7>, depth: i32, score: Score) {
        let entry = TableEntry { best: None, score, eval: 0, depth, bound: Some(Bound::Lower) };
        worker.context.table.store(worker.table_key(&node.position, node.ply), node.ply, entry);
    }

    #[test]
    fn a_node_is_settled_by_a_result_that_is_deep_enough() {
        with_worker(|worker, _| {
            let node = child(worker);
            settle(worker, &node, DEPTH - 1, 30);
            assert_eq!(worker.settled(&node, WINDOW, DEPTH), None);
            settle(worker, &node, DEPTH, 30);
            let settled = worker.settled(&node, WINDOW, DEPTH);
            assert_eq!(settled, Some(ScoredNode::independent(30)));
            let higher = Window { alpha: 30, beta: 31 };
            assert_eq!(worker.settled(&node, higher, DEPTH), None);
        });
    }

    #[test]
    fn the_search_returns_to_the_highest_settled_node() {
        with_worker(|worker, _| {
            let before = worker.path.reversible();
            let node = child(worker);
            worker.open_node(&node, WINDOW, DEPTH);
            let below = worker.context.rules.moves(&node.position).into_iter().next().unwrap();
            let below = worker.child(&node, below, 0);
            worker.open_node(&below, WINDOW.reversed(), DEPTH);
            assert!(!worker.finds_settled());
            settle(worker, &below, DEPTH, 30);
            settle(worker, &node, DEPTH, 25);
            assert!(worker.finds_settled());
            assert_eq!(worker.return_to(below.ply), None);
            assert_eq!(worker.return_to(node.ply), Some(ScoredNode::independent(25)));
            assert_eq!(worker.path.reversible(), before + 1);
            assert_eq!(worker.return_to(node.ply), None);
            assert!(!worker.finds_settled(), "the node is no longer open");
        });
    }

    #[test]
    fn a_search_below_a_settled_node_ends_with_its_score() {
        with_worker(|worker, _| {
            let node = child(worker);
            worker.open_node(&node, WINDOW, DEPTH);
            settle(worker, &node, DEPTH, 25);
            let below = worker.context.rules.moves(&node.position).into_iter().next().unwrap();
            let below = worker.child(&node, below, 0);
            assert_eq!(worker.search::<NonPvNode>(&below, WINDOW.reversed(), 20), None);
            assert_eq!(worker.return_to(node.ply), Some(ScoredNode::independent(25)));
        });
    }
}
