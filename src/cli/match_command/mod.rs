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
mod warnings;
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
use crate::record::StoreError;
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
            #[cfg(feature = "db")]
            keep::check(args.db.as_deref(), &prepared.plan)?;
            return Ok(args.show_plan(&prepared, &options));
        }
        // Before the record is begun: a command that is put right must not find one.
        let outputs = args.open_outputs(&prepared.plan)?;
        prepared.begin_file()?;
        args.play_rest(prepared, options, outputs)
    }

    /// Opens what shows and keeps the games besides the record.
    #[cfg_attr(not(any(feature = "board", feature = "db")), expect(clippy::unused_self))]
    fn open_outputs(
        &self,
        #[cfg_attr(not(any(feature = "board", feature = "db")), expect(unused))] plan: &Plan,
    ) -> Result<Outputs, MatchError> {
        Ok(Outputs {
            #[cfg(feature = "board")]
            servers: watch::Servers::new(self.board, self.listen, &plan.settings.event)?,
            #[cfg(feature = "db")]
            database: keep::open(self.db.as_deref(), plan)?,
        })
    }

    /// Plays the games that are left.
    fn play_rest(
        &self,
        prepared: PreparedMatch,
        mut options: RunOptions,
        outputs: Outputs,
    ) -> Result<ExitCode, MatchError> {
        let PreparedMatch { plan, earlier, todo, store, torn, joined, .. } = prepared;
        let total = plan.total();
        let done = earlier_games(&plan, &todo);
        let style = Style::choose(self.quiet, self.json);
        let mut screen = Screen::new(style, self.every.unwrap_or(DEFAULT_EVERY), total, done);
        screen.show_moves(self.moves);
        if self.watchdog {
            options.watchdog = Watchdog::new(options.concurrency).map(Arc::new);
        }
        for warning in warnings::of_match(&plan, &options, torn.as_ref(), self.watchdog) {
            screen.warn(&paint::warning(warning));
        }
        screen.begin(&plan, done, options.concurrency);
        screen.tell_joining(&joined);
        let left = Remaining { todo: &todo, earlier: &earlier, store };
        let stop = &options.launch.stop;
        #[cfg(feature = "board")]
        let observer = &mut watch::Watched::new(&mut screen, outputs.servers);
        #[cfg(not(feature = "board"))]
        let observer = &mut screen;
        #[cfg(feature = "db")]
        let only_place = self.record.is_none().then(|| Arc::clone(stop));
        #[cfg(feature = "db")]
        let observer = &mut keep::Kept::new(outputs.database, &earlier, only_place, observer)?;
        let result = if self.collect {
            let news = news_on_stdin().map_err(MatchError::Input)?;
            collect(&plan, left, &options, news, stop, observer)
        } else {
            run(&plan, left, &options, observer)
        };
        #[cfg(feature = "db")]
        let has_failed = observer.end();
        #[cfg(not(feature = "db"))]
        let has_failed = false;
        if let Some(failure) = options.launch.log.as_ref().and_then(|log| log.failure()) {
            screen.warn(&paint::warning(failure.to_string()));
        }
        match result {
            Ok(summary) => {
                let load = options.watchdog.as_ref().and_then(|watchdog| watchdog.summary());
                screen.end(&plan, &summary, load);
                if let (MatchEnding::Interrupted, Some(record)) = (&summary.ending, &self.record) {
                    screen.tell_how_to_continue(&self.command_to_continue(record));
                }
                Ok(if has_failed { ExitCode::FAILURE } else { exit_code(&summary.ending) })
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
        if self.log_size.is_some() && self.log.is_none() {
            return Err(MatchError::Needs { option: "--log-size", needed: "--log FILE" });
        }
        #[cfg(feature = "db")]
        if let (Some(record), Some(db)) = (&self.record, &self.db)
            && super::is_one_file(record, db)
        {
            return Err(MatchError::DatabaseIsRecord(db.clone()));
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
            if on_file.settings().is_none() && self.words.engines.is_empty() {
                return Err(MatchError::NoSettings { path: path.to_owned() });
            }
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

    /// Whether pages show the running games.
    #[cfg_attr(not(feature = "board"), expect(clippy::unused_self))]
    fn is_live(&self) -> bool {
        #[cfg(feature = "board")]
        let is_live = self.board || self.listen.is_some();
        #[cfg(not(feature = "board"))]
        let is_live = false;
        is_live
    }

    /// Prints the plan of the match.
    fn show_plan(&self, prepared: &PreparedMatch, options: &RunOptions) -> ExitCode {
        let PreparedMatch { plan, todo, .. } = prepared;
        if self.json {
            say(&format!("{}\n", json::dry_run(plan, todo, options, self.is_live())));
        } else {
            let done = earlier_games(plan, todo);
            Screen::new(Style::Lines, 1, plan.total(), done).begin(plan, done, options.concurrency);
            say(&plan::details(plan, self.record.as_deref()));
        }
        ExitCode::SUCCESS
    }
}

/// What shows and keeps the games of a match besides the record.
struct Outputs {
    #[cfg(feature = "board")]
    servers: watch::Servers,
    #[cfg(feature = "db")]
    database: Option<keep::OpenDatabase>,
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

/// The first Ctrl-C ends the match, and the second the program.
fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    if let Err(error) = set_on_ctrl_c(Arc::clone(stop)) {
        let text = format!("Ctrl-C will end the match without a standing: {error}");
        paint::complain(paint::warning(text));
    }
}
