//! What the board and the pieces look like: `art.json`, which the page in the browser draws them by, too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped};
use serde::Deserialize;
use serde_json::Value;

/// The look of boards and pieces, in squares of [`Art::unit`] units.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Art {
    /// The side of a square.
    pub unit: f64,
    /// The width of the frame, by the number of squares in a row.
    pub frame: f64,
    /// How much larger pieces are than they were drawn.
    pub piece_scale: f64,
    pub colours: Colours,
    /// The shadow of a piece.
    pub shadow: Shape,
    /// The pieces around the middle of a square, by their letters in a FEN.
    pub pieces: BTreeMap<char, Vec<Shape>>,
    /// The squares that are not like any other.
    pub squares: SpecialLooks,
    pub last_move: LastMoveMarks,
}

/// The colours of a board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Colours {
    pub frame: String,
    /// Of the names of ranks and files.
    pub name: String,
    /// Of squares whose file and rank add up to an even number, counted from 0.
    pub even: String,
    /// Of the others.
    pub odd: String,
    /// Between squares.
    pub line: String,
    /// Around a board at whose whole edge the king escapes.
    pub goal: String,
    /// Of an arrow.
    pub arrow: String,
}

/// The squares of areas with rules of their own.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct SpecialLooks {
    throne: SquareLook,
    corners: SquareLook,
    attacker_forts: SquareLook,
    defender_forts: SquareLook,
}

impl SpecialLooks {
    /// In the order of [`crate::rules::Ruleset::areas`].
    pub fn by_area(&self) -> [&SquareLook; 4] {
        [&self.throne, &self.corners, &self.attacker_forts, &self.defender_forts]
    }
}

/// The look of a square, from its corner.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SquareLook {
    pub fill: String,
    pub signs: Vec<Shape>,
}

/// What is drawn around the middles of the squares that a move began and ended on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LastMoveMarks {
    pub from: Vec<Shape>,
    pub to: Vec<Shape>,
}

/// An element of SVG.
#[derive(Deserialize)]
pub(super) struct Shape {
    tag: String,
    #[serde(flatten)]
    attributes: BTreeMap<String, Value>,
}

/// The look of everything.
pub(super) static ART: LazyLock<Art> = LazyLock::new(read);

#[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
fn read() -> Art {
    serde_json::from_str(include_str!("../../web/page/js/board/art.json"))
        .expect("art.json is valid")
}

/// Shapes one above the other.
pub(super) fn shapes<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> Markup {
    let mut text = String::new();
    for Shape { tag, attributes } in shapes {
        text.push('<');
        text.push_str(tag);
        for (name, value) in attributes {
            // Writing to a string cannot fail. The values are our own: nothing in them needs escaping.
            let _ = match value {
                Value::String(value) => write!(text, " {name}=\"{value}\""),
                value => write!(text, " {name}=\"{value}\""),
            };
        }
        text.push_str("/>");
    }
    PreEscaped(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::PieceKind;

    #[test]
    fn every_piece_has_shapes() {
        for piece in PieceKind::ALL {
            assert!(!ART.pieces[&piece.letter()].is_empty());
        }
        assert!(ART.squares.by_area().iter().all(|look| !look.signs.is_empty()));
    }

    #[test]
    fn shapes_are_elements() {
        let text = shapes([&ART.shadow]).into_string();
        assert!(text.starts_with("<ellipse ") && text.ends_with("/>"), "{text}");
        assert!(text.contains(r#" cy="26" "#) && text.contains(r##" fill="#3b2406" "##), "{text}");
    }
}
