//! Tunes search parameters by games between opposite perturbations of the present values.

mod optimiser;
mod order;
mod pair;
#[path = "../progress.rs"]
mod progress;
mod relay;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use branan::arena::tournament::{Openings, OpeningsOrder, OpeningsSource};
use branan::rules::{self, Ruleset};
use chacha20::ChaCha8Rng;
use clap::Parser;
use comfy_table::{Table, presets};
use optimiser::{Parameter, Run, Trial};
use order::PairOrder;
use progress::Progress;
use rand::SeedableRng;
use serde_json::json;

/// Tunes parameters of the search with SPSA.
///
/// The engine must be built with `--features tune`. Each iteration perturbs the present values in
/// two opposite directions and plays two games between them, from one opening with the roles
/// swapped. The state is saved after each iteration, and the same command continues from it.
#[derive(Debug, Parser)]
struct SpsaArgs {
    /// The engine
    engine: PathBuf,
    /// A parameter with its start, bounds, and final perturbation
    #[arg(
        long = "parameter",
        value_name = "NAME=START,MIN,MAX,STEP",
        required_unless_present = "pair"
    )]
    parameters: Vec<Parameter>,
    /// File for the state
    #[arg(long, value_name = "FILE", default_value = "spsa.json")]
    state: PathBuf,
    /// Number of iterations, of two games each
    #[arg(long, default_value_t = 10_000)]
    iterations: u64,
    /// Change of a parameter per point in the last iteration, in steps
    #[arg(long, default_value_t = 0.006)]
    rate: f64,
    /// Nodes per move
    #[arg(long, default_value_t = 4000)]
    nodes: u64,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 16)]
    hash: usize,
    /// Rulesets, used in turn
    #[arg(
        long,
        value_delimiter = ',',
        value_name = "NAME,…",
        default_value = "brandub-walker,tablut"
    )]
    variant: Vec<String>,
    /// Folder with the opening books
    #[arg(long, default_value = "books")]
    books: PathBuf,
    /// Games played at the same time
    #[arg(long, default_value_t = 1)]
    concurrency: usize,
    /// Seed of the perturbations and of the order of openings
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Have the games played by another program, such as branan-cluster: print them as lines of JSON
    /// and read their points from standard input
    #[arg(long, conflicts_with = "concurrency")]
    relay: bool,
    /// Only play a pair of games that --relay has printed, and print its points
    #[arg(long, value_name = "JSON", value_parser = read_pair)]
    pair: Option<PairOrder>,
}

fn read_pair(text: &str) -> Result<PairOrder, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

/// A ruleset and its openings.
struct Field {
    rules: &'static Ruleset,
    openings: Openings,
}

fn main() -> ExitCode {
    let args = SpsaArgs::parse();
    let done = match &args.pair {
        Some(pair) => {
            pair.play(&args.engine, args.nodes, args.hash).map(|points| points.to_string())
        }
        None => tune(&args).map(|run| table(&run)),
    };
    match done {
        Ok(text) => {
            println!("{text}");
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
    if args.relay {
        return play_elsewhere(args, &fields, run, progress);
    }
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

/// Has the iterations played by a scheduler.
fn play_elsewhere(
    args: &SpsaArgs,
    fields: &[Field],
    run: Run,
    progress: Progress,
) -> io::Result<Run> {
    println!(
        "{}",
        json!({ "event": "begin", "engine": args.engine, "nodes": args.nodes, "hash": args.hash })
    );
    let mut next = run.done;
    let mut state = (run, progress);
    let pair = |(run, _): &mut (Run, Progress)| {
        let number = next;
        next += 1;
        (number < args.iterations).then(|| prepare(args, fields, run, number))
    };
    let learn = |(run, progress): &mut (Run, Progress), trial: &Trial, points| {
        run.learn(trial, points);
        progress.step();
        run.save(&args.state)
    };
    relay::give_out(&mut state, io::stdin().lock(), io::stdout(), pair, learn)?;
    Ok(state.0)
}

/// The trial of an iteration, and the games that it needs.
fn prepare(args: &SpsaArgs, fields: &[Field], run: &Run, number: u64) -> (Trial, PairOrder) {
    let mut random = ChaCha8Rng::seed_from_u64(args.seed);
    random.set_stream(number);
    let trial = run.trial(number, &mut random);
    let turn = number as usize;
    let field = &fields[turn % fields.len()];
    let opening = field.openings.pick((turn / fields.len()) as u32);
    let pair = PairOrder {
        sides: trial.sides.clone(),
        variant: field.rules.name.clone(),
        opening: opening.to_string(),
    };
    (trial, pair)
}

/// Plays iterations until all are done or another worker has failed.
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
        let (trial, pair) =
            prepare(args, fields, &shared.lock().expect("workers do not panic").0, number);
        let points = pair.play(&args.engine, args.nodes, args.hash)?;
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
