//! A client of hnefatafl.org and other servers of its kind.
//!
//! The server is `hnefatafl-server` of the crate hnefatafl-copenhagen 6.4.1. Its replies are not
//! numbered and most do not name their game, so what is outstanding is kept to one of a kind.
//! `session` decides what to send after each line, and `client` does the rest.

mod account;
mod archive;
mod client;
mod command;
mod ending;
mod engines;
mod hours;
mod keeper;
mod link;
mod lobby;
mod matchmaking;
mod news;
mod offers;
mod orders;
mod play;
mod policy;
mod requests;
mod ron;
mod saved;
mod saved_request;
mod session;
mod show;
mod table;
mod time_setting;
mod worker;

use thiserror::Error;

use crate::connect::GameStoreError;

pub use account::{Account, AccountError};
pub use client::{ClientObserver, ClientSettings, run};
pub use policy::{Policy, PolicyError};

/// The port of the servers.
pub const PORT: u16 = 49152;

/// Why a client gave up.
#[derive(Debug, Error)]
pub enum ClientError {
    /// The engine does not play what the policy wants.
    #[error("the engine {0}")]
    Engine(String),
    /// The account does not exist.
    #[error("there is no account {0}; create it with --create")]
    NoAccount(String),
    /// The password is wrong.
    #[error("the password of {0} is wrong")]
    WrongPassword(String),
    /// The server speaks another protocol.
    #[error("the server has another version of the protocol")]
    Version,
    /// The server refuses the login.
    #[error("the server refuses the login: {0}")]
    Refused(String),
    /// The games cannot be kept.
    #[error("{0}")]
    Store(#[from] GameStoreError),
}
