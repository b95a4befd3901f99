//! Measures how fast engines announce forced wins.

#[path = "../engine.rs"]
mod engine;
#[path = "../problems.rs"]
mod problems;
#[path = "../progress.rs"]
mod progress;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use branan::arena::engine::EngineProcess;
use clap::Parser;
use comfy_table::{Table, presets};
use engine::failed;
use problems::{Problem, Trial, problems};
use progress::Progress;

/// Measures how fast engines announce forced wins.
///
/// The table is cleared before each search. A position that is not solved counts with the full time
/// allowed.
#[derive(Debug, Parser)]
struct TacticsArgs {
    /// The engines
    #[arg(required = true)]
    engines: Vec<PathBuf>,
    /// Positions: ruleset, FEN, and the moves to the win as first found, separated by tabs
    #[arg(long, default_value = "tuning/tactics/positions.tsv")]
    positions: PathBuf,
    /// Seconds allowed per position
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

fn solve(engine: &mut EngineProcess, problem: &Problem, allowed: Duration) -> io::Result<Trial> {
    /// How late an answer may be.
    const GRACE: Duration = Duration::from_secs(10);
    engine::set_up(engine, &problem.variant, &format!("fen {}", problem.fen))?;
    engine.send(&format!("go movetime {}", allowed.as_millis())).map_err(failed)?;
    let wanted = |line: &str| announces_win(line) || is_answer(line);
    let heard = engine.listen(allowed + GRACE, wanted).map_err(failed)?;
    let solved = heard.lines.last().is_some_and(|line| announces_win(line));
    if solved {
        engine.send("stop").map_err(failed)?;
        engine.listen(GRACE, is_answer).map_err(failed)?;
    }
    let nodes = heard.lines.iter().rev().find_map(|line| number_after(line, "nodes"));
    Ok(Trial {
        solved,
        time: if solved { heard.elapsed } else { allowed },
        nodes: nodes.and_then(|nodes| u64::try_from(nodes).ok()).unwrap_or(0),
    })
}

fn is_answer(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

/// Whether an `info` line announces a win.
fn announces_win(line: &str) -> bool {
    line.starts_with("info") && number_after(line, "mate").is_some_and(|moves| moves > 0)
}

/// The number after a word in a line.
fn number_after(line: &str, word: &str) -> Option<i64> {
    line.split_ascii_whitespace().skip_while(|known| *known != word).nth(1)?.parse().ok()
}

fn main() -> ExitCode {
    match run(&TacticsArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tactics: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &TacticsArgs) -> io::Result<()> {
    let text = std::fs::read_to_string(&args.positions)?;
    let problems = problems(&text);
    let allowed = Duration::from_secs_f64(args.seconds);
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["engine", "solved", "time", "median time", "geometric mean", "nodes"]);
    for program in &args.engines {
        let mut engine = engine::start(program)?;
        let mut progress = Progress::new(&program.display().to_string(), problems.len());
        let mut trials = Vec::new();
        for problem in &problems {
            trials.push(solve(&mut engine, problem, allowed)?);
            progress.step();
        }
        table.add_row(row(&program.display().to_string(), &trials));
    }
    println!("{table}");
    Ok(())
}

fn row(name: &str, trials: &[Trial]) -> [String; 6] {
    let number = trials.len().max(1);
    let solved = trials.iter().filter(|trial| trial.solved).count();
    let mut times: Vec<f64> = trials.iter().map(|trial| trial.time.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let total: f64 = times.iter().sum();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    // Zero has no logarithm.
    let logarithms: f64 = times.iter().map(|time| time.max(1e-6).ln()).sum();
    let nodes: u64 = trials.iter().map(|trial| trial.nodes).sum();
    [
        name.to_owned(),
        format!("{solved} of {}", trials.len()),
        format!("{total:.1} s"),
        format!("{:.1} ms", 1e3 * median),
        format!("{:.1} ms", 1e3 * (logarithms / number as f64).exp()),
        nodes.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::assert_open;

    #[test]
    fn a_number_follows_its_word() {
        let line = "info depth 7 score mate -3 nodes 12345 time x";
        assert_eq!(number_after(line, "nodes"), Some(12345));
        assert_eq!(number_after(line, "mate"), Some(-3));
        for word in ["time", "nps", "x"] {
            assert_eq!(number_after(line, word), None, "{word}");
        }
    }

    #[test]
    fn a_row_sums_up_the_trials() {
        let trial = |solved, milliseconds, nodes| Trial {
            solved,
            time: Duration::from_millis(milliseconds),
            nodes,
        };
        let trials = [trial(true, 10, 100), trial(false, 1000, 5000), trial(true, 100, 20)];
        let found = row("x", &trials);
        assert_eq!(found, ["x", "2 of 3", "1.1 s", "100.0 ms", "100.0 ms", "5120"]);
        assert_eq!(row("x", &[])[1], "0 of 0");
    }

    #[test]
    fn every_position_is_one_of_its_ruleset() {
        let problems = problems(include_str!("positions.tsv"));
        assert_eq!(problems.len(), 100);
        assert_open(&problems);
    }
}
