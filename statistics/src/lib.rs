//! The statistics of matches: Elo from pairs of games, and ratings fitted to all games of many
//! players.
//!
//! A crate of its own, because arithmetic needs an optimisation level that the rest of the program
//! can do without.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod likelihood;
mod matrix;
mod model;
mod pairs;
mod wilson;
mod words;

pub use model::{Cell, Fit, PRIOR};
pub use pairs::{
    Estimate, NELO_PER_SIGMA, Pentanomial, Rating, Wdl, Z_95, elo_of_score, least_elo,
    score_of_elo, superiority,
};
pub use wilson::wilson_interval;
pub use words::KnownElo;
