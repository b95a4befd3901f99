//! A session: commands in, answers out, and a search running in between.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::available_parallelism;

use super::book_move;
use super::command::{Go, UciCommand};
use super::describe;
use super::help::help;
use super::job::{Answered, Panicked, RunningJob};
use super::options::{OptionEffect, Options};
use super::parse::parse;
use super::print;
use super::session_error::SessionError;
use super::state;
use crate::bench::{self, BenchSettings};
use crate::engine::{Engine, EngineError, Request, Running, Sink, Update};
use crate::eval::network::{Network, NetworkError};
use crate::protocol::answer_writer::AnswerWriter;
use crate::protocol::input::read_line;
use crate::protocol::quote::quoted;
use crate::rules::Side;
use crate::search::{Control, MemoryError, Purpose};
use crate::solve::Budget;

/// The engine's name, as sent in `id name`.
pub const NAME: &str = concat!("Branan ", env!("CARGO_PKG_VERSION"));

/// The engine's side of a session with a GUI or match runner.
pub struct UciSession<W: Write + Send + 'static> {
    writer: Arc<AnswerWriter<W>>,
    options: Options,
    engine: Box<dyn Engine>,
    job: Option<RunningJob>,
    debug: bool,
}

impl<W: Write + Send + 'static> UciSession<W> {
    /// Starts a session that writes to `writer`.
    ///
    /// # Errors
    /// If the system lacks the resources for the default options.
    pub fn new(writer: W) -> Result<Self, EngineError> {
        Self::with_options(writer, Options::default())
    }

    /// Starts a session with the given options that writes to `writer`.
    ///
    /// # Errors
    /// If the system lacks the resources for the options.
    pub fn with_options(writer: W, options: Options) -> Result<Self, EngineError> {
        let engine = options.engine()?;
        let writer = Arc::new(AnswerWriter::new(writer));
        Ok(Self { writer, options, engine, job: None, debug: false })
    }

    /// Reads commands until `quit`, or until the end of input and of any search that ends by
    /// itself.
    ///
    /// # Errors
    /// If reading fails.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        while let Some(line) = read_line(&mut input)? {
            if let (Some(log), Ok(line)) = (&self.options.log, &line)
                && let Err(error) = log.read(line)
            {
                self.error(&error);
            }
            let goes_on = match line {
                Ok(line) => self.take_line(&line),
                Err(error) => {
                    self.error(&error);
                    true
                }
            };
            if !goes_on || self.writer.is_broken() {
                self.stop();
                return self.writer.end();
            }
        }
        if self.job.as_ref().is_some_and(RunningJob::waits_for_host) {
            self.stop();
        }
        self.wait();
        self.writer.end()
    }

    /// Executes a line. Returns `false` if it was the last.
    fn take_line(&mut self, line: &str) -> bool {
        let command = match parse(line) {
            Ok(Some(UciCommand::Quit)) => return false,
            Ok(Some(command)) => command,
            Ok(None) => return true,
            Err(error) => {
                self.error(&error);
                return true;
            }
        };
        if self.debug {
            self.writer.line(&format!("info string understood {command:?}"));
        }
        if let Err(error) = self.carry_out(command) {
            self.error(&error);
        }
        true
    }

    fn error(&self, error: &dyn std::error::Error) {
        // Words of a bad line may be very long or contain terminal control characters.
        let text = error.to_string().split(' ').map(quoted).collect::<Vec<String>>().join(" ");
        self.writer.line(&format!("info string error: {text}"));
    }

    fn carry_out(&mut self, command: UciCommand) -> Result<(), SessionError> {
        if command.needs_idle_engine() {
            self.must_be_idle()?;
        }
        match command {
            UciCommand::Uci => self.introduce(),
            UciCommand::IsReady => self.writer.line("readyok"),
            UciCommand::Debug(on) => self.debug = on,
            UciCommand::Help => self.writer.line(&help()),
            UciCommand::Display => self.writer.line(&print::display(self.engine.game())),
            UciCommand::Variants => {
                self.writer.line(&describe::variants(&self.options.catalog));
            }
            UciCommand::Rules(language) => {
                self.writer.line(&describe::rules(self.engine.game().ruleset(), language));
            }
            UciCommand::Fields(language) => {
                self.writer.line(&state::fields(self.engine.game().ruleset(), language));
            }
            UciCommand::Moves => self.writer.line(&describe::moves(self.engine.game())),
            UciCommand::State { line } => {
                let game = self.engine.game();
                self.writer.line(&if line { state::line(game) } else { state::state(game) });
            }
            UciCommand::Solve { only, budget } => {
                self.solve(only, budget)?;
            }
            UciCommand::Eval => self.evaluate()?,
            UciCommand::Stop | UciCommand::Quit => self.stop(),
            UciCommand::PonderHit => self.ponder_hit()?,
            UciCommand::UciNewGame => {
                self.engine.clear();
            }
            UciCommand::SetOption { name, value } => {
                self.set_option(&name, value.as_deref())?;
            }
            UciCommand::Position { start, moves } => {
                self.engine.set_up_text(start.fen()?.as_deref(), &moves)?;
            }
            UciCommand::Go(go) => {
                self.go(go)?;
            }
            UciCommand::Perft(depth) => {
                self.perft(depth)?;
            }
            UciCommand::Bench(settings) => {
                self.bench(settings)?;
            }
        }
        Ok(())
    }

    fn introduce(&self) {
        self.writer.line(&format!("id name {NAME}"));
        self.writer.line(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
        for declaration in self.options.declarations() {
            self.writer.line(&declaration);
        }
        self.writer.line("uciok");
    }

    fn evaluate(&self) -> Result<(), SessionError> {
        let (terms, total) = self.engine.explain()?;
        let to_move = self.engine.game().to_move();
        self.writer.line(&print::evaluation(&terms, total, to_move));
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), SessionError> {
        let mut options = self.options.clone();
        match options.set(name, value)? {
            OptionEffect::None => {}
            OptionEffect::ClearHash => self.engine.clear(),
            OptionEffect::Hash => self.resize(options.hash)?,
            OptionEffect::Threads => self.engine.set_threads(options.threads)?,
            // A host that shows the list of rulesets needs the new one.
            OptionEffect::Catalog => self.writer.line(&options.variant_declaration()),
            OptionEffect::Log => self.writer.set_log(options.log.clone()),
            OptionEffect::Book => self.writer.line(&book_move::describe(&options)),
            OptionEffect::Network => self.use_network(options.network.as_deref())?,
            OptionEffect::Rules => self.change_rules(name, &options)?,
        }
        self.options = options;
        Ok(())
    }

    /// Evaluates with a network, or with `None` with what is built in. A network for another board
    /// is used once that board is set up.
    fn use_network(&mut self, network: Option<&Network>) -> Result<(), SessionError> {
        match self.engine.use_network(network) {
            Err(NetworkError::Board { found, .. }) => {
                self.engine.use_network(None)?;
                let text = format!("the network will be used on boards of side {found}");
                self.writer.line(&format!("info string {text}"));
                Ok(())
            }
            used => Ok(used?),
        }
    }

    fn resize(&mut self, hash: usize) -> Result<(), SessionError> {
        let resized = self.engine.resize(hash);
        if matches!(resized, Err(MemoryError::Refused { .. })) {
            self.engine.resize(self.options.hash)?;
        }
        Ok(resized?)
    }

    /// Starts again under the rules of new options, unless they are already in force.
    fn change_rules(&mut self, option: &str, options: &Options) -> Result<(), SessionError> {
        let ruleset = options.ruleset();
        if ruleset == *self.engine.game().ruleset() {
            return Ok(());
        }
        // Frees the old table first, so that there are never two large ones.
        self.engine.resize(1)?;
        match options.engine() {
            Ok(engine) => self.engine = engine,
            Err(error) => {
                self.engine.resize(self.options.hash)?;
                return Err(SessionError::Rules { option: option.to_owned(), error });
            }
        }
        let (name, summary) = (&ruleset.name, ruleset.summary());
        self.writer.line(&format!("info string rules: {name}: {summary}"));
        if options.network.is_some() {
            let evaluation = self.engine.evaluation_name();
            self.writer.line(&format!("info string evaluation: {evaluation}"));
        }
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), SessionError> {
        let limits = go.limits(self.engine.game().to_move(), self.options.analyse_mode)?;
        let infinite = limits.purpose == Purpose::Infinite;
        if !infinite && let Some(text) = book_move::answer(&self.options, &go, self.engine.game()) {
            self.writer.line(&text);
            return Ok(());
        }
        let request = Request {
            limits,
            search_moves: go.legal_moves(self.engine.game())?,
            multi_pv: self.options.multi_pv,
            overhead: self.options.move_overhead,
            handicap: self.options.handicap(),
            ponder: go.ponder,
        };
        self.tell_threads();
        let (sink, answered) = self.sink();
        let running = self.engine.search(request, sink)?;
        self.job = Some(RunningJob { running, infinite, answered });
        Ok(())
    }

    /// Reports when fewer threads are used than the host requested.
    fn tell_threads(&self) {
        let threads = self.options.threads;
        let cores = available_parallelism().map_or(threads, usize::from);
        if threads > cores {
            let text = format!("searching with {cores} of {threads} threads, one for each core");
            self.writer.line(&format!("info string {text}"));
        }
    }

    fn perft(&mut self, depth: u32) -> Result<(), SessionError> {
        let (sink, answered) = self.sink();
        let running = self.engine.perft(depth, sink)?;
        self.job = Some(RunningJob { running, infinite: false, answered });
        Ok(())
    }

    fn solve(&mut self, only: Option<Side>, budget: Budget) -> Result<(), SessionError> {
        let (sink, answered) = self.sink();
        let running = self.engine.start_solving(self.options.hash, only, budget, sink)?;
        // A proof without a limit may end by itself, but not at any predictable time.
        let infinite = budget == Budget::default();
        self.job = Some(RunningJob { running, infinite, answered });
        Ok(())
    }

    /// A sink that writes reports as lines, and the flag that it sets before the last answer. It
    /// stops the work once nobody reads the lines any more.
    fn sink(&self) -> (Sink, Answered) {
        let answered = Answered::default();
        let (writer, last) = (Arc::clone(&self.writer), answered.clone());
        let show_wdl = self.options.show_wdl;
        let sink = Box::new(move |update: Update| {
            let text = print::update(&update, show_wdl);
            if update.is_last() {
                last.set();
            }
            writer.line(&text);
            if writer.is_broken() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (sink, answered)
    }

    fn bench(&mut self, settings: BenchSettings) -> Result<(), SessionError> {
        let answered = Answered::default();
        let (writer, last) = (Arc::clone(&self.writer), answered.clone());
        let running = Running::start("bench", Control::default(), move |control| {
            let stopped = || control.is_stopped() || writer.is_broken();
            let report = bench::run_with(&settings, &stopped, &mut |line| writer.line(line));
            last.set();
            writer.line(&report.unwrap_or_else(|error| format!("info string error: {error}")));
        })?;
        self.job = Some(RunningJob { running, infinite: false, answered });
        Ok(())
    }

    /// Checks that no running job conflicts with a command.
    fn must_be_idle(&mut self) -> Result<(), SessionError> {
        match &self.job {
            Some(job) if !job.answered.is_set() => Err(SessionError::Busy),
            _ => {
                self.wait();
                Ok(())
            }
        }
    }

    fn ponder_hit(&self) -> Result<(), SessionError> {
        match &self.job {
            Some(job) if job.running.control().ponder_hit() => Ok(()),
            _ => Err(SessionError::NotPondering),
        }
    }

    /// Stops the job and waits for its answer.
    fn stop(&mut self) {
        if let Some(job) = &self.job {
            job.stop();
        }
        self.wait();
    }

    /// Waits for the job's answer.
    fn wait(&mut self) {
        let Some(Err(Panicked { answered })) = self.job.take().map(RunningJob::join) else {
            return;
        };
        self.writer.line("info string error: the search failed; this is a bug, please report it");
        if !answered {
            self.writer.line("bestmove (none)");
        }
    }
}
