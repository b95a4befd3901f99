//! How a game ends.

use super::board::{Piece, Position, Side};
use super::moves::legal_moves;
use super::rules::{NoMoves, Repetition, Rules};

/// The result of a game, given all its positions up to now.
pub fn result(history: &[Position], rules: &Rules) -> &'static str {
    let position = history.last().expect("a game has a position");
    if let Some(result) = finished_on_the_board(position, rules) {
        return result;
    }
    if let Some(result) = finished_by_repetition(history, rules) {
        return result;
    }
    if let Some(result) = finished_by_no_moves(position, rules) {
        return result;
    }
    "ongoing"
}

/// King captured, king escaped, encirclement: seen from the position alone.
pub fn finished_on_the_board(position: &Position, rules: &Rules) -> Option<&'static str> {
    let Some(king) = position.king() else {
        return Some("attackers king-captured");
    };
    if rules.is_escape(king) {
        return Some("defenders king-escaped");
    }
    // Encirclement: only ever completed by an attacker's move, so the defenders are to move.
    if rules.encirclement && position.to_move == Side::Defenders && is_encircled(position) {
        return Some("attackers encircled");
    }
    None
}

/// Encirclement: neither the king nor any defender can reach an edge square by orthogonal steps
/// over squares not held by an attacker.
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

/// Repetition: the same board, side to move and announced squares have been there often enough.
fn finished_by_repetition(history: &[Position], rules: &Rules) -> Option<&'static str> {
    let position = history.last().expect("a game has a position");
    let mut times = 0;
    for earlier in history {
        if earlier == position {
            times += 1;
        }
    }
    let allowed = match rules.repetition {
        Repetition::Draw2 => 2,
        Repetition::Draw3 | Repetition::MoverLoses3 | Repetition::DefendersLose3 => 3,
    };
    if times < allowed {
        return None;
    }
    // The side whose move brought the position is the one that is not to move in it.
    let mover = position.to_move.other();
    Some(match rules.repetition {
        Repetition::Draw2 | Repetition::Draw3 => "draw repetition",
        Repetition::DefendersLose3 => "attackers repetition",
        Repetition::MoverLoses3 => match mover {
            Side::Attackers => "defenders repetition",
            Side::Defenders => "attackers repetition",
        },
    })
}

/// The side to move has no move.
fn finished_by_no_moves(position: &Position, rules: &Rules) -> Option<&'static str> {
    if !legal_moves(position, rules).is_empty() {
        return None;
    }
    let loss = match position.to_move {
        Side::Attackers => "defenders no-moves",
        Side::Defenders => "attackers no-moves",
    };
    Some(match rules.no_moves {
        NoMoves::Loses => loss,
        NoMoves::Draw => "draw no-moves",
        NoMoves::LosesUnlessBoth => {
            // A draw if the other side could not move either, were it its turn.
            let mut turned = position.clone();
            turned.to_move = position.to_move.other();
            if legal_moves(&turned, rules).is_empty() { "draw no-moves" } else { loss }
        }
    })
}
