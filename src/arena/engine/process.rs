//! An engine process that speaks the UCI-style protocol.

use std::time::{Duration, Instant};

use super::fault::{Failure, Fault, Patience};
use super::launch::Launch;
use super::offered_option::{VARIANT_OPTION, check_option};
use super::pipes::{LINE_BUFFER, Next, PipedProcess};
use super::reply::{OfferedOption, SearchInfo, read_option};
use super::spec::EngineSpec;
use super::variant_names::VariantNames;
use crate::record::FaultKind;

/// Maximum number of options read from an engine; the rest are ignored.
const MAX_OPTIONS: usize = 10_000;

/// Time to exit after `quit` before the engine is killed.
const QUIT_GRACE: Duration = Duration::from_millis(500);

/// An engine's answer to `go`.
#[derive(Clone, Debug)]
pub struct EngineAnswer {
    /// The move, in small letters, or whatever stands in its place.
    pub best: String,
    /// The answer as the engine wrote it, such as `bestmove d2e2`, for messages.
    pub said: String,
    /// The reply it expects.
    pub ponder: Option<String>,
    /// Time from `go` to the answer.
    pub elapsed: Duration,
    /// Statistics from the `info` lines.
    pub info: SearchInfo,
}

/// The lines read while waiting for a particular one.
#[derive(Clone, Debug)]
pub struct Heard {
    /// The lines in order; the wanted one is last.
    pub lines: Vec<String>,
    /// Whether the wanted line came.
    pub found: bool,
    /// Time spent waiting.
    pub elapsed: Duration,
}

/// How to treat an unexpected `bestmove`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stray {
    /// As a fault in the current game.
    Fault,
    /// As left over from an earlier game.
    Ignore,
}

/// A running engine. Dropping it kills the process and all its children.
pub struct EngineProcess {
    pub(super) pipes: PipedProcess,
    options: Vec<OfferedOption>,
    id_name: Option<String>,
    pub(super) patience: Patience,
    /// The engine's only ruleset, if it has no option to select one.
    variant: Option<String>,
    names: VariantNames,
}

impl EngineProcess {
    /// Starts the program, waits for `uciok`, sets the options and waits for `readyok`.
    ///
    /// # Errors
    /// If the program cannot be started, does not answer in time, lacks an option, rejects a value,
    /// or the launch's `stop` is set.
    pub fn start(spec: &EngineSpec, launch: &Launch) -> Result<Self, Failure> {
        let pipes = PipedProcess::spawn(spec, launch)
            .map_err(|error| Fault::new(FaultKind::Crash, format!("cannot be started: {error}")))?;
        let mut engine = Self {
            pipes,
            options: Vec::new(),
            id_name: None,
            patience: launch.patience,
            variant: spec.variant.clone(),
            names: spec.variant_names.clone(),
        };
        engine.send("uci")?;
        engine.read_handshake(Instant::now() + launch.patience.startup)?;
        for (name, value) in &spec.options {
            check_option(engine.options(), name, value)
                .map_err(|what| Fault::new(FaultKind::Refusal, what))?;
            engine.set_option(name, value)?;
            // One at a time, so that an error can be traced to its option.
            engine.ready(Stray::Ignore).map_err(|failure| failure.about(&setting(name, value)))?;
        }
        if spec.ponder {
            check_option(engine.options(), PONDER_OPTION, "true")
                .map_err(|what| Fault::new(FaultKind::Refusal, what))?;
            engine.set_option(PONDER_OPTION, "true")?;
        }
        engine.ready(Stray::Ignore)?;
        Ok(engine)
    }

    /// Assigns the following log lines to a game, counted from 1.
    pub fn note_game(&self, game: u64) {
        self.pipes.begin_game(game);
    }

    /// The engine's only ruleset, if it has no option to select one.
    pub fn variant(&self) -> Option<&str> {
        self.variant.as_deref()
    }

    /// The engine's name for a ruleset.
    pub fn name_of<'a>(&'a self, ruleset: &'a str) -> &'a str {
        self.names.name(ruleset)
    }

    /// Whether the engine reads this project's FENs. An engine with rulesets of its own is assumed
    /// not to.
    pub fn reads_fens(&self) -> bool {
        self.variant.is_none() && self.names.is_empty()
    }

    /// Whether the engine plays one known ruleset and needs no ruleset name.
    pub fn needs_no_name(&self) -> bool {
        self.variant.is_some() && self.names.is_empty()
    }

    /// Sets the ruleset, if the engine has an option for it.
    ///
    /// # Errors
    /// If the engine has closed its input.
    pub fn set_ruleset(&mut self, ruleset: &str) -> Result<(), Fault> {
        let name = self.names.name(ruleset).to_owned();
        match self.option(VARIANT_OPTION) {
            Some(option) if option.takes(&name) || !self.needs_no_name() => {
                self.set_option(VARIANT_OPTION, &name)
            }
            _ => Ok(()),
        }
    }

    /// The name that the engine reports.
    pub fn id_name(&self) -> Option<&str> {
        self.id_name.as_deref()
    }

    /// The engine's options.
    pub fn options(&self) -> &[OfferedOption] {
        &self.options
    }

    /// Looks up an option; letter case does not matter.
    pub fn option(&self, name: &str) -> Option<&OfferedOption> {
        self.options.iter().find(|o| o.name.eq_ignore_ascii_case(name))
    }

    /// Sends one line, or several separated by line breaks.
    ///
    /// # Errors
    /// If the engine has closed its input.
    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.pipes.send(format!("{text}\n").as_bytes())
    }

    /// Sends any bytes, possibly more than a pipe holds. An engine that does not read them within
    /// `patience` is killed.
    ///
    /// # Errors
    /// If the engine has closed its input or was killed.
    pub fn send_raw(&mut self, bytes: &[u8], patience: Duration) -> Result<(), Fault> {
        self.pipes.send_guarded(bytes, patience)
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// Waits for the program to exit. Returns `false` if it does not exit in time.
    pub fn wait_exit(&mut self, patience: Duration) -> bool {
        self.pipes.wait_exit(patience)
    }

    /// Reads lines until one is `wanted`, for at most `patience`.
    pub fn listen(
        &mut self,
        patience: Duration,
        wanted: fn(&str) -> bool,
    ) -> Result<Heard, Failure> {
        let start = Instant::now();
        let mut heard = Heard { lines: Vec::new(), found: false, elapsed: patience };
        loop {
            match self.pipes.next_line(start + patience, wanted)? {
                Next::Line(line) => {
                    heard.found = wanted(&line.text);
                    if heard.found || heard.lines.len() < LINE_BUFFER {
                        heard.lines.push(line.text);
                    }
                    if heard.found {
                        heard.elapsed = line.at.saturating_duration_since(start);
                        return Ok(heard);
                    }
                }
                Next::Late => return Ok(heard),
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }

    /// Sets an option; an empty value presses a button.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<(), Fault> {
        self.send(&setting(name, value))
    }

    /// Waits until the engine has processed everything sent so far. An error that it reports
    /// meanwhile is a fault.
    pub fn ready(&mut self, stray: Stray) -> Result<(), Failure> {
        self.send("isready")?;
        self.wait_ready(stray)
    }

    pub(super) fn wait_ready(&mut self, stray: Stray) -> Result<(), Failure> {
        let patience = match stray {
            Stray::Ignore => self.patience.startup,
            Stray::Fault => self.patience.ready,
        };
        let deadline = Instant::now() + patience;
        loop {
            match self.pipes.next_line(deadline, is_ready)? {
                Next::Line(line) if is_ready(&line.text) => return Ok(()),
                Next::Line(line) if stray == Stray::Fault && is_answer(&line.text) => {
                    let detail = format!("sent \"{}\" without being asked", shorten(&line.text));
                    return Err(Fault::new(FaultKind::Garbage, detail).into());
                }
                Next::Line(line) if is_error(&line.text) => {
                    let detail = format!("said \"{}\"", shorten(&line.text));
                    return Err(Fault::new(FaultKind::Refusal, detail).into());
                }
                // Loading a file of rulesets changes the values of the ruleset option.
                Next::Line(line) => self.note_option(&line.text),
                Next::Late => {
                    let detail = format!("no readyok within {patience:?} of isready");
                    return Err(self.pipes.stall(detail).into());
                }
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }

    /// Records an option, replacing an earlier one of the same name.
    fn note_option(&mut self, text: &str) {
        let Some(option) = read_option(text) else { return };
        if let Some(known) = self.options.iter_mut().find(|known| known.name == option.name) {
            *known = option;
        } else if self.options.len() < MAX_OPTIONS {
            self.options.push(option);
        }
    }

    fn read_handshake(&mut self, deadline: Instant) -> Result<(), Failure> {
        loop {
            match self.pipes.next_line(deadline, is_greeted)? {
                Next::Line(line) => {
                    let text = line.text.trim();
                    if is_greeted(text) {
                        return Ok(());
                    }
                    if let Some(name) = text.strip_prefix("id name ") {
                        self.id_name = Some(name.to_owned());
                    }
                    self.note_option(text);
                }
                Next::Late => {
                    let detail =
                        format!("no uciok within {:?} of its start", self.patience.startup);
                    return Err(self.pipes.stall(detail).into());
                }
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }

    /// Asks the engine to exit, and kills it if it does not do so soon.
    pub fn quit(mut self) {
        // An engine that cannot be asked is killed anyway.
        let _ = self.send("quit");
        self.pipes.wait_exit(QUIT_GRACE);
    }
}

/// The option of an engine that can think on the opponent's time.
const PONDER_OPTION: &str = "Ponder";

/// The line that sets an option; an empty value presses a button.
fn setting(name: &str, value: &str) -> String {
    if value.is_empty() {
        format!("setoption name {name}")
    } else {
        format!("setoption name {name} value {value}")
    }
}

fn is_ready(line: &str) -> bool {
    line.trim() == "readyok"
}

fn is_greeted(line: &str) -> bool {
    line.trim() == "uciok"
}

/// Whether the engine rejected a command.
fn is_error(line: &str) -> bool {
    let mut words = line.split_ascii_whitespace();
    let error = |word: &str| word.trim_end_matches(':').eq_ignore_ascii_case("error");
    words.next() == Some("info")
        && words.next() == Some("string")
        && words.next().is_some_and(error)
}

/// Whether this is a `bestmove` line, complete or not.
pub(super) fn is_answer(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

/// The beginning of a line, for a message.
pub(super) fn shorten(line: &str) -> String {
    line.trim().chars().take(200).collect()
}
