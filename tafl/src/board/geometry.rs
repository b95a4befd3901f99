//! Sets of squares that depend only on the size of the board.

use super::bits::Bits;
use super::size::Board;
use super::square::Square;
use crate::rules::Coordinate;

/// The square sets of a board with this side length, placed at the low ranks and files of board
/// `B`.
///
/// The squares of `B` beyond it are in none of the sets, so nothing moves there.
#[derive(Debug)]
pub(super) struct Geometry<B: Board> {
    pub side: usize,
    pub full: B::Bits,
    pub edge: B::Bits,
    pub not_first_file: B::Bits,
    pub not_last_file: B::Bits,
    /// Neither the first nor the last file.
    pub inner_files: B::Bits,
    /// The squares beyond each square, by [`Direction`].
    rays: Vec<[B::Bits; 4]>,
    /// The squares orthogonally next to each square.
    neighbours: Vec<B::Bits>,
}

/// The four directions along ranks and files. The first two lead to higher indices.
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

    /// The two perpendicular directions.
    pub fn across(self) -> [Self; 2] {
        match self {
            Direction::North | Direction::South => [Direction::East, Direction::West],
            Direction::East | Direction::West => [Direction::North, Direction::South],
        }
    }
}

impl<B: Board> Geometry<B> {
    pub fn new(side: usize) -> Self {
        let place = |square: Square| (square.index() / B::SIDE, square.index() % B::SIDE);
        let set = |wanted: &dyn Fn(usize, usize) -> bool| {
            let is_wanted = |square: &Square| {
                let (rank, file) = place(*square);
                rank < side && file < side && wanted(rank, file)
            };
            B::squares()
                .filter(is_wanted)
                .fold(B::Bits::EMPTY, |bits, square| bits | B::Bits::bit(square))
        };
        let ends = |at: usize| at == 0 || at == side - 1;
        Self {
            side,
            full: set(&|_, _| true),
            edge: set(&|rank, file| ends(rank) || ends(file)),
            not_first_file: set(&|_, file| file != 0),
            not_last_file: set(&|_, file| file != side - 1),
            inner_files: set(&|_, file| !ends(file)),
            rays: B::squares()
                .map(place)
                .map(|(r, f)| {
                    Direction::ALL.map(|direction| match direction {
                        Direction::North => set(&|rank, file| file == f && rank > r),
                        Direction::East => set(&|rank, file| rank == r && file > f),
                        Direction::South => set(&|rank, file| file == f && rank < r),
                        Direction::West => set(&|rank, file| rank == r && file < f),
                    })
                })
                .collect(),
            neighbours: B::squares()
                .map(place)
                .map(|(r, f)| set(&|rank, file| rank.abs_diff(r) + file.abs_diff(f) == 1))
                .collect(),
        }
    }

    /// The square of a file and a rank. `None` if it is off the board.
    pub fn square(&self, Coordinate { file, rank }: Coordinate) -> Option<Square> {
        let (file, rank) = (usize::from(file), usize::from(rank));
        (file < self.side && rank < self.side).then(|| B::square(file, rank))
    }

    /// The squares beyond a square, by [`Direction`].
    #[inline(always)]
    pub fn rays(&self, square: Square) -> [B::Bits; 4] {
        self.rays[square.index()]
    }

    /// The squares orthogonally next to a square.
    #[inline(always)]
    pub fn neighbours(&self, square: Square) -> B::Bits {
        self.neighbours[square.index()]
    }

    /// The edge squares in a direction.
    pub fn edge_in(&self, direction: Direction) -> B::Bits {
        // The squares with nothing beyond them.
        self.full & !self.shift(self.full, direction.opposite())
    }

    /// The set moved one square in a direction. Squares that would leave the board are dropped.
    #[inline(always)]
    pub fn shift(&self, bits: B::Bits, direction: Direction) -> B::Bits {
        match direction {
            Direction::North => (bits << B::SIDE) & self.full,
            Direction::East => (bits << 1) & self.not_first_file,
            Direction::South => bits >> B::SIDE,
            Direction::West => (bits >> 1) & self.not_last_file,
        }
    }

    /// The set moved one square in each direction. Written out because compilers do not always
    /// inline closures mapped over an array.
    #[inline(always)]
    pub fn shifts(&self, bits: B::Bits) -> [B::Bits; 4] {
        let [north, east, south, west] = Direction::ALL;
        [
            self.shift(bits, north),
            self.shift(bits, east),
            self.shift(bits, south),
            self.shift(bits, west),
        ]
    }

    /// The set and all squares orthogonally next to it.
    #[inline(always)]
    pub fn grown(&self, bits: B::Bits) -> B::Bits {
        let [north, east, south, west] = self.shifts(bits);
        bits | north | east | south | west
    }

    /// The orthogonally connected groups of squares in the set.
    pub fn groups(&self, bits: B::Bits) -> Vec<B::Bits> {
        let mut groups = Vec::new();
        let mut left = bits;
        while !left.is_empty() {
            let mut group = B::Bits::bit(left.first());
            loop {
                let grown = self.grown(group) & left;
                if grown == group {
                    break;
                }
                group = grown;
            }
            left &= !group;
            groups.push(group);
        }
        groups
    }

    /// The squares beyond `square` in each direction, up to and including the first blocker.
    #[inline(always)]
    pub fn lines(&self, square: Square, blockers: B::Bits) -> [B::Bits; 4] {
        let [north, east, south, west] = self.rays(square);
        [
            north & (north & blockers).up_to_first(),
            east & (east & blockers).up_to_first(),
            south & (south & blockers).last_onward(),
            west & (west & blockers).last_onward(),
        ]
    }

    /// All squares reached by [`Self::lines`].
    #[inline(always)]
    pub fn cross(&self, square: Square, blockers: B::Bits) -> B::Bits {
        let [north, east, south, west] = self.lines(square, blockers);
        north | east | south | west
    }

    /// The squares between a square of `hammer` and one of `anvils` two squares away.
    #[inline(always)]
    pub fn between(&self, hammer: B::Bits, anvils: B::Bits) -> B::Bits {
        // Beside the hammer on one side and beside an anvil on the other. Squares of the first or
        // last file are never between two squares of a rank; excluding them also stops shifts at
        // the edge.
        let along_rank = ((hammer << 1) & (anvils >> 1)) | ((hammer >> 1) & (anvils << 1));
        let along_file = ((hammer << B::SIDE) & (anvils >> B::SIDE))
            | ((hammer >> B::SIDE) & (anvils << B::SIDE));
        (along_rank & self.inner_files) | along_file
    }

    /// The squares opposite a square of `anvils`, with a square of `pieces` between.
    #[inline(always)]
    pub fn opposite(&self, pieces: B::Bits, anvils: B::Bits) -> B::Bits {
        let [north, east, south, west] = Direction::ALL;
        // From the anvil over the piece to its far side.
        let [over_north, over_east, over_south, over_west] = self.shifts(anvils);
        self.shift(over_north & pieces, north)
            | self.shift(over_east & pieces, east)
            | self.shift(over_south & pieces, south)
            | self.shift(over_west & pieces, west)
    }
}
