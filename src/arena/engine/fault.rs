//! What can go wrong with an engine, and how long to wait before saying so.

use std::fmt;
use std::time::Duration;

use crate::record::FaultKind;

/// How long an engine may be silent where it owes an answer.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the program's start to `uciok`, and before a game from `isready` to `readyok`: clearing
    /// a large table takes time.
    pub startup: Duration,
    /// From `isready` to `readyok` during a game.
    pub ready: Duration,
    /// From `go` to `bestmove`, where no time limits the move.
    pub untimed: Duration,
    /// From `stop` to `bestmove`. A later answer loses on time.
    pub stop: Duration,
    /// From `stop` to `bestmove`, before the engine counts as hung and is killed.
    pub hang: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            ready: Duration::from_secs(5),
            untimed: Duration::from_secs(60),
            stop: Duration::from_secs(2),
            hang: Duration::from_secs(10),
        }
    }
}

/// What an engine did that loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// What kind of fault it is.
    pub kind: FaultKind,
    /// One line for people.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

/// Why an engine did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// By a fault of its own.
    Fault(Fault),
    /// The match was stopped meanwhile.
    Interrupted,
}

impl Failure {
    /// The same, with the line to which the engine answered so.
    pub fn about(self, line: &str) -> Self {
        match self {
            Self::Fault(fault) if fault.kind == FaultKind::Refusal => {
                let line: String = line.chars().take(200).collect();
                let detail = format!("{} after \"{line}\"", fault.detail);
                Self::Fault(Fault { detail, ..fault })
            }
            other => other,
        }
    }
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fault(fault) => f.write_str(&fault.detail),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}
