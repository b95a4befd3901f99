//! Engine faults, and the time limits after which silence becomes one.

use std::fmt;
use std::time::Duration;

use crate::record::FaultKind;

/// How long an engine may stay silent when an answer is due.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the start of the program to `uciok`, and from `isready` to `readyok` before a game,
    /// since clearing a large table takes time.
    pub startup: Duration,
    /// From `isready` to `readyok` during a game.
    pub ready: Duration,
    /// From `go` to `bestmove`, for a move without a time limit.
    pub untimed: Duration,
    /// From `stop` to `bestmove`. A later answer loses on time.
    pub stop: Duration,
    /// From `stop` to `bestmove`, before the engine counts as stalled and is killed.
    pub hang: Duration,
    /// Whether an answer after the time limit counts all the same: on a server it is better than any other
    /// move.
    pub takes_late: bool,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            ready: Duration::from_secs(5),
            untimed: Duration::from_secs(60),
            stop: Duration::from_secs(2),
            hang: Duration::from_secs(10),
            takes_late: false,
        }
    }
}

/// A fault by which an engine loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The kind of fault.
    pub kind: FaultKind,
    /// A one-line message for the user.
    pub detail: String,
}

impl Fault {
    /// A fault of this kind.
    pub fn new(kind: FaultKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

/// Why an engine did not complete a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// A fault of the engine.
    Fault(Fault),
    /// This machine lacks what the engine needs, so the engine is not at fault. A one-line message for
    /// the user.
    Machine(String),
    /// The match was stopped.
    Interrupted,
}

impl Failure {
    /// Adds the line that the engine was answering to the message.
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
            Self::Machine(detail) => f.write_str(detail),
            Self::Interrupted => f.write_str("interrupted"),
        }
    }
}
