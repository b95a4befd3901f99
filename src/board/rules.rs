//! A ruleset made ready for the bitboards of one board.

use super::bits::Bits;
use super::game::SetupError;
use super::geometry::Geometry;
use super::position::Position;
use super::size::Board;
use super::walls::Walls;
use super::ways::{Gait, Royal, Way};
use super::zobrist::Zobrist;
use crate::rules::{
    Coordinate, EdgeFort, Escape, KingArmed, KingCapture, PieceKind, Ruleset, ShieldWalls, Side,
};

/// A ruleset as sets of squares and switches: all that move generation and play ask of it.
///
/// What few rulesets use is behind an option or a switch, so that the others pay one branch for it.
#[derive(Debug)]
pub struct BoardRules<B: Board> {
    pub(super) ruleset: Ruleset,
    pub(super) start: Position<B>,
    pub(super) geometry: Geometry<B>,
    pub(super) zobrist: Zobrist,

    /// Where the soldiers of each side may go, from most squares.
    pub(super) soldier_way: [Way<B>; 2],
    /// What soldiers without a gait may move over, the same for both sides.
    pub(super) soldier_pass: B::Bits,
    /// Where the king may go, from most squares.
    pub(super) king_way: Way<B>,
    /// What is rare in how the soldiers of each side move.
    pub(super) soldier_gait: [Option<Box<Gait<B>>>; 2],
    /// The same for the king.
    pub(super) king_gait: Option<Box<Gait<B>>>,
    /// All squares that soldiers of each side may stand on, if only from the start.
    pub(super) soldier_stops: [B::Bits; 2],
    /// The squares that only the king may stop on, where he moves like his soldiers but for them.
    pub(super) royal: Option<Royal<B>>,

    /// The throne; no square where there is none.
    pub(super) throne: B::Bits,
    /// The squares that stand in for an enemy, by the kind of piece that they are hostile to.
    pub(super) hostile: [Hostile<B>; 3],
    /// For each square of the king, how he is taken there.
    pub(super) king_sites: Vec<KingSite<B>>,
    /// All squares where the king takes as the piece that moves, none where he does not.
    pub(super) king_hammer: B::Bits,
    /// All squares where others take against the king, none where they do not.
    pub(super) king_anvil: B::Bits,
    pub(super) walls: Option<Box<Walls<B>>>,
    pub(super) linnaean: bool,
    pub(super) edge_fort: bool,
    /// Whether moves are played by any of the rules that few rulesets have: for the king's arms,
    /// walls, Linnaean capture, forts, and squares whose hostility to the king hangs on soldiers.
    pub(super) rare_play: bool,

    /// Where the king wins.
    pub(super) escape: B::Bits,
    pub(super) announce: bool,
    pub(super) encirclement: bool,
}

/// Squares that are hostile to a kind of piece.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hostile<B: Board> {
    /// Those that are, while no piece is on them.
    empty: B::Bits,
    /// Those that change with a piece on them.
    changes: B::Bits,
}

/// How the king is taken on a square.
#[derive(Clone, Copy, Debug)]
pub(super) struct KingSite<B: Board> {
    /// The squares that must all hold attackers, or be squares of `help` that are hostile to him;
    /// none where he is taken like a soldier.
    pub takers: B::Bits,
    pub help: B::Bits,
}

impl<B: Board> Hostile<B> {
    fn new(ruleset: &Ruleset, areas: &[B::Bits; 4], kind: PieceKind) -> Self {
        let none = B::Bits::EMPTY;
        let mut hostile = Hostile { empty: none, changes: none };
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

    /// The hostile squares, with pieces on these squares.
    #[inline(always)]
    pub fn with(&self, occupied: B::Bits) -> B::Bits {
        self.empty ^ (self.changes & occupied)
    }
}

impl<B: Board> KingSite<B> {
    fn new(ruleset: &Ruleset, geometry: &Geometry<B>, throne: B::Bits, square: usize) -> Self {
        let (here, around) = (B::Bits::bit(square), geometry.neighbours[square]);
        let capture = if throne.has(square) {
            ruleset.king_on_throne
        } else if around.meets(throne) {
            ruleset.king_beside_throne
        } else {
            ruleset.king_elsewhere
        };
        let none = B::Bits::EMPTY;
        match capture {
            KingCapture::Custodial => KingSite { takers: none, help: none },
            KingCapture::Surrounded => KingSite { takers: around & !throne, help: none },
            // His own square holds no attacker, so that he is never taken.
            KingCapture::FourSides if geometry.edge.has(square) => {
                KingSite { takers: around | here, help: none }
            }
            KingCapture::FourSides | KingCapture::FourSidesOrEdge => {
                KingSite { takers: around, help: around }
            }
        }
    }
}

impl<B: Board> BoardRules<B> {
    /// Makes a ruleset ready.
    ///
    /// # Errors
    /// When its board does not fit this one, a square is not on its board, or its start position is
    /// not one of its rules.
    pub fn new(ruleset: &Ruleset) -> Result<Self, SetupError> {
        let side = ruleset.side_length();
        if !(super::size::SIDES.contains(&side) && side <= B::SIDE) {
            return Err(SetupError::Size(side));
        }
        let geometry = Geometry::<B>::new(side);
        let areas = areas_of(ruleset, &geometry)?;
        let [throne, corners, ..] = areas;
        let none = B::Bits::EMPTY;
        let all_if = |yes: bool| if yes { geometry.full } else { none };

        let way = |kind| Way::new(geometry.full, ruleset, &areas, kind, None);
        let gait = |kind| Gait::new(&geometry, ruleset, &areas, kind);
        let soldiers = [PieceKind::Attacker, PieceKind::Defender];
        let (soldier_way, soldier_gait) = (soldiers.map(way), soldiers.map(gait));
        let (king_way, king_gait) = (way(PieceKind::King), gait(PieceKind::King));
        let stands =
            |kind| {
                let barred = ruleset.areas().into_iter().zip(areas);
                barred.fold(geometry.full, |squares, (area, here)| {
                    if area.stop.has(kind) { squares } else { squares & !here }
                })
            };

        let own: Way<B> = soldier_way[Side::Defenders as usize];
        let free = king_gait.is_none() && soldier_gait[Side::Defenders as usize].is_none();
        let alike = free && !ruleset.announce && king_way.pass == own.pass;
        let royal = (alike && own.stop.is_within(king_way.stop)).then(|| {
            let squares = king_way.stop & !own.stop;
            let lines = squares.iter().flat_map(|square| geometry.rays[square]);
            Royal { squares, lines: lines.fold(none, |all, ray| all | ray) }
        });
        let site = |square| KingSite::new(ruleset, &geometry, throne, square);

        let hostile = PieceKind::ALL.map(|kind| Hostile::new(ruleset, &areas, kind));
        let soldier_stops = soldiers.map(stands);
        let changing = hostile[PieceKind::King as usize].changes;

        let mut rules = Self {
            ruleset: ruleset.clone(),
            // Replaced by the ruleset's own as soon as a FEN can be read.
            start: Position::EMPTY,
            zobrist: Zobrist::new(B::SQUARES),
            soldier_way,
            soldier_pass: soldier_way[Side::Attackers as usize].pass,
            king_way,
            soldier_gait,
            king_gait,
            soldier_stops,
            royal,
            throne,
            hostile,
            king_sites: (0..B::SQUARES).map(site).collect(),
            king_hammer: all_if(ruleset.king_armed.is_hammer()),
            king_anvil: all_if(ruleset.king_armed.is_anvil()),
            walls: Walls::new(ruleset, &geometry, corners),
            linnaean: ruleset.linnaean_capture,
            edge_fort: ruleset.edge_fort != EdgeFort::None,
            rare_play: ruleset.king_armed != KingArmed::Yes
                || ruleset.shield_walls != ShieldWalls::None
                || ruleset.linnaean_capture
                || ruleset.edge_fort != EdgeFort::None
                || changing.meets(soldier_stops[Side::Defenders as usize]),
            escape: match ruleset.escape {
                Escape::Corners => corners,
                Escape::Edge => geometry.edge,
            },
            announce: ruleset.announce,
            encirclement: ruleset.encirclement,
            geometry,
        };
        rules.start = rules.read_fen(&ruleset.start)?;
        Ok(rules)
    }

    /// The position the game starts from.
    #[must_use]
    pub fn start(&self) -> &Position<B> {
        &self.start
    }

    /// The ruleset it was made from.
    #[must_use]
    pub fn ruleset(&self) -> &Ruleset {
        &self.ruleset
    }

    /// The squares that stand in for an enemy of the side's soldiers.
    #[inline(always)]
    pub(super) fn hostile_to(&self, side: Side, position: &Position<B>) -> B::Bits {
        self.hostile[side as usize].with(position.occupied())
    }

    /// The squares that stand in for an attacker against the king.
    #[inline(always)]
    pub(super) fn hostile_to_king(&self, position: &Position<B>) -> B::Bits {
        self.hostile[PieceKind::King as usize].with(position.occupied())
    }

    /// The pieces of a side against which it takes others: all but a king who does not take so.
    #[inline(always)]
    pub(super) fn anvils(&self, position: &Position<B>, side: Side) -> B::Bits {
        match side {
            Side::Attackers => position.attackers,
            Side::Defenders => position.defenders | (position.king & self.king_anvil),
        }
    }
}

/// The squares of the ruleset's areas.
fn areas_of<B: Board>(
    ruleset: &Ruleset,
    geometry: &Geometry<B>,
) -> Result<[B::Bits; 4], SetupError> {
    let mut areas = [B::Bits::EMPTY; 4];
    for (area, squares) in areas.iter_mut().zip(ruleset.area_squares()) {
        for square in squares {
            let Coordinate { file, rank } = square;
            let index = geometry
                .index(usize::from(file), usize::from(rank))
                .ok_or(SetupError::Square { square, side: geometry.side })?;
            *area |= B::Bits::bit(index);
        }
    }
    Ok(areas)
}
