//! `branan match`: plays engines against each other.

mod again;
mod arguments;
mod collected;
mod config;
mod engine_words;
pub(super) mod error;
mod file;
mod json;
#[cfg(feature = "db")]
mod keep;
mod networks;
mod plan;
mod report;
mod screen;
mod settings;
#[cfg(feature = "board")]
mod watch;

use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::exit::INTERRUPTED;
use super::interrupt::set_on_ctrl_c;
use super::{CliError, paint, say};
use crate::arena::load::Watchdog;
use crate::arena::tournament::{
    Fixture, MatchEnding, MatchOnFile, Plan, PlanError, PreparedMatch, Remaining, RunOptions,
    check_engines, collect, run,
};
use crate::record::{StoreError, TornEnd};
use crate::text::check_whole_file;
use collected::news_on_stdin;
use error::MatchError;
use screen::{Screen, Style};

pub(super) use arguments::MatchArgs;
pub(super) use json::standing as standing_json;
pub(super) use report::full as full_report;

/// Default number of games between two standings printed as lines.
const DEFAULT_EVERY: u64 = 20;

impl MatchArgs {
    /// Plays the match. Exit code 1 means that it failed while running, 130 that it was
    /// interrupted.
    pub fn run(self) -> Result<ExitCode, CliError> {
        Ok(self.play()?)
    }

    fn play(self) -> Result<ExitCode, MatchError> {
        let args = match self.config.clone() {
            Some(path) => self.over(Self::read_file(&path)?),
            None => self,
        };
        args.check()?;
        let mut options = args.run_options()?;
        let mut prepared = args.prepare()?;
        if args.collect && prepared.plan.schedule.is_staged() {
            return Err(MatchError::Collect(PlanError::Divided(prepared.plan.settings.format)));
        }
        options.launch.log = args.open_log()?;
        stop_on_interrupt(&options.launch.stop);
        // A finished match needs no engines to show its standings.
        if !prepared.todo.is_empty() && (args.dry_run || !args.collect) {
            check_engines(&prepared.plan, &options.launch)?;
        }
        if args.dry_run {
            return Ok(args.show_plan(&prepared, &options));
        }
        prepared.begin_file()?;
        args.play_rest(prepared, options)
    }

    /// Plays the games that are left.
    fn play_rest(
        &self,
        prepared: PreparedMatch,
        mut options: RunOptions,
    ) -> Result<ExitCode, MatchError> {
        let PreparedMatch { plan, earlier, todo, store, torn, joined, .. } = prepared;
        let total = plan.total();
        let done = earlier_games(&plan, &todo);
        let style = Style::choose(self.quiet, self.json);
        let mut screen = Screen::new(style, self.every.unwrap_or(DEFAULT_EVERY), total, done);
        screen.show_moves(self.moves);
        let mut complaints = warnings(&plan, &options, torn.as_ref());
        if self.watchdog {
            options.watchdog = Watchdog::new(options.concurrency).map(Arc::new);
            if options.watchdog.is_none() {
                complaints
                    .push("--watchdog: this system does not say what programs use".to_owned());
            }
        }
        complaints.extend(networks::unused(&plan));
        for warning in complaints {
            screen.warn(&paint::warning(warning));
        }
        screen.begin(&plan, done, options.concurrency);
        screen.tell_joining(&joined);
        let left = Remaining { todo: &todo, earlier: &earlier, store };
        let stop = &options.launch.stop;
        #[cfg(feature = "board")]
        let observer =
            &mut watch::Watched::new(&mut screen, self.board, self.listen, &plan.settings.event)?;
        #[cfg(not(feature = "board"))]
        let observer = &mut screen;
        #[cfg(feature = "db")]
        let observer = &mut keep::Kept::new(self.db.as_deref(), &plan, &earlier, observer)?;
        let result = if self.collect {
            let news = news_on_stdin().map_err(MatchError::Input)?;
            collect(&plan, left, &options, news, stop, observer)
        } else {
            run(&plan, left, &options, observer)
        };
        match result {
            Ok(summary) => {
                let load = options.watchdog.as_ref().and_then(|watchdog| watchdog.summary());
                screen.end(&plan, &summary, load);
                if let (MatchEnding::Interrupted, Some(record)) = (&summary.ending, &self.record) {
                    screen.tell_how_to_continue(&self.command_to_continue(record));
                }
                Ok(exit_code(&summary.ending))
            }
            Err(error) => {
                let error = format!("{error}; the match has been stopped");
                screen.warn(&format!("{} {error}", paint::bad("error:")));
                Ok(ExitCode::FAILURE)
            }
        }
    }

    /// Checks that options come with those that they need, which may be in a file, and with none that
    /// makes them useless.
    fn check(&self) -> Result<(), MatchError> {
        if self.resume && self.record.is_none() {
            return Err(MatchError::Needs { option: "--resume", needed: "--record FILE" });
        }
        if self.moves && !self.json {
            return Err(MatchError::Needs { option: "--moves", needed: "--json" });
        }
        let for_games = [
            ("--affinity", self.affinity.is_some()),
            ("--watchdog", self.watchdog),
            ("--clock-factor", self.clock_factor.is_some()),
            ("--machine", self.machine.is_some()),
        ];
        if let Some((option, _)) = for_games.into_iter().find(|(_, given)| self.collect && *given) {
            return Err(MatchError::PlaysNone { option });
        }
        Ok(())
    }

    /// Performs all checks that do not start a program.
    fn prepare(&self) -> Result<PreparedMatch, MatchError> {
        let record = self.record.as_deref();
        if let Some(path) = record.filter(|_| self.resume) {
            let on_file = MatchOnFile::open(path)?;
            let settings = self.settings(on_file.settings())?;
            return Ok(on_file.resume(settings)?);
        }
        if let Some(path) = record.filter(|_| self.dry_run) {
            if path.exists() {
                return Err(StoreError::Exists { path: path.to_owned() }.into());
            }
            check_whole_file(path)
                .map_err(|source| MatchError::Record { path: path.to_owned(), source })?;
        }
        Ok(PreparedMatch::new(self.settings(None)?, record.filter(|_| !self.dry_run))?)
    }

    /// Prints the plan of the match.
    fn show_plan(&self, prepared: &PreparedMatch, options: &RunOptions) -> ExitCode {
        let PreparedMatch { plan, todo, .. } = prepared;
        if self.json {
            say(&format!("{}\n", json::dry_run(plan, todo, options)));
        } else {
            let done = earlier_games(plan, todo);
            Screen::new(Style::Lines, 1, plan.total(), done).begin(plan, done, options.concurrency);
            say(&plan::details(plan, self.record.as_deref()));
        }
        ExitCode::SUCCESS
    }
}

/// Number of games of the match that are on file.
fn earlier_games(plan: &Plan, todo: &[Fixture]) -> u64 {
    plan.games().count() as u64 - todo.len() as u64
}

fn exit_code(ending: &MatchEnding) -> ExitCode {
    match ending {
        MatchEnding::Complete | MatchEnding::Decided(_) => ExitCode::SUCCESS,
        MatchEnding::EngineFailed { .. } => ExitCode::FAILURE,
        MatchEnding::Interrupted => ExitCode::from(INTERRUPTED),
    }
}

/// Warnings to show before a long match.
fn warnings(plan: &Plan, options: &RunOptions, torn: Option<&TornEnd>) -> Vec<String> {
    let mut warnings = Vec::new();
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    if options.concurrency > cores {
        warnings.push(format!(
            "{} games at a time on {cores} cores: the engines will take time from each other",
            options.concurrency
        ));
    }
    let pinned = !options.affinity.is_empty();
    if pinned && plan.settings.engines.iter().any(|engine| engine.ponder) {
        warnings.push(
            "an engine that ponders takes time from its opponent, because both share one core"
                .to_owned(),
        );
    }
    let rounds = plan.schedule.openings();
    if pinned && options.affinity.len() < options.concurrency {
        warnings.push(format!(
            "{} games at a time, but fewer cores to pin them to ({}): some games share a core",
            options.concurrency,
            options.affinity.len()
        ));
    }
    if plan.settings.openings.is_none() && rounds > 1 {
        warnings.push(
            "all games begin at the start position, so deterministic engines will repeat the same \
             games (use --openings)"
                .to_owned(),
        );
    }
    for (ruleset, openings) in plan.rulesets.iter().zip(&plan.openings) {
        if plan.settings.openings.is_some() && openings.count() < rounds as usize {
            warnings.push(format!(
                "{} openings for {rounds} rounds of {}: some will be played again",
                openings.count(),
                ruleset.name,
            ));
        }
    }
    if let Some(TornEnd { bytes, kept }) = torn {
        warnings.push(format!(
            "the last game on file is incomplete and will be played again; its {bytes} bytes have been \
             moved to {}",
            kept.display()
        ));
    }
    warnings
}

/// The first Ctrl-C ends the match, and the second the program.
fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    if let Err(error) = set_on_ctrl_c(Arc::clone(stop)) {
        let text = format!("Ctrl-C will end the match without a standing: {error}");
        paint::complain(paint::warning(text));
    }
}
