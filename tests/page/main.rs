//! The board in the browser: access control and limits of its server, words of the page.

mod bounds;
mod client;
#[cfg(feature = "db")]
mod explorer;
mod files;
mod games;
mod other_engine;
mod strangers;
mod talk;
mod words;
