//! The options of an engine that plays on a server.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};

use super::ConnectError;
use crate::arena::engine::{EngineSpec, Launch, MatchLog, Patience};
use crate::connect::{GameStores, OwnEngine, choose_engine};
use crate::record::RecordStore;

/// Size in bytes at which a log is renamed. A bot that is started again continues its log.
const LOG_SIZE: u64 = 64 << 20;

/// The options of an engine that plays on a server.
#[derive(Args, Clone, Debug)]
pub(super) struct EngineOptions {
    /// Play with another engine, described as for branan match: cmd, args, proto, option.NAME …
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., conflicts_with_all = ["threads", "hash", "level"])]
    engine: Vec<String>,
    /// Number of threads [default: all cores]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Size of the transposition table in MiB, for each game
    #[arg(long, value_name = "MIB", default_value_t = 256,
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// Play at this level, from 0 (a beginner) to 20 (full strength)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(0..=20))]
    level: Option<u8>,
    /// Append every finished game to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// Also add every finished game to this database; 'branan db' explores it
    #[cfg(feature = "db")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    db: Option<PathBuf>,
    /// Log every line to and from the server and the engines, with the time, but no password
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    log: Option<String>,
}

impl EngineOptions {
    /// The engine.
    pub fn engine(&self) -> Result<EngineSpec, ConnectError> {
        Ok(choose_engine(&self.engine, OwnEngine { hash: self.hash, level: self.level })?)
    }

    /// The number of threads for this program as the engine. `None` for another engine, which has
    /// its own options.
    pub fn threads(&self) -> Option<usize> {
        let cores = || std::thread::available_parallelism().map_or(1, usize::from);
        self.engine.is_empty().then(|| self.threads.map_or_else(cores, usize::from))
    }

    /// Checks, before any of them is opened, that no file is named twice: each would destroy what the
    /// other has written.
    pub fn check_files(&self) -> Result<(), ConnectError> {
        let mut files: Vec<(&'static str, &Path)> = Vec::new();
        files.extend(self.record.iter().map(|path| ("--record", path.as_path())));
        #[cfg(feature = "db")]
        files.extend(self.db.iter().map(|path| ("--db", path.as_path())));
        files.extend(self.log.iter().map(|path| ("--log", Path::new(path))));
        for (index, &(one, first)) in files.iter().enumerate() {
            for &(other, path) in &files[index + 1..] {
                if crate::cli::is_one_file(first, path) {
                    return Err(ConnectError::SameFile { one, other, path: path.to_owned() });
                }
            }
        }
        Ok(())
    }

    /// The places for finished games.
    pub fn stores(&self) -> Result<GameStores, ConnectError> {
        let mut stores = GameStores::new();
        if let Some(path) = &self.record {
            stores.push(Box::new(RecordStore::open(path)?));
        }
        #[cfg(feature = "db")]
        if let Some(path) = &self.db {
            stores.push(Box::new(super::database_store::DatabaseStore::create(path)?));
        }
        Ok(stores)
    }

    /// The settings of engine processes.
    pub fn launch(&self) -> Result<Launch, ConnectError> {
        let log = |path: &String| {
            MatchLog::append(path, LOG_SIZE)
                .map_err(|source| ConnectError::Log { path: path.clone(), source })
        };
        let log = self.log.as_ref().map(log).transpose()?;
        // An engine that does not stop must not use up the clock.
        let patience =
            Patience { hang: Duration::from_secs(1), takes_late: true, ..Patience::default() };
        Ok(Launch { patience, log, ..Launch::default() })
    }
}
