//! Captures of the king.

use crate::board::bits::Bits;
use crate::board::geometry::Geometry;
use crate::board::position::Position;
use crate::board::size::Board;
use crate::board::square::Square;
use crate::rules::{KingCapture, Ruleset};

/// How the king is captured on a square.
#[derive(Clone, Copy, Debug)]
pub(super) enum KingSite<B: Board> {
    /// Like a soldier.
    Custodial,
    /// By attackers on all of `takers`, for which squares of `help` that are hostile to him do as well.
    /// Amid a large throne he may have no takers; then any attacker that comes next to him captures him.
    Surrounded { takers: B::Bits, help: B::Bits },
}

impl<B: Board> KingSite<B> {
    pub fn new(ruleset: &Ruleset, geometry: &Geometry<B>, throne: B::Bits, square: Square) -> Self {
        let (here, around) = (B::Bits::bit(square), geometry.neighbours(square));
        let capture = if throne.has(square) {
            ruleset.king_on_throne
        } else if around.meets(throne) {
            ruleset.king_beside_throne
        } else {
            ruleset.king_elsewhere
        };
        let none = B::Bits::EMPTY;
        match capture {
            KingCapture::Custodial => Self::Custodial,
            KingCapture::Surrounded => Self::Surrounded { takers: around & !throne, help: none },
            // His own square never holds an attacker, so he cannot be captured.
            KingCapture::FourSides if geometry.edge.has(square) => {
                Self::Surrounded { takers: around | here, help: none }
            }
            KingCapture::FourSides | KingCapture::FourSidesOrEdge => {
                Self::Surrounded { takers: around, help: around }
            }
        }
    }

    /// Whether an attacker that has just moved to `hammer` captures the king on this square.
    /// `hostile` are the squares hostile to him.
    #[inline(always)]
    pub fn takes_king(
        self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        hostile: B::Bits,
        hammer: B::Bits,
    ) -> bool {
        match self {
            Self::Custodial => {
                geometry.between(hammer, position.attackers | hostile).meets(position.king)
            }
            Self::Surrounded { takers, help } => {
                takers.is_within(position.attackers | (hostile & help))
            }
        }
    }

    /// The squares where an attacker captures the king on this square by moving there. They may be
    /// occupied.
    #[inline(always)]
    pub fn hammers(
        self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        hostile: B::Bits,
    ) -> B::Bits {
        let around = geometry.neighbours(position.king.first());
        if let Self::Surrounded { takers, help } = self {
            let missing = takers & !(position.attackers | (hostile & help));
            return if missing.is_empty() {
                // He stepped in between them, so any attacker that comes next to him captures him.
                around
            } else if missing.without_first().is_empty() {
                missing
            } else {
                B::Bits::EMPTY
            };
        }
        let anvils = position.attackers | hostile;
        if !around.meets(anvils) {
            return B::Bits::EMPTY;
        }
        geometry.opposite(position.king, anvils)
    }
}
