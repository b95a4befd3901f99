//! OpenTafl's saved games, `.otg`: tags, and turns of two moves with comments on them.
//!
//! ```text
//! [date:2015.05.04]
//! [result:-1]
//! [rules:dim:7 name:Brandub surf:n ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
//!
//! 1. d2-e2 c4-c5
//! [on the first|on the second]
//! ```
//!
//! The format is in part 4 of `opentafl-notation-spec.txt` of the repository jslater89/OpenTafl, and in
//! its `GameSerializer.java`, which differs: it has the rules in a tag, and variations, `8a.1.1a. …`.
//! Positions beside the rules' own are refused: no file with them is known.

mod label;
mod lines;
mod read;
mod write;

pub(super) use read::read;
pub(super) use write::write;

/// Begins the tags that hold those of a saved game.
const PREFIX: &str = "otg:";
