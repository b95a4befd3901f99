//! Playing the games of all trials.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};

use thiserror::Error;

use super::plan::BalancePlan;
use super::play::{PlayError, play};
use super::record::record;
use super::tally::Tally;
use crate::datagen::KeepGame;

/// Why the balance cannot be measured.
#[derive(Debug, Error)]
#[error("{trial}: {source}")]
pub struct BalanceError {
    /// The ruleset of the trial.
    pub trial: String,
    /// Why it cannot be played.
    pub source: PlayError,
}

/// Plays the games of the share, the trials in turn, and counts their results in the order of the trials. When
/// `stop` is set, it ends after the games at work. `keep` gets each game, and `report` is called after it.
///
/// # Errors
/// When a ruleset cannot be played, a game cannot be kept, or the system lacks memory or threads.
pub fn measure(
    plan: &BalancePlan,
    stop: &AtomicBool,
    keep: Option<KeepGame>,
    report: &(dyn Fn() + Sync),
) -> Result<Vec<Tally>, BalanceError> {
    let tallies = Mutex::new(vec![Tally::default(); plan.trials.len()]);
    let next = AtomicU64::new(0);
    let failed = AtomicBool::new(false);
    let work = || {
        while !stop.load(Relaxed) && !failed.load(Relaxed) {
            let turn = next.fetch_add(1, Relaxed);
            let (index, place) = split(turn, plan.trials.len());
            let round = plan.share.round(index);
            let Some(trial) = plan.trials.get(place).filter(|_| round < plan.games) else { break };
            let played = play(plan, trial, round).and_then(|game| {
                let record = || record(plan, trial, round, &*game);
                keep.map_or(Ok(()), |keep| keep(record()).map_err(PlayError::Keep))?;
                Ok(game)
            });
            let game = played.map_err(|source| {
                failed.store(true, Relaxed);
                BalanceError { trial: trial.ruleset.name.clone(), source }
            })?;
            let mut tallies = tallies.lock().unwrap_or_else(PoisonError::into_inner);
            tallies[place].add(game.outcome(), game.line().len());
            report();
        }
        Ok(())
    };
    std::thread::scope(|scope| {
        let threads: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(work)).collect();
        threads
            .into_iter()
            .try_for_each(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    })?;
    Ok(tallies.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// The index of the round of a turn, and the place in it.
fn split(turn: u64, places: usize) -> (u64, usize) {
    let places = places.max(1) as u64;
    (turn / places, (turn % places) as usize)
}
