//! Games as a table.

use database::GameLine;

use crate::cli::text_table::{lines, output_width, table};

/// The columns of a game.
pub const GAME_COLUMNS: [&str; 9] =
    ["", "Ruleset", "Date", "Attackers", "Defenders", "Result", "Ending", "Plies", "Event"];

/// The greatest width of a name, in characters.
const MAX_NAME: usize = 28;

/// A name that keeps to its column: short, and without characters that move the cursor.
fn name(text: &str) -> String {
    let clean = text.chars().map(|c| if c.is_control() { ' ' } else { c });
    let short: String = clean.take(MAX_NAME).collect();
    if short.len() < text.len() { format!("{short}…") } else { short }
}

/// A player with a rating, if there is one.
fn player(text: &str, rating: Option<i64>) -> String {
    rating.map_or_else(|| name(text), |rating| format!("{} ({rating})", name(text)))
}

/// The cells of a game.
pub fn cells(game: &GameLine) -> Vec<String> {
    let rules = if game.rules.is_empty() { String::new() } else { format!(" {}", game.rules) };
    let [attackers, defenders] = game.ratings;
    vec![
        game.id.to_string(),
        name(&format!("{}{rules}", game.variant)),
        name(&game.date),
        player(&game.attackers, attackers),
        player(&game.defenders, defenders),
        game.result.to_owned(),
        game.termination.clone(),
        game.plies.to_string(),
        name(&game.event),
    ]
}

/// A table of games, each with further cells.
pub fn games<'a>(more: &[&str], rows: impl Iterator<Item = (&'a GameLine, Vec<String>)>) -> String {
    let mut table = table(&[&GAME_COLUMNS[..], more].concat());
    for column in table.column_iter_mut() {
        column.set_cell_alignment(comfy_table::CellAlignment::Left);
    }
    for (game, more) in rows {
        table.add_row(cells(game).into_iter().chain(more));
    }
    lines(&table, output_width())
}
