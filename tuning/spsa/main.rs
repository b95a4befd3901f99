//! Tunes parameters of the search by games between values to both sides of the present ones.

mod optimiser;
mod pair;
#[path = "../progress.rs"]
mod progress;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use branan::arena::tournament::{Openings, OpeningsOrder, OpeningsSource};
use branan::rules::{self, Ruleset};
use clap::Parser;
use comfy_table::{Table, presets};
use optimiser::{Parameter, Run};
use progress::Progress;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Tunes parameters of the search by SPSA.
///
/// The engine must be a build with `--features tune`. Each iteration plays two games from one opening,
/// the roles swapped, between values to one side of the present ones and values to the other. The state
/// is kept in a file after each iteration, and the same command goes on from there.
#[derive(Debug, Parser)]
struct SpsaArgs {
    /// The engine's program
    engine: PathBuf,
    /// What is tuned, between which bounds, and by which step both sides are tried in the end
    #[arg(long = "parameter", value_name = "NAME=START,LEAST,MOST,STEP", required = true)]
    parameters: Vec<Parameter>,
    /// The file of the state
    #[arg(long, value_name = "FILE")]
    state: PathBuf,
    /// Iterations, of two games each
    #[arg(long, default_value_t = 10_000)]
    iterations: u64,
    /// How far a parameter moves in the last iteration for each point, in steps
    #[arg(long, default_value_t = 0.006)]
    rate: f64,
    /// Nodes for each move
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// The table's size in MiB
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Rulesets, in turns
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "NAME,…",
        default_value = "brandub-walker,tablut"
    )]
    variant: Vec<String>,
    /// The folder of the books
    #[arg(long, default_value = "books")]
    books: PathBuf,
    /// Games at a time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Seed of what is tried and of the order of openings
    #[arg(long, default_value_t = 0)]
    seed: u64,
}

/// A ruleset with its openings.
struct Field {
    rules: &'static Ruleset,
    openings: Openings,
}

fn main() -> ExitCode {
    match tune(&SpsaArgs::parse()) {
        Ok(run) => {
            println!("{}", table(&run));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("spsa: {error}");
            ExitCode::from(2)
        }
    }
}

fn tune(args: &SpsaArgs) -> io::Result<Run> {
    let fields = fields(args)?;
    let run = if args.state.exists() {
        Run::load(&args.state)?
    } else {
        Run::new(args.parameters.clone(), args.iterations, args.rate)
    };
    if !run.is_of(&args.parameters, args.iterations, args.rate) {
        let path = args.state.display();
        let words = "has other parameters, bounds, steps, iterations or another rate";
        return Err(io::Error::other(format!("the run in {path} {words}; give another --state")));
    }
    let progress = Progress::new("iterations", run.iterations as usize);
    progress.bar.set_position(run.done);
    let next = AtomicU64::new(run.done);
    let failed = AtomicBool::new(false);
    let shared = Mutex::new((run, progress));
    let results: Vec<io::Result<()>> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..args.concurrency.max(1))
            .map(|_| {
                scope.spawn(|| {
                    let result = work(args, &fields, &next, &failed, &shared);
                    failed.fetch_or(result.is_err(), Ordering::Relaxed);
                    result
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("workers do not panic")).collect()
    });
    results.into_iter().collect::<io::Result<()>>()?;
    let (run, progress) = shared.into_inner().expect("workers do not panic");
    drop(progress);
    Ok(run)
}

/// Plays iterations until there are enough, or another worker has failed.
fn work(
    args: &SpsaArgs,
    fields: &[Field],
    next: &AtomicU64,
    failed: &AtomicBool,
    shared: &Mutex<(Run, Progress)>,
) -> io::Result<()> {
    while !failed.load(Ordering::Relaxed) {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= args.iterations {
            break;
        }
        let mut random = ChaCha8Rng::seed_from_u64(args.seed);
        random.set_stream(number);
        let trial = shared.lock().expect("workers do not panic").0.trial(number, &mut random);
        let specs = trial.sides.each_ref();
        let specs = [specs[0], specs[1]]
            .map(|options| pair::spec(&args.engine, args.nodes, args.hash, options));
        let [first, second] = specs;
        let turn = number as usize;
        let field = &fields[turn % fields.len()];
        let opening = field.openings.pick((turn / fields.len()) as u32);
        let points = pair::play_pair(&[first?, second?], field.rules, opening)?;
        let (run, progress) = &mut *shared.lock().expect("workers do not panic");
        run.learn(&trial, points);
        run.save(&args.state)?;
        progress.step();
    }
    Ok(())
}

fn fields(args: &SpsaArgs) -> io::Result<Vec<Field>> {
    let field = |name: &String| {
        let rules = rules::find(name).ok_or_else(|| format!("there is no ruleset {name}"))?;
        let file = args.books.join("{variant}.txt").display().to_string();
        let source = OpeningsSource { file, order: OpeningsOrder::Random, start: 1, plies: None };
        let openings =
            Openings::load(&source, rules, args.seed).map_err(|error| error.to_string())?;
        Ok(Field { rules, openings })
    };
    args.variant.iter().map(field).collect::<Result<_, String>>().map_err(io::Error::other)
}

fn table(run: &Run) -> String {
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(["parameter", "value", "from", "to", "step"]);
    for Parameter { name, value, least, most, step } in &run.parameters {
        table.add_row([
            name.clone(),
            format!("{value:.1}"),
            least.to_string(),
            most.to_string(),
            step.to_string(),
        ]);
    }
    let done = run.done;
    format!("{table}\nafter {done} iterations; points of first sides {:+.0}", run.balance)
}
