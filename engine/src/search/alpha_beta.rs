//! The search of a node: principal variation search.
//!
//! There are three kinds of nodes. The root is never pruned, and the results of its moves are kept
//! for the next iteration. The other nodes of the principal variation are searched with an open
//! window, for their exact scores. All other nodes are searched with a null window, which only asks
//! whether they beat the best line known. Most of them fail high with one good move or low with
//! all, so there moves are pruned and the table's scores are trusted. A node of the principal
//! variation searches its first child with its own window. Each later child is searched off the
//! principal variation unless it turns out better. A node with no depth left drops into the
//! quiescence search.
//!
//! Sources: T. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982,
//! for the principal variation search; the chess programming wiki for the rest, under the names
//! used here.

use std::ops::ControlFlow;

use super::bound::Bound;
use super::move_loop::MoveLoopResult;
use super::node::{Node, NodeType, NonPvNode, PATH_INDEPENDENT, ScoredNode, Window};
use super::node_state::{MoveScope, NodeState};
use super::path::{Repeated, SHORTEST_CYCLE};
use super::score::{INFINITE, MAX_PLY, Score, is_mate, of_ending, of_verdict};
use super::settled::is_divided;
use super::table::TableEntry;
use super::threat::Threat;
use super::tunables;
use super::worker::Worker;
use crate::board::{Bits, Board, BoardMove};
use crate::eval::Evaluation;
use crate::rules::{NoMoves, Side};

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The score of a node for its side to move. `None` if the search was stopped, or returns to a
    /// node that another thread has settled.
    pub(super) fn search<K: NodeType>(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
    ) -> Option<ScoredNode> {
        let Node { position, ply, .. } = node;
        let (ply, mut window) = (*ply, window);
        self.data.lines.clear(ply);
        self.count_node(ply)?;

        let root = K::is_root(ply);
        let mut occurred = false;
        if !root {
            match self.ended(node) {
                Repeated::No => {}
                Repeated::Before => occurred = true,
                Repeated::Ended { score, depends_on } => {
                    return Some(ScoredNode { score, depends_on });
                }
            }
            // No horizon may hide a win in one, also not one that leaves the other side without a move.
            if ply == 1
                && let Some(scored) = self.moveless(node)
            {
                return Some(scored);
            }
            // Mate distance pruning: no line from here can beat a shorter win already found.
            window = window.within_mate_distance(ply);
            if window.is_empty() {
                return Some(ScoredNode::independent(window.alpha));
            }
        }

        // The table entry may still be on its way to the cache, so compute the threat meanwhile:
        // most nodes need it.
        let threat = self.threat(position);

        let entry = match self.consult_table::<K>(node, window, depth, occurred) {
            ControlFlow::Continue(entry) => entry,
            ControlFlow::Break(scored) => return Some(scored),
        };
        if ply >= MAX_PLY - 1 {
            return Some(ScoredNode::independent(self.evaluate(node)));
        }

        if self.answers(&threat, ply).is_empty() && !root {
            return Some(ScoredNode::independent(self.lost_to_escape(node)));
        }
        let depth = self.extended(depth, ply, &threat);
        if depth <= 0 {
            // A search for a win must see one of the last move that its depth allows.
            if self.context.full_width
                && let Some(scored) = self.moveless(node)
            {
                return Some(scored);
            }
            return self.quiesce(node, window, entry).map(ScoredNode::independent);
        }

        self.search_interior::<K>(node, window, depth, entry, &threat, occurred)
    }

    /// The score of a node that the table does not settle, at a depth of at least one ply.
    #[inline(always)]
    fn search_interior<K: NodeType>(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        entry: Option<TableEntry>,
        threat: &Threat<B>,
        occurred: bool,
    ) -> Option<ScoredNode> {
        let root = K::is_root(node.ply);
        let state = self.state::<K>(node, window, depth, entry, threat);
        if entry.is_none() && !root {
            self.judge_last_move(node, &state);
        }
        if let ControlFlow::Break(scored) = self.prune(node, window.beta, &state) {
            return scored;
        }
        let table_move = entry.and_then(|entry| entry.best);
        // Internal iterative reduction: without a table move, a deep search costs more.
        let reduces = depth >= tunables::iir_depth()
            && table_move.is_none()
            && !root
            && !self.context.full_width;
        let state = NodeState { depth: depth - i32::from(reduces), ..state };
        let within = self.answers(threat, node.ply);
        let scope = MoveScope {
            within,
            first: if root { None } else { self.fit_table_move(node, table_move, within) },
            may_settle: self.context.busy.is_some()
                && is_divided(state.depth)
                && !occurred
                && self.may_be_settled::<K>(node.ply),
        };
        let result = match self.search_moves::<K>(node, window, &state, &scope)? {
            ControlFlow::Continue(result) => result,
            ControlFlow::Break(settled) => {
                // The line is that of the table, not of a move that was best so far.
                self.data.lines.clear(node.ply);
                return Some(settled);
            }
        };
        if result.best.score == -INFINITE {
            return Some(self.judge_moveless(node, &result, within));
        }
        Some(self.conclude::<K>(node, window.beta, &state, &result, table_move))
    }

    /// Whether the game is over, or a position has been repeated.
    #[inline(always)]
    pub(super) fn ended(&self, node: &Node<B>) -> Repeated {
        let over = |score| Repeated::Ended { score, depends_on: PATH_INDEPENDENT };
        let Node { position, ply, .. } = node;
        if self.context.turn_limit.is_reached(*ply) {
            return over(self.context.turn_limit.score(self.context.rules, position, *ply));
        }
        if let Some(ending) = position.ending() {
            return over(of_ending(ending, position.to_move(), *ply));
        }
        self.path.repeated(self.context.repetition, position.to_move(), *ply)
    }

    /// Probes the table. Breaks with the score if that settles the node. A position that has
    /// occurred before is nearer to its end than its entry says.
    #[inline(always)]
    fn consult_table<K: NodeType>(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        occurred: bool,
    ) -> ControlFlow<ScoredNode, Option<TableEntry>> {
        let Node { position, ply, .. } = node;
        let entry = self.context.table.probe(self.table_key(position, *ply), *ply);
        if let Some(entry) = entry {
            let cuts = || entry.cuts(window.alpha, window.beta, depth);
            if !occurred
                && self.may_be_settled::<K>(*ply)
                && cuts()
                && self.may_believe(&entry, position.to_move(), depth)
            {
                return ControlFlow::Break(ScoredNode::independent(entry.score));
            }
            if let Some(mv) = entry.best {
                self.prefetch_child(position, *ply, mv);
            }
        } else if !K::is_root(*ply)
            && let Some(score) = self.quick_win(node)
        {
            // An immediate win cannot be beaten. No position in the table has a win in one.
            return ControlFlow::Break(ScoredNode::independent(score));
        }
        ControlFlow::Continue(entry)
    }

    /// Whether an entry also holds on this path. A win after the turn limit never does. Otherwise
    /// only mate searches are strict, because they must refute as well as prove: where an
    /// occurrence of a position decides the game or may be illegal, a path that has already visited
    /// a position reaches that occurrence sooner than the path on which the entry was found.
    #[inline(always)]
    pub(super) fn may_believe(&self, entry: &TableEntry, to_move: Side, depth: i32) -> bool {
        let winner = if entry.score > 0 { to_move } else { to_move.other() };
        self.context.turn_limit.allows(entry.score)
            && (!self.context.full_width
                || self.context.repetition.draws()
                || is_mate(entry.score) && self.wins_stay(winner)
                || self.path.reversible() as i32 + depth < self.first_limit())
    }

    /// Whether a win is path-independent. It is not where a side that may not repeat a position can
    /// run out of other moves and so draw, nor where the winner's moves may lead to boards of
    /// another path.
    fn wins_stay(&self, winner: Side) -> bool {
        let rule = self.context.repetition;
        !rule.may_forbid()
            || self.context.rules.ruleset().no_moves == NoMoves::Loses
                && !(rule.compares_boards() && winner == Side::Defenders)
    }

    /// The minimum number of plies from the first occurrence of a position to the deciding one.
    fn first_limit(&self) -> i32 {
        ((self.context.repetition.limit() - 1) * SHORTEST_CYCLE) as i32
    }

    /// The state of a node that needs a search.
    #[inline(always)]
    fn state<K: NodeType>(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        entry: Option<TableEntry>,
        threat: &Threat<B>,
    ) -> NodeState {
        let eval = match entry {
            Some(entry) => entry.eval,
            None => self.evaluate(node),
        };
        let threatened = !matches!(threat, Threat::None);
        NodeState {
            depth,
            eval,
            threatened,
            improving: !threatened && eval > node.evals[1],
            may_prune: !K::PV && !threatened && !window.asks_for_mate() && !self.context.full_width,
        }
    }

    /// Updates the history of the quiet move that led to a node, by how much it raised the
    /// evaluation. Source: Stockfish, which also orders its quiet moves this way.
    #[inline(always)]
    fn judge_last_move(&self, node: &Node<B>, state: &NodeState) {
        let Node { position, previous: [last, _], evals: [before, _], captured, .. } = node;
        if let Some(last) = last
            && !captured
            && !state.threatened
            && *before < INFINITE
            && !is_mate(*before)
        {
            let gain = -(state.eval + before);
            self.context.history.update(position.to_move().other(), *last, gain);
        }
    }

    /// Breaks with the score of a node that is far enough ahead to fail high, or with `None` if the
    /// search was stopped.
    #[inline(always)]
    fn prune(
        &mut self,
        node: &Node<B>,
        beta: Score,
        state: &NodeState,
    ) -> ControlFlow<Option<ScoredNode>> {
        if !state.may_prune {
            return ControlFlow::Continue(());
        }
        if state.is_far_ahead(beta) {
            // Trust only part of the lead over beta.
            return ControlFlow::Break(Some(ScoredNode::independent((state.eval + beta) / 2)));
        }
        // Null move pruning: ahead even if the other side moves twice.
        if state.invites_pass(node, beta) && self.context.may_pass {
            let passed = self.passed(node, state.eval);
            let probe = Window::null(beta - 1).reversed();
            let Some(scored) = self.search::<NonPvNode>(&passed, probe, state.depth_after_pass())
            else {
                return ControlFlow::Break(None);
            };
            let scored = -scored;
            self.path.pop();
            if scored.score >= beta {
                // A win after a pass is not a proof.
                let score = if is_mate(scored.score) { beta } else { scored.score };
                return ControlFlow::Break(Some(ScoredNode { score, ..scored }));
            }
        }
        ControlFlow::Continue(())
    }

    /// The score of a node whose side to move has no legal move.
    #[cold]
    fn moveless(&mut self, node: &Node<B>) -> Option<ScoredNode> {
        let rules = self.context.rules;
        if !self.context.repetition.may_forbid() && rules.has_move(&node.position) {
            return None;
        }
        let mut depends_on = PATH_INDEPENDENT;
        for mv in rules.moves(&node.position) {
            let child = self.child(node, mv, INFINITE);
            let barred = self.barred(node, mv, &child);
            self.path.pop();
            depends_on = depends_on.min(barred?);
        }
        let score = of_verdict(rules.no_moves_verdict(&node.position), node.ply);
        Some(ScoredNode { score, depends_on })
    }

    /// The score of a node in which every move was illegal or skipped.
    #[cold]
    fn judge_moveless(
        &self,
        node: &Node<B>,
        result: &MoveLoopResult,
        within: B::Bits,
    ) -> ScoredNode {
        let score = if result.barred && within == !B::Bits::EMPTY {
            // Repetition leaves no legal move.
            of_verdict(self.context.rules.no_moves_verdict(&node.position), node.ply)
        } else {
            self.lost_to_escape(node)
        };
        ScoredNode { score, depends_on: result.depends_on }
    }

    /// The score that follows from a node's moves. It is stored in the table.
    #[inline(always)]
    fn conclude<K: NodeType>(
        &self,
        node: &Node<B>,
        beta: Score,
        state: &NodeState,
        result: &MoveLoopResult,
        table_move: Option<BoardMove>,
    ) -> ScoredNode {
        let Node { position, ply, .. } = node;
        let best = result.best;
        let bound = result.bound(beta);
        // A move that fails high proves the bound alone. Otherwise the score depends on all moves.
        let mut scored = best;
        if bound != Bound::Lower {
            scored.depends_on = result.depends_on;
        }
        // A dependence on this node or later ones holds on every path to the node.
        if scored.is_path_independent_at(*ply) {
            scored.depends_on = PATH_INDEPENDENT;
        }
        // On another path other repetitions decide, so a path-dependent score is not stored: only
        // its move is.
        let kept = if scored.depends_on == PATH_INDEPENDENT {
            Some(bound)
        } else if bound == Bound::Exact && best.is_path_independent_at(*ply) {
            Some(Bound::Lower)
        } else {
            None
        };
        let partial =
            K::is_root(*ply) && (self.root.pv_index > 0 || !self.context.shared.root.keep);
        if !partial {
            let entry = TableEntry {
                best: result.best_move.or(table_move),
                score: kept.map_or(0, |_| best.score),
                eval: state.eval,
                depth: state.depth,
                bound: kept,
            };
            self.context.table.store(self.table_key(position, *ply), *ply, entry);
        }
        scored
    }
}
