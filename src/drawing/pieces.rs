//! The pieces.

use maud::{Markup, html};

use crate::types::PieceKind;

const BLACK: &str = "#23262b";
const WHITE: &str = "#fbfaf7";
const EDGE: &str = "#101214";
const GOLD: &str = "#c8931c";

/// A piece in the middle of a square whose upper left corner is at 0, 0.
#[must_use]
pub fn piece_markup(piece: PieceKind) -> Markup {
    let disc = |radius: u32, fill: &str, inner: &str| {
        html! {
            circle cx="20" cy="20" r=(radius) fill=(fill) stroke=(EDGE) stroke-width="1.5" {}
            circle cx="20" cy="20" r=(radius - 5) fill="none" stroke=(inner) stroke-width="1.5" {}
        }
    };
    match piece {
        PieceKind::Attacker => disc(14, BLACK, "#5d636d"),
        PieceKind::Defender => disc(14, WHITE, "#c9c4b8"),
        PieceKind::King => html! {
            circle cx="20" cy="20" r="16.5" fill=(WHITE) stroke=(EDGE) stroke-width="1.5" {}
            path d="M11 26.5 9.5 14l5.5 5 5-8.5 5 8.5 5.5-5L29 26.5z" fill=(GOLD) stroke=(EDGE)
                stroke-width="1.2" stroke-linejoin="round" {}
        },
    }
}
