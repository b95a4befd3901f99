//! Making a book.

use thiserror::Error;

use super::contest::Contest;
use super::judges::{JudgedOpening, Judges, Test};
use super::walks::Walks;
use crate::arena::engine::{EngineProcess, EngineSpec};
use crate::board::SetupError;
use crate::rules::Ruleset;

/// Openings that each engine judges before the results are looked at.
const BATCH: usize = 8;

/// What book to make. The same settings and the same engine make the same book.
#[derive(Clone, Debug)]
pub struct BookSettings {
    /// The ruleset with the alternate rules applied.
    pub rules: Ruleset,
    /// The alternate rules by themselves, as name and value.
    pub alternates: Vec<(String, String)>,
    /// Length of each opening, in moves of both players together.
    pub plies: u32,
    /// How many openings to make.
    pub count: usize,
    /// Depth in plies of the search that judges an opening.
    pub depth: u32,
    /// The greatest score either way, in centipawns, of a playable opening.
    pub window: u32,
    /// The quick games that must show that each role can win; none are played without.
    pub contest: Option<Contest>,
    /// Seed of the random walks.
    pub seed: u64,
    /// The engine that judges.
    pub judge: EngineSpec,
    /// Engines at work at a time, from 1.
    pub concurrency: u16,
}

/// A finished book.
#[derive(Clone, Debug)]
pub struct Book {
    /// The openings, at most as many as were wanted.
    pub openings: Vec<JudgedOpening>,
    /// The name the judging engine gives itself, if any.
    pub judge: Option<String>,
}

/// Why no book can be made.
#[derive(Debug, Error)]
pub enum BookError {
    /// The ruleset has no start position that can be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The engine cannot judge.
    #[error("engine {name}: {reason}")]
    Unfit {
        /// The engine's name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// Makes a book, or as much of it as there are openings to be found. `report` is told the numbers
/// of openings kept and tried.
///
/// # Errors
/// When the ruleset has no playable start, or the engine fails.
pub fn make_book(
    settings: &BookSettings,
    report: &mut dyn FnMut(usize, usize),
) -> Result<Book, BookError> {
    let BookSettings { rules, alternates, .. } = settings;
    let unfit = |reason| BookError::Unfit { name: settings.judge.name.clone(), reason };
    let mut walks = Walks::new(rules, settings.plies, settings.seed)?;
    let BookSettings { depth, window, contest, .. } = *settings;
    let test = Test { rules, alternates, depth, window, contest };
    let mut judges = Judges { test, engines: Vec::new() };
    for _ in 0..settings.concurrency.max(1) {
        judges.add(&settings.judge).map_err(unfit)?;
    }
    let mut openings: Vec<JudgedOpening> = Vec::new();
    while openings.len() < settings.count {
        let batch: Vec<_> = walks.by_ref().take(BATCH * judges.engines.len()).collect();
        if batch.is_empty() {
            break;
        }
        openings.extend(judges.playable(&batch).map_err(unfit)?);
        report(openings.len().min(settings.count), walks.tried);
    }
    openings.truncate(settings.count);
    let judge = judges.engines.first().and_then(EngineProcess::id_name).map(str::to_owned);
    for engine in judges.engines {
        engine.quit();
    }
    Ok(Book { openings, judge })
}
