//! Makes a book of openings.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use thiserror::Error;

use super::contest::Contest;
use super::judges::{JudgedOpening, Judges, Test};
use super::walks::{Walks, replay};
use crate::arena::engine::{EngineProcess, EngineSpec};
use crate::board::SetupError;
use crate::rules::Ruleset;

/// Openings that each engine searches before the results are collected.
const BATCH: usize = 8;

/// Settings for a book. The same settings and engine always produce the same book.
#[derive(Clone, Debug)]
pub struct BookSettings {
    /// The ruleset with the alternate rules applied.
    pub rules: Ruleset,
    /// The alternate rules as (name, value) pairs.
    pub alternates: Vec<(String, String)>,
    /// Length of each opening in plies.
    pub plies: u32,
    /// Number of openings wanted.
    pub count: usize,
    /// Search depth in plies for judging an opening.
    pub depth: u32,
    /// Largest absolute score of a playable opening, in centipawns.
    pub window: u32,
    /// Most plies to add to an opening beyond it, to even it out. If this is above 0, at most half of
    /// the openings favour each side.
    pub even_out: u32,
    /// The games that must show that each role can win. `None` skips this test.
    pub contest: Option<Contest>,
    /// Seed of the random walks.
    pub seed: u64,
    /// The engine that judges.
    pub judge: EngineSpec,
    /// Number of engine processes, at least 1.
    pub concurrency: u16,
}

/// A finished book.
#[derive(Clone, Debug)]
pub struct OpeningBook {
    /// The openings: at most the number requested.
    pub openings: Vec<JudgedOpening>,
    /// The name that the judging engine reports, if any.
    pub judge: Option<String>,
    /// Why the engine failed before the book was complete, if it did.
    pub failure: Option<BookError>,
}

/// Why the book cannot be made.
#[derive(Clone, Debug, Error)]
pub enum BookError {
    /// The ruleset has no playable start position.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The engine cannot judge openings.
    #[error("engine {name}: {reason}")]
    Unfit {
        /// The engine's name.
        name: String,
        /// The reason.
        reason: String,
    },
}

/// Makes a book. It holds fewer openings than requested if no more can be found, or once `stop` is
/// set, or once the engine fails. `report` is called with the numbers of openings kept and tried.
///
/// # Errors
/// If the ruleset has no playable start, or the engine fails before there is an opening.
pub fn make_book(
    settings: &BookSettings,
    stop: &Arc<AtomicBool>,
    report: &mut dyn FnMut(usize, usize),
) -> Result<OpeningBook, BookError> {
    let BookSettings { rules, alternates, .. } = settings;
    let unfit = |reason| BookError::Unfit { name: settings.judge.name.clone(), reason };
    let mut walks = Walks::new(rules, settings.plies, settings.seed)?;
    let BookSettings { depth, window, even_out, contest, .. } = *settings;
    let test = Test { rules, alternates, depth, window, even_out, contest, stop };
    let mut judges = Judges { test, engines: Vec::new() };
    for _ in 0..settings.concurrency.max(1) {
        match judges.add(&settings.judge) {
            // It was interrupted.
            Err(_) if stop.load(Relaxed) => break,
            added => added.map_err(unfit)?,
        }
    }
    let mut openings: Vec<JudgedOpening> = Vec::new();
    let mut boards = HashSet::new();
    let (mut favouring, half) = ([0; 2], settings.count.div_ceil(2));
    let mut failure = None;
    while openings.len() < settings.count && !stop.load(Relaxed) {
        let batch: Vec<_> = walks.by_ref().take(BATCH * judges.engines.len()).collect();
        if batch.is_empty() {
            break;
        }
        let playable = match judges.playable(batch) {
            Ok(playable) => playable,
            Err(reason) if openings.is_empty() => return Err(unfit(reason)),
            Err(reason) => {
                failure = Some(unfit(reason));
                break;
            }
        };
        for opening in playable {
            let game = replay(rules, &opening.moves).map_err(unfit)?;
            let ahead = game.to_move().ahead(opening.eval.is_ahead());
            // The lot alone would leave few openings for a side that is hard to reach.
            let is_surplus = even_out > 0 && favouring[ahead as usize] >= half;
            // Walks lead to different boards, but those may have been evened out to the same.
            if !is_surplus && boards.insert(game.placement().canonical()) {
                favouring[ahead as usize] += 1;
                openings.push(opening);
            }
        }
        report(openings.len().min(settings.count), walks.tried);
    }
    openings.truncate(settings.count);
    let judge = judges.engines.first().and_then(EngineProcess::id_name).map(str::to_owned);
    for engine in judges.engines {
        engine.quit();
    }
    Ok(OpeningBook { openings, judge, failure })
}
