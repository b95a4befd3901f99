//! Collects the games of a match that are played elsewhere.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::news::{News, tell_beside};
use super::plan::Plan;
use super::run_options::RunOptions;
use super::runner::{MatchObserver, MatchSummary, Remaining, RunError, RunningMatch};
use crate::record::{GameRecord, ReadError, RecordedMove};

/// How often to check whether to stop.
const PAUSE: Duration = Duration::from_millis(100);

/// News of a game that is played elsewhere.
#[derive(Debug)]
pub enum Collected {
    /// It has begun. It is given by its index in the schedule.
    Started(u64),
    /// A move was played.
    Moved(u64, Box<RecordedMove>),
    /// It has ended.
    Finished(Box<GameRecord>),
}

/// Counts finished games in any order, until their end or until the test has decided. A game that
/// arrives twice counts once; what comes after the last missing one is only checked.
///
/// Setting `stop` or dropping the sender ends it soon. Games received so far are on file.
///
/// # Errors
/// If a game belongs to another match, is wrong, cannot be read or cannot be saved.
pub fn collect(
    plan: &Plan,
    left: Remaining,
    options: &RunOptions,
    news: Receiver<Result<Collected, ReadError>>,
    stop: &AtomicBool,
    observer: &mut dyn MatchObserver,
) -> Result<MatchSummary, RunError> {
    let begin = Instant::now();
    let mut missing: HashSet<u64> = left.todo.iter().map(|fixture| fixture.index).collect();
    let mut state = RunningMatch::new(plan, options, left.earlier, left.store);
    observer.begun(&state.progress());
    let (counted, awaited) = (&mut state, &mut missing);
    tell_beside(plan, observer, move |teller| {
        while counted.ending().is_none() && !stop.load(Ordering::Relaxed) {
            let next = match news.recv_timeout(PAUSE) {
                Ok(next) => next?,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if let Some(news) = take(plan, counted, awaited, next)? {
                // Nobody listens any more only if the observer has panicked.
                teller.send(news).unwrap_or_default();
            }
        }
        Ok::<(), RunError>(())
    })?;
    Ok(state.summary(missing.is_empty(), begin.elapsed(), None))
}

/// Counts what has arrived. Returns the news for the observer.
fn take(
    plan: &Plan,
    state: &mut RunningMatch,
    missing: &mut HashSet<u64>,
    collected: Collected,
) -> Result<Option<News>, RunError> {
    Ok(match collected {
        Collected::Started(index) => {
            plan.schedule.game(index).map(|fixture| News::Start(fixture, state.results()))
        }
        Collected::Moved(game, played) => Some(News::Move { game, played: *played }),
        Collected::Finished(game) => {
            let fixture = plan.fixture_of(&game)?;
            plan.check_moves(&fixture, &game)
                .map_err(|error| RunError::Wrong { game: fixture.index + 1, error })?;
            if missing.remove(&fixture.index) {
                state.finish(&game)?;
                Some(News::End(game, state.results()))
            } else {
                None
            }
        }
    })
}
