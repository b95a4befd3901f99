//! Rules in words, made from a ruleset's data: a line, a row of a table, or sentences.

mod alternates;
mod explanation;
mod overview;
mod summary;

pub use overview::{OVERVIEW_HEADER, overview};

use super::{Area, Hostility, KingCapture, PieceKind};

/// How many enemies take the king; `surrounded` is what [`KingCapture::Surrounded`] comes to.
fn king_capture(capture: KingCapture, surrounded: &'static str) -> &'static str {
    match capture {
        KingCapture::Surrounded => surrounded,
        KingCapture::Custodial => "2",
        KingCapture::FourSides => "4",
        KingCapture::FourSidesOrEdge => "4 or the edge",
    }
}

/// When an area stands in for an enemy of a kind of piece.
fn hostility(area: &Area, kind: PieceKind) -> String {
    match (area.hostile_empty.has(kind), area.hostile_occupied.has(kind)) {
        (true, true) => Hostility::Always.to_string(),
        (true, false) => Hostility::WhenEmpty.to_string(),
        (false, false) => Hostility::Never.to_string(),
        (false, true) => "when-occupied".to_owned(),
    }
}
