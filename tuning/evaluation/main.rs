//! Fits the weights of the evaluation to recorded games.
//!
//! The evaluation's own code counts the features of every position, and the weights move until
//! their value predicts the results best. This is logistic regression, as P. Österlund described it
//! for chess ("Texel's Tuning Method", 2014), with Adam (D. Kingma and J. Ba, 2014) for the
//! descent.

mod chance;
mod fit;
mod model;
#[path = "../progress.rs"]
mod progress;
mod samples;

use std::path::PathBuf;
use std::process::ExitCode;

use branan::rules::{Ruleset, find};
use clap::Parser;

use crate::fit::{Schedule, fit};
use crate::model::Model;
use crate::samples::{Sample, read};

/// Fits the weights of the evaluation to games recorded by 'branan match --record'.
///
/// All games of a run must have the same board size and goal, but may have different rulesets. The
/// program prints an entry for engine/src/eval/weights.toml.
#[derive(Debug, Parser)]
struct Args {
    /// Files of game records
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Share of the game's result in the target; the rest is the score of the search that chose the
    /// move
    #[arg(long, default_value_t = 0.6)]
    result: f64,
    /// Passes through all positions
    #[arg(long, default_value_t = 400)]
    rounds: usize,
    /// Pull towards the present weights, as the addition to the mean loss of a weight that is one
    /// soldier off
    #[arg(long, default_value_t = 0.0005)]
    pull: f64,
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(entry) => {
            println!("{entry}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("tune-evaluation: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<String, String> {
    let mut samples: Vec<Sample> = Vec::new();
    let mut games = Vec::new();
    for path in &args.records {
        let bytes = std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let file =
            branan::record::read(&bytes).map_err(|error| format!("{}: {error}", path.display()))?;
        games.extend(file.games);
    }
    let rulesets = rulesets(&games)?;
    let Some(first) = rulesets.first() else { return Err("the files have no games".to_owned()) };
    let model = Model::of(first);
    for (index, ruleset) in rulesets.iter().enumerate() {
        if (ruleset.side_length(), ruleset.escape) != (first.side_length(), first.escape) {
            return Err(format!("{} and {} have no weights in common", first.name, ruleset.name));
        }
        let of_ruleset = games.iter().filter(|game| game.variant == ruleset.name);
        read(ruleset, index, of_ruleset, args.result, &mut samples)?;
    }
    let schedule = Schedule { rounds: args.rounds, pull: args.pull };
    let fitted = fit(&model, &samples, rulesets.len(), &schedule);
    Ok(model.entry(first, &fitted))
}

/// The distinct rulesets of the games.
fn rulesets(games: &[branan::record::GameRecord]) -> Result<Vec<&'static Ruleset>, String> {
    let mut rulesets: Vec<&Ruleset> = Vec::new();
    for game in games {
        if !game.rules.is_empty() {
            return Err("games under alternate rules are not read".to_owned());
        }
        let ruleset =
            find(&game.variant).ok_or_else(|| format!("there is no ruleset {}", game.variant))?;
        if !rulesets.contains(&ruleset) {
            rulesets.push(ruleset);
        }
    }
    Ok(rulesets)
}
