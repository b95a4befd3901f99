//! A child process and its standard streams.
//!
//! Reading returns within its time limit, whatever the process does: a thread reads each stream, long lines
//! are truncated, and a stuck process is killed together with its children.

use std::collections::VecDeque;
use std::io::Write;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::{Failure, Fault};
use super::launch::{Launch, PASSWORD_VARIABLE};
use super::log::{EngineLog, LogLine};
use super::process_group::{ProcessGroup, kill_group};
use super::program::explain_start;
use super::spec::EngineSpec;
use super::stream::{TimedLine, forward_lines, keep_tail};
use crate::record::FaultKind;

/// Lines buffered for the reader; a process that writes faster has to wait.
pub(super) const LINE_BUFFER: usize = 1 << 12;

/// How often a wait checks whether the match was stopped.
const POLL: Duration = Duration::from_millis(50);

/// How long to wait for a process that closed a stream to exit, and then for the rest of its error
/// stream.
const LAST_WORDS: Duration = Duration::from_millis(500);

/// How long the output of an exited program may be silent before it counts as closed. Its last
/// lines may still be in transit, and a child process may keep the stream open.
const LAST_LINES: Duration = Duration::from_millis(200);

/// The result of waiting for a line.
pub(super) enum Next {
    Line(TimedLine),
    /// The deadline passed first.
    Late,
    /// The process closed its output or exited.
    Closed,
}

/// A running program. Dropping it kills the process and all its children.
pub(super) struct PipedProcess {
    process: ProcessGroup,
    /// Dropping it closes the stream.
    stdin: Option<ChildStdin>,
    lines: Receiver<TimedLine>,
    /// The last lines of the error stream.
    complaints: Arc<Mutex<VecDeque<String>>>,
    /// The thread that reads them.
    complaining: thread::JoinHandle<()>,
    stop: Arc<AtomicBool>,
    log: Option<Arc<EngineLog>>,
    /// When the process was first found to have exited.
    ended: Option<Instant>,
}

impl PipedProcess {
    /// Starts the program. Setting the launch's `stop` ends every wait early.
    pub fn spawn(spec: &EngineSpec, launch: &Launch) -> std::io::Result<Self> {
        let mut command = Command::new(&spec.program);
        command
            .args(&spec.args)
            .env_remove(PASSWORD_VARIABLE)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(dir) = &spec.dir {
            command.current_dir(dir);
        }
        let mut process = ProcessGroup::spawn(&mut command)
            .map_err(|error| explain_start(&spec.program, spec.dir.as_deref(), error))?;
        let child = process.leader();
        let missing = || std::io::Error::other("its streams cannot be opened");
        let stdin = child.stdin.take().ok_or_else(missing)?;
        let stdout = child.stdout.take().ok_or_else(missing)?;
        let stderr = child.stderr.take().ok_or_else(missing)?;

        let (sender, lines) = mpsc::sync_channel(LINE_BUFFER);
        let complaints = Arc::new(Mutex::new(VecDeque::new()));
        let tail = Arc::clone(&complaints);
        // The threads end with the streams. Joining them could block, because a grandchild may keep
        // a stream open indefinitely.
        let log = launch.log.as_ref().map(|log| EngineLog::new(log, &spec.name));
        let (said, complained) = (log.clone(), log.clone());
        thread::spawn(move || forward_lines(stdout, &sender, said.as_deref()));
        let complaining = thread::spawn(move || keep_tail(stderr, &tail, complained.as_deref()));
        Ok(Self {
            process,
            stdin: Some(stdin),
            lines,
            complaints,
            complaining,
            stop: Arc::clone(&launch.stop),
            log,
            ended: None,
        })
    }

    /// Assigns the following log lines to a game.
    pub fn begin_game(&self, game: u64) {
        if let Some(log) = &self.log {
            log.begin_game(game);
        }
    }

    /// Writes to the process's input.
    pub fn send(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        if let Some(log) = &self.log {
            String::from_utf8_lossy(bytes).lines().for_each(|line| log.line(LogLine::Sent, line));
        }
        let sent = self.stdin.as_mut().map(|stdin| {
            stdin.write_all(bytes)?;
            stdin.flush()
        });
        match sent {
            Some(Ok(())) => Ok(()),
            _ => Err(self.crash("closed its input")),
        }
    }

    /// Writes more than a pipe may hold. A process that does not read it within `patience` is
    /// killed.
    pub fn send_guarded(&mut self, bytes: &[u8], patience: Duration) -> Result<(), Fault> {
        let id = self.process.leader().id();
        let (done, sent) = mpsc::channel::<()>();
        let guard = thread::spawn(move || {
            let late = sent.recv_timeout(patience) == Err(RecvTimeoutError::Timeout);
            if late {
                kill_group(id);
            }
            late
        });
        let result = self.send(bytes);
        drop(done);
        // The closed channel ends the guard at once, and the guard does not panic.
        if guard.join().unwrap_or(false) {
            let detail = format!("did not read its input within {patience:?}");
            return Err(Fault::new(FaultKind::Stall, detail));
        }
        result
    }

    /// Closes the process's input.
    pub fn close_input(&mut self) {
        self.stdin = None;
    }

    /// Logs a message that is sent to the program by other means than its input.
    pub fn note_sent(&self, text: &str) {
        self.note(LogLine::Sent, text);
    }

    /// Logs a message that is received from the program by other means than its output.
    pub fn note_said(&self, text: &str) {
        self.note(LogLine::Said, text);
    }

    fn note(&self, kind: LogLine, text: &str) {
        if let Some(log) = &self.log {
            log.line(kind, text);
        }
    }

    /// Drops the lines printed so far, so that a full pipe does not block the program.
    pub fn discard_output(&mut self) {
        while self.lines.try_recv().is_ok() {}
    }

    /// Whether the match is stopped.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the program has exited.
    pub fn has_exited(&mut self) -> bool {
        self.ended().is_some()
    }

    /// Waits for the program to exit. Returns `false` if it does not exit in time.
    pub fn wait_exit(&mut self, patience: Duration) -> bool {
        let deadline = Instant::now() + patience;
        loop {
            self.discard_output();
            match self.process.ended() {
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                ended => return matches!(ended, Ok(Some(_))),
            }
        }
    }

    /// The next line, unless `deadline` passes first.
    ///
    /// A line that is `wanted` is returned even if it is late. Other late lines are not, so that a
    /// flood of output cannot hold off the deadline.
    pub fn next_line(
        &mut self,
        deadline: Instant,
        wanted: fn(&str) -> bool,
    ) -> Result<Next, Failure> {
        loop {
            if self.is_stopped() {
                return Err(Failure::Interrupted);
            }
            let now = Instant::now();
            let left = deadline.saturating_duration_since(now);
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) if line.at > deadline && !wanted(&line.text) => return Ok(Next::Late),
                Ok(line) => return Ok(Next::Line(line)),
                Err(RecvTimeoutError::Disconnected) => return Ok(Next::Closed),
                Err(RecvTimeoutError::Timeout) => {
                    let late = now >= deadline;
                    let ended = self.ended();
                    if ended.is_some_and(|ended| late || ended.elapsed() >= LAST_LINES) {
                        return Ok(Next::Closed);
                    } else if late {
                        return Ok(Next::Late);
                    }
                }
            }
        }
    }

    /// When the program itself was first found to have exited.
    fn ended(&mut self) -> Option<Instant> {
        if self.ended.is_none() && matches!(self.process.ended(), Ok(Some(_))) {
            self.ended = Some(Instant::now());
        }
        self.ended
    }

    /// The fault of a process that closed a stream, with its exit status and last error lines.
    pub fn crash(&mut self, what: &str) -> Fault {
        // The streams close a moment before the exit status is available.
        let deadline = Instant::now() + LAST_WORDS;
        let detail = loop {
            match self.process.ended() {
                Ok(Some(status)) => break format!("the program ended ({status})"),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(5)),
                _ => break format!("the program {what}"),
            }
        };
        // The end of the error stream may not have been read yet.
        let deadline = Instant::now() + LAST_WORDS;
        while !self.complaining.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(5));
        }
        Fault::new(FaultKind::Crash, self.with_complaint(detail))
    }

    /// The fault of a process that is silent when an answer is due, with its last error line.
    pub fn stall(&self, detail: String) -> Fault {
        Fault::new(FaultKind::Stall, self.with_complaint(detail))
    }

    fn with_complaint(&self, detail: String) -> String {
        let complaints = self.complaints.lock().unwrap_or_else(PoisonError::into_inner);
        match complaints.back() {
            Some(last) => format!("{detail}: {last}"),
            None => detail,
        }
    }
}
