//! `branan db find`.

use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;
use database::{DatabaseError, FoundGame, Pattern, PatternSquare};

use super::filter::FilterArgs;
use super::{DatabaseFile, passed_over, table};
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::paint::complain;
use crate::cli::{CliError, print, spinner};
use crate::rules::Catalog;

const NOTES: &str = "\
Replays the games, those added last first, so a search for something rare takes a while; Ctrl-C ends it \
with what was found.

Examples:
  branan db find games.db --material 4-2
  branan db find games.db --with 'Kd1 tc1' --result defenders";

/// Find games by the pieces in one of their positions
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct FindArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// Number of attackers and of defending soldiers, such as 4-2
    #[arg(long, value_name = "A-D", value_parser = material)]
    material: Option<(usize, usize)>,
    /// Pieces on squares, in any orientation of the board: K, T, t, or . for none, such as 'Kd1 tc1 .b1'
    #[arg(long, value_name = "PIECES", value_parser = squares)]
    with: Option<Squares>,
    /// Games of this ruleset
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// Stop after this many games
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

/// The pieces of a pattern.
#[derive(Clone, Debug)]
struct Squares(Vec<PatternSquare>);

fn squares(text: &str) -> Result<Squares, String> {
    let squares: Result<Vec<_>, _> = text.split_whitespace().map(str::parse).collect();
    squares.map(Squares).map_err(|error: database::PatternError| error.to_string())
}

fn material(text: &str) -> Result<(usize, usize), String> {
    let numbers = text.split_once('-').and_then(|(attackers, defenders)| {
        Some((attackers.trim().parse().ok()?, defenders.trim().parse().ok()?))
    });
    numbers.ok_or_else(|| "write two numbers, such as 4-2".to_owned())
}

impl FindArgs {
    /// Prints the games. Exit code 1 means that some cannot be read.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let mut database = self.database.open(catalog)?;
        let filter = self.filter.filter(self.variant.as_deref(), database.catalog())?;
        let pattern = Pattern {
            attackers: self.material.map(|(attackers, _)| attackers),
            defenders: self.material.map(|(_, defenders)| defenders),
            squares: self.with.as_ref().map_or_else(Vec::new, |squares| squares.0.clone()),
        };
        let stop = stop_on_ctrl_c()?;
        let bar = spinner("{spinner} {msg} games searched, {elapsed}");
        let mut progress = |done: usize| {
            bar.set_message(done.to_string());
            bar.tick();
            !stop.load(Relaxed)
        };
        let mut skipped = 0;
        let mut unreadable = |id, error: &DatabaseError| {
            skipped += 1;
            bar.suspend(|| complain(passed_over(&self.database.path, id, error)));
        };
        let found = database.find(&filter, &pattern, self.limit, &mut progress, &mut unreadable);
        bar.finish_and_clear();
        let found = found.map_err(|error| self.database.wrong(error))?;
        if self.json {
            print(&serde_json::json!(found).to_string())?;
        } else {
            let cells = |found: &FoundGame| vec![found.ply.to_string(), found.fen.clone()];
            let rows = found.iter().map(|found| (&found.game, cells(found)));
            print(table::games(&["After", "Position"], rows).trim_end())?;
        }
        Ok(if skipped > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
    }
}
