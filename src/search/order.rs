//! In which order moves are tried.

use std::ops::ControlFlow;

use super::history::History;
use crate::board::{Bits, Board, BoardRules, Move, Position};
use crate::rules::Side;

/// A legal move with its score among the moves of its node.
#[derive(Clone, Copy, Debug)]
pub(super) struct ScoredMove {
    pub mv: Move,
    /// Whether it takes a soldier.
    pub captures: bool,
    /// Its place in the order of search, from 1; 0 until it is known.
    pub number: u16,
    score: i32,
}

impl ScoredMove {
    /// A move with its score among those it is compared with.
    #[inline(always)]
    pub fn new(mv: Move, captures: bool, score: i32) -> Self {
        Self { mv, captures, number: 0, score }
    }
}

/// What is added to the history of a quiet move with which the king threatens to escape; histories are
/// smaller.
const ESCAPE_THREAT: i32 = 1 << 14;

/// How many moves are picked one at a time, each the best of those left. A node that needs more is
/// likely to need them all, and sorts the rest at once.
const PICKED: usize = 3;

/// The lists of moves of all nodes of a line, one behind the other.
#[derive(Default)]
pub(super) struct MoveLists(Vec<ScoredMove>);

impl MoveLists {
    /// Where the next moves will be listed from.
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
        except: Option<Move>,
    ) {
        rules.each_move_to(position, captures, |mv| {
            if except != Some(mv) {
                let score = history.score(position.to_move(), mv);
                self.0.push(ScoredMove::new(mv, true, score));
            }
        });
    }

    /// Lists the position's moves to squares of `within`, none of which capture, except a few.
    #[inline(always)]
    pub fn list_quiets<B: Board>(
        &mut self,
        rules: &BoardRules<B>,
        position: &Position<B>,
        history: &History,
        within: B::Bits,
        except: [Option<Move>; 4],
    ) {
        let side = position.to_move();
        let sight = match side {
            Side::Attackers => B::Bits::EMPTY,
            Side::Defenders => rules.escape_sight(position),
        };
        let _: ControlFlow<()> = rules.visit_moves(position, |from, targets| {
            let threats = if position.king().has(from) { sight } else { B::Bits::EMPTY };
            for to in (targets & within).iter() {
                let mv = Move::new(from, to);
                if except.contains(&Some(mv)) {
                    continue;
                }
                let bonus = if threats.has(to) { ESCAPE_THREAT } else { 0 };
                self.0.push(ScoredMove::new(mv, false, history.score(side, mv) + bonus));
            }
            ControlFlow::Continue(())
        });
    }

    /// Lists these moves in this order.
    #[inline(always)]
    pub fn list(&mut self, moves: impl IntoIterator<Item = (Move, bool)>) {
        let candidates = moves
            .into_iter()
            .zip((0..).map(|rank: i32| -rank))
            .map(|((mv, captures), score)| ScoredMove::new(mv, captures, score));
        self.0.extend(candidates);
    }

    /// The best of the moves listed from `begin` on, after the `picked` ones that were picked before;
    /// none at the end.
    #[inline(always)]
    pub fn pick(&mut self, begin: usize, picked: usize) -> Option<ScoredMove> {
        let at = begin + picked;
        if picked < PICKED {
            let mut best = at;
            for index in at + 1..self.0.len() {
                if self.0[index].score > self.0[best].score {
                    best = index;
                }
            }
            if best != at {
                self.0.swap(at, best);
            }
        } else if picked == PICKED {
            self.0[at..].sort_unstable_by_key(|candidate| -candidate.score);
        }
        self.0.get(at).copied()
    }

    /// The first `count` of the moves listed from `begin` on. Once a move is picked, its place is free
    /// for other use.
    #[inline(always)]
    pub fn front(&mut self, begin: usize, count: usize) -> &mut [ScoredMove] {
        &mut self.0[begin..begin + count]
    }

    /// Forgets the moves listed from `begin` on.
    #[inline(always)]
    pub fn discard(&mut self, begin: usize) {
        self.0.truncate(begin);
    }
}
