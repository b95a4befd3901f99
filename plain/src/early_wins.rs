//! Two wins that hnefatafl.org gives the attackers before the board decides the game, judged as its
//! server does. Both only count pieces and squares.

use super::board::{Piece, Position, Side, Square};
use super::rules::{CORNERS, Rules};

/// Reasons, as named in results.
const KING_TRAPPED: &str = "attackers king-trapped";
const CORNERS_CLOSED: &str = "attackers corners-closed";

/// The result of a position in which the defenders have too few ways out. Checked after the moves
/// of both sides.
pub fn early_win(position: &Position, rules: &Rules) -> Option<&'static str> {
    if !rules.early_wins || count(position, Piece::Attacker) == 0 {
        return None;
    }
    let king = position.king()?;
    if is_trapped(position, king) {
        Some(KING_TRAPPED)
    } else if are_corners_closed(position, rules) {
        Some(CORNERS_CLOSED)
    } else {
        None
    }
}

fn count(position: &Position, piece: Piece) -> usize {
    let squares = position.squares().into_iter();
    squares.filter(|&square| position.piece_at(square) == Some(piece)).count()
}

fn holds_attacker(position: &Position, square: Square) -> bool {
    position.piece_at(square) == Some(Piece::Attacker)
}

/// King trapped: the king is on the edge, not beside a corner, between two attackers on either side
/// along it. A corner two squares away counts as one of them, and adds one to the number of
/// attackers. With more than 5 attackers two must also stand in front of him, and then either fewer
/// than 2 defenders are left, or there are more than 7 attackers and two of them stand in file
/// beside those in front.
fn is_trapped(position: &Position, king: Square) -> bool {
    let last = position.size() - 1;
    let inward = match king {
        Square { rank: 0, .. } => (0, 1),
        Square { rank, .. } if rank == last => (0, -1),
        Square { file: 0, .. } => (1, 0),
        Square { file, .. } if file == last => (-1, 0),
        _ => return false,
    };
    let along = [(inward.1, inward.0), (-inward.1, -inward.0)];
    if along.into_iter().any(|way| is_corner(position, king.step(way))) {
        return false;
    }
    let mut attackers = count(position, Piece::Attacker);
    for way in along {
        let (first, second) = (king.step(way), king.step(way).step(way));
        if is_corner(position, second) {
            attackers += 1;
        } else if !holds_attacker(position, second) {
            return false;
        }
        if !holds_attacker(position, first) {
            return false;
        }
    }
    let two_in_file = |square: Square| {
        let (one, two) = (square.step(inward), square.step(inward).step(inward));
        holds_attacker(position, one) && holds_attacker(position, two)
    };
    if attackers > 5 && !two_in_file(king) {
        return false;
    }
    let beside_the_front = along.into_iter().any(|way| two_in_file(king.step(way)));
    count(position, Piece::Defender) < 2 || (attackers > 7 && beside_the_front)
}

fn is_corner(position: &Position, square: Square) -> bool {
    let last = position.size() - 1;
    [square.file, square.rank].into_iter().all(|line| line == 0 || line == last)
}

/// Corners closed: no piece of the king's side borders on a region that a corner opens into. Also,
/// either fewer than 4 defenders face at least 13 attackers, or the rest of each edge is one run of
/// at most 2 squares: 3 with fewer than 6 defenders.
fn are_corners_closed(position: &Position, rules: &Rules) -> bool {
    let mut closed = Vec::new();
    for &corner in &rules.areas[CORNERS].squares {
        match region_of_corner(position, corner) {
            Some(region) => closed.extend(region),
            None => return false,
        }
    }
    let defenders = count(position, Piece::Defender);
    if defenders < 4 && count(position, Piece::Attacker) >= 13 {
        return true;
    }
    let longest = if defenders < 6 { 3 } else { 2 };
    edges(position).iter().all(|edge| {
        let is_left =
            |square: &Square| !holds_attacker(position, *square) && !closed.contains(square);
        let left: Vec<usize> = (0..edge.len()).filter(|&at| is_left(&edge[at])).collect();
        let in_one_run = left.windows(2).all(|pair| pair[0] + 1 == pair[1]);
        in_one_run && left.len() <= longest
    })
}

/// The corner and the squares that steps over empty squares reach from the two squares beside it.
/// `None` if they come to a defender or the king.
///
/// The server does not check for pieces on these two squares: attackers there block nothing, and a
/// defender or the king there is overlooked. No path leads on from his square, which is not part of
/// the region.
fn region_of_corner(position: &Position, corner: Square) -> Option<Vec<Square>> {
    let inward = |line: i32| if line == 0 { 1 } else { -1 };
    let ways = [(inward(corner.file), 0), (0, inward(corner.rank))];
    let beside = ways.map(|way| corner.step(way));
    let beyond = ways.map(|way| corner.step(way).step(way));
    if beside.iter().chain(&beyond).all(|&square| holds_attacker(position, square)) {
        return Some(vec![corner]);
    }
    let is_defender = |square: &Square| {
        position.piece_at(*square).is_some_and(|piece| piece.side() == Side::Defenders)
    };
    let (overlooked, open): (Vec<Square>, Vec<Square>) =
        beside.iter().partition(|at| is_defender(at));
    let mut region = [vec![corner], open].concat();
    let mut next = 1;
    while next < region.len() {
        for square in region[next].neighbours() {
            let known = region.contains(&square) || overlooked.contains(&square);
            if !position.is_on_board(square) || known {
                continue;
            }
            match position.piece_at(square) {
                None => region.push(square),
                Some(Piece::Attacker) => {}
                Some(Piece::Defender | Piece::King) => return None,
            }
        }
        next += 1;
    }
    Some(region)
}

/// The squares of the four edges, each from one corner to the next.
fn edges(position: &Position) -> [Vec<Square>; 4] {
    let last = position.size() - 1;
    let edge = |square: fn(i32, i32) -> Square| (0..=last).map(|at| square(at, last)).collect();
    [
        edge(|at, _| Square { file: at, rank: 0 }),
        edge(|at, last| Square { file: at, rank: last }),
        edge(|at, _| Square { file: 0, rank: at }),
        edge(|at, last| Square { file: last, rank: at }),
    ]
}
