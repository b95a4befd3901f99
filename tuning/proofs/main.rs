//! Measures how fast the solver proves forced wins.

#[path = "../problems.rs"]
mod problems;
#[path = "../progress.rs"]
mod progress;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use branan::engine::{Resources, new_engine};
use branan::solve::{Answer, Budget, Solution};
use branan::types::Move;
use clap::Parser;
use comfy_table::{Table, presets};
use problems::{Problem, Trial, problems};
use progress::Progress;

/// Measures how fast the solver proves forced wins.
///
/// A position that is not proven counts with the full time allowed.
#[derive(Debug, Parser)]
struct ProofsArgs {
    /// Positions: ruleset and FEN, separated by a tab
    #[arg(long, default_value = "tuning/proofs/positions.tsv")]
    positions: PathBuf,
    /// Seconds allowed per position
    #[arg(long, default_value_t = 60.0)]
    seconds: f64,
    /// Size of the table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64)]
    hash: usize,
    /// Threads of the solver; several numbers are compared
    #[arg(long, default_value = "1", value_delimiter = ',')]
    threads: Vec<usize>,
    /// Print each position's answer too
    #[arg(long)]
    each: bool,
}

/// The time limits, in seconds, for which proven positions are counted.
const WITHIN: [f64; 4] = [1.0, 10.0, 60.0, 600.0];

fn main() -> ExitCode {
    match run(&ProofsArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("proofs: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &ProofsArgs) -> io::Result<()> {
    let text = std::fs::read_to_string(&args.positions)?;
    let problems = problems(&text);
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    let within = WITHIN.map(|seconds| format!("in {seconds} s"));
    let rest = ["geometric mean", "nodes"].map(str::to_owned);
    table.set_header([vec!["threads".to_owned()], within.to_vec(), rest.to_vec()].concat());
    for &threads in &args.threads {
        let mut progress = Progress::new(&format!("{threads} threads"), problems.len());
        let mut trials = Vec::new();
        for problem in &problems {
            let trial = solve(args, threads, problem)?;
            if args.each {
                let Problem { variant, fen } = problem;
                let (seconds, nodes) = (trial.time.as_secs_f64(), trial.nodes);
                let solved = if trial.solved { "proven" } else { "open" };
                println!("{threads}\t{variant}\t{fen}\t{solved}\t{seconds:.3} s\t{nodes}");
            }
            trials.push(trial);
            progress.step();
        }
        table.add_row(row(&threads.to_string(), &trials));
    }
    println!("{table}");
    Ok(())
}

fn solve(args: &ProofsArgs, threads: usize, problem: &Problem) -> io::Result<Trial> {
    let ruleset = branan::rules::find(&problem.variant)
        .ok_or_else(|| io::Error::other(format!("unknown ruleset {}", problem.variant)))?;
    let mut engine =
        new_engine(ruleset, Resources { hash: 1, threads: 1 }).map_err(io::Error::other)?;
    engine.set_up_text(Some(&problem.fen), &[]).map_err(io::Error::other)?;
    let mut prover =
        engine.prover(Resources { hash: args.hash, threads }).map_err(io::Error::other)?;
    let allowed = Duration::from_secs_f64(args.seconds);
    let budget = Budget { time: Some(allowed), nodes: None };
    let solution = prover.prove(&budget, &AtomicBool::new(false), &mut |_| {});
    Ok(trial(&solution, allowed))
}

fn trial(solution: &Solution<Move>, allowed: Duration) -> Trial {
    let solved = matches!(solution.answer, Answer::Win | Answer::Loss);
    let time = if solved { solution.elapsed.min(allowed) } else { allowed };
    Trial { solved, time, nodes: solution.nodes }
}

fn row(name: &str, trials: &[Trial]) -> Vec<String> {
    let number = trials.len().max(1);
    let solved_within = |seconds: f64| {
        let soon = |trial: &&Trial| trial.solved && trial.time.as_secs_f64() <= seconds;
        format!("{} of {}", trials.iter().filter(soon).count(), trials.len())
    };
    // Zero has no logarithm.
    let logarithm = |trial: &Trial| trial.time.as_secs_f64().max(1e-4).ln();
    let logarithms: f64 = trials.iter().map(logarithm).sum();
    let nodes: u64 = trials.iter().map(|trial| trial.nodes).sum();
    let mut row = vec![name.to_owned()];
    row.extend(WITHIN.map(solved_within));
    row.push(format!("{:.1} ms", 1e3 * (logarithms / number as f64).exp()));
    row.push(nodes.to_string());
    row
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::assert_open;

    #[test]
    fn a_row_sums_up_the_trials() {
        let trial = |solved, milliseconds, nodes| Trial {
            solved,
            time: Duration::from_millis(milliseconds),
            nodes,
        };
        let trials = [trial(true, 10, 100), trial(false, 10_000, 5000), trial(true, 10_000, 20)];
        let found = row("x", &trials);
        assert_eq!(found, ["x", "1 of 3", "2 of 3", "2 of 3", "2 of 3", "1000.0 ms", "5120"]);
        assert_eq!(row("x", &[])[1], "0 of 0");
    }

    #[test]
    fn every_position_is_one_of_its_ruleset() {
        let problems = problems(include_str!("positions.tsv"));
        assert!(problems.len() >= 40);
        assert_open(&problems);
    }
}
