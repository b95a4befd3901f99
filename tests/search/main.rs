//! The search and the evaluation it rests on.

mod evaluation;
mod exhaustive_mates;
mod graph_history;
