//! Boards as sets of bits: positions, move generation, play, results and notation.
//!
//! Everything is written once, generic over the [`Board`]; adding a size is a line in `size.rs`.

mod bits;
mod diagram;
mod fen;
mod forks;
mod fort;
mod game;
mod generate;
mod geometry;
mod notation;
mod perft;
mod play;
mod position;
mod result;
mod rules;
mod size;
mod threats;
mod user_rulesets;
mod walls;
mod ways;
mod zobrist;

pub use bits::{Bits, Indices, Wide};
pub use diagram::{diagram, row_squares};
pub use fen::FenError;
pub use game::{BoardGame, Game, Played, SetupError, new_game};
pub use notation::{MoveError, long_move_name, move_name, square_name};
pub use position::{Ending, Move, Position};
pub use result::{Outcome, Reason};
pub use rules::BoardRules;
pub use size::{Board, Board7, Board9, Board11, Board13, Board19, BoardVisitor, SIDES, with_board};
pub use threats::Escapes;
pub use user_rulesets::load_catalog;
