//! Pictures of positions.

use branan::drawing::Picture;
use branan::game::Game;
use branan::rules::Ruleset;
use branan::types::Move;
use pyo3::prelude::*;

use crate::errors::{IllegalMoveError, raise};
use crate::moves::MoveArgument;

/// A game's position as SVG.
pub fn svg(
    ruleset: &Ruleset,
    game: &dyn Game,
    arrows: &[MoveArgument<'_>],
    last_move: bool,
) -> PyResult<String> {
    let side = ruleset.side_length();
    let arrows: Vec<Move> =
        arrows.iter().map(|arrow| read_arrow(arrow, side)).collect::<PyResult<_>>()?;
    let picture = Picture {
        ruleset,
        placement: &game.placement(),
        last_move: game.line().last().filter(|_| last_move).map(|played| played.mv),
        arrows: &arrows,
    };
    Ok(picture.to_svg())
}

/// Reads an arrow, whose squares must be on a board of this side.
fn read_arrow(arrow: &MoveArgument<'_>, side: usize) -> PyResult<Move> {
    let text = arrow.text()?;
    let wrong = |error| raise::<IllegalMoveError>(format!("'{text}': {error}"));
    let span: Move = text.parse().map_err(wrong)?;
    let outside = |place: u8| usize::from(place) >= side;
    if [span.from.file, span.from.rank, span.to.file, span.to.rank].into_iter().any(outside) {
        return Err(raise::<IllegalMoveError>(format!("the arrow {text} leaves the board")));
    }
    Ok(span)
}
