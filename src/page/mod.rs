//! The board in the browser: a server for one user on one machine.
//!
//! It serves the files of a page, and WebSockets whose text frames are the lines of the protocol in
//! `protocol.md`. A session of [`crate::protocol`] or another engine answers them. The page knows
//! no rules: it asks for the legal moves and their effects.
//!
//! Requests may come from anywhere: another page in the same browser, or another program on the
//! same machine. `guard` admits only the page itself, `lines` only harmless lines, and `socket`
//! limits the resources that one page can use.

#[cfg(feature = "db")]
mod explorer;
mod files;
mod games;
mod guard;
mod lines;
mod live;
mod packed;
mod pending;
mod phone;
mod plain_moves;
mod program;
mod seats;
mod server;
mod session;
mod shared;
mod socket;
mod watch;

use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

#[cfg(feature = "db")]
pub use explorer::ExploredDatabase;
pub use live::LiveServer;
pub(crate) use phone::reachable;
pub use program::EngineCommand;
pub use server::{PageServer, USUAL_PORT};
pub use watch::{WatchedMatch, WatchedPlace, WatchedScore};

use crate::protocol::Options;

/// The settings of the server.
#[derive(Clone, Debug)]
pub struct PageSettings {
    /// The address to listen on; a loopback address keeps other machines out.
    pub host: IpAddr,
    /// The port. `None` for the default port, or a free one if that is taken.
    pub port: Option<u16>,
    /// The initial options of sessions: the rulesets, and the maximum memory and threads of an
    /// engine.
    pub options: Options,
    /// The engine to play and analyse with. `None` for our own.
    pub engine: Option<EngineCommand>,
    /// The match to show.
    pub watched: Option<WatchedMatch>,
    /// The database of games that the page may ask.
    #[cfg(feature = "db")]
    pub database: Option<ExploredDatabase>,
    /// A folder with the page's files. `None` for the embedded files.
    pub files: Option<PathBuf>,
}

impl Default for PageSettings {
    fn default() -> Self {
        Self {
            host: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            options: Options::default(),
            engine: None,
            watched: None,
            #[cfg(feature = "db")]
            database: None,
            files: None,
        }
    }
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The address cannot be bound.
    #[error(
        "cannot listen on {address}: {error}; give another --port, or --port 0 for any free one"
    )]
    Listen {
        /// The address and the port.
        address: std::net::SocketAddr,
        /// The system's error.
        error: io::Error,
    },
    /// The address of a live page cannot be bound.
    #[error("--listen {address}: {error}")]
    Live {
        /// The address and the port.
        address: std::net::SocketAddr,
        /// The system's error.
        error: io::Error,
    },
    /// The system has no random numbers for the link.
    #[error("the system has no random numbers: {0}")]
    Random(getrandom::Error),
    /// The server could not be started.
    #[error("cannot serve: {0}")]
    Serve(#[from] io::Error),
}
