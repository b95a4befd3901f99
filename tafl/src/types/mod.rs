//! Types of every game, independent of board and rules: squares, sides, pieces, moves, placements.

mod coordinate;
mod fen;
mod moves;
mod placement;
mod rows;
mod side;

pub use coordinate::{Coordinate, CoordinateError};
pub use fen::{FenError, FenForm};
pub use moves::{Move, MoveSyntaxError, WrittenMove};
pub use placement::{Placement, PlacementError};
pub use rows::RowsError;
pub use side::{PieceKind, PieceKinds, PieceKindsError, Side};
