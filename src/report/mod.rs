//! A match as a single self-contained page for the browser.
//!
//! Everything from records is treated as text: [`maud`] and [`plotters`] escape it, and the script
//! only ever inserts it as text.

mod balance;
mod chart;
mod games;
mod page;
mod plots;
mod ratings;
mod script;
mod tables;
mod tally;

use thiserror::Error;

use crate::arena::tournament::MergedRecords;
use crate::balance::{BalancePlan, Tally};
use crate::ratings::{Anchor, RatedGame, RatedGroup};
use crate::record::GameRecord;
use crate::rules::Catalog;
use chart::ChartError;
pub use page::GENERATOR;

/// Why the page cannot be made.
#[derive(Debug, Error)]
#[error("a plot cannot be drawn: {0}")]
pub struct ReportError(#[from] ChartError);

/// The page of a match: its standings and plots, and at most the first `most_games` games to step
/// through.
///
/// # Errors
/// If a plot cannot be drawn.
pub fn page(
    records: &MergedRecords,
    catalog: &Catalog,
    most_games: usize,
) -> Result<String, ReportError> {
    Ok(page::page(records, catalog, most_games)?)
}

/// A page with only the first games, at most `most_games`, for sharing.
#[must_use]
pub fn games_page(games: &[GameRecord], catalog: &Catalog, most_games: usize) -> String {
    page::games_page(games, catalog, most_games)
}

/// A page of ratings, with plots of them by ruleset, role and time; `groups` are the ratings of these
/// games.
///
/// # Errors
/// When a plot cannot be drawn.
pub fn ratings_page(
    games: &[RatedGame],
    groups: &[RatedGroup],
    anchor: Option<&Anchor>,
) -> Result<String, ReportError> {
    Ok(ratings::page(games, groups, anchor)?)
}

/// A page about the balance of games: the results of the trials of a plan, in their order.
///
/// # Errors
/// When a plot cannot be drawn.
pub fn balance_page(plan: &BalancePlan, tallies: &[Tally]) -> Result<String, ReportError> {
    Ok(balance::page(plan, tallies)?)
}
