//! A running engine, spoken to in the UCI-style protocol.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::fault::{Failure, Fault, Patience};
use super::pipes::{LINE_BUFFER, Next, PipedProcess};
use super::reply::{OfferedOption, SearchInfo, read_option};
use super::spec::EngineSpec;
use crate::arena::record::FaultKind;

/// How many options an engine may offer before the rest is dropped.
const MAX_OPTIONS: usize = 10_000;

/// How long an engine may take to end by itself after `quit`.
const QUIT_GRACE: Duration = Duration::from_millis(500);

/// What an engine answered to `go`.
#[derive(Clone, Debug)]
pub struct EngineAnswer {
    /// The word after `bestmove`.
    pub best: String,
    /// From sending `go` to reading the answer.
    pub elapsed: Duration,
    /// What it said while it searched.
    pub info: SearchInfo,
}

/// What an engine said while it was listened to.
#[derive(Clone, Debug)]
pub struct Heard {
    /// Its lines, the one that was wanted last.
    pub lines: Vec<String>,
    /// Whether that one came.
    pub found: bool,
    /// How long it took.
    pub elapsed: Duration,
}

/// What to do with an answer nobody asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stray {
    /// It is a fault of the game being played.
    Fault,
    /// It may be left over from an earlier game.
    Ignore,
}

/// A started engine. Dropping it kills the process and all its children.
pub struct EngineProcess {
    pipes: PipedProcess,
    options: Vec<OfferedOption>,
    id_name: Option<String>,
    patience: Patience,
}

impl EngineProcess {
    /// Starts the program, waits for `uciok`, sets the options and waits for `readyok`.
    ///
    /// Every wait ends early once `stop` is set.
    ///
    /// # Errors
    /// When the program cannot be started or does not answer in time, or `stop` is set.
    pub fn start(
        spec: &EngineSpec,
        patience: Patience,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let pipes = PipedProcess::spawn(spec, stop)
            .map_err(|error| Fault::new(FaultKind::Crash, format!("cannot be started: {error}")))?;
        let mut engine = Self { pipes, options: Vec::new(), id_name: None, patience };
        engine.send("uci")?;
        engine.read_handshake(Instant::now() + patience.startup)?;
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine.ready(Stray::Ignore)?;
        Ok(engine)
    }

    /// The name the engine gives itself.
    pub fn id_name(&self) -> Option<&str> {
        self.id_name.as_deref()
    }

    /// The options it offers.
    pub fn options(&self) -> &[OfferedOption] {
        &self.options
    }

    /// An option by its name in any case of letters.
    pub fn option(&self, name: &str) -> Option<&OfferedOption> {
        self.options.iter().find(|o| o.name.eq_ignore_ascii_case(name))
    }

    /// Sends one line, or several with line breaks between them.
    ///
    /// # Errors
    /// When the engine has closed its input.
    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.pipes.send(format!("{text}\n").as_bytes())
    }

    /// Sends any bytes, perhaps more than a pipe holds: an engine that does not read them within
    /// `patience` is killed.
    ///
    /// # Errors
    /// When the engine has closed its input or was killed.
    pub fn send_raw(&mut self, bytes: &[u8], patience: Duration) -> Result<(), Fault> {
        self.pipes.send_guarded(bytes, patience)
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// Waits for the program to end; false if it does not end in time.
    pub fn wait_exit(&mut self, patience: Duration) -> bool {
        self.pipes.wait_exit(patience)
    }

    /// Reads lines until one is `wanted`, but no longer than `patience`.
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
        if value.is_empty() {
            self.send(&format!("setoption name {name}"))
        } else {
            self.send(&format!("setoption name {name} value {value}"))
        }
    }

    /// Waits until everything sent so far has been processed.
    pub fn ready(&mut self, stray: Stray) -> Result<(), Failure> {
        self.send("isready")?;
        self.wait_ready(stray)
    }

    fn wait_ready(&mut self, stray: Stray) -> Result<(), Failure> {
        let patience = match stray {
            Stray::Ignore => self.patience.startup,
            Stray::Fault => self.patience.ready,
        };
        let deadline = Instant::now() + patience;
        loop {
            match self.pipes.next_line(deadline, is_ready)? {
                Next::Line(line) if is_ready(&line.text) => return Ok(()),
                Next::Line(line) if stray == Stray::Fault && is_answer(&line.text) => {
                    let detail = format!("said \"{}\" without being asked", shorten(&line.text));
                    return Err(Fault::new(FaultKind::Garbage, detail).into());
                }
                // A file of rulesets, once set, changes what there is to choose from.
                Next::Line(line) => self.note_option(&line.text),
                Next::Late => {
                    let detail = format!("no readyok within {patience:?} of isready");
                    return Err(Fault::new(FaultKind::Stall, detail).into());
                }
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }

    /// Remembers an option, in place of what was known of it before.
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
                    return Err(Fault::new(FaultKind::Stall, detail).into());
                }
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }

    /// Lets the engine think about a position.
    ///
    /// `position` and `go` are the two commands; `limit` is when the answer must be there at the
    /// latest, counted from `go`. The engine has processed the position before its time starts.
    ///
    /// # Errors
    /// A late engine is told to stop. If it then answers it has only lost on time, and can play
    /// another game; if it does not, it has stalled and has to be killed, which dropping it does.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure> {
        self.send(&format!("{position}\nisready"))?;
        self.wait_ready(Stray::Fault)?;
        let start = Instant::now();
        self.send(go)?;
        let deadline = start + limit.unwrap_or(self.patience.untimed);
        let mut info = SearchInfo::default();
        let answer = self.wait_answer(start, deadline, &mut info)?;
        match (answer, limit) {
            (Some(answer), Some(limit)) if answer.elapsed > limit => {
                Err(late(limit, answer.elapsed))
            }
            (Some(answer), _) => Ok(answer),
            (None, _) => {
                self.send("stop")?;
                let grace = Instant::now() + self.patience.stop;
                let answer = self.wait_answer(start, grace, &mut info)?;
                match (answer, limit) {
                    (Some(answer), Some(limit)) => Err(late(limit, answer.elapsed)),
                    (Some(_), None) => {
                        let detail =
                            format!("no bestmove within {:?} of go", self.patience.untimed);
                        Err(Fault::new(FaultKind::Stall, detail).into())
                    }
                    (None, _) => {
                        let detail = format!("no bestmove within {:?} of stop", self.patience.stop);
                        Err(Fault::new(FaultKind::Stall, detail).into())
                    }
                }
            }
        }
    }

    /// Waits for `bestmove`; `None` when the deadline passes first.
    fn wait_answer(
        &mut self,
        start: Instant,
        deadline: Instant,
        info: &mut SearchInfo,
    ) -> Result<Option<EngineAnswer>, Failure> {
        loop {
            match self.pipes.next_line(deadline, is_answer)? {
                Next::Line(line) if is_answer(&line.text) => {
                    let best = line.text.split_ascii_whitespace().nth(1);
                    let Some(best) = best.map(str::to_owned) else {
                        let detail = "said \"bestmove\" without a move";
                        return Err(Fault::new(FaultKind::Garbage, detail).into());
                    };
                    let elapsed = line.at.saturating_duration_since(start);
                    return Ok(Some(EngineAnswer { best, elapsed, info: *info }));
                }
                Next::Line(line) if line.text.starts_with("info") => info.update(&line.text),
                Next::Line(_) => {}
                Next::Late => return Ok(None),
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }

    /// Asks the engine to end, and kills it if it does not soon.
    pub fn quit(mut self) {
        // An engine that cannot be asked is killed all the same.
        let _ = self.send("quit");
        self.pipes.wait_exit(QUIT_GRACE);
    }
}

fn late(limit: Duration, elapsed: Duration) -> Failure {
    let over = elapsed.saturating_sub(limit);
    let detail = format!("answered {} ms too late", over.as_millis().max(1));
    Fault::new(FaultKind::TimeForfeit, detail).into()
}

fn is_ready(line: &str) -> bool {
    line.trim() == "readyok"
}

fn is_greeted(line: &str) -> bool {
    line.trim() == "uciok"
}

/// Whether the line is a `bestmove` line, complete or not.
fn is_answer(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

/// The start of a line, for a message.
fn shorten(line: &str) -> String {
    line.trim().chars().take(60).collect()
}
