//! The board as seen from the king: turned and mirrored so that he stands in one octant.
//!
//! Positions that differ only by a symmetry then have the same inputs, and the soldiers' squares are
//! relative to the corner nearest to the king. King-relative inputs are the idea of NNUE's HalfKP
//! (Nasu 2018).

use crate::board::{Board, Square};
use crate::symmetry::Symmetry;
use crate::types::Coordinate;

/// The number of rings by which the king's square selects the soldiers' weights: his distance from
/// the edge is 0, 1, 2, or more.
pub(super) const RINGS: usize = 4;

/// The king's ring and the symmetry that brings him into the octant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KingView {
    ring: u8,
    symmetry: u8,
}

impl From<KingView> for usize {
    #[inline(always)]
    fn from(view: KingView) -> Self {
        Self::from(view.ring) * Symmetry::COUNT + Self::from(view.symmetry)
    }
}

impl KingView {
    /// The number of views.
    pub(super) const COUNT: usize = RINGS * Symmetry::COUNT;

    /// The king's ring.
    #[inline(always)]
    pub(super) fn ring(self) -> usize {
        usize::from(self.ring)
    }
}

/// The views of a board with the king on each square, and the images of the squares.
#[derive(Debug)]
pub struct KingViews<B: Board> {
    views: Vec<KingView>,
    /// For each symmetry, the image of each square.
    images: Vec<u16>,
    board: std::marker::PhantomData<B>,
}

impl<B: Board> KingViews<B> {
    /// The views of a board of this side.
    #[must_use]
    pub fn relative(side: usize) -> Self {
        Self::new(side, |king| {
            let image = |symmetry: &Symmetry| {
                let Coordinate { file, rank } = symmetry.image(side, king);
                (rank, file)
            };
            let symmetries = Symmetry::ALL.iter().enumerate();
            let turned = symmetries.min_by_key(|(_, symmetry)| image(symmetry));
            let last = side - 1;
            let from_edge = |at: u8| usize::from(at).min(last - usize::from(at));
            let ring = from_edge(king.file).min(from_edge(king.rank)).min(RINGS - 1);
            KingView { ring: ring as u8, symmetry: turned.map_or(0, |(number, _)| number as u8) }
        })
    }

    /// One view for all squares: the board as it is.
    #[must_use]
    pub fn fixed(side: usize) -> Self {
        Self::new(side, |_| KingView { ring: 0, symmetry: 0 })
    }

    fn new(side: usize, view: impl Fn(Coordinate) -> KingView) -> Self {
        let mut views = vec![KingView { ring: 0, symmetry: 0 }; B::SQUARES];
        let mut images = vec![0; Symmetry::COUNT * B::SQUARES];
        let index = |at: Coordinate| usize::from(at.rank) * B::SIDE + usize::from(at.file);
        let side_u8 = side as u8;
        for (rank, file) in (0..side_u8).flat_map(|rank| (0..side_u8).map(move |file| (rank, file)))
        {
            let at = Coordinate { file, rank };
            views[index(at)] = view(at);
            for (number, symmetry) in Symmetry::ALL.iter().enumerate() {
                images[number * B::SQUARES + index(at)] = index(symmetry.image(side, at)) as u16;
            }
        }
        Self { views, images, board: std::marker::PhantomData }
    }

    /// The view with the king on a square.
    #[inline(always)]
    pub(super) fn of(&self, king: Square) -> KingView {
        self.views[king.index()]
    }

    /// The image of a square in a view.
    #[inline(always)]
    pub(super) fn image(&self, view: KingView, square: Square) -> usize {
        usize::from(self.images[usize::from(view.symmetry) * B::SQUARES + square.index()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board7, Board11};

    #[test]
    fn the_king_always_stands_in_one_octant() {
        let views = KingViews::<Board11>::relative(11);
        let mut seen = std::collections::BTreeSet::new();
        for square in 0..121 {
            let king = Square::new(square);
            let image = views.image(views.of(king), king);
            let (rank, file) = (image / 11, image % 11);
            assert!(rank <= file && file <= 5, "{square} {rank} {file}");
            seen.insert((image, views.of(king).ring()));
        }
        assert_eq!(seen.len(), 21);
    }

    #[test]
    fn images_of_a_position_have_the_same_view() {
        let views = KingViews::<Board7>::relative(7);
        let at = |square: usize| Coordinate { file: (square % 7) as u8, rank: (square / 7) as u8 };
        let index = |at: Coordinate| Square::new(usize::from(at.rank) * 7 + usize::from(at.file));
        for king in (0..49).filter(|king| !is_on_axis(*king)) {
            for piece in 0..49 {
                let images: std::collections::BTreeSet<usize> = Symmetry::ALL
                    .iter()
                    .map(|symmetry| {
                        let turned = index(symmetry.image(7, at(king)));
                        views.image(views.of(turned), index(symmetry.image(7, at(piece))))
                    })
                    .collect();
                assert_eq!(images.len(), 1, "king {king}, piece {piece}");
            }
        }
    }

    /// Whether a symmetry other than the identity leaves the square where it is.
    fn is_on_axis(square: usize) -> bool {
        let (rank, file) = (square / 7, square % 7);
        rank == 3 || file == 3 || rank == file || rank + file == 6
    }

    #[test]
    fn a_fixed_view_is_the_board_as_it_is() {
        let views = KingViews::<Board7>::fixed(7);
        for square in 0..49 {
            let view = views.of(Square::new(48 - square));
            assert_eq!((view.ring(), views.image(view, Square::new(square))), (0, square));
        }
    }
}
