//! Runs an engine as a separate process, over the protocol.

use std::io;
use std::path::Path;
use std::time::Duration;

use branan::arena::engine::{
    EngineProcess, Failure, Launch, Patience, Stray, VARIANT_OPTION, read_engine,
};

/// The time limit for an answer. A search to a depth may take long.
const PATIENCE: Duration = Duration::from_secs(3600);

/// Starts an engine's program.
pub fn start(program: &Path) -> io::Result<EngineProcess> {
    let spec = read_engine(&[format!("cmd={}", program.display())]).map_err(io::Error::other)?;
    let patience = Patience { untimed: PATIENCE, ..Patience::default() };
    EngineProcess::start(&spec, &Launch { patience, ..Launch::default() }).map_err(failed)
}

/// Starts a new game with cleared tables. `position` holds the arguments of `position`.
pub fn set_up(engine: &mut EngineProcess, variant: &str, position: &str) -> io::Result<()> {
    engine
        .send(&format!(
            "ucinewgame\nsetoption name {VARIANT_OPTION} value {variant}\nposition {position}"
        ))
        .map_err(Failure::from)
        .and_then(|()| engine.ready(Stray::Ignore))
        .map_err(failed)
}

/// Converts an engine's fault to an I/O error.
pub fn failed(failure: impl Into<Failure>) -> io::Error {
    io::Error::other(failure.into().to_string())
}
