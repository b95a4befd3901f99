//! What stands on the board.

use std::hash::{Hash, Hasher};

use super::bits::Bits;
use super::size::Board;
use crate::rules::Side;

/// A position: the pieces, the side to move, and the squares the king has announced.
///
/// It is small and has no references, so that a search keeps one a ply instead of unmaking moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B: Board> {
    /// The attackers' pieces.
    pub attackers: B::Bits,
    /// The defenders' soldiers, without the king.
    pub defenders: B::Bits,
    /// The king; no square once he is captured.
    pub king: B::Bits,
    /// The escape squares the king has announced; always empty where nothing is announced.
    pub announced: B::Bits,
    /// The Zobrist key of all the above and the side to move.
    pub key: u64,
    /// The side to move.
    pub to_move: Side,
    /// How the position itself ends the game, if it does.
    pub ending: Option<Ending>,
}

/// The ways in which a position ends the game, whatever came before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The king is captured.
    KingCaptured,
    /// The king is on an escape square.
    KingEscaped,
    /// The attackers' ring is closed around all defenders.
    Encircled,
    /// The king is in a fort at the edge.
    EdgeFort,
}

impl Ending {
    /// The side that wins by it.
    #[must_use]
    #[inline(always)]
    pub fn winner(self) -> Side {
        match self {
            Ending::KingCaptured | Ending::Encircled => Side::Attackers,
            Ending::KingEscaped | Ending::EdgeFort => Side::Defenders,
        }
    }
}

impl<B: Board> Hash for Position<B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The key is a hash already.
        self.key.hash(state);
    }
}

impl<B: Board> Position<B> {
    /// The board without pieces.
    pub(super) const EMPTY: Self = Self {
        attackers: B::Bits::EMPTY,
        defenders: B::Bits::EMPTY,
        king: B::Bits::EMPTY,
        announced: B::Bits::EMPTY,
        key: 0,
        to_move: Side::Attackers,
        ending: None,
    };

    /// All squares with a piece on them.
    #[inline(always)]
    pub fn occupied(&self) -> B::Bits {
        self.attackers | self.defenders | self.king
    }

    /// The soldiers of a side, without the king.
    #[inline(always)]
    pub fn soldiers(&self, side: Side) -> B::Bits {
        match side {
            Side::Attackers => self.attackers,
            Side::Defenders => self.defenders,
        }
    }

    /// All pieces of a side.
    #[inline(always)]
    pub fn pieces(&self, side: Side) -> B::Bits {
        match side {
            Side::Attackers => self.attackers,
            Side::Defenders => self.defenders | self.king,
        }
    }

    /// The letter of the piece on a square in FEN, if there is one.
    pub(super) fn letter(&self, square: usize) -> Option<char> {
        let pieces = [(self.attackers, 't'), (self.defenders, 'T'), (self.king, 'K')];
        pieces.into_iter().find_map(|(set, letter)| set.has(square).then_some(letter))
    }

    /// What was taken on the way from `before`, one move earlier, to this position.
    #[must_use]
    pub fn captured_since(&self, before: &Self) -> B::Bits {
        match before.to_move {
            Side::Attackers => before.pieces(Side::Defenders) & !self.pieces(Side::Defenders),
            Side::Defenders => before.attackers & !self.attackers,
        }
    }
}

/// A piece's way from one square to another, as square indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    /// Where the piece stands.
    pub from: u16,
    /// Where it goes.
    pub to: u16,
}

impl Move {
    /// The move between two square indices.
    #[inline(always)]
    #[must_use]
    pub fn new(from: usize, to: usize) -> Self {
        // No board has more than 2^16 squares.
        Self { from: from as u16, to: to as u16 }
    }

    /// The index of the square it leaves.
    #[inline(always)]
    #[must_use]
    pub fn from(self) -> usize {
        usize::from(self.from)
    }

    /// The index of the square it reaches.
    #[inline(always)]
    #[must_use]
    pub fn to(self) -> usize {
        usize::from(self.to)
    }
}
