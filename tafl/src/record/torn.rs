//! A last game that breaks off: a killed program leaves one behind, and a person who forgets its end.

use super::game::ESCAPE;
use super::game_text::{
    MoveText, RESULTS, is_move_number, is_result, read_tag, read_winner, spaced,
};
use crate::types::WrittenMove;

/// How much of a word is quoted, in characters.
const LONGEST_WORD: usize = 40;

/// What an incomplete game lacks, most probably. Its first line has the number `first`. `None` if the text
/// cannot be the beginning of a game: not all complete lines are well formed, or it has a result already, or
/// more moves than it announces. The last line may break off anywhere.
pub(super) fn missing(text: &str, first: usize) -> Option<String> {
    let mut announced = usize::MAX;
    let mut moves = MoveText::default();
    let mut start_of_comment = first;
    let mut cut_word = None;
    for (number, line) in (first..).zip(text.split_inclusive('\n')) {
        if line.starts_with(ESCAPE) && moves.comment.is_none() {
            continue;
        }
        if line.starts_with('[') && moves.comment.is_none() {
            match read_tag(line) {
                Some(("PlyCount", count)) => announced = count.parse().unwrap_or(usize::MAX),
                // No end would make it a game.
                Some(("Result", word)) if read_winner(&word).is_none() => return None,
                None if line.ends_with('\n') => return None,
                _ => {}
            }
            continue;
        }
        let spaced = spaced(line);
        let mut words: Vec<&str> = spaced.split_ascii_whitespace().collect();
        // No result and no brace is the beginning of another word.
        let is_broken = !line.ends_with(|c: char| c.is_ascii_whitespace());
        let cut = words.pop_if(|word| is_broken && !is_result(word) && !["{", "}"].contains(word));
        cut_word = cut.map(str::to_owned);
        for word in words {
            if moves.comment.is_none() {
                start_of_comment = number;
            }
            moves.add(word).ok()?;
        }
    }
    let line = moves.interrupted.first().unwrap_or(&moves.moves);
    let goes_on = moves.result.is_none() && line.len() <= announced;
    goes_on.then(|| cause(&moves, cut_word.as_deref(), start_of_comment))
}

/// Why moves that can go on do not end with a result.
fn cause(moves: &MoveText, cut_word: Option<&str>, start_of_comment: usize) -> String {
    if moves.comment.is_some() {
        return format!(
            "the comment that begins in line {start_of_comment} is not closed: \"}}\" is missing"
        );
    }
    let last = cut_word.or(moves.moves.last().map(|played| played.text.as_str()));
    match last.map(|word| word.trim_matches(['(', ')'])) {
        Some(word) if is_odd(word) => {
            let word: String = word.chars().take(LONGEST_WORD).collect();
            format!("{word:?} is neither a move nor a result; a game ends with {RESULTS}")
        }
        _ if !moves.interrupted.is_empty() && !cut_word.is_some_and(|word| word.ends_with(')')) => {
            "a variation is not closed: \")\" is missing".to_owned()
        }
        _ => format!("it does not end with its result: {RESULTS}"),
    }
}

/// Whether a word has no place among moves.
fn is_odd(word: &str) -> bool {
    !word.is_empty() && !is_move_number(word) && WrittenMove::read(word).is_none()
}

#[cfg(test)]
mod tests {
    use crate::record::{EachGame, examine};

    #[test]
    fn white_space_after_the_last_game_is_no_game() {
        for end in ["", "  ", "\n \t", "\n  \n  "] {
            let text = format!("[Variant \"tablut\"]\n[Result \"draw\"]\n\n1. e2-f2 draw\n\n{end}");
            assert_eq!(examine(text.as_bytes()).unwrap().torn, None, "{end:?}");
        }
    }

    const GAME: &str = "[Variant \"brandubh\"]\n[Result \"draw\"]\n\n1. d2-e2 d3-b3 draw\n\n";

    /// What is said of a last game with this result and this end.
    fn said(result: &str, end: &str) -> String {
        let last = GAME.replace("\"draw\"", &format!("\"{result}\""));
        let text = GAME.to_owned() + "\n" + &last.replace(" draw\n\n", end);
        let each = EachGame::new(text.as_bytes()).nth(1).unwrap().unwrap_err();
        match examine(text.as_bytes()) {
            Ok(file) => {
                assert_eq!((file.games.len(), file.whole < text.len()), (1, true), "{end}");
                assert_eq!(file.torn, Some(each.clone()), "{end}");
            }
            Err(error) => assert_eq!(error, each, "{end}"),
        }
        each.to_string()
    }

    #[test]
    fn an_incomplete_game_is_named_with_the_cause() {
        let results = "attackers, defenders, draw or *";
        let missing = format!("it does not end with its result: {results}");
        let neither = |word: &str| {
            format!("\"{word}\" is neither a move nor a result; a game ends with {results}")
        };
        let comment = |line: usize| {
            format!("the comment that begins in line {line} is not closed: \"}}\" is missing")
        };
        for (end, cause) in [
            ("", missing.clone()),
            ("\n", missing.clone()),
            (" {: well}", missing.clone()),
            (" (1... d3-c3)", missing.clone()),
            (" 2.", missing),
            (" {oops defenders", comment(10)),
            ("\n{oops\n% draw\n", comment(11)),
            (" {", comment(10)),
            (" Defenders\n\u{0}", neither("Defenders")),
            (" Defenders", neither("Defenders")),
            (" 1-0\n", neither("1-0")),
            (" d3-", neither("d3-")),
            (" (1... d3-c3\n", "a variation is not closed: \")\" is missing".to_owned()),
        ] {
            let expected = format!("line 7, game 2: the game is incomplete: {cause}");
            assert_eq!(said("draw", end), expected, "{end:?}");
        }
    }

    #[test]
    fn a_result_that_is_none_is_no_torn_end() {
        let expected = "line 7, game 2: the tag Result cannot be \"1-0\"; it is attackers, defenders, draw or *";
        for end in [" 1-0\n", " 1-0", ""] {
            assert_eq!(said("1-0", end), expected, "{end:?}");
        }
        assert!(said("draw", " }").contains("\"}\" closes no comment"));
    }
}
