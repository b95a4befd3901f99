//! The connection to the server.

use std::io::{self, BufReader, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::thread;
use std::time::Duration;

use super::command::ClientCommand;
use super::worker::Event;
use crate::arena::engine::{EngineLog, LogLine};
use crate::text::read_capped_line;

/// Longest line accepted, in bytes. The list of all users and games is one line.
const MAX_LINE: usize = 8 << 20;

/// Longest archive accepted, in bytes. A game has a few hundred.
const MAX_ARCHIVE: u64 = 64 << 20;

/// How long connecting to one address and sending a line may take.
const CONNECT_LIMIT: Duration = Duration::from_secs(20);
const WRITE_LIMIT: Duration = Duration::from_secs(20);

/// Longest beginning of a line in the log, in characters.
const LOGGED: usize = 4000;

/// A connection. Dropping it closes it.
pub(super) struct Link {
    stream: TcpStream,
    log: Option<Arc<EngineLog>>,
    /// Whether the archive was asked for.
    wants_archive: Arc<AtomicBool>,
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
                    let wants_archive = Arc::new(AtomicBool::new(false));
                    let (noted, wanted) = (log.clone(), Arc::clone(&wants_archive));
                    thread::Builder::new().name(name).spawn(move || {
                        forward(reader, number, &events, noted.as_deref(), &wanted);
                    })?;
                    return Ok(Self { stream, log, wants_archive });
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
        if *command == ClientCommand::Archive {
            self.wants_archive.store(true, Ordering::Relaxed);
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

/// Forwards lines, and an archive that was asked for, until the connection ends.
fn forward(
    stream: TcpStream,
    number: u64,
    events: &SyncSender<Event>,
    log: Option<&EngineLog>,
    wants_archive: &AtomicBool,
) {
    let mut reader = BufReader::new(stream);
    let why = loop {
        match read_capped_line(&mut reader, MAX_LINE) {
            Ok(Some(line)) if line.cut => break "a line is too long".to_owned(),
            Ok(Some(line)) => {
                let text = String::from_utf8_lossy(&line.bytes).into_owned();
                if let Some(log) = log {
                    log.line(LogLine::Said, &text.chars().take(LOGGED).collect::<String>());
                }
                let event = match archive_length(&text) {
                    Some(length) => {
                        let wanted = wants_archive.swap(false, Ordering::Relaxed);
                        match read_archive(&mut reader, length, wanted) {
                            Ok(Some(bytes)) => Event::Archive(number, bytes),
                            Ok(None) => continue,
                            Err(error) => break error.to_string(),
                        }
                    }
                    None => Event::Line(number, text),
                };
                if events.send(event).is_err() {
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

/// The number of bytes that follow a line, which are not lines.
fn archive_length(line: &str) -> Option<u64> {
    line.trim().strip_prefix("= archived_games ")?.trim().parse().ok()
}

/// Reads an archive, or skips one that is unwanted or too long.
fn read_archive(reader: &mut impl Read, length: u64, wanted: bool) -> io::Result<Option<Vec<u8>>> {
    let mut part = reader.take(length);
    if !wanted || length > MAX_ARCHIVE {
        io::copy(&mut part, &mut io::sink())?;
        return Ok(None);
    }
    let mut bytes = Vec::new();
    part.read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}
