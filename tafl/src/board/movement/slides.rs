//! Sliding moves of many pieces at once.

use crate::board::bits::Bits;
use crate::board::geometry::{Direction, Geometry};
use crate::board::size::Board;

/// The squares of all four directions.
#[inline(always)]
pub(super) fn union<T: Bits>([north, east, south, west]: [T; 4]) -> T {
    north | east | south | west
}

/// The squares reached from `pieces` over squares of `over`, one set per direction. Each line
/// includes its first square outside `over`.
///
/// Within a direction each square is reached by only one piece, so the sets count moves.
#[inline(always)]
pub(super) fn slides<B: Board>(
    geometry: &Geometry<B>,
    pieces: B::Bits,
    over: B::Bits,
) -> [B::Bits; 4] {
    let [north, east, south, west] = Direction::ALL;
    [
        slide(geometry, pieces, over, north),
        slide(geometry, pieces, over, east),
        slide(geometry, pieces, over, south),
        slide(geometry, pieces, over, west),
    ]
}

/// [`slides`] in one direction.
#[inline(always)]
fn slide<B: Board>(
    geometry: &Geometry<B>,
    pieces: B::Bits,
    over: B::Bits,
    to: Direction,
) -> B::Bits {
    match to {
        Direction::East => slide_east(geometry, pieces, over),
        _ => geometry.shift(occluded_fill(geometry, pieces, over, to), to),
    }
}

/// [`slides`] in the direction of rising square indices, all at once: a square added to the row of
/// `over` that it begins is carried to the end of the row. The first file is in no row, so that none
/// goes on in the next rank.
///
/// Source: the chess programming wiki, "Subtracting a Rook from a Blocking Piece", whose difference
/// is a sum here, and for any number of pieces.
#[inline(always)]
fn slide_east<B: Board>(geometry: &Geometry<B>, pieces: B::Bits, over: B::Bits) -> B::Bits {
    let first = geometry.shift(pieces, Direction::East);
    let over = over & geometry.not_first_file;
    let carried = over.plus(first & over);
    first | (over ^ carried) & geometry.not_first_file
}

/// [`slides`] of at most `limit` squares.
pub(super) fn short_slides<B: Board>(
    geometry: &Geometry<B>,
    pieces: B::Bits,
    over: B::Bits,
    limit: usize,
) -> [B::Bits; 4] {
    Direction::ALL.map(|to| {
        let mut reached = B::Bits::EMPTY;
        let mut front = pieces;
        for _ in 0..limit {
            if front.is_empty() {
                break;
            }
            let next = geometry.shift(front, to);
            reached |= next;
            front = next & over;
        }
        reached
    })
}

/// The squares in `from`, and those reached from them in one direction over squares of `over`.
///
/// A Kogge-Stone parallel-prefix fill, which doubles its stride each round.
#[inline(always)]
fn occluded_fill<B: Board>(
    geometry: &Geometry<B>,
    from: B::Bits,
    over: B::Bits,
    to: Direction,
) -> B::Bits {
    // Masking `over` once keeps east and west from wrapping around the edge.
    let (by, mut over) = match to {
        Direction::North | Direction::South => (B::SIDE, over),
        Direction::East => (1, over & geometry.not_first_file),
        Direction::West => (1, over & geometry.not_last_file),
    };
    let moved = |bits: B::Bits, squares: usize| match to {
        Direction::North | Direction::East => bits << (by * squares),
        Direction::South | Direction::West => bits >> (by * squares),
    };
    let mut reached = from;
    let mut stride = 1;
    // The last square of a slide is added by the caller's shift.
    while stride < B::SIDE - 1 {
        reached |= over & moved(reached, stride);
        over &= moved(over, stride);
        stride *= 2;
    }
    reached
}
