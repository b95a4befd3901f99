//! Protocol sessions in the test's own process.

use std::io::{self, BufRead, Cursor, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use branan::protocol::UciSession;
use branan::protocol::opentafl::{OpenTaflSession, OpenTaflSettings};

/// Time limit for any wait, generous for busy machines.
const PATIENCE: Duration = Duration::from_secs(30);

/// A session's output, shared with the test that waits for it.
#[derive(Clone, Default)]
struct Written {
    bytes: Arc<Mutex<Vec<u8>>>,
    grown: Arc<Condvar>,
}

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.lock().unwrap().extend_from_slice(bytes);
        self.grown.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Written {
    /// The complete lines from a byte offset on, each with the offset after it.
    fn lines_from(&self, start: usize) -> Vec<(String, usize)> {
        let bytes = self.bytes.lock().unwrap();
        let mut at = start;
        let mut lines = Vec::new();
        while let Some(length) = bytes[at..].iter().position(|byte| *byte == b'\n') {
            let text = String::from_utf8(bytes[at..at + length].to_vec()).expect("UTF-8");
            at += length + 1;
            lines.push((text, at));
        }
        lines
    }
}

/// Input that blocks while it is empty, and ends when the sender is dropped.
struct ChannelInput {
    receiver: Receiver<Vec<u8>>,
    current: Cursor<Vec<u8>>,
}

impl Read for ChannelInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for ChannelInput {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.current.fill_buf()?.is_empty() {
            match self.receiver.recv() {
                Ok(bytes) => self.current = Cursor::new(bytes),
                Err(_) => break,
            }
        }
        self.current.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.current.consume(amount);
    }
}

/// A session that the test talks to line by line.
pub struct Talk {
    input: Option<Sender<Vec<u8>>>,
    written: Written,
    /// Number of bytes of output already read.
    read: usize,
    thread: Option<JoinHandle<()>>,
}

impl Talk {
    /// A new session.
    pub fn start() -> Self {
        Self::with(|input, writer| UciSession::new(writer).unwrap().run(input).unwrap())
    }

    /// A new session of OpenTafl's protocol.
    pub fn opentafl(settings: OpenTaflSettings) -> Self {
        Self::with(move |input, writer| {
            OpenTaflSession::new(writer, settings).run(input).unwrap();
        })
    }

    fn with(run: impl FnOnce(ChannelInput, Written) + Send + 'static) -> Self {
        let (input, receiver) = channel();
        let written = Written::default();
        let writer = written.clone();
        let thread = std::thread::spawn(move || {
            run(ChannelInput { receiver, current: Cursor::default() }, writer);
        });
        Self { input: Some(input), written, read: 0, thread: Some(thread) }
    }

    /// A session that has received some lines.
    pub fn after(lines: &[&str]) -> Self {
        let mut talk = Self::start();
        for line in lines {
            talk.say(line);
        }
        talk.sync();
        talk
    }

    /// Sends a line.
    pub fn say(&mut self, line: &str) {
        self.say_bytes(format!("{line}\n").as_bytes());
    }

    /// Sends bytes verbatim.
    pub fn say_bytes(&mut self, bytes: &[u8]) {
        self.input.as_ref().unwrap().send(bytes.to_vec()).unwrap();
    }

    /// Waits for a line that is `wanted`, and returns all unread lines up to it.
    pub fn wait_for(&mut self, wanted: impl Fn(&str) -> bool) -> Vec<String> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let lines = self.written.lines_from(self.read);
            if let Some(index) = lines.iter().position(|(line, _)| wanted(line)) {
                self.read = lines[index].1;
                return lines.into_iter().take(index + 1).map(|(line, _)| line).collect();
            }
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "waited in vain; there is {lines:#?}");
            let ended = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
            let bytes = self.written.bytes.lock().unwrap();
            // Output may have been written after the check but before the session ended.
            let grown = lines.last().map_or(self.read, |(_, end)| *end) < bytes.len();
            assert!(!ended || grown, "the session has ended; there is {lines:#?}");
            let short = left.min(Duration::from_millis(20));
            drop(self.written.grown.wait_timeout(bytes, short).unwrap());
        }
    }

    /// Waits until the session has read all lines, and returns its output so far.
    pub fn sync(&mut self) -> Vec<String> {
        self.say("isready");
        let mut lines = self.wait_for(|line| line == "readyok");
        lines.pop();
        lines
    }

    /// Sends a line and returns the immediate output.
    pub fn ask(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.sync()
    }

    /// Sends a line and returns the output up to and including the best move.
    pub fn search(&mut self, line: &str) -> Vec<String> {
        self.say(line);
        self.best_move()
    }

    /// The output up to and including the best move.
    pub fn best_move(&mut self) -> Vec<String> {
        self.wait_for(|line| line.starts_with("bestmove "))
    }

    /// The output within a short time in which there should be none.
    ///
    /// On a slow machine this may miss late output, but it never fails a correct session.
    pub fn linger(&mut self) -> Vec<String> {
        std::thread::sleep(Duration::from_millis(150));
        self.sync()
    }

    /// The five machine-readable lines of `d`.
    pub fn state(&mut self) -> Vec<String> {
        let lines = self.ask("d");
        let start = lines.iter().position(|line| line.starts_with("Variant: ")).unwrap();
        lines[start..start + 5].to_vec()
    }

    /// Ends the input, waits for the session to end, and returns its remaining output.
    pub fn end(mut self) -> Vec<String> {
        drop(self.input.take());
        self.finish()
    }

    /// Waits for the session to end, and returns its remaining output.
    pub fn finish(mut self) -> Vec<String> {
        let thread = self.thread.take().unwrap();
        let deadline = Instant::now() + PATIENCE;
        while !thread.is_finished() {
            assert!(Instant::now() < deadline, "the session does not end");
            std::thread::sleep(Duration::from_millis(5));
        }
        thread.join().expect("no panic");
        self.written.lines_from(self.read).into_iter().map(|(line, _)| line).collect()
    }
}

/// The output of a session for a fixed input.
pub fn script(input: impl AsRef<[u8]>) -> Vec<String> {
    let mut talk = Talk::start();
    talk.say_bytes(input.as_ref());
    talk.end()
}
