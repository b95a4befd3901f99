//! Test positions, and parsing of a session's answers.

use crate::talk::Talk;

/// The default ruleset's start position.
pub const START: &str = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";
/// The king slides from b1 to either corner of the first rank.
pub const WIN_IN_ONE: &str = "7/3t3/7/7/7/7/1K5 d";
/// The same position with the attackers to move, who can guard only one corner.
pub const LOST: &str = "7/3t3/7/7/7/7/1K5 a";

/// The lines that report an error.
pub fn errors(lines: &[String]) -> Vec<&str> {
    lines.iter().filter_map(|line| line.strip_prefix("info string error: ")).collect()
}

/// The word after `name` in a line.
pub fn word_after<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    line.split(' ').skip_while(|word| *word != name).nth(1)
}

/// The number after `name` in a line.
pub fn number_after(line: &str, name: &str) -> Option<i64> {
    word_after(line, name)?.parse().ok()
}

/// The lines with an exact score and a variation.
pub fn infos(lines: &[String]) -> Vec<&String> {
    lines
        .iter()
        .filter(|line| line.starts_with("info depth ") && line.contains(" pv "))
        .filter(|line| !line.contains("bound "))
        .collect()
}

/// The best move in the output of a search.
pub fn best(lines: &[String]) -> &str {
    word_after(lines.last().unwrap(), "bestmove").unwrap()
}

/// The legal moves in a session's current position.
pub fn moves(talk: &mut Talk) -> Vec<String> {
    let state = talk.state();
    state[4].split(' ').skip(1).map(str::to_owned).collect()
}

/// Checks that a line gets exactly one error, which contains `parts`, and changes nothing.
pub fn refused(talk: &mut Talk, line: &str, parts: &[&str]) {
    let before = talk.state();
    talk.say(line);
    one_error(talk, line, parts);
    assert_eq!(talk.state(), before, "{line:?}");
}

pub fn one_error(talk: &mut Talk, line: &str, parts: &[&str]) {
    let answer = talk.sync();
    let shown: String = line.chars().take(80).collect();
    assert_eq!(answer.len(), 1, "{shown:?}: {answer:?}");
    assert_eq!(errors(&answer).len(), 1, "{shown:?}: {answer:?}");
    assert!(answer[0].len() < 1000, "{shown:?}: an error of {} bytes", answer[0].len());
    assert!(!answer[0].contains(char::is_control), "{shown:?}: {:?}", answer[0]);
    for part in parts {
        assert!(answer[0].contains(part), "{shown:?}: no {part:?} in {:?}", answer[0]);
    }
}
