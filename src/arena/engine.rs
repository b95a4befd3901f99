//! A running engine: a child process spoken to over its standard streams.
//!
//! No call waits longer than it is told to, whatever the engine does: each stream has a thread that
//! reads it, lines are cut at a length, and a stuck process is killed with all it has started.

use std::collections::VecDeque;
use std::io::Write;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::engine_spec::EngineSpec;
use super::record::Termination;
use super::reply::{OfferedOption, SearchInfo, read_option};
use super::stream::{Line, forward_lines, keep_tail};

/// Lines kept for the runner before an engine that talks faster has to wait.
const LINE_BUFFER: usize = 1 << 12;

/// How many options an engine may offer before the rest is dropped.
const MAX_OPTIONS: usize = 10_000;

/// How often a wait looks whether the match was stopped.
const POLL: Duration = Duration::from_millis(50);

/// How long to wait for the end of an engine that has closed a stream, and then for what it may have
/// had to say about it.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How long an engine may take to end by itself after `quit`.
const QUIT_GRACE: Duration = Duration::from_millis(500);

/// How long an engine may be silent where it owes an answer.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// From the program's start to `uciok`, and before a game from `isready` to `readyok`: a large
    /// table takes its time to be cleared.
    pub startup: Duration,
    /// From `isready` to `readyok` during a game.
    pub ready: Duration,
    /// From `go` to `bestmove`, where no time limits the move.
    pub untimed: Duration,
    /// From `stop` to `bestmove`, before the engine is killed.
    pub stop: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            ready: Duration::from_secs(5),
            untimed: Duration::from_secs(60),
            stop: Duration::from_secs(2),
        }
    }
}

/// What an engine did that loses the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    pub termination: Termination,
    /// One line for people.
    pub detail: String,
}

impl Fault {
    pub fn new(termination: Termination, detail: impl Into<String>) -> Self {
        Self { termination, detail: detail.into() }
    }
}

/// Why an engine did not do what it was asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    Fault(Fault),
    /// The match was stopped meanwhile.
    Interrupted,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Self {
        Self::Fault(fault)
    }
}

/// What came of waiting for a line.
enum Next {
    Line(Line),
    /// The time was up first.
    Late,
    /// The engine has closed its output.
    Closed,
}

/// What an engine answered to `go`.
#[derive(Clone, Debug)]
pub struct Answer {
    /// The word after `bestmove`.
    pub best: String,
    /// From sending `go` to reading the answer.
    pub elapsed: Duration,
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
pub struct Engine {
    child: Child,
    /// Closed once this is gone.
    stdin: Option<ChildStdin>,
    lines: Receiver<Line>,
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// The thread that reads them.
    complaining: thread::JoinHandle<()>,
    options: Vec<OfferedOption>,
    id_name: Option<String>,
    patience: Patience,
    stop: Arc<AtomicBool>,
}

impl Engine {
    /// Starts the program, waits for `uciok`, sets the options and waits for `readyok`.
    ///
    /// Every wait ends early once `stop` is set.
    pub fn start(
        spec: &EngineSpec,
        patience: Patience,
        stop: &Arc<AtomicBool>,
    ) -> Result<Self, Failure> {
        let mut engine = Self::spawn(spec, patience, stop).map_err(|error| {
            Fault::new(Termination::Crash, format!("cannot be started: {error}"))
        })?;
        engine.send("uci")?;
        engine.read_handshake(Instant::now() + patience.startup)?;
        for (name, value) in &spec.options {
            engine.set_option(name, value)?;
        }
        engine.ready(Stray::Ignore)?;
        Ok(engine)
    }

    fn spawn(
        spec: &EngineSpec,
        patience: Patience,
        stop: &Arc<AtomicBool>,
    ) -> std::io::Result<Self> {
        let mut command = Command::new(&spec.program);
        command
            .args(&spec.args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        // A group of its own: it can be killed with its children, and a Ctrl-C at the terminal
        // reaches the runner alone.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || std::io::Error::other("its streams cannot be opened");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;

        let (sender, lines) = mpsc::sync_channel(LINE_BUFFER);
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let tail = Arc::clone(&complaints);
        // The threads end with the streams. They are not waited for without a limit: a grandchild may
        // keep a stream open longer than anyone cares.
        thread::spawn(move || forward_lines(stdout, &sender));
        let complaining = thread::spawn(move || keep_tail(stderr, &tail));
        Ok(Self {
            child,
            stdin: Some(stdin),
            lines,
            complaints,
            complaining,
            options: Vec::new(),
            id_name: None,
            patience,
            stop: Arc::clone(stop),
        })
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
    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.send_bytes(format!("{text}\n").as_bytes())
    }

    fn send_bytes(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        let sent = self.stdin.as_mut().map(|stdin| {
            stdin.write_all(bytes)?;
            stdin.flush()
        });
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crash("closed its input")),
        }
    }

    /// Sends any bytes, more perhaps than a pipe holds: an engine that does not read them within
    /// `patience` is killed.
    pub fn send_raw(&mut self, bytes: &[u8], patience: Duration) -> Result<(), Fault> {
        let id = self.child.id();
        let (done, sent) = mpsc::channel::<()>();
        let guard = thread::spawn(move || {
            if sent.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                kill_group(id);
            }
        });
        let result = self.send_bytes(bytes);
        drop(done);
        // It ends at once, now that the channel is closed; it cannot have panicked.
        let _ = guard.join();
        result
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Waits for the program's end; false when it does not come in time.
    pub fn wait_exit(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            // Lines are thrown away, so that an engine is not kept waiting by a full pipe.
            while self.lines.try_recv().is_ok() {}
            match self.child.try_wait() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                ended => return matches!(ended, Ok(Some(_))),
            }
        }
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
            match self.next_line(start + patience, wanted)? {
                Next::Line(line) => {
                    heard.found = wanted(&line.text);
                    if heard.lines.len() < LINE_BUFFER {
                        heard.lines.push(line.text);
                    }
                    if heard.found {
                        heard.elapsed = line.at.saturating_duration_since(start);
                        return Ok(heard);
                    }
                }
                Next::Late => return Ok(heard),
                Next::Closed => return Err(self.crash("closed its output").into()),
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

    /// Waits until everything sent so far has been worked off.
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
            match self.next_line(deadline, is_ready)? {
                Next::Line(line) if is_ready(&line.text) => return Ok(()),
                Next::Line(line) if stray == Stray::Fault && is_answer(&line.text) => {
                    let detail = format!("said \"{}\" without being asked", shorten(&line.text));
                    return Err(Fault::new(Termination::Garbage, detail).into());
                }
                // A file of rulesets, once set, changes what there is to choose from.
                Next::Line(line) => self.note_option(&line.text),
                Next::Late => {
                    let detail = format!("no readyok within {patience:?} of isready");
                    return Err(Fault::new(Termination::Stall, detail).into());
                }
                Next::Closed => return Err(self.crash("closed its output").into()),
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
            match self.next_line(deadline, is_greeted)? {
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
                    return Err(Fault::new(Termination::Stall, detail).into());
                }
                Next::Closed => return Err(self.crash("closed its output").into()),
            }
        }
    }

    /// Has the engine think about a position.
    ///
    /// `position` and `go` are the two commands; `limit` is when the answer must be there at the
    /// latest, counted from `go`. The engine has worked off the position before its time starts.
    ///
    /// # Errors
    /// A late engine is told to stop. If it then answers it has only lost on time, and can play
    /// another game; if it does not, it has stalled and has to be killed, which dropping it does.
    pub fn think(
        &mut self,
        position: &str,
        go: &str,
        limit: Option<Duration>,
    ) -> Result<Answer, Failure> {
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
                        Err(Fault::new(Termination::Stall, detail).into())
                    }
                    (None, _) => {
                        let detail = format!("no bestmove within {:?} of stop", self.patience.stop);
                        Err(Fault::new(Termination::Stall, detail).into())
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
    ) -> Result<Option<Answer>, Failure> {
        loop {
            match self.next_line(deadline, is_answer)? {
                Next::Line(line) if is_answer(&line.text) => {
                    let best = line.text.split_ascii_whitespace().nth(1);
                    let Some(best) = best.map(str::to_owned) else {
                        let detail = "said \"bestmove\" without a move";
                        return Err(Fault::new(Termination::Garbage, detail).into());
                    };
                    let elapsed = line.at.saturating_duration_since(start);
                    return Ok(Some(Answer { best, elapsed, info: *info }));
                }
                Next::Line(line) if line.text.starts_with("info") => info.update(&line.text),
                Next::Line(_) => {}
                Next::Late => return Ok(None),
                Next::Closed => return Err(self.crash("closed its output").into()),
            }
        }
    }

    /// The next line, unless `deadline` passes first.
    ///
    /// A line that is `wanted` is returned even if it was late. Others are not, so that a flood of
    /// lines does not keep the deadline from passing.
    fn next_line(&mut self, deadline: Instant, wanted: fn(&str) -> bool) -> Result<Next, Failure> {
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return Err(Failure::Interrupted);
            }
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) if line.at > deadline && !wanted(&line.text) => return Ok(Next::Late),
                Ok(line) => return Ok(Next::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Next::Closed),
                Err(RecvTimeoutError::Timeout) if now >= deadline => return Ok(Next::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The fault of an engine that can no longer be spoken to, with what is known of its end.
    fn crash(&mut self, what: &str) -> Fault {
        // The streams close a moment before the process can be asked for its end.
        let deadline = Instant::now() + LAST_WORDS;
        let mut detail = loop {
            match self.child.try_wait() {
                Ok(Some(status)) => break format!("the program ended ({status})"),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => break format!("the program {what}"),
            }
        };
        // Its last words may not have been read yet.
        let deadline = Instant::now() + LAST_WORDS;
        while !self.complaining.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = complaints.back() {
            detail = format!("{detail}: {last}");
        }
        Fault::new(Termination::Crash, detail)
    }

    /// Asks the engine to end, and kills it if it does not soon.
    pub fn quit(mut self) {
        // An engine that cannot be asked is killed all the same.
        let _ = self.send("quit");
        self.wait_exit(QUIT_GRACE);
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // The group outlives the child where that has children of its own.
        kill_group(self.child.id());
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Kills a process and all it has started, as far as the system can tell.
fn kill_group(id: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        // Nothing is left to do where the group is gone.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

fn late(limit: Duration, elapsed: Duration) -> Failure {
    let over = elapsed.saturating_sub(limit);
    let detail = format!("answered {} ms too late", over.as_millis().max(1));
    Fault::new(Termination::TimeForfeit, detail).into()
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
