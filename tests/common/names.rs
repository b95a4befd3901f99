//! Moves and squares in the notation of the plain board and the protocol.

use std::fmt::Display;

use tafl::game::Game;

/// The items as text.
pub fn names(items: &[impl Display]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// The legal moves in alphabetical order.
pub fn legal_names(game: &dyn Game) -> Vec<String> {
    let mut names = names(&game.legal_moves());
    names.sort_unstable();
    names
}
