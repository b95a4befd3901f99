//! Positions as pictures, in SVG.
//!
//! Colours are fixed, so that a board looks the same on a light and on a dark page.

mod art;
mod board;
mod picture;

pub use picture::Picture;
