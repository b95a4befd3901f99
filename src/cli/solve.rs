//! `branan solve`: its command line and what it prints.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use clap::{Args, ValueHint};
use indicatif::ProgressBar;

use super::error::EXIT_INTERRUPTED;
use super::jobs::{self, JobArgs};
use super::work_file::WorkFile;
use super::{CliError, PositionArgs, print, spinner, stop_on_ctrl_c};
use crate::engine::{Engine, Prover, Resources};
use crate::protocol::Options;
use crate::rules::Side;
use crate::solve::{
    Answer, Budget, Certificate, Heading, Numbers, Obstacle, Progress, Solution, Uncertified,
};
use crate::text::{per_second, words, write_whole_file};
use crate::types::Move;

const NOTES: &str = "\
The first line of the answer begins with 'win' or 'loss' (for the side to move), 'neither' (neither
side can force a win), 'cannot' (with --only: that side cannot) or 'unknown'. Without a limit it
searches until it has the answer; Ctrl-C ends it.

Examples:
  branan solve --variant ard-ri --time 60 --hash 256
  branan solve --variant ard-ri --certificate ard-ri.proof
  branan solve --variant fitchneal --hash 4096 --threads 2 --resume fitchneal.work
  branan solve --variant fitchneal --only defenders --jobs 2 --worker 'ssh host branan' \\
      --hash 1024 --resume fitchneal.jobs";

/// The arguments of `branan solve`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct SolveArgs {
    #[command(flatten)]
    pub position: PositionArgs,
    /// The most positions to search
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub nodes: Option<u64>,
    /// The time limit, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub time: Option<Duration>,
    /// The size of the table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64,
          value_parser = clap::value_parser!(u32).range(1..=1 << 20))]
    pub hash: u32,
    /// Ask only whether this side can force a win, attackers or defenders
    #[arg(long, value_name = "SIDE", value_parser = side)]
    pub only: Option<Side>,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Keep the work in a file: go on with what it holds, if it is there, and write it now and then,
    /// at the end, and on Ctrl-C. The limits are for this run
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub resume: Option<PathBuf>,
    /// How often to write that file, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "600", value_parser = seconds,
          requires = "resume")]
    save_every: Duration,
    /// Write the proof to a file that 'branan verify' checks: an answer to everything the other side
    /// can do. It is about the position by itself, whatever was played before
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub certificate: Option<PathBuf>,
    /// Where neither side can force a win, which of them the certificate is to say that of
    /// [default: the side to move]
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
    /// Solves and prints. Exit code 130 tells that Ctrl-C came before the answer.
    pub fn run(&self, options: Options, variants: Option<&Path>) -> Result<ExitCode, CliError> {
        if self.jobs.jobs.is_some() {
            return jobs::run(self, options, variants);
        }
        let mut engine = self.position.engine(options.clone(), 1)?;
        let stop = stop_on_ctrl_c()?;
        let bar = spinner("{spinner} {msg}");
        let heading = self.heading(&mut *engine, options)?;
        let mover = engine.game().to_move();
        let resources = Resources { hash: self.hash as usize, threads: self.threads.into() };
        let mut prover = engine.prover(resources)?;
        let solution = self.prove(&mut *prover, &stop, &bar)?;
        let certificate = heading.is_some().then(|| {
            let mut written = |positions: usize| {
                bar.set_message(format!("certificate: {positions} positions"));
                bar.tick();
            };
            let loser = self.cannot_win.unwrap_or(mover);
            prover.certify(&solution, loser, &stop, &mut written)
        });
        bar.finish_and_clear();
        // Without an interrupt only the budget ends it.
        let interrupted = stop.load(Relaxed) && solution.answer == Answer::Unknown(Obstacle::Limit);
        print(&answer_text(&solution, mover, interrupted))?;
        print(&spent_line(&solution))?;
        if let (Some(path), Some(heading), Some(certificate)) =
            (&self.certificate, heading, certificate.filter(|_| !interrupted))
        {
            let certificate = certificate?.ok_or(CliError::NothingProven)?;
            print(&write_certificate(&certificate, &heading, path)?)?;
        }
        Ok(if interrupted { ExitCode::from(EXIT_INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    /// What a certificate is to be about, if one is wanted: the position by itself, which the engine
    /// is set to.
    pub fn heading(
        &self,
        engine: &mut dyn Engine,
        options: Options,
    ) -> Result<Option<Heading>, CliError> {
        if self.certificate.is_none() {
            return Ok(None);
        }
        if engine.game().outcome().is_some() {
            return Err(Uncertified::Over.into());
        }
        let fen = engine.game().fen();
        engine.set_up(Some(&fen), &[])?;
        Ok(Some(self.position.heading(options, fen)?))
    }

    /// Proves what is asked for; goes on with what the work file holds, if there is one.
    fn prove(
        &self,
        prover: &mut dyn Prover,
        stop: &AtomicBool,
        bar: &ProgressBar,
    ) -> Result<Solution<Move>, CliError> {
        if let Some(side) = self.only {
            prover.ask_only(side);
        }
        let budget = Budget { nodes: self.nodes, time: self.time };
        let mut report = |progress: &Progress<Move>| {
            if !bar.is_hidden() {
                bar.set_message(progress_line(progress));
                bar.tick();
            }
        };
        let Some(path) = &self.resume else {
            return Ok(prover.prove(&budget, stop, &mut report));
        };
        let file = WorkFile { path, save_every: self.save_every };
        file.take_up(prover)?;
        file.prove(prover, &budget, stop, &mut report)
    }
}

/// Writes a certificate, and says how large it is.
pub(super) fn write_certificate(
    certificate: &Certificate,
    heading: &Heading,
    path: &Path,
) -> Result<String, CliError> {
    let bytes = write_whole_file(path, |output| certificate.write(heading, output))
        .map_err(|source| CliError::Write { path: path.to_owned(), source })?;
    let (positions, path) = (certificate.positions(), path.display());
    Ok(format!("certificate: {path}, {positions} positions, {bytes} bytes"))
}

/// The state of the search, for people.
fn progress_line(progress: &Progress<Move>) -> String {
    let Progress { goal, numbers: Numbers { proof, disproof }, line, nodes, elapsed, full } =
        progress;
    let wanted = if goal.draw_suffices { "a draw" } else { "a win" };
    format!(
        "{wanted} for the {}? proof {proof} disproof {disproof}; {nodes} nodes, {} a second, table \
         {} % full, {:.0} s; at {}",
        goal.prover,
        per_second(*nodes, *elapsed),
        full / 10,
        elapsed.as_secs_f64(),
        words(line),
    )
}

/// The answer and the line.
pub(super) fn answer_text(solution: &Solution<Move>, mover: Side, interrupted: bool) -> String {
    let won = |winner: Side| match solution.plies {
        Some(0) => format!("the {winner} have won"),
        Some(plies) => format!("the {winner} force a win within {plies} plies"),
        None => format!("the {winner} win, in the end by repetition"),
    };
    let mut text = match solution.answer {
        Answer::Win => format!("win: {}", won(mover)),
        Answer::Loss => format!("loss: {}", won(mover.other())),
        Answer::Neither => "neither: neither side can force a win".to_owned(),
        Answer::CannotWin(side) => format!("cannot: the {side} cannot force a win"),
        Answer::Unknown(reason) => {
            let reason = match reason {
                Obstacle::Limit if interrupted => "it was interrupted",
                Obstacle::Limit => "the limit was reached",
                Obstacle::Repetition => {
                    "without repeating a position neither side can force a win, and repetition \
                     decides"
                }
                Obstacle::Length => "some lines are too long to follow",
            };
            format!("unknown: {reason}")
        }
    };
    if !solution.line.is_empty() {
        text += &format!("\nline: {}", words(&solution.line));
        if !solution.complete {
            text += " …";
        }
    }
    text
}

/// What it took.
fn spent_line(solution: &Solution<Move>) -> String {
    let Solution { nodes, elapsed, .. } = *solution;
    let seconds = elapsed.as_secs_f64();
    format!("{nodes} nodes, {seconds:.2} s, {} nodes a second", per_second(nodes, elapsed))
}
