//! `branan book`: makes openings for matches, or a book of moves for an engine.

mod moves;

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::builder::RangedU64ValueParser;
use clap::{Args, ValueHint};
use indicatif::{ProgressBar, ProgressStyle};
use thiserror::Error;

use super::exit::{INTERRUPTED, USAGE};
use super::interrupt::stop_on_ctrl_c;
use super::paint::{complain, warning};
use super::{CliError, counted};
use crate::arena::book::{BookError, BookSettings, Contest, OpeningBook, make_book};
use crate::arena::engine::{EngineSpec, SpecError, absolute, read_engine};
use crate::arena::key_value::{self, KeyError};
use crate::arena::rulesets::{RulesetError, read_catalog};
use crate::book::AnalysisError;
use crate::rules::{Catalog, Ruleset, find_ruleset, read_alternates};
use crate::text::{check_whole_file, write_whole_file};
use moves::{MovesArgs, OF_MOVES};

/// Make openings for matches that are playable for both roles, or a book of moves for an engine.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The openings come one per line, in the format of branan match --openings. The same options and the same \
engine always make the same openings. With --from or --analyse it makes a book of positions with the moves \
to play there instead, for the engine's option BookFile. --analyse searches the best lines from the start. \
Ctrl-C keeps what was found so far.

Examples:
  branan book --variant tablut --plies 4 --games 24 --output tablut.txt
  branan book --from games.db --min-games 20 --output brandubh.book
  branan book --analyse 300 --nodes 2000000 --output brandubh.book")]
pub(super) struct BookArgs {
    /// Ruleset
    #[arg(long, value_name = "NAME", default_value = crate::rules::DEFAULT)]
    variant: String,
    /// File with rulesets of your own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// An alternate rule, such as KingMove=step; may be repeated
    #[arg(long, value_name = "RULE=VALUE")]
    rule: Vec<String>,
    /// Length of each opening in plies [default: 4]; with --from, of the longest line [default: 20]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: Option<u32>,
    /// Number of openings to make
    #[arg(long, conflicts_with = OF_MOVES, value_name = "N", default_value_t = 100, value_parser = RangedU64ValueParser::<usize>::new().range(1..))]
    count: usize,
    /// Search depth for judging an opening
    #[arg(long, conflicts_with = OF_MOVES, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Largest score of a playable opening, for either side, in hundredths of the scores that the engine
    /// reports [default: 100]; with --analyse, what a move may lose against the best one [default: 20]
    #[arg(long, value_name = "SCORE")]
    window: Option<u32>,
    /// Even out openings with up to this many more plies: the side ahead plays random moves, the other
    /// its best, until the score is within the window and the lead within a limit drawn by lot; at most
    /// half of the openings, rounded up, favour each side; 0: off
    #[arg(long, conflicts_with = OF_MOVES, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    even_out: u32,
    /// Games to test each opening with; it is kept if each role wins at least one in six of them
    /// and at most half are drawn
    #[arg(long, conflicts_with = OF_MOVES, value_name = "N", default_value_t = 0)]
    games: u32,
    /// Minimum nodes per move in these games; each game adds up to half as many [default: 2000]. With
    /// --analyse, the nodes of each search [default: 1000000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=u64::MAX / 128))]
    nodes: Option<u64>,
    /// Seed of the random walks
    #[arg(long, conflicts_with = OF_MOVES, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The engine that judges the openings, described as for branan match [default: this program]
    #[arg(long, conflicts_with = OF_MOVES, value_name = "KEY=VALUE", num_args = 1..)]
    engine: Vec<String>,
    /// Number of engines that judge at the same time
    #[arg(long, conflicts_with = OF_MOVES, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// File to write to, which must not exist, instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
    #[command(flatten)]
    moves: MovesArgs,
}

#[derive(Debug, Error)]
pub(super) enum BookCommandError {
    #[error(transparent)]
    Ruleset(#[from] RulesetError),
    #[error("--rule: {0}")]
    Rule(#[from] KeyError),
    #[error(transparent)]
    Engine(#[from] SpecError),
    #[error(transparent)]
    Book(#[from] BookError),
    #[error("cannot start this program to judge the openings ({0}); name an engine with --engine")]
    Myself(io::Error),
    #[error(transparent)]
    Analysis(#[from] AnalysisError),
    #[error("--{option} needs --{needed}")]
    Ignored { option: &'static str, needed: &'static str },
    #[error("--games 1 lets only one role win; at least 2 are needed")]
    OneGame,
    #[error("{} exists already; name another file", path.display())]
    Exists { path: PathBuf },
    #[error("{path}: {source}")]
    Write { path: PathBuf, source: io::Error },
}

/// The length of openings in plies, unless given.
const PLIES: u32 = 4;

/// The largest score of a playable opening, unless given.
const WINDOW: u32 = 100;

/// The number of openings tried in vain after which something else is suggested.
const HINTED_AT: usize = 1000;

/// The nodes per move in the games that test an opening, unless given.
const CONTEST_NODES: u64 = 2000;

/// Alternate rules by name and value.
type AlternatePairs = Vec<(String, String)>;

impl BookArgs {
    /// Makes the book. Exit code 1 means fewer openings than requested, 2 an error.
    pub fn run(&self) -> Result<ExitCode, CliError> {
        if let Some((option, needed)) = self.ignored() {
            return Err(BookCommandError::Ignored { option, needed }.into());
        }
        if self.games == 1 {
            return Err(BookCommandError::OneGame.into());
        }
        if let Some(path) = &self.output {
            if path.is_file() {
                return Err(BookCommandError::Exists { path: path.clone() }.into());
            }
            let failed = |source| BookCommandError::Write { path: path.clone(), source };
            check_whole_file(path).map_err(failed)?;
        }
        if self.moves.are_wanted() { self.make_moves() } else { self.make() }
    }

    fn make(&self) -> Result<ExitCode, CliError> {
        let settings = self.settings()?;
        let stop = stop_on_ctrl_c()?;
        let bar = progress_bar(self.count);
        let mut has_hinted = false;
        let book = make_book(&settings, &stop, &mut |kept, tried| {
            if bar.is_hidden() && kept as u64 > bar.position() {
                complain(format!("{} of {tried} tried", openings(kept)));
            }
            if kept == 0 && tried >= HINTED_AT && !has_hinted {
                has_hinted = true;
                bar.suspend(|| {
                    complain(warning(format!("none of {tried} is playable; {}", self.hint())))
                });
            }
            bar.set_message(format!("of {tried} tried"));
            bar.set_position(kept as u64);
        });
        bar.finish_and_clear();
        let book = book.map_err(BookCommandError::from)?;
        let found = book.openings.len();
        let is_stopped = found < self.count && stop.load(Relaxed);
        let is_part = is_stopped || book.failure.is_some();
        if found > 0 || !is_part {
            self.write(&settings, &book)?;
        }
        if found >= self.count {
            return Ok(ExitCode::SUCCESS);
        }
        if let Some(failure) = book.failure {
            complain(warning(failure.to_string()));
            complain(format!("stopped with {}", openings(found)));
            return Ok(ExitCode::from(USAGE));
        }
        if is_stopped {
            complain(format!("stopped with {}", openings(found)));
            return Ok(ExitCode::from(INTERRUPTED));
        }
        let only = if found == 0 { "" } else { "only " };
        complain(warning(format!("found {only}{}; {}", openings(found), self.hint())));
        Ok(ExitCode::FAILURE)
    }

    /// An option that would have no effect, and the one that it belongs to.
    fn ignored(&self) -> Option<(&'static str, &'static str)> {
        if self.nodes.is_some() && self.games == 0 && !self.moves.are_wanted() {
            return Some(("nodes", "games"));
        }
        self.moves.ignored()
    }

    /// What leads to more openings.
    fn hint(&self) -> &'static str {
        if self.even_out > 0 {
            "try more --plies, a wider --window or a larger --even-out"
        } else {
            "try more --plies, a wider --window, or --even-out if one side wins from most openings"
        }
    }

    fn settings(&self) -> Result<BookSettings, BookCommandError> {
        let (_, alternates, rules) = self.rules()?;
        let nodes = self.nodes.unwrap_or(CONTEST_NODES);
        Ok(BookSettings {
            rules,
            alternates,
            plies: self.plies.unwrap_or(PLIES),
            count: self.count,
            depth: self.depth,
            window: self.window.unwrap_or(WINDOW),
            even_out: self.even_out,
            contest: (self.games > 0).then_some(Contest { games: self.games, nodes }),
            seed: self.seed,
            judge: self.judge()?,
            concurrency: self.concurrency,
        })
    }

    /// The rulesets, the alternate rules, and the ruleset with these.
    fn rules(&self) -> Result<(Catalog, AlternatePairs, Ruleset), BookCommandError> {
        let mut alternates = key_value::owned(&self.rule)?;
        let overlay = read_alternates(&mut alternates).map_err(RulesetError::from)?;
        let catalog = read_catalog(self.variants.as_deref())?;
        let found = find_ruleset(&self.variant, &catalog).map_err(RulesetError::from)?;
        let rules = overlay.over(found);
        Ok((catalog, alternates, rules))
    }

    /// The engine that judges.
    fn judge(&self) -> Result<EngineSpec, BookCommandError> {
        let mut spec = if self.engine.is_empty() {
            let program = std::env::current_exe().map_err(BookCommandError::Myself)?;
            read_engine(&[format!("cmd={}", program.display())])?
        } else {
            read_engine(&self.engine)?
        };
        spec.tell_rulesets(self.variants.as_deref().map(absolute).as_deref());
        Ok(spec)
    }

    /// The beginning of the command line that makes the book.
    fn command(&self, alternates: &[(String, String)]) -> String {
        let mut text =
            format!("branan book --variant {}", quoted(std::slice::from_ref(&self.variant)));
        if let Some(path) = &self.variants {
            text.push_str(&format!(" --variants {}", quoted(&[path.display().to_string()])));
        }
        for (name, value) in alternates {
            text.push_str(&format!(" --rule {name}={value}"));
        }
        text
    }

    fn write(&self, settings: &BookSettings, book: &OpeningBook) -> Result<(), BookCommandError> {
        let judge = book.judge.as_deref().unwrap_or("an engine");
        let mut text = format!(
            "# {} of {}, judged by {judge}; scores are for the side to move\n# {}",
            match (book.openings.len(), self.count) {
                (found, wanted) if found < wanted => format!("{found} of {wanted} openings"),
                (found, _) => counted(found as u64, "opening"),
            },
            on_one_line(&settings.rules.title),
            self.command(&settings.alternates)
        );
        text.push_str(&format!(
            " --plies {} --count {} --depth {} --window {} --seed {}",
            settings.plies, self.count, self.depth, settings.window, self.seed
        ));
        if settings.even_out > 0 {
            text.push_str(&format!(" --even-out {}", settings.even_out));
        }
        if let Some(Contest { games, nodes }) = settings.contest {
            text.push_str(&format!(" --games {games} --nodes {nodes}"));
        }
        if !self.engine.is_empty() {
            text.push_str(&format!(" --engine {}", quoted(&self.engine)));
        }
        text.push('\n');
        for opening in &book.openings {
            text.push_str(&format!("{} # {}\n", opening.moves.join(" "), opening.eval));
        }
        write_text(&text, self.output.as_deref())
    }
}

/// Writes to a file or to standard output.
fn write_text(text: &str, place: Option<&Path>) -> Result<(), BookCommandError> {
    let (path, written) = match place {
        Some(path) => {
            let write = |file: &mut dyn Write| file.write_all(text.as_bytes());
            (path.to_owned(), write_whole_file(path, write))
        }
        None => (PathBuf::from("standard output"), io::stdout().write_all(text.as_bytes())),
    };
    written.map_err(|source| BookCommandError::Write { path, source })
}

/// A number of openings, in words.
fn openings(count: usize) -> String {
    match count {
        0 => "no opening".to_owned(),
        1 => "1 opening".to_owned(),
        _ => format!("{count} openings"),
    }
}

/// Words of a command line, quoted where a shell needs it.
fn quoted(words: &[String]) -> String {
    // Only a zero byte cannot be quoted, and arguments have none.
    shlex::try_join(words.iter().map(String::as_str)).unwrap_or_default()
}

/// A title without line breaks, for a comment.
fn on_one_line(title: &str) -> String {
    title.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Shows the progress on standard error, if that is a terminal.
fn progress_bar(count: usize) -> ProgressBar {
    let bar = ProgressBar::new(count as u64);
    let template = "[{wide_bar}] {pos}/{len} openings {msg}, {elapsed} elapsed";
    // The template is fixed; if it were invalid, the default style would do.
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style.progress_chars("=> "));
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
