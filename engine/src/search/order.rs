//! Move ordering.

use std::ops::ControlFlow;

use super::continuations::Continuations;
use super::history::History;
use super::node::Node;
use super::tunables;
use crate::board::{Bits, Board, BoardMove, BoardRules, Position, Square};
use crate::rules::Side;

/// A legal move handed out by the picker.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: BoardMove,
    /// Whether it captures a soldier.
    pub captures: bool,
    /// Its move number in search order, from 1.
    pub number: u16,
}

/// A listed move packed into one word, so that lists sort fast: score, capture flag and squares.
/// The greatest comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct ListedMove(u64);

impl ListedMove {
    #[inline(always)]
    fn new(mv: BoardMove, captures: bool, score: i32) -> Self {
        let score = (score as u32) ^ (1 << 31);
        let (from, to) = (mv.from().index() as u64, mv.to().index() as u64);
        Self(u64::from(score) << 32 | u64::from(captures) << 31 | from << 12 | to)
    }

    #[inline(always)]
    fn mv(self) -> BoardMove {
        let square = |bits: u64| Square::new((bits & 0xfff) as usize);
        BoardMove::new(square(self.0 >> 12), square(self.0))
    }

    /// The unpacked move, with its move number.
    #[inline(always)]
    fn numbered(self, number: u16) -> Candidate {
        Candidate { mv: self.mv(), captures: self.0 >> 31 & 1 != 0, number }
    }
}

/// The number of moves selected one at a time, each the best of the rest. A node that needs more
/// probably needs them all, so the rest is sorted at once.
const PICKED: usize = 2;

/// The move lists of all nodes of a line, on one stack.
#[derive(Default)]
pub(super) struct MoveLists(Vec<ListedMove>);

impl MoveLists {
    /// The position on the stack at which the next moves are listed.
    #[inline(always)]
    pub fn end(&self) -> usize {
        self.0.len()
    }

    /// Lists the position's moves to squares of `captures`, except one.
    #[inline(always)]
    pub fn list_captures<B: Board>(
        &mut self,
        rules: &BoardRules<B>,
        position: &Position<B>,
        history: &History,
        captures: B::Bits,
        except: Option<BoardMove>,
    ) {
        rules.each_move_to(position, captures, |mv| {
            if except != Some(mv) {
                let score = history.butterfly(position.to_move(), mv);
                self.0.push(ListedMove::new(mv, true, score));
            }
        });
    }

    /// Lists a node's moves to squares of `within`, none of which capture, except a few.
    #[inline(always)]
    pub fn list_quiets<B: Board>(
        &mut self,
        rules: &BoardRules<B>,
        node: &Node<B>,
        history: &History,
        continuations: &Continuations,
        within: B::Bits,
        except: [Option<BoardMove>; 4],
    ) {
        let Node { position, previous, .. } = node;
        let side = position.to_move();
        let threats = match side {
            Side::Attackers => B::Bits::EMPTY,
            Side::Defenders => rules.king_reach_in_sight(position),
        };
        let _: ControlFlow<()> = rules.visit_moves(position, |from, targets| {
            let threats = if position.king().has(from) { threats } else { B::Bits::EMPTY };
            for to in (targets & within).iter() {
                let mv = BoardMove::new(from, to);
                if except.contains(&Some(mv)) {
                    continue;
                }
                let bonus = if threats.has(to) { tunables::escape_threat() } else { 0 };
                let score = continuations.score(history, side, mv, *previous);
                self.0.push(ListedMove::new(mv, false, score + bonus));
            }
            ControlFlow::Continue(())
        });
    }

    /// Lists these moves in the given order.
    #[inline(always)]
    pub fn list(&mut self, moves: impl IntoIterator<Item = (BoardMove, bool)>) {
        let candidates = moves
            .into_iter()
            .zip((0..).map(|rank: i32| -rank))
            .map(|((mv, captures), score)| ListedMove::new(mv, captures, score));
        self.0.extend(candidates);
    }

    /// The best of the moves listed from `begin` on, after the `picked` ones already selected, with
    /// its number, and the move after it. `None` at the end.
    #[inline(always)]
    pub fn pick(
        &mut self,
        begin: usize,
        picked: usize,
        number: u16,
    ) -> Option<(Candidate, Option<BoardMove>)> {
        let left = &mut self.0[begin + picked..];
        if picked == 0 {
            bring_best_forward(left);
        }
        // The moves up to this one are sorted. Select the next.
        let (this, others) = left.split_first_mut()?;
        if picked < PICKED {
            bring_best_forward(others);
        } else if picked == PICKED {
            others.sort_unstable_by(|one, other| other.cmp(one));
        }
        Some((this.numbered(number), others.first().map(|next| next.mv())))
    }

    /// Removes the moves listed from `begin` on.
    #[inline(always)]
    pub fn discard(&mut self, begin: usize) {
        self.0.truncate(begin);
    }
}

/// Swaps the best move to the front.
#[inline(always)]
fn bring_best_forward(moves: &mut [ListedMove]) {
    let mut best = 0;
    for index in 1..moves.len() {
        if moves[index] > moves[best] {
            best = index;
        }
    }
    if best != 0 {
        moves.swap(0, best);
    }
}
