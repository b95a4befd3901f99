//! `branan connect tablut`: one game in the Tablut competition.

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use clap::Args;

use super::ConnectError;
use super::engine_options::EngineOptions;
use crate::cli::exit::INTERRUPTED;
use crate::cli::say;
use crate::connect::tablut::{TablutEnding, TablutSettings, play};
use crate::record::GameRecord;
use crate::text::parse_seconds;
use crate::types::Side;

/// Play one game in the Tablut competition of Bologna.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The competition starts a player as 'runmyplayer.sh WHITE 60 192.168.20.101'; the script of that name \
in packaging/ calls this command. The exit code is 0 after a result, 1 if the connection ended without one.

  branan connect tablut white 60 127.0.0.1")]
pub(super) struct TablutArgs {
    /// The role: white (the defenders, who begin) or black, in any case
    #[arg(value_parser = read_role)]
    role: Side,
    /// Seconds for each move, as the server has them; a reserve is kept
    #[arg(value_parser = read_time)]
    seconds: Duration,
    /// The server's name or address
    #[arg(default_value = "127.0.0.1")]
    host: String,
    /// The server's port [default: 5800 for white, 5801 for black]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..))]
    port: Option<u16>,
    /// The name to play under
    #[arg(long, default_value = "Branan")]
    name: String,
    /// Seconds to look for a server that has not started yet
    #[arg(long, value_name = "SECONDS", value_parser = read_time, default_value = "30")]
    wait: Duration,
    #[command(flatten)]
    engine: EngineOptions,
}

fn read_role(text: &str) -> Result<Side, String> {
    match text.to_ascii_lowercase().as_str() {
        "white" | "w" => Ok(Side::Defenders),
        "black" | "b" => Ok(Side::Attackers),
        _ => Err("it must be white or black".to_owned()),
    }
}

fn read_time(text: &str) -> Result<Duration, String> {
    match parse_seconds(text) {
        Some(time) if time >= Duration::from_millis(100) => Ok(time),
        _ => Err("a number of seconds from 0.1 is needed".to_owned()),
    }
}

impl TablutArgs {
    /// Plays the game.
    pub fn run(self) -> Result<ExitCode, ConnectError> {
        self.engine.check_files()?;
        let mut engine = self.engine.engine()?;
        if engine.ponder {
            return Err(ConnectError::Ponder);
        }
        if let Some(threads) = self.engine.threads() {
            engine.options.push(("Threads".to_owned(), threads.to_string()));
        }
        let launch = self.engine.launch()?;
        let stop = Arc::clone(&launch.stop);
        ctrlc::set_handler(move || stop.store(true, Ordering::Relaxed))?;
        let stores = self.engine.stores()?;
        let settings = TablutSettings {
            side: self.role,
            move_time: self.seconds,
            host: self.host,
            port: self.port,
            name: self.name,
            patience: self.wait,
            engine,
            launch,
        };
        let ending = play(&settings, stores, &mut |line| say(&format!("{line}\n")))?;
        let (text, code) = match &ending {
            TablutEnding::Finished(record) => (summary(record), ExitCode::SUCCESS),
            TablutEnding::Closed(_) => {
                ("the connection ended without a result".to_owned(), ExitCode::FAILURE)
            }
            TablutEnding::Stopped(_) => ("stopped".to_owned(), ExitCode::from(INTERRUPTED)),
        };
        say(&format!("{text}\n"));
        Ok(code)
    }
}

fn summary(record: &GameRecord) -> String {
    let winner = match record.winner {
        Some(Side::Attackers) => "black wins",
        Some(Side::Defenders) => "white wins",
        None => "draw",
    };
    format!("{winner} ({}, {} moves)", record.termination, record.moves.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_in_any_case() {
        assert_eq!(read_role("WHITE"), Ok(Side::Defenders));
        assert_eq!(read_role("Black"), Ok(Side::Attackers));
        assert!(read_role("red").is_err());
        assert!(read_time("0").is_err() && read_time("60").is_ok());
    }
}
