//! `branan balance`: measures which side games favour.

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;

mod collect;
mod results;

use clap::{Args, ValueHint};
use serde_json::Value;

pub(super) use collect::CollectCommandError;
use collect::collect;
use results::{to_json, to_table};

use super::exit::INTERRUPTED;
use super::interrupt::stop_on_ctrl_c;
use super::keep::KeepArgs;
use super::output::{check_page, write_page};
use super::text_table::output_width;
use super::{CliError, choose_ruleset, print, progress, say};
use crate::balance::{
    BalancePlan, RoundShare, RuleChange, ShareResults, Strength, Tally, Trial, measure,
};
use crate::protocol::Options;
use crate::report::balance_page;
use crate::rules::{self, Ruleset};

const NOTES: &str = "\
The engine plays both sides of each game at the same strength, after a few random moves. A score of \
50 % is even. If the interval behind it does not contain 50 %, the game favours a side at this \
strength. How the score changes with the strength tells more: an advantage that disappears as play \
improves is one that players can learn to meet.

--change makes the same trials with a change of the game. It holds alternate rules (as 'branan \
variants' lists them), the side that begins (first=defenders), soldiers that are left out \
(without=d1), or several of these with commas between them.

Players can bid for the favoured side: the one who promises to win in the fewest plies plays it, and \
loses if the promise is not kept. The fair bid is the promise that half of these games would have kept.

Examples:
  branan balance --variant brandubh,tablut --level 4,8,12
  branan balance --variant brandubh --change KingMove=step --change without=d1
  branan balance --variant ard-ri --nodes 1000,10000,100000 --games 100 --json

Several machines can play a part each, and one adds the results up:
  branan balance --variant tablut --games 1000 --share 1/2 > 1.json
  branan balance --variant tablut --games 1000 --share 2/2 > 2.json
  branan balance --variant tablut --games 1000 --collect 1.json 2.json";

/// The arguments of `branan balance`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct BalanceArgs {
    /// The rulesets, separated by commas
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = rules::DEFAULT)]
    variant: Vec<String>,
    /// A change to try beside each unchanged ruleset, such as KingMove=step; may be repeated
    #[arg(long, value_name = "KEY=VALUE,…")]
    change: Vec<String>,
    /// Levels of the engine, separated by commas [default: 8, unless --nodes is given]
    #[arg(long, value_name = "N,…", value_delimiter = ',')]
    level: Vec<usize>,
    /// Full strength with this number of nodes for a move, separated by commas
    #[arg(long, value_name = "N,…", value_delimiter = ',', value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Vec<u64>,
    /// Games of each trial
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// Random plies at the start of a game. With --nodes, games that begin alike are the same game
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(..=100))]
    opening: u32,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 300, value_parser = clap::value_parser!(u32).range(1..=60000))]
    max_plies: u32,
    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// The seed of everything random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Play the K-th of N parts of the rounds, and print results for --collect, after Ctrl-C of the games so far
    #[arg(long, value_name = "K/N", conflicts_with_all = ["json", "page"])]
    share: Option<RoundShare>,
    /// Play nothing: add up the results of shares that were played with the same options; '-' is
    /// standard input. If games are missing, the exit code is 1
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath)]
    #[arg(conflicts_with_all = KeepArgs::NAMES, conflicts_with = "share")]
    collect: Vec<PathBuf>,
    #[command(flatten)]
    keep: KeepArgs,
    /// Also write a page for the browser, with plots
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    page: Option<PathBuf>,
}

impl BalanceArgs {
    /// Plays the games and prints their results. Ctrl-C prints those that have been played.
    pub fn run(&self, options: &Options) -> Result<ExitCode, CliError> {
        let plan = self.plan(options)?;
        if let Some(path) = &self.page {
            check_page("--page", path, &self.collect)?;
        }
        let (tallies, code) = if self.collect.is_empty() {
            let stop = stop_on_ctrl_c()?;
            let tallies = self.play(&plan, options, &stop)?;
            let is_stopped = stop.load(Relaxed);
            let code = if is_stopped { tell_stop(&plan, &tallies) } else { ExitCode::SUCCESS };
            (tallies, code)
        } else {
            let (tallies, whole) = collect(&plan, &self.collect, &progress(plan.total(), "games"))?;
            (tallies, if whole { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        };
        self.print(&plan, &tallies)?;
        // After the results, which are then not lost if it fails.
        if let Some(path) = &self.page {
            write_page(path, &balance_page(&plan, &tallies)?)?;
        }
        Ok(code)
    }

    /// Plays the games until they are over or `stop` is set.
    fn play(
        &self,
        plan: &BalancePlan,
        options: &Options,
        stop: &AtomicBool,
    ) -> Result<Vec<Tally>, CliError> {
        let keeper = self.keep.keeper(&options.catalog)?;
        let bar = progress(plan.total(), "games");
        let tallies = measure(plan, stop, keeper.as_deref(), &|| bar.inc(1))?;
        bar.finish_and_clear();
        Ok(tallies)
    }

    fn print(&self, plan: &BalancePlan, tallies: &[Tally]) -> Result<(), CliError> {
        let results = plan.trials.iter().zip(tallies);
        if self.share.is_some() {
            let results = ShareResults::new(plan, tallies.to_vec());
            print(&serde_json::to_string(&results).map_err(io::Error::from)?)
        } else if self.json {
            let all: Vec<Value> = results.map(|(trial, tally)| to_json(trial, tally)).collect();
            print(&format!("{:#}", Value::from(all)))
        } else {
            say(&to_table(results, output_width()));
            Ok(())
        }
    }

    fn plan(&self, options: &Options) -> Result<BalancePlan, CliError> {
        if self.opening == 0 && !self.nodes.is_empty() && self.games > 1 {
            return Err(CliError::OneGame);
        }
        let mut trials = Vec::new();
        for name in &self.variant {
            let mut options = options.clone();
            choose_ruleset(&mut options, name)?;
            trials.extend(self.trials(&options.ruleset())?);
        }
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(BalancePlan {
            trials,
            games: self.games,
            opening: self.opening as usize,
            max_plies: self.max_plies as usize,
            threads: self.threads.map_or(cores, usize::from),
            seed: self.seed,
            share: self.share.unwrap_or(RoundShare::WHOLE),
        })
    }

    /// The trials of a ruleset: unchanged and with each change, at each strength.
    fn trials(&self, ruleset: &Ruleset) -> Result<Vec<Trial>, CliError> {
        let strengths = self.strengths()?;
        let mut changes = vec![RuleChange::default()];
        for text in &self.change {
            changes.push(text.parse()?);
        }
        let mut trials = Vec::new();
        for change in changes {
            let ruleset = change.over(ruleset)?;
            trials.extend(strengths.iter().map(|&strength| Trial {
                ruleset: ruleset.clone(),
                change: change.clone(),
                strength,
            }));
        }
        Ok(trials)
    }

    fn strengths(&self) -> Result<Vec<Strength>, CliError> {
        const USUAL_LEVEL: usize = 8;
        let usual = [USUAL_LEVEL];
        let levels =
            if self.level.is_empty() && self.nodes.is_empty() { &usual } else { &self.level[..] };
        let levels = levels.iter().map(|&level| Ok(Strength::of_level(level)?));
        levels.chain(self.nodes.iter().map(|&nodes| Ok(Strength::Nodes(nodes)))).collect()
    }
}

/// Says how many games the results are of, since not all were played.
fn tell_stop(plan: &BalancePlan, tallies: &[Tally]) -> ExitCode {
    let games: u64 = tallies.iter().map(|tally| tally.attackers.games()).sum();
    anstream::eprintln!("branan: stopped after {games} of {} games", plan.total());
    INTERRUPTED.into()
}
