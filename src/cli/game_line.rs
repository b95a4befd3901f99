//! A game on one line.

use crate::record::GameRecord;
use crate::rules::read_written;

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
    // One that is written out in full would fill the screen.
    let written = game.variant.starts_with('{').then(|| read_written(&game.variant).ok()).flatten();
    let variant = written.map_or_else(|| game.variant.clone(), |ruleset| ruleset.name);
    let detail = game.detail.as_ref().map_or_else(String::new, |d| format!(": {d}"));
    format!(
        "{number}{variant}: {} - {}: {how}{} after {} plies{detail}",
        game.attackers.name,
        game.defenders.name,
        game.termination,
        game.moves.len(),
    )
}
