//! Edge forts: a region at the edge in which the king is safe.
//!
//! Source: the Copenhagen rules, 6b: "The defenders also win if the king has contact with the board
//! edge, is able to move, and it is impossible for the attackers to break the fort"
//! (aagenielsen.dk/copenhagen_rules.php). Contact is read as standing on the edge, as the king does
//! in the diagrams there.

use crate::board::bits::Bits;
use crate::board::capture::CaptureRules;
use crate::board::geometry::{Direction, Geometry};
use crate::board::movement::MovementRules;
use crate::board::position::Position;
use crate::board::size::Board;
use crate::rules::{EdgeFort, Ruleset, ShieldWalls, Side};

/// The winning forts of a board.
#[derive(Debug)]
pub(super) struct EdgeForts<B: Board> {
    kind: EdgeFort,
    /// The squares that attackers may stand on.
    stops: B::Bits,
    /// The squares that attackers may stand on or move over.
    room: B::Bits,
    /// The squares that may be hostile to a defending soldier.
    hostile: B::Bits,
    /// The corners that close a row of a shield wall. `None` if rows are not captured.
    row_corners: Option<B::Bits>,
}

impl<B: Board> EdgeForts<B> {
    /// The fort rules of a ruleset, given the squares of its corners.
    pub fn new(
        ruleset: &Ruleset,
        movement: &MovementRules<B>,
        capture: &CaptureRules<B>,
        corners: B::Bits,
    ) -> Self {
        let hostile = capture.ever_hostile_to(Side::Defenders);
        Self {
            kind: ruleset.edge_fort,
            stops: movement.soldier_stops(Side::Attackers),
            room: movement.attacker_room(),
            hostile,
            row_corners: match ruleset.shield_walls {
                ShieldWalls::None => None,
                ShieldWalls::Weak => Some(B::Bits::EMPTY),
                ShieldWalls::Strong => Some(corners & hostile),
            },
        }
    }

    /// Whether the ruleset has a fort rule.
    pub fn any(&self) -> bool {
        self.kind != EdgeFort::None
    }

    /// Whether forts also count after the attackers' moves.
    #[inline(always)]
    pub fn count_after_each_move(&self) -> bool {
        self.kind == EdgeFort::HnefataflOrg
    }

    /// Whether the king stands in a fort.
    ///
    /// In published rules only a move of the defenders completes a fort: attackers' moves that
    /// capture nothing do not change which squares attackers can reach.
    #[inline(always)]
    pub fn stands(
        &self,
        geometry: &Geometry<B>,
        movement: &MovementRules<B>,
        position: &Position<B>,
    ) -> bool {
        let may_stand = match self.kind {
            EdgeFort::None => false,
            EdgeFort::Unbreakable | EdgeFort::HnefataflOrg => position.king.meets(geometry.edge),
            EdgeFort::OpenTafl => true,
        };
        may_stand && self.stands_here(geometry, movement, position)
    }

    /// [`Self::stands`], for rules that have forts.
    #[inline(never)]
    fn stands_here(
        &self,
        geometry: &Geometry<B>,
        movement: &MovementRules<B>,
        position: &Position<B>,
    ) -> bool {
        !movement.king_reach(geometry, position).is_empty()
            && match self.kind {
                EdgeFort::OpenTafl => holds_for_opentafl(geometry, position),
                EdgeFort::HnefataflOrg => holds_for_hnefatafl_org(geometry, position),
                _ => self.holds(geometry, position),
            }
    }

    /// Whether the attackers can never come beside the king while his soldiers stay.
    ///
    /// Finds the greatest set of soldiers none of whom can be captured while the set stands, even
    /// if all other soldiers are gone and attackers are wherever a path leads. On each of his two
    /// lines, such a soldier has a neighbouring square that attackers cannot reach and that is not
    /// hostile to him.
    fn holds(&self, geometry: &Geometry<B>, position: &Position<B>) -> bool {
        let mut safe = position.defenders;
        let mut reached = position.attackers;
        loop {
            reached = flooded(geometry, reached, self.room & !safe);
            if geometry.grown(reached).meets(position.king) {
                return false;
            }
            let takers = reached & self.stops;
            let lost =
                safe & (self.between(geometry, takers) | self.in_rows(geometry, takers, safe));
            if lost.is_empty() {
                return true;
            }
            safe &= !lost;
        }
    }

    /// The squares between two others that attackers could hold or that are hostile.
    fn between(&self, geometry: &Geometry<B>, takers: B::Bits) -> B::Bits {
        let beside = takers | self.hostile;
        let [north, east, south, west] = Direction::ALL.map(|to| geometry.shift(beside, to));
        (north & south) | (east & west)
    }

    /// The soldiers along the edge that attackers could capture as rows of a shield wall.
    fn in_rows(&self, geometry: &Geometry<B>, takers: B::Bits, safe: B::Bits) -> B::Bits {
        let mut lost = B::Bits::EMPTY;
        let Some(corners) = self.row_corners else { return lost };
        for outward in Direction::ALL {
            let edge = geometry.edge_in(outward);
            let faced = safe & edge & geometry.shift(takers, outward);
            let ends = edge & (takers | corners);
            // The soldiers from which a line of such soldiers leads to a closed end, in each
            // direction.
            let [one, other] = outward.across().map(|along| {
                let first = faced & geometry.shift(ends, along);
                let mut line = first;
                loop {
                    let longer = line | (geometry.shift(line, along) & faced);
                    if longer == line {
                        break line;
                    }
                    line = longer;
                }
            });
            lost |= one & other;
        }
        lost
    }
}

/// All squares connected with `from` over squares of `over`, including `from`.
fn flooded<B: Board>(geometry: &Geometry<B>, from: B::Bits, over: B::Bits) -> B::Bits {
    let mut region = from;
    loop {
        let grown = region | (geometry.grown(region) & over);
        if grown == region {
            return region;
        }
        region = grown;
    }
}

/// OpenTafl's fort rule: the king and the empty squares connected with him touch the edge and no
/// attacker, and no soldier next to them has three neighbours that are neither among them nor held
/// by his side.
fn holds_for_opentafl<B: Board>(geometry: &Geometry<B>, position: &Position<B>) -> bool {
    let region = flooded(geometry, position.king, geometry.full & !position.occupied());
    let around = geometry.grown(region);
    let open = geometry.full & !(region | position.defenders);
    let [north, east, south, west] = Direction::ALL.map(|to| geometry.shift(open, to));
    let three = (north & south & (east | west)) | (east & west & (north | south));
    region.meets(geometry.edge)
        && !around.meets(position.attackers)
        && !(around & position.defenders).meets(three)
}

/// hnefatafl.org's fort rule, for a king who stands on the edge and can move: no attacker borders
/// on the empty squares connected with him. Each soldier who does has the edge or another defender
/// beside him, across the line on which he borders on them. Against a single attacker the soldiers
/// need no such guard.
fn holds_for_hnefatafl_org<B: Board>(geometry: &Geometry<B>, position: &Position<B>) -> bool {
    let region = flooded(geometry, position.king, geometry.full & !position.occupied());
    if geometry.grown(region).meets(position.attackers) {
        return false;
    }
    let guards = position.defenders | position.king;
    position.attackers.count() < 2
        || Direction::ALL.into_iter().all(|step| {
            let met = geometry.shift(region, step) & position.defenders;
            let [one, other] =
                step.across().map(|side| geometry.edge_in(side) | geometry.shift(guards, side));
            met.is_within(one | other)
        })
}
