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

/// The size of the transposition table, in MiB.
const HASH: usize = 16;

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
fn search(position: &BenchPosition, control: &Control) -> Result<u64, BenchError> {
    let ruleset = rules::find(position.variant).ok_or(BenchError::Variant(position.variant))?;
    let side = ruleset.side_length();
    with_board(side, BenchSearch { ruleset, position, control })
        .unwrap_or(Err(SetupError::Size(side).into()))
}

/// A search to be done on a board of whatever size its ruleset has.
struct BenchSearch<'a> {
    ruleset: &'a Ruleset,
    position: &'a BenchPosition,
    control: &'a Control,
}

impl BoardVisitor for BenchSearch<'_> {
    type Output = Result<u64, BenchError>;

    fn visit<B: Board>(self) -> Self::Output {
        let rules = BoardRules::<B>::new(self.ruleset)?;
        let evaluation = Arc::new(BoardEvaluation::of(&rules));
        let mut searcher = Searcher::new(evaluation, HASH, 1)?;
        let mut game = BoardGame::<B>::new(Arc::new(rules));
        for text in self.position.moves.split_whitespace() {
            game.play_text(text)?;
        }
        let limits = Limits { depth: Some(self.position.depth), ..Limits::default() };
        let answer = searcher.think(&game, &limits, 1, Duration::ZERO, self.control, &mut |_| {});
        if self.control.is_stopped() { Err(BenchError::Stopped) } else { Ok(answer.nodes) }
    }
}
