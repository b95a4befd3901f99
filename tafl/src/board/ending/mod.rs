//! Endings: the part of a ruleset that says where the king wins, and which rings and forts win.

mod early_wins;
mod edge_fort;
mod encirclement;

use self::early_wins::{corners, early_win};
use self::edge_fort::EdgeForts;
use self::encirclement::is_encircled;
use super::bits::Bits;
use super::capture::CaptureRules;
use super::geometry::Geometry;
use super::movement::MovementRules;
use super::position::{Ending, Position};
use super::size::Board;
use crate::rules::{Escape, NoMoves, Ruleset, Side};

/// The ending rules of a ruleset.
#[derive(Debug)]
pub(super) struct EndingRules<B: Board> {
    /// Where the king wins.
    pub escape: B::Bits,
    /// The squares with a line to an escape square on an empty board.
    pub escape_lines: B::Bits,
    /// Whether he must announce an escape one move ahead.
    pub announce: bool,
    /// Whether the attackers win by a closed ring.
    pub encirclement: bool,
    /// Whether the attackers win when no defender has an empty square beside him.
    pub hemming_in: bool,
    /// Whether the attackers win early, as on hnefatafl.org.
    pub early_wins: bool,
    edge_forts: EdgeForts<B>,
}

impl<B: Board> EndingRules<B> {
    /// The ending rules of a ruleset, given the squares of its corners.
    pub fn new(
        geometry: &Geometry<B>,
        ruleset: &Ruleset,
        movement: &MovementRules<B>,
        capture: &CaptureRules<B>,
        corners: B::Bits,
    ) -> Self {
        let goal = match ruleset.escape {
            Escape::Corners => corners,
            Escape::Edge => geometry.edge,
        };
        let escape = goal & movement.king_stops();
        let lines = escape.iter().flat_map(|square| geometry.rays(square));
        Self {
            escape,
            escape_lines: lines.fold(B::Bits::EMPTY, |all, line| all | line),
            announce: ruleset.announce,
            encirclement: ruleset.encirclement,
            hemming_in: ruleset.no_moves == NoMoves::DrawUnlessHemmedIn,
            early_wins: ruleset.early_wins,
            edge_forts: EdgeForts::new(ruleset, movement, capture, corners),
        }
    }

    /// Whether the ruleset has any rare ending: edge forts, hemming in, early wins.
    pub fn has_rare_rules(&self) -> bool {
        self.hemming_in || self.early_wins || self.edge_forts.any()
    }

    /// Whether the attackers win because no defender has an empty square beside him.
    ///
    /// Only a move of theirs can do this: a defender who moves leaves an empty square beside him.
    #[inline(always)]
    pub fn is_hemmed_in(&self, geometry: &Geometry<B>, position: &Position<B>) -> bool {
        self.hemming_in && {
            let side = position.defenders | position.king;
            geometry.grown(side).is_within(position.occupied())
        }
    }

    /// Whether the attackers win by a ring around all defenders.
    #[inline(always)]
    pub fn is_encircled(&self, geometry: &Geometry<B>, position: &Position<B>) -> bool {
        self.encirclement && is_encircled(geometry, position)
    }

    /// Whether the defenders win by a fort around their king.
    #[inline(always)]
    pub fn is_edge_fort(
        &self,
        geometry: &Geometry<B>,
        movement: &MovementRules<B>,
        position: &Position<B>,
    ) -> bool {
        (position.to_move == Side::Attackers || self.edge_forts.count_after_each_move())
            && self.edge_forts.stands(geometry, movement, position)
    }

    /// Whether the attackers can win early although the king has an open line to an escape square.
    ///
    /// A line to a corner keeps that corner open, unless he stands beside it. A king trapped between
    /// two attackers on the edge has none.
    pub fn early_win_overlooks_lines(&self, geometry: &Geometry<B>) -> bool {
        let corners = corners(geometry).into_iter().fold(B::Bits::EMPTY, |all, one| all | one);
        self.early_wins && !self.escape.is_within(corners)
    }

    /// The attackers' early win in a position not otherwise decided.
    #[inline(always)]
    pub fn early_win(&self, geometry: &Geometry<B>, position: &Position<B>) -> Option<Ending> {
        if self.early_wins { early_win(geometry, position) } else { None }
    }

    /// The ending that follows from the pieces and the side to move. A ring closes and the
    /// defenders are hemmed in by a move of the attackers, so these are checked only with the
    /// defenders to move. A fort normally closes by a move of the defenders.
    ///
    /// A ring in which the defenders are hemmed in counts as a ring.
    pub fn standing(
        &self,
        geometry: &Geometry<B>,
        movement: &MovementRules<B>,
        position: &Position<B>,
    ) -> Option<Ending> {
        let attackers_moved = position.to_move == Side::Defenders;
        if self.is_edge_fort(geometry, movement, position) {
            Some(Ending::EdgeFort)
        } else if attackers_moved && self.is_encircled(geometry, position) {
            Some(Ending::Encircled)
        } else if attackers_moved && self.is_hemmed_in(geometry, position) {
            Some(Ending::HemmedIn)
        } else {
            // An early win takes a move: a position set up with one goes on.
            None
        }
    }

    /// The squares to which the king may move, out of those he reaches.
    #[inline(always)]
    pub fn allowed(&self, position: &Position<B>, king_reach: B::Bits) -> B::Bits {
        if self.announce { king_reach & (!self.escape | position.announced) } else { king_reach }
    }
}
