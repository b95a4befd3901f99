//! Certificates: a solver's written proofs, with an answer to everything the other side can play.
//!
//! A certificate names a ruleset, a first position and a claim for one side, and contains that
//! side's answer in every position that it can reach. Checking it takes the rules of the game and
//! no search: each answer must be legal, and each reply to it must end the game as claimed or lead
//! to another position of the certificate. `docs/prove.md` describes the file.
//!
//! # Why this is sufficient
//!
//! *A win.* Each position has a distance: the game is won within that many plies. It falls by at
//! least two from a position to any that follows two plies later. So play comes to an end. No
//! position occurs twice on the way either. A position with the winner to move would need two
//! distances. A position with the loser to move, reached by two answers at the distances *d* and a
//! smaller *e*, would lead to the same positions both times: those between the two answers have at
//! least the distance *e*, and those after the second at most *e* − 2. So no rule of repetition
//! applies.
//!
//! *Not losing.* There are no distances, and play may go on forever among the positions of the
//! certificate. That is accepted only under rules by which endless play is not a win for the other
//! side.

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

/// Why a certificate does not prove its claim.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// Not a certificate, or one of another version.
    Foreign,
    /// Damaged: its length, position count or checksum does not match.
    Damaged(&'static str),
    /// An error in its header.
    Header(String),
    /// An invalid position, as a FEN, with the error there.
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
