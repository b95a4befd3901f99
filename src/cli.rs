//! What can be done from the shell.

mod solve;

use std::io::{self, Write};
use std::process::ExitCode;
use std::sync::{Arc, mpsc};

use clap::{Args, Parser, Subcommand};

use crate::arena::{BookArgs, CheckArgs, MatchArgs, ReplayArgs};
use crate::bench::{self, BenchError};
use crate::engine::{Engine, EngineError, PositionError, Resources, Update, new_engine};
use crate::protocol::{self, OptionError, Options, Session};
use crate::rules::Ruleset;
use crate::search::Control;
use crate::solve::MemoryError;
use solve::SolveArgs;

const EXAMPLES: &str = "\
Without a command, Branán speaks a UCI-style protocol on standard input and output, as GUIs and
match runners expect; type 'help' there to see its commands.

Examples:
  branan                                            speak the protocol
  branan variants                                   list the rulesets
  branan show --variant tablut --moves 'e2g2 f5f6'  draw a position and list its moves
  branan perft --variant tablut 4                   count all sequences of four moves
  branan bench                                      measure the search
  branan solve --variant ard-ri --time 60           prove who wins, if a minute will do
  branan match --help                               how to let engines play a match";

/// An engine for Brandubh and its family of tafl games.
#[derive(Debug, Parser)]
#[command(name = "branan", version, about, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    command: Option<CliCommand>,
}

#[derive(Debug, Subcommand)]
enum CliCommand {
    /// Search fixed positions to fixed depths on one thread; the last line is 'N nodes M nps'
    Bench,
    /// Count the sequences of so many moves from a position
    Perft(PerftArgs),
    /// List the rulesets and their rules
    Variants,
    /// Draw a position and list its result and moves
    Show(PositionArgs),
    /// Prove whether the side to move can force a win
    Solve(SolveArgs),
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
    /// The ruleset; 'branan variants' lists them
    #[arg(long, default_value = crate::rules::DEFAULT)]
    variant: String,
    /// An alternate rule to lay over it, such as KingMove=step; may be given again
    #[arg(long = "rule", value_name = "RULE=VALUE")]
    rules: Vec<String>,
    /// The position to begin with, such as '3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a'; else the start
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there, separated by spaces: d2e2, or d2-e2xd3/e4
    #[arg(long, default_value = "")]
    moves: String,
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
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Bench(#[from] BenchError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("no signal can be caught: {0}")]
    Signal(#[from] ctrlc::Error),
    #[error("input or output failed: {0}")]
    Io(#[from] io::Error),
}

/// Does what the command line says. Exit code 2 means that it could not be done.
#[must_use]
pub fn run(cli: Cli) -> ExitCode {
    let done = match cli.command {
        None => speak(),
        Some(CliCommand::Bench) => run_bench(),
        Some(CliCommand::Perft(args)) => perft(&args),
        Some(CliCommand::Variants) => print(&protocol::variants()),
        Some(CliCommand::Show(args)) => show(&args),
        Some(CliCommand::Solve(args)) => args.run(),
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

fn speak() -> Result<(), CliError> {
    Ok(Session::new(io::stdout())?.run(io::stdin().lock())?)
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
    fn ruleset(&self) -> Result<Ruleset, CliError> {
        let mut options = Options::default();
        options.set("UCI_Variant", Some(&self.variant))?;
        for rule in &self.rules {
            let (name, value) = rule.split_once('=').ok_or_else(|| CliError::Rule(rule.clone()))?;
            options.set(&format!("Rule {name}"), Some(value))?;
        }
        Ok(options.ruleset())
    }

    fn moves(&self) -> Vec<String> {
        self.moves.split_whitespace().map(str::to_owned).collect()
    }

    /// An engine at the position.
    fn engine(&self, threads: usize) -> Result<Box<dyn Engine>, CliError> {
        let mut engine = new_engine(&self.ruleset()?, Resources { hash: 1, threads })?;
        engine.set_up(self.fen.as_deref(), &self.moves())?;
        Ok(engine)
    }
}

fn show(args: &PositionArgs) -> Result<(), CliError> {
    print(&protocol::display(args.engine(1)?.game()))
}

fn perft(args: &PerftArgs) -> Result<(), CliError> {
    let engine = args.position.engine(usize::from(args.threads))?;
    let (sender, answers) = mpsc::channel();
    let sink = Box::new(move |update: Update| {
        // Nobody listens any more when writing has failed.
        let _ = sender.send(protocol::update(&update, false));
    });
    let thread = engine.perft(args.depth, Arc::new(Control::default()), sink)?;
    answers.iter().try_for_each(|text| print(&text))?;
    thread.join().map_err(|_| io::Error::other("counting failed; please report this").into())
}
