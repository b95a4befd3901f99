//! Measures how fast engines find wins: the time until each announces a win in positions that have
//! one.

#[path = "../engine.rs"]
mod engine;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use clap::Parser;
use comfy_table::{Table, presets};
use engine::{Engine, Reply, number_after};

/// Lets engines search positions with a forced win until they announce one.
///
/// The last position's table is emptied before each search. Times of what was not solved count as the
/// time allowed.
#[derive(Debug, Parser)]
struct Args {
    /// The engines' programs
    #[arg(required = true)]
    engines: Vec<PathBuf>,
    /// Positions: ruleset, FEN, and the moves to the win as first found, separated by tabs
    #[arg(long, default_value = "tuning/tactics/positions.tsv")]
    positions: PathBuf,
    /// Seconds allowed for a position
    #[arg(long, default_value_t = 5.0)]
    seconds: f64,
}

/// A position in which the side to move wins.
struct Problem {
    variant: String,
    fen: String,
}

/// What became of it.
#[derive(Clone, Copy)]
struct Attempt {
    solved: bool,
    time: Duration,
    nodes: u64,
}

fn solve(engine: &mut Engine, problem: &Problem, allowed: Duration) -> io::Result<Attempt> {
    engine.set_up(&problem.variant, &format!("fen {}", problem.fen))?;
    let start = Instant::now();
    engine.send(&format!("go movetime {}", allowed.as_millis()))?;
    let mut attempt = Attempt { solved: false, time: allowed, nodes: 0 };
    loop {
        match engine.reply()? {
            Reply::BestMove => return Ok(attempt),
            Reply::Info(line) if !attempt.solved => {
                if let Some(nodes) = number_after(&line, "nodes") {
                    attempt.nodes = u64::try_from(nodes).unwrap_or(0);
                }
                if number_after(&line, "mate").is_some_and(|moves| moves > 0) {
                    attempt.solved = true;
                    attempt.time = start.elapsed();
                    engine.send("stop")?;
                }
            }
            Reply::Info(_) | Reply::Other => {}
        }
    }
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tactics: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> io::Result<()> {
    let text = std::fs::read_to_string(&args.positions)?;
    let problems = problems(&text);
    let allowed = Duration::from_secs_f64(args.seconds);
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["engine", "solved", "time", "median time", "geometric mean", "nodes"]);
    for program in &args.engines {
        let mut engine = Engine::start(program)?;
        let progress = indicatif::ProgressBar::new(problems.len() as u64);
        let mut attempts = Vec::new();
        for problem in &problems {
            attempts.push(solve(&mut engine, problem, allowed)?);
            progress.inc(1);
        }
        progress.finish_and_clear();
        table.add_row(row(&program.display().to_string(), &attempts));
    }
    println!("{table}");
    Ok(())
}

fn problems(text: &str) -> Vec<Problem> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some(Problem { variant: fields.next()?.to_owned(), fen: fields.next()?.to_owned() })
        })
        .collect()
}

fn row(name: &str, attempts: &[Attempt]) -> [String; 6] {
    let number = attempts.len().max(1);
    let solved = attempts.iter().filter(|attempt| attempt.solved).count();
    let mut times: Vec<f64> = attempts.iter().map(|attempt| attempt.time.as_secs_f64()).collect();
    times.sort_by(f64::total_cmp);
    let total: f64 = times.iter().sum();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    // A time of nothing has no logarithm.
    let logarithms: f64 = times.iter().map(|time| time.max(1e-6).ln()).sum();
    let nodes: u64 = attempts.iter().map(|attempt| attempt.nodes).sum();
    [
        name.to_owned(),
        format!("{solved} of {}", attempts.len()),
        format!("{total:.1} s"),
        format!("{:.1} ms", 1e3 * median),
        format!("{:.1} ms", 1e3 * (logarithms / number as f64).exp()),
        nodes.to_string(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_sums_up_the_attempts() {
        let attempt = |solved, milliseconds, nodes| Attempt {
            solved,
            time: Duration::from_millis(milliseconds),
            nodes,
        };
        let attempts = [attempt(true, 10, 100), attempt(false, 1000, 5000), attempt(true, 100, 20)];
        let found = row("x", &attempts);
        assert_eq!(found, ["x", "2 of 3", "1.1 s", "100.0 ms", "100.0 ms", "5120"]);
        assert_eq!(row("x", &[])[1], "0 of 0");
    }

    #[test]
    fn every_position_is_one_of_its_ruleset() {
        let problems = problems(include_str!("positions.tsv"));
        assert_eq!(problems.len(), 100);
        for Problem { variant, fen } in problems {
            let ruleset = branan::rules::find(&variant).unwrap();
            let game = branan::board::new_game(ruleset, Some(&fen)).unwrap();
            assert!(game.outcome().is_none(), "{variant} {fen}");
        }
    }
}
