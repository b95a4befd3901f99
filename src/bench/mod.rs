//! The benchmark: fixed positions of several rulesets, searched to fixed depths on one thread.
//!
//! The number of nodes is the same on every machine and in every run: it changes only when the
//! search or the evaluation does.

use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::board::{
    Board, BoardGame, BoardRules, BoardVisitor, Game, MoveError, SetupError, with_board,
};
use crate::eval::BoardEvaluation;
use crate::rules::{self, Ruleset};
use crate::search::{Control, Limits, ResourceError, Searcher};
use crate::text::per_second;

/// How to search the positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchSettings {
    /// The size of the transposition table, in MiB.
    pub hash: usize,
    /// The number of threads; with more than one, the number of nodes differs from run to run.
    pub threads: usize,
    /// The depth of all searches, in place of each position's own.
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

/// The benchmark's positions: ruleset, depth and moves from the start, separated by tabs.
fn positions() -> impl Iterator<Item = BenchPosition> {
    let lines = include_str!("positions.tsv").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| {
        let mut fields = line.split('\t');
        let (variant, depth, moves) = (fields.next()?, fields.next()?, fields.next()?);
        Some(BenchPosition { variant, depth: depth.parse().ok()?, moves })
    })
}

/// Why the benchmark could not be run.
#[derive(Debug, thiserror::Error)]
pub enum BenchError {
    /// One of its rulesets cannot be set up.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is not enough memory, or no thread, for the search.
    #[error(transparent)]
    Resources(#[from] ResourceError),
    /// A ruleset it uses does not exist.
    #[error("the benchmark's ruleset '{0}' does not exist")]
    Variant(&'static str),
    /// A position of it is not legal.
    #[error("the benchmark's position is not legal: {0}")]
    Move(#[from] MoveError),
    /// It was told to stop.
    #[error("the benchmark was stopped")]
    Stopped,
}

/// Searches all positions as the benchmark is meant, tells of each, and returns the last line:
/// `N nodes M nps`.
///
/// # Errors
/// When a position cannot be searched, or `control` stops it.
pub fn run(control: &Control, report: &mut dyn FnMut(&str)) -> Result<String, BenchError> {
    run_with(&BenchSettings::default(), control, report)
}

/// The same with other settings.
///
/// # Errors
/// When a position cannot be searched, or `control` stops it.
pub fn run_with(
    settings: &BenchSettings,
    control: &Control,
    report: &mut dyn FnMut(&str),
) -> Result<String, BenchError> {
    let mut nodes = 0;
    let mut elapsed = Duration::ZERO;
    for (index, position) in positions().enumerate() {
        let depth = settings.depth.unwrap_or(position.depth);
        let position = BenchPosition { depth, ..position };
        let start = Instant::now();
        let searched = search(&position, settings, control)?;
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
fn search(
    position: &BenchPosition,
    settings: &BenchSettings,
    control: &Control,
) -> Result<u64, BenchError> {
    let ruleset = rules::find(position.variant).ok_or(BenchError::Variant(position.variant))?;
    let side = ruleset.side_length();
    with_board(side, BenchSearch { ruleset, position, settings, control })
        .unwrap_or(Err(SetupError::Size(side).into()))
}

/// A search to be done on a board of whatever size its ruleset has.
struct BenchSearch<'a> {
    ruleset: &'a Ruleset,
    position: &'a BenchPosition,
    settings: &'a BenchSettings,
    control: &'a Control,
}

impl BoardVisitor for BenchSearch<'_> {
    type Output = Result<u64, BenchError>;

    fn visit<B: Board>(self) -> Self::Output {
        let rules = BoardRules::<B>::new(self.ruleset)?;
        let evaluation = Arc::new(BoardEvaluation::of(&rules));
        let mut searcher = Searcher::new(evaluation, self.settings.hash, self.settings.threads)?;
        let mut game = BoardGame::<B>::new(Arc::new(rules));
        for text in self.position.moves.split_whitespace() {
            game.play_text(text)?;
        }
        let limits = Limits { depth: Some(self.position.depth), ..Limits::default() };
        let answer = searcher.think(&game, &limits, 1, Duration::ZERO, self.control, &mut |_| {});
        if self.control.is_stopped() { Err(BenchError::Stopped) } else { Ok(answer.nodes) }
    }
}
