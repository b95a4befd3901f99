//! The appearance of boards and pieces, from `art.json`, which the browser page uses too.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use maud::{Markup, PreEscaped};
use serde::Deserialize;
use serde_json::Value;

/// The appearance of boards and pieces. A square is [`Art::unit`] units wide.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct Art {
    /// The width of a square.
    pub unit: f64,
    /// The width of the frame, by the number of squares per row.
    pub frame: f64,
    /// Scale factor from the drawings of pieces to the board.
    pub piece_scale: f64,
    pub colours: Colours,
    /// The shadow of a piece.
    pub shadow: Shape,
    /// The drawings of the pieces, centred on a square, by their FEN letters.
    pub pieces: BTreeMap<char, Vec<Shape>>,
    /// The looks of squares with special rules.
    pub squares: SpecialLooks,
    pub last_move: LastMoveMarks,
}

/// The colours of a board.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Colours {
    pub frame: String,
    /// Names of ranks and files.
    pub name: String,
    /// Squares whose file and rank, counted from 0, have an even sum.
    pub even: String,
    /// All other squares.
    pub odd: String,
    /// Lines between squares.
    pub line: String,
    /// The outline of a board on which the king may escape at any edge square.
    pub goal: String,
    /// Arrows.
    pub arrow: String,
}

/// The looks of areas with special rules.
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

/// The look of a square, drawn from its corner.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SquareLook {
    pub fill: String,
    pub signs: Vec<Shape>,
}

/// Marks centred on the start and end squares of the last move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LastMoveMarks {
    pub from: Vec<Shape>,
    pub to: Vec<Shape>,
}

/// An SVG element.
#[derive(Deserialize)]
pub(super) struct Shape {
    tag: String,
    #[serde(flatten)]
    attributes: BTreeMap<String, Value>,
}

/// The art of the program.
pub(super) static ART: LazyLock<Art> = LazyLock::new(read);

#[expect(clippy::expect_used, reason = "the file is part of the program, and a test reads it")]
fn read() -> Art {
    serde_json::from_str(include_str!("../../web/page/js/board/art.json"))
        .expect("art.json is valid")
}

/// Draws shapes in order, later ones on top.
pub(super) fn shapes<'a>(shapes: impl IntoIterator<Item = &'a Shape>) -> Markup {
    let mut text = String::new();
    for Shape { tag, attributes } in shapes {
        text.push('<');
        text.push_str(tag);
        for (name, value) in attributes {
            // Writing to a string cannot fail. The values come from art.json and need no escaping.
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
