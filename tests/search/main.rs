//! The search and the evaluation it rests on.

mod barred_moves;
mod evaluation;
mod exhaustive_mates;
mod graph_history;
mod levels;
