//! A program that speaks the protocol of the Tablut competition: a client of a server, which the
//! runner is.

mod stream;
pub mod wire;

use std::io::{self, ErrorKind};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::{Failure, Fault, Patience};
use super::launch::Launch;
use super::pipes::PipedProcess;
use super::spec::EngineSpec;
use crate::record::FaultKind;
use crate::types::Side;

pub use stream::{Message, MessageStream};
pub use wire::{MoveMessage, Turn};

/// The placeholder for the port in a program's arguments.
const PORT: &str = "{port}";

/// How long to wait for a fixed port that another game is using while its program connects.
const PORT_WAIT: Duration = Duration::from_secs(60);

/// Time to exit after the end of the connection before the program is killed.
const EXIT_GRACE: Duration = Duration::from_secs(2);

/// How often a waiting loop looks again.
const POLL: Duration = Duration::from_millis(20);

/// A running program, connected. Dropping it kills the process and all its children.
pub struct TablutProcess {
    pipes: PipedProcess,
    stream: MessageStream,
    /// The name that it has sent.
    name: String,
}

impl TablutProcess {
    /// Starts the program as the player of `side`, and waits for its connection and its name.
    ///
    /// # Errors
    /// If it cannot be started, does not connect in time, or sends no name.
    pub fn start(spec: &EngineSpec, launch: &Launch, side: Side) -> Result<Self, Failure> {
        let port = match spec.args.iter().any(|arg| arg.contains(PORT)) {
            true => 0,
            false => wire::port(side),
        };
        let listener = listen(port, &spec.name, launch, Instant::now() + PORT_WAIT)?;
        let address = listener.local_addr().map_err(|error| network(&error))?;
        let spec = EngineSpec { args: arguments(spec, side, address.port()), ..spec.clone() };
        let mut pipes = PipedProcess::spawn(&spec, launch)
            .map_err(|error| Fault::new(FaultKind::Crash, format!("cannot be started: {error}")))?;
        let deadline = Instant::now() + launch.patience.startup;
        let mut stream = accept(&listener, &mut pipes, deadline, launch.patience)?;
        drop(listener);
        let name = match pipes.receive(&mut stream, Some(deadline))? {
            Message::Text(text) => wire::read_name(&text).ok_or_else(|| {
                let text: String = text.chars().take(40).collect();
                Fault::new(FaultKind::Garbage, format!("sent \"{text}\" as its name"))
            })?,
            Message::Late => {
                let detail = format!("sent no name within {:?}", launch.patience.startup);
                return Err(pipes.stall(detail).into());
            }
            _ => return Err(pipes.crash("closed the connection").into()),
        };
        Ok(Self { pipes, stream, name })
    }

    /// The name that the program has sent.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Assigns the following log lines to a game, counted from 1.
    pub fn note_game(&self, game: u64) {
        self.pipes.begin_game(game);
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the program has closed the connection.
    pub fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.pipes.note_sent(text);
        self.stream.send(text).map_err(|_| self.pipes.crash("closed the connection"))
    }

    /// Waits for a message until a deadline.
    ///
    /// # Errors
    /// If the match is stopped or the connection fails.
    pub fn receive(&mut self, deadline: Instant) -> Result<Message, Failure> {
        self.pipes.receive(&mut self.stream, Some(deadline))
    }

    /// The fault of a program that has closed the connection.
    pub fn crash(&mut self) -> Fault {
        self.pipes.crash("closed the connection")
    }

    /// Closes the connection and waits for the program to exit; kills it if it does not do so soon.
    pub fn quit(self) {
        let Self { mut pipes, stream, .. } = self;
        drop(stream);
        pipes.wait_exit(EXIT_GRACE);
    }
}

impl PipedProcess {
    /// Waits for a message, while the program's output is read and dropped.
    fn receive(
        &mut self,
        stream: &mut MessageStream,
        deadline: Option<Instant>,
    ) -> Result<Message, Failure> {
        let message = stream.receive(deadline, || {
            self.discard_output();
            self.is_stopped()
        });
        match message {
            Ok(Message::Stopped) => Err(Failure::Interrupted),
            Ok(message) => {
                if let Message::Text(text) = &message {
                    self.note_said(text);
                }
                Ok(message)
            }
            Err(error) => Err(network(&error).into()),
        }
    }
}

fn network(error: &io::Error) -> Fault {
    Fault::new(FaultKind::Crash, format!("the connection failed: {error}"))
}

/// Listens on a port of this machine, once no other game does. Port 0 is any free one.
fn listen(
    port: u16,
    name: &str,
    launch: &Launch,
    deadline: Instant,
) -> Result<TcpListener, Failure> {
    loop {
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == ErrorKind::AddrInUse && Instant::now() < deadline => {
                if launch.stop.load(std::sync::atomic::Ordering::Relaxed) {
                    return Err(Failure::Interrupted);
                }
                thread::sleep(POLL);
            }
            Err(error) => {
                return Err(Failure::Machine(format!(
                    "cannot listen on port {port} for {name}: {error}; end the program that has \
                     the port, or give {name} a free one by {PORT} in its arguments"
                )));
            }
        }
    }
}

/// Waits for the program to connect.
fn accept(
    listener: &TcpListener,
    pipes: &mut PipedProcess,
    deadline: Instant,
    patience: Patience,
) -> Result<MessageStream, Failure> {
    listener.set_nonblocking(true).map_err(|error| network(&error))?;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                return Ok(MessageStream::new(stream).map_err(|error| network(&error))?);
            }
            Err(error) if error.kind() == ErrorKind::WouldBlock => {}
            Err(error) => return Err(network(&error).into()),
        }
        pipes.discard_output();
        if pipes.is_stopped() {
            return Err(Failure::Interrupted);
        }
        if pipes.has_exited() {
            return Err(pipes.crash("did not connect").into());
        }
        if Instant::now() >= deadline {
            let detail = format!("did not connect within {:?}", patience.startup);
            return Err(pipes.stall(detail).into());
        }
        thread::sleep(POLL);
    }
}

/// The program's arguments, by default those of the competition.
fn arguments(spec: &EngineSpec, side: Side, port: u16) -> Vec<String> {
    let usual = ["{role}", "{seconds}", "{host}"].map(str::to_owned);
    let words = if spec.args.is_empty() { &usual[..] } else { &spec.args[..] };
    let seconds = spec.limits.move_time.map_or(0.0, |time| time.as_secs_f64());
    let fill = |word: &String| {
        word.replace("{role}", wire::role_word(side))
            .replace("{seconds}", &seconds.to_string())
            .replace("{host}", "127.0.0.1")
            .replace(PORT, &port.to_string())
    };
    words.iter().map(fill).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_engine_is_blamed_for_a_port_in_use() {
        let launch = Launch::default();
        let other = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = other.local_addr().unwrap().port();
        let taken = listen(port, "student", &launch, Instant::now()).unwrap_err();
        let expected = format!("cannot listen on port {port} for student: ");
        assert!(
            matches!(&taken, Failure::Machine(detail) if detail.starts_with(&expected)),
            "{taken}"
        );
        drop(other);
        assert!(listen(port, "student", &launch, Instant::now() + PORT_WAIT).is_ok());
    }
}
