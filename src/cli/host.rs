//! `branan` without a command: the protocol for GUIs.

use std::io::{self, IsTerminal, Read};
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{CliError, paint};
use crate::protocol::{self, Options, Protocol, UciSession, opentafl};

/// Greets people who start the program in a terminal; GUIs use a pipe.
const GREETING: &str = concat!(
    "Branán ",
    env!("CARGO_PKG_VERSION"),
    ", an engine for tafl games. To play in the browser, quit and run 'branan board'.\n",
    "Here it reads commands for GUIs: 'help' lists them, 'quit' ends."
);

/// Options for playing under a GUI.
#[derive(Debug, Args)]
pub(super) struct HostArgs {
    /// The protocol on standard input and output [default: detected from the first line]
    #[arg(long, value_enum)]
    pub protocol: Option<ProtocolArg>,
    /// With --protocol opentafl: size of the transposition table in MiB [default: 64]
    #[arg(long, value_name = "MIB", requires = "protocol",
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: Option<u32>,
    /// With --protocol opentafl: number of threads [default: 1]
    #[arg(long, value_name = "N", requires = "protocol",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// With --protocol opentafl: seconds per move in a game without a clock [default: 5]
    #[arg(long, value_name = "SECONDS", requires = "protocol",
        value_parser = clap::value_parser!(u32).range(1..))]
    move_time: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ProtocolArg {
    /// The UCI-style protocol of protocol.md
    Uci,
    /// OpenTafl's engine protocol
    #[value(name = "opentafl")]
    OpenTafl,
}

impl HostArgs {
    /// Runs the protocol until the end of input or a quit command.
    pub fn speak(&self, options: Options) -> Result<(), CliError> {
        if self.protocol.is_none() && io::stdin().is_terminal() {
            paint::complain(GREETING);
        }
        let mut input = io::stdin().lock();
        let (protocol, read) = match self.protocol {
            Some(ProtocolArg::Uci) => {
                self.refuse_settings()?;
                (Protocol::Uci, Vec::new())
            }
            Some(ProtocolArg::OpenTafl) => (Protocol::OpenTafl, Vec::new()),
            None => protocol::detect(&mut input)?,
        };
        let input = read.chain(input);
        match protocol {
            Protocol::Uci => UciSession::with_options(io::stdout(), options)?.run(input)?,
            Protocol::OpenTafl => {
                opentafl::OpenTaflSession::new(io::stdout(), self.settings()).run(input)?
            }
        }
        Ok(())
    }

    /// Under the UCI-style protocol the GUI sets these.
    fn refuse_settings(&self) -> Result<(), CliError> {
        let given = [
            ("--hash", self.hash.is_some()),
            ("--threads", self.threads.is_some()),
            ("--move-time", self.move_time.is_some()),
        ];
        match given.iter().find(|(_, is_given)| *is_given) {
            Some((option, _)) => Err(CliError::OpenTaflOnly(option)),
            None => Ok(()),
        }
    }

    fn settings(&self) -> opentafl::OpenTaflSettings {
        let mut settings = opentafl::OpenTaflSettings::default();
        if let Some(hash) = self.hash {
            settings.resources.hash = hash as usize;
        }
        if let Some(threads) = self.threads {
            settings.resources.threads = usize::from(threads);
        }
        if let Some(seconds) = self.move_time {
            settings.move_time = Duration::from_secs(u64::from(seconds));
        }
        settings
    }
}
