//! Positions on a board of one size.

use std::hash::{Hash, Hasher};

use super::bits::Bits;
use super::size::Board;
use super::square::Square;
use crate::rules::{PieceKind, Side};

/// A position: the pieces, the side to move, and the squares the king has announced.
///
/// It is small and has no references, so a search keeps one per ply instead of unmaking moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Position<B: Board> {
    pub(super) attackers: B::Bits,
    pub(super) defenders: B::Bits,
    pub(super) king: B::Bits,
    pub(super) announced: B::Bits,
    pub(super) key: u64,
    pub(super) to_move: Side,
    pub(super) ending: Option<Ending>,
}

/// The ways in which a position itself ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The king is captured.
    KingCaptured,
    /// The king is on an escape square.
    KingEscaped,
    /// The attackers' ring is closed around all defenders.
    Encircled,
    /// No piece of the defenders has an empty square beside it.
    HemmedIn,
    /// The king is in a fort at the edge.
    EdgeFort,
    /// hnefatafl.org's server considers the king trapped between attackers on the edge.
    KingTrapped,
    /// hnefatafl.org's server considers the corners closed, and the defenders too few to build a
    /// fort.
    CornersClosed,
}

impl Ending {
    /// The winning side.
    #[must_use]
    #[inline(always)]
    pub fn winner(self) -> Side {
        match self {
            Ending::KingCaptured
            | Ending::Encircled
            | Ending::HemmedIn
            | Ending::KingTrapped
            | Ending::CornersClosed => Side::Attackers,
            Ending::KingEscaped | Ending::EdgeFort => Side::Defenders,
        }
    }

    /// Whether it still ends the game on the move at which the turn limit draws it.
    #[must_use]
    #[inline(always)]
    pub fn precedes_turn_limit(self) -> bool {
        match self {
            Ending::KingCaptured
            | Ending::KingEscaped
            | Ending::Encircled
            | Ending::HemmedIn
            | Ending::EdgeFort => true,
            Ending::KingTrapped | Ending::CornersClosed => false,
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

    /// The attackers.
    #[must_use]
    #[inline(always)]
    pub fn attackers(&self) -> B::Bits {
        self.attackers
    }

    /// The defenders' soldiers, without the king.
    #[must_use]
    #[inline(always)]
    pub fn defenders(&self) -> B::Bits {
        self.defenders
    }

    /// The king. Empty once he is captured.
    #[must_use]
    #[inline(always)]
    pub fn king(&self) -> B::Bits {
        self.king
    }

    /// The escape squares the king has announced. Always empty where nothing is announced.
    #[must_use]
    #[inline(always)]
    pub fn announced(&self) -> B::Bits {
        self.announced
    }

    /// The Zobrist key of the pieces, the announced squares and the side to move.
    #[must_use]
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// The side to move.
    #[must_use]
    #[inline(always)]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// How the position itself ends the game, if it does.
    #[must_use]
    #[inline(always)]
    pub fn ending(&self) -> Option<Ending> {
        self.ending
    }

    /// All occupied squares.
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

    /// The set of the pieces of a kind.
    pub(super) fn of_kind(&mut self, kind: PieceKind) -> &mut B::Bits {
        match kind {
            PieceKind::Attacker => &mut self.attackers,
            PieceKind::Defender => &mut self.defenders,
            PieceKind::King => &mut self.king,
        }
    }

    /// The kind of the piece on a square. `None` if it is empty.
    pub(super) fn kind_on(&self, square: Square) -> Option<PieceKind> {
        let sets = [self.attackers, self.defenders, self.king].into_iter().zip(PieceKind::ALL);
        sets.into_iter().find_map(|(set, kind)| set.has(square).then_some(kind))
    }

    /// The pieces after a move, before any piece is captured. All other fields are unchanged.
    pub(super) fn with_piece_moved(&self, mv: BoardMove) -> Self {
        let mut after = *self;
        if let Some(kind) = self.kind_on(mv.from()) {
            *after.of_kind(kind) ^= B::Bits::bit(mv.from()) | B::Bits::bit(mv.to());
        }
        after
    }

    /// The sets of attackers, defenders and king: the position regardless of the side to move.
    pub(super) fn board(&self) -> [B::Bits; 3] {
        [self.attackers, self.defenders, self.king]
    }

    /// The pieces without the one on a square. The key is still that of the whole position.
    #[must_use]
    pub fn without(&self, square: Square) -> Self {
        let others = !B::Bits::bit(square);
        Self {
            attackers: self.attackers & others,
            defenders: self.defenders & others,
            king: self.king & others,
            ..*self
        }
    }

    /// The pieces captured by the move from `before` to this position.
    #[must_use]
    pub fn captured_since(&self, before: &Self) -> B::Bits {
        match before.to_move {
            Side::Attackers => before.pieces(Side::Defenders) & !self.pieces(Side::Defenders),
            Side::Defenders => before.attackers & !self.attackers,
        }
    }
}

/// A move from one square to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BoardMove {
    from: Square,
    to: Square,
}

impl BoardMove {
    /// The move between two squares.
    #[inline(always)]
    #[must_use]
    pub const fn new(from: Square, to: Square) -> Self {
        Self { from, to }
    }

    /// The origin.
    #[inline(always)]
    #[must_use]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The destination.
    #[inline(always)]
    #[must_use]
    pub const fn to(self) -> Square {
        self.to
    }
}
