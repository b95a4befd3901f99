//! `branan solve --jobs`: a proof divided among workers, each its own process.

mod answer;
mod crew;
pub(in crate::cli) mod file;
mod heading;
mod relay;
mod report;
mod worker;

use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::answer::{answer_text, write_certificate};
use super::arguments::SolveArgs;
use crate::arena::engine::absolute;
use crate::cli::exit::INTERRUPTED;
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::{CliError, paint, print, spinner};
use crate::engine::JobProver;
use crate::protocol::Options;
use crate::rules::Side;
use crate::solve::{Answer, Certificate, Heading, Job, Obstacle, Solution, TreeState};
use crate::types::Move;
use crew::{Crew, JobWorkers};
use file::JobFile;
use heading::JobHeading;
use relay::Relay;
use worker::{JobTask, WorkerEvent};

/// How long to wait for events before checking the limits again.
const PATIENCE: Duration = Duration::from_millis(50);

/// A proof in progress.
struct Proof<'a> {
    args: &'a SolveArgs,
    side: Side,
    tree: Box<dyn JobProver>,
    file: Option<JobFile>,
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
    start: Instant,
    /// The state of the tree when this run began.
    before: TreeState,
    running: Vec<Job<Move>>,
}

/// Solves with jobs and prints the answer. Exit code 130 means that Ctrl-C came first.
pub(super) fn run(
    args: &SolveArgs,
    options: Options,
    variants: Option<&Path>,
) -> Result<ExitCode, CliError> {
    let mut engine = args.position.engine(options.clone(), 1)?;
    let heading = args.heading(&mut *engine, options)?;
    let specs = if args.jobs.relay { Vec::new() } else { args.jobs.specs(variants)? };
    // Jobs are about positions without history, so the whole proof must be too.
    let fen = engine.game().fen();
    engine.set_up_text(Some(&fen), &[])?;
    let mover = engine.game().to_move();
    let side = args.only.unwrap_or(mover);
    let mut tree = engine.job_prover(side, args.jobs.job_nodes)?;
    let file = args.resume.as_ref().map(|path| {
        let heading = JobHeading::of(engine.game(), &args.position.rules_given());
        JobFile::open(path, &heading, side, &mut *tree)
            .map_err(|source| CliError::Jobs { path: path.clone(), source })
    });
    let file = file.transpose()?;
    let stop = stop_on_ctrl_c()?;
    let (bar, before) = (spinner("{spinner} {msg}"), tree.state());
    let start = Instant::now();
    let mut proof = Proof { args, side, tree, file, stop, bar, start, before, running: Vec::new() };
    let mut settings = args.position.settings()?;
    settings.push(("Hash".to_owned(), args.hash.to_string()));
    let task = JobTask { side, settings };
    // The file may already have the answer.
    if !proof.tree.is_decided() {
        let mut crew: Box<dyn Crew> = if args.jobs.relay {
            Box::new(Relay::start(&task, variants.map(absolute).as_deref())?)
        } else {
            Box::new(JobWorkers::start(specs, task)?)
        };
        proof.work(&mut *crew)?;
    }
    proof.finish(mover, heading)
}

impl Proof<'_> {
    /// Runs jobs until the question is answered or a limit is reached.
    fn work(&mut self, crew: &mut dyn Crew) -> Result<(), CliError> {
        while !self.is_over() {
            while let Some(worker) = crew.idle()
                && let Some(job) = self.next_job()
            {
                self.running.push(job.clone());
                crew.give(worker, job);
            }
            if !crew.is_left() {
                return Err(CliError::WorkersGone);
            }
            if crew.is_idle() && self.running.is_empty() {
                // There are no jobs to give out.
                return Ok(());
            }
            if let Some((name, event)) = crew.next(PATIENCE) {
                self.take_in(&name, event)?;
            }
            self.show();
        }
        Ok(())
    }

    /// Whether the question is answered or this run must end.
    fn is_over(&self) -> bool {
        self.tree.is_decided()
            || self.stop.load(Relaxed)
            || self.args.time.is_some_and(|time| self.start.elapsed() >= time)
            || self.nodes_left() == 0
    }

    /// Nodes available for further jobs, not counting those of running jobs.
    fn nodes_left(&self) -> u64 {
        let spent = self.tree.state().nodes - self.before.nodes;
        self.args.nodes.map_or(u64::MAX, |most| most.saturating_sub(spent))
    }

    /// The next job to give out, within the node limit.
    fn next_job(&mut self) -> Option<Job<Move>> {
        let given: u64 = self.running.iter().map(|job| job.nodes).sum();
        let left = self.nodes_left().saturating_sub(given);
        if left == 0 {
            return None;
        }
        let mut job = self.tree.next_job()?;
        job.nodes = job.nodes.min(left);
        Some(job)
    }

    /// Handles an event from a worker.
    fn take_in(&mut self, name: &str, event: WorkerEvent) -> Result<(), CliError> {
        match event {
            WorkerEvent::Ready => {}
            WorkerEvent::Done(job, report) => {
                self.running.retain(|given| *given != job);
                // The job came from the tree, so it is accepted.
                let taken = self.tree.take(&job.position, report.finding, report.nodes);
                if let (Ok(()), Some(file)) = (taken, &mut self.file) {
                    let path = self.args.resume.clone().unwrap_or_default();
                    file.add(&job.position, &report)
                        .map_err(|source| CliError::Write { path, source })?;
                }
            }
            WorkerEvent::Failed { job, why, given_up } => {
                self.running.retain(|given| *given != job);
                self.tree.lost(&job);
                let next = if given_up { "it is given up" } else { "it will be restarted" };
                let text = format!("{name}: {why}; {next}, and its job is given out again");
                self.bar.suspend(|| paint::complain(paint::warning(text)));
            }
        }
        Ok(())
    }

    fn show(&self) {
        if self.bar.is_hidden() {
            return;
        }
        let (state, elapsed) = (self.tree.state(), self.start.elapsed());
        let line = self.running.last().map_or(&[][..], |job| &job.line);
        let nodes = state.nodes - self.before.nodes;
        let running = self.running.len();
        let text = report::progress_line(self.side, &state, (nodes, elapsed), running, line);
        self.bar.set_message(text);
        self.bar.tick();
    }

    /// Prints the answer and the first moves, and writes the certificate.
    fn finish(self, mover: Side, heading: Option<Heading>) -> Result<ExitCode, CliError> {
        let elapsed = self.start.elapsed();
        // From here on, Ctrl-C interrupts the certificate.
        let interrupted = self.stop.swap(false, Relaxed) && !self.tree.is_decided();
        let solution = self.tree.solution(&self.stop, elapsed)?;
        let certificate = match &heading {
            Some(_) if solution.answer != Answer::Unknown(Obstacle::Limit) => {
                Some(self.certify(&solution, mover))
            }
            _ => None,
        };
        self.bar.finish_and_clear();
        print(&answer_text(&solution, mover, Some(self.side), interrupted))?;
        print(&report::spent_line(&self.tree.state(), &self.before, elapsed))?;
        let moves = self.tree.first_moves();
        if !moves.is_empty() {
            print(&report::first_moves(&moves, self.side, mover))?;
        }
        if interrupted {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if let (Some(path), Some(heading)) = (&self.args.certificate, heading) {
            let certificate = certificate.transpose()?.flatten().ok_or(CliError::NothingProven)?;
            print(&write_certificate(&certificate, &heading, path)?)?;
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the certificate, if anything is proven.
    fn certify(
        &self,
        solution: &Solution<Move>,
        mover: Side,
    ) -> Result<Option<Certificate>, CliError> {
        let show = |what: String| {
            self.bar.set_message(what);
            self.bar.tick();
        };
        let mut again = |nodes| show(format!("for the certificate, again: {nodes} nodes"));
        let mut prover = self.tree.prover(self.args.hash as usize, &self.stop, &mut again)?;
        let mut written = |positions| show(format!("certificate: {positions} positions"));
        let loser = self.args.cannot_win.unwrap_or(mover);
        Ok(prover.certify(solution, loser, &self.stop, &mut written)?)
    }
}
