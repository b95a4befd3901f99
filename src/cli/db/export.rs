//! `branan db export`.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use database::{Database, GameLine, tags};
use strum::{Display, EnumString, VariantNames};

use super::filter::FilterArgs;
use super::{DatabaseFile, DbError, passed_over};
use crate::cli::csv_field::field;
use crate::cli::interrupt::stop_on_ctrl_c;
use crate::cli::paint::{complain, warning};
use crate::cli::records::write_rules_out;
use crate::cli::{CliError, standard};
use crate::convert::{Context, Format, write};
use crate::record::GameRecord;
use crate::rules::Catalog;
use crate::text::NewFile;

const COLUMNS: &str = "id,event,date,round,variant,rules,attackers,defenders,attackers_limits,\
                       defenders_limits,result,termination,plies,fen,moves,number,attackers_rating,\
                       defenders_rating,detail,tags";

/// A format to write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Display, EnumString, VariantNames)]
#[strum(serialize_all = "lowercase")]
enum Target {
    Record,
    Otg,
    Json,
    Moves,
    Csv,
}

impl Target {
    fn of_file(path: &Path) -> Option<Self> {
        if path.extension()?.eq_ignore_ascii_case("csv") {
            return Some(Self::Csv);
        }
        Format::of_file(path)?.to_string().parse().ok()
    }

    /// The format of the library. `None` for CSV.
    fn format(self) -> Option<Format> {
        self.to_string().parse().ok()
    }

    fn holds_one_game(self) -> bool {
        matches!(self, Self::Otg | Self::Json)
    }
}

/// Write games to a file, in any format that 'convert' writes or as CSV
#[derive(Debug, Args)]
pub struct ExportArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// File to write, which must not exist; an existing folder for a file for each game; - for standard
    /// output
    #[arg(value_name = "TO", value_hint = ValueHint::AnyPath)]
    target: PathBuf,
    /// Format to write [default: that of the file's extension]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(Target::VARIANTS))]
    to: Option<String>,
    /// Only this game, by its number
    #[arg(long, short, value_name = "N")]
    game: Option<i64>,
    /// Games of this ruleset
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    filter: FilterArgs,
}

impl ExportArgs {
    /// Writes the games. Exit code 1 means that some cannot be read, or only without their remarks, or not be
    /// written in the format.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let to = self.to.as_ref().and_then(|name| name.parse().ok());
        let to = to.or_else(|| Target::of_file(&self.target));
        let to = to.ok_or_else(|| DbError::Format { path: self.target.clone() })?;
        let mut database = self.database.rescue(catalog)?;
        let filter = self.filter.filter(self.variant.as_deref(), database.catalog())?;
        let numbers = match self.game {
            Some(number) => vec![number],
            None => database
                .numbers_left(&filter)
                .map_err(|error| self.database.beyond_rescue(error))?,
        };
        // A table without rows is one too; a file of games without games is none.
        if numbers.is_empty() && (to != Target::Csv || self.target.is_dir()) {
            return Err(DbError::Nothing.into());
        }
        let context = Context { catalog: database.catalog().clone(), ..Context::default() };
        let mut export =
            Export { args: self, to, context, skipped: 0, bare: 0, stop: Arc::default() };
        if self.target.is_dir() {
            export.fill_folder(&mut database, &numbers)?;
        } else if to.holds_one_game() && numbers.len() > 1 {
            return Err(DbError::OneGame(numbers.len()).into());
        } else {
            if to == Target::Moves {
                check_one_ruleset(&database, &numbers)?;
            }
            self.fill_file(&mut export, &mut database, &numbers)?;
        }
        let is_whole = export.skipped + export.bare == 0;
        Ok(if is_whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }

    /// Writes all games to a new file, or to standard output.
    fn fill_file(
        &self,
        export: &mut Export<'_>,
        database: &mut Database,
        numbers: &[i64],
    ) -> Result<(), CliError> {
        if standard::is_standard(&self.target) {
            return export.fill(database, numbers, &mut BufWriter::new(io::stdout().lock()));
        }
        // A signal would leave the unfinished file behind.
        export.stop = stop_on_ctrl_c()?;
        let wrong = DbError::new_file(&self.target);
        let mut file = NewFile::create(&self.target).map_err(&wrong)?;
        export.fill(database, numbers, &mut file)?;
        Ok(file.finish().map_err(wrong)?)
    }
}

/// Checks that games are of one ruleset, as the format of moves does not name it.
fn check_one_ruleset(database: &Database, numbers: &[i64]) -> Result<(), DbError> {
    let mut first: Option<String> = None;
    for number in numbers {
        // What is wrong with a game is said when it is its turn.
        let Ok(GameLine { variant, rules, .. }) = database.line(*number) else { continue };
        let words = format!("{variant} {rules}").trim_end().to_owned();
        match &first {
            None => first = Some(words),
            Some(first) if *first == words => {}
            Some(first) => return Err(DbError::OneRuleset(first.clone(), words)),
        }
    }
    Ok(())
}

/// An export under way.
struct Export<'a> {
    args: &'a ExportArgs,
    to: Target,
    context: Context,
    /// Games that cannot be read, or not be written in the format.
    skipped: usize,
    /// Games whose remarks cannot be read.
    bare: usize,
    /// Set by Ctrl-C.
    stop: Arc<AtomicBool>,
}

impl Export<'_> {
    /// Writes all games to one place.
    fn fill(
        &mut self,
        database: &mut Database,
        numbers: &[i64],
        output: &mut dyn Write,
    ) -> Result<(), CliError> {
        if self.to == Target::Csv {
            writeln!(output, "{COLUMNS}")?;
        }
        for number in numbers {
            self.check_stop(|path| format!("{path} was not written"))?;
            if let Some(text) = self.text(database, *number)? {
                output.write_all(text.as_bytes())?;
            }
        }
        output.flush()?;
        self.check_written(numbers)
    }

    /// Writes each game to a file of its own.
    fn fill_folder(&mut self, database: &mut Database, numbers: &[i64]) -> Result<(), CliError> {
        let end = if self.to == Target::Record { "txt".to_owned() } else { self.to.to_string() };
        self.stop = stop_on_ctrl_c()?;
        for (done, number) in numbers.iter().enumerate() {
            let all = numbers.len();
            self.check_stop(|path| format!("{path} has the first {done} of {all} games"))?;
            let path = self.args.target.join(format!("{number}.{end}"));
            let wrong = DbError::new_file(&path);
            if let Some(text) = self.text(database, *number)? {
                let mut file = NewFile::create(&path).map_err(&wrong)?;
                let written = file.write_all(text.as_bytes()).and_then(|()| file.finish());
                written.map_err(wrong)?;
            }
        }
        self.check_written(numbers)
    }

    /// Ends the export after Ctrl-C. `state` tells what there is at the target.
    fn check_stop(
        &self,
        state: impl FnOnce(std::path::Display<'_>) -> String,
    ) -> Result<(), DbError> {
        match self.stop.load(Relaxed) {
            true => Err(DbError::Interrupted(state(self.args.target.display()))),
            false => Ok(()),
        }
    }

    /// Checks that not all games were skipped.
    fn check_written(&self, numbers: &[i64]) -> Result<(), CliError> {
        if self.skipped > 0 && self.skipped == numbers.len() {
            return Err(DbError::AllSkipped.into());
        }
        Ok(())
    }

    /// The text of a game. `None` if it cannot be read, or the format has no room for it.
    fn text(&mut self, database: &mut Database, number: i64) -> Result<Option<String>, CliError> {
        let mut record = match database.game_left(number) {
            Ok((record, None)) => record,
            Ok((record, Some(damage))) => {
                let game = format!("{}: game {number}", self.args.database.path.display());
                complain(warning(format!("{game}: {damage}; written without remarks")));
                self.bare += 1;
                record
            }
            Err(error) if error.is_of_one_game() => {
                complain(passed_over(&self.args.database.path, number, &error));
                self.skipped += 1;
                return Ok(None);
            }
            Err(error) => return Err(self.args.database.wrong(error).into()),
        };
        let Some(format) = self.to.format() else {
            let ratings = database.line(number).map_or([None; 2], |line| line.ratings);
            return Ok(Some(row(number, &record, ratings)));
        };
        if matches!(format, Format::Record | Format::Json) {
            write_rules_out(&mut record, &self.context.catalog);
        }
        match write(format, &[record], &self.context) {
            Ok(text) => Ok(Some(text)),
            Err(error) => {
                complain(warning(format!("game {number}: {error}; skipped")));
                self.skipped += 1;
                Ok(None)
            }
        }
    }
}

/// A game as a line of comma-separated values.
fn row(number: i64, record: &GameRecord, ratings: [Option<i64>; 2]) -> String {
    let from_one = |number: Option<u64>| number.map_or_else(String::new, |n| (n + 1).to_string());
    let [attackers_rating, defenders_rating] =
        ratings.map(|rating| rating.map_or_else(String::new, |rating| rating.to_string()));
    let rules: Vec<String> =
        record.rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let moves: Vec<&str> = record.moves.iter().map(|played| played.text.as_str()).collect();
    let fields = [
        number.to_string(),
        field(&record.event),
        field(&record.date),
        from_one(record.round.map(u64::from)),
        field(&record.variant),
        rules.join(" "),
        field(&record.attackers.name),
        field(&record.defenders.name),
        field(&record.attackers.limits),
        field(&record.defenders.limits),
        record.result().to_owned(),
        record.termination.to_string(),
        moves.len().to_string(),
        field(record.fen.as_deref().unwrap_or_default()),
        moves.join(" "),
        from_one(record.index),
        attackers_rating,
        defenders_rating,
        field(record.detail.as_deref().unwrap_or_default()),
        field(&tags(record).unwrap_or_default()),
    ];
    fields.join(",") + "\n"
}
