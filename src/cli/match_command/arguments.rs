//! The arguments of `branan match`, and their conversion to settings.

#[cfg(feature = "board")]
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::builder::PossibleValue;
use clap::{Args, ValueEnum, ValueHint};
use core_affinity::CoreId;

use super::MatchError;
use super::engine_words::EngineWords;
use crate::arena::cores::{read_cores, usable_cores};
use crate::arena::engine::{Launch, MatchLog, Patience};
use crate::arena::tournament::{OpeningsOrder, Roles, RunOptions, SchedulePart, TournamentFormat};
use crate::text::parse_seconds;

/// The value of --affinity without a list.
const ALL_CORES: &str = "all";

/// Play engines against each other over the text protocol.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example: 200 games in two rulesets, two at a time, recorded so that the match can be resumed:

  branan match --engine cmd=./new name=new --engine cmd=./old name=old \\
    --each tc=10+0.1 --variant tablut,ard-ri --rounds 50 \\
    --concurrency 2 --record games.txt

The defenders are white, the attackers black. Games come in pairs: the same opening with the roles swapped.")]
pub(in crate::cli) struct MatchArgs {
    #[command(flatten)]
    pub(super) words: EngineWords,
    /// Read these options from a TOML file, by name, with [[engine]] and [each] as tables; the
    /// command line takes precedence, and paths are relative to the current folder
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) config: Option<PathBuf>,
    /// Rulesets to play, separated by commas; every pairing plays its games in each of them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(super) variant: Vec<String>,
    /// File with rulesets of your own; the engines must know the option VariantPath
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) variants: Option<PathBuf>,
    /// Alternate rules for every ruleset, such as KingMove=step
    #[arg(long, value_name = "RULE=VALUE", num_args = 1..)]
    pub(super) rule: Vec<String>,
    /// Which engines play each other [default: round-robin]
    #[arg(long, value_enum)]
    pub(super) format: Option<TournamentFormat>,
    /// Who attacks in the two games of a pair [default: swapped]
    #[arg(long, value_enum)]
    pub(super) roles: Option<Roles>,
    /// In a gauntlet, the number of first engines that play each of the others [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) seeds: Option<u32>,
    /// Rounds; in each, every pairing plays one pair of games in every ruleset [default: 1; swiss: as
    /// many as a knockout would have]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) rounds: Option<u32>,
    /// The rounds in the file of --config. A record may have had more since.
    #[arg(skip)]
    pub(super) rounds_in_file: Option<u32>,
    /// In a Swiss tournament or a knockout, pairs of games that two engines play in every ruleset when
    /// they meet [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) pairs: Option<u32>,
    /// Games played at the same time [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) concurrency: Option<u16>,
    /// Pin each of these games, with both its engines, to a processor core of its own, or to one of a
    /// list such as 0-3,8
    #[arg(long, value_name = "CORES", num_args = 0..=1, default_missing_value = ALL_CORES)]
    pub(super) affinity: Option<String>,
    /// Measure how much of the machine other programs use, and name the games that had less than a core
    /// each (Linux)
    #[arg(long)]
    pub(super) watchdog: bool,
    /// Multiply all times of the engines, for a machine of another speed. Records keep the times of the
    /// match, with a tag ClockFactor
    #[arg(long, value_name = "FACTOR", value_parser = read_factor)]
    pub(super) clock_factor: Option<f64>,
    /// What to call this machine in the records, as a tag Machine
    #[arg(long, value_name = "NAME")]
    pub(super) machine: Option<String>,
    /// File of openings, each line a FEN or moves; {variant} stands for the ruleset's name. Further
    /// words: start=N for the first opening to play, plies=N for the length limit of each,
    /// order=random
    #[arg(long, value_names = ["FILE", "KEY=VALUE"], num_args = 1.., value_hint = ValueHint::FilePath)]
    pub(super) openings: Vec<String>,
    /// Order of the openings [default: sequential]
    #[arg(long, value_enum)]
    pub(super) order: Option<OpeningsOrder>,
    /// Seed of everything random in the match [default: 0]
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// Stop once a sequential test (SPRT) decides [default: elo0=0 elo1=5 alpha=0.05 beta=0.05
    /// model=normalized]; the other model is logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., default_missing_value = "elo0=0")]
    pub(super) sprt: Option<Vec<String>>,
    /// End a game as lost once the loser's own scores stay hopeless [default: moves=3 score=600
    /// both=off]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., default_missing_value = "moves=3")]
    pub(super) resign: Option<Vec<String>>,
    /// End a game as drawn once both players' scores stay even [default: after=30 moves=8 score=10]
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., default_missing_value = "moves=8")]
    pub(super) draw: Option<Vec<String>>,
    /// End a game as drawn after this many moves of each player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) max_moves: Option<u32>,
    /// End a game as won as soon as the side to move can win with its next move
    #[arg(long)]
    pub(super) known_wins: bool,
    /// Write every finished game to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) record: Option<PathBuf>,
    /// Continue the match in the --record file with the settings in it
    ///
    /// The settings of the match need not be given again: engines, rulesets, format, openings,
    /// adjudication, test and share. They can be, but only with the same values, except that --rounds
    /// can add rounds and that further engines after the others join and play what they have missed.
    /// Options of this machine are not in the file and must be given again: --concurrency, --affinity,
    /// --watchdog, --clock-factor, --machine, --recover, --startup, --ping, --patience, --log,
    /// --log-size, --db and those of the display.
    #[arg(long)]
    pub(super) resume: bool,
    /// Play only the K-th of N shares of the match, or games:LIST, such as games:1-4,9; 'branan
    /// standings' merges the results. K/N never splits a pair of games. An SPRT does not end a share
    #[arg(long, value_name = "K/N")]
    pub(super) share: Option<SchedulePart>,
    /// Play nothing: read finished games of this match from standard input, as records, and count
    /// them as if they had been played here
    #[arg(long, conflicts_with = "share")]
    pub(super) collect: bool,
    /// The beginning of the command that continues the match, for a program that runs this one
    #[arg(long, value_name = "COMMAND", hide = true)]
    pub(super) continue_with: Option<String>,
    /// Check the match and its engines, show the plan and play nothing
    #[arg(long)]
    pub(super) dry_run: bool,
    /// Name of the match in the records [default: Match]
    #[arg(long, value_name = "NAME")]
    pub(super) event: Option<String>,
    /// Restart an engine that has crashed or stalled, instead of ending the match
    #[arg(long)]
    pub(super) recover: bool,
    /// Seconds an engine may take to start [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    pub(super) startup: Option<Duration>,
    /// Seconds an engine may take to answer isready during a game [default: 5]
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    pub(super) ping: Option<Duration>,
    /// Seconds an engine may think about a move without a time limit [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    pub(super) patience: Option<Duration>,
    /// Log every line between runner and engines, with the time; {engine} and {game} in the name
    /// give each its own file, and a name that ends with .gz is compressed
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) log: Option<String>,
    /// Size in MiB at which a log is renamed to FILE.old and a new one begins [default: 64]
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(super) log_size: Option<u64>,
    /// Also add the games to this database, with --resume those on file too; 'branan db' explores it
    #[cfg(feature = "db")]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(super) db: Option<PathBuf>,
    /// Print only the final standings
    #[arg(long, short)]
    pub(super) quiet: bool,
    /// Serve a page that shows the match, and print its link
    #[cfg(feature = "board")]
    #[arg(long)]
    pub(super) board: bool,
    /// Serve a page with scores, running games and engine lines at this address and port, such as
    /// 0.0.0.0:8080. Everyone who can reach it can read it, and do nothing else
    #[cfg(feature = "board")]
    #[arg(long, value_name = "ADDRESS")]
    pub(super) listen: Option<SocketAddr>,
    /// Print JSON, one object per line
    #[arg(long)]
    pub(super) json: bool,
    /// With --json, also print each move and the start of each game
    #[arg(long)]
    pub(super) moves: bool,
    /// Without a terminal, number of games between printed standings [default: 20]
    #[arg(long, value_name = "GAMES")]
    pub(super) every: Option<u64>,
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    match parse_seconds(text) {
        Some(time) if !time.is_zero() => Ok(time),
        _ => Err("a number of seconds above 0 and at most 1000000 is needed".to_owned()),
    }
}

fn read_factor(text: &str) -> Result<f64, String> {
    let factor = text.parse().ok().filter(|factor| (0.01..=100.0).contains(factor));
    factor.ok_or_else(|| "a number from 0.01 to 100 is needed".to_owned())
}

impl MatchArgs {
    /// The options for running the match.
    pub(super) fn run_options(&self) -> Result<RunOptions, MatchError> {
        let default = Patience::default();
        let patience = Patience {
            startup: self.startup.unwrap_or(default.startup),
            ready: self.ping.unwrap_or(default.ready),
            untimed: self.patience.unwrap_or(default.untimed),
            ..default
        };
        Ok(RunOptions {
            concurrency: usize::from(self.concurrency.unwrap_or(1)),
            affinity: self.cores()?,
            watchdog: None,
            clock_factor: self.clock_factor.unwrap_or(1.0),
            machine: self.machine.clone(),
            recover: self.recover,
            launch: Launch { patience, ..Launch::default() },
        })
    }

    /// Opens the log. A match that is resumed adds to it; a new one begins it anew. A dry run only checks it.
    pub(super) fn open_log(&self) -> Result<Option<Arc<MatchLog>>, MatchError> {
        /// Bytes in a MiB.
        const MIB: u64 = 1 << 20;
        let Some(path) = &self.log else { return Ok(None) };
        let is_record = |record| same_file::is_same_file(path, record).unwrap_or_default();
        if self.record.as_ref().is_some_and(is_record) {
            return Err(MatchError::LogIsRecord(path.clone()));
        }
        let limit = self.log_size.unwrap_or(64) * MIB;
        let opened = match (self.dry_run, self.resume) {
            (true, _) => MatchLog::check(path).map(|()| None),
            (false, true) => MatchLog::append(path, limit).map(Some),
            (false, false) => MatchLog::create(path, limit).map(Some),
        };
        opened.map_err(|source| MatchError::Log { path: path.clone(), source })
    }

    /// The cores to pin games to; none without --affinity.
    fn cores(&self) -> Result<Vec<CoreId>, MatchError> {
        match self.affinity.as_deref() {
            None => Ok(Vec::new()),
            Some(ALL_CORES) => Ok(usable_cores()),
            Some(list) => Ok(read_cores(list)?),
        }
    }
}

impl ValueEnum for TournamentFormat {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::RoundRobin, Self::Berger, Self::Gauntlet, Self::Swiss, Self::Knockout]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::RoundRobin => {
                PossibleValue::new("round-robin").help("Every engine meets every other")
            }
            Self::Berger => PossibleValue::new("berger")
                .help("The same in the order of the Berger tables: each engine plays once before any plays again"),
            Self::Gauntlet => PossibleValue::new("gauntlet")
                .help("The first engine, or the first --seeds, meet each of the others"),
            Self::Swiss => PossibleValue::new("swiss")
                .help("In each of --rounds, engines of about the same score meet, with --pairs of games; nobody meets again while that can be avoided"),
            Self::Knockout => PossibleValue::new("knockout")
                .help("The winner of --pairs of games goes on. Seeded in the order of the engines. If level, up to three more pairs decide, and then the seed"),
        })
    }
}

impl ValueEnum for Roles {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Swapped, Self::Reversed, Self::Fixed]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Swapped => {
                PossibleValue::new("swapped").help("The first engine, then the second")
            }
            Self::Reversed => {
                PossibleValue::new("reversed").help("The second engine, then the first")
            }
            Self::Fixed => PossibleValue::new("fixed").help("The first engine in both"),
        })
    }
}

impl ValueEnum for OpeningsOrder {
    fn value_variants<'a>() -> &'a [Self] {
        &[Self::Sequential, Self::Random]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(match self {
            Self::Sequential => PossibleValue::new("sequential").help("As in the file"),
            Self::Random => PossibleValue::new("random")
                .help("Shuffled by the seed; no opening repeats until all have been played"),
        })
    }
}
