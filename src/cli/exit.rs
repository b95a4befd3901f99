//! Exit codes other than 0 and 1.

/// A command could not be carried out; clap uses the same code for invalid arguments.
pub(super) const USAGE: u8 = 2;

/// A command was interrupted, by the convention of shells.
pub(super) const INTERRUPTED: u8 = 130;
