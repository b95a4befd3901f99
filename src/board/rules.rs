//! A ruleset made ready for the bitboards of one board.

use super::bits::Bits;
use super::fen::FenError;
use super::position::Position;
use super::size::Board;
use super::zobrist::Zobrist;
use crate::rules::{Escape, Kind, KingCapture, Ruleset, Side, Speed};

/// A ruleset as sets of squares and switches: all that move generation and play ask of it.
#[derive(Debug)]
pub struct Rules<B: Board> {
    pub(super) ruleset: Ruleset,
    pub(super) start: Position<B>,
    pub(super) geometry: Geometry<B>,
    pub(super) zobrist: Zobrist,

    /// Squares a soldier may move over, and stop on, when they are empty.
    pub(super) soldier_way: Way<B>,
    /// The same for the king.
    pub(super) king_way: Way<B>,
    /// The squares that only the king may stop on, where he moves like a soldier but for them.
    pub(super) royal: Option<Royal<B>>,
    /// Whether the king moves one square only.
    pub(super) king_steps: bool,

    /// The throne; no square where there is none.
    pub(super) throne: B::Bits,
    /// Hostile squares while the throne is empty, and while a piece is on it.
    pub(super) hostile_to_attackers: [B::Bits; 2],
    pub(super) hostile_to_defenders: [B::Bits; 2],
    /// Squares that stand in for an anvil against the king. He is taken so only while he is not on
    /// the throne, so it is always the empty one.
    pub(super) hostile_to_king: B::Bits,
    /// For each square of the king, the squares that must all hold attackers to take him there;
    /// none where he is taken like a soldier.
    pub(super) king_takers: Vec<B::Bits>,

    /// Where the king wins.
    pub(super) escape: B::Bits,
    pub(super) announce: bool,
    pub(super) encirclement: bool,
}

/// Where a kind of piece may go.
#[derive(Clone, Copy, Debug)]
pub(super) struct Way<B: Board> {
    /// The squares it may move over.
    pub pass: B::Bits,
    /// The squares it may stop on.
    pub stop: B::Bits,
}

/// Squares that only the king may stop on.
#[derive(Clone, Copy, Debug)]
pub(super) struct Royal<B: Board> {
    pub squares: B::Bits,
    /// The squares from which one of them can be reached.
    pub lines: B::Bits,
}

/// Sets of squares that follow from the board's size alone.
#[derive(Debug)]
pub(super) struct Geometry<B: Board> {
    pub full: B::Bits,
    pub edge: B::Bits,
    pub not_first_file: B::Bits,
    pub not_last_file: B::Bits,
    /// Neither the first nor the last file.
    pub inner_files: B::Bits,
    /// The squares beyond each square in the directions of [`Direction`].
    pub rays: Vec<[B::Bits; 4]>,
    /// The squares orthogonally next to each square.
    pub neighbours: Vec<B::Bits>,
}

/// The four ways along ranks and files; the first two lead to higher indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    North,
    East,
    South,
    West,
}

impl Direction {
    pub const ALL: [Direction; 4] =
        [Direction::North, Direction::East, Direction::South, Direction::West];
}

impl<B: Board> Geometry<B> {
    fn new() -> Self {
        let side = B::SIDE;
        let set = |wanted: &dyn Fn(usize, usize) -> bool| {
            (0..B::SQUARES)
                .filter(|square| wanted(square / side, square % side))
                .fold(B::Bits::EMPTY, |bits, square| bits | B::Bits::bit(square))
        };
        let ends = |at: usize| at == 0 || at == side - 1;
        let squares = || (0..B::SQUARES).map(|square| (square / side, square % side));
        Self {
            full: set(&|_, _| true),
            edge: set(&|rank, file| ends(rank) || ends(file)),
            not_first_file: set(&|_, file| file != 0),
            not_last_file: set(&|_, file| file != side - 1),
            inner_files: set(&|_, file| !ends(file)),
            rays: squares()
                .map(|(r, f)| {
                    Direction::ALL.map(|direction| match direction {
                        Direction::North => set(&|rank, file| file == f && rank > r),
                        Direction::East => set(&|rank, file| rank == r && file > f),
                        Direction::South => set(&|rank, file| file == f && rank < r),
                        Direction::West => set(&|rank, file| rank == r && file < f),
                    })
                })
                .collect(),
            neighbours: squares()
                .map(|(r, f)| set(&|rank, file| rank.abs_diff(r) + file.abs_diff(f) == 1))
                .collect(),
        }
    }

    /// The set moved one square in a direction; what would leave the board is lost.
    #[inline(always)]
    pub fn shift(&self, bits: B::Bits, direction: Direction) -> B::Bits {
        match direction {
            Direction::North => (bits << B::SIDE) & self.full,
            Direction::East => (bits << 1) & self.not_first_file,
            Direction::South => bits >> B::SIDE,
            Direction::West => (bits >> 1) & self.not_last_file,
        }
    }

    /// The set and all squares orthogonally next to it.
    #[inline(always)]
    pub fn grown(&self, bits: B::Bits) -> B::Bits {
        Direction::ALL.into_iter().fold(bits, |grown, to| grown | self.shift(bits, to))
    }

    /// The squares from `square` on in each direction, up to and with the first blocker.
    #[inline(always)]
    pub fn lines(&self, square: usize, blockers: B::Bits) -> [B::Bits; 4] {
        let [north, east, south, west] = self.rays[square];
        [
            north & (north & blockers).up_to_first(),
            east & (east & blockers).up_to_first(),
            south & (south & blockers).last_onward(),
            west & (west & blockers).last_onward(),
        ]
    }

    /// All squares that [`Self::lines`] reach.
    #[inline(always)]
    pub fn cross(&self, square: usize, blockers: B::Bits) -> B::Bits {
        let [north, east, south, west] = self.lines(square, blockers);
        north | east | south | west
    }
}

impl<B: Board> Rules<B> {
    /// Makes a ruleset ready.
    ///
    /// # Errors
    /// When its start position is not one of this board and these rules.
    pub fn new(ruleset: &Ruleset) -> Result<Self, FenError> {
        let geometry = Geometry::<B>::new();
        let none = B::Bits::EMPTY;
        let last = B::SIDE - 1;
        let centre = B::Bits::bit(B::SQUARES / 2);
        let corners = [0, last, B::SQUARES - 1 - last, B::SQUARES - 1]
            .into_iter()
            .fold(none, |bits, square| bits | B::Bits::bit(square));

        let throne = if ruleset.throne.is_none() { none } else { centre };
        let marked = if ruleset.corners.is_plain() { none } else { corners };
        let hostile = |kind| {
            let throne_if = |hostile: bool| if hostile { throne } else { none };
            let area = &ruleset.throne;
            [
                marked | throne_if(area.hostile_empty.has(kind)),
                marked | throne_if(area.hostile_occupied.has(kind)),
            ]
        };
        let king_throne = if ruleset.throne.reenter.king { none } else { throne };
        let king_takers = |(square, around): (usize, &B::Bits)| {
            let here = B::Bits::bit(square);
            let capture = if here == throne {
                ruleset.king_on_throne
            } else if around.meets(throne) {
                ruleset.king_beside_throne
            } else {
                KingCapture::Custodial
            };
            match capture {
                KingCapture::Surrounded | KingCapture::FourSides | KingCapture::FourSidesOrEdge => {
                    *around & !throne
                }
                KingCapture::Custodial => none,
            }
        };

        let soldier_way: Way<B> =
            Way { pass: geometry.full, stop: geometry.full & !throne & !marked };
        let king_way: Way<B> = Way { pass: geometry.full, stop: geometry.full & !king_throne };
        let king_steps = ruleset.king_move == Speed::STEP;
        let free_rook = !king_steps && !ruleset.announce && king_way.pass == soldier_way.pass;
        let royal = (free_rook && soldier_way.stop.is_within(king_way.stop)).then(|| {
            let squares = king_way.stop & !soldier_way.stop;
            let lines = squares.iter().flat_map(|square| geometry.rays[square]);
            Royal { squares, lines: lines.fold(none, |all, ray| all | ray) }
        });

        let mut rules = Self {
            ruleset: ruleset.clone(),
            // Replaced by the ruleset's own as soon as a FEN can be read.
            start: Position::EMPTY,
            zobrist: Zobrist::new(B::SQUARES),
            soldier_way,
            king_way,
            royal,
            king_steps,
            throne,
            hostile_to_attackers: hostile(Kind::Attacker),
            hostile_to_defenders: hostile(Kind::Defender),
            hostile_to_king: hostile(Kind::King)[0],
            king_takers: geometry.neighbours.iter().enumerate().map(king_takers).collect(),
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

    /// Whether a piece is on the throne, as an index into the hostile squares.
    #[inline(always)]
    pub(super) fn throne_taken(&self, position: &Position<B>) -> usize {
        usize::from(self.throne.meets(position.occupied()))
    }

    /// The squares that stand in for an enemy of the side's soldiers.
    #[inline(always)]
    pub(super) fn hostile_to(&self, side: Side, position: &Position<B>) -> B::Bits {
        let taken = self.throne_taken(position);
        match side {
            Side::Attackers => self.hostile_to_attackers[taken],
            Side::Defenders => self.hostile_to_defenders[taken],
        }
    }
}
