//! Moves alone: one game per line, `d2-e2 d3-b3xb2`, under a ruleset that the file does not name.
//!
//! Anything after a `#` is a comment. A line may end with the result, as in records.

use super::settle::{Said, bare, settle};
use super::{Context, ConvertError, Format};
use crate::record::{GameRecord, RecordedMove, result_word};
use crate::rules::Side;

/// Reads the games of a text.
pub(super) fn read(text: &str, context: &Context) -> Result<Vec<GameRecord>, ConvertError> {
    let variant = context.variant.as_ref().ok_or(ConvertError::NoRuleset)?;
    let mut games = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        let words = text.split('#').next().unwrap_or_default();
        let mut words: Vec<&str> = words.split_whitespace().collect();
        if words.is_empty() {
            continue;
        }
        let said = words.last().and_then(|word| result(word)).unwrap_or(Said::Nothing);
        if said != Said::Nothing {
            words.pop();
        }
        let moved = |text: &str| RecordedMove { text: text.to_owned(), ..RecordedMove::default() };
        let mut game = bare(variant.clone(), words.into_iter().map(moved).collect());
        game.rules.clone_from(&context.rules);
        let game = settle(game, said, &context.catalog);
        games.push(game.map_err(|error| ConvertError::Line { line, reason: error.to_string() })?);
    }
    Ok(games)
}

/// The result named by the last word of a line.
fn result(word: &str) -> Option<Said> {
    let winners = [Some(Side::Attackers), Some(Side::Defenders), None];
    let winner = winners.into_iter().find(|winner| result_word(*winner) == word)?;
    Some(Said::Result(winner, None))
}

/// Writes the moves of games. Players and endings off the board are left out.
pub(super) fn write(games: &[GameRecord]) -> Result<String, ConvertError> {
    let mut text = String::new();
    for game in games {
        if game.fen.is_some() {
            let what = "a game begins with another position than its ruleset's";
            return Err(ConvertError::NoRoom { format: Format::Moves, what });
        }
        let moves: Vec<&str> = game.moves.iter().map(|played| played.text.as_str()).collect();
        text += &moves.join(" ");
        text.push('\n');
    }
    Ok(text)
}
