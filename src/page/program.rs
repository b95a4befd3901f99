//! Another engine, run as a child process that a page drives.

use std::io::{self, BufReader, Write};
use std::path::PathBuf;
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, Sender as Signal, channel};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::Sender;

use super::pending::Pending;
use crate::arena::engine::ProcessGroup;
use crate::text::read_capped_line;

/// Longest line kept from an engine, in bytes; the rest of a longer line is dropped.
const MAX_LINE: usize = 1 << 16;

/// Time for an engine to exit after its page has closed.
const GRACE: Duration = Duration::from_millis(300);

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    program: PathBuf,
    arguments: Vec<String>,
}

/// Why a text is not an engine command.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum EngineCommandError {
    /// It is empty or has an unclosed quotation mark.
    #[error("'{0}' is not a program and its arguments")]
    Syntax(String),
    /// The program does not exist.
    #[error("there is no program '{0}'")]
    Missing(String),
}

impl std::str::FromStr for EngineCommand {
    type Err = EngineCommandError;

    /// Parses a command as a shell would.
    fn from_str(text: &str) -> Result<Self, EngineCommandError> {
        let syntax = || EngineCommandError::Syntax(text.to_owned());
        let mut words = shlex::split(text).ok_or_else(syntax)?;
        if words.is_empty() {
            return Err(syntax());
        }
        let name = words.remove(0);
        let program = which::which(&name).map_err(|_| EngineCommandError::Missing(name))?;
        Ok(Self { program, arguments: words })
    }
}

/// One of those who need an engine. Dropping any of them ends the engine.
pub(super) struct Need(Signal<()>);

impl Drop for Need {
    fn drop(&mut self) {
        // The engine may have been ended by another.
        let _ = self.0.send(());
    }
}

/// Starts an engine that reads lines from one channel and writes answers to another. It ends when
/// the page drops its need.
///
/// # Errors
/// If the program or a thread cannot be started.
pub(super) fn start(
    command: &EngineCommand,
    lines: Receiver<Pending>,
    answers: Sender<String>,
) -> io::Result<Need> {
    let mut process = Command::new(&command.program);
    process
        .args(&command.arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut engine = ProcessGroup::spawn(&mut process)?;
    let missing = || io::Error::other("its streams cannot be opened");
    let stdin = engine.leader().stdin.take().ok_or_else(missing)?;
    let stdout = engine.leader().stdout.take().ok_or_else(missing)?;
    let reader = thread::Builder::new().name("engine's answers".to_owned());
    reader.spawn(move || {
        let mut stdout = BufReader::new(stdout);
        while let Ok(Some(line)) = read_capped_line(&mut stdout, MAX_LINE) {
            let text = String::from_utf8_lossy(&line.bytes).trim_end().to_owned();
            if answers.blocking_send(text).is_err() {
                break;
            }
        }
    })?;
    let (signal, ended) = channel();
    let page = Need(signal.clone());
    let writer = thread::Builder::new().name("engine's commands".to_owned());
    writer.spawn(move || write(stdin, &lines, &Need(signal)))?;
    // Not the writer: it waits as long as the engine reads nothing.
    let keeper = thread::Builder::new().name("engine's end".to_owned());
    keeper.spawn(move || end(engine, &ended))?;
    Ok(page)
}

/// Forwards lines until the page closes or the engine stops reading.
fn write(mut stdin: ChildStdin, lines: &Receiver<Pending>, _: &Need) {
    while let Ok(line) = lines.recv() {
        if stdin.write_all(line.take().as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
    // It may have exited already.
    let _ = stdin.write_all(b"stop\nquit\n");
}

/// Waits until the engine is not needed any more, and then ends it.
fn end(mut engine: ProcessGroup, ended: &Receiver<()>) {
    // The page holds one end, so there is an answer.
    let _ = ended.recv();
    let deadline = Instant::now() + GRACE;
    while matches!(engine.ended(), Ok(None)) && Instant::now() < deadline {
        thread::sleep(Duration::from_millis(10));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_a_shell_reads_them() {
        let command: EngineCommand = "sh -c 'exit 3'".parse().unwrap();
        assert_eq!(command.arguments, ["-c", "exit 3"]);
        assert!(command.program.is_absolute());
        for text in ["", "  ", "sh '"] {
            let error = text.parse::<EngineCommand>().unwrap_err();
            assert_eq!(error, EngineCommandError::Syntax(text.to_owned()));
        }
        let error = "no-such-engine-anywhere x".parse::<EngineCommand>().unwrap_err();
        assert_eq!(error.to_string(), "there is no program 'no-such-engine-anywhere'");
    }
}
