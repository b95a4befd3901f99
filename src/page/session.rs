//! Our own protocol session, run on a thread that a page drives.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::Receiver;
use std::thread::Builder;

use tokio::sync::mpsc::Sender;

use super::pending::Pending;
use crate::protocol::{Options, UciSession};

/// Ends a session whose page has closed. Unlike the end of input, it does not wait for a search.
const FAREWELL: &str = "quit\n";

/// Starts a session that reads lines from one channel and writes answers to another.
///
/// # Errors
/// If the system cannot start a thread.
pub(super) fn start(
    options: Options,
    lines: Receiver<Pending>,
    answers: Sender<String>,
) -> io::Result<()> {
    Builder::new().name("session".to_owned()).spawn(move || {
        let output = Answers(answers.clone());
        let input = BufReader::new(Lines { lines, current: io::Cursor::default(), over: false });
        let ran = UciSession::with_options(output, options)
            .map_err(|error| error.to_string())
            .and_then(|mut session| session.run(input).map_err(|error| error.to_string()));
        if let Err(error) = ran {
            // The page may already have closed.
            let _ = answers.blocking_send(format!("info string error: {error}"));
        }
    })?;
    Ok(())
}

/// The lines of a page as a byte stream.
struct Lines {
    lines: Receiver<Pending>,
    current: io::Cursor<Vec<u8>>,
    over: bool,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.current.read(buffer)?;
            if read > 0 || self.over {
                return Ok(read);
            }
            let bytes = match self.lines.recv() {
                Ok(line) => line.take().into_bytes(),
                Err(_) => {
                    self.over = true;
                    FAREWELL.as_bytes().to_vec()
                }
            };
            self.current = io::Cursor::new(bytes);
        }
    }
}

/// Sends answers to a page. A session blocks while too many are in transit.
struct Answers(Sender<String>);

impl Write for Answers {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A session writes only whole lines.
        let text = String::from_utf8_lossy(bytes).trim_end().to_owned();
        self.0.blocking_send(text).map_err(|_| io::ErrorKind::BrokenPipe)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
