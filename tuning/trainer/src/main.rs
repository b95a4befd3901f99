//! Trains the networks of Branán's learned evaluation. `tuning/README.md` is the guide.
//!
//! The inputs ([`extractor::Extractor`]) and the file format ([`branan::eval::network::Network`])
//! come from the engine's library, so that training and play agree.

#![warn(missing_docs)]
#![warn(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod adamw;
mod chart;
mod checkpoint;
mod data;
mod extractor;
mod fit;
mod gradient;
mod kernels;
mod layout;
mod origin;
mod positions;
mod quantise;
mod run;
mod shared;
mod training;
mod validation;

#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::process::ExitCode;

use branan::eval::network::{HIDDEN, InputSet};
use branan::game::load_catalog;
use branan::rules::Catalog;
use clap::{Args, Parser, Subcommand, ValueHint};

use crate::checkpoint::Settings;
use crate::data::{Choice, Family};
use crate::run::Run;

/// Trains the networks of Branán's learned evaluation.
#[derive(Debug, Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Train a network for each ruleset from files of 'branan datagen'
    ///
    /// Rulesets that are given together share their first layer. The state is saved in the folder
    /// after each epoch, and the same command resumes from it.
    Train(TrainArgs),
}

#[derive(Debug, Args)]
struct TrainArgs {
    /// Files of positions; several per ruleset are allowed
    #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    files: Vec<PathBuf>,
    /// A file of rulesets of your own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// Use positions of one ruleset for another; may be repeated
    #[arg(long = "as", value_name = "FILE_RULESET=NAME", value_parser = pair)]
    renamed: Vec<(String, String)>,
    /// Inputs of the network: places, lines, counts or rings
    #[arg(long, value_name = "SET", default_value = "lines", value_parser = input_set)]
    inputs: InputSet,
    /// Hidden units: 64 or 128
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = hidden_units)]
    hidden: usize,
    /// Number of passes through the positions
    #[arg(long, value_name = "N", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    epochs: u32,
    /// Positions per step
    #[arg(long, value_name = "N", default_value_t = 16_384, value_parser = clap::value_parser!(u32).range(1..=1 << 24))]
    batch: u32,
    /// Highest learning rate
    #[arg(long, value_name = "RATE", default_value_t = 1e-3, value_parser = within(0.0, 1.0))]
    lr: f64,
    /// Share of the game's result in the target; the rest is the score
    #[arg(long, value_name = "SHARE", default_value_t = 0.4, value_parser = within(0.0, 1.0))]
    wdl: f64,
    /// Maximum weight of the first layer
    #[arg(long, value_name = "WEIGHT", default_value_t = 1.98, value_parser = within(0.1, 10.0))]
    clip: f64,
    /// Seed of the initial weights and the order of positions
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Checkpoint or network to start from, such as the checkpoint of a whole family
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    from: Option<PathBuf>,
    /// Folder for the checkpoint, the plot of the loss, and one RULESET.net per ruleset
    #[arg(long, short, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    out: PathBuf,
}

fn input_set(text: &str) -> Result<InputSet, String> {
    let names = InputSet::ALL.map(|set| set.to_string()).join(", ");
    text.parse().map_err(|_| format!("one of {names} is needed"))
}

fn pair(text: &str) -> Result<(String, String), String> {
    let (from, to) = text.split_once('=').ok_or("two names are needed, such as old=new")?;
    Ok((from.to_owned(), to.to_owned()))
}

fn hidden_units(text: &str) -> Result<usize, String> {
    match text.parse() {
        Ok(count) if HIDDEN.contains(&count) => Ok(count),
        _ => {
            let counts = HIDDEN.map(|count| count.to_string()).join(", ");
            Err(format!("one of {counts} is needed, the numbers that the engine reads"))
        }
    }
}

fn within(low: f64, high: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| match text.parse() {
        Ok(value) if (low..=high).contains(&value) => Ok(value),
        _ => Err(format!("a number from {low} to {high} is needed")),
    }
}

fn main() -> ExitCode {
    let Command::Train(args) = Cli::parse().command;
    match train(args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("branan-trainer: {error}");
            ExitCode::from(2)
        }
    }
}

fn train(args: TrainArgs) -> Result<(), Box<dyn std::error::Error>> {
    let catalog = match &args.variants {
        Some(path) => load_catalog(path)?,
        None => Catalog::default(),
    };
    let TrainArgs { files, renamed, inputs, .. } = args;
    let choice = Choice { files: &files, catalog: &catalog, renamed: &renamed, inputs };
    let family = Family::read(&choice, args.wdl)?;
    let settings = Settings {
        rulesets: family.rulesets.iter().map(|data| data.name.clone()).collect(),
        inputs: inputs.to_string(),
        input_count: family.rulesets[0].extractor.count(),
        hidden: args.hidden,
        positions: family.len() as u32,
        epochs: args.epochs,
        batch: args.batch as usize,
        rate: args.lr as f32,
        result_share: args.wdl,
        clip: args.clip as f32,
        seed: args.seed,
        from: args.from.as_ref().map(|path| path.display().to_string()),
    };
    let run = Run { family: &family, inputs, settings, from: args.from, folder: args.out };
    Ok(run.run()?)
}
