//! In which order moves are tried.

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

// Classes of moves, above all that histories say.
const CAPTURE: i32 = 1 << 20;
const ESCAPE_THREAT: i32 = 1 << 14;
const KILLERS: [i32; 2] = [1 << 18, (1 << 18) - 1];
const REPLY: i32 = (1 << 18) - 2;

/// What is known about a node that orders its moves.
pub(super) struct Hints {
    pub table: Option<Move>,
    pub ply: usize,
    pub previous: Option<Move>,
}

/// How many moves are picked one at a time, each the best of those left. A node that needs more is
/// likely to need them all, and sorts the rest at once.
const PICKED: usize = 3;

/// The lists of moves of all nodes of a line, one behind the other.
#[derive(Default)]
pub(super) struct MoveLists(Vec<ScoredMove>);

impl MoveLists {
    /// Lists the position's moves to squares of `within`, except the table's, and returns where they
    /// begin.
    #[inline(always)]
    pub fn generate<B: Board>(
        &mut self,
        rules: &BoardRules<B>,
        position: &Position<B>,
        history: &History,
        hints: &Hints,
        within: B::Bits,
    ) -> usize {
        let begin = self.0.len();
        let side = position.to_move();
        let captures = rules.capture_squares(position);
        let sight = match side {
            Side::Attackers => B::Bits::EMPTY,
            Side::Defenders => rules.escape_sight(position),
        };
        let killers = history.killers(hints.ply);
        let reply = history.reply(side, hints.previous);
        rules.each_move(position, |mv| {
            if !within.has(mv.to()) || hints.table == Some(mv) {
                return;
            }
            let captures = captures.has(mv.to());
            let mut score = history.score(side, mv);
            if captures {
                score += CAPTURE;
            } else if killers[0] == Some(mv) {
                score += KILLERS[0];
            } else if killers[1] == Some(mv) {
                score += KILLERS[1];
            } else if reply == Some(mv) {
                score += REPLY;
            } else if position.king().has(mv.from()) && sight.has(mv.to()) {
                score += ESCAPE_THREAT;
            }
            self.0.push(ScoredMove::new(mv, captures, score));
        });
        begin
    }

    /// Lists these moves in this order.
    pub fn list(&mut self, moves: impl IntoIterator<Item = (Move, bool)>) -> usize {
        let begin = self.0.len();
        let candidates = moves
            .into_iter()
            .zip((0..).map(|rank: i32| -rank))
            .map(|((mv, captures), score)| ScoredMove::new(mv, captures, score));
        self.0.extend(candidates);
        begin
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
