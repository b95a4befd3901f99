//! Measures the gain from more threads: nodes per second and time to depth, against one thread.

#[path = "../engine.rs"]
mod engine;
#[path = "../progress.rs"]
mod progress;

use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use branan::arena::engine::EngineProcess;
use clap::Parser;
use comfy_table::{Table, presets};
use engine::failed;
use progress::Progress;

/// Compares searches to a depth with one thread and with several.
///
/// They alternate on each opening, so that a temporarily slow machine affects all alike. The
/// median of several runs counts. Openings that one thread finishes in less than a twentieth of a
/// second are left out.
#[derive(Debug, Parser)]
struct ThreadsArgs {
    /// The engine
    engine: PathBuf,
    /// Numbers of threads to compare with one
    #[arg(long, value_delimiter = ',', default_value = "2")]
    threads: Vec<usize>,
    /// Rulesets and depths
    #[arg(
        long,
        value_delimiter = ',',
        value_parser = task,
        value_name = "RULESET=DEPTH",
        default_value = "brandubh-macwhite=19,brandubh-fosdick-21=18,brandub-walker=19,tablut=15,tawlbwrdd=14"
    )]
    depths: Vec<Task>,
    /// Openings per ruleset, spread evenly over its book
    #[arg(long, default_value_t = 14)]
    openings: usize,
    /// Searches per opening and number of threads
    #[arg(long, default_value_t = 3)]
    runs: usize,
    /// Size of the transposition table in MiB
    #[arg(long, default_value_t = 64)]
    hash: usize,
    /// Folder with the opening books
    #[arg(long, default_value = "books")]
    books: PathBuf,
}

#[derive(Clone, Debug)]
struct Task {
    variant: String,
    depth: u32,
}

fn task(text: &str) -> Result<Task, String> {
    let (variant, depth) = text.split_once('=').ok_or("write RULESET=DEPTH")?;
    let depth = depth.parse().map_err(|_| format!("'{depth}' is no depth"))?;
    Ok(Task { variant: variant.to_owned(), depth })
}

/// The time and nodes of a search.
#[derive(Clone, Copy)]
struct Effort {
    seconds: f64,
    nodes: f64,
}

impl Effort {
    /// Nodes per second.
    fn speed(&self) -> f64 {
        self.nodes / self.seconds
    }
}

/// The medians of an opening.
#[derive(Clone, Copy)]
struct Comparison {
    one: Effort,
    several: Effort,
}

const HEADER: [&str; 7] =
    ["ruleset", "threads", "openings", "one thread", "nodes/s", "nodes", "time to depth"];

/// The shortest usable time, in seconds. Below it, starting the threads dominates.
const SHORTEST: f64 = 0.05;

fn main() -> ExitCode {
    match run(&ThreadsArgs::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("threads: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &ThreadsArgs) -> io::Result<()> {
    let numbers = std::iter::once(1).chain(args.threads.iter().copied());
    let mut engines: Vec<EngineProcess> =
        numbers.map(|threads| start(args, threads)).collect::<io::Result<_>>()?;
    let mut table = Table::new();
    table.load_style(presets::UTF8_FULL_CONDENSED);
    table.set_header(HEADER);
    let mut all = vec![Vec::new(); args.threads.len()];
    let mut progress = Progress::new("openings", args.depths.len() * args.openings);
    for task in &args.depths {
        let mut of_task = vec![Vec::new(); args.threads.len()];
        for moves in openings(&args.books.join(format!("{}.txt", task.variant)), args.openings)? {
            let medians = medians(&mut engines, task, &moves, args.runs)?;
            for (comparisons, comparison) in of_task.iter_mut().zip(compared(&medians)) {
                comparisons.push(comparison);
            }
            progress.step();
        }
        table.add_rows(rows(&task.variant, &args.threads, &of_task));
        for (all, comparisons) in all.iter_mut().zip(of_task) {
            all.extend(comparisons);
        }
    }
    drop(progress);
    table.add_rows(rows("all", &args.threads, &all));
    println!("{table}\nthreads against one thread: geometric means of ratios");
    Ok(())
}

fn start(args: &ThreadsArgs, threads: usize) -> io::Result<EngineProcess> {
    let mut engine = engine::start(&args.engine)?;
    engine.set_option("Threads", &threads.to_string()).map_err(failed)?;
    engine.set_option("Hash", &args.hash.to_string()).map_err(failed)?;
    Ok(engine)
}

/// The median effort of each engine after the moves of an opening.
fn medians(
    engines: &mut [EngineProcess],
    task: &Task,
    moves: &str,
    runs: usize,
) -> io::Result<Vec<Effort>> {
    let position = format!("startpos moves {moves}");
    let mut efforts = vec![Vec::new(); engines.len()];
    for _ in 0..runs.max(1) {
        for (engine, efforts) in engines.iter_mut().zip(&mut efforts) {
            engine::set_up(engine, &task.variant, &position)?;
            efforts.push(search(engine, &position, task.depth)?);
        }
    }
    Ok(efforts.into_iter().map(median).collect())
}

/// Compares each effort with the first. Empty if the first is too short to measure.
fn compared(medians: &[Effort]) -> Vec<Comparison> {
    match medians {
        [one, others @ ..] if one.seconds >= SHORTEST => {
            others.iter().map(|several| Comparison { one: *one, several: *several }).collect()
        }
        _ => Vec::new(),
    }
}

/// Some openings of a book, spread evenly.
fn openings(book: &Path, number: usize) -> io::Result<Vec<String>> {
    let text = std::fs::read_to_string(book)
        .map_err(|error| io::Error::other(format!("{}: {error}", book.display())))?;
    let moves = |line: &str| line.split('#').next().unwrap_or_default().trim().to_owned();
    let all: Vec<String> = text.lines().map(moves).filter(|moves| !moves.is_empty()).collect();
    let step = (all.len() / number.max(1)).max(1);
    Ok(all.into_iter().step_by(step).take(number).collect())
}

fn search(engine: &mut EngineProcess, position: &str, depth: u32) -> io::Result<Effort> {
    let answer = engine.think(&format!("position {position}"), &format!("go depth {depth}"), None);
    let answer = answer.map_err(failed)?;
    let nodes = answer.info.nodes.unwrap_or(0) as f64;
    Ok(Effort { seconds: answer.elapsed.as_secs_f64(), nodes })
}

/// The search in the middle by time, or the mean of the two there.
fn median(mut efforts: Vec<Effort>) -> Effort {
    efforts.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
    let [one, other] = [(efforts.len() - 1) / 2, efforts.len() / 2].map(|at| efforts[at]);
    let mean = |one: f64, other: f64| f64::midpoint(one, other);
    Effort { seconds: mean(one.seconds, other.seconds), nodes: mean(one.nodes, other.nodes) }
}

/// The rows of a ruleset, one for each number of threads.
fn rows(name: &str, threads: &[usize], comparisons: &[Vec<Comparison>]) -> Vec<[String; 7]> {
    threads.iter().zip(comparisons).map(|(threads, all)| row(name, *threads, all)).collect()
}

fn row(name: &str, threads: usize, comparisons: &[Comparison]) -> [String; 7] {
    let number = comparisons.len().max(1) as f64;
    let mean = |ratio: fn(&Comparison) -> f64| {
        let logarithms: f64 = comparisons.iter().map(|known| ratio(known).ln()).sum();
        format!("×{:.2}", (logarithms / number).exp())
    };
    let seconds: f64 = comparisons.iter().map(|known| known.one.seconds).sum();
    [
        name.to_owned(),
        threads.to_string(),
        comparisons.len().to_string(),
        format!("{:.2} s", seconds / number),
        mean(|known| known.several.speed() / known.one.speed()),
        mean(|known| known.several.nodes / known.one.nodes),
        mean(|known| known.one.seconds / known.several.seconds),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_task_is_a_ruleset_and_a_depth() {
        let Task { variant, depth } = task("tablut=15").unwrap();
        assert_eq!((variant.as_str(), depth), ("tablut", 15));
        for bad in ["tablut", "tablut=", "tablut=-1", "tablut=deep"] {
            assert!(task(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_median_is_the_search_in_the_middle() {
        let effort = |seconds| Effort { seconds, nodes: 2.0 * seconds };
        let found = median(vec![effort(9.0), effort(1.0), effort(2.0)]);
        assert_eq!((found.seconds, found.nodes, found.speed()), (2.0, 4.0, 2.0));
        let found = median(vec![effort(9.0), effort(1.0), effort(2.0), effort(4.0)]);
        assert_eq!((found.seconds, found.nodes), (3.0, 6.0));
    }

    #[test]
    fn openings_are_spread_over_the_book() {
        let book = tempfile::NamedTempFile::new().unwrap();
        let lines: String = (0..9).map(|number| format!("move{number} # said of it\n\n")).collect();
        std::fs::write(book.path(), format!("# a book\n{lines}")).unwrap();
        assert_eq!(openings(book.path(), 3).unwrap(), ["move0", "move3", "move6"]);
        assert_eq!(openings(book.path(), 20).unwrap().len(), 9);
        assert!(openings(Path::new("/no/such/book"), 1).is_err());
    }

    #[test]
    fn a_row_compares_by_geometric_means() {
        let effort = |seconds, nodes| Effort { seconds, nodes };
        let twice = Comparison { one: effort(2.0, 100.0), several: effort(1.0, 100.0) };
        let eight = Comparison { one: effort(8.0, 100.0), several: effort(1.0, 100.0) };
        let found = row("x", 3, &[twice, eight]);
        assert_eq!(found, ["x", "3", "2", "5.00 s", "×4.00", "×1.00", "×4.00"]);
    }

    #[test]
    fn several_numbers_of_threads_are_each_compared_with_one() {
        let args = ThreadsArgs::parse_from(["threads", "engine", "--threads", "2,4"]);
        assert_eq!(args.threads, [2, 4]);
        let effort = |seconds| Effort { seconds, nodes: 1.0 };
        let found = compared(&[effort(4.0), effort(2.0), effort(1.0)]);
        let found: Vec<Vec<Comparison>> = found.into_iter().map(|one| vec![one]).collect();
        let found = rows("x", &args.threads, &found);
        assert_eq!([&found[0][1], &found[0][6]], ["2", "×2.00"]);
        assert_eq!([&found[1][1], &found[1][6]], ["4", "×4.00"]);
        assert!(compared(&[effort(0.01), effort(1.0)]).is_empty());
    }
}
