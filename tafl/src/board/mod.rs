//! Boards as sets of bits: positions, move generation, play, results and notation.
//!
//! Everything is generic over the [`Board`]. A larger board requires a line in `size.rs`, the range
//! [`SIDES`](crate::rules::SIDES), and a crate in `boards/` with its line in the engine's table of
//! boards. Files of evaluated positions become larger with it. A ruleset becomes [`BoardRules`],
//! which have three independent parts: how pieces move, how they are captured, and how positions
//! end the game.
//!
//! ```
//! use tafl::board::{Board7, BoardRules, move_name};
//! use tafl::rules;
//!
//! let ruleset = rules::find("brandubh").ok_or("no such ruleset")?;
//! let rules = BoardRules::<Board7>::new(ruleset)?;
//!
//! // On an escape square the king has already won. Beside one he is about to.
//! let position = rules.read_fen("3t3/3t3/7/tt3tt/3T3/7/K2t3 d");
//! assert!(position.is_err(), "the game would be over");
//! let position = rules.read_fen("3t3/3t3/7/tt3tt/3T3/7/1K1t3 d")?;
//!
//! let moves = rules.moves(&position);
//! assert!(moves.iter().any(|mv| move_name::<Board7>(*mv) == "b1a1"));
//!
//! let mv = rules.read_move(&position, "b1a1")?;
//! let after = rules.try_play(&position, mv)?;
//! let outcome = rules.outcome(&after, 1).ok_or("the game goes on")?;
//! assert_eq!(outcome.to_string(), "defenders king-escaped");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod bits;
mod capture;
mod counts;
mod diagram;
mod ending;
mod escape_fork;
mod fen;
mod game;
mod geometry;
mod influence;
mod legality;
mod movement;
mod moves;
mod names;
mod notation;
mod one_copy;
mod outcome;
mod perft;
mod play;
mod position;
mod rules;
mod size;
mod square;
mod threats;
mod zobrist;

pub use bits::{Bits, Squares, Wide};
pub use diagram::diagram;
pub use game::BoardGame;
pub use influence::Influence;

pub use names::{coordinates, long_move_name, move_name, named, square_name};
pub use notation::MoveError;
pub use one_copy::one_copy;
pub use outcome::{EndReason, Outcome, OutcomeError};
pub use perft::MAX_PERFT_DEPTH;
pub use position::{BoardMove, Ending, Position};
pub use rules::{BoardRules, SetupError};
pub use size::{
    Board, Board7, Board9, Board11, Board13, Board15, Board19, BoardVisitor, with_board,
};
pub use square::Square;
pub use threats::Escapes;
