//! The command line, with one file per command.

mod balance;
mod bench;
#[cfg(feature = "board")]
mod board;
mod book;
mod check;
mod check_engine;
mod connect;
mod convert;
mod csv_field;
mod datagen;
#[cfg(feature = "db")]
mod db;
mod doctor;
mod error;
mod exit;
mod game_line;
mod generate;
mod host;
mod interrupt;
mod keep;
mod match_command;
mod output;
mod paint;
mod perft;
mod position;
mod puzzles;
mod ratings;
mod records;
mod replay;
mod report;
mod show;
mod solve;
mod standard;
mod standings;
mod text_table;
mod usage_error;
mod variants;
mod verify;
mod version;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueHint};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arena::rulesets::RulesetError;
use crate::protocol::{OptionError, Options};
use crate::rules::{LookupError, find_ruleset};
use balance::BalanceArgs;
use bench::BenchArgs;
#[cfg(feature = "board")]
use board::BoardArgs;
use book::BookArgs;
use check::CheckArgs;
use check_engine::CheckEngineArgs;
use connect::ConnectArgs;
use convert::ConvertArgs;
use datagen::DatagenArgs;
#[cfg(feature = "db")]
use db::DbArgs;
use doctor::DoctorArgs;
use error::CliError;
use generate::{CompletionsArgs, ManArgs};
use host::HostArgs;
use match_command::MatchArgs;
use perft::PerftArgs;
use position::PositionArgs;
use puzzles::PuzzlesArgs;
use ratings::RatingsArgs;
use replay::ReplayArgs;
use report::ReportArgs;
use show::ShowArgs;
use solve::SolveArgs;
use standings::StandingsArgs;
use variants::VariantsArgs;
use verify::VerifyArgs;

const EXAMPLES: &str = "\
Without a command, Branán speaks a UCI-style protocol on standard input and output, as GUIs and \
match runners expect; type 'help' there for its commands. It detects OpenTafl's own protocol.

Examples:
  branan                                     speak the protocol
  branan --protocol opentafl --threads 2     play for OpenTafl, from engine.ini
  branan variants                            list the rulesets
  branan variants --explain tablut           the rules of one in plain sentences
  branan --variants my.toml variants         with rulesets of your own
  branan show --variant tablut --moves e2g2  draw a position, list its moves
  branan perft --variant tablut 4            count all sequences of four moves
  branan bench                               measure the search
  branan solve --variant ard-ri --time 60    prove who wins, within a minute
  branan verify ard-ri.proof                 check a proof written by solve
  branan board                               play and analyse in the browser
  branan match --help                        how to run matches between engines
  branan connect hnefatafl.org --help        play on a server as a bot
  branan standings 1.txt 2.txt               results of a match by its records
  branan report games.txt -o match.html      the same as a page, with plots
  branan ratings *.txt                       how strong engines are
  branan balance --variant tablut            which side Tablut favours
  branan convert saved.otg saved.txt         read a saved game of OpenTafl
  branan db import games.db games.txt        gather games in a database
  branan db explore games.db --moves d2e2    what was played there, and how
  branan puzzles solve --variant tablut      puzzles in the terminal
  branan doctor                              facts to include in a bug report
  branan completions bash                    a completion script for the shell
  branan man ~/.local/share/man/man1         man pages, one for each command";

/// An engine for Brandubh and related tafl games.
#[derive(Debug, Parser)]
#[command(name = "branan", version, long_version = version::long(), about, after_help = EXAMPLES)]
pub struct Cli {
    /// A file with rulesets of your own, in the format of docs/notation.md, for commands that take
    /// any ruleset; puzzles, certificates and check-engine know only the built-in ones
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    #[command(flatten)]
    host: HostArgs,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Search fixed positions to fixed depths; ends with 'N nodes M nps'
    Bench(BenchArgs),
    /// Count the move sequences of a given length from a position
    Perft(PerftArgs),
    /// List the rulesets and their rules
    Variants(VariantsArgs),
    /// Draw a position and list its result and moves
    Show(ShowArgs),
    /// Prove whether the side to move can force a win
    Solve(SolveArgs),
    /// Check a proof written by 'solve --certificate'
    Verify(VerifyArgs),
    /// Make, check and solve puzzles with one proven answer
    Puzzles(PuzzlesArgs),
    /// Generate training positions from self-play games
    Datagen(DatagenArgs),
    /// Measure which side a game favours, and what would even it
    Balance(BalanceArgs),
    /// Play, analyse and watch games in the browser
    #[cfg(feature = "board")]
    #[command(alias = "play")]
    Board(BoardArgs),
    /// Play engines against each other over the protocol
    #[command(visible_alias = "tournament")]
    Match(Box<MatchArgs>),
    /// Play on a game server: hnefatafl.org or the Tablut competition
    Connect(ConnectArgs),
    /// Show the standings of a match from its records
    Standings(StandingsArgs),
    /// Rate engines by the games of any number of matches
    Ratings(RatingsArgs),
    /// Write a page for the browser with the standings, plots and games of a match
    Report(ReportArgs),
    /// Make openings for matches, or a book of moves for an engine
    Book(Box<BookArgs>),
    /// Check recorded games move by move, list them, and print or step through one
    Replay(ReplayArgs),
    /// Convert games from one format to another, checking every move
    Convert(ConvertArgs),
    /// Keep games in a database, and ask it what was played in a position
    #[cfg(feature = "db")]
    Db(Box<DbArgs>),
    /// Check files of games in any format: every move, capture and result
    Check(CheckArgs),
    /// Check that an engine follows the protocol
    CheckEngine(CheckEngineArgs),
    /// Report facts about this program and machine, and measure the speed
    Doctor(DoctorArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Write man pages, one for each command
    Man(ManArgs),
}

/// Runs the command. Exit code 2 means that it could not be carried out.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    match cli.dispatch() {
        Ok(code) => code,
        // The reader closed the pipe because it needs no more output.
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            complain_of(&error);
            error.exit_code()
        }
    }
}

/// Prints why the program fails.
fn complain_of(error: &CliError) {
    paint::complain(format!("{} {error}", paint::bad("branan:")));
}

/// Takes a negative number for a value that is out of range, not for an option.
fn with_negative_numbers(command: Command) -> Command {
    let command = command.mut_args(|arg| match arg.get_action().takes_values() {
        true => arg.allow_negative_numbers(true),
        false => arg,
    });
    command.mut_subcommands(with_negative_numbers)
}

/// Prints the help, the version or an error of the command line, and ends the program.
fn end_with(message: &clap::Error) -> ! {
    let printed = message.print().and_then(|()| io::stdout().flush());
    let code = match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain_of(&CliError::Io(error));
            2
        }
        _ => message.exit_code(),
    };
    std::process::exit(code)
}

impl Cli {
    /// The command line. Ends the program if there is none to run.
    #[must_use]
    pub fn read() -> Self {
        Self::parse_words(std::env::args_os())
            .unwrap_or_else(|error| end_with(&usage_error::explained(error)))
    }

    fn parse_words<T>(words: impl IntoIterator<Item = T>) -> Result<Self, clap::Error>
    where
        T: Into<OsString> + Clone,
    {
        let command = with_negative_numbers(Self::command());
        Self::from_arg_matches(&command.try_get_matches_from(words)?)
    }

    fn dispatch(self) -> Result<ExitCode, CliError> {
        let Self { variants, host, command } = self;
        let Some(command) = command else {
            return done(host.speak(options(variants.as_deref())?));
        };
        if host.protocol.is_some() {
            return Err(CliError::Protocol);
        }
        let options = || options(variants.as_deref());
        match command {
            CliCommand::Bench(args) => done(bench::run(&args)),
            CliCommand::Perft(args) => done(args.run(options()?)),
            CliCommand::Variants(args) => done(args.run(options()?)),
            CliCommand::Show(args) => done(args.run(options()?)),
            CliCommand::Solve(args) => args.run(options()?, variants.as_deref()),
            CliCommand::Verify(args) => done(args.run()),
            CliCommand::Puzzles(args) => args.run(&options()?),
            CliCommand::Datagen(args) => args.run(options()?),
            CliCommand::Balance(args) => args.run(&options()?),
            #[cfg(feature = "board")]
            CliCommand::Board(args) => done(args.run(options()?)),
            CliCommand::Match(args) => args.run(),
            CliCommand::Connect(args) => args.run(),
            CliCommand::Standings(args) => done(args.run(variants.as_deref())),
            CliCommand::Ratings(args) => done(args.run(&options()?.catalog)),
            CliCommand::Report(args) => done(args.run()),
            CliCommand::Book(args) => args.run(),
            CliCommand::Replay(args) => args.run(),
            CliCommand::Convert(args) => args.run(),
            #[cfg(feature = "db")]
            CliCommand::Db(args) => args.run(options()?),
            CliCommand::Check(args) => args.run(),
            CliCommand::CheckEngine(args) => args.run(),
            CliCommand::Doctor(args) => args.run(),
            CliCommand::Completions(args) => done(args.run()),
            CliCommand::Man(args) => done(args.run()),
        }
    }
}

/// The exit code of a command that either succeeds or fails.
fn done(result: Result<(), CliError>) -> Result<ExitCode, CliError> {
    result.map(|()| ExitCode::SUCCESS)
}

/// A spinner on standard error, shown only in a terminal.
fn spinner(template: &str) -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}

/// How far a command is that knows its end, on standard error, shown only in a terminal.
fn progress(total: u64, noun: &str) -> ProgressBar {
    let bar = ProgressBar::new(total);
    let template = format!("{{bar:30}} {{pos}}/{{len}} {noun}, {{elapsed}} gone, {{eta}} left");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    bar
}

/// A number with its noun: `1 game`, `2 games`.
fn counted(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// Whether two paths lead to the same file, which need not be there yet.
fn is_one_file(one: &Path, other: &Path) -> bool {
    let absolute = |path| std::path::absolute(path).ok();
    same_file::is_same_file(one, other).unwrap_or_else(|_| absolute(one) == absolute(other))
}

/// Prints a line.
fn print(text: &str) -> Result<(), CliError> {
    Ok(writeln!(anstream::stdout(), "{text}")?)
}

/// Writes to standard output at once. A closed pipe is not an error.
fn say(text: &str) {
    let mut output = anstream::stdout().lock();
    let _ = output.write_all(text.as_bytes()).and_then(|()| output.flush());
}

/// Selects a ruleset. The error for an unknown name suggests a similar one.
fn choose_ruleset(options: &mut Options, name: &str) -> Result<(), CliError> {
    match find_ruleset(name, &options.catalog) {
        Err(error @ LookupError::Ruleset { .. }) if !name.contains(':') => {
            Err(RulesetError::from(error).into())
        }
        // As an option it would be a missing value.
        Err(error) if name.is_empty() => Err(RulesetError::from(error).into()),
        // All other errors, and rules strings.
        _ => {
            options.set("UCI_Variant", Some(name)).map_err(|error| match error {
                OptionError::RulesString(error) => CliError::Variant(error),
                error => error.into(),
            })?;
            Ok(())
        }
    }
}

/// The initial options.
fn options(variants: Option<&Path>) -> Result<Options, CliError> {
    let mut options = Options::default();
    if let Some(path) = variants {
        options.set("VariantPath", Some(&path.display().to_string())).map_err(
            |error| match error {
                OptionError::File(error) => CliError::from(RulesetError::from(error)),
                error => error.into(),
            },
        )?;
    }
    Ok(options)
}
