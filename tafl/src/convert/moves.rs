//! Moves alone: one game per line, `d2-e2 d3-b3xb2`, under a ruleset that the file does not name.
//!
//! Anything after a `#` is a comment. A line may end with the result, as in records.

use super::settle::{Said, bare, settle};
use super::{Checked, Context, ConvertError, Format};
use crate::record::{
    GameRecord, PreparedRules, RecordedMove, Report, Termination, result_word, rules_of,
};
use crate::rules::{Catalog, Side};
use crate::text::unmarked;
use crate::types::WrittenMove;

/// Reads the games of a text.
pub(super) fn read(
    text: &str,
    context: &Context,
    rules: &mut PreparedRules<'_>,
) -> Result<Checked, ConvertError> {
    let variant = context.variant.as_ref().ok_or_else(|| without_ruleset(text))?;
    let mut checked = Checked::default();
    for (line, text) in (1..).zip(text.lines()) {
        let words = unmarked(text).split('#').next().unwrap_or_default();
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
        let game = settle(game, said, rules);
        let wrong = |error: ConvertError| ConvertError::Line { line, reason: error.to_string() };
        checked.add(game.map_err(wrong));
    }
    Ok(checked)
}

/// How much of a word is quoted, in characters.
const LONGEST_WORD: usize = 40;

/// Why a text without a ruleset cannot be read: it may be no moves at all.
fn without_ruleset(text: &str) -> ConvertError {
    let mut lines = unmarked(text).lines().map(|line| line.split('#').next().unwrap_or_default());
    match lines.find_map(|line| line.split_whitespace().next()) {
        Some(word) if WrittenMove::read(word).is_none() && result(word).is_none() => {
            ConvertError::NoGames(word.chars().take(LONGEST_WORD).collect())
        }
        _ => ConvertError::NoRuleset,
    }
}

/// The result named by the last word of a line.
fn result(word: &str) -> Option<Said> {
    let winners = [Some(Side::Attackers), Some(Side::Defenders), None];
    let winner = winners.into_iter().find(|winner| result_word(*winner) == word)?;
    Some(Said::Result(winner, None))
}

/// Writes the moves of games, with the results that the moves do not show. Players are left out, and so is
/// how a game ended.
pub(super) fn write(games: &[GameRecord], catalog: &Catalog) -> Result<String, ConvertError> {
    let mut text = String::new();
    for game in games {
        if game.fen.is_some() {
            let what = "a game begins with another position than its ruleset's";
            return Err(ConvertError::NoRoom { format: Format::Moves, what });
        }
        if !have_the_same_rules(&games[0], game, catalog)? {
            let words = |game: &GameRecord| game.rules_in_words(&game.variant);
            let (first, other) = (words(&games[0]), words(game));
            return Err(ConvertError::OneRuleset { format: Format::Moves, first, other });
        }
        let mut words: Vec<&str> = game.moves.iter().map(|played| played.text.as_str()).collect();
        let unfinished = Termination::Reported(Report::Unfinished);
        if game.termination != unfinished && !matches!(game.termination, Termination::Rules(_)) {
            words.push(result_word(game.winner));
        }
        text += &words.join(" ");
        text.push('\n');
    }
    Ok(text)
}

fn have_the_same_rules(
    one: &GameRecord,
    other: &GameRecord,
    catalog: &Catalog,
) -> Result<bool, ConvertError> {
    let same_names = one.variant == other.variant && one.rules == other.rules;
    Ok(same_names || rules_of(one, catalog)? == rules_of(other, catalog)?)
}

#[cfg(test)]
mod tests {
    use super::super::{read, write};
    use super::*;

    fn records(text: &str) -> Vec<GameRecord> {
        read(Format::Record, text, &Context::default()).unwrap()
    }

    fn game(variant: &str, tags: &str, end: &str) -> String {
        format!("[Variant \"{variant}\"]\n{tags}\n\n1. {end}\n\n")
    }

    #[test]
    fn results_that_the_board_does_not_show_are_kept() {
        let resigned = "[Result \"attackers\"]\n[Termination \"resign\"]";
        let open = "[Result \"*\"]\n[Termination \"unfinished\"]";
        let text =
            game("brandubh", resigned, "d2-e2 attackers") + &game("brandubh", open, "d2-c2 *");
        let context = Context { variant: Some("brandubh".to_owned()), ..Context::default() };
        let text = write(Format::Moves, &records(&text), &context).unwrap();
        assert_eq!(text, "d2-e2 attackers\nd2-c2\n");
        let games = read(Format::Moves, &text, &context).unwrap();
        assert_eq!(games.iter().map(GameRecord::result).collect::<Vec<_>>(), ["attackers", "*"]);
    }

    #[test]
    fn a_text_without_moves_needs_no_ruleset() {
        let error = |text| read(Format::Moves, text, &Context::default()).unwrap_err().to_string();
        let long = "x".repeat(900);
        for text in ["<!DOCTYPE html>", "# moves\n\nid,event,date\n", &long] {
            let told = error(text);
            assert!(told.contains("is neither a tag nor a move") && told.len() < 100, "{told}");
        }
        for text in ["d2-e2 d3-b3", "# moves\n\n d2e2", "draw", ""] {
            assert!(error(text).contains("by which rules"), "{text}");
        }
    }

    #[test]
    fn a_file_is_of_one_ruleset() {
        let draw = "[Result \"draw\"]\n[Termination \"max-moves\"]";
        let context = Context::default();
        let both = |other: &str, tags: &str| {
            let text = game("brandubh", draw, "d2-e2 draw") + &game(other, tags, "d2-e2 draw");
            write(Format::Moves, &records(&text), &context).map_err(|error| error.to_string())
        };
        let error = both("brandub-walker", draw).unwrap_err();
        assert!(error.contains("one ruleset, not of brandubh and brandub-walker"), "{error}");
        let step = format!("[Rules \"KingMove=step\"]\n{draw}");
        assert!(both("brandubh", &step).unwrap_err().contains("and brandubh KingMove=step"));
        // An alias names the same rules.
        assert!(both("brandubh-macwhite", draw).is_ok());
    }
}
