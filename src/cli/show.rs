//! `branan show`: draws a position and lists its moves.

use super::{CliError, PositionArgs, print};
use crate::protocol::{self, Options};

/// Shows the position.
pub(super) fn run(args: &PositionArgs, options: Options) -> Result<(), CliError> {
    print(&protocol::display(args.engine(options, 1)?.game()))
}
