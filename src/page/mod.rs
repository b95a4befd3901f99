//! The board in the browser: a server for one person on one machine.
//!
//! It serves the files of a page, and to each page WebSockets whose text frames are the lines of the
//! protocol that `protocol.md` describes, answered by a session of [`crate::protocol`] or by another
//! engine. The page knows no rules: it asks for the legal moves and what they do.
//!
//! Whatever reaches the server may come from anyone: another page in the same browser, a program on the
//! same machine. `guard` lets only the page itself in, `lines` lets only harmless lines through, and
//! `socket` keeps what one page can use within bounds.

mod files;
mod games;
mod guard;
mod lines;
mod pending;
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

pub use program::EngineCommand;
pub use server::PageServer;
pub use watch::WatchedMatch;

use crate::protocol::Options;

/// What is served, and to whom.
#[derive(Clone, Debug)]
pub struct PageSettings {
    /// The address to listen on; only one of the loopback keeps other machines out.
    pub host: IpAddr,
    /// The port; none for the usual one, or any other where that is taken.
    pub port: Option<u16>,
    /// What sessions begin with: the rulesets there are, the memory and the threads that an engine may
    /// use at most.
    pub options: Options,
    /// The engine to play and analyse with, in place of our own.
    pub engine: Option<EngineCommand>,
    /// A match to follow.
    pub watched: Option<WatchedMatch>,
    /// A folder with the page's files, in place of those that are part of the program.
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
            files: None,
        }
    }
}

/// Why the page cannot be served.
#[derive(Debug, thiserror::Error)]
pub enum PageError {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address and the port.
        address: std::net::SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The system has no randomness for the link.
    #[error("the system has no random numbers: {0}")]
    Random(getrandom::Error),
    /// The server could not be started.
    #[error("cannot serve: {0}")]
    Serve(#[from] io::Error),
}
