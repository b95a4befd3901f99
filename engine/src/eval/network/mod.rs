//! An evaluation learned from games: a small neural network, updated from position to position.
//!
//! Source: Y. Nasu, "Efficiently Updatable Neural-Network-based Evaluation Functions for Computer
//! Shogi", 2018, and what the chess engines since have made of it. Sparse inputs add up to the values
//! of one hidden layer (the accumulator), whose squared, clipped values a head for each side to move
//! weighs.

mod builtin;
mod evaluation;
mod file;
mod inputs;

pub use evaluation::{Accumulator, NetworkEvaluation};
pub use file::{HEAD_ONE, HIDDEN, HIDDEN_ONE, Head, Network, NetworkError, NetworkFileError};
pub use inputs::InputSet;
#[cfg(feature = "datagen")]
pub use inputs::{fresh_inputs, place_inputs};
