//! Clients of servers on which people and programs play.
//!
//! Each server has a folder of its own. They share the engine processes of the [`arena`] and the
//! records of games.
//!
//! [`arena`]: crate::arena

mod allowance;
mod engine;
mod fallback;
mod followed_game;
mod game_store;
pub mod hnefatafl_org;
pub mod tablut;
mod thinker;

pub use engine::{OwnEngine, choose_engine};
pub use game_store::{GameStore, GameStoreError, GameStores};
