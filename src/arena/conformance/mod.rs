//! Conformance checks for engines, one small function each.
//!
//! Each check runs with a new process and returns a note if it passed, or the fault.

mod basics;
mod manners;
mod opentafl;
mod searches;
mod shared;
mod tablut;

use crate::arena::engine::{
    EngineProcess, EngineProtocol, EngineSpec, Failure, Launch, OpenTaflProcess,
};

pub use shared::{CheckResult, Extent};

/// A check and its name.
pub struct ProtocolCheck {
    /// A short name for the property checked.
    pub name: &'static str,
    run: Run,
}

/// A check for engines of one protocol.
enum Run {
    Uci(fn(&mut EngineProcess, &Extent) -> CheckResult),
    OpenTafl(fn(&mut OpenTaflProcess, &Extent) -> CheckResult),
    /// Starts the program itself, because a program plays one game.
    Tablut(fn(&EngineSpec, &Extent) -> CheckResult),
}

/// The checks of a protocol, in order.
pub fn checks(protocol: EngineProtocol) -> &'static [ProtocolCheck] {
    match protocol {
        EngineProtocol::Uci => UCI_CHECKS,
        EngineProtocol::OpenTafl => OPENTAFL_CHECKS,
        EngineProtocol::Tablut => TABLUT_CHECKS,
    }
}

const OPENTAFL_CHECKS: &[ProtocolCheck] = &[
    ProtocolCheck { name: "hello", run: Run::OpenTafl(opentafl::hello) },
    ProtocolCheck { name: "games with a clock", run: Run::OpenTafl(opentafl::clock) },
    ProtocolCheck { name: "a time for each move", run: Run::OpenTafl(opentafl::move_time) },
    ProtocolCheck { name: "defenders begin", run: Run::OpenTafl(opentafl::defenders_begin) },
    ProtocolCheck { name: "larger boards", run: Run::OpenTafl(opentafl::boards) },
    ProtocolCheck { name: "goodbye", run: Run::OpenTafl(opentafl::goodbye) },
    ProtocolCheck { name: "end of input", run: Run::OpenTafl(opentafl::end_of_input) },
];

const TABLUT_CHECKS: &[ProtocolCheck] = &[
    ProtocolCheck { name: "a game as White", run: Run::Tablut(tablut::white) },
    ProtocolCheck { name: "a game as Black", run: Run::Tablut(tablut::black) },
];

const UCI_CHECKS: &[ProtocolCheck] = &[
    ProtocolCheck { name: "handshake", run: Run::Uci(basics::handshake) },
    ProtocolCheck { name: "options are well formed", run: Run::Uci(basics::options) },
    ProtocolCheck { name: "rulesets are offered", run: Run::Uci(basics::rulesets) },
    ProtocolCheck { name: "moves are legal in random games", run: Run::Uci(basics::legality) },
    ProtocolCheck { name: "a finished game has no move", run: Run::Uci(basics::finished_game) },
    ProtocolCheck { name: "go depth", run: Run::Uci(searches::depth) },
    ProtocolCheck { name: "go nodes", run: Run::Uci(searches::nodes) },
    ProtocolCheck { name: "go searchmoves", run: Run::Uci(searches::search_moves) },
    ProtocolCheck { name: "MultiPV", run: Run::Uci(searches::multi_pv) },
    ProtocolCheck { name: "same search, same answer", run: Run::Uci(searches::reproducible) },
    ProtocolCheck { name: "go movetime", run: Run::Uci(searches::move_time) },
    ProtocolCheck { name: "a game at 1 s + 0.01 s", run: Run::Uci(searches::clock) },
    ProtocolCheck { name: "go infinite waits for stop", run: Run::Uci(manners::stop) },
    ProtocolCheck { name: "isready during a search", run: Run::Uci(manners::ready_in_search) },
    ProtocolCheck { name: "position during a search is refused", run: Run::Uci(manners::busy) },
    ProtocolCheck { name: "go ponder waits for ponderhit", run: Run::Uci(manners::ponder) },
    ProtocolCheck {
        name: "bad lines are reported and change nothing",
        run: Run::Uci(manners::bad_lines),
    },
    ProtocolCheck { name: "a line of 3 MB", run: Run::Uci(manners::long_line) },
    ProtocolCheck { name: "bytes that are not UTF-8", run: Run::Uci(manners::not_utf8) },
    ProtocolCheck { name: "quit during a search", run: Run::Uci(manners::quit) },
    ProtocolCheck { name: "end of input", run: Run::Uci(manners::end_of_input) },
];

/// The engine failed to start, with the reason.
#[derive(Debug)]
pub struct NotStarted(pub String);

/// Runs one check with a new process.
///
/// # Errors
/// If the engine cannot be started or, in the UCI-style protocol, does not answer the handshake.
pub fn examine(
    spec: &EngineSpec,
    check: &ProtocolCheck,
    extent: &Extent,
) -> Result<CheckResult, NotStarted> {
    let launch = Launch::default();
    let not_started = |failure: Failure| NotStarted(failure.to_string());
    let finding = match check.run {
        Run::Uci(run) => {
            let mut engine = EngineProcess::start(spec, &launch).map_err(not_started)?;
            let finding = run(&mut engine, extent);
            engine.quit();
            finding
        }
        Run::OpenTafl(run) => {
            let mut engine = OpenTaflProcess::start(spec, &launch).map_err(not_started)?;
            let finding = run(&mut engine, extent);
            engine.quit();
            finding
        }
        Run::Tablut(run) => run(spec, extent),
    };
    Ok(finding)
}
