//! Collects the games of a match that are played elsewhere.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::plan::Plan;
use super::run_options::RunOptions;
use super::runner::{MatchObserver, MatchSummary, Remaining, RunError, RunningMatch};
use crate::record::{GameRecord, ReadError};

/// How often to check whether to stop.
const PAUSE: Duration = Duration::from_millis(100);

/// Counts finished games in any order, until all are there or the test has decided. A game that
/// arrives twice counts once.
///
/// Setting `stop` or dropping the sender ends it soon. Games received so far are on file.
///
/// # Errors
/// If a game belongs to another match, cannot be read or cannot be saved.
pub fn collect(
    plan: &Plan,
    left: Remaining,
    options: &RunOptions,
    games: &Receiver<Result<GameRecord, ReadError>>,
    stop: &AtomicBool,
    observer: &mut dyn MatchObserver,
) -> Result<MatchSummary, RunError> {
    let begin = Instant::now();
    let todo = left.todo;
    let mut missing: HashSet<u64> = todo.iter().map(|fixture| fixture.index).collect();
    let mut state = RunningMatch::new(plan, options, left.earlier, left.store);
    while state.ending().is_none() && !missing.is_empty() && !stop.load(Ordering::Relaxed) {
        let game = match games.recv_timeout(PAUSE) {
            Ok(game) => game?,
            Err(RecvTimeoutError::Timeout) => continue,
            Err(RecvTimeoutError::Disconnected) => break,
        };
        let fixture = plan.fixture_of(&game)?;
        if missing.remove(&fixture.index) {
            state.finish(&game)?;
            observer.finished(&state.progress(), &game);
        }
    }
    Ok(state.summary(missing.is_empty(), begin.elapsed(), None))
}
