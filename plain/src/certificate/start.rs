//! Checks that a certificate's first position is possible under the rules.

use crate::board::{Piece, Position};
use crate::moves::reachable_squares;
use crate::rules::Rules;

/// Checks that there is a king who has not escaped, that all pieces stand where they may stop, and
/// that the king can move to each announced square.
///
/// # Errors
/// Explains the error.
pub fn check_start(position: &Position, rules: &Rules) -> Result<(), String> {
    let mut king = None;
    for at in position.squares() {
        let Some(piece) = position.piece_at(at) else { continue };
        if piece == Piece::King {
            king = Some(at);
        } else if rules.area_of(at).is_some_and(|area| !area.stop.contains(piece.letter())) {
            return Err(format!("a soldier stands on {}, where it may not stop", at.name()));
        }
    }
    let king = king.ok_or("there is no king")?;
    if rules.is_escape(king) {
        return Err(format!("the king stands on {}, an escape square", king.name()));
    }
    let reachable = reachable_squares(position, Piece::King, king, rules);
    let open = |at| rules.is_escape(at) && reachable.contains(&at);
    match position.announced.iter().find(|at| !open(**at)) {
        Some(at) => Err(format!("{} is announced, but the king cannot escape there", at.name())),
        None => Ok(()),
    }
}
