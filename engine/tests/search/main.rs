//! The search and the evaluation that it uses.

mod barred_moves;
mod defenders_barred;
mod evaluation;
mod exhaustive_mates;
mod graph_history;
mod proofs_beside;
