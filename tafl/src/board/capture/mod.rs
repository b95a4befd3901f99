//! Captures: the part of a ruleset that says which pieces are captured, and how.

mod king;
mod shield_wall;

use self::king::KingSite;
use self::shield_wall::ShieldWall;
use super::bits::Bits;
use super::geometry::{Direction, Geometry};
use super::position::Position;
use super::size::Board;
use crate::rules::{KingArmed, PieceKind, Ruleset, Side};

/// The capture rules of a ruleset.
///
/// `RARE` says whether to check the rules that few rulesets have: see [`Self::has_rare_rules`].
#[derive(Debug)]
pub(super) struct CaptureRules<B: Board> {
    /// The throne. Empty if there is none.
    throne: B::Bits,
    /// The hostile squares, by the kind of piece they are hostile to.
    hostile: [HostileSquares<B>; 3],
    /// How the king is captured on each square.
    king_sites: Vec<KingSite<B>>,
    /// All squares if the king captures as the moving piece, else empty.
    king_hammer: B::Bits,
    /// All squares if other pieces capture against the king, else empty.
    king_anvil: B::Bits,
    shield_wall: Option<Box<ShieldWall<B>>>,
    /// The camps. No square of a camp is hostile to a soldier who stands in it.
    camps: Vec<B::Bits>,
    linnaean: bool,
    has_rare_rules: bool,
}

/// Squares hostile to a kind of piece.
#[derive(Clone, Copy, Debug)]
struct HostileSquares<B: Board> {
    /// Those hostile while empty.
    empty: B::Bits,
    /// Those whose hostility changes when occupied.
    changes: B::Bits,
}

impl<B: Board> HostileSquares<B> {
    fn new(ruleset: &Ruleset, areas: &[B::Bits; 4], kind: PieceKind) -> Self {
        let none = B::Bits::EMPTY;
        let mut hostile = HostileSquares { empty: none, changes: none };
        for (area, squares) in ruleset.areas().into_iter().zip(areas) {
            if area.hostile_empty.has(kind) {
                hostile.empty |= *squares;
            }
            if area.hostile_empty.has(kind) != area.hostile_occupied.has(kind) {
                hostile.changes |= *squares;
            }
        }
        hostile
    }

    /// The hostile squares, given the occupied squares.
    #[inline(always)]
    fn with(&self, occupied: B::Bits) -> B::Bits {
        self.empty ^ (self.changes & occupied)
    }
}

impl<B: Board> CaptureRules<B> {
    /// The capture rules of a ruleset, given the squares of its areas and those that defending
    /// soldiers may stand on.
    pub fn new(
        geometry: &Geometry<B>,
        ruleset: &Ruleset,
        areas: &[B::Bits; 4],
        defender_stops: B::Bits,
    ) -> Self {
        let [throne, corners, ..] = *areas;
        let all_if = |yes: bool| if yes { geometry.full } else { B::Bits::EMPTY };
        let hostile: [HostileSquares<B>; 3] =
            PieceKind::ALL.map(|kind| HostileSquares::new(ruleset, areas, kind));
        let shield_wall = ShieldWall::new(ruleset, geometry, corners);
        let areas_of_camps = ruleset.areas().into_iter().zip(areas).filter(|(area, _)| area.camps);
        let camps: Vec<_> =
            areas_of_camps.flat_map(|(_, squares)| geometry.groups(*squares)).collect();
        let king_sites = B::squares().map(|king| KingSite::new(ruleset, geometry, throne, king));
        Self {
            throne,
            king_sites: king_sites.collect(),
            king_hammer: all_if(ruleset.king_armed.is_hammer()),
            king_anvil: all_if(ruleset.king_armed.is_anvil()),
            linnaean: ruleset.linnaean_capture,
            has_rare_rules: ruleset.king_armed != KingArmed::Yes
                || shield_wall.is_some()
                || ruleset.linnaean_capture
                || !camps.is_empty()
                || hostile[PieceKind::King as usize].changes.meets(defender_stops),
            hostile,
            shield_wall,
            camps,
        }
    }

    /// Whether the ruleset has any rare rule: limits on the king's captures, shield walls, Linnaean
    /// capture, camps, or squares whose hostility to the king depends on soldiers.
    pub fn has_rare_rules(&self) -> bool {
        self.has_rare_rules
    }

    /// Whether the ruleset has camps.
    #[inline(always)]
    pub fn has_camps(&self) -> bool {
        !self.camps.is_empty()
    }

    /// The result of `find` for victims and the squares against which they are captured. For
    /// victims in a camp, the squares of that camp count only if one of `pieces` is there.
    #[inline(never)]
    fn find_by_camp(
        &self,
        victims: B::Bits,
        pieces: B::Bits,
        hostile: B::Bits,
        find: impl Fn(B::Bits, B::Bits) -> B::Bits,
    ) -> B::Bits {
        let (mut found, mut outside) = (B::Bits::EMPTY, victims);
        for camp in &self.camps {
            if victims.meets(*camp) {
                found |= find(victims & *camp, pieces | (hostile & !*camp));
                outside &= !*camp;
            }
        }
        found | find(outside, pieces | hostile)
    }

    /// The squares that are hostile to the side's soldiers in any position.
    pub fn ever_hostile_to(&self, side: Side) -> B::Bits {
        let HostileSquares { empty, changes } = self.hostile[side as usize];
        let linnaean = self.linnaean && side == Side::Defenders;
        empty | changes | if linnaean { self.throne } else { B::Bits::EMPTY }
    }

    /// The squares that are hostile to the side's soldiers.
    #[inline(always)]
    fn hostile_to(&self, side: Side, position: &Position<B>) -> B::Bits {
        self.hostile[side as usize].with(position.occupied())
    }

    /// The squares that are hostile to the king.
    #[inline(always)]
    fn hostile_to_king(&self, position: &Position<B>) -> B::Bits {
        self.hostile[PieceKind::King as usize].with(position.occupied())
    }

    /// The pieces of a side that can serve as anvils: all but a king barred from it by the rules.
    #[inline(always)]
    fn anvils(&self, position: &Position<B>, side: Side) -> B::Bits {
        match side {
            Side::Attackers => position.attackers,
            Side::Defenders => position.defenders | (position.king & self.king_anvil),
        }
    }

    /// The defending soldiers captured by an attacker that has just moved to `to`.
    #[inline(always)]
    pub fn taken_by_attacker<const RARE: bool>(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        to: B::Bits,
    ) -> B::Bits {
        let (mut own, victims) = (position.attackers, position.defenders);
        if RARE && self.linnaean && self.is_beset_on_throne(geometry, position) {
            own |= position.king;
        }
        let hostile = self.hostile_to(Side::Defenders, position);
        let mut taken = self.taken_between::<RARE>(geometry, victims, to, own, hostile);
        if RARE && let Some(wall) = &self.shield_wall {
            taken |= self.taken_in_rows(wall, geometry, position, Side::Attackers, to);
        }
        taken
    }

    /// The attackers captured by a defending piece that has just moved to `to`.
    #[inline(always)]
    pub fn taken_by_defender<const RARE: bool>(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        to: B::Bits,
    ) -> B::Bits {
        let (mut hammer, mut own) = (to, position.defenders | position.king);
        if RARE {
            own = self.anvils(position, Side::Defenders);
            if position.king.meets(to) {
                hammer &= self.king_hammer;
            }
        }
        let (victims, hostile) = (position.attackers, self.hostile_to(Side::Attackers, position));
        let mut taken = self.taken_between::<RARE>(geometry, victims, hammer, own, hostile);
        if RARE && let Some(wall) = &self.shield_wall {
            taken |= self.taken_in_rows(wall, geometry, position, Side::Defenders, hammer);
        }
        taken
    }

    /// The victims between a piece that has just moved to `hammer` and one of its side's pieces
    /// `own`, or a square hostile to them.
    #[inline(always)]
    fn taken_between<const RARE: bool>(
        &self,
        geometry: &Geometry<B>,
        victims: B::Bits,
        hammer: B::Bits,
        own: B::Bits,
        hostile: B::Bits,
    ) -> B::Bits {
        let find = |victims, anvils| geometry.between(hammer, anvils) & victims;
        if RARE && self.has_camps() {
            self.find_by_camp(victims, own, hostile, find)
        } else {
            find(victims, own | hostile)
        }
    }

    /// The soldiers in rows along the edge that a move of `mover` to `hammer` captures.
    #[inline(never)]
    fn taken_in_rows(
        &self,
        wall: &ShieldWall<B>,
        geometry: &Geometry<B>,
        position: &Position<B>,
        mover: Side,
        hammer: B::Bits,
    ) -> B::Bits {
        let enemy = mover.other();
        let shields = self.anvils(position, mover) | hammer;
        let hostile = self.hostile_to(enemy, position);
        let rows = wall.rows(geometry, hammer, shields, position.pieces(enemy), hostile);
        rows & position.soldiers(enemy)
    }

    /// Whether an attacker that has just moved to `hammer` captures the king.
    #[inline(always)]
    pub fn takes_king(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        hammer: B::Bits,
    ) -> bool {
        let king = position.king.first();
        geometry.neighbours(king).meets(hammer) && {
            let hostile = self.hostile_to_king(position);
            self.king_sites[king.index()].takes_king(geometry, position, hostile, hammer)
        }
    }

    /// The squares where an attacker captures the king by moving there. They may be occupied.
    #[inline(always)]
    pub fn king_hammers(&self, geometry: &Geometry<B>, position: &Position<B>) -> B::Bits {
        let site = self.king_sites[position.king.first().index()];
        site.hammers(geometry, position, self.hostile_to_king(position))
    }

    /// Linnaean capture: whether the king is on the throne with attackers on three sides and one of
    /// his soldiers on the fourth, so that the soldier can be captured against the throne.
    fn is_beset_on_throne(&self, geometry: &Geometry<B>, position: &Position<B>) -> bool {
        let around = geometry.neighbours(position.king.first());
        position.king.meets(self.throne)
            && around.meets(position.defenders)
            && (around & position.attackers).count() == 3
    }

    /// The squares where a piece of the side to move would capture a soldier between two enemies by
    /// moving there.
    #[inline(always)]
    pub fn capture_squares(&self, geometry: &Geometry<B>, position: &Position<B>) -> B::Bits {
        let side = position.to_move;
        let (victims, own) = (position.soldiers(side.other()), self.anvils(position, side));
        let hostile = self.hostile_to(side.other(), position);
        let find = |victims, anvils| geometry.opposite(victims, anvils);
        let squares = if self.has_camps() {
            self.find_by_camp(victims, own, hostile, find)
        } else {
            find(victims, own | hostile)
        };
        squares & !position.occupied()
    }

    /// The soldiers of `side` that an enemy would capture by moving to a square of `reach`.
    #[inline(always)]
    pub fn exposed<const RARE: bool>(
        &self,
        geometry: &Geometry<B>,
        position: &Position<B>,
        side: Side,
        reach: B::Bits,
    ) -> B::Bits {
        let (victims, enemies) = (position.soldiers(side), self.anvils(position, side.other()));
        let hostile = self.hostile_to(side, position);
        let shift = |bits, to| geometry.shift(bits, to);
        let [north, east, south, west] = Direction::ALL;
        let find = |victims, anvils| {
            let between = (shift(anvils, north) & shift(reach, south))
                | (shift(anvils, south) & shift(reach, north))
                | (shift(anvils, east) & shift(reach, west))
                | (shift(anvils, west) & shift(reach, east));
            between & victims
        };
        if RARE && self.has_camps() {
            self.find_by_camp(victims, enemies, hostile, find)
        } else {
            find(victims, enemies | hostile)
        }
    }
}
