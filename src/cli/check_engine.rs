//! `branan check-engine`: checks that an engine conforms to its protocol.

use std::process::ExitCode;

use clap::Args;

use super::interrupt::end_on_ctrl_c;
use super::paint::{bad, good};
use super::{CliError, say};
use crate::arena::conformance::{Extent, NotStarted, checks, examine};
use crate::arena::engine::{EngineProtocol, read_engine};
use crate::arena::rulesets::RulesetError;
use crate::rules::{Catalog, find_ruleset};

/// Check that an engine follows the protocol, and say where it does not.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Each check gets a fresh process. The exit code is 0 when all pass and 1 when one fails:

  branan check-engine cmd=./engine option.Hash=16")]
pub(super) struct CheckEngineArgs {
    /// The engine, described as for branan match: cmd, args, dir, proto, variant, option.NAME
    #[arg(value_name = "KEY=VALUE", required = true)]
    engine: Vec<String>,
    /// Random games in each ruleset
    #[arg(long, value_name = "N", default_value_t = 3)]
    games: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
}

impl CheckEngineArgs {
    /// Checks the engine. Exit code 1 means that a check failed, 2 that none could run.
    pub fn run(self) -> Result<ExitCode, CliError> {
        let mut spec = read_engine(&self.engine)?;
        let catalog = Catalog::default();
        for name in spec.variant.iter_mut().chain(spec.variant_names.rulesets_mut()) {
            name.clone_from(&find_ruleset(name, &catalog).map_err(RulesetError::from)?.name);
        }
        end_on_ctrl_c()?;
        let extent = Extent { games: self.games, seed: self.seed };
        let mut failed = 0;
        let checks = checks(spec.protocol);
        for (made, check) in (1..).zip(checks) {
            let (started, finding) = match examine(&spec, check, &extent) {
                Ok(finding) => (true, finding),
                Err(NotStarted(what)) => (false, Err(what)),
            };
            // With OpenTafl's protocol, only a passed check shows that the engine responds.
            let speaks = started && (finding.is_ok() || spec.protocol == EngineProtocol::Uci);
            match finding {
                Ok(note) if note.is_empty() => say(&format!("{}    {}\n", good("ok"), check.name)),
                Ok(note) => say(&format!("{}    {} ({note})\n", good("ok"), check.name)),
                Err(what) => {
                    failed += 1;
                    say(&format!("{}  {}: {what}\n", bad("FAIL"), check.name));
                }
            }
            // The other checks would only time out in the same way.
            if made == 1 && !speaks {
                let left = checks.len() - 1;
                say(&format!("{} does not respond; {left} checks were skipped\n", spec.name));
                return Ok(ExitCode::FAILURE);
            }
        }
        if failed == 0 {
            say(&format!("{} passes all {} checks\n", spec.name, checks.len()));
            Ok(ExitCode::SUCCESS)
        } else {
            say(&format!("{} fails {failed} of {} checks\n", spec.name, checks.len()));
            Ok(ExitCode::FAILURE)
        }
    }
}
