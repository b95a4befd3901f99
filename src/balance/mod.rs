//! Which side a game favours: the engine plays both sides, many times.
//!
//! Both sides have the same strength and each game begins with other random moves, so what is left
//! is the game's own balance at that strength.

mod measure;
mod plan;
mod play;
mod record;
mod share;
mod tally;
mod trial;

pub use measure::{BalanceError, measure};
pub use plan::BalancePlan;
pub use play::PlayError;
pub use share::{CollectError, Collection, RoundShare, RoundShareError, ShareResults};
pub use tally::{FairBid, Tally};
pub use trial::{ChangeError, RuleChange, Strength, StrengthError, Trial};
