//! A game on one line.

use crate::record::GameRecord;

/// One line for a game, with its number out of `total` if that is known.
pub fn game_line(game: &GameRecord, total: Option<u64>) -> String {
    let number = match (game.index, total) {
        (Some(index), Some(total)) => format!("Game {}/{total} ", index + 1),
        _ => String::new(),
    };
    let outcome = match game.winner {
        Some(side) => format!("{} ({side}) wins", game.player(side).name),
        None => "draw".to_owned(),
    };
    let how = if game.is_finished() { format!("{outcome}, ") } else { String::new() };
    let detail = game.detail.as_ref().map_or_else(String::new, |d| format!(": {d}"));
    format!(
        "{number}{}: {} - {}: {how}{} after {} plies{detail}",
        game.variant,
        game.attackers.name,
        game.defenders.name,
        game.termination,
        game.moves.len(),
    )
}
