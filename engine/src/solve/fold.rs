//! Position keys shared by all symmetric images of a position.
//!
//! Symmetric positions have the same value, because the rules are symmetric too, so the solver may
//! treat them as equal. It then searches a game whose positions are classes of positions.
//! Repetition needs no exception. A shortest win never reaches a position as far from the goal as
//! an earlier one, so it never reaches an image of one either. A set of classes that the prover
//! cannot leave is also a set of positions that the prover cannot leave.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use crate::board::{Bits, Board, Position, Square};
use crate::hashing::GOLDEN_RATIO;
use crate::rules::{Coordinate, Ruleset, Side};
use crate::symmetry::Symmetry;

/// The keys of a position's images, one per symmetry.
pub(super) type Images = [u64; Symmetry::COUNT];

/// The kinds of things in a key: three kinds of pieces, and announced squares.
const KINDS: usize = 4;

/// The random numbers that keys are built from.
#[derive(Debug)]
pub(super) struct Folding {
    /// For each kind, the numbers of each square.
    numbers: [Vec<Images>; KINDS],
}

impl Folding {
    /// The folding for a ruleset. `None` if its board does not have all symmetries.
    pub fn of<B: Board>(ruleset: &Ruleset) -> Option<Self> {
        if !ruleset.is_symmetric() {
            return None;
        }
        let side = ruleset.side_length();
        // The same numbers in every run, so that a table can be saved to a file.
        let mut random = ChaCha8Rng::seed_from_u64(0x0066_6f6c_6465_6421);
        let numbers = std::array::from_fn(|_| {
            let plain: Vec<u64> = B::squares().map(|_| random.next_u64()).collect();
            B::squares().map(|square| images_of::<B>(side, square, &plain)).collect()
        });
        Some(Self { numbers })
    }

    /// The key shared by a position and its images.
    #[inline(always)]
    pub fn key<B: Board>(&self, position: &Position<B>) -> u64 {
        key_of(&self.images(position), position)
    }

    /// The keys of a position's images.
    #[inline(always)]
    pub fn images<B: Board>(&self, position: &Position<B>) -> Images {
        let mut images = [0; Symmetry::COUNT];
        self.toggle(&mut images, sets_of(position));
        images
    }

    /// The key of a position a few pieces away from one with these images: the same as
    /// [`Self::key`], but faster.
    #[inline(always)]
    pub fn key_after<B: Board>(
        &self,
        images: &Images,
        before: &Position<B>,
        position: &Position<B>,
    ) -> u64 {
        let (mut images, mut changed) = (*images, sets_of(position));
        for (set, before) in changed.iter_mut().zip(sets_of(before)) {
            *set ^= before;
        }
        self.toggle(&mut images, changed);
        key_of(&images, position)
    }

    /// Adds or removes the things on these squares in the images.
    #[inline(always)]
    fn toggle<S: Bits>(&self, images: &mut Images, sets: [S; KINDS]) {
        for (set, numbers) in sets.into_iter().zip(&self.numbers) {
            for square in set.iter() {
                for (image, number) in images.iter_mut().zip(&numbers[square.index()]) {
                    *image ^= number;
                }
            }
        }
    }
}

/// The squares of each kind of piece, and the announced squares.
#[inline(always)]
fn sets_of<B: Board>(position: &Position<B>) -> [B::Bits; KINDS] {
    [position.attackers(), position.defenders(), position.king(), position.announced()]
}

/// The key of a position with these images.
#[inline(always)]
fn key_of<B: Board>(images: &Images, position: &Position<B>) -> u64 {
    let least = images.iter().copied().fold(u64::MAX, u64::min);
    let turn = match position.to_move() {
        Side::Attackers => 0,
        Side::Defenders => 0x5851_f42d_4c95_7f2d,
    };
    // The minimum of eight is small, so spread it over the whole range again, as the table needs.
    mixed(least ^ turn)
}

/// A bijection with good mixing: the finaliser of splitmix64.
#[inline(always)]
pub(super) fn mixed(number: u64) -> u64 {
    let mut mixed = number.wrapping_add(GOLDEN_RATIO);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

/// The numbers of the images of a square of board `B`.
fn images_of<B: Board>(side: usize, square: Square, plain: &[u64]) -> Images {
    let here = B::coordinate(square);
    if usize::from(here.file.max(here.rank)) >= side {
        // Off a smaller board embedded in this one: always empty.
        return [0; Symmetry::COUNT];
    }
    Symmetry::ALL.map(|symmetry| {
        let Coordinate { file, rank } = symmetry.image(side, here);
        plain[B::square(file.into(), rank.into()).index()]
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board7, Board9, BoardRules};
    use crate::rules::{builtin, find};

    /// The images of a FEN under a quarter turn and a reflection, which generate all symmetries.
    fn images(rows: &[Vec<char>]) -> Vec<Vec<Vec<char>>> {
        let turned = |rows: &Vec<Vec<char>>| -> Vec<Vec<char>> {
            (0..rows.len()).map(|file| rows.iter().rev().map(|row| row[file]).collect()).collect()
        };
        let mut all = vec![rows.to_vec()];
        for _ in 0..3 {
            all.push(turned(&all[all.len() - 1]));
        }
        let mirrored: Vec<Vec<Vec<char>>> =
            all.iter().map(|rows| rows.iter().rev().cloned().collect()).collect();
        all.extend(mirrored);
        all
    }

    #[test]
    fn images_share_a_key_and_others_do_not() {
        let rules = BoardRules::<Board7>::new(find("brandubh-fosdick").unwrap()).unwrap();
        let folding = Folding::of::<Board7>(rules.ruleset()).unwrap();
        let rows = [".t.....", ".......", "..T....", "...K..t", ".......", ".t.....", "....T.."];
        let rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let key = |rows: &[Vec<char>], side: char| {
            let row = |row: &Vec<char>| {
                let mut text: String = row.iter().collect();
                for empty in (1..=7).rev() {
                    text = text.replace(&".".repeat(empty), &empty.to_string());
                }
                text
            };
            let text: Vec<String> = rows.iter().map(row).collect();
            folding.key(&rules.read_fen(&format!("{} {side}", text.join("/"))).unwrap())
        };
        let first = key(&rows, 'a');
        assert!(images(&rows).iter().all(|image| key(image, 'a') == first));
        assert_ne!(key(&rows, 'd'), first);
        let mut other = rows.clone();
        other[0].swap(1, 2);
        assert_ne!(key(&other, 'a'), first);
    }

    #[test]
    fn a_key_follows_from_the_position_before() {
        let mut random = ChaCha8Rng::seed_from_u64(1);
        let rules = BoardRules::<Board7>::new(find("brandubh-fosdick").unwrap()).unwrap();
        let folding = Folding::of::<Board7>(rules.ruleset()).unwrap();
        let mut captures = 0;
        for _ in 0..20 {
            let mut position = *rules.start();
            while position.ending().is_none() {
                let images = folding.images(&position);
                let moves = rules.moves(&position);
                for mv in &moves {
                    let next = rules.play_unchecked(&position, *mv);
                    captures += usize::from(!next.captured_since(&position).is_empty());
                    assert_eq!(folding.key_after(&images, &position, &next), folding.key(&next));
                }
                let Some(mv) = moves.get(random.next_u64() as usize % moves.len().max(1)) else {
                    break;
                };
                position = rules.play_unchecked(&position, *mv);
            }
        }
        assert!(captures > 100, "{captures}");
    }

    #[test]
    fn only_boards_with_all_symmetries_are_folded() {
        for ruleset in builtin().iter().filter(|ruleset| ruleset.side_length() <= 9) {
            let folded = Folding::of::<Board9>(ruleset).is_some();
            assert!(folded, "{}", ruleset.name);
        }
        let mut lopsided = find("tablut").unwrap().clone();
        lopsided.corners.squares = Some(vec![Coordinate { file: 0, rank: 3 }]);
        assert!(Folding::of::<Board9>(&lopsided).is_none());
    }
}
