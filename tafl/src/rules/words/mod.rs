//! Rules in words, generated from a ruleset: a line, a table row, or sentences.

mod alternates;
mod explanation;
mod language;
mod overview;
mod summary;
mod wrap;

pub use language::Language;
pub use overview::{OVERVIEW_HEADER, overview};

use super::{Area, Hostility, KingCapture, PieceKind};

/// How many enemies capture the king. `surrounded` is the text for [`KingCapture::Surrounded`].
fn king_capture(capture: KingCapture, surrounded: &'static str) -> &'static str {
    match capture {
        KingCapture::Surrounded => surrounded,
        KingCapture::Custodial => "2",
        KingCapture::FourSides => "4",
        KingCapture::FourSidesOrEdge => "4 or the edge",
    }
}

/// When an area is hostile to a kind of piece.
fn hostility(area: &Area, kind: PieceKind) -> String {
    match (area.hostile_empty.has(kind), area.hostile_occupied.has(kind)) {
        (true, true) => Hostility::Always.to_string(),
        (true, false) => Hostility::WhenEmpty.to_string(),
        (false, false) => Hostility::Never.to_string(),
        (false, true) => "when-occupied".to_owned(),
    }
}
