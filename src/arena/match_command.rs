//! `branan match`: its command line, and what comes of it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, ValueHint};
use thiserror::Error;

use super::adjudication::{Adjudication, DrawRule, ResignRule};
use super::engine::Patience;
use super::engine_spec::{self, ENGINE_KEYS, SpecError};
use super::key_value::{self, KeyError};
use super::match_file::{self, MatchFileError};
use super::openings::Order;
use super::record::GameRecord;
use super::record_store::{Earlier, RecordStore, StoreError};
use super::runner::{self, Ending, RunError, RunOptions, UnfitEngine};
use super::schedule::Format;
use super::screen::{Screen, Style};
use super::settings::{OpeningsSource, Plan, PlanError, ResumeError, Settings};
use super::sprt::{Model, Sprt, SprtError};
use super::time_control::parse_seconds;

/// Exit code after a mistake on the command line or in a file: nothing was started.
const EXIT_USAGE: u8 = 2;

/// Exit code after a match that was stopped from outside, as shells count an interrupt.
const EXIT_INTERRUPTED: u8 = 130;

/// Finished games between two standings, where they are printed line by line.
const DEFAULT_EVERY: u64 = 20;

/// The engines' words, which come in groups: each `--engine` begins one.
#[derive(Clone, Debug, Default)]
pub struct EngineWords {
    engines: Vec<Vec<String>>,
    each: Vec<String>,
}

impl FromArgMatches for EngineWords {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut words = Self::default();
        words.update_from_arg_matches(matches)?;
        Ok(words)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        if let Some(groups) = matches.get_occurrences::<String>("engine") {
            self.engines = groups.map(|words| words.cloned().collect()).collect();
        }
        if let Some(words) = matches.get_many::<String>("each") {
            self.each = words.cloned().collect();
        }
        Ok(())
    }
}

impl Args for EngineWords {
    fn augment_args(command: Command) -> Command {
        let keys: Vec<String> =
            ENGINE_KEYS.iter().map(|(key, meaning)| format!("  {key:<12} {meaning}")).collect();
        let words = |name: &'static str| {
            Arg::new(name)
                .long(name)
                .value_name("KEY=VALUE")
                .num_args(1..)
                .action(ArgAction::Append)
                .value_hint(ValueHint::Other)
        };
        command
            .arg(
                words("engine")
                    .help("An engine, in key=value words; give it once for each engine")
                    .long_help(format!(
                        "An engine, in key=value words; give it once for each engine. The keys are:\n{}",
                        keys.join("\n")
                    )),
            )
            .arg(words("each").help("Words for all engines, where they do not say otherwise"))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Play engines against each other over the text protocol.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Example: 200 games in two rulesets, two at a time, that can be continued if they are stopped:

  branan match --engine cmd=./new name=new --engine cmd=./old name=old --each tc=10+0.1 \\
    --variant tablut,ard-ri --rounds 50 --concurrency 2 --record games.txt

White is the defenders, black the attackers. Games come in pairs: the same opening, roles swapped.")]
pub struct MatchArgs {
    #[command(flatten)]
    words: EngineWords,
    /// Read the same from a TOML file: options by name, [[engine]] and [each]; what is given here
    /// as well comes first
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    config: Option<PathBuf>,
    /// Ruleset to play; several with commas, each gets all the games
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    variant: Vec<String>,
    /// File of rulesets of your own to choose from as well; the engines must know VariantPath
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// Alternate rules over every ruleset, such as KingMove=step
    #[arg(long, value_name = "RULE=VALUE", num_args = 1..)]
    rule: Vec<String>,
    /// Who meets whom: every engine every other, or the first each of the others
    #[arg(long, value_enum)]
    format: Option<Format>,
    /// Rounds; in each, every pairing plays one pair of games in every ruleset [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    rounds: Option<u32>,
    /// Games at a time [default: 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: Option<u16>,
    /// Openings, a FEN or moves a line; {variant} stands for the ruleset's name
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    openings: Option<String>,
    /// Order of the openings [default: sequential]
    #[arg(long, value_enum)]
    order: Option<Order>,
    /// Seed of what is random in the match [default: 0]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Stop once a test decides: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    sprt: Vec<String>,
    /// Count a game as lost for whom it is hopeless: moves=3 score=600 both=off
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., default_missing_value = "moves=3")]
    resign: Option<Vec<String>>,
    /// Count an even game as drawn: after=30 moves=8 score=10
    #[arg(long, value_name = "KEY=VALUE", num_args = 0.., default_missing_value = "moves=8")]
    draw: Option<Vec<String>>,
    /// Count a game as drawn after so many moves of each player
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    max_moves: Option<u32>,
    /// Count a game as won for who can win it with the next move
    #[arg(long)]
    known_wins: bool,
    /// Write every finished game to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    record: Option<PathBuf>,
    /// Go on with the match in the --record file; its settings need not be given again
    #[arg(long, requires = "record")]
    resume: bool,
    /// Name of the match in the records [default: Match]
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Start an engine anew when it crashed or stalled, instead of ending the match
    #[arg(long)]
    recover: bool,
    /// Seconds an engine may take to start [default: 10]
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    startup: Option<Duration>,
    /// Seconds an engine may think where nothing else limits its time [default: 60]
    #[arg(long, value_name = "SECONDS", value_parser = read_seconds)]
    patience: Option<Duration>,
    /// Print the final standing only
    #[arg(long, short)]
    quiet: bool,
    /// Print one JSON object a line
    #[arg(long)]
    json: bool,
    /// Where lines are printed: a standing every so many games [default: 20]
    #[arg(long, value_name = "GAMES")]
    every: Option<u64>,
}

fn read_seconds(text: &str) -> Result<Duration, String> {
    match parse_seconds(text) {
        Some(time) if !time.is_zero() => Ok(time),
        _ => Err("seconds above 0 are wanted".to_owned()),
    }
}

/// Why a match does not begin. All are mistakes to be put right before trying again.
#[derive(Debug, Error)]
enum SetupError {
    #[error("{path}: {source}")]
    ReadFile { path: PathBuf, source: std::io::Error },
    #[error("{path}: {source}")]
    File { path: PathBuf, source: MatchFileError },
    #[error("{path}: {message}")]
    FileWords { path: PathBuf, message: String },
    #[error("--{option}: {source}")]
    Words { option: &'static str, source: KeyError },
    #[error("--sprt: {0}")]
    Sprt(#[from] SprtError),
    #[error("{0}")]
    Engines(#[from] SpecError),
    #[error("{0}")]
    Plan(#[from] PlanError),
    #[error("{0}")]
    Store(#[from] StoreError),
    #[error("{path}: the settings on file cannot be read: {source}")]
    Settings { path: PathBuf, source: serde_json::Error },
    #[error("{path}: {source}")]
    Resume { path: PathBuf, source: ResumeError },
    #[error("{0}")]
    Unfit(#[from] UnfitEngine),
}

/// A match that is ready to begin.
struct Ready {
    plan: Plan,
    earlier: Vec<GameRecord>,
    store: Option<RecordStore>,
    /// Whether the file's end was torn off.
    torn: bool,
}

impl MatchArgs {
    /// Plays the match.
    pub fn run(self) -> ExitCode {
        match self.try_run() {
            Ok(code) => code,
            Err(error) => {
                eprintln!("branan: {error}");
                ExitCode::from(EXIT_USAGE)
            }
        }
    }

    fn try_run(self) -> Result<ExitCode, SetupError> {
        let args = match self.config.clone() {
            Some(path) => self.over(Self::read_file(&path)?),
            None => self,
        };
        let options = args.run_options();
        let ready = args.ready()?;
        let todo = ready.plan.remaining(&ready.earlier).map_err(|source| SetupError::Resume {
            path: args.record.clone().unwrap_or_default(),
            source,
        })?;

        let stop = Arc::new(AtomicBool::new(false));
        stop_on_interrupt(&stop);
        // With nothing left to play, the standing can be shown without the engines.
        if !todo.is_empty() {
            runner::check_engines(&ready.plan, options.patience, &stop)?;
        }
        let Ready { plan, earlier, mut store, torn } = ready;
        if let Some(store) = &mut store
            && earlier.is_empty()
        {
            let settings = serde_json::to_string(&plan.settings).unwrap_or_default();
            store.begin(&settings)?;
        }

        let total = plan.schedule.len();
        let done = total - todo.len() as u64;
        let style = Style::choose(args.quiet, args.json);
        let mut screen = Screen::new(style, args.every.unwrap_or(DEFAULT_EVERY), total, done);
        for warning in warnings(&plan, &options, torn) {
            screen.warn(&format!("warning: {warning}"));
        }
        screen.begin(&plan, done, options.concurrency);
        let result = runner::run(&plan, &todo, &earlier, store, &options, &stop, &mut screen);
        let summary = match result {
            Ok(summary) => summary,
            Err(error @ (RunError::Store(_) | RunError::Broken { .. })) => {
                screen.warn(&format!("error: {error}; the match has been stopped"));
                return Ok(ExitCode::FAILURE);
            }
        };
        screen.end(&plan, &summary);
        Ok(match summary.ending {
            Ending::Complete | Ending::Decided(_) => ExitCode::SUCCESS,
            Ending::EngineFailed { .. } => ExitCode::FAILURE,
            Ending::Interrupted => ExitCode::from(EXIT_INTERRUPTED),
        })
    }

    /// The options that a file gives.
    fn read_file(path: &Path) -> Result<Self, SetupError> {
        let path = path.to_owned();
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(source) => return Err(SetupError::ReadFile { path, source }),
        };
        let command = Self::augment_args(Command::new("match").no_binary_name(true));
        let known: Vec<&str> = command
            .get_arguments()
            .filter_map(Arg::get_long)
            // A file that includes another has no use so far.
            .filter(|name| *name != "config")
            .collect();
        let words = match match_file::command_line(&text, &known) {
            Ok(words) => words,
            Err(source) => return Err(SetupError::File { path, source }),
        };
        let parsed = command
            .try_get_matches_from(&words)
            .and_then(|matches| Self::from_arg_matches(&matches));
        parsed.map_err(|error| {
            // The first line says what is wrong; the others are about the command line.
            let text = error.to_string();
            let first = text.lines().next().unwrap_or_default();
            let message = first.trim_start_matches("error: ").to_owned();
            SetupError::FileWords { path, message }
        })
    }

    /// These options, and those of a file where these say nothing. Engines of both take part.
    fn over(self, file: Self) -> Self {
        let list = |own: Vec<String>, other: Vec<String>| if own.is_empty() { other } else { own };
        let mut engines = self.words.engines;
        engines.extend(file.words.engines);
        // A key given here replaces the file's.
        let key = |word: &str| word.split('=').next().map(str::to_owned);
        let own_keys: Vec<_> = self.words.each.iter().map(|w| key(w)).collect();
        let mut each = self.words.each;
        let others = file.words.each.into_iter().filter(|w| !own_keys.contains(&key(w)));
        each.extend(others);
        Self {
            words: EngineWords { engines, each },
            config: self.config,
            variant: list(self.variant, file.variant),
            variants: self.variants.or(file.variants),
            rule: list(self.rule, file.rule),
            format: self.format.or(file.format),
            rounds: self.rounds.or(file.rounds),
            concurrency: self.concurrency.or(file.concurrency),
            openings: self.openings.or(file.openings),
            order: self.order.or(file.order),
            seed: self.seed.or(file.seed),
            sprt: list(self.sprt, file.sprt),
            resign: self.resign.or(file.resign),
            draw: self.draw.or(file.draw),
            max_moves: self.max_moves.or(file.max_moves),
            known_wins: self.known_wins || file.known_wins,
            record: self.record.or(file.record),
            resume: self.resume || file.resume,
            event: self.event.or(file.event),
            recover: self.recover || file.recover,
            startup: self.startup.or(file.startup),
            patience: self.patience.or(file.patience),
            quiet: self.quiet || file.quiet,
            json: self.json || file.json,
            every: self.every.or(file.every),
        }
    }

    fn run_options(&self) -> RunOptions {
        let default = Patience::default();
        RunOptions {
            concurrency: usize::from(self.concurrency.unwrap_or(1)),
            recover: self.recover,
            patience: Patience {
                startup: self.startup.unwrap_or(default.startup),
                untimed: self.patience.unwrap_or(default.untimed),
                ..default
            },
        }
    }

    /// The settings these options describe.
    fn settings(&self) -> Result<Settings, SetupError> {
        let words = |option| move |source| SetupError::Words { option, source };
        let resign = self.resign.as_deref().map(ResignRule::read).transpose();
        let draw = self.draw.as_deref().map(DrawRule::read).transpose();
        let alternates = key_value::split(&self.rule).map_err(words("rule"))?;
        let variants = match &self.variant[..] {
            [] => vec![crate::rules::DEFAULT.to_owned()],
            names => names.to_vec(),
        };
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let mut engines = engine_spec::engines(&self.words.each, &self.words.engines)?;
        let variants_file = self.variants.as_deref().map(engine_spec::absolute);
        for engine in &mut engines {
            engine.tell_rulesets(variants_file.as_deref());
        }
        Ok(Settings {
            event: self.event.clone().unwrap_or_else(|| "Match".to_owned()),
            engines,
            format: self.format.unwrap_or_default(),
            variants,
            variants_file,
            alternates: alternates.into_iter().map(owned).collect(),
            rounds: self.rounds.unwrap_or(1),
            openings: self
                .openings
                .clone()
                .map(|file| OpeningsSource { file, order: self.order.unwrap_or_default() }),
            seed: self.seed.unwrap_or(0),
            adjudication: Adjudication {
                resign: resign.map_err(words("resign"))?,
                draw: draw.map_err(words("draw"))?,
                max_moves: self.max_moves,
                known_wins: self.known_wins,
            },
            sprt: self.sprt()?,
        })
    }

    fn sprt(&self) -> Result<Option<Sprt>, SetupError> {
        if self.sprt.is_empty() {
            return Ok(None);
        }
        let wrong = |source| SetupError::Words { option: "sprt", source };
        let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
        let mut model = Model::default();
        for (key, value) in key_value::split(&self.sprt).map_err(wrong)? {
            let number = || key_value::parse::<f64>(key, value).map_err(wrong);
            match (key, value) {
                ("elo0", _) => elo0 = number()?,
                ("elo1", _) => elo1 = number()?,
                ("alpha", _) => alpha = number()?,
                ("beta", _) => beta = number()?,
                ("model", "normalized") => model = Model::Normalized,
                ("model", "logistic") => model = Model::Logistic,
                ("model", _) => {
                    let reason = "normalized or logistic is wanted";
                    return Err(wrong(KeyError::value(key, value, reason)));
                }
                _ => {
                    let known = ["elo0", "elo1", "alpha", "beta", "model"];
                    return Err(wrong(KeyError::unknown(key, &known)));
                }
            }
        }
        Ok(Some(Sprt::new(elo0, elo1, alpha, beta, model)?))
    }

    /// Checks everything that can be checked without starting a program.
    fn ready(&self) -> Result<Ready, SetupError> {
        let Some(path) = self.record.as_deref().filter(|_| self.resume) else {
            let plan = Plan::new(self.settings()?)?;
            // The file comes last: a mistake elsewhere must not leave an empty one behind.
            let store = self.record.as_deref().map(RecordStore::create).transpose()?;
            return Ok(Ready { plan, earlier: Vec::new(), store, torn: false });
        };
        let (store, earlier) = RecordStore::resume(path)?;
        let Earlier { settings, games, torn } = earlier;
        let on_file: Option<Settings> = match settings {
            None => None,
            Some(text) => Some(
                serde_json::from_str(&text)
                    .map_err(|source| SetupError::Settings { path: path.to_owned(), source })?,
            ),
        };
        let settings = match on_file {
            Some(mut on_file) if self.words.engines.is_empty() => {
                on_file.rounds = self.rounds.unwrap_or(on_file.rounds);
                on_file
            }
            Some(on_file) => {
                let plan = Plan::new(self.settings()?)?;
                let resume = |source| SetupError::Resume { path: path.to_owned(), source };
                plan.settings.continues(&on_file).map_err(resume)?;
                plan.settings
            }
            // The first run was killed before it had written anything.
            None => self.settings()?,
        };
        let plan = Plan::new(settings)?;
        Ok(Ready { plan, earlier: games, store: Some(store), torn })
    }
}

/// What a person may want to know before waiting for a long match.
fn warnings(plan: &Plan, options: &RunOptions, torn: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if options.concurrency > cores {
        warnings.push(format!(
            "{} games at a time on {cores} cores: the engines will take time from each other",
            options.concurrency
        ));
    }
    if plan.settings.openings.is_none() && plan.settings.rounds > 1 {
        warnings.push(
            "all games begin at the start position; engines that always play the same will repeat \
             the same games (--openings gives each round its own)"
                .to_owned(),
        );
    }
    for (ruleset, openings) in plan.rulesets.iter().zip(&plan.openings) {
        if plan.settings.openings.is_some() && openings.count() < plan.settings.rounds as usize {
            warnings.push(format!(
                "{} openings for {} rounds of {}: some will be played again",
                openings.count(),
                plan.settings.rounds,
                ruleset.name,
            ));
        }
    }
    if torn {
        warnings.push("the last game on file was not whole and will be played again".to_owned());
    }
    warnings
}

/// Ends the match at the first Ctrl-C, and the program at the second.
fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    let stop = Arc::clone(stop);
    let interrupted = AtomicBool::new(false);
    let handler = move || {
        stop.store(true, Ordering::Relaxed);
        if interrupted.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(EXIT_INTERRUPTED));
        }
    };
    if let Err(error) = ctrlc::set_handler(handler) {
        eprintln!("warning: Ctrl-C will end the match without a standing: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> MatchArgs {
        let command = MatchArgs::augment_args(Command::new("match").no_binary_name(true));
        let words = shlex::split(words).unwrap();
        MatchArgs::from_arg_matches(&command.try_get_matches_from(words).unwrap()).unwrap()
    }

    const ENGINES: &str = "--engine cmd=sh name=x --engine cmd=sh name=y --each tc=10+0.1";

    fn settings(words: &str) -> Settings {
        parse(&format!("{ENGINES} {words}")).settings().unwrap()
    }

    #[test]
    fn engines_come_in_groups() {
        let names: Vec<_> = settings("").engines.into_iter().map(|e| e.name).collect();
        assert_eq!(names, ["x", "y"]);
    }

    #[test]
    fn adjudication_is_off_unless_asked_for() {
        assert_eq!(settings("").adjudication, Adjudication::default());
        let asked = settings("--resign --draw --known-wins --max-moves 99").adjudication;
        assert_eq!(asked.resign, Some(ResignRule { moves: 3, score: 600, both: false }));
        assert_eq!(asked.draw, Some(DrawRule { after: 30, moves: 8, score: 10 }));
        assert_eq!((asked.known_wins, asked.max_moves), (true, Some(99)));
        let own = settings("--resign score=900 both=on --draw after=5").adjudication;
        assert_eq!(own.resign, Some(ResignRule { moves: 3, score: 900, both: true }));
        assert_eq!(own.draw, Some(DrawRule { after: 5, moves: 8, score: 10 }));
    }

    #[test]
    fn tests_and_rules_are_read() {
        let sprt = settings("--sprt elo0=-5 elo1=0 beta=0.1").sprt.unwrap();
        assert_eq!(sprt, Sprt::new(-5.0, 0.0, 0.05, 0.1, Model::Normalized).unwrap());
        let rules = settings("--rule KingMove=step Escape=edge --rule Announce=yes").alternates;
        assert_eq!(rules.len(), 3);
        assert_eq!(settings("--variant tablut,ard-ri --variant fitchneal").variants.len(), 3);
    }

    #[test]
    fn the_command_line_comes_before_the_file() {
        let file = parse("--each tc=5 nodes=7 --rounds 3 --seed 8 --engine cmd=sh name=z");
        let both = parse(&format!("{ENGINES} --rounds 4")).over(file).settings().unwrap();
        assert_eq!((both.rounds, both.seed), (4, 8));
        let names: Vec<_> = both.engines.iter().map(|e| e.name.as_str()).collect();
        assert_eq!(names, ["x", "y", "z"]);
        assert_eq!(both.engines[2].limits.to_string(), "10+0.1, 7 nodes");
    }
}
