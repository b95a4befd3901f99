//! Colour, where people read along: not in pipes or files, and not with `NO_COLOR` set.

use std::fmt::Display;
use std::io::Write;

use anstyle::{AnsiColor, Style};

const BAD: Style = AnsiColor::Red.on_default().bold();
const DOUBTFUL: Style = AnsiColor::Yellow.on_default().bold();
const GOOD: Style = AnsiColor::Green.on_default();

fn painted(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// What is wrong.
pub fn bad(text: impl Display) -> String {
    painted(BAD, text)
}

/// What is right.
pub fn good(text: impl Display) -> String {
    painted(GOOD, text)
}

/// A line that warns, as it stands on standard error.
pub fn warning(text: impl Display) -> String {
    format!("{} {text}", painted(DOUBTFUL, "warning:"))
}

/// Writes a line to standard error. A reader that has gone away ends nothing.
pub fn complain(text: impl Display) {
    let _ = writeln!(anstream::stderr(), "{text}");
}
