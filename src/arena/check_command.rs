//! `branan check-engine`: checks an engine against the protocol.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::conformance::{CHECKS, Check, Extent, Finding};
use super::engine::{Engine, Failure, Patience};
use super::engine_spec::{self, EngineSpec};
use super::screen::say;

/// Check an engine against the protocol and say what fails.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each check gets a fresh process. The exit code is 0 when all pass and 1 when one fails:

  branan check-engine cmd=./engine option.Hash=16")]
pub struct CheckArgs {
    /// The engine, in the words of branan match: cmd, args, dir, option.NAME
    #[arg(value_name = "KEY=VALUE", required = true)]
    engine: Vec<String>,
    /// Random games in each ruleset
    #[arg(long, value_name = "N", default_value_t = 3)]
    games: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl CheckArgs {
    /// Checks the engine. Exit code 1 tells that a check has failed, 2 that none was made.
    pub fn run(self) -> ExitCode {
        let spec = match engine_spec::engine(&self.engine) {
            Ok(spec) => spec,
            Err(error) => {
                eprintln!("branan: {error}");
                return ExitCode::from(2);
            }
        };
        let extent = Extent { games: self.games, seed: self.seed };
        let mut failed = 0;
        for check in CHECKS {
            match examine(&spec, check, &extent) {
                Ok(note) if note.is_empty() => say(&format!("ok    {}\n", check.name)),
                Ok(note) => say(&format!("ok    {} ({note})\n", check.name)),
                Err(what) => {
                    failed += 1;
                    say(&format!("FAIL  {}: {what}\n", check.name));
                }
            }
        }
        if failed == 0 {
            say(&format!("{} passes all {} checks\n", spec.name, CHECKS.len()));
            ExitCode::SUCCESS
        } else {
            say(&format!("{} fails {failed} of {} checks\n", spec.name, CHECKS.len()));
            ExitCode::FAILURE
        }
    }
}

/// Makes one check with a process of its own.
fn examine(spec: &EngineSpec, check: &Check, extent: &Extent) -> Finding {
    let stop = Arc::new(AtomicBool::new(false));
    let mut engine = match Engine::start(spec, Patience::default(), &stop) {
        Ok(engine) => engine,
        Err(Failure::Fault(fault)) => return Err(fault.detail),
        Err(Failure::Interrupted) => return Err("interrupted".to_owned()),
    };
    let finding = (check.run)(&mut engine, extent);
    engine.quit();
    finding
}
