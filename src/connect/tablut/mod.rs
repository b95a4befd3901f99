//! A client of the server of the Bologna Tablut competition.

mod client;
mod position;

use std::io;
use std::net::TcpStream;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::arena::engine::wire::{StateError, port};
use crate::arena::engine::{EngineSpec, Launch, Message, MessageStream};
use crate::record::{GameRecord, RecordStore, StoreError};
use crate::rules::Side;

use client::TablutClient;

/// How often to look for a server that is not there yet.
const RETRY: Duration = Duration::from_millis(250);

/// What to play, and how.
#[derive(Clone, Debug)]
pub struct TablutSettings {
    /// The side to play: the defenders are White.
    pub side: Side,
    /// The server's time for each move.
    pub move_time: Duration,
    /// The server's name or address.
    pub host: String,
    /// The port, if not the one of the role.
    pub port: Option<u16>,
    /// The name to send.
    pub name: String,
    /// How long to look for the server.
    pub patience: Duration,
    /// The engine.
    pub engine: EngineSpec,
    /// Limits and log of the engine. Setting its `stop` ends the game.
    pub launch: Launch,
}

/// How a game ended for the client.
#[derive(Debug)]
pub enum TablutEnding {
    /// The server announced the result.
    Finished(Box<GameRecord>),
    /// The connection ended without a result: a loss on time, a crash, or an unknown state.
    Closed(Box<GameRecord>),
    /// The client was stopped.
    Stopped,
}

/// Why a game could not be played.
#[derive(Debug, Error)]
pub enum TablutError {
    /// The server cannot be reached.
    #[error("{host}:{port}: {source}; is the server running?")]
    Connect {
        /// The server.
        host: String,
        /// The port.
        port: u16,
        /// The last error.
        source: io::Error,
    },
    /// The engine does not start.
    #[error("the engine {0}")]
    Engine(String),
    /// The connection failed.
    #[error("the connection failed: {0}")]
    Network(#[from] io::Error),
    /// The server sent something else than a state.
    #[error("{0}")]
    State(#[from] StateError),
    /// The server sent a length that no message has.
    #[error("the server sent a message of {0} bytes")]
    Length(i32),
    /// The game cannot be recorded.
    #[error("{0}")]
    Store(#[from] StoreError),
}

/// Plays one game. `say` is called with lines for the user.
///
/// # Errors
/// If the server cannot be reached, the engine does not start, or the server breaks the protocol.
pub fn play(
    settings: &TablutSettings,
    store: Option<RecordStore>,
    say: &mut dyn FnMut(&str),
) -> Result<TablutEnding, TablutError> {
    let mut client = TablutClient::new(settings)?;
    let Some(mut stream) = connect(settings)? else { return Ok(TablutEnding::Stopped) };
    client.note(&format!("connected to {}", settings.host));
    stream.send(&serde_json::Value::from(settings.name.clone()).to_string())?;
    say(&format!("connected to {}, waiting for the first state", settings.host));
    let stop = &settings.launch.stop;
    let ending = loop {
        match stream.receive(None, || stop.load(Ordering::Relaxed))? {
            Message::Text(text) => {
                let arrived = Instant::now();
                if let Some(record) = client.take_state(&text, arrived, &mut stream, say)? {
                    break TablutEnding::Finished(Box::new(record));
                }
            }
            Message::BadLength(length) => return Err(TablutError::Length(length)),
            Message::Late | Message::Closed => {
                break TablutEnding::Closed(Box::new(client.unfinished()));
            }
            Message::Stopped => break TablutEnding::Stopped,
        }
    };
    if let (Some(mut store), TablutEnding::Finished(record) | TablutEnding::Closed(record)) =
        (store, &ending)
    {
        store.append(record)?;
    }
    client.quit(&ending);
    Ok(ending)
}

/// Connects to the server, which may start later than the client. `None` if stopped.
fn connect(settings: &TablutSettings) -> Result<Option<MessageStream>, TablutError> {
    let port = settings.port.unwrap_or_else(|| port(settings.side));
    let host = settings.host.clone();
    let deadline = Instant::now() + settings.patience;
    loop {
        match TcpStream::connect((host.as_str(), port)) {
            Ok(stream) => return Ok(Some(MessageStream::new(stream)?)),
            Err(source) if Instant::now() >= deadline => {
                return Err(TablutError::Connect { host, port, source });
            }
            Err(_) if settings.launch.stop.load(Ordering::Relaxed) => return Ok(None),
            Err(_) => thread::sleep(RETRY),
        }
    }
}
