//! Wins that need no search, and threats that the side to move must answer: the "checks" of these
//! games.

use super::node::Node;
use super::score::{Score, loss_at, of_verdict, win_at};
use super::worker::Worker;
use crate::board::{Bits, Board, Escapes, Position};
use crate::eval::Evaluation;
use crate::rules::Side;

/// The other side's threat for its next move.
pub(super) enum Threat<B: Board> {
    None,
    /// The attackers threaten to capture the king.
    Capture,
    /// The king threatens to escape unless one of these squares is blocked.
    Escape(Escapes<B>),
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The score of a win that needs no search: in one move, or by a fork of the king.
    #[inline(always)]
    pub(super) fn quick_win(&mut self, node: &Node<B>) -> Option<Score> {
        let Node { position, ply, .. } = node;
        if let Some(mv) = self.context.rules.winning_move(position) {
            self.data.lines.set(*ply, mv);
            return Some(win_at(ply + 1));
        }
        if !self.blocks_suffice(*ply) {
            return None;
        }
        let fork = self.context.rules.escape_fork(position)?;
        if self.context.repetition.compares_boards() {
            // A position in which the king threatens to escape cannot recur, but its board without
            // the captures that opened his way may.
            let board = self.context.rules.board_key_before_captures(position, fork);
            if self.path.board_repeated(board, 0, *ply).is_some() {
                return None;
            }
        }
        self.data.lines.set(*ply, fork);
        Some(win_at(ply + 3))
    }

    /// The score of a side without a useful move: it has no move, or cannot stop the king's escape.
    #[cold]
    pub(super) fn lost_to_escape(&self, node: &Node<B>) -> Score {
        match self.context.rules.stalemate(&node.position) {
            Some(verdict) => of_verdict(verdict, node.ply),
            None => loss_at(node.ply + 2),
        }
    }

    /// The threat that the side to move must answer.
    #[inline(always)]
    pub(super) fn threat(&self, position: &Position<B>) -> Threat<B> {
        match position.to_move() {
            Side::Attackers => {
                let escapes = self.context.rules.escapes(position);
                if escapes.squares.is_empty() { Threat::None } else { Threat::Escape(escapes) }
            }
            Side::Defenders if self.context.rules.king_in_danger(position) => Threat::Capture,
            Side::Defenders => Threat::None,
        }
    }

    /// Whether attackers at this ply can answer an open escape only by closing it. A fork takes
    /// three plies, which the turn limit may not leave.
    #[inline(always)]
    pub(super) fn blocks_suffice(&self, ply: usize) -> bool {
        self.context.blocks_suffice && !self.context.turn_limit.is_reached(ply + 2)
    }

    /// The destination squares of moves that answer a threat. All squares if there is no threat, or
    /// more than one way to answer it.
    #[inline(always)]
    pub(super) fn answers(&self, threat: &Threat<B>, ply: usize) -> B::Bits {
        match threat {
            Threat::Escape(escapes) if self.blocks_suffice(ply) => escapes.blocks,
            _ => !B::Bits::EMPTY,
        }
    }

    /// Threat extension: no line ends with a threat, and answering an open escape costs no depth,
    /// up to twice the depth of the iteration. Modelled on the check extension of chess engines.
    #[inline(always)]
    pub(super) fn extended(&self, depth: i32, ply: usize, threat: &Threat<B>) -> i32 {
        if ply as i32 >= 2 * self.root.iteration {
            return depth;
        }
        match threat {
            Threat::None => depth,
            Threat::Capture => depth.max(1),
            Threat::Escape(_) => depth.max(0) + 1,
        }
    }
}
