//! A client of the server of the Bologna Tablut competition.

mod client;
mod position;

use std::io;
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use crate::arena::engine::wire::port;
use crate::arena::engine::{EngineSpec, Launch, Message, MessageStream};
use crate::connect::{GameStoreError, GameStores};
use crate::record::GameRecord;
use crate::rules::Side;

use client::TablutClient;

/// How often to look for a server that is not there yet.
const RETRY: Duration = Duration::from_millis(250);

/// How long connecting to one address may take at a time, so that a stop is noticed.
const CONNECT_LIMIT: Duration = Duration::from_secs(2);

/// Most messages in a row that are no states, before the server is taken for one of another kind.
const MAX_UNREADABLE: u32 = 20;

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
    /// The connection ended without a result: a loss on time, a crash, or another kind of server.
    Closed(Box<GameRecord>),
    /// The client was stopped, perhaps in a game.
    Stopped(Option<Box<GameRecord>>),
}

impl TablutEnding {
    /// The record of the game, if there was one.
    fn record(&self) -> Option<&GameRecord> {
        match self {
            Self::Finished(record) | Self::Closed(record) => Some(record),
            Self::Stopped(record) => record.as_deref(),
        }
    }
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
    /// The game cannot be recorded.
    #[error("{0}")]
    Store(#[from] GameStoreError),
}

/// Plays one game. `say` is called with lines for the user.
///
/// # Errors
/// If the server cannot be reached, the engine does not start, or the game cannot be recorded.
pub fn play(
    settings: &TablutSettings,
    mut stores: GameStores,
    say: &mut dyn FnMut(&str),
) -> Result<TablutEnding, TablutError> {
    let mut client = TablutClient::new(settings)?;
    let Some(mut stream) = connect(settings)? else { return Ok(TablutEnding::Stopped(None)) };
    client.note(&format!("connected to {}", settings.host));
    stream.send(&serde_json::Value::from(settings.name.clone()).to_string())?;
    say(&format!("connected to {}, waiting for the first state", settings.host));
    let ending = match follow_game(&mut client, &mut stream, &settings.launch.stop, say) {
        Ok(ending) => ending,
        Err(why) => {
            client.note(&why);
            say(&why);
            TablutEnding::Closed(Box::new(client.unfinished()))
        }
    };
    if let Some(record) = ending.record() {
        let mut games = client.left_records();
        games.push(record.clone());
        for store in &mut stores {
            games.iter().try_for_each(|game| store.keep(game))?;
        }
    }
    client.quit(&ending);
    Ok(ending)
}

/// Plays until the game or the connection ends. The error is a message for the user.
fn follow_game(
    client: &mut TablutClient,
    stream: &mut MessageStream,
    stop: &AtomicBool,
    say: &mut dyn FnMut(&str),
) -> Result<TablutEnding, String> {
    let failed = |error: io::Error| format!("the connection failed: {error}");
    let mut unreadable = 0;
    loop {
        let message = stream.receive(None, || stop.load(Ordering::Relaxed)).map_err(failed)?;
        let arrived = Instant::now();
        match message {
            Message::Text(text) => match client.read_state(&text) {
                Ok((placement, turn)) => {
                    unreadable = 0;
                    let taken = client.take_state(&placement, turn, arrived, stream, say);
                    if let Some(record) = taken.map_err(failed)? {
                        return Ok(TablutEnding::Finished(Box::new(record)));
                    }
                }
                Err(error) if unreadable == MAX_UNREADABLE => return Err(error.to_string()),
                Err(error) => {
                    // The next state may be a whole one.
                    unreadable += 1;
                    client.note(&error.to_string());
                    say(&error.to_string());
                }
            },
            Message::BadLength(length) => {
                return Err(format!("the server sent a message of {length} bytes"));
            }
            Message::Late | Message::Closed => {
                return Ok(TablutEnding::Closed(Box::new(client.unfinished())));
            }
            Message::Stopped => {
                let record = client.has_moves().then(|| Box::new(client.unfinished()));
                return Ok(TablutEnding::Stopped(record));
            }
        }
    }
}

/// Connects to the server, which may start later than the client. `None` if stopped.
fn connect(settings: &TablutSettings) -> Result<Option<MessageStream>, TablutError> {
    let port = settings.port.unwrap_or_else(|| port(settings.side));
    let host = settings.host.clone();
    let deadline = Instant::now() + settings.patience;
    loop {
        match connect_once(&host, port) {
            Ok(stream) => return Ok(Some(MessageStream::new(stream)?)),
            Err(source) if Instant::now() >= deadline => {
                return Err(TablutError::Connect { host, port, source });
            }
            Err(_) if settings.launch.stop.load(Ordering::Relaxed) => return Ok(None),
            Err(_) => thread::sleep(RETRY),
        }
    }
}

/// Tries each address of a host.
fn connect_once(host: &str, port: u16) -> io::Result<TcpStream> {
    let mut last = io::Error::other("the host has no address");
    for address in (host, port).to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_LIMIT) {
            Ok(stream) => return Ok(stream),
            Err(error) => last = error,
        }
    }
    Err(last)
}
