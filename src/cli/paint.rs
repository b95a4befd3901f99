//! Colour for terminals: not in pipes or files, and not with `NO_COLOR` set.

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Style};

const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default();

fn painted(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Marks text as bad.
pub fn bad(text: impl Display) -> String {
    painted(BAD, text)
}

/// Marks text as good.
pub fn good(text: impl Display) -> String {
    painted(GOOD, text)
}

/// Formats a warning for standard error.
pub fn warning(text: impl Display) -> String {
    format!("{} {text}", painted(DOUBTFUL, "warning:"))
}

/// Writes a line to standard error. A closed pipe is not an error.
pub fn complain(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
