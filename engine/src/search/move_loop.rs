//! The loop over a node's moves: which moves are searched, how deep, and with which window.

use std::ops::ControlFlow;

use arrayvec::ArrayVec;

use super::bound::Bound;
use super::busy::Busy;
use super::node::{Node, NodeType, NonPvNode, PATH_INDEPENDENT, ScoredNode, Window};
use super::node_state::{MoveScope, NodeState};
use super::order::Candidate;
use super::score::{INFINITE, Score};
use super::settled::is_divided;
use super::threat::Threat;
use super::tunables;
use super::worker::Worker;
use crate::board::{Board, BoardMove};
use crate::eval::Evaluation;
use crate::rules::Side;

/// The result of the moves searched so far.
pub(super) struct MoveLoopResult {
    /// The best score and its path dependence; the lowest score before the first move.
    pub best: ScoredNode,
    /// The last move that raised alpha.
    pub best_move: Option<BoardMove>,
    /// The earliest ply on which a score or the legality of a move depends.
    pub depends_on: i32,
    /// Whether a move was illegal because it repeats a position.
    pub barred: bool,
}

impl MoveLoopResult {
    /// The state before the first move.
    const EMPTY: Self = Self {
        best: ScoredNode { score: -INFINITE, depends_on: PATH_INDEPENDENT },
        best_move: None,
        depends_on: PATH_INDEPENDENT,
        barred: false,
    };

    /// Records the score of a move. Returns whether it raises alpha.
    #[inline(always)]
    fn note(&mut self, mv: BoardMove, scored: ScoredNode, alpha: Score) -> bool {
        self.depends_on = self.depends_on.min(scored.depends_on);
        if scored.score > self.best.score {
            self.best = scored;
        }
        let raises = scored.score > alpha;
        if raises {
            self.best_move = Some(mv);
        }
        raises
    }

    /// Records a move that is illegal because of the position at ply `depends_on`.
    #[inline]
    fn bar(&mut self, depends_on: i32) {
        self.depends_on = self.depends_on.min(depends_on);
        self.barred = true;
    }

    /// The bound type of the best score, in a window up to `beta`.
    #[inline(always)]
    pub fn bound(&self, beta: Score) -> Bound {
        if self.best.score >= beta {
            Bound::Lower
        } else if self.best_move.is_some() {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What came of a move that was tried.
enum Tried {
    /// Its score.
    Scored(ScoredNode),
    /// It is illegal, because of the position at ply `depends_on`.
    Barred { depends_on: i32 },
    /// The search was stopped, or returns to this node or one above.
    Left,
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Searches the moves of a node until one fails high. Breaks with the score of the node if
    /// another thread has settled it. `None` if the search was stopped, or returns to a node above.
    #[inline(always)]
    pub(super) fn search_moves<K: NodeType>(
        &mut self,
        node: &Node<B>,
        mut window: Window,
        state: &NodeState,
        scope: &MoveScope<B>,
    ) -> Option<ControlFlow<ScoredNode, MoveLoopResult>> {
        let mut result = MoveLoopResult::EMPTY;
        let mut tried: ArrayVec<BoardMove, 32> = ArrayVec::new();
        let busy = self.context.busy.filter(|_| is_divided(state.depth));
        let mut picker = self.picker(node, scope.first, scope.within, busy.is_some());
        let asked = window;
        if scope.may_settle {
            self.open_node(node, asked, state.depth);
        }
        let mut settled = None;
        loop {
            if state.skips_quiets(picker.count() + 1, result.best.score, window.alpha) {
                picker.skip_quiets();
            }
            if scope.may_settle && picker.count() > 0 {
                settled = self.settled(node, asked, state.depth);
                if settled.is_some() {
                    break;
                }
            }
            let Some(candidate) = self.next_move(&mut picker, node) else { break };
            let Candidate { mv, captures, .. } = candidate;
            let scored = match self.try_move::<K>(node, &candidate, window, state, busy) {
                Tried::Scored(scored) => scored,
                Tried::Barred { depends_on } => {
                    picker.discount();
                    result.bar(depends_on);
                    continue;
                }
                Tried::Left => {
                    settled = Some(self.return_to(node.ply)?);
                    break;
                }
            };
            let quiet = !captures;
            if result.note(mv, scored, window.alpha) {
                window.alpha = scored.score;
                if K::PV {
                    self.data.lines.extend(node.ply, mv);
                }
                if window.is_empty() {
                    if quiet {
                        self.reward(node, state.depth, mv, &tried);
                    }
                    break;
                }
            }
            if quiet {
                // Moves that no longer fit come too late to matter.
                let _ = tried.try_push(mv);
            }
        }
        self.open_nodes.close(node.ply);
        picker.close(&mut self.data.moves);
        Some(match settled {
            Some(settled) => ControlFlow::Break(settled),
            None => ControlFlow::Continue(result),
        })
    }

    /// Plays a move and searches the position after it.
    #[inline(always)]
    fn try_move<K: NodeType>(
        &mut self,
        node: &Node<B>,
        candidate: &Candidate,
        window: Window,
        state: &NodeState,
        busy: Option<&Busy>,
    ) -> Tried {
        let Candidate { mv, number, .. } = *candidate;
        let first = number == 1;
        let root = K::is_root(node.ply);
        if root {
            self.report_current_move(mv, usize::from(number));
        }
        let nodes_before = self.counter.nodes;
        let child = self.child(node, mv, state.eval_for_children());
        if let Some(depends_on) = self.barred(node, mv, &child) {
            self.path.pop();
            return Tried::Barred { depends_on };
        }
        // Other threads defer the move while it is searched. The first move is not marked: they
        // would wait for it.
        let marked = busy.filter(|_| !first);
        let claimed = marked.map(|busy| busy.claim(self.mark(node.position.key(), mv)));
        let reduction = self.reduction::<K>(node, candidate, &child, state);
        let scored = self.search_child::<K>(&child, window, state.depth - 1, reduction, first);
        drop(claimed);
        let Some(scored) = scored else { return Tried::Left };
        self.path.pop();
        if root {
            let raises = scored.score > window.alpha;
            let bound = if raises { Bound::Exact } else { Bound::Upper };
            let better = (first || raises).then_some((scored.score, bound));
            self.note_root_move(mv, better, nodes_before);
        }
        Tried::Scored(scored)
    }

    /// Records that a quiet move failed high, and that `others` before it did not.
    fn reward(&mut self, node: &Node<B>, depth: i32, best: BoardMove, others: &[BoardMove]) {
        let Node { position, ply, previous, .. } = node;
        let side = position.to_move();
        self.context.history.reward(side, *ply, depth, best, previous[0], others);
        self.data.continuations.reward(side, depth, best, *previous, others);
    }

    /// The ply of the earliest position that makes the move to a child illegal by repeating a
    /// position or board. `None` if the move is legal.
    #[inline(always)]
    pub(super) fn barred(&self, node: &Node<B>, mv: BoardMove, child: &Node<B>) -> Option<i32> {
        if !self.context.repetition.may_forbid() {
            return None;
        }
        if self.context.repetition.compares_boards() {
            if node.position.to_move() == Side::Attackers {
                return None;
            }
            let board = self.context.rules.board_key_before_captures(&node.position, mv);
            return self.path.board_repeated(board, 1, child.ply);
        }
        self.path.barred(self.context.repetition, child.position.to_move(), child.ply)
    }

    /// Principal variation search: the score of a child. The first child gets the node's window.
    /// Later ones get a null window and `reduction` plies less depth until they turn out better.
    #[inline(always)]
    fn search_child<K: NodeType>(
        &mut self,
        child: &Node<B>,
        window: Window,
        depth: i32,
        reduction: i32,
        first: bool,
    ) -> Option<ScoredNode> {
        if first {
            return Some(-self.search::<K>(child, window.reversed(), depth)?);
        }
        let probe = Window::null(window.alpha).reversed();
        let mut scored = -self.search::<NonPvNode>(child, probe, depth - reduction)?;
        if scored.score > window.alpha && reduction > 0 {
            scored = -self.search::<NonPvNode>(child, probe, depth)?;
        }
        if K::PV && scored.score > window.alpha && scored.score < window.beta {
            scored = -self.search::<K>(child, window.reversed(), depth)?;
        }
        Some(scored)
    }

    /// Late move reductions: the number of plies by which a late move is first reduced.
    #[inline(always)]
    fn reduction<K: NodeType>(
        &self,
        node: &Node<B>,
        candidate: &Candidate,
        child: &Node<B>,
        state: &NodeState,
    ) -> i32 {
        let (depth, number) = (state.depth, usize::from(candidate.number));
        if depth < tunables::lmr_depth()
            || number as i32 <= tunables::lmr_moves()
            || candidate.captures
            || state.threatened
            || self.context.full_width
        {
            return 0;
        }
        let side = node.position.to_move();
        let history =
            self.data.continuations.score(self.context.history, side, candidate.mv, node.previous);
        let mut hundredths = self.context.reductions.get(depth, number);
        hundredths -= i32::from(K::PV) * tunables::lmr_pv();
        hundredths -= history * 100 / tunables::lmr_history();
        if hundredths >= 100 && !matches!(self.threat(&child.position), Threat::None) {
            hundredths -= tunables::lmr_threat();
        }
        (hundredths / 100).clamp(0, depth - 2)
    }
}
