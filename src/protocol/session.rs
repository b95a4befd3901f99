//! A conversation: commands in, answers out, and a search between them.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{Builder, JoinHandle};

use super::command::{Command, Go, ParseError, parse, quoted};
use super::input::read_line;
use super::options::{Change, OptionError, OptionId, Options};
use super::output::Output;
use super::print;
use crate::bench;
use crate::board::MoveError;
use crate::engine::{
    Engine, EngineError, PositionError, Request, Resources, Sink, Update, new_engine,
};
use crate::rules::{Side, otn};
use crate::search::{Clock, Control, Limits, MemoryError, ResourceError};

/// The engine's name, as it gives it.
pub const NAME: &str = concat!("Branan ", env!("CARGO_PKG_VERSION"));

/// Why a command was not carried out.
#[derive(Debug, thiserror::Error)]
enum CommandError {
    #[error(transparent)]
    Parse(#[from] ParseError),
    #[error(transparent)]
    Option(#[from] OptionError),
    #[error(transparent)]
    Position(#[from] PositionError),
    #[error("bad position: {0}")]
    Otn(#[from] otn::OtnPositionError),
    #[error(transparent)]
    Engine(#[from] EngineError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Resources(#[from] ResourceError),
    #[error("searchmoves: move {number} ({text}) cannot be played: {error}")]
    SearchMove { number: usize, text: String, error: MoveError },
    #[error("the {side} are to move and have no clock; give {word}")]
    NoClock { side: Side, word: &'static str },
    #[error("a search is running; send 'stop' first")]
    Busy,
    #[error("no search is pondering")]
    NotPondering,
    #[error("the system gives no thread: {0}")]
    Thread(io::Error),
}

/// Work that goes on while commands are read.
struct Running {
    control: Arc<Control>,
    thread: JoinHandle<()>,
    /// Whether it answers only when stopped.
    infinite: bool,
    /// Whether it waits for the expected move, or to be stopped.
    pondering: bool,
    /// Set before its last answer is written, from when on it counts as over.
    answered: Arc<AtomicBool>,
}

/// The engine's side of a conversation with one GUI or runner.
pub struct Session<W: Write + Send + 'static> {
    output: Arc<Output<W>>,
    options: Options,
    engine: Box<dyn Engine>,
    running: Option<Running>,
    debug: bool,
}

impl<W: Write + Send + 'static> Session<W> {
    /// A session that answers to `writer`.
    ///
    /// # Errors
    /// When the system does not have what the default options ask for.
    pub fn new(writer: W) -> Result<Self, EngineError> {
        Self::with_options(writer, Options::default())
    }

    /// A session that answers to `writer` and begins with these options.
    ///
    /// # Errors
    /// When the system does not have what the options ask for.
    pub fn with_options(writer: W, options: Options) -> Result<Self, EngineError> {
        let engine = engine_for(&options)?;
        let output = Arc::new(Output::new(writer));
        Ok(Self { output, options, engine, running: None, debug: false })
    }

    /// Reads commands until `quit` or the end of input, which waits for the running search.
    ///
    /// # Errors
    /// When the input fails.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        while let Some(line) = read_line(&mut input)? {
            let goes_on = match line {
                Ok(line) => self.take_line(&line),
                Err(error) => {
                    self.error(&error);
                    true
                }
            };
            if !goes_on || self.output.is_broken() {
                self.stop();
                return Ok(());
            }
        }
        if self.running.as_ref().is_some_and(|running| running.infinite || running.pondering) {
            self.stop();
        }
        self.wait();
        Ok(())
    }

    /// Carries a line out; false, if it was the last.
    fn take_line(&mut self, line: &str) -> bool {
        match parse(line) {
            Ok(None) => {}
            Ok(Some(Command::Quit)) => return false,
            Ok(Some(command)) => {
                if self.debug {
                    self.output.line(&format!("info string understood {command:?}"));
                }
                if let Err(error) = self.carry_out(command) {
                    self.error(&error);
                }
            }
            Err(error) => self.error(&error),
        }
        true
    }

    fn error(&self, error: &dyn std::error::Error) {
        // Words of a bad line may be of any length and hold characters that act on a terminal.
        let text = error.to_string().split(' ').map(quoted).collect::<Vec<String>>().join(" ");
        self.output.line(&format!("info string error: {text}"));
    }

    fn carry_out(&mut self, command: Command) -> Result<(), CommandError> {
        match command {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.line("readyok"),
            Command::Debug(on) => self.debug = on,
            Command::Help => self.output.line(print::HELP),
            Command::Display => self.output.line(&print::display(self.engine.game())),
            Command::Eval => {
                let (terms, total) = self.engine.explain();
                let to_move = self.engine.game().to_move();
                self.output.line(&print::evaluation(&terms, total, to_move));
            }
            Command::Stop | Command::Quit => self.stop(),
            Command::PonderHit => self.ponder_hit()?,
            Command::UciNewGame => {
                self.must_be_idle()?;
                self.engine.clear();
            }
            Command::SetOption { name, value } => {
                self.must_be_idle()?;
                self.set_option(&name, value.as_deref())?;
            }
            Command::Position { start, moves } => {
                self.must_be_idle()?;
                self.engine.set_up(start.fen()?.as_deref(), &moves)?;
            }
            Command::Go(go) => {
                self.must_be_idle()?;
                self.go(go)?;
            }
            Command::Perft(depth) => {
                self.must_be_idle()?;
                let control = Arc::new(Control::default());
                let (sink, answered) = self.sink();
                let thread = self.engine.perft(depth, Arc::clone(&control), sink);
                self.begin(control, thread, false, false, answered)?;
            }
            Command::Bench => {
                self.must_be_idle()?;
                self.bench()?;
            }
        }
        Ok(())
    }

    fn introduce(&self) {
        self.output.line(&format!("id name {NAME}"));
        self.output.line(concat!("id author ", env!("CARGO_PKG_AUTHORS")));
        for option in OptionId::all() {
            self.output.line(&option.declaration(&self.options.catalog));
        }
        self.output.line("uciok");
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<(), CommandError> {
        let mut options = self.options.clone();
        match options.set(name, value)? {
            Change::None => {}
            Change::ClearHash => self.engine.clear(),
            Change::Hash => {
                if let Err(error) = self.engine.resize(options.hash) {
                    self.engine.resize(self.options.hash)?;
                    return Err(error.into());
                }
            }
            Change::Threads => self.engine.set_threads(options.threads)?,
            // Whoever offers the values to a person must know that there are others now.
            Change::Catalog => self.output.line(&OptionId::Variant.declaration(&options.catalog)),
            Change::Rules => {
                let ruleset = options.ruleset();
                if ruleset != *self.engine.game().ruleset() {
                    // The old table goes first, so that there are never two large ones.
                    self.engine.resize(1)?;
                    match engine_for(&options) {
                        Ok(engine) => self.engine = engine,
                        Err(error) => {
                            self.engine.resize(self.options.hash)?;
                            return Err(error.into());
                        }
                    }
                    let summary =
                        format!("info string rules: {}: {}", ruleset.name, ruleset.summary());
                    self.output.line(&summary);
                }
            }
        }
        self.options = options;
        Ok(())
    }

    fn go(&mut self, go: Go) -> Result<(), CommandError> {
        let game = self.engine.game();
        for (index, text) in go.search_moves.iter().enumerate() {
            game.read_move(text).map_err(|error| CommandError::SearchMove {
                number: index + 1,
                text: quoted(text),
                error,
            })?;
        }
        let limits = limits(&go, game.to_move(), self.options.analyse_mode)?;
        let (infinite, pondering) = (limits.infinite, limits.ponder);
        let control = Arc::new(Control::new(&limits));
        let request = Request {
            limits,
            search_moves: go.search_moves,
            multi_pv: self.options.multi_pv,
            overhead: self.options.move_overhead,
        };
        let (sink, answered) = self.sink();
        let thread = self.engine.search(request, Arc::clone(&control), sink);
        self.begin(control, thread, infinite, pondering, answered)
    }

    /// A sink that writes what it is told, and the mark it sets before the last answer.
    fn sink(&self) -> (Sink, Arc<AtomicBool>) {
        let answered = Arc::new(AtomicBool::new(false));
        let (output, mark) = (Arc::clone(&self.output), Arc::clone(&answered));
        let show_wdl = self.options.show_wdl;
        let sink = Box::new(move |update: Update| {
            let text = print::update(&update, show_wdl);
            if matches!(update, Update::Best { .. } | Update::Perft { .. }) {
                mark.store(true, Ordering::Release);
            }
            output.line(&text);
        });
        (sink, answered)
    }

    fn bench(&mut self) -> Result<(), CommandError> {
        let control = Arc::new(Control::default());
        let answered = Arc::new(AtomicBool::new(false));
        let (stop, mark) = (Arc::clone(&control), Arc::clone(&answered));
        let output = Arc::clone(&self.output);
        let thread = Builder::new().name("bench".to_owned()).spawn(move || {
            let report = bench::run(&stop, &mut |line| output.line(line));
            mark.store(true, Ordering::Release);
            output.line(&report.unwrap_or_else(|error| format!("info string error: {error}")));
        });
        self.begin(control, thread, false, false, answered)
    }

    fn begin(
        &mut self,
        control: Arc<Control>,
        thread: io::Result<JoinHandle<()>>,
        infinite: bool,
        pondering: bool,
        answered: Arc<AtomicBool>,
    ) -> Result<(), CommandError> {
        let thread = thread.map_err(CommandError::Thread)?;
        self.running = Some(Running { control, thread, infinite, pondering, answered });
        Ok(())
    }

    /// That nothing is running which a command would disturb.
    fn must_be_idle(&mut self) -> Result<(), CommandError> {
        match &self.running {
            Some(running) if !running.answered.load(Ordering::Acquire) => Err(CommandError::Busy),
            _ => {
                self.wait();
                Ok(())
            }
        }
    }

    fn ponder_hit(&mut self) -> Result<(), CommandError> {
        match &mut self.running {
            Some(running) if running.pondering => {
                running.pondering = false;
                running.control.ponder_hit();
                Ok(())
            }
            _ => Err(CommandError::NotPondering),
        }
    }

    /// Ends what is running and waits for its answer.
    fn stop(&mut self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
        self.wait();
    }

    /// Waits until what is running has answered.
    fn wait(&mut self) {
        if let Some(running) = self.running.take()
            && running.thread.join().is_err()
        {
            self.output
                .line("info string error: the search failed; this is a bug, please report it");
            if !running.answered.load(Ordering::Acquire) {
                self.output.line("bestmove (none)");
            }
        }
    }
}

fn engine_for(options: &Options) -> Result<Box<dyn Engine>, EngineError> {
    let resources = Resources { hash: options.hash, threads: options.threads };
    new_engine(&options.ruleset(), resources)
}

/// The limits as the side to move sees them. White, whose clock `wtime` is, are the defenders.
fn limits(go: &Go, to_move: Side, analysis: bool) -> Result<Limits, CommandError> {
    let ((left, increment), word) = match to_move {
        Side::Defenders => (go.white, "wtime"),
        Side::Attackers => (go.black, "btime"),
    };
    let limited = go.depth.is_some() || go.nodes.is_some() || go.mate.is_some();
    let timed = go.move_time.is_some() || left.is_some();
    if go.white.0.or(go.black.0).is_some() && left.is_none() && !go.infinite && !limited && !timed {
        return Err(CommandError::NoClock { side: to_move, word });
    }
    Ok(Limits {
        depth: go.depth,
        nodes: go.nodes,
        mate: go.mate,
        move_time: go.move_time,
        clock: left.map(|left| Clock {
            left,
            increment,
            moves_to_go: go.moves_to_go,
            overtime: None,
        }),
        infinite: go.infinite || !(limited || timed),
        analysis,
        ponder: go.ponder,
        search_moves: Vec::new(),
    })
}
