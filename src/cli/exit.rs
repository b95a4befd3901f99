//! Exit codes other than 0 and 1.

/// A command could not be carried out: the same as clap's after a mistake in its words.
pub(super) const USAGE: u8 = 2;

/// A command was stopped from outside, as shells count an interrupt.
pub(super) const INTERRUPTED: u8 = 130;
