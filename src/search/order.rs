//! In which order moves are tried.

use super::history::History;
use crate::board::{Bits, Board, Move, Position, Rules};

/// A legal move with what it promises.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Whether it takes a soldier.
    pub captures: bool,
    promise: i32,
}

// Classes of moves, above all that histories say.
const TABLE_MOVE: i32 = 1 << 24;
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

/// The lists of moves of all nodes of a line, one behind the other.
#[derive(Default)]
pub(super) struct MoveLists(Vec<Candidate>);

impl MoveLists {
    /// Lists the position's moves, only those to squares of `within`, and returns where they begin.
    #[inline(always)]
    pub fn generate<B: Board>(
        &mut self,
        rules: &Rules<B>,
        position: &Position<B>,
        history: &History,
        hints: &Hints,
        within: B::Bits,
    ) -> usize {
        let begin = self.0.len();
        let side = position.to_move;
        let captures = rules.capture_squares(position);
        let sight = rules.escape_sight(position) & rules.king_reach(position);
        let killers = history.killers(hints.ply);
        let reply = history.reply(side, hints.previous);
        rules.each_move(position, |mv| {
            if !within.has(mv.to()) {
                return;
            }
            let captures = captures.has(mv.to());
            let mut promise = history.score(side, mv);
            if hints.table == Some(mv) {
                promise += TABLE_MOVE;
            } else if captures {
                promise += CAPTURE;
            } else if killers[0] == Some(mv) {
                promise += KILLERS[0];
            } else if killers[1] == Some(mv) {
                promise += KILLERS[1];
            } else if reply == Some(mv) {
                promise += REPLY;
            } else if position.king.has(mv.from()) && sight.has(mv.to()) {
                promise += ESCAPE_THREAT;
            }
            self.0.push(Candidate { mv, captures, promise });
        });
        begin
    }

    /// Lists these moves in this order.
    pub fn list(&mut self, moves: impl IntoIterator<Item = (Move, bool)>) -> usize {
        let begin = self.0.len();
        let candidates =
            moves.into_iter().map(|(mv, captures)| Candidate { mv, captures, promise: 0 });
        self.0.extend(candidates);
        begin
    }

    /// The number of moves listed from `begin` on.
    #[inline(always)]
    pub fn len_from(&self, begin: usize) -> usize {
        self.0.len() - begin
    }

    /// The most promising move from index `at` on, which is put there; none at the end.
    #[inline(always)]
    pub fn pick(&mut self, at: usize) -> Option<Candidate> {
        let mut best = at;
        for index in at + 1..self.0.len() {
            if self.0[index].promise > self.0[best].promise {
                best = index;
            }
        }
        let candidate = *self.0.get(best)?;
        self.0.swap(at, best);
        Some(candidate)
    }

    /// Forgets the moves listed from `begin` on.
    #[inline(always)]
    pub fn discard(&mut self, begin: usize) {
        self.0.truncate(begin);
    }
}
