//! `branan db info`, `games` and `show`.

use std::process::ExitCode;

use clap::Args;

use super::filter::FilterArgs;
use super::{DatabaseFile, DbError, table};
use crate::cli::{CliError, counted, print};
use crate::rules::Catalog;

/// Tell how many games a database holds, and of what
#[derive(Debug, Args)]
pub struct InfoArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl InfoArgs {
    /// Prints the numbers.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let database = self.database.open(catalog)?;
        let info = database.info().map_err(|error| self.database.wrong(error))?;
        if self.json {
            print(&serde_json::json!(info).to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        let megabytes = info.bytes as f64 / f64::from(1 << 20);
        print(&format!(
            "{}, {megabytes:.1} MiB, format {}",
            counted(info.games as u64, "game"),
            info.version
        ))?;
        print(&format!(
            "{}, {}",
            counted(info.players as u64, "player"),
            counted(info.events as u64, "event")
        ))?;
        print(&format!("{} positions in the index", info.positions))?;
        if let Some((first, last)) = &info.dates {
            print(&format!("played from {first} to {last}"))?;
        }
        for (variant, rules, games) in &info.rulesets {
            let rules = if rules.is_empty() { String::new() } else { format!(" with {rules}") };
            print(&format!("  {variant}{rules}: {games}"))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// List games, those added last first
#[derive(Debug, Args)]
pub struct GamesArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// Games of this ruleset
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// List at most this many games
    #[arg(long, value_name = "N", default_value_t = 50)]
    limit: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

impl GamesArgs {
    /// Prints the list.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let database = self.database.open(catalog)?;
        let filter = self.filter.filter(self.variant.as_deref(), database.catalog())?;
        let wrong = |error| self.database.wrong(error);
        let games = database.games(&filter, self.limit).map_err(wrong)?;
        let count = database.count(&filter).map_err(wrong)?;
        if self.json {
            print(&serde_json::json!({ "games": count, "list": games }).to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        let rows = games.iter().map(|game| (game, Vec::new()));
        print(table::games(&[], rows).trim_end())?;
        if count > games.len() {
            print(&format!("{} of {count} games; --limit shows more", games.len()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Print a game as a record
#[derive(Debug, Args)]
pub struct ShowArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// The game's number, as 'games' lists it
    #[arg(value_name = "N")]
    game: i64,
}

impl ShowArgs {
    /// Prints the record.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let mut database = self.database.open(catalog)?;
        let record = database.game(self.game).map_err(|error| self.database.wrong(error))?;
        let text = record.to_text().map_err(DbError::from)?;
        print(text.trim_end())?;
        Ok(ExitCode::SUCCESS)
    }
}
