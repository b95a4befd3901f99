//! The arguments of `branan solve`.

use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, ValueHint};

use crate::arena::engine::{EngineSpec, absolute, read_engine};
use crate::cli::{CliError, PositionArgs};
use crate::engine::Engine;
use crate::protocol::Options;
use crate::rules::Side;
use crate::solve::{Heading, Uncertified};
use crate::text::check_whole_file;

const NOTES: &str = "\
The first line of the answer begins with 'win' or 'loss' (for the side to move), 'neither' (neither \
side can force a win), 'cannot' (with --only: that side cannot) or 'unknown'. Without a limit it \
searches until it has the answer; Ctrl-C ends it.

Examples:
  branan solve --variant ard-ri --time 60 --hash 256
  branan solve --variant ard-ri --certificate ard-ri.proof
  branan solve --variant fitchneal --hash 4096 --resume fitchneal.work
  branan solve --variant fitchneal --only defenders --jobs 2 \\
    --worker 'ssh host branan' --hash 1024 --resume fitchneal.jobs";

/// The arguments of `branan solve`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(in crate::cli) struct SolveArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// Maximum number of positions to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// Time limit in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Ask only whether this side can force a win, attackers or defenders
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub only: Option<Side>,
    /// Number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub threads: u16,
    /// Save the work to a file: continue from it if it exists, and update it at intervals, at the
    /// end and on Ctrl-C. The limits apply to this run only
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub resume: Option<PathBuf>,
    /// Seconds between updates of that file
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds,
          requires = "resume")]
    pub save_every: Duration,
    /// Write the proof to a file that 'branan verify' checks. It answers every move of the other
    /// side, and is about the position alone, without the moves that led to it
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub certificate: Option<PathBuf>,
    /// If neither side can force a win, the side for which the certificate shows that [default: the
    /// side to move]
    #[arg(long, value_name = "SIDE", requires = "certificate", value_parser = side)]
    pub cannot_win: Option<Side>,
    #[command(flatten)]
    pub jobs: JobArgs,
}

fn side(text: &str) -> Result<Side, String> {
    text.parse().map_err(|_| "it is attackers or defenders".to_owned())
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    number.ok_or_else(|| "a number of seconds is needed, such as 60 or 0.5".to_owned())
}

impl SolveArgs {
    /// The heading of the certificate, if one is requested. Sets the engine to the position without
    /// its history.
    pub fn heading(
        &self,
        engine: &mut dyn Engine,
        options: Options,
    ) -> Result<Option<Heading>, CliError> {
        let Some(path) = &self.certificate else { return Ok(None) };
        // Not only after a long proof.
        check_whole_file(path).map_err(|source| CliError::Write { path: path.clone(), source })?;
        if engine.game().outcome().is_some() {
            return Err(Uncertified::Over.into());
        }
        let fen = engine.game().fen();
        engine.set_up_text(Some(&fen), &[])?;
        Ok(Some(self.position.heading(options, fen)?))
    }
}

/// The arguments of `branan solve` for jobs.
#[derive(Debug, Args)]
pub(in crate::cli) struct JobArgs {
    /// Divide the proof into jobs for N processes of this program, besides those of --worker. Asks
    /// about one side: that of --only, or else the side to move
    #[arg(long, value_name = "N", group = "divided", conflicts_with_all = ["threads", "save_every"],
          value_parser = clap::value_parser!(u16).range(0..=256))]
    pub jobs: Option<u16>,
    /// A command that starts an additional worker, such as 'ssh host branan'; may be repeated
    #[arg(long = "worker", value_name = "COMMAND", requires = "jobs")]
    pub workers: Vec<String>,
    /// Divide the proof into jobs for another program, such as branan-cluster: print them as lines of
    /// JSON and read their answers from standard input
    #[arg(long, group = "divided", conflicts_with_all = ["threads", "save_every"])]
    pub relay: bool,
    /// Number of positions to search in a job; jobs become longer as the proof grows
    #[arg(long, value_name = "N", default_value_t = 1_000_000, requires = "divided",
          value_parser = clap::value_parser!(u64).range(1..))]
    pub job_nodes: u64,
}

impl JobArgs {
    /// Whether the proof is divided.
    pub const fn are_wanted(&self) -> bool {
        self.jobs.is_some() || self.relay
    }

    /// The workers' commands as engine specifications.
    pub fn specs(&self, variants: Option<&Path>) -> Result<Vec<EngineSpec>, CliError> {
        let local = std::env::current_exe()?.display().to_string();
        let mut specs = Vec::new();
        for number in 1..=self.jobs.unwrap_or(0) {
            let mut spec = read_engine(&[format!("cmd={local}")])?;
            spec.name = format!("worker {number}");
            specs.push(spec);
        }
        for command in &self.workers {
            let wrong = |what: String| CliError::Worker { command: command.clone(), what };
            let words = shlex::split(command).filter(|words| !words.is_empty());
            let words = words.ok_or_else(|| wrong("it is not a command".to_owned()))?;
            let mut spec = read_engine(&[format!("cmd={}", words[0])])
                .map_err(|error| wrong(error.to_string()))?;
            spec.args = words[1..].to_vec();
            spec.name = format!("worker '{command}'");
            specs.push(spec);
        }
        let variants = variants.map(absolute);
        specs.iter_mut().for_each(|spec| spec.tell_rulesets(variants.as_deref()));
        if specs.is_empty() { Err(CliError::NoWorker) } else { Ok(specs) }
    }
}
