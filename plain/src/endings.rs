//! How a game ends.

use super::board::{Piece, Position, Side};
use super::early_wins::early_win;
use super::forts::is_in_fort;
use super::moves::{Move, legal_moves};
use super::play::{make_move, with_piece_moved};
use super::rules::{EdgeFort, NoMoves, Repetition, Rules};

/// The result of a game, given all its positions so far.
pub fn result(history: &[Position], rules: &Rules) -> &'static str {
    let position = history.last().expect("a game has a position");
    if let Some(result) = decided_on_the_board(position, rules) {
        return result;
    }
    if rules.turn_limit.is_some_and(|limit| history.len() > limit) {
        // The history includes the start. Without attackers the limit comes too late.
        return if has_piece_to_move(position) {
            "draw turn-limit"
        } else {
            without_moves(position, rules)
        };
    }
    // An early win takes a move: a position set up with one goes on.
    let moved = history.len() > 1;
    if let Some(result) = early_win(position, rules).filter(|_| moved) {
        return result;
    }
    if let Some(result) = finished_by_repetition(history, rules) {
        return result;
    }
    if let Some(result) = finished_by_no_moves(history, rules) {
        return result;
    }
    "ongoing"
}

/// The legal moves in the current position of a game, considering its history.
pub fn moves_of_game(history: &[Position], rules: &Rules) -> Vec<Move> {
    let position = history.last().expect("a game has a position");
    let mut moves = legal_moves(position, rules);
    if position.to_move == Side::Defenders {
        match rules.repetition {
            Repetition::DefendersNewBoard => return moves_to_new_boards(moves, history, history),
            Repetition::DefendersNewBoardOrStart => {
                let boards = without_start(history, rules);
                return moves_to_new_boards(moves, history, boards);
            }
            _ => {}
        }
    }
    // The maximum number of earlier occurrences of a position that a move may repeat.
    let most = match (rules.repetition, position.to_move) {
        (Repetition::Illegal3, _) => 1,
        (Repetition::DefendersIllegal2, Side::Defenders) => 0,
        _ => return moves,
    };
    moves.retain(|&mv| {
        let (next, _) = make_move(position, mv, rules);
        history.iter().filter(|earlier| **earlier == next).count() <= most
    });
    moves
}

/// The moves that lead to a board, before captured pieces leave it, that is not among the given
/// ones.
fn moves_to_new_boards(
    mut moves: Vec<Move>,
    history: &[Position],
    boards: &[Position],
) -> Vec<Move> {
    let position = history.last().expect("a game has a position");
    moves.retain(|&mv| {
        let moved = with_piece_moved(position, mv);
        !boards.iter().any(|board| board.has_same_board(&moved))
    });
    moves
}

/// The positions of a game, without the first if it is the ruleset's start.
fn without_start<'a>(history: &'a [Position], rules: &Rules) -> &'a [Position] {
    let start = Position::from_fen(&rules.start, rules.size, rules.announce);
    match history {
        [first, rest @ ..] if Ok(first) == start.as_ref() => rest,
        _ => history,
    }
}

/// All endings that follow from the position alone.
pub fn finished_on_the_board(position: &Position, rules: &Rules) -> Option<&'static str> {
    decided_on_the_board(position, rules).or_else(|| early_win(position, rules))
}

/// King captured, king escaped, encirclement: endings that follow from the position alone, also
/// where no move has been played yet.
pub fn decided_on_the_board(position: &Position, rules: &Rules) -> Option<&'static str> {
    let Some(king) = position.king() else {
        return Some("attackers king-captured");
    };
    if rules.is_escape(king) {
        return Some("defenders king-escaped");
    }
    // Encirclement: only an attackers' move completes it, so the defenders are to move.
    if rules.encirclement && position.to_move == Side::Defenders && is_encircled(position) {
        return Some("attackers encircled");
    }
    // Smothering: only an attackers' move completes it, too.
    if rules.smothering && position.to_move == Side::Defenders && is_smothered(position) {
        return Some("attackers no-moves");
    }
    // Edge fort: only a defenders' move completes it, but one server checks after every move.
    let looked_at =
        position.to_move == Side::Attackers || rules.edge_fort == EdgeFort::HnefataflOrg;
    if looked_at && is_in_fort(position, king, rules) {
        return Some("defenders edge-fort");
    }
    None
}

/// Encirclement: neither the king nor any defender can reach an edge square by orthogonal steps
/// over squares without attackers.
fn is_encircled(position: &Position) -> bool {
    let mut reached = Vec::new();
    for square in position.squares() {
        let piece = position.piece_at(square);
        if piece == Some(Piece::King) || piece == Some(Piece::Defender) {
            reached.push(square);
        }
    }
    let mut next = 0;
    while next < reached.len() {
        if position.is_edge(reached[next]) {
            return false;
        }
        for square in reached[next].neighbours() {
            let is_attacker = position.piece_at(square) == Some(Piece::Attacker);
            if !is_attacker && !reached.contains(&square) {
                reached.push(square);
            }
        }
        next += 1;
    }
    true
}

/// Smothering: no defender, king or soldier, has an empty square beside him.
fn is_smothered(position: &Position) -> bool {
    let is_empty = |square| position.is_on_board(square) && position.piece_at(square).is_none();
    position.squares().into_iter().all(|square| {
        let piece = position.piece_at(square);
        let is_defender = piece.is_some_and(|piece| piece.side() == Side::Defenders);
        !is_defender || !square.neighbours().into_iter().any(is_empty)
    })
}

/// Whether the side to move has any piece left.
fn has_piece_to_move(position: &Position) -> bool {
    let pieces = position.squares().into_iter().filter_map(|square| position.piece_at(square));
    pieces.map(Piece::side).any(|side| side == position.to_move)
}

/// The number of occurrences of the last position.
pub fn occurrences(history: &[Position]) -> usize {
    let position = history.last().expect("a game has a position");
    history.iter().filter(|earlier| *earlier == position).count()
}

/// Repetition: the same board, side to move and announced squares have occurred often enough.
fn finished_by_repetition(history: &[Position], rules: &Rules) -> Option<&'static str> {
    let position = history.last().expect("a game has a position");
    // The side that made the last move is the one not to move.
    let mover = position.to_move.other();
    let (allowed, ending) = match (rules.repetition, mover) {
        (Repetition::Draw2, _) => (2, "draw repetition"),
        (Repetition::Draw3, _) => (3, "draw repetition"),
        (Repetition::DefendersLose3, _)
        | (Repetition::MoverLoses3, Side::Defenders)
        | (Repetition::MoverWins3, Side::Attackers) => (3, "attackers repetition"),
        (Repetition::MoverLoses3, Side::Attackers) | (Repetition::MoverWins3, Side::Defenders) => {
            (3, "defenders repetition")
        }
        // An illegal move never occurs.
        (
            Repetition::Illegal3
            | Repetition::DefendersIllegal2
            | Repetition::DefendersNewBoard
            | Repetition::DefendersNewBoardOrStart,
            _,
        ) => return None,
    };
    (occurrences(history) >= allowed).then_some(ending)
}

/// The ending when the side to move has no legal move.
fn finished_by_no_moves(history: &[Position], rules: &Rules) -> Option<&'static str> {
    let position = history.last().expect("a game has a position");
    moves_of_game(history, rules).is_empty().then(|| without_moves(position, rules))
}

/// The result when the side to move has no legal move.
pub fn without_moves(position: &Position, rules: &Rules) -> &'static str {
    let loss = match position.to_move {
        Side::Attackers => "defenders no-moves",
        Side::Defenders => "attackers no-moves",
    };
    match rules.no_moves {
        NoMoves::Loses => loss,
        NoMoves::Draw => "draw no-moves",
        NoMoves::LosesUnlessBoth => {
            // A draw if the other side could not move either, if it were to move.
            let mut turned = position.clone();
            turned.to_move = position.to_move.other();
            if legal_moves(&turned, rules).is_empty() { "draw no-moves" } else { loss }
        }
    }
}
