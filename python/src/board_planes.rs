//! Positions as planes of numbers, and moves as action numbers.

use branan::types::{Coordinate, Move, PieceKind, Placement, Side};

/// The number of planes of an observation.
pub const PLANES: usize = 6;

/// The plane filled with ones if the defenders are to move.
pub const TO_MOVE_PLANE: usize = 3;

/// The plane of the announced escape squares.
pub const ANNOUNCED_PLANE: usize = 4;

/// The plane filled with the number of earlier occurrences of the position.
pub const REPETITION_PLANE: usize = 5;

/// The number of actions on a board with sides of `side` squares.
pub fn actions(side: usize) -> usize {
    side * side * 2 * side
}

/// The number of a move: `origin * 2 * side + target`, where the origin is `rank * side + file`. The
/// target is the destination's file if the move is along a rank, and otherwise `side` plus the
/// destination's rank.
pub fn action_of(mv: Move, side: usize) -> Option<usize> {
    let [file, rank, to_file, to_rank] =
        [mv.from.file, mv.from.rank, mv.to.file, mv.to.rank].map(usize::from);
    let on_board = [file, rank, to_file, to_rank].into_iter().all(|place| place < side);
    let target = match (rank == to_rank, file == to_file) {
        (true, false) => to_file,
        (false, true) => side + to_rank,
        _ => return None,
    };
    on_board.then_some((rank * side + file) * 2 * side + target)
}

/// The move with a number. `None` if there is none; the move need not be legal.
pub fn move_of(action: usize, side: usize) -> Option<Move> {
    let (origin, target) = (action / (2 * side), action % (2 * side));
    let (file, rank) = (origin % side, origin / side);
    let (to_file, to_rank) = if target < side { (target, rank) } else { (file, target - side) };
    let at = |file: usize, rank: usize| Coordinate { file: file as u8, rank: rank as u8 };
    let mv = Move { from: at(file, rank), to: at(to_file, to_rank) };
    (rank < side && mv.from != mv.to).then_some(mv)
}

/// The planes of a position, by plane, rank and file. `earlier` is the number of its earlier
/// occurrences.
pub fn planes(placement: &Placement, earlier: usize) -> Vec<u8> {
    let side = placement.side_length();
    let squares = side * side;
    let mut planes = vec![0; PLANES * squares];
    let index = |at: Coordinate| usize::from(at.rank) * side + usize::from(at.file);
    for (at, kind) in placement.pieces() {
        let plane = match kind {
            PieceKind::Attacker => 0,
            PieceKind::Defender => 1,
            PieceKind::King => 2,
        };
        planes[plane * squares + index(at)] = 1;
    }
    let mut fill = |plane: usize, value: u8| planes[plane * squares..][..squares].fill(value);
    fill(TO_MOVE_PLANE, u8::from(placement.to_move() == Side::Defenders));
    fill(REPETITION_PLANE, u8::try_from(earlier).unwrap_or(u8::MAX));
    for at in placement.announced() {
        planes[ANNOUNCED_PLANE * squares + index(*at)] = 1;
    }
    planes
}
