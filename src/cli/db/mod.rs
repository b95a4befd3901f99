//! `branan db`: its commands, one file each.

mod error;
mod explore;
mod export;
mod filter;
mod find;
mod import;
mod list;
mod maintain;
mod prepare;
mod table;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use clap::{Args, Subcommand, ValueHint};
use database::{Database, DatabaseError, OpeningNames, RulesName};

use super::paint::{complain, warning};
use super::{CliError, PositionArgs};
use crate::protocol::Options;
use crate::record::GameRecord;
use crate::rules::Catalog;
pub(super) use error::DbError;
use explore::ExploreArgs;
use export::ExportArgs;
pub(super) use filter::FilterArgs;
use find::FindArgs;
use import::ImportArgs;
use list::{GamesArgs, InfoArgs, ShowArgs};
use maintain::{CheckArgs, CompactArgs, DeleteArgs, MergeArgs};
use prepare::{NoveltyArgs, RepertoireArgs};

const EXAMPLES: &str = "\
Examples:
  branan db import games.db matches/ saved.otg     gather games
  branan db explore games.db --moves 'd2e2'        what was played there
  branan db games games.db --player branan         list games
  branan db export games.db wins.txt --result attackers";

/// The arguments of `branan db`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct DbArgs {
    #[command(subcommand)]
    command: DbCommand,
}

#[derive(Debug, Subcommand)]
enum DbCommand {
    /// Add games from files of any format that 'convert' reads
    Import(ImportArgs),
    /// Tell how many games a database holds, and of what
    Info(InfoArgs),
    /// List games
    Games(GamesArgs),
    /// Print a game as a record
    Show(ShowArgs),
    /// Write games to a file, in any format that 'convert' writes or as CSV
    Export(ExportArgs),
    /// Tell what was played in a position, and how it went
    Explore(ExploreArgs),
    /// Show the lines that do best and worst for a side
    Repertoire(RepertoireArgs),
    /// Tell the first move of a game that no earlier game had
    Novelty(NoveltyArgs),
    /// Find games by the pieces in one of their positions
    Find(FindArgs),
    /// Add the games of other databases
    Merge(MergeArgs),
    /// Check a database: the file, every game, and the index
    Check(CheckArgs),
    /// Take games out of a database
    Delete(DeleteArgs),
    /// Make the index anew and the file as small as possible
    Compact(CompactArgs),
}

impl DbArgs {
    /// Does what the command line says.
    pub fn run(self, options: Options) -> Result<ExitCode, CliError> {
        let catalog = Catalog::clone(&options.catalog);
        match self.command {
            DbCommand::Import(args) => args.run(catalog),
            DbCommand::Info(args) => args.run(catalog),
            DbCommand::Games(args) => args.run(catalog),
            DbCommand::Show(args) => args.run(catalog),
            DbCommand::Export(args) => args.run(catalog),
            DbCommand::Explore(args) => args.run(options),
            DbCommand::Repertoire(args) => args.run(options),
            DbCommand::Novelty(args) => args.run(catalog),
            DbCommand::Find(args) => args.run(catalog),
            DbCommand::Merge(args) => args.run(catalog),
            DbCommand::Check(args) => args.run(catalog),
            DbCommand::Delete(args) => args.run(catalog),
            DbCommand::Compact(args) => args.run(catalog),
        }
    }
}

/// The database to read.
#[derive(Debug, Args)]
struct DatabaseFile {
    /// The database
    #[arg(value_name = "DB", value_hint = ValueHint::FilePath)]
    path: PathBuf,
}

impl DatabaseFile {
    fn open(&self, catalog: Catalog) -> Result<Database, DbError> {
        Database::open(&self.path, catalog).map_err(|error| self.wrong(error))
    }

    /// Opens the database to read what is left of it, if it is damaged.
    fn rescue(&self, catalog: Catalog) -> Result<Database, DbError> {
        Database::rescue(&self.path, catalog).map_err(|error| self.beyond_rescue(error))
    }

    /// What is wrong with a file of which nothing is left to read.
    fn beyond_rescue(&self, error: DatabaseError) -> DbError {
        match error {
            DatabaseError::Damaged(damage) => DbError::Lost { path: self.path.clone(), damage },
            error => self.wrong(error),
        }
    }

    /// Opens the database for a command about a position, whose ruleset may be one of the database. If
    /// all games are of one, it need not be given.
    fn open_for(
        &self,
        options: &mut Options,
        position: &mut PositionArgs,
    ) -> Result<Database, DbError> {
        let database = self.open(Catalog::clone(&options.catalog))?;
        options.catalog = Arc::new(database.catalog().clone());
        if let [only] = &database.rules().map_err(|error| self.wrong(error))?[..] {
            position.fall_back_to(&only.variant, &only.rules());
        }
        Ok(database)
    }

    /// Opens the database to write to it. There must be one.
    fn change(&self, catalog: Catalog) -> Result<Database, DbError> {
        let database = Database::change(&self.path, catalog);
        database.and_then(saying_that_it_waits).map_err(|error| self.wrong(error))
    }

    fn wrong(&self, error: DatabaseError) -> DbError {
        DbError::of(&self.path, error)
    }
}

/// The warning about a game that is passed over because it cannot be read.
fn passed_over(database: &Path, id: i64, error: &DatabaseError) -> String {
    let database = database.display();
    warning(match error {
        DatabaseError::Game { .. } => format!("{database}: {error}; skipped"),
        DatabaseError::Damaged(damage) => {
            format!("{database}: game {id} is damaged ({damage}); skipped")
        }
        error => format!("{database}: game {id}: {error}; skipped"),
    })
}

/// Of what rules the games of a database are, for when there are none of those asked for.
fn other_rules(rules: &[RulesName]) -> String {
    match rules {
        [] => "the database has no games".to_owned(),
        rules => {
            let names: Vec<String> = rules.iter().map(ToString::to_string).collect();
            format!("the database has games of {}", names.join(", "))
        }
    }
}

/// Names of openings.
#[derive(Debug, Args)]
struct OpeningsFile {
    /// A file with names of openings of your own, in TOML
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<PathBuf>,
}

impl OpeningsFile {
    fn load(&self, catalog: &Catalog) -> Result<OpeningNames, DbError> {
        load_openings(self.openings.as_deref(), catalog)
    }
}

fn load_openings(path: Option<&Path>, catalog: &Catalog) -> Result<OpeningNames, DbError> {
    OpeningNames::load(path, catalog).map_err(|source| DbError::Openings {
        path: path.map(Path::to_owned).unwrap_or_default(),
        source: Box::new(source),
    })
}

/// Opens a database for the pages of `branan board`, which then know its rulesets too.
#[cfg(feature = "board")]
pub(super) fn open_to_explore(
    path: &Path,
    openings: Option<&Path>,
    options: &mut Options,
) -> Result<crate::page::ExploredDatabase, DbError> {
    let openings = load_openings(openings, &options.catalog)?;
    let catalog = Catalog::clone(&options.catalog);
    let database = crate::page::ExploredDatabase::open(path, catalog, openings)
        .map_err(|error| DbError::of(path, error))?;
    options.catalog = Arc::new(database.catalog());
    Ok(database)
}

/// Opens a database to write to it, or makes it.
fn create(path: &Path, catalog: Catalog) -> Result<Database, DbError> {
    let database = Database::create(path, catalog);
    database.and_then(saying_that_it_waits).map_err(|error| DbError::of(path, error))
}

/// Lets a database say that it waits for another program, which is for half a minute at most.
fn saying_that_it_waits(mut database: Database) -> Result<Database, DatabaseError> {
    database.set_wait(|tries| {
        if tries == 10 {
            complain(
                "another program is writing to the database; waiting for it, for 30 s at most",
            );
        }
        thread::sleep(Duration::from_millis(100));
        tries < 300
    })?;
    Ok(database)
}

/// Opens a database to write to it, or makes it, and returns a function that adds a game.
pub(super) fn keeper(
    path: &Path,
    catalog: Catalog,
) -> Result<impl Fn(GameRecord) -> Result<(), Box<dyn Error + Send + Sync>> + Sync + use<>, DbError>
{
    let database = Mutex::new(create(path, catalog)?);
    let path = path.to_owned();
    Ok(move |game| {
        let mut database = database.lock().unwrap_or_else(PoisonError::into_inner);
        match database.add_game(game) {
            Ok(_) => Ok(()),
            Err(error) => Err(DbError::of(&path, error).into()),
        }
    })
}

#[cfg(all(test, feature = "board"))]
mod tests {
    use super::*;

    #[test]
    fn the_board_knows_the_rulesets_of_the_games() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let mine = "[[ruleset]]\nname = 'mine'\ninherits = 'brandubh'\nking-move = 'step'";
        let game = "[Variant \"mine\"]\n[Result \"draw\"]\n\n1. d2-e2 draw\n";
        let game = crate::record::read(game.as_bytes()).unwrap().games.remove(0);
        create(&path, crate::game::read_catalog(mine).unwrap()).unwrap().add_game(game).unwrap();
        let mut options = Options::default();
        open_to_explore(&path, None, &mut options).unwrap();
        assert!(options.catalog.find("mine").is_some());
    }
}
