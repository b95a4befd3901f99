//! `branan puzzles check`: proves puzzles anew.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use branan_plain::puzzle::{self as plain, Checked, Fault};
use clap::{Args, ValueHint};
use rayon::prelude::*;

use super::super::exit::INTERRUPTED;
use super::super::interrupt::stop_on_ctrl_c;
use super::super::{CliError, counted, paint, print, progress, say};
use super::files::{self, NumberedLine, lines};
use super::witness::SolverWitness;
use crate::puzzle::{Puzzle, PuzzleGoal, Theme};
use crate::types::Move;

const NOTES: &str = "\
The board of the certificate checker lists the legal moves and says for each what must be proven. The \
solver searches for that proof anew and writes a certificate, and the checker verifies it as 'branan \
verify' does. Of what 'puzzles make' found, only the position, the goal and the moves are used. \
Exit code 1 means that a puzzle is not as claimed.";

/// The arguments of `branan puzzles check`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct CheckArgs {
    /// The file of puzzles [default: those that come with the program]
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: Option<PathBuf>,
    /// The most nodes for each proof
    #[arg(long, value_name = "N", default_value_t = 400_000, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// Check only every N-th puzzle
    #[arg(long, value_name = "N", default_value_t = 1, conflicts_with = "keep", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Write the lines of the puzzles that are as claimed to a new file, unless stopped before the end
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    keep: Option<PathBuf>,
    /// Number of puzzles to check at the same time [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
}

impl CheckArgs {
    /// Checks all puzzles, and prints those that fail.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        self.keep.as_deref().map(files::check_new).transpose()?;
        let lines = lines(self.file.as_deref())?;
        let lines: Vec<_> = lines.into_iter().step_by(self.every as usize).collect();
        let all = lines.len();
        let stop = stop_on_ctrl_c()?;
        let start = Instant::now();
        let results = self.check_all(lines, &stop)?;
        let (mut good, mut failed, mut sum) = (Vec::new(), 0, Checked::default());
        for result in results {
            let Some((puzzle, checked)) = result else {
                failed += 1;
                continue;
            };
            sum.moves += checked.moves;
            sum.certificates += checked.certificates;
            sum.positions += checked.positions;
            good.push(puzzle);
        }
        if !stop.load(Relaxed) {
            self.write(&good)?;
        }
        let stopped = if stop.load(Relaxed) {
            format!("stopped after {} of {all} puzzles: ", good.len() + failed)
        } else {
            String::new()
        };
        print(&format!(
            "{stopped}{} as claimed, {failed} not; {}, {} with {}, {:.1} s",
            counted(good.len() as u64, "puzzle"),
            counted(sum.moves, "move"),
            counted(sum.certificates, "certificate"),
            counted(sum.positions, "position"),
            start.elapsed().as_secs_f64()
        ))?;
        Ok(match (stop.load(Relaxed), failed) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, 0) => ExitCode::SUCCESS,
            (false, _) => ExitCode::FAILURE,
        })
    }

    /// The puzzles that are as claimed, and `None` for each of the others, which are told at once. Those
    /// that `stop` leaves unchecked are missing.
    fn check_all(
        &self,
        lines: Vec<NumberedLine>,
        stop: &AtomicBool,
    ) -> Result<Vec<Option<(Puzzle, Checked)>>, CliError> {
        // Zero threads are one for each core.
        let threads = self.threads.map_or(0, usize::from);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(io::Error::other)?;
        let bar = progress(lines.len() as u64, "puzzles");
        let check_one = |witness: &mut SolverWitness<'_>, line: NumberedLine| {
            let checked = if stop.load(Relaxed) { None } else { Some(check(line, witness, stop)) };
            let checked = checked.filter(|_| !stop.load(Relaxed))?;
            bar.inc(1);
            let tell = |what| say(&format!("{} {what}\n", paint::bad("fails:")));
            Some(checked.map_err(|what| bar.suspend(|| tell(what))).ok())
        };
        let witness = || SolverWitness::new(self.nodes, stop);
        let lines = lines.into_par_iter();
        let results = pool.install(|| lines.map_init(witness, check_one).flatten_iter().collect());
        bar.finish_and_clear();
        Ok(results)
    }

    fn write(&self, good: &[Puzzle]) -> Result<(), CliError> {
        let Some(path) = &self.keep else { return Ok(()) };
        files::write(path, good).map_err(CliError::from)
    }
}

/// Checks the puzzle of a line; else says which it is and what is wrong.
fn check(
    (number, puzzle): NumberedLine,
    witness: &mut SolverWitness<'_>,
    stop: &AtomicBool,
) -> Result<(Puzzle, Checked), String> {
    let puzzle = puzzle.map_err(|error| format!("line {number}: {error}"))?;
    let solution: Vec<String> = puzzle.solution.iter().map(ToString::to_string).collect();
    let texts = |line: &Vec<Move>| line.iter().map(ToString::to_string).collect();
    let defences: Vec<Vec<String>> = puzzle.defences.iter().map(texts).collect();
    let claimed = plain::Puzzle {
        ruleset: &puzzle.ruleset,
        fen: &puzzle.fen,
        goal: match puzzle.goal {
            PuzzleGoal::Win => plain::Goal::Win,
            PuzzleGoal::WinIn => plain::Goal::WinIn(puzzle.plies.unwrap_or_default()),
            PuzzleGoal::Hold => plain::Goal::Hold,
            PuzzleGoal::OnlyMove => plain::Goal::OnlyMove,
        },
        solution: &solution,
        defences: &defences,
        zugzwang: puzzle.themes.contains(&Theme::Zugzwang),
    };
    let checked = plain::check(&claimed, witness);
    let failed = |fault: Fault| format!("line {number}, {}: {fault}", puzzle.id);
    match checked.map_err(failed) {
        Err(_) if stop.load(Relaxed) => Err("stopped".to_owned()),
        result => result.map(|checked| (puzzle, checked)),
    }
}
