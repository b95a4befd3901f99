//! `branan solve --jobs`: a proof divided among workers, which are other processes.

mod answer;
mod crew;
pub(in crate::cli) mod file;
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
use crate::arena::engine::EngineSpec;
use crate::cli::exit::INTERRUPTED;
use crate::cli::{CliError, paint, print, spinner, stop_on_ctrl_c};
use crate::engine::JobProver;
use crate::protocol::Options;
use crate::rules::Side;
use crate::solve::{Answer, Certificate, Heading, Job, Obstacle, Solution, TreeState};
use crate::types::Move;
use crew::JobWorkers;
use file::JobFile;
use worker::{JobTask, WorkerEvent};

/// How long to wait for news before the limits are looked at again.
const PATIENCE: Duration = Duration::from_millis(50);

/// A proof at work.
struct Proof<'a> {
    args: &'a SolveArgs,
    side: Side,
    tree: Box<dyn JobProver>,
    file: Option<JobFile>,
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
    start: Instant,
    /// How far it was when this run began.
    before: TreeState,
    running: Vec<Job<Move>>,
}

/// Solves in jobs and prints. Exit code 130 tells that Ctrl-C came before the answer.
pub(super) fn run(
    args: &SolveArgs,
    options: Options,
    variants: Option<&Path>,
) -> Result<ExitCode, CliError> {
    let mut engine = args.position.engine(options.clone(), 1)?;
    let heading = args.heading(&mut *engine, options)?;
    let specs = args.jobs.specs(variants)?;
    // A job is about a position by itself, and so is the whole.
    let fen = engine.game().fen();
    engine.set_up(Some(&fen), &[])?;
    let mover = engine.game().to_move();
    let side = args.only.unwrap_or(mover);
    let mut tree = engine.job_prover(side, args.jobs.job_nodes)?;
    let file = args.resume.as_ref().map(|path| {
        let game = args.position.describe(engine.game());
        JobFile::open(path, &game, side, &mut *tree)
            .map_err(|source| CliError::Jobs { path: path.clone(), source })
    });
    let file = file.transpose()?;
    let stop = stop_on_ctrl_c()?;
    let (bar, before) = (spinner("{spinner} {msg}"), tree.state());
    let start = Instant::now();
    let mut proof = Proof { args, side, tree, file, stop, bar, start, before, running: Vec::new() };
    let mut settings = args.position.settings()?;
    settings.push(("Hash".to_owned(), args.hash.to_string()));
    proof.work(specs, JobTask { side, settings })?;
    proof.finish(mover, heading)
}

impl Proof<'_> {
    /// Has workers do jobs until the question is answered or a limit comes first.
    fn work(&mut self, specs: Vec<EngineSpec>, task: JobTask) -> Result<(), CliError> {
        if self.tree.is_decided() {
            return Ok(());
        }
        let mut crew = JobWorkers::start(specs, task)?;
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
                // Nothing is left to give out.
                return Ok(());
            }
            if let Some((name, event)) = crew.next(PATIENCE) {
                self.take_in(&name, event)?;
            }
            self.show();
        }
        Ok(())
    }

    /// Whether the question is answered, or this run is to end.
    fn is_over(&self) -> bool {
        self.tree.is_decided()
            || self.stop.load(Relaxed)
            || self.args.time.is_some_and(|time| self.start.elapsed() >= time)
            || self.nodes_left() == 0
    }

    /// The nodes that may be given out in further jobs, once those at hand have taken none.
    fn nodes_left(&self) -> u64 {
        let spent = self.tree.state().nodes - self.before.nodes;
        self.args.nodes.map_or(u64::MAX, |most| most.saturating_sub(spent))
    }

    /// A job to give out, within the limit of nodes.
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

    /// Takes in what a worker has to tell.
    fn take_in(&mut self, name: &str, event: WorkerEvent) -> Result<(), CliError> {
        match event {
            WorkerEvent::Ready => {}
            WorkerEvent::Done(job, report) => {
                self.running.retain(|given| *given != job);
                // It is the tree's own.
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
                let next = if given_up { "it is given up" } else { "it is started again" };
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
        // From now on a Ctrl-C ends what comes now.
        let interrupted = self.stop.swap(false, Relaxed) && !self.tree.is_decided();
        let solution = self.tree.solution(&self.stop, elapsed)?;
        let certificate = match &heading {
            Some(_) if solution.answer != Answer::Unknown(Obstacle::Limit) => {
                Some(self.certify(&solution, mover))
            }
            _ => None,
        };
        self.bar.finish_and_clear();
        print(&answer_text(&solution, mover, interrupted))?;
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

    /// Writes down what is proven, if anything is.
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
