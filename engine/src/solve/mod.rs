//! Solving positions: proves whether the side to move can force a win.
//!
//! It knows positions and limits but no input or output: progress is reported through a callback.

mod answer;
mod certificate;
mod checkpoint;
mod dfpn;
mod enclose;
mod fold;
mod found;
mod goal;
mod jobs;
mod knowledge;
mod line;
mod numbers;
mod path;
mod question;
mod quick_proof;
mod shared_work;
mod short_wins;
mod simulation;
mod snapshot;
mod solver;
mod table;

pub use answer::{Answer, Budget, Obstacle, Progress, Solution};
pub use certificate::{Certificate, Claim, Heading, Uncertified};
pub use checkpoint::CheckpointError;
pub use goal::Goal;
pub use jobs::{Finding, FirstMove, Job, JobTree, Standing, TreeState};
pub use numbers::Numbers;
pub use quick_proof::QuickProof;
pub use short_wins::{OutOfNodes, ShortWins};
pub use solver::Solver;

pub use crate::memory::MemoryError;
