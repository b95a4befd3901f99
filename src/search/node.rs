//! The search of a node: principal variation search with the techniques of the field.
//!
//! Sources: principal variation search, T. Marsland and M. Campbell, "Parallel Search of Strongly
//! Ordered Game Trees", 1982; the rest as the chess programming wiki describes it under the names
//! used here.

use arrayvec::ArrayVec;

use super::order::Candidate;
use super::path::Repeated;
use super::picker::Picker;
use super::score::{INFINITE, MATE_BOUND, MAX_PLY, Score, is_mate, loss_at, of_verdict, win_at};
use super::table::{Bound, Entry};
use super::tunables;
use super::worker::Worker;
use crate::board::{Bits, Board, Escapes, Move, Position};
use crate::eval::Evaluation;
use crate::rules::{Repetition, Side};

/// A position under search, with what its evaluation carries along.
pub(super) struct Node<B: Board, S> {
    pub position: Position<B>,
    pub state: S,
    /// Plies from the root.
    pub ply: usize,
    /// The move that led here; none at the root and after a pass.
    pub previous: Option<Move>,
    /// The evaluations for their sides to move of the parent and of its parent; very high where there
    /// is none.
    pub evals: [Score; 2],
}

/// The scores still open: below `alpha` one side, above `beta` the other has something better.
#[derive(Clone, Copy, Debug)]
pub(super) struct Window {
    pub alpha: Score,
    pub beta: Score,
}

impl Window {
    /// All scores.
    pub const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    /// The window that only asks whether a score is above `alpha`.
    pub fn null(alpha: Score) -> Self {
        Window { alpha, beta: alpha + 1 }
    }

    /// The window as the other side sees it.
    pub fn reversed(self) -> Self {
        Window { alpha: -self.beta, beta: -self.alpha }
    }
}

/// A score's dependence on the path to its node, when there is none.
pub(super) const INDEPENDENT: i32 = i32::MAX;

/// What the other side threatens to do with its next move.
pub(super) enum Threat<B: Board> {
    None,
    /// The attackers would capture the king.
    Capture,
    /// The king would escape, unless one of these squares is blocked.
    Escape(Escapes<B>),
}

/// How much less deep a quiet move is searched first, in hundredths of a ply, by depth and number.
pub(super) fn reductions() -> [[i32; 64]; 64] {
    let mut table = [[0; 64]; 64];
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, reduction) in row.iter_mut().enumerate().skip(1) {
            let product = (depth as f64).ln() * (number as f64).ln();
            *reduction =
                tunables::lmr_base() + (product * f64::from(tunables::lmr_factor())) as i32;
        }
    }
    table
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The score of a node for its side to move; none, if the search was stopped.
    ///
    /// `PV`: whether the node is on the principal variation, with a window that is open.
    pub(super) fn search<const PV: bool>(
        &mut self,
        node: &Node<B, E::State>,
        window: Window,
        mut depth: i32,
    ) -> Option<Score> {
        let Node { position, ply, .. } = node;
        let (ply, root) = (*ply, *ply == 0);
        let Window { mut alpha, mut beta } = window;
        self.dependence = INDEPENDENT;
        self.lines.clear(ply);
        self.count_node(ply)?;

        let mut seen_before = false;
        if !root {
            // The game may be over.
            if position.ending().is_some() {
                // All endings are wins of the side that has moved.
                return Some(loss_at(ply));
            }
            match self.path.repeated(self.repetition, position.to_move(), ply) {
                Repeated::No => {}
                Repeated::Before => seen_before = true,
                Repeated::Ended { score, since } => {
                    self.dependence = since;
                    return Some(score);
                }
            }

            // Mate distance pruning: no line from here can better a shorter win already found.
            alpha = alpha.max(loss_at(ply));
            beta = beta.min(win_at(ply + 1));
            if alpha >= beta {
                return Some(alpha);
            }
        }

        // What is known already. A position that has occurred before is nearer to its end than what
        // was stored about it.
        let entry = self.table.probe(position.key() ^ self.signature, ply);
        match entry {
            Some(entry)
                if !PV
                    && !seen_before
                    && entry.cuts(alpha, beta, depth)
                    && self.may_believe(&entry, depth) =>
            {
                return Some(entry.score);
            }
            // Only positions without a win in one are stored.
            Some(_) => {}
            None if root => {}
            None => {
                // Nothing is better than to win at once.
                if let Some(score) = self.quick_win(node) {
                    return Some(score);
                }
            }
        }
        if ply >= MAX_PLY - 1 {
            return Some(self.evaluate(node));
        }
        let table_move = entry.and_then(|entry| entry.best);

        // What the other side would do: the "check" of these games.
        let threat = self.threat(position);
        let mut within = !B::Bits::EMPTY;
        match &threat {
            Threat::Escape(escapes) => {
                if self.blocks_suffice {
                    within = escapes.blocks;
                    if within.is_empty() && !root {
                        return Some(self.lost_to_escape(node));
                    }
                }
                if (ply as i32) < 2 * self.iteration {
                    depth = depth.max(0) + 1;
                }
            }
            Threat::Capture if depth <= 0 && (ply as i32) < 2 * self.iteration => depth = 1,
            Threat::Capture | Threat::None => {}
        }
        let threatened = !matches!(threat, Threat::None);

        if depth <= 0 {
            return self.quiesce(node, Window { alpha, beta }, entry, 0);
        }

        let eval = match entry {
            Some(entry) => entry.eval,
            None => self.evaluate(node),
        };
        let improving = !threatened && eval > node.evals[1];
        let quiet_window = !is_mate(alpha) && !is_mate(beta);
        let may_prune = !PV && !threatened && quiet_window && !self.full_width;

        if may_prune && let Some(score) = self.prune(node, beta, depth, eval)? {
            return Some(score);
        }

        // Internal iterative reduction: without a move to begin with, a deep search costs more.
        if depth >= tunables::iir_depth() && table_move.is_none() && !root && !self.full_width {
            depth -= 1;
        }

        let fit_move = self.fit_table_move(node, table_move, within);

        let mut best = -INFINITE;
        let mut best_move = None;
        let mut raised = false;
        let mut barred = false;
        // On which earlier positions the scores of all moves, and of the best one, depend.
        let (mut dependence, mut best_dependence) = (INDEPENDENT, INDEPENDENT);
        let mut tried: ArrayVec<Move, 32> = ArrayVec::new();
        let busy = self.busy.filter(|_| depth >= tunables::share_depth());
        let mut picker = Picker::new(if root { None } else { fit_move }, busy.is_some());
        while let Some(candidate) = self.next_move(&mut picker, node, within) {
            let Candidate { mv, captures, .. } = candidate;
            let number = usize::from(candidate.number);
            let quiet = !captures;

            // With a move in hand that does not lose, some others are not worth a try.
            if may_prune && quiet && number > 1 && best > -MATE_BOUND {
                // Late move pruning.
                let factor =
                    if improving { tunables::lmp_factor() } else { tunables::lmp_factor_worse() };
                if depth <= tunables::lmp_depth()
                    && number as i32 > tunables::lmp_base() + factor * depth * depth / 100
                {
                    picker.skip_rest();
                    continue;
                }
                // Futility pruning: too far behind for a quiet move to matter.
                let margin = tunables::futility_base() + tunables::futility_margin() * depth;
                if depth <= tunables::futility_depth() && eval + margin <= alpha {
                    continue;
                }
            }

            let nodes_before = self.nodes;
            if root {
                self.report_current_move(mv, number);
            }
            let child = self.child(node, mv, if threatened { INFINITE } else { eval });
            if self.repetition == Repetition::Illegal3
                && let Some(since) = self.path.barred(child.position.to_move(), child.ply)
            {
                self.path.pop();
                dependence = dependence.min(since);
                barred = true;
                picker.discount();
                continue;
            }
            // Other threads are to leave the move alone for now; a first one rather helps them all.
            let attended =
                busy.filter(|_| number > 1).map(|busy| busy.attend(self.mark(position.key(), mv)));
            let new_depth = depth - 1;
            let inside = Window { alpha, beta };
            let mut score;
            if number == 1 {
                score = -self.search::<PV>(&child, inside.reversed(), new_depth)?;
            } else {
                // Late move reductions: later moves are first searched less deep.
                let mut reduction = 0;
                if depth >= tunables::lmr_depth()
                    && number as i32 > tunables::lmr_moves()
                    && quiet
                    && !threatened
                    && !self.full_width
                {
                    let history = self.history.score(position.to_move(), mv);
                    reduction = self.reductions[depth.min(63) as usize][number.min(63)];
                    reduction -= i32::from(PV) * tunables::lmr_pv();
                    reduction -= history * 100 / tunables::lmr_history();
                    reduction = (reduction / 100).clamp(0, new_depth - 1);
                }
                let probe = Window::null(alpha).reversed();
                score = -self.search::<false>(&child, probe, new_depth - reduction)?;
                if score > alpha && reduction > 0 {
                    score = -self.search::<false>(&child, probe, new_depth)?;
                }
                if PV && score > alpha && score < beta {
                    score = -self.search::<PV>(&child, inside.reversed(), new_depth)?;
                }
            }
            drop(attended);
            self.path.pop();
            dependence = dependence.min(self.dependence);
            if root {
                self.note_root_move(mv, score, number == 1 || score > alpha, nodes_before);
            }

            if score > best {
                best = score;
                best_dependence = self.dependence;
                if score > alpha {
                    alpha = score;
                    raised = true;
                    best_move = Some(mv);
                    if PV {
                        self.lines.extend(ply, mv);
                    }
                    if score >= beta {
                        if quiet {
                            let side = position.to_move();
                            self.history.reward(side, ply, depth, mv, node.previous, &tried);
                        }
                        break;
                    }
                }
            }
            if quiet {
                // Those that do not fit are too late to matter.
                let _ = tried.try_push(mv);
            }
        }
        let unused = picker.is_unused();
        picker.close(self.moves);
        if unused {
            if barred && within == !B::Bits::EMPTY {
                // Repetition leaves no legal move.
                self.dependence = dependence;
                let verdict = self.rules.no_moves_verdict(position);
                return Some(of_verdict(verdict, ply));
            }
            return Some(self.lost_to_escape(node));
        }

        let bound = if best >= beta {
            Bound::Lower
        } else if raised {
            Bound::Exact
        } else {
            Bound::Upper
        };
        // A move that fails high proves its bound alone; else all moves count.
        if bound == Bound::Lower {
            dependence = best_dependence;
        }
        // What depends on this node and later ones only is true wherever the node is reached from.
        let independent = |since: i32| since >= ply as i32;
        self.dependence = if independent(dependence) { INDEPENDENT } else { dependence };
        let partial = root && (self.pv_index > 0 || !self.keep_root);
        // Where the position was reached by another way, other repetitions decide: a score that leans
        // on those of this way is not kept, only the move.
        let kept = if independent(dependence) {
            Some(bound)
        } else if bound == Bound::Exact && independent(best_dependence) {
            Some(Bound::Lower)
        } else {
            None
        };
        if !partial {
            let entry = Entry {
                best: best_move.or(table_move),
                score: kept.map_or(0, |_| best),
                eval,
                depth,
                bound: kept,
            };
            self.table.store(position.key() ^ self.signature, ply, entry);
        }
        Some(best)
    }

    /// The score of a side that has no move that helps: it has none at all, or the king will escape.
    #[cold]
    pub(super) fn lost_to_escape(&self, node: &Node<B, E::State>) -> Score {
        match self.rules.stalemate(&node.position) {
            Some(verdict) => of_verdict(verdict, node.ply),
            None => loss_at(node.ply + 2),
        }
    }

    /// Plays a move and puts the new position on the path. `eval` is the node's evaluation.
    #[inline(always)]
    pub(super) fn child(
        &mut self,
        node: &Node<B, E::State>,
        mv: Move,
        eval: Score,
    ) -> Node<B, E::State> {
        let position = self.rules.play_unchecked(&node.position, mv);
        self.table.prefetch(position.key() ^ self.signature);
        let captured = !position.captured_since(&node.position).is_empty();
        self.path.push(position.key(), captured);
        let state = self.evaluation.advance(self.rules, &node.state, &node.position, mv, &position);
        Node {
            position,
            state,
            ply: node.ply + 1,
            previous: Some(mv),
            evals: [eval, node.evals[0]],
        }
    }

    /// The node after a pass.
    #[inline(always)]
    pub(super) fn passed(&self, node: &Node<B, E::State>, eval: Score) -> Node<B, E::State> {
        Node {
            position: self.rules.pass(&node.position),
            state: node.state.clone(),
            ply: node.ply + 1,
            previous: None,
            evals: [eval, node.evals[0]],
        }
    }

    #[inline(always)]
    pub(super) fn evaluate(&self, node: &Node<B, E::State>) -> Score {
        self.evaluation.evaluate(self.rules, &node.state, &node.position)
    }

    #[inline(always)]
    pub(super) fn threat(&self, position: &Position<B>) -> Threat<B> {
        match position.to_move() {
            Side::Attackers => {
                let escapes = self.rules.escapes(position);
                if escapes.squares.is_empty() { Threat::None } else { Threat::Escape(escapes) }
            }
            Side::Defenders if self.rules.king_in_danger(position) => Threat::Capture,
            Side::Defenders => Threat::None,
        }
    }
}
