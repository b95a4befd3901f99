//! Positions and moves as bytes.

use crate::board::{Piece, Position, Side, Square};
use crate::moves::Move;
use crate::rules::{Area, Rules};

/// The length of a position in bytes: two bits per square, and one more where escapes are
/// announced.
pub fn position_length(rules: &Rules) -> usize {
    let squares = (rules.size * rules.size) as usize;
    squares.div_ceil(4) + if rules.announce { squares.div_ceil(8) } else { 0 }
}

/// The image of a square under one of the eight symmetries of the board.
fn image(square: Square, size: i32, symmetry: u8) -> Square {
    let Square { mut file, mut rank } = square;
    if symmetry & 1 != 0 {
        file = size - 1 - file;
    }
    if symmetry & 2 != 0 {
        rank = size - 1 - rank;
    }
    if symmetry & 4 != 0 {
        std::mem::swap(&mut file, &mut rank);
    }
    Square { file, rank }
}

fn number(square: Square, size: i32) -> usize {
    (square.rank * size + square.file) as usize
}

fn square(number: usize, size: i32) -> Square {
    Square { file: number as i32 % size, rank: number as i32 / size }
}

/// Encodes a position: the smallest of its images in byte order.
pub fn pack(position: &Position, rules: &Rules) -> Vec<u8> {
    let mut pieces = Vec::new();
    for at in position.squares() {
        match position.piece_at(at) {
            None => {}
            Some(Piece::Attacker) => pieces.push((at, 1)),
            Some(Piece::Defender) => pieces.push((at, 2)),
            Some(Piece::King) => pieces.push((at, 3)),
        }
    }
    let image = |symmetry| pack_image(&pieces, &position.announced, rules, symmetry);
    (0..8).map(image).min().unwrap_or_default()
}

fn pack_image(
    pieces: &[(Square, u8)],
    announced: &[Square],
    rules: &Rules,
    symmetry: u8,
) -> Vec<u8> {
    let size = rules.size;
    let mut bytes = vec![0; position_length(rules)];
    for (at, code) in pieces {
        let to = number(image(*at, size, symmetry), size);
        bytes[to / 4] |= code << (to % 4 * 2);
    }
    let behind = ((size * size) as usize).div_ceil(4);
    for at in announced {
        let to = number(image(*at, size, symmetry), size);
        bytes[behind + to / 8] |= 1 << (to % 8);
    }
    bytes
}

/// Decodes a position, with this side to move.
pub fn unpack(bytes: &[u8], rules: &Rules, to_move: Side) -> Position {
    let size = rules.size;
    let squares = (size * size) as usize;
    let (pieces, announced) = bytes.split_at(squares.div_ceil(4));
    let mut position = Position::empty(size, to_move);
    for at in 0..squares {
        let piece = match pieces[at / 4] >> (at % 4 * 2) & 3 {
            0 => None,
            1 => Some(Piece::Attacker),
            2 => Some(Piece::Defender),
            _ => Some(Piece::King),
        };
        position.put(square(at, size), piece);
        if rules.announce && announced[at / 8] >> (at % 8) & 1 == 1 {
            position.announced.push(square(at, size));
        }
    }
    position.announced.sort();
    position
}

/// Decodes a move: the index of its origin times twice the board's side, plus the destination file
/// for a move along a rank, or the side plus the destination rank for a move along a file.
pub fn unpack_move(code: u16, rules: &Rules) -> Move {
    let size = rules.size;
    let (from, line) = (i32::from(code) / (2 * size), i32::from(code) % (2 * size));
    let from = square(from as usize, size);
    let to = if line < size {
        Square { file: line, ..from }
    } else {
        Square { rank: line - size, ..from }
    };
    Move { from, to }
}

/// Whether the rules are symmetric: every symmetry of the board maps each area to itself, and each
/// camp to an equal camp.
pub fn is_symmetric(rules: &Rules) -> bool {
    let carried = |area: &Area, symmetry: u8| -> Area {
        let images = area.squares.iter().map(|at| image(*at, rules.size, symmetry));
        let mut squares: Vec<Square> = images.collect();
        squares.sort();
        Area { squares, ..area.clone() }
    };
    // The first symmetry is the identity: it only sorts.
    let is_same = |one: &Area, other: &Area, symmetry| carried(one, symmetry) == carried(other, 0);
    (0..8).all(|symmetry| {
        rules.areas.iter().all(|area| is_same(area, area, symmetry))
            && rules
                .camps
                .iter()
                .all(|camp| rules.camps.iter().any(|other| is_same(camp, other, symmetry)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::table::{FAMILY, VARIANTS, ruleset};

    #[test]
    fn every_ruleset_is_symmetric_and_its_start_comes_back() {
        for variant in VARIANTS.into_iter().chain(FAMILY) {
            let rules = ruleset(variant).unwrap();
            assert!(is_symmetric(&rules), "{variant}");
            let start = Position::from_fen(&rules.start, rules.size, rules.announce).unwrap();
            let bytes = pack(&start, &rules);
            let again = unpack(&bytes, &rules, start.to_move);
            assert_eq!(pack(&again, &rules), bytes, "{variant}");
        }
    }

    #[test]
    fn an_area_out_of_place_is_no_symmetry() {
        let mut rules = ruleset("tablut").unwrap();
        rules.areas[2] = Area { stop: "t", ..Area::plain(vec![Square { file: 2, rank: 3 }]) };
        assert!(!is_symmetric(&rules));
    }

    #[test]
    fn images_of_a_position_have_the_same_bytes() {
        let rules = crate::rules::Rules::find("tablut", &[("Announce", "yes")]).unwrap();
        let read = |fen| Position::from_fen(fen, 9, true).unwrap();
        let bytes = pack(&read("9/9/2t6/9/9/9/9/9/3K5 d a1,d9"), &rules);
        assert_eq!(bytes.len(), 21 + 11);
        for image in ["9/9/6t2/9/9/9/9/9/5K3 d i1,f9", "9/9/9/9/9/K8/6t2/9/9 d a1,i4"] {
            assert_eq!(pack(&read(image), &rules), bytes, "{image}");
        }
        assert_ne!(pack(&read("9/9/2t6/9/9/9/9/9/3K5 d d9,i1"), &rules), bytes);
        assert_eq!(unpack(&bytes, &rules, Side::Defenders).announced.len(), 2);
    }
}
