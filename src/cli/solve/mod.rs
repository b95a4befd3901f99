//! `branan solve`: a proof in this process, or divided into jobs.

mod answer;
mod arguments;
pub(super) mod jobs;
mod work_file;

use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use indicatif::ProgressBar;

use super::exit::INTERRUPTED;
use super::interrupt::stop_on_ctrl_c;
use super::output::check_apart;
use super::{CliError, print, spinner};
use crate::engine::{Prover, Resources};
use crate::kind_of_file::check_kind;
use crate::protocol::Options;
use crate::solve::{Answer, Budget, Obstacle, Progress, Solution};
use crate::types::Move;
use answer::{answer_text, progress_line, spent_line, write_certificate};
pub(super) use arguments::SolveArgs;
use work_file::WorkFile;

/// How a certificate of any version begins.
const CERTIFICATE: &str = "branan certificate ";

impl SolveArgs {
    /// Solves and prints the answer. Exit code 130 means that Ctrl-C came first.
    pub fn run(&self, options: Options, variants: Option<&Path>) -> Result<ExitCode, CliError> {
        if let Some(path) = &self.certificate {
            check_apart("--certificate", path, self.resume.as_slice())?;
            let is_certificate = |text: &str| text.starts_with(CERTIFICATE);
            check_kind(path, "a certificate", is_certificate)
                .map_err(|source| CliError::Write { path: path.clone(), source })?;
        }
        if self.jobs.are_wanted() {
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
        // A search that was not interrupted ends only at its budget.
        let interrupted = stop.load(Relaxed) && solution.answer == Answer::Unknown(Obstacle::Limit);
        print(&answer_text(&solution, mover, self.only, interrupted))?;
        print(&spent_line(&solution))?;
        if let (Some(path), Some(heading), Some(certificate)) =
            (&self.certificate, heading, certificate.filter(|_| !interrupted))
        {
            let certificate = certificate?.ok_or(CliError::NothingProven)?;
            print(&write_certificate(&certificate, &heading, path)?)?;
        }
        Ok(if interrupted { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    /// Answers the question with a proof, continuing from the work file if it exists.
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
        let _lock = file.lock()?;
        file.take_up(prover)?;
        file.prove(prover, &budget, stop, &mut report)
    }
}
