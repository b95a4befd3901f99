//! `branan db import`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use database::{Database, DatabaseError, Filter, Imported, Source, Watcher};
use indicatif::ProgressBar;
use strum::VariantNames as _;

use super::{DbError, create};
use crate::arena::key_value;
use crate::arena::rulesets::RulesetError;
use crate::cli::convert::ConvertCommandError;
use crate::cli::exit::INTERRUPTED;
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::paint::{complain, warning};
use crate::cli::{CliError, counted, print, spinner, standard};
use crate::convert::{Context, Format};
use crate::rules::{Catalog, find_ruleset, read_alternates};

const NOTES: &str = "\
Every move is checked. Wrong games are named and skipped; the exit code is then 1. A game that is already \
there is not added again, so an import that was stopped or killed can be repeated: nothing is lost, and \
nothing is there twice.

Examples:
  branan db import games.db *.txt saved.otg
  branan db import games.db matches/
  branan db import games.db --variant tablut - < tablut.moves";

/// Add games from files of any format that 'convert' reads
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct ImportArgs {
    /// The database; it is made if there is none
    #[arg(value_name = "DB", value_hint = ValueHint::FilePath)]
    database: PathBuf,
    /// Files of games, or folders with such files; - for standard input
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::AnyPath)]
    files: Vec<PathBuf>,
    /// Their format [default: that of each file's extension, or else detected from its text]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(Format::VARIANTS))]
    format: Option<String>,
    /// Ruleset of games whose format does not name it
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    /// An alternate rule of these games, such as KingMove=step; may be repeated
    #[arg(long, value_name = "RULE=VALUE")]
    rule: Vec<String>,
    /// Give games that are there already the comments, variations, ratings, tags and endings of those read
    #[arg(long)]
    update: bool,
    /// Print what was done as JSON
    #[arg(long)]
    json: bool,
}

/// Shows the progress in a terminal, and names bad games.
struct Progress {
    bar: ProgressBar,
    /// Games added so far.
    added: usize,
}

impl Watcher for Progress {
    fn bad(&mut self, source: &Source, reason: &str) {
        self.bar.suspend(|| complain(warning(format!("{source}: {reason}; skipped"))));
    }

    fn progress(&mut self, imported: &Imported) {
        let Imported { read, added, known, bad, .. } = imported;
        self.bar.set_message(format!("{read} games read: {added} added, {known} known, {bad} bad"));
        self.bar.tick();
        self.added = *added;
    }
}

/// How many known games have other remarks. Nothing if none has.
pub fn differently(games: usize) -> String {
    match games {
        0 => String::new(),
        games => format!(" ({games} of them with other comments or tags)"),
    }
}

impl ImportArgs {
    /// Imports the games.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let mut context = self.context(catalog.clone())?;
        let sources = self.sources()?;
        let format = self.format.as_ref().and_then(|name| name.parse().ok());
        let is_new = !self.database.exists();
        let mut database = create(&self.database, catalog)?;
        database.set_updates(self.update);
        // A saved game of OpenTafl may name a ruleset of the database.
        context.catalog = database.catalog().clone();
        let stop = stop_on_ctrl_c()?;
        let mut progress = Progress { bar: spinner("{spinner} {msg}, {elapsed}"), added: 0 };
        let imported = database.import(&sources, format, &context, &stop, &mut progress);
        progress.bar.finish_and_clear();
        if imported.is_err() && progress.added > 0 {
            let added = counted(progress.added as u64, "game");
            complain(format!("{added} added before the import failed, which are kept"));
        }
        let imported = match imported {
            Ok(imported) => imported,
            Err(error) => {
                // A database that another program has in use is not ours alone.
                if is_new && progress.added == 0 && !matches!(error, DatabaseError::Busy) {
                    // The first error says what is wrong.
                    let _ = self.remove_empty(database);
                }
                return Err(DbError::of(&self.database, error).into());
            }
        };
        let Imported { read, added, known, differing, updated, bad } = imported;
        if is_new {
            self.remove_empty(database)?;
        }
        if read == 0 && !stop.load(Relaxed) {
            return Err(DbError::NoGames.into());
        }
        if self.json {
            print(&serde_json::json!(imported).to_string())?;
        } else {
            print(&format!(
                "{} added, {}{known} known already{}, {bad} bad",
                counted(added as u64, "game"),
                if self.update { format!("{updated} updated, ") } else { String::new() },
                differently(differing)
            ))?;
        }
        if stop.load(Relaxed) {
            complain(
                "interrupted, so not all files have been read; import them again to go on: what is \
                 there already is passed over",
            );
        }
        Ok(match (stop.load(Relaxed), bad) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, 0) => ExitCode::SUCCESS,
            (false, _) => ExitCode::FAILURE,
        })
    }

    /// Removes a new database that no game has been added to.
    fn remove_empty(&self, database: Database) -> Result<(), DbError> {
        let games = database.count(&Filter::default());
        drop(database);
        if games.map_err(|error| DbError::of(&self.database, error))? == 0 {
            std::fs::remove_file(&self.database).map_err(DbError::file(&self.database))?;
        }
        Ok(())
    }

    fn context(&self, catalog: Catalog) -> Result<Context, CliError> {
        if let Some(name) = self.variant.as_ref().filter(|name| !name.contains(':')) {
            find_ruleset(name, &catalog).map_err(RulesetError::from)?;
        }
        let mut rules = key_value::owned(&self.rule).map_err(ConvertCommandError::from)?;
        read_alternates(&mut rules).map_err(RulesetError::from)?;
        Ok(Context { catalog, variant: self.variant.clone(), rules })
    }

    fn sources(&self) -> Result<Vec<Source>, DbError> {
        let mut sources = Vec::new();
        for path in &self.files {
            if standard::is_standard(path) {
                sources.push(Source::Standard);
            } else {
                sources.extend(Source::all(path).map_err(DbError::file(path))?);
            }
        }
        Ok(sources)
    }
}
