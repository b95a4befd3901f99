//! The benchmark: fixed positions of several rulesets, searched to fixed depths on one thread.
//!
//! The number of nodes is the same on every machine and in every run: it changes only when the
//! search or the evaluation does.

use std::sync::Arc;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use crate::engine::{
    EngineError, PositionError, Request, Resources, SearchError, Update, new_engine, per_second,
};
use crate::rules;
use crate::search::{Control, Limits};

/// A position to search.
struct Position {
    variant: &'static str,
    depth: u32,
    moves: &'static str,
}

/// The benchmark's positions: ruleset, depth and moves from the start, separated by tabs.
fn positions() -> impl Iterator<Item = Position> {
    let lines = include_str!("bench.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let (variant, depth, moves) = (fields.next()?, fields.next()?, fields.next()?);
        Some(Position { variant, depth: depth.parse().ok()?, moves })
    })
}

/// Why the benchmark could not be run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// There is no engine for one of its rulesets.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A ruleset it uses does not exist.
    #[error("the benchmark's ruleset '{0}' does not exist")]
    Variant(&'static str),
    /// A position of it is not legal.
    #[error("the benchmark's position is not legal: {0}")]
    Position(#[from] PositionError),
    /// A search of it could not be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// It was told to stop.
    #[error("the benchmark was stopped")]
    Stopped,
}

/// Searches all positions, tells of each, and returns the last line: `N nodes M nps`.
///
/// # Errors
/// When a position cannot be searched, or `control` stops it.
pub fn run(control: &Control, report: &mut dyn FnMut(&str)) -> Result<String, BenchError> {
    let mut nodes = 0;
    let mut elapsed = Duration::ZERO;
    for (index, position) in positions().enumerate() {
        let start = Instant::now();
        let searched = search(&position, control)?;
        let took = start.elapsed();
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

/// The nodes of one search.
fn search(position: &Position, control: &Control) -> Result<u64, BenchError> {
    let ruleset = rules::find(position.variant).ok_or(BenchError::Variant(position.variant))?;
    let mut engine = new_engine(ruleset, Resources { hash: 16, threads: 1 })?;
    let moves: Vec<String> = position.moves.split_whitespace().map(str::to_owned).collect();
    engine.set_up(None, &moves)?;
    let request = Request::new(Limits { depth: Some(position.depth), ..Limits::default() });
    let (sender, receiver) = mpsc::channel();
    let own = Arc::new(Control::default());
    let sink = Box::new(move |update: Update| {
        if let Update::Best { nodes, .. } = update {
            // Nobody listens any more when the benchmark was stopped.
            let _ = sender.send(nodes);
        }
    });
    let thread = engine.search(request, Arc::clone(&own), sink)?;
    let nodes = loop {
        match receiver.recv_timeout(Duration::from_millis(20)) {
            Ok(nodes) => break Ok(nodes),
            Err(mpsc::RecvTimeoutError::Disconnected) => break Err(BenchError::Stopped),
            Err(mpsc::RecvTimeoutError::Timeout) if control.is_stopped() => {
                own.stop();
                break Err(BenchError::Stopped);
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {}
        }
    };
    // The search has ended or is about to.
    let _ = thread.join();
    nodes
}
