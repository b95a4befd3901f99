//! In which order moves are tried.

use super::history::History;
use crate::board::{Bits, Board, BoardRules, Move, Position};
use crate::rules::Side;

/// A legal move with what it promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Whether it takes a soldier.
    pub captures: bool,
    /// Its place in the order of search, from 1; 0 until it is known.
    pub number: u16,
    promise: i32,
}

impl Candidate {
    /// A move with its promise among those it is compared with.
    #[inline(always)]
    pub fn new(mv: Move, captures: bool, promise: i32) -> Self {
        Self { mv, captures, number: 0, promise }
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

/// So many moves are picked one by one, each the best of those left; if that many did not do, the
/// rest is sorted at once.
const PICKED: usize = 3;

/// The lists of moves of all nodes of a line, one behind the other.
#[derive(Default)]
pub(super) struct MoveLists(Vec<Candidate>);

impl MoveLists {
    /// Lists the position's moves but the table's, only those to squares of `within`, and returns
    /// where they begin.
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
            let mut promise = history.score(side, mv);
            if captures {
                promise += CAPTURE;
            } else if killers[0] == Some(mv) {
                promise += KILLERS[0];
            } else if killers[1] == Some(mv) {
                promise += KILLERS[1];
            } else if reply == Some(mv) {
                promise += REPLY;
            } else if position.king().has(mv.from()) && sight.has(mv.to()) {
                promise += ESCAPE_THREAT;
            }
            self.0.push(Candidate::new(mv, captures, promise));
        });
        begin
    }

    /// Lists these moves in this order.
    pub fn list(&mut self, moves: impl IntoIterator<Item = (Move, bool)>) -> usize {
        let begin = self.0.len();
        let candidates = moves
            .into_iter()
            .zip((0..).map(|rank: i32| -rank))
            .map(|((mv, captures), promise)| Candidate::new(mv, captures, promise));
        self.0.extend(candidates);
        begin
    }

    /// The most promising move of those listed from `begin` on that is not among the `picked` ones
    /// picked before; none at the end.
    #[inline(always)]
    pub fn pick(&mut self, begin: usize, picked: usize) -> Option<Candidate> {
        let at = begin + picked;
        if picked < PICKED {
            let mut best = at;
            for index in at + 1..self.0.len() {
                if self.0[index].promise > self.0[best].promise {
                    best = index;
                }
            }
            if best != at {
                self.0.swap(at, best);
            }
        } else if picked == PICKED {
            self.0[at..].sort_unstable_by_key(|candidate| -candidate.promise);
        }
        self.0.get(at).copied()
    }

    /// The first of the moves listed from `begin` on. Once picked their places are free for use.
    #[inline(always)]
    pub fn front(&mut self, begin: usize, count: usize) -> &mut [Candidate] {
        &mut self.0[begin..begin + count]
    }

    /// Forgets the moves listed from `begin` on.
    #[inline(always)]
    pub fn discard(&mut self, begin: usize) {
        self.0.truncate(begin);
    }
}
