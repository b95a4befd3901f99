//! Boards drawn for people.

use std::fmt::Write as _;

use crate::rules::{Coordinate, Ruleset};

/// The board of a FEN, ranks on the left and files below: `+` is an empty throne, `x` an empty
/// corner that is the king's, `.` any other empty square.
#[must_use]
pub fn diagram(ruleset: &Ruleset, fen: &str) -> String {
    let side = ruleset.side_length();
    let rows = fen.split(' ').next().unwrap_or_default();
    let width = side.to_string().len();
    let [throne, corners, ..] = ruleset.area_squares();
    let mut text = String::new();
    for (row, rank) in rows.split('/').zip((0..side).rev()) {
        let _ = write!(text, " {:>width$} ", rank + 1);
        for (file, piece) in row_squares(row).chars().enumerate() {
            let square = Coordinate { file: file as u8, rank: rank as u8 };
            let mark = match piece {
                ' ' if !ruleset.corners.is_plain() && corners.contains(&square) => 'x',
                ' ' if throne.contains(&square) => '+',
                ' ' => '.',
                piece => piece,
            };
            let _ = write!(text, " {mark}");
        }
        text.push('\n');
    }
    let _ = write!(text, " {:>width$} ", "");
    for file in 0..side {
        let _ = write!(text, " {}", char::from(b'a' + file as u8));
    }
    text.push('\n');
    text
}

/// A row of a FEN with a space for each empty square. A number above 99 is taken as 99.
#[must_use]
pub fn row_squares(row: &str) -> String {
    const LONGEST: usize = 99;
    let mut text = String::new();
    let mut run = 0;
    for letter in row.chars() {
        if let Some(digit) = letter.to_digit(10) {
            run = LONGEST.min(run * 10 + digit as usize);
        } else {
            text.extend(std::iter::repeat_n(' ', std::mem::take(&mut run)));
            text.push(letter);
        }
    }
    text.extend(std::iter::repeat_n(' ', run));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    #[test]
    fn a_board_is_drawn_with_its_empty_goals() {
        let brandubh = find("brandubh").unwrap();
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
        assert_eq!(format!("\n{}", diagram(brandubh, "3t3/7/7/2K4/7/7/5T1 a")), expected);
    }

    #[test]
    fn numbers_of_empty_squares_may_have_two_digits() {
        assert_eq!(row_squares("t10K"), format!("t{}K", " ".repeat(10)));
        assert_eq!(row_squares("99999999999999999999999").len(), 99);
        assert_eq!(row_squares(""), "");
    }
}
