//! What can be done from the shell.

mod datagen;
mod solve;

use std::io::{self, Read, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::{Arc, mpsc};
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum, ValueHint};

use crate::arena::{BookArgs, CheckArgs, MatchArgs, ReplayArgs};
use crate::bench::{self, BenchError};
use crate::engine::{Engine, EngineError, PositionError, Resources, Update, new_engine};
use crate::protocol::{self, OptionError, Options, Protocol, Session, Start, opentafl};
use crate::rules::{Ruleset, otn};
use crate::search::Control;
use crate::solve::MemoryError;
use solve::SolveArgs;

const EXAMPLES: &str = "\
Without a command, Branán speaks a UCI-style protocol on standard input and output, as GUIs and
match runners expect; type 'help' there to see its commands. To OpenTafl it speaks OpenTafl's.

Examples:
  branan                                            speak the protocol
  branan --protocol opentafl --threads 2            play for OpenTafl, as its engine.ini asks
  branan variants                                   list the rulesets
  branan variants --explain tablut                  the rules of one in plain sentences
  branan --variants my.toml show --variant mine     a ruleset of your own
  branan show --variant tablut --moves 'e2g2 f5f6'  draw a position and list its moves
  branan perft --variant tablut 4                   count all sequences of four moves
  branan bench                                      measure the search
  branan solve --variant ard-ri --time 60           prove who wins, if a minute will do
  branan match --help                               how to let engines play a match";

/// An engine for Brandubh and its family of tafl games.
#[derive(Debug, Parser)]
#[command(name = "branan", version, about, after_help = EXAMPLES)]
pub struct Cli {
    /// A file of rulesets of your own, to choose from besides the built-in ones; its format is that
    /// of src/rules/builtin.toml
    #[arg(long, global = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    #[command(flatten)]
    host: HostArgs,
    #[command(subcommand)]
    command: Option<CliCommand>,
}

/// What is said of the program to play for.
#[derive(Debug, Args)]
struct HostArgs {
    /// What to speak on standard input and output; without it, what the host's first line tells
    #[arg(long, value_enum)]
    protocol: Option<ProtocolArg>,
    /// With --protocol opentafl: the size of the transposition table in MiB [default: 64]
    #[arg(long, value_name = "MIB", requires = "protocol",
        value_parser = clap::value_parser!(u32).range(1..=65536))]
    hash: Option<u32>,
    /// With --protocol opentafl: the number of threads [default: 1]
    #[arg(long, value_name = "N", requires = "protocol",
        value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// With --protocol opentafl: seconds for a move in a game without a clock [default: 5]
    #[arg(long, value_name = "SECONDS", requires = "protocol",
        value_parser = clap::value_parser!(u32).range(1..))]
    move_time: Option<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ProtocolArg {
    /// The UCI-style protocol of protocol.md
    Uci,
    /// OpenTafl's engine protocol
    #[value(name = "opentafl")]
    OpenTafl,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Search fixed positions to fixed depths on one thread; the last line is 'N nodes M nps'
    Bench,
    /// Count the sequences of so many moves from a position
    Perft(PerftArgs),
    /// List the rulesets and their rules
    Variants(VariantsArgs),
    /// Draw a position and list its result and moves
    Show(PositionArgs),
    /// Prove whether the side to move can force a win
    Solve(SolveArgs),
    /// Play games against itself and keep the positions, judged, to learn from
    Datagen(datagen::DatagenArgs),
    /// Play engines against each other over the protocol
    #[command(visible_alias = "tournament")]
    Match(Box<MatchArgs>),
    /// Make openings that are playable for both roles
    Book(BookArgs),
    /// Read recorded games back, check every move, print or step through a game
    Replay(ReplayArgs),
    /// Check an engine against the protocol
    CheckEngine(CheckArgs),
}

/// A position under a ruleset.
#[derive(Debug, Args)]
struct PositionArgs {
    /// The ruleset, by name ('branan variants' lists them) or as a rules string of OpenTafl's
    /// notation, such as 'dim:7 esc:e start:/…/'
    #[arg(long, default_value = crate::rules::DEFAULT)]
    variant: String,
    /// An alternate rule to lay over it, such as KingMove=step; may be given again
    #[arg(long = "rule", value_name = "RULE=VALUE")]
    rules: Vec<String>,
    /// The position to begin with, such as '3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a'; else the start.
    /// OpenTafl's notation, '/3t3/…/3t3/ attackers', is understood as well
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there, separated by spaces: d2e2, or d2-e2xd3/e4
    #[arg(long, default_value = "")]
    moves: String,
}

#[derive(Debug, Args)]
struct VariantsArgs {
    /// Tell the rules of one of them in plain sentences; a rules string of OpenTafl's will do, too
    #[arg(long, value_name = "NAME")]
    explain: Option<String>,
}

#[derive(Debug, Args)]
struct PerftArgs {
    #[command(flatten)]
    position: PositionArgs,
    /// The number of threads
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The number of moves in a sequence
    depth: u32,
}

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
enum CliError {
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error("'{0}' is not a rule and its value; write it like KingMove=step")]
    Rule(String),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("bad position: {0}")]
    Otn(#[from] otn::PositionError),
    #[error("--protocol is for playing, and stands without a command")]
    Protocol,
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Bench(#[from] BenchError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Generate(#[from] crate::datagen::GenerateError),
    #[error(transparent)]
    Store(#[from] crate::datagen::StoreError),
    #[error("no signal can be caught: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error("input or output failed: {0}")]
    Io(#[from] io::Error),
}

/// Does what the command line says. Exit code 2 means that it could not be done.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let playing = cli.host.protocol.is_some();
    let options = || options(cli.variants.as_deref());
    let done = match cli.command {
        Some(_) if playing => Err(CliError::Protocol),
        None => options().and_then(|options| speak(options, &cli.host)),
        Some(CliCommand::Bench) => run_bench(),
        Some(CliCommand::Perft(args)) => options().and_then(|options| perft(&args, options)),
        Some(CliCommand::Variants(args)) => options().and_then(|options| variants(&args, options)),
        Some(CliCommand::Show(args)) => options().and_then(|options| show(&args, options)),
        Some(CliCommand::Solve(args)) => options().and_then(|options| args.run(options)),
        Some(CliCommand::Datagen(args)) => options().and_then(|options| args.run(options)),
        Some(CliCommand::Match(args)) => return args.run(),
        Some(CliCommand::Book(args)) => return args.run(),
        Some(CliCommand::Replay(args)) => return args.run(),
        Some(CliCommand::CheckEngine(args)) => return args.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever read the output has seen enough.
        Err(CliError::Io(error)) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("branan: {error}");
            ExitCode::from(2)
        }
    }
}

fn print(text: &str) -> Result<(), CliError> {
    Ok(writeln!(io::stdout(), "{text}")?)
}

/// The options to begin with.
fn options(variants: Option<&std::path::Path>) -> Result<Options, CliError> {
    let mut options = Options::default();
    if let Some(path) = variants {
        options.set("VariantPath", Some(&path.display().to_string()))?;
    }
    Ok(options)
}

fn speak(options: Options, host: &HostArgs) -> Result<(), CliError> {
    let mut input = io::stdin().lock();
    let (protocol, read) = match host.protocol {
        Some(ProtocolArg::Uci) => (Protocol::Uci, Vec::new()),
        Some(ProtocolArg::OpenTafl) => (Protocol::OpenTafl, Vec::new()),
        None => protocol::detect(&mut input)?,
    };
    let input = read.chain(input);
    match protocol {
        Protocol::Uci => Session::with_options(io::stdout(), options)?.run(input)?,
        Protocol::OpenTafl => opentafl::Session::new(io::stdout(), host.settings()).run(input)?,
    }
    Ok(())
}

impl HostArgs {
    fn settings(&self) -> opentafl::Settings {
        let mut settings = opentafl::Settings::default();
        if let Some(hash) = self.hash {
            settings.resources.hash = hash as usize;
        }
        if let Some(threads) = self.threads {
            settings.resources.threads = usize::from(threads);
        }
        if let Some(seconds) = self.move_time {
            settings.move_time = Duration::from_secs(u64::from(seconds));
        }
        settings
    }
}

fn variants(args: &VariantsArgs, mut options: Options) -> Result<(), CliError> {
    match &args.explain {
        None => print(&protocol::variants(&options.catalog)),
        Some(name) => {
            options.set("UCI_Variant", Some(name))?;
            print(&protocol::explain(&options.variant))
        }
    }
}

fn run_bench() -> Result<(), CliError> {
    let mut written = Ok(());
    let last = bench::run(&Control::default(), &mut |line| {
        written = std::mem::replace(&mut written, Ok(())).and_then(|()| print(line));
    })?;
    written?;
    print(&last)
}

impl PositionArgs {
    fn ruleset(&self, mut options: Options) -> Result<Ruleset, CliError> {
        options.set("UCI_Variant", Some(&self.variant))?;
        for rule in &self.rules {
            let (name, value) = rule.split_once('=').ok_or_else(|| CliError::Rule(rule.clone()))?;
            options.set(&format!("Rule {name}"), Some(value))?;
        }
        Ok(options.ruleset())
    }

    fn start(&self) -> Start {
        match &self.fen {
            None => Start::Usual,
            // A FEN does not begin with an empty row.
            Some(text) if text.starts_with('/') => Start::Otn(text.clone()),
            Some(text) => Start::Fen(text.clone()),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.moves.split_whitespace().map(str::to_owned).collect()
    }

    /// An engine at the position.
    fn engine(&self, options: Options, threads: usize) -> Result<Box<dyn Engine>, CliError> {
        let mut engine = new_engine(&self.ruleset(options)?, Resources { hash: 1, threads })?;
        engine.set_up(self.start().fen()?.as_deref(), &self.moves())?;
        Ok(engine)
    }
}

fn show(args: &PositionArgs, options: Options) -> Result<(), CliError> {
    print(&protocol::display(args.engine(options, 1)?.game()))
}

fn perft(args: &PerftArgs, options: Options) -> Result<(), CliError> {
    let engine = args.position.engine(options, usize::from(args.threads))?;
    let (sender, answers) = mpsc::channel();
    let sink = Box::new(move |update: Update| {
        // Nobody listens any more when writing has failed.
        let _ = sender.send(protocol::update(&update, false));
    });
    let thread = engine.perft(args.depth, Arc::new(Control::default()), sink)?;
    answers.iter().try_for_each(|text| print(&text))?;
    thread.join().map_err(|_| io::Error::other("counting failed; please report this").into())
}
