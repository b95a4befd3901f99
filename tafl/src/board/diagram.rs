//! Boards drawn for people.

use std::fmt::Write as _;

use crate::rules::Ruleset;
use crate::types::{Coordinate, Placement};

/// A board diagram with ranks on the left and files below: `+` is an empty throne, `x` an empty
/// corner reserved for the king, `.` any other empty square.
///
/// ```
/// use tafl::board::diagram;
/// use tafl::game::new_game;
/// use tafl::rules;
///
/// let game = new_game(rules::find("brandubh").ok_or("no such ruleset")?, None)?;
/// let drawn = diagram(game.ruleset(), &game.placement());
/// assert!(drawn.starts_with(" 7  x . . t . . x\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn diagram(ruleset: &Ruleset, placement: &Placement) -> String {
    let side = placement.side_length();
    let width = side.to_string().len();
    let [throne, corners, ..] = ruleset.area_squares();
    let mut text = String::new();
    for rank in (0..side).rev() {
        let _ = write!(text, " {:>width$} ", rank + 1);
        for file in 0..side {
            let square = Coordinate { file: file as u8, rank: rank as u8 };
            let mark = match placement.piece_at(square) {
                Some(piece) => piece.letter(),
                None if !ruleset.corners.is_plain() && corners.contains(&square) => 'x',
                None if throne.contains(&square) => '+',
                None => '.',
            };
            let _ = write!(text, " {mark}");
        }
        text.push('\n');
    }
    let _ = write!(text, " {:>width$} ", "");
    for file in 0..side {
        // No board for games is as large as the alphabet, but a placement may be.
        let _ = write!(text, " {}", ('a'..='z').nth(file).unwrap_or('?'));
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    #[test]
    fn a_board_is_drawn_with_its_empty_goals() {
        let brandubh = find("brandubh").unwrap();
        let placement = brandubh.read_fen("3t3/7/7/2K4/7/7/5T1 a").unwrap();
        let expected = "
 7  x . . t . . x
 6  . . . . . . .
 5  . . . . . . .
 4  . . K + . . .
 3  . . . . . . .
 2  . . . . . . .
 1  x . . . . T x
    a b c d e f g
";
        assert_eq!(format!("\n{}", diagram(brandubh, &placement)), expected);
        let large = diagram(brandubh, &Placement::empty(200, placement.to_move()));
        assert!(large.contains(" x y z ? ? "), "{large}");
    }
}
