//! The benchmark: fixed positions of several rulesets, searched to fixed depths on one thread.
//!
//! The node count is the same on every machine and in every run. It changes only when the search or
//! the evaluation does.

use std::sync::mpsc::RecvTimeoutError;
use std::time::{Duration, Instant};

use crate::engine::{
    EngineError, PositionError, Request, Resources, SearchError, Update, channel, new_engine,
};
use crate::rules;
use crate::search::Limits;
use crate::text::per_second;

/// Search settings of the benchmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchSettings {
    /// Size of the transposition table in MiB.
    pub hash: usize,
    /// Number of threads. With more than one, the node count varies from run to run.
    pub threads: usize,
    /// Depth of every search. `None` uses each position's own depth.
    pub depth: Option<u32>,
}

impl Default for BenchSettings {
    fn default() -> Self {
        Self { hash: 16, threads: 1, depth: None }
    }
}

/// A position to search.
struct BenchPosition {
    variant: &'static str,
    depth: u32,
    moves: &'static str,
}

/// The benchmark's positions. A line holds ruleset, depth and moves from the start, separated by
/// tabs.
fn positions() -> impl Iterator<Item = BenchPosition> {
    let lines = include_str!("positions.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let (variant, depth, moves) = (fields.next()?, fields.next()?, fields.next()?);
        Some(BenchPosition { variant, depth: depth.parse().ok()?, moves })
    })
}

/// Why the benchmark cannot run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// A ruleset has no engine, or memory or threads are short.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// A ruleset is unknown.
    #[error("the benchmark's ruleset '{0}' does not exist")]
    Variant(&'static str),
    /// A position is not legal.
    #[error("the benchmark's position is not legal: {0}")]
    Position(#[from] PositionError),
    /// Stopped by the caller.
    #[error("the benchmark was stopped")]
    Stopped,
}

/// Runs the benchmark with its default settings. `report` receives a line for each position.
/// Returns the last line, `N nodes M nps`.
///
/// # Errors
/// If a position cannot be searched.
pub fn run(report: &mut dyn FnMut(&str)) -> Result<String, BenchError> {
    run_with(&BenchSettings::default(), &|| false, report)
}

/// Runs the benchmark with other settings, until it ends or has been stopped.
///
/// # Errors
/// If a position cannot be searched, or once `stopped` is true.
pub fn run_with(
    settings: &BenchSettings,
    stopped: &dyn Fn() -> bool,
    report: &mut dyn FnMut(&str),
) -> Result<String, BenchError> {
    let mut nodes = 0;
    let mut elapsed = Duration::ZERO;
    for (index, position) in positions().enumerate() {
        let depth = settings.depth.unwrap_or(position.depth);
        let position = BenchPosition { depth, ..position };
        let (searched, took) = search(&position, settings, stopped)?;
        report(&format!(
            "{:>2}. {:<20} depth {:>2} {searched:>9} nodes {:>6} ms",
            index + 1,
            position.variant,
            position.depth,
            took.as_millis()
        ));
        nodes += searched;
        elapsed += took;
    }
    Ok(format!("{nodes} nodes {} nps", per_second(nodes, elapsed)))
}

/// How often a search is asked whether it has been stopped.
const POLL: Duration = Duration::from_millis(20);

/// Searches one position. Returns its node count and the time taken.
fn search(
    position: &BenchPosition,
    settings: &BenchSettings,
    stopped: &dyn Fn() -> bool,
) -> Result<(u64, Duration), BenchError> {
    let ruleset = rules::find(position.variant).ok_or(BenchError::Variant(position.variant))?;
    let resources = Resources { hash: settings.hash, threads: settings.threads };
    let mut engine = new_engine(ruleset, resources)?;
    let moves: Vec<String> = position.moves.split_whitespace().map(str::to_owned).collect();
    engine.set_up_text(None, &moves)?;
    let request = Request::new(Limits { depth: Some(position.depth), ..Limits::default() });
    let (sink, updates) = channel();
    let start = Instant::now();
    // Ends the search when it goes out of scope.
    let _running = engine.search(request, sink)?;
    while !stopped() {
        match updates.recv_timeout(POLL) {
            Ok(Update::Best { nodes, .. }) => return Ok((nodes, start.elapsed())),
            Ok(_) | Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Err(BenchError::Stopped)
}
