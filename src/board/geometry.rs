//! Sets of squares that follow from the size of the board alone.

use super::bits::Bits;
use super::size::Board;

/// The sets of a board of a side, which lies at the low ranks and files of board `B`.
///
/// The squares of `B` beyond it are in none of the sets, so that nothing moves there.
#[derive(Debug)]
pub(super) struct Geometry<B: Board> {
    pub side: usize,
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

    pub fn opposite(self) -> Self {
        match self {
            Direction::North => Direction::South,
            Direction::East => Direction::West,
            Direction::South => Direction::North,
            Direction::West => Direction::East,
        }
    }

    /// The two directions across it.
    pub fn across(self) -> [Self; 2] {
        match self {
            Direction::North | Direction::South => [Direction::East, Direction::West],
            Direction::East | Direction::West => [Direction::North, Direction::South],
        }
    }
}

impl<B: Board> Geometry<B> {
    pub fn new(side: usize) -> Self {
        let squares = || (0..B::SQUARES).map(|square| (square / B::SIDE, square % B::SIDE));
        let set = |wanted: &dyn Fn(usize, usize) -> bool| {
            squares()
                .enumerate()
                .filter(|&(_, (rank, file))| rank < side && file < side && wanted(rank, file))
                .fold(B::Bits::EMPTY, |bits, (square, _)| bits | B::Bits::bit(square))
        };
        let ends = |at: usize| at == 0 || at == side - 1;
        Self {
            side,
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

    /// The index of a square by file and rank, if it is on the board.
    pub fn index(&self, file: usize, rank: usize) -> Option<usize> {
        (file < self.side && rank < self.side).then(|| rank * B::SIDE + file)
    }

    /// The squares of the edge that lies in a direction.
    pub fn edge_in(&self, direction: Direction) -> B::Bits {
        // Those from which nothing lies beyond.
        self.full & !self.shift(self.full, direction.opposite())
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
