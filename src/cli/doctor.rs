//! `branan doctor`: facts about the program and the machine, for bug reports.

mod machine;
mod program;

use std::process::ExitCode;

use clap::Args;

use super::{CliError, paint, print, version};

const NOTES: &str = "\
Attach the output to a report of a fault. The exit code is 1 if something does not work.";

/// The arguments of `branan doctor`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct DoctorArgs {
    /// Length of the benchmark; 0 skips it
    #[arg(long, value_name = "SECONDS", default_value_t = 5)]
    seconds: u32,
}

/// The result of one check.
pub(super) enum Finding {
    /// A fact, or a check that passed.
    Fact(String),
    /// Works, but not as well as it could.
    Warning(String),
    /// Does not work.
    Fault(String),
}

use Finding::{Fact, Fault, Warning};

impl DoctorArgs {
    /// Prints one line for each check.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        let mut sound = true;
        let mut tell = |name: &str, finding: Finding| {
            sound &= !matches!(finding, Fault(_));
            let text = match finding {
                Fact(text) => text,
                Warning(text) => paint::warning(text),
                Fault(text) => format!("{} {text}", paint::bad("fault:")),
            };
            print(&format!("{name:<13} {text}"))
        };
        tell("program", Fact(format!("branan {}, commit {}", version::NUMBER, version::commit())))?;
        tell("build", Fact(version::build()))?;
        tell("system", Fact(machine::system()))?;
        tell("processor", Fact(machine::processor()))?;
        tell("instructions", Fact(version::instructions()))?;
        tell("cores", machine::cores())?;
        tell("memory", machine::memory())?;
        tell("large pages", machine::large_pages())?;
        tell("networks", program::networks())?;
        #[cfg(feature = "board")]
        {
            tell("port", program::port())?;
            tell("browser", program::browser())?;
        }
        if self.seconds > 0 {
            for (name, finding) in program::speed(self.seconds)? {
                tell(name, finding)?;
            }
        }
        Ok(if sound { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}
