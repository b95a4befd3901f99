//! Pictures of positions.

use branan::drawing::Picture;
use branan::rules::Ruleset;
use branan::types::{Coordinate, Move, Placement};
use pyo3::prelude::*;
use pyo3::types::PyString;
use pyo3::{Borrowed, FromPyObject};

use crate::errors::{IllegalMoveError, raise, wrong_type};
use crate::limits::check_range;
use crate::moves::MoveArgument;
use crate::pieces::square;
use crate::whole::Whole;

/// The longest side of a picture, in pixels.
const MAX_SIZE: usize = 1 << 16;

/// What a picture is drawn with besides the position, as a caller gives it.
#[derive(Default)]
pub struct Extras<'py> {
    /// The last move, to mark.
    pub last_move: Option<Move>,
    pub arrows: Arrows<'py>,
    pub squares: Squares,
    pub size: Option<Whole<usize>>,
}

/// Arrows as an argument: moves, but not a text, whose letters would be taken for moves.
#[derive(Default)]
pub struct Arrows<'py>(Vec<MoveArgument<'py>>);

/// Squares as an argument.
#[derive(Default)]
pub struct Squares(Vec<String>);

impl<'py> FromPyObject<'_, 'py> for Arrows<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let arrows = items("arrows are a list of moves, such as [\"d2e2\"]", object)?;
        arrows.iter().map(|arrow| arrow.extract()).collect::<PyResult<_>>().map(Self)
    }
}

impl<'py> FromPyObject<'_, 'py> for Squares {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let expected = "squares are a list of names, such as [\"d4\"]";
        let names = items(expected, object)?;
        let name = |name: &Bound<'py, PyAny>| {
            name.extract()
                .map_err(|_| wrong_type("a square is a str such as d4", name.as_borrowed()))
        };
        names.iter().map(name).collect::<PyResult<_>>().map(Self)
    }
}

/// The items of anything that has some, except a text.
fn items<'py>(
    expected: &str,
    object: Borrowed<'_, 'py, PyAny>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    if object.is_instance_of::<PyString>() {
        return Err(wrong_type(expected, object));
    }
    object.try_iter().map_err(|_| wrong_type(expected, object))?.collect()
}

/// A position as SVG.
pub fn svg(ruleset: &Ruleset, placement: &Placement, extras: &Extras<'_>) -> PyResult<String> {
    let side = ruleset.side_length();
    let arrows: Vec<Move> =
        extras.arrows.0.iter().map(|arrow| read_arrow(arrow, side)).collect::<PyResult<_>>()?;
    let squares: Vec<Coordinate> =
        extras.squares.0.iter().map(|name| square(name, side)).collect::<PyResult<_>>()?;
    let size = extras.size.as_ref().map(|size| size.0);
    size.map_or(Ok(()), |size| check_range("size", "pixels", size, MAX_SIZE))?;
    let picture = Picture {
        ruleset,
        placement,
        last_move: extras.last_move,
        arrows: &arrows,
        squares: &squares,
        pixels: size.and_then(|size| u32::try_from(size).ok()),
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
