//! Why a command failed.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use branan_plain::certificate::Refusal;
use thiserror::Error;

use super::balance::CollectCommandError;
use super::book::BookCommandError;
use super::connect::ConnectError;
use super::convert::ConvertCommandError;
#[cfg(feature = "db")]
use super::db::DbError;
use super::exit::{INTERRUPTED, USAGE};
use super::match_command::error::MatchError;
use super::puzzles::error::PuzzlesError;
use super::records::RecordsError;
use super::replay::ReplayCommandError;
use super::solve::jobs::file::JobFileError;
use crate::arena::engine::SpecError;
use crate::arena::rulesets::RulesetError;
use crate::balance::{BalanceError, ChangeError, StrengthError};
use crate::bench::BenchError;
use crate::datagen::{Abandoned, GenerateError, PositionFileError};
use crate::engine::{EngineError, PositionError};
use crate::eval::network::NetworkFileError;
use crate::memory::MemoryError;
#[cfg(feature = "board")]
use crate::page::PageError;
use crate::protocol::OptionError;
use crate::report::ReportError;
use crate::rules::{Alternate, ChoiceError, Coordinate, otn};
use crate::solve::{CheckpointError, Uncertified};

/// Why a command failed.
#[derive(Debug, Error)]
pub(super) enum CliError {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("--variant: {0}")]
    Variant(ChoiceError),
    #[error("'{0}' is not a rule and its value; write it like KingMove=step")]
    Rule(String),
    #[error("--rule: {0} is given twice")]
    RuleTwice(Alternate),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("--arrow: {0} is not on the board")]
    Arrow(Coordinate),
    #[error("{path}: {source}")]
    Write { path: PathBuf, source: io::Error },
    #[error("{0} needs --protocol opentafl; in the other protocol 'setoption' and 'go' set this")]
    OpenTaflOnly(&'static str),
    #[error("{option} {path}: the file is one of those to read; name another")]
    Input { option: &'static str, path: PathBuf },
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Abandoned(Vec<Abandoned>),
    #[error("--network: {0}")]
    Network(#[from] NetworkFileError),
    #[error("{path} cannot be resumed: {source}")]
    Resume { path: PathBuf, source: CheckpointError },
    #[error("{path} cannot be resumed: {source}")]
    Jobs { path: PathBuf, source: JobFileError },
    #[error("--worker '{command}': {what}")]
    Worker { command: String, what: String },
    #[error("there are no workers for the jobs; give --jobs 1 or more, or a --worker")]
    NoWorker,
    #[error(
        "no worker is left; the warnings above say why. With --resume, no finished job is lost"
    )]
    WorkersGone,
    #[error("bad position: {0}")]
    Otn(#[from] otn::OtnPositionError),
    #[error("--certificate needs a built-in ruleset, with or without alternate rules")]
    NotBuiltIn,
    #[error("nothing was proven, so no certificate was written")]
    NothingProven,
    #[error("no certificate was written: {0}")]
    Uncertified(#[from] Uncertified),
    #[error("{path}: {source}")]
    Read { path: PathBuf, source: io::Error },
    #[error("{path} proves nothing: {refusal}")]
    Refused { path: PathBuf, refusal: Refusal },
    #[error("--protocol is for playing; it cannot be combined with a command")]
    Protocol,
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Bench(#[from] BenchError),
    #[error(transparent)]
    Balance(#[from] BalanceError),
    #[error(transparent)]
    Collect(#[from] CollectCommandError),
    #[error("--change: {0}")]
    Change(#[from] ChangeError),
    #[error("with --opening 0 and --nodes all games would be the same; give --opening 1 or more")]
    OneGame,
    #[error("--level: {0}")]
    Strength(#[from] StrengthError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("Ctrl-C cannot be caught: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error("--random-plies {fewest}-{most} must stay below --longest {longest}")]
    RandomPlies { fewest: u32, most: u32, longest: u32 },
    #[error(
        "each ruleset needs a name of its own, which becomes its file's; give it one with --variants"
    )]
    Unnamed,
    #[error(transparent)]
    Generate(#[from] GenerateError),
    #[error(transparent)]
    Store(#[from] PositionFileError),
    #[cfg(feature = "board")]
    #[error(transparent)]
    Page(#[from] PageError),
    #[error(transparent)]
    Match(#[from] MatchError),
    #[error(transparent)]
    Book(#[from] BookCommandError),
    #[error(transparent)]
    Connect(#[from] ConnectError),
    #[error(transparent)]
    Replay(#[from] ReplayCommandError),
    #[error(transparent)]
    Report(#[from] ReportError),
    #[error(transparent)]
    Records(#[from] RecordsError),
    #[error(transparent)]
    Convert(#[from] ConvertCommandError),
    #[cfg(feature = "db")]
    #[error(transparent)]
    Db(#[from] DbError),
    #[error(transparent)]
    Spec(#[from] SpecError),
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    #[error(transparent)]
    Puzzles(#[from] PuzzlesError),
    #[error("input or output failed: {0}")]
    Io(#[from] io::Error),
}

impl CliError {
    /// The exit code of the program: 1 for an invalid recorded game or certificate, otherwise 2.
    pub fn exit_code(&self) -> ExitCode {
        match self {
            Self::Replay(ReplayCommandError::Game { .. }) | Self::Refused { .. } => {
                ExitCode::FAILURE
            }
            Self::Uncertified(Uncertified::Stopped)
            | Self::Convert(ConvertCommandError::Interrupted { .. }) => ExitCode::from(INTERRUPTED),
            #[cfg(feature = "db")]
            Self::Db(DbError::Interrupted(_)) => ExitCode::from(INTERRUPTED),
            _ => ExitCode::from(USAGE),
        }
    }
}
