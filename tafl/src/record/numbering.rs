//! The numbers by which a user names the games of a file.

use std::collections::HashSet;

use super::GameRecord;

/// The numbers of these games: those of their tags `Game` if they are games of one match, which are the
/// numbers that the match printed and that do not depend on which game ended first. Otherwise their places
/// in the file, from 1.
#[must_use]
pub fn game_numbers(games: &[GameRecord]) -> Vec<u64> {
    let mut seen = HashSet::new();
    let numbers = games.iter().map(|game| {
        let number = game.index?.checked_add(1)?;
        (game.event == games[0].event && seen.insert(number)).then_some(number)
    });
    numbers.collect::<Option<_>>().unwrap_or_else(|| (1..).take(games.len()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(games: &[(&str, Option<u64>)]) -> Vec<u64> {
        let mut text = String::new();
        for (event, number) in games {
            let tag = number.map(|number| format!("[Game \"{number}\"]\n")).unwrap_or_default();
            text += &format!(
                "[Event \"{event}\"]\n{tag}[Variant \"tablut\"]\n[Result \"draw\"]\n\
                 [Termination \"draw-agreed\"]\n\ndraw\n\n"
            );
        }
        game_numbers(&crate::record::read(text.as_bytes()).unwrap().games)
    }

    #[test]
    fn games_of_one_match_keep_their_numbers() {
        assert_eq!(numbers(&[("a", Some(2)), ("a", Some(1)), ("a", Some(7))]), [2, 1, 7]);
        assert_eq!(numbers(&[("a", Some(2)), ("a", None)]), [1, 2]);
        assert_eq!(numbers(&[("a", Some(2)), ("a", Some(2))]), [1, 2]);
        assert_eq!(numbers(&[("a", Some(2)), ("b", Some(7))]), [1, 2]);
        assert_eq!(numbers(&[]), [0; 0]);
    }
}
