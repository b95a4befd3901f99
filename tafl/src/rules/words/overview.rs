//! Rulesets side by side, one table row each.

use super::{hostility, king_capture};
use crate::rules::{PieceKind, PieceKinds, Ruleset};

/// The column headings of [`overview`].
pub const OVERVIEW_HEADER: [&str; 10] = [
    "ruleset",
    "board",
    "king taken on/beside throne",
    "throne for",
    "throne hostile a/d/k",
    "corners",
    "goal",
    "ring wins",
    "repetition",
    "no moves",
];

/// The rules that differ most between rulesets, in the columns of [`OVERVIEW_HEADER`].
#[must_use]
pub fn overview(ruleset: &Ruleset) -> [String; 10] {
    let side = ruleset.side_length();
    let throne = &ruleset.throne;
    let on_throne = king_capture(ruleset.king_on_throne, "4");
    let beside_throne = king_capture(ruleset.king_beside_throne, "the other 3");
    let throne_for = match throne.stop.king && throne.reenter.king {
        _ if throne.is_none() => "all (no throne)",
        true => "the king",
        false => "nobody",
    };
    let hostile = |kind| match throne.is_none() {
        true => "never".to_owned(),
        false => hostility(throne, kind).trim_start_matches("when-").to_owned(),
    };
    let corners = match (ruleset.corners.is_plain(), ruleset.corners.hostile_empty) {
        (true, _) => "plain",
        (false, PieceKinds::NONE) => "king's",
        (false, _) => "king's, hostile",
    };
    [
        ruleset.name.clone(),
        format!("{side}x{side}"),
        format!("{on_throne} / {beside_throne}"),
        throne_for.to_owned(),
        PieceKind::ALL.map(hostile).join(" / "),
        corners.to_owned(),
        ruleset.escape.to_string(),
        if ruleset.encirclement { "yes" } else { "no" }.to_owned(),
        ruleset.repetition.to_string(),
        ruleset.no_moves.to_string(),
    ]
}
