//! Books: positions with the moves to play in them.
//!
//! ```
//! use branan::book::{Book, Variety};
//! use branan::game::new_game;
//! use branan::rules::{self, Catalog};
//!
//! let text = "variant brandubh\n3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a: d2e2 3, d2f2 1\n";
//! let book = Book::read(text, &Catalog::default())?;
//! let game = new_game(rules::find("brandubh").ok_or("no such ruleset")?, None)?;
//! // Mirror images count as the same move; the best one is played without variety.
//! assert_eq!(book.moves(&*game)[0].images.len(), 8);
//! assert!(book.choose(&*game, Variety::NONE, 1).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod built_in;
mod choice;
mod file;
mod section;

pub use analysis::{AnalysisError, AnalysisPlan, analyse};
pub use choice::{BookMove, Variety};
pub use file::{Book, BookFileError, BookLineError};
pub use section::{BookSection, Weight};
