//! `branan datagen`: generates training positions.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use clap::{Args, ValueHint};
use indicatif::{HumanDuration, ProgressBar, ProgressState, ProgressStyle};

use super::exit::INTERRUPTED;
use super::interrupt::stop_on_ctrl_c;
use super::keep::KeepArgs;
use super::paint::complain;
use super::{CliError, choose_ruleset, counted, done, print};
use crate::datagen::{
    DatagenPlan, DatagenProgress, Generated, PlayEvaluation, PlayPlan, PositionFileError, Reader,
    Summary, generate,
};
use crate::eval::network::Network;
use crate::protocol::Options;
use crate::rules::Ruleset;
use crate::rules::otn::UNNAMED;

/// The rulesets and the way to play.
#[derive(Debug, Args)]
pub(super) struct DatagenArgs {
    /// The rulesets, separated by commas
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', required_unless_present = "check")]
    variant: Vec<String>,
    /// Least number of positions for each ruleset; the last game is played to its end
    #[arg(long, value_name = "N", default_value_t = 1_000_000, value_parser = clap::value_parser!(u64).range(..=1 << 40))]
    positions: u64,
    /// Use the linear evaluation even for rulesets with a network, for a first set of games
    #[arg(long)]
    linear: bool,
    /// A network of branan-trainer to use instead of the built-in one, such as that of the last round
    #[arg(long, value_name = "FILE", conflicts_with = "linear", value_hint = ValueHint::FilePath)]
    network: Option<PathBuf>,
    /// Nodes after which the search of a move starts no further iteration
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    nodes: u32,
    /// Minimum and maximum number of random plies at the start of a game
    #[arg(long, value_name = "FROM-TO", default_value = "4-12", value_parser = range)]
    random_plies: (u32, u32),
    /// Openings with larger scores, for either side, are not played on; in centipawns of the evaluation,
    /// not of displayed scores
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 500)]
    window: u16,
    /// Even out openings with up to this many more plies: the side ahead plays random moves, the other
    /// its best, until the score is within the window and the lead within a limit drawn by lot; 0: off
    #[arg(long, value_name = "PLIES", default_value_t = 0, value_parser = clap::value_parser!(u32).range(..=1000))]
    even_out: u32,
    /// Score in centipawns beyond which a game is won, if it stays there
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 2000)]
    decided: u16,
    /// Plies after which a game is drawn
    #[arg(long, value_name = "PLIES", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=60000))]
    longest: u32,
    /// Seed of the openings
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: Option<u16>,
    /// Output folder, with one file per ruleset; existing files are continued
    #[arg(long, short, value_name = "FOLDER", default_value = "positions", value_hint = ValueHint::DirPath)]
    output: PathBuf,
    #[command(flatten)]
    keep: KeepArgs,
    /// Check and count the positions in these files, and do nothing else
    #[arg(long, value_name = "FILE", num_args = 1.., value_hint = ValueHint::FilePath, exclusive = true)]
    check: Vec<PathBuf>,
}

fn range(text: &str) -> Result<(u32, u32), String> {
    let numbers = text
        .split_once('-')
        .and_then(|(from, to)| Some((from.trim().parse().ok()?, to.trim().parse().ok()?)));
    match numbers {
        None => Err("two numbers are needed, such as 4-12".to_owned()),
        Some((from, to)) if from > to => {
            Err("the first number must not be larger than the second".to_owned())
        }
        Some((_, 0)) => Err("without random plies all games would be the same".to_owned()),
        Some(numbers) => Ok(numbers),
    }
}

impl DatagenArgs {
    /// Generates positions, or checks files.
    pub fn run(&self, options: Options) -> Result<ExitCode, CliError> {
        if self.check.is_empty() { self.generate(options) } else { done(self.count()) }
    }

    fn generate(&self, mut options: Options) -> Result<ExitCode, CliError> {
        let (fewest, most) = self.random_plies;
        if most >= self.longest {
            return Err(CliError::RandomPlies { fewest, most, longest: self.longest });
        }
        let rulesets = self.rulesets(&mut options)?;
        let made = if self.output.is_file() {
            Err(std::io::ErrorKind::NotADirectory.into())
        } else {
            std::fs::create_dir_all(&self.output)
        };
        made.map_err(|source| CliError::Write { path: self.output.clone(), source })?;
        let keeper = self.keep.keeper(&options.catalog)?;
        let plan = self.plan(rulesets)?;
        let stop = stop_on_ctrl_c()?;
        let bar = progress_bar(self.positions * plan.rulesets.len() as u64);
        let start = std::time::Instant::now();
        let report = |progress: &DatagenProgress| {
            bar.set_position(progress.counted);
            match progress.games {
                // What earlier runs made says nothing about the speed of this one.
                0 => bar.reset_eta(),
                games => bar.set_message(format!(", {}", counted(games, "game"))),
            }
        };
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(self.threads.map_or(0, usize::from))
            .build()
            .map_err(std::io::Error::other)?;
        let done = pool.install(|| generate(&plan, &stop, keeper.as_deref(), &report));
        bar.finish_and_clear();
        let Generated { progress, abandoned } = done?;
        let is_stopped = stop.load(Relaxed) && progress.counted < progress.wanted;
        let made = made_in(&progress, start.elapsed().as_secs_f64());
        print(&format!("{}{made}", if is_stopped { "stopped: " } else { "" }))?;
        if !abandoned.is_empty() {
            return Err(CliError::Abandoned(abandoned));
        }
        Ok(if is_stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    /// The rulesets to play, each with a name of its own.
    fn rulesets(&self, options: &mut Options) -> Result<Vec<Ruleset>, CliError> {
        let mut rulesets = Vec::new();
        for name in &self.variant {
            choose_ruleset(options, name.trim())?;
            let ruleset = options.ruleset();
            // Two names of a ruleset mean one file.
            if rulesets.contains(&ruleset) {
                continue;
            }
            // Without a name of its own, a later run could continue its file with other rules.
            if ruleset.name == UNNAMED || rulesets.iter().any(|one| one.name == ruleset.name) {
                return Err(CliError::Unnamed);
            }
            rulesets.push(ruleset);
        }
        Ok(rulesets)
    }

    fn plan(&self, rulesets: Vec<Ruleset>) -> Result<DatagenPlan, CliError> {
        Ok(DatagenPlan {
            rulesets,
            positions: self.positions,
            seed: self.seed,
            play: PlayPlan {
                evaluation: self.evaluation()?,
                nodes: self.nodes.into(),
                random_plies: self.random_plies,
                window: self.window.into(),
                even_out: self.even_out,
                longest: self.longest,
                decided: self.decided.into(),
            },
            folder: self.output.clone(),
        })
    }

    fn evaluation(&self) -> Result<PlayEvaluation, CliError> {
        Ok(match &self.network {
            None if self.linear => PlayEvaluation::Linear,
            None => PlayEvaluation::BuiltIn,
            Some(path) => PlayEvaluation::Network(Arc::new(Network::load(path)?)),
        })
    }

    /// Counts the positions of each file. A bad one does not keep the others from being counted.
    fn count(&self) -> Result<(), CliError> {
        let mut failed = Ok(());
        for path in &self.check {
            match count(path) {
                Ok(line) => print(&line)?,
                Err(error) => {
                    if let Err(earlier) = std::mem::replace(&mut failed, Err(error)) {
                        complain(earlier);
                    }
                }
            }
        }
        failed.map_err(CliError::from)
    }
}

/// A progress bar for this number of positions.
fn progress_bar(positions: u64) -> ProgressBar {
    let bar = ProgressBar::new(positions);
    if let Ok(style) = ProgressStyle::with_template(
        "{bar:30} {human_pos}/{human_len} positions{msg}, {elapsed} gone, {left} to go",
    ) {
        let left = |state: &ProgressState, text: &mut dyn std::fmt::Write| {
            // Without a position so far, nothing is known.
            let _ = match state.eta() {
                Duration::ZERO => text.write_str("unknown"),
                eta => write!(text, "{:#}", HumanDuration(eta)),
            };
        };
        bar.set_style(style.with_key("left", left));
    }
    bar
}

/// What was made in this many seconds, for display.
fn made_in(progress: &DatagenProgress, seconds: f64) -> String {
    format!(
        "{}, {} of them new, from {} in {seconds:.1} s: {:.0} a second",
        counted(progress.positions, "position"),
        progress.added,
        counted(progress.games, "game"),
        progress.added as f64 / seconds
    )
}

/// A line about the positions of a file.
fn count(path: &Path) -> Result<String, PositionFileError> {
    let reader = Reader::open(path)?;
    let name = reader.header().ruleset.clone();
    let summary = Summary::of(reader)?;
    let Summary { positions, attackers_to_move, off_board, duplicates, .. } = summary;
    let results = |[lost, drawn, won]: [u64; 3]| {
        format!("won by attackers {lost}, drawn {drawn}, won by defenders {won}")
    };
    Ok(format!(
        "{name}: {}, {}; {}, of games {}; attackers to move in {attackers_to_move}; {off_board} of \
         games that ended by repetition or at a limit of moves; {duplicates} duplicates",
        counted(summary.games(), "game"),
        results(summary.game_results),
        counted(positions, "position"),
        results(summary.results),
    ))
}
