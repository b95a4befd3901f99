//! Books of moves: from a database, or by analysis.

use std::path::Path;
#[cfg(feature = "db")]
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;

use clap::Args;
#[cfg(feature = "db")]
use clap::ValueHint;

use super::BookArgs;
#[cfg(feature = "db")]
use crate::book::Weight;
use crate::book::{AnalysisPlan, Book, BookSection, analyse};
use crate::cli::exit::INTERRUPTED;
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::paint::{complain, warning};
use crate::cli::{CliError, counted, spinner};

/// The nodes of each search, unless given.
const NODES: u64 = 1_000_000;

/// What a move may lose against the best one, unless given.
const WINDOW: u32 = 20;

/// The moves of a position that an analysis gives a value, unless given.
const LINES: u8 = 5;

/// The fewest games of a move from a database, unless given.
#[cfg(feature = "db")]
const MIN_GAMES: u32 = 10;

/// The length of the longest line from a database, unless given.
#[cfg(feature = "db")]
const PLIES: u32 = 20;

/// The group of the options that ask for a book of moves, which excludes those about openings.
pub(super) const OF_MOVES: &str = "of_moves";

/// Where the moves of a book come from.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Books of moves")]
pub(super) struct MovesArgs {
    /// Make a book of the moves of the games in this database
    #[cfg(feature = "db")]
    #[arg(long, value_name = "DB", value_hint = ValueHint::FilePath, group = OF_MOVES,
          conflicts_with_all = ["window", "nodes"])]
    from: Option<PathBuf>,
    /// The fewest games of a move from the database [default: 10]
    #[cfg(feature = "db")]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    min_games: Option<u32>,
    /// Make a book of this number of positions by searching the best lines from the start
    #[arg(long, value_name = "POSITIONS", value_parser = clap::value_parser!(u64).range(1..=1 << 24), group = OF_MOVES,
          conflicts_with = "plies")]
    analyse: Option<u64>,
    /// Moves of a position that --analyse gives a value [default: 5]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..))]
    lines: Option<u8>,
    #[cfg(feature = "db")]
    #[command(flatten)]
    filter: crate::cli::db::FilterArgs,
}

impl MovesArgs {
    /// Whether a book of moves is to be made, rather than openings.
    pub fn are_wanted(&self) -> bool {
        #[cfg(feature = "db")]
        if self.from.is_some() {
            return true;
        }
        self.analyse.is_some()
    }

    /// An option that would have no effect, and the one that it belongs to.
    pub fn ignored(&self) -> Option<(&'static str, &'static str)> {
        if self.lines.is_some() && self.analyse.is_none() {
            return Some(("lines", "analyse"));
        }
        #[cfg(feature = "db")]
        if self.from.is_none() {
            let min_games = self.min_games.map(|_| "min-games");
            return min_games.or(self.filter.first_given()).map(|option| (option, "from"));
        }
        None
    }
}

impl BookArgs {
    /// Makes a book of moves.
    pub(super) fn make_moves(&self) -> Result<ExitCode, CliError> {
        #[cfg(feature = "db")]
        if let Some(path) = &self.moves.from {
            return self.of_database(path);
        }
        self.analysed()
    }

    fn analysed(&self) -> Result<ExitCode, CliError> {
        let (_, alternates, rules) = self.rules()?;
        let plan = AnalysisPlan {
            positions: self.moves.analyse.and_then(|count| count.try_into().ok()).unwrap_or(1),
            nodes: self.nodes.unwrap_or(NODES),
            lines: self.moves.lines.unwrap_or(LINES).into(),
            window: self.window.unwrap_or(WINDOW),
        };
        let made_by = format!(
            "{} --analyse {} --nodes {} --lines {} --window {}",
            self.command(&alternates),
            plan.positions,
            plan.nodes,
            plan.lines,
            plan.window
        );
        let mut section = BookSection::new(&self.variant, alternates, rules);
        let stop = stop_on_ctrl_c()?;
        let bar = spinner("{spinner} {msg} positions searched, {elapsed}");
        let analysed = analyse(&mut section, &plan, &mut |done| {
            bar.set_message(format!("{done} of {}", plan.positions));
            bar.tick();
            !stop.load(Relaxed)
        });
        bar.finish_and_clear();
        analysed.map_err(super::BookCommandError::from)?;
        let positions = section.len();
        let is_stopped = stop.load(Relaxed) && positions < plan.positions;
        if positions > 0 || !is_stopped {
            write_book(section, &made_by, self.output.as_deref())?;
        }
        let found = counted(positions as u64, "position");
        if is_stopped {
            complain(format!("stopped with {found}"));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        if positions == 0 {
            complain(warning("the searches were too short to value a move; try more --nodes"));
            return Ok(ExitCode::FAILURE);
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Writes a book of one section.
fn write_book(section: BookSection, made_by: &str, place: Option<&Path>) -> Result<(), CliError> {
    let positions = counted(section.len() as u64, "position");
    let title = super::on_one_line(&section.ruleset().title);
    let header = format!("# {positions} of {title}\n# {made_by}\n");
    let mut book = Book::default();
    book.push(section);
    Ok(super::write_text(&(header + &book.to_text()), place)?)
}

#[cfg(feature = "db")]
impl BookArgs {
    /// A book whose weights are the points that the moves have scored, two for each win.
    fn of_database(&self, path: &std::path::Path) -> Result<ExitCode, CliError> {
        use database::{Database, TreeSettings};

        use crate::cli::db::DbError;

        let (catalog, alternates, rules) = self.rules()?;
        let plies = self.plies.unwrap_or(PLIES);
        let settings = TreeSettings {
            min_games: self.moves.min_games.unwrap_or(MIN_GAMES),
            plies: plies as usize,
            filter: self.moves.filter.filter(None, &catalog)?,
        };
        let start = crate::game::new_game(&rules, None);
        let start = start.map_err(crate::book::AnalysisError::from);
        let start = start.map_err(super::BookCommandError::from)?;
        let wrong = |error| DbError::of(path, error);
        let mut database = Database::open(path, catalog).map_err(wrong)?;
        let found = database.tree(&*start, (&self.variant, &alternates), &settings);
        let found = found.map_err(wrong)?;
        let made_by = format!(
            "{} --from {} --min-games {} --plies {plies}{}",
            self.command(&alternates),
            super::quoted(&[path.display().to_string()]),
            settings.min_games,
            if self.moves.filter.first_given().is_some() { ", of some games" } else { "" }
        );
        let mut section = BookSection::new(&self.variant, alternates, rules);
        for position in &found {
            for explored in &position.moves {
                let points = explored.results.points(position.placement.to_move());
                let weight = Weight::try_from(points).unwrap_or(Weight::MAX);
                section.add(&position.placement, explored.mv, weight);
            }
        }
        if section.is_empty() {
            let variant = self.variant.clone();
            return Err(DbError::NoMove { variant, min_games: settings.min_games }.into());
        }
        write_book(section, &made_by, self.output.as_deref())?;
        Ok(ExitCode::SUCCESS)
    }
}
