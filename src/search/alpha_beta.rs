//! The search of a node: principal variation search.
//!
//! There are three kinds of nodes. The root, where the search begins, is never pruned, and what
//! becomes of its moves is kept for the next iteration. The other nodes of the principal variation
//! are searched with an open window, for their exact scores. All other nodes are searched with a null
//! window, which asks only whether they are better than the best line known: most fail high with one
//! good move or low with all of them, and there moves are pruned and scores of the table believed. A
//! node of the principal variation searches its first child with its own window, and each later one
//! off the principal variation until it turns out better. Any node whose depth is used up goes on
//! into the quiescence search.
//!
//! Sources: T. Marsland and M. Campbell, "Parallel Search of Strongly Ordered Game Trees", 1982, for
//! the principal variation search; the rest as the chess programming wiki describes it under the
//! names used here.

use std::ops::ControlFlow;

use super::move_loop::Tally;
use super::node::{INDEPENDENT, Judged, Node, NodeType, NonPvNode, Window};
use super::path::{Repeated, SHORTEST_CYCLE};
use super::pruning::Outlook;
use super::score::{INFINITE, MAX_PLY, Score, is_mate, loss_at, of_verdict};
use super::table::{Bound, TableEntry};
use super::threat::Threat;
use super::tunables;
use super::worker::Worker;
use crate::board::{Bits, Board, Move};
use crate::eval::Evaluation;
use crate::rules::NoMoves;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The score of a node for its side to move; none, if the search was stopped.
    pub(super) fn search<K: NodeType>(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
    ) -> Option<Judged> {
        let Node { position, ply, .. } = node;
        let (ply, mut window) = (*ply, window);
        self.lines.clear(ply);
        self.count_node(ply)?;

        let mut occurred = false;
        if !K::ROOT {
            match self.ended(node) {
                Repeated::No => {}
                Repeated::Before => occurred = true,
                Repeated::Ended { score, since } => return Some(Judged { score, since }),
            }
            // Mate distance pruning: no line from here can better a shorter win already found.
            window = window.within_mate_distance(ply);
            if window.is_empty() {
                return Some(Judged::independent(window.alpha));
            }
        }

        // The table's line may still be on its way: meanwhile for what most nodes need.
        let threat = self.threat(position);

        let entry = match self.consult_table::<K>(node, window, depth, occurred) {
            ControlFlow::Continue(entry) => entry,
            ControlFlow::Break(judged) => return Some(judged),
        };
        if ply >= MAX_PLY - 1 {
            return Some(Judged::independent(self.evaluate(node)));
        }

        if self.answers(&threat).is_empty() && !K::ROOT {
            return Some(Judged::independent(self.lost_to_escape(node)));
        }
        let depth = self.extended(depth, ply, &threat);
        if depth <= 0 {
            return self.quiesce(node, window, entry).map(Judged::independent);
        }

        let mut outlook = self.outlook::<K>(node, window, depth, entry, &threat);
        if entry.is_none() && !K::ROOT {
            self.judge_last_move(node, &outlook);
        }
        if let Some(judged) = self.prune(node, window.beta, &outlook)? {
            return Some(judged);
        }
        // Internal iterative reduction: without a move to begin with, a deep search costs more.
        let table_move = entry.and_then(|entry| entry.best);
        if depth >= tunables::iir_depth() && table_move.is_none() && !K::ROOT && !self.full_width {
            outlook.depth -= 1;
        }
        if !K::ROOT {
            outlook.first = self.fit_table_move(node, table_move, outlook.within);
        }
        let tally = self.search_moves::<K>(node, window, &outlook)?;
        if tally.best.score == -INFINITE {
            return Some(self.judge_moveless(node, &tally, &outlook));
        }
        Some(self.conclude::<K>(node, window.beta, &outlook, &tally, table_move))
    }

    /// Whether the game is over, or a position has been repeated.
    #[inline(always)]
    fn ended(&self, node: &Node<B>) -> Repeated {
        if node.position.ending().is_some() {
            // All endings are wins of the side that has moved.
            return Repeated::Ended { score: loss_at(node.ply), since: INDEPENDENT };
        }
        self.path.repeated(self.repetition, node.position.to_move(), node.ply)
    }

    /// What the table knows about a node, or its score if that settles it. A position that has
    /// occurred before is nearer to its end than what was stored about it.
    #[inline(always)]
    fn consult_table<K: NodeType>(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        occurred: bool,
    ) -> ControlFlow<Judged, Option<TableEntry>> {
        let Node { position, ply, .. } = node;
        let entry = self.table.probe(position.key() ^ self.signature, *ply);
        if let Some(entry) = entry {
            let cuts = || entry.cuts(window.alpha, window.beta, depth);
            if !K::PV && !occurred && cuts() && self.may_believe(&entry, depth) {
                return ControlFlow::Break(Judged::independent(entry.score));
            }
            if let Some(mv) = entry.best {
                self.prefetch_child(position, mv);
            }
        } else if !K::ROOT
            && let Some(score) = self.quick_win(node)
        {
            // Nothing is better than to win at once. No position in the table has a win in one.
            return ControlFlow::Break(Judged::independent(score));
        }
        ControlFlow::Continue(entry)
    }

    /// Whether an entry holds on this path too. Only searches for a mate, which must refute as well as
    /// prove, have doubts: where an occurrence of a position decides the game or may not come about, a
    /// path that has already been through a position comes to that occurrence sooner than the path on
    /// which the entry was found.
    #[inline(always)]
    fn may_believe(&self, entry: &TableEntry, depth: i32) -> bool {
        !self.full_width
            || self.repetition.draws()
            || is_mate(entry.score) && self.wins_stay()
            || self.path.reversible() as i32 + depth < self.first_limit()
    }

    /// Whether a win on one path is one on all: not where a side that may not repeat a position can come
    /// to a draw by that, having no other move.
    fn wins_stay(&self) -> bool {
        !self.repetition.may_forbid() || self.rules.ruleset().no_moves == NoMoves::Loses
    }

    /// The plies from the first occurrence of a position to the one that decides, at the least.
    fn first_limit(&self) -> i32 {
        ((self.repetition.limit() - 1) * SHORTEST_CYCLE) as i32
    }

    /// What is known about a node that is not decided without a search.
    #[inline(always)]
    fn outlook<K: NodeType>(
        &mut self,
        node: &Node<B>,
        window: Window,
        depth: i32,
        entry: Option<TableEntry>,
        threat: &Threat<B>,
    ) -> Outlook<B> {
        let eval = match entry {
            Some(entry) => entry.eval,
            None => self.evaluate(node),
        };
        let threatened = !matches!(threat, Threat::None);
        Outlook {
            depth,
            eval,
            threatened,
            improving: !threatened && eval > node.evals[1],
            may_prune: !K::PV && !threatened && !window.asks_for_mate() && !self.full_width,
            within: self.answers(threat),
            first: None,
        }
    }

    /// Has the quiet move that led to a node count for more in the order of moves, the better the
    /// evaluation likes what it has changed. Source: Stockfish, which orders its quiet moves by it too.
    #[inline(always)]
    fn judge_last_move(&self, node: &Node<B>, outlook: &Outlook<B>) {
        let Node { position, previous: [last, _], evals: [before, _], captured, .. } = node;
        if let Some(last) = last
            && !captured
            && !outlook.threatened
            && *before < INFINITE
            && !is_mate(*before)
        {
            let gain = -(outlook.eval + before);
            self.history.nudge(position.to_move().other(), *last, gain);
        }
    }

    /// The score of a node that is so far ahead that it will fail high; the outer none, if the search
    /// was stopped.
    #[inline(always)]
    fn prune(
        &mut self,
        node: &Node<B>,
        beta: Score,
        outlook: &Outlook<B>,
    ) -> Option<Option<Judged>> {
        if !outlook.may_prune {
            return Some(None);
        }
        if outlook.is_far_ahead(beta) {
            // Not all that it is ahead by the evaluation is sure.
            return Some(Some(Judged::independent((outlook.eval + beta) / 2)));
        }
        // Null move pruning: ahead even if the other side moves twice.
        if outlook.invites_pass(node, beta) && self.may_pass {
            let passed = self.passed(node, outlook.eval);
            let probe = Window::null(beta - 1).reversed();
            let judged = -self.search::<NonPvNode>(&passed, probe, outlook.depth_after_pass())?;
            self.path.pop();
            if judged.score >= beta {
                // A win after a pass is not proven.
                let score = if is_mate(judged.score) { beta } else { judged.score };
                return Some(Some(Judged { score, ..judged }));
            }
        }
        Some(None)
    }

    /// The score of a node in which no move could be searched.
    #[cold]
    fn judge_moveless(&self, node: &Node<B>, tally: &Tally, outlook: &Outlook<B>) -> Judged {
        let score = if tally.barred && outlook.within == !B::Bits::EMPTY {
            // Repetition leaves no legal move.
            of_verdict(self.rules.no_moves_verdict(&node.position), node.ply)
        } else {
            self.lost_to_escape(node)
        };
        Judged { score, since: tally.since }
    }

    /// The score that follows from a node's moves, which goes into the table.
    #[inline(always)]
    fn conclude<K: NodeType>(
        &self,
        node: &Node<B>,
        beta: Score,
        outlook: &Outlook<B>,
        tally: &Tally,
        table_move: Option<Move>,
    ) -> Judged {
        let Node { position, ply, .. } = node;
        let best = tally.best;
        let bound = tally.bound(beta);
        // A move that fails high proves the bound alone; otherwise all moves count.
        let mut judged = best;
        if bound != Bound::Lower {
            judged.since = tally.since;
        }
        // What depends only on this node and later ones is true on every path to the node.
        if judged.is_independent_at(*ply) {
            judged.since = INDEPENDENT;
        }
        // On another path, other repetitions decide: of a score that depends on those of this path
        // only the move is kept.
        let kept = if judged.since == INDEPENDENT {
            Some(bound)
        } else if bound == Bound::Exact && best.is_independent_at(*ply) {
            Some(Bound::Lower)
        } else {
            None
        };
        let partial = K::ROOT && (self.pv_index > 0 || !self.shared.root.keep);
        if !partial {
            let entry = TableEntry {
                best: tally.best_move.or(table_move),
                score: kept.map_or(0, |_| best.score),
                eval: outlook.eval,
                depth: outlook.depth,
                bound: kept,
            };
            self.table.store(position.key() ^ self.signature, *ply, entry);
        }
        judged
    }
}
