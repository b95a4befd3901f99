//! `branan db merge`, `check`, `delete` and `compact`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use clap::{Args, ValueHint};
use database::{Database, DatabaseError, MergeError};

use super::import::differently;
use super::{DatabaseFile, DbError, create, passed_over};
use crate::cli::exit::INTERRUPTED;
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::paint::complain;
use crate::cli::{CliError, counted, print, spinner};
use crate::rules::Catalog;

/// Add the games of other databases
#[derive(Debug, Args)]
pub struct MergeArgs {
    /// The database to add to; it is made if there is none
    #[arg(value_name = "DB", value_hint = ValueHint::FilePath)]
    database: PathBuf,
    /// The databases whose games are added
    #[arg(value_name = "OTHER", required = true, value_hint = ValueHint::FilePath)]
    others: Vec<PathBuf>,
}

impl MergeArgs {
    /// Adds the games. Exit code 1 means that some cannot be read.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let same = |one: &PathBuf| one.canonicalize().ok() == self.database.canonicalize().ok();
        if let Some(path) = self.others.iter().find(|other| other.exists() && same(other)) {
            return Err(DbError::Itself { path: path.clone() }.into());
        }
        let open = |path: &PathBuf| {
            Database::open(path, catalog.clone()).map_err(|error| DbError::of(path, error))
        };
        // A wrong one is told before anything is added. One is open at a time: there may be more than a
        // program can open.
        for path in &self.others {
            open(path)?;
        }
        let mut database = create(&self.database, catalog.clone())?;
        let stop = stop_on_ctrl_c()?;
        let bar = spinner("{spinner} {msg} games, {elapsed}");
        let mut skipped = 0;
        for path in &self.others {
            let mut other = open(path)?;
            let mut progress = |done: usize| {
                bar.set_message(done.to_string());
                bar.tick();
            };
            let mut unreadable = |id, error: &DatabaseError| {
                skipped += 1;
                bar.suspend(|| complain(passed_over(path, id, error)));
            };
            let merged = database.merge(&mut other, &stop, &mut progress, &mut unreadable);
            let merged = merged.map_err(|error| match error {
                MergeError::Read(error) => DbError::of(path, error),
                MergeError::Write(error) => DbError::of(&self.database, error),
            })?;
            let (added, known) = (merged.added, merged.known);
            let differently = differently(merged.differing);
            let path = path.display();
            bar.suspend(|| {
                print(&format!("{path}: {added} games added, {known} known already{differently}"))
            })?;
        }
        bar.finish_and_clear();
        Ok(match (stop.load(Relaxed), skipped) {
            (true, _) => ExitCode::from(INTERRUPTED),
            (false, 0) => ExitCode::SUCCESS,
            (false, _) => ExitCode::FAILURE,
        })
    }
}

/// Check a database: the file, every game, and the index
#[derive(Debug, Args)]
pub struct CheckArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl CheckArgs {
    /// Prints what is wrong. Exit code 1 means that something is.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let mut database = self.database.rescue(catalog)?;
        let stop = stop_on_ctrl_c()?;
        let bar = spinner("{spinner} {msg} games replayed, {elapsed}");
        let report = database.check(&mut |games| {
            bar.set_message(games.to_string());
            bar.tick();
            !stop.load(Relaxed)
        });
        bar.finish_and_clear();
        let report = report.map_err(|error| self.database.wrong(error))?;
        if stop.load(Relaxed) {
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if self.json {
            print(&serde_json::json!(report).to_string())?;
        } else if report.faults.is_empty() {
            print(&format!(
                "right: {}, {}",
                counted(report.games as u64, "game"),
                counted(report.positions as u64, "position")
            ))?;
        } else {
            print(&report.faults.join("\n"))?;
        }
        Ok(if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Take games out of a database
#[derive(Debug, Args)]
pub struct DeleteArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// The numbers of the games, as 'db games' lists them and 'db check' names them
    #[arg(value_name = "N", required = true)]
    games: Vec<i64>,
}

impl DeleteArgs {
    /// Takes the games out, all or none.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let mut database = self.database.change(catalog)?;
        let deleted = database.delete(&self.games).map_err(|error| self.database.wrong(error))?;
        print(&format!("{} deleted", counted(deleted as u64, "game")))?;
        Ok(ExitCode::SUCCESS)
    }
}

/// Make the index anew and the file as small as possible
#[derive(Debug, Args)]
pub struct CompactArgs {
    #[command(flatten)]
    database: DatabaseFile,
}

impl CompactArgs {
    /// Compacts the file.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let mut database = self.database.change(catalog)?;
        let wrong = |error| self.database.wrong(error);
        let before = database.info().map_err(wrong)?.bytes;
        let bar = spinner("{spinner} {msg} games indexed, {elapsed}");
        let compacted = database.compact(&mut |games| {
            bar.set_message(games.to_string());
            bar.tick();
        });
        bar.finish_and_clear();
        compacted.map_err(wrong)?;
        let info = database.info().map_err(wrong)?;
        let megabytes = |bytes: i64| bytes as f64 / f64::from(1 << 20);
        let (before, after) = (megabytes(before), megabytes(info.bytes));
        print(&format!(
            "{}; {before:.1} MiB before, {after:.1} MiB now",
            counted(info.games as u64, "game")
        ))?;
        Ok(ExitCode::SUCCESS)
    }
}
