//! Positions as pictures, in SVG.
//!
//! Colours are fixed, so that a board looks the same on a light and on a dark page.

mod board;
mod picture;
mod pieces;

pub use board::{SQUARE, board_markup, board_width};
pub use picture::Picture;
pub use pieces::piece_markup;
