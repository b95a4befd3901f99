//! An evaluation learned from games: a small, efficiently updatable neural network (NNUE).
//!
//! Source: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018, and its use in chess engines since. Sparse inputs add up to the values of one
//! hidden layer (the accumulator). The values are clipped and squared, and a head for each side to
//! move weights them.

mod builtin;
mod evaluation;
mod file;
mod inputs;
mod king_view;

pub use evaluation::{Accumulator, NetworkEvaluation};
pub use file::{HEAD_ONE, HIDDEN, HIDDEN_ONE, Head, Network, NetworkError, NetworkFileError};
pub use inputs::InputSet;
#[cfg(feature = "datagen")]
pub use inputs::{fresh_inputs, place_inputs};
pub use king_view::KingViews;
