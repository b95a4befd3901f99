//! The board in the browser: what its server lets in, and what it keeps within bounds.

mod bounds;
mod client;
mod games;
mod other_engine;
mod strangers;
mod talk;
