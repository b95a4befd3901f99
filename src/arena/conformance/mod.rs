//! Checks of an engine against the protocol, one small function each.
//!
//! Each check gets a fresh process and answers with a note for the reader, or with what is wrong.

mod basics;
mod manners;
mod searches;
mod shared;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::arena::engine::{EngineProcess, EngineSpec, Patience};

pub use shared::{Extent, Finding};

/// A check and its name.
pub struct ProtocolCheck {
    /// What is checked, in a few words.
    pub name: &'static str,
    run: fn(&mut EngineProcess, &Extent) -> Finding,
}

/// All checks, in the order in which they make sense.
pub const CHECKS: &[ProtocolCheck] = &[
    ProtocolCheck { name: "handshake", run: basics::handshake },
    ProtocolCheck { name: "options are well formed", run: basics::options },
    ProtocolCheck { name: "rulesets are offered", run: basics::rulesets },
    ProtocolCheck { name: "moves are legal in random games", run: basics::legality },
    ProtocolCheck { name: "a finished game has no move", run: basics::finished_game },
    ProtocolCheck { name: "go depth", run: searches::depth },
    ProtocolCheck { name: "go nodes", run: searches::nodes },
    ProtocolCheck { name: "go searchmoves", run: searches::search_moves },
    ProtocolCheck { name: "MultiPV", run: searches::multi_pv },
    ProtocolCheck { name: "same search, same answer", run: searches::reproducible },
    ProtocolCheck { name: "go movetime", run: searches::move_time },
    ProtocolCheck { name: "a game at 1 s + 0.01 s", run: searches::clock },
    ProtocolCheck { name: "go infinite waits for stop", run: manners::stop },
    ProtocolCheck { name: "isready during a search", run: manners::ready_in_search },
    ProtocolCheck { name: "position during a search is refused", run: manners::busy },
    ProtocolCheck { name: "go ponder waits for ponderhit", run: manners::ponder },
    ProtocolCheck { name: "bad lines are reported and change nothing", run: manners::bad_lines },
    ProtocolCheck { name: "a line of 3 MB", run: manners::long_line },
    ProtocolCheck { name: "bytes that are not UTF-8", run: manners::not_utf8 },
    ProtocolCheck { name: "quit during a search", run: manners::quit },
    ProtocolCheck { name: "end of input", run: manners::end_of_input },
];

/// Makes one check with a process of its own.
pub fn examine(spec: &EngineSpec, check: &ProtocolCheck, extent: &Extent) -> Finding {
    let stop = Arc::new(AtomicBool::new(false));
    let mut engine = EngineProcess::start(spec, Patience::default(), &stop)
        .map_err(|failure| failure.to_string())?;
    let finding = (check.run)(&mut engine, extent);
    engine.quit();
    finding
}
