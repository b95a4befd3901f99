//! The connection to the server.

use std::io::{self, BufReader, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use super::command::ClientCommand;
use super::worker::Event;
use crate::arena::engine::{EngineLog, LogLine};
use crate::text::read_capped_line;

/// Longest line accepted, in bytes. The list of all users and games is one line.
const MAX_LINE: usize = 8 << 20;

/// How long connecting to one address and sending a line may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);
const WRITE_LIMIT: Duration = Duration::from_secs(20);

/// Longest beginning of a line in the log, in characters.
const LOGGED: usize = 4000;

/// A connection. Dropping it closes it.
pub(super) struct Link {
    stream: TcpStream,
    log: Option<Arc<EngineLog>>,
}

impl Link {
    /// Connects, and sends every line as an event with the connection's number.
    ///
    /// # Errors
    /// If no address of the host takes the connection.
    pub fn open(
        host: &str,
        port: u16,
        number: u64,
        events: SyncSender<Event>,
        log: Option<Arc<EngineLog>>,
    ) -> io::Result<Self> {
        let mut last = io::Error::other("the host has no address");
        for address in (host, port).to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, CONNECT_LIMIT) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    stream.set_write_timeout(Some(WRITE_LIMIT))?;
                    let reader = stream.try_clone()?;
                    let name = "lines of the server".to_owned();
                    let noted = log.clone();
                    thread::Builder::new()
                        .name(name)
                        .spawn(move || forward(reader, number, &events, noted.as_deref()))?;
                    return Ok(Self { stream, log });
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Sends a line.
    ///
    /// # Errors
    /// If the server has gone or does not read.
    pub fn send(&mut self, command: &ClientCommand) -> io::Result<()> {
        if let Some(log) = &self.log {
            log.line(LogLine::Sent, &command.shown());
        }
        self.stream.write_all(format!("{command}\n").as_bytes())
    }
}

impl Drop for Link {
    fn drop(&mut self) {
        // Ends the thread that reads. It may be gone already.
        let _ = self.stream.shutdown(Shutdown::Both);
    }
}

/// Forwards lines until the connection ends.
fn forward(stream: TcpStream, number: u64, events: &SyncSender<Event>, log: Option<&EngineLog>) {
    let mut reader = BufReader::new(stream);
    let why = loop {
        match read_capped_line(&mut reader, MAX_LINE) {
            Ok(Some(line)) if line.cut => break "a line is too long".to_owned(),
            Ok(Some(line)) => {
                let text = String::from_utf8_lossy(&line.bytes).into_owned();
                if let Some(log) = log {
                    log.line(LogLine::Said, &text.chars().take(LOGGED).collect::<String>());
                }
                if events.send(Event::Line(number, text)).is_err() {
                    return;
                }
            }
            Ok(None) => break "the server closed the connection".to_owned(),
            Err(error) => break error.to_string(),
        }
    };
    // The client may have ended.
    let _ = events.send(Event::Closed(number, why));
}
