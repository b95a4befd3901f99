//! Pictures of positions, in SVG.
//!
//! The colours are fixed, so that a board looks the same on light and dark pages.

mod art;
mod board;
mod picture;

pub use picture::Picture;
