//! The loop over a node's moves: which of them are searched, how deep, and with which window.

use arrayvec::ArrayVec;

use super::node::{INDEPENDENT, Judged, Node, NodeType, NonPvNode, Window};
use super::order::Candidate;
use super::pruning::Outlook;
use super::score::{INFINITE, Score};
use super::table::Bound;
use super::threat::Threat;
use super::tunables;
use super::worker::Worker;
use crate::board::{Board, Move};
use crate::eval::Evaluation;

/// What the moves searched so far say about their node.
pub(super) struct Tally {
    /// The best score and what it depends on; the lowest while no move has been searched.
    pub best: Judged,
    /// The move that raised alpha last.
    pub best_move: Option<Move>,
    /// The earliest ply on which any score, or the legality of a move, depends.
    pub since: i32,
    /// Whether a move is not legal because it repeats a position.
    pub barred: bool,
}

impl Tally {
    /// Before any move has been searched.
    const EMPTY: Self = Self {
        best: Judged { score: -INFINITE, since: INDEPENDENT },
        best_move: None,
        since: INDEPENDENT,
        barred: false,
    };

    /// Counts the score of a move, and tells whether it raises alpha.
    #[inline(always)]
    fn note(&mut self, mv: Move, judged: Judged, alpha: Score) -> bool {
        self.since = self.since.min(judged.since);
        if judged.score > self.best.score {
            self.best = judged;
        }
        let raises = judged.score > alpha;
        if raises {
            self.best_move = Some(mv);
        }
        raises
    }

    /// Counts a move that is not legal because of the position on ply `since`.
    fn bar(&mut self, since: i32) {
        self.since = self.since.min(since);
        self.barred = true;
    }

    /// What kind of score the best one is, in a window up to `beta`.
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

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Searches the moves of a node until one fails high; none, if the search was stopped.
    #[inline(always)]
    pub(super) fn search_moves<K: NodeType>(
        &mut self,
        node: &Node<B>,
        mut window: Window,
        outlook: &Outlook<B>,
    ) -> Option<Tally> {
        let Node { position, ply, .. } = node;
        let mut tally = Tally::EMPTY;
        let mut tried: ArrayVec<Move, 32> = ArrayVec::new();
        let busy = self.busy.filter(|_| outlook.depth >= tunables::share_depth());
        let mut picker = self.picker(node, outlook.first, outlook.within, busy.is_some());
        loop {
            if outlook.skips_quiets(picker.count() + 1, tally.best.score, window.alpha) {
                picker.skip_quiets();
            }
            let Some(candidate) = self.next_move(&mut picker, node) else { break };
            let Candidate { mv, captures, .. } = candidate;
            let (number, quiet) = (usize::from(candidate.number), !captures);
            if K::ROOT {
                self.report_current_move(mv, number);
            }
            let nodes_before = self.nodes;
            let child = self.child(node, mv, outlook.eval_for_children());
            if let Some(since) = self.barred(&child) {
                self.path.pop();
                picker.discount();
                tally.bar(since);
                continue;
            }
            // Other threads put the move off while it is searched; not the first, on which they wait.
            let attended =
                busy.filter(|_| number > 1).map(|busy| busy.attend(self.mark(position.key(), mv)));
            let reduction = self.reduction::<K>(node, &candidate, &child, outlook);
            let (depth, first) = (outlook.depth - 1, number == 1);
            let judged = self.search_child::<K>(&child, window, depth, reduction, first)?;
            drop(attended);
            self.path.pop();
            if K::ROOT {
                let better = number == 1 || judged.score > window.alpha;
                self.note_root_move(mv, judged.score, better, nodes_before);
            }
            if tally.note(mv, judged, window.alpha) {
                window.alpha = judged.score;
                if K::PV {
                    self.lines.extend(*ply, mv);
                }
                if window.is_empty() {
                    if quiet {
                        self.reward(node, outlook.depth, mv, &tried);
                    }
                    break;
                }
            }
            if quiet {
                // Moves that no longer fit come too late to matter.
                let _ = tried.try_push(mv);
            }
        }
        picker.close(self.moves);
        Some(tally)
    }

    /// Notes that a quiet move failed high, and that others before it did not.
    fn reward(&mut self, node: &Node<B>, depth: i32, best: Move, others: &[Move]) {
        let Node { position, ply, previous, .. } = node;
        let side = position.to_move();
        self.history.reward(side, *ply, depth, best, previous[0], others);
        self.continuations.reward(side, depth, best, *previous, others);
    }

    /// If the move to a child is not legal because it repeats a position, the ply of the earliest
    /// position that counts.
    #[inline(always)]
    fn barred(&self, child: &Node<B>) -> Option<i32> {
        if !self.repetition.may_forbid() {
            return None;
        }
        self.path.barred(self.repetition, child.position.to_move(), child.ply)
    }

    /// Principal variation search: the score of a child, the first one with the node's window, others
    /// with a null window until they turn out better, and less deep by `reduction` until then.
    #[inline(always)]
    fn search_child<K: NodeType>(
        &mut self,
        child: &Node<B>,
        window: Window,
        depth: i32,
        reduction: i32,
        first: bool,
    ) -> Option<Judged> {
        if first {
            return Some(-self.search::<K::Child>(child, window.reversed(), depth)?);
        }
        let probe = Window::null(window.alpha).reversed();
        let mut judged = -self.search::<NonPvNode>(child, probe, depth - reduction)?;
        if judged.score > window.alpha && reduction > 0 {
            judged = -self.search::<NonPvNode>(child, probe, depth)?;
        }
        if K::PV && judged.score > window.alpha && judged.score < window.beta {
            judged = -self.search::<K::Child>(child, window.reversed(), depth)?;
        }
        Some(judged)
    }

    /// Late move reductions: how many plies less deep a later move is searched at first.
    #[inline(always)]
    fn reduction<K: NodeType>(
        &self,
        node: &Node<B>,
        candidate: &Candidate,
        child: &Node<B>,
        outlook: &Outlook<B>,
    ) -> i32 {
        let (depth, number) = (outlook.depth, usize::from(candidate.number));
        if depth < tunables::lmr_depth()
            || number as i32 <= tunables::lmr_moves()
            || candidate.captures
            || outlook.threatened
            || self.full_width
        {
            return 0;
        }
        let side = node.position.to_move();
        let history = self.continuations.score(self.history, side, candidate.mv, node.previous);
        let mut hundredths = self.reductions.get(depth, number);
        hundredths -= i32::from(K::PV) * tunables::lmr_pv();
        hundredths -= history * 100 / tunables::lmr_history();
        if hundredths >= 100 && !matches!(self.threat(&child.position), Threat::None) {
            hundredths -= tunables::lmr_threat();
        }
        (hundredths / 100).clamp(0, depth - 2)
    }
}
