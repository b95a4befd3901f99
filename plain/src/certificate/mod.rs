//! Certificates: what a solver claims to have proven, with an answer to everything that can come up.
//!
//! A certificate names a ruleset, a first position and a claim for one side, and holds that side's
//! answer in every position that it can come to. Whoever checks it needs the rules of the game and no
//! search: each answer must be legal, and each reply to it must end the game as claimed or lead to
//! another position of the certificate. `docs/prove.md` describes the file.
//!
//! # Why that is enough
//!
//! *A win.* Each position has a distance: within so many plies the game is won. From a position to
//! any that follows two plies later it falls by two at least. So play comes to an end, and no position
//! comes twice on the way: one in which the winner moves would have to have two distances, and one in
//! which the loser moves after two answers, at the distances *d* and a smaller *e*, would lead to
//! the same positions both times: those between the two answers have at least the distance *e*, and
//! those after the second at most *e* − 2. Hence no rule of repetition has a say.
//!
//! *Not to lose.* There are no distances, and play may go on forever among the positions of the
//! certificate. It does so only under rules by which that is no win of the other side.

mod check;
mod claim;
mod code;
mod file;
mod load;
mod start;

use std::fmt;

pub use check::{Verified, verify};
pub use claim::{Claim, Kind};
pub(crate) use code::pack;
pub use load::{LoadError, load};
pub(crate) use start::check_start;

/// Why a certificate does not prove what it claims.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It is no certificate, or one of another version.
    Foreign,
    /// It is damaged: its length, count or checksum does not fit.
    Damaged(&'static str),
    /// Something in its header.
    Header(String),
    /// A position of it, as a FEN, and what is wrong there.
    Position(String, String),
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Foreign => f.write_str("it is not a certificate of version 1"),
            Refusal::Damaged(what) => write!(f, "it is damaged: {what}"),
            Refusal::Header(what) => write!(f, "its header: {what}"),
            Refusal::Position(fen, what) => write!(f, "in {fen}: {what}"),
        }
    }
}

impl std::error::Error for Refusal {}
