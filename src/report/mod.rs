//! A match as one page for the browser, which needs nothing but itself.
//!
//! Everything that comes from records is text to the page: [`maud`] and [`plotters`] escape it, and
//! the script only ever makes text of it.

mod chart;
mod games;
mod page;
mod plots;
mod script;
mod tables;
mod tally;

use thiserror::Error;

use crate::arena::tournament::MergedRecords;
use crate::record::GameRecord;
use crate::rules::Catalog;
use chart::ChartError;

/// Why there is no page.
#[derive(Debug, Error)]
#[error("a plot cannot be drawn: {0}")]
pub struct ReportError(#[from] ChartError);

/// The page of a match: its standings, plots, and its first games to step through, at most
/// `most_games`.
///
/// # Errors
/// When a plot cannot be drawn.
pub fn page(
    records: &MergedRecords,
    catalog: &Catalog,
    most_games: usize,
) -> Result<String, ReportError> {
    Ok(page::page(records, catalog, most_games)?)
}

/// A page with games alone to step through, at most `most_games`, to give to others.
#[must_use]
pub fn games_page(games: &[GameRecord], catalog: &Catalog, most_games: usize) -> String {
    page::games_page(games, catalog, most_games)
}
