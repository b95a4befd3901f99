//! Moves as people write and paste them: with numbers, comments, capital letters and results.

/// The ruleset and the moves of a text whose only tag is `Variant`. A record needs more tags.
pub(super) fn named_moves(text: &str) -> Option<(&str, String)> {
    let is_tag = |line: &&str| line.trim_start().starts_with('[');
    let mut tags = text.lines().filter(is_tag);
    let variant = tags.next()?.trim().strip_prefix("[Variant \"")?.strip_suffix("\"]")?;
    let moves: Vec<&str> = text.lines().filter(|line| !is_tag(line)).collect();
    tags.next().is_none().then(|| (variant, moves.join("\n") + "\n"))
}

/// Moves without numbers, comments and capital letters.
pub(super) fn plain_moves(text: &str) -> Result<String, String> {
    let mut lines = Vec::new();
    for line in unnumbered(&without_comments(text)?).to_lowercase().lines() {
        let mut words: Vec<&str> = line.split(' ').collect();
        let last = words.iter().rposition(|word| !word.is_empty()).unwrap_or(0);
        match words[last] {
            "*" => words.truncate(last),
            "1/2-1/2" | "½-½" => words[last] = "draw",
            result @ ("1-0" | "0-1") => {
                let reason = "does not say which side won; write attackers or defenders instead";
                return Err(format!("{result} {reason}"));
            }
            _ => {}
        }
        lines.push(words.join(" ") + "\n");
    }
    Ok(lines.concat())
}

/// Replaces comments in braces with spaces. A line may begin with one, but not a text: that would be JSON.
/// Braces after a `#` are only words of the remark.
fn without_comments(text: &str) -> Result<String, String> {
    let (mut is_comment, mut is_remark) = (false, false);
    let plain = |letter: char| {
        is_remark = letter != '\n' && (is_remark || (letter == '#' && !is_comment));
        let was_comment = is_comment;
        is_comment = !is_remark && (letter == '{' || (is_comment && letter != '}'));
        if (was_comment || is_comment) && letter != '\n' { ' ' } else { letter }
    };
    let plain = text.chars().map(plain).collect();
    // It may have swallowed moves.
    if is_comment { Err("a comment in braces is not closed".to_owned()) } else { Ok(plain) }
}

/// Removes move numbers. A numbered game may span several lines; the next game starts at a line
/// with number 1.
fn unnumbered(text: &str) -> String {
    if number(text).is_none() {
        return text.to_owned();
    }
    let mut games = String::new();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default();
        if number(line).is_some_and(|(number, _)| number == "1") && !games.is_empty() {
            games.push('\n');
        }
        for word in line.split_whitespace() {
            let word = number(word).map_or(word, |(_, rest)| rest);
            let word = word.trim_end_matches(['!', '?']);
            if !word.is_empty() {
                games.push_str(word);
                games.push(' ');
            }
        }
    }
    games.push('\n');
    games
}

/// The leading move number of a text, as in `12.d2-e2` or `3...`, and the rest.
fn number(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start();
    let digits = text.find(|letter: char| !letter.is_ascii_digit())?;
    let (number, rest) = text.split_at(digits);
    let after = rest.trim_start_matches(['.', '…']);
    (!number.is_empty() && after.len() < rest.len()).then_some((number, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_before_moves_are_passed_over() {
        for (text, moves) in [
            ("1. d1-c1 d3-b3\n", "d1-c1 d3-b3 \n"),
            ("1.d1-c1 d3-b3 2.d7-b7\n", "d1-c1 d3-b3 d7-b7 \n"),
            ("1. d1-c1 d3-b3?!\n2. d7-b7 draw\n", "d1-c1 d3-b3 d7-b7 draw \n"),
            ("1. d1-c1 1… d3-b3 # a remark\n\n1... d1-b1\n", "d1-c1 d3-b3 \nd1-b1 \n"),
            ("d1-c1 d3-b3 # 1. a\nd1-b1", "d1-c1 d3-b3 # 1. a\nd1-b1\n"),
            ("1. D1-C1 D3-B3xB2", "d1-c1 d3-b3xb2 \n"),
            ("d1-c1 d3-b3 # a {brace\nd1-b1\n", "d1-c1 d3-b3 # a {brace\nd1-b1\n"),
            ("1. d1-c1 {no # remark} d3-b3\n", "d1-c1 d3-b3 \n"),
            ("1. d1-c1 {a nice\nmove} d3-b3 *", "d1-c1 d3-b3\n"),
            ("1. d1-c1 d3-b3 1/2-1/2", "d1-c1 d3-b3 draw \n"),
        ] {
            assert_eq!(plain_moves(text).unwrap(), moves, "{text}");
        }
        // Which side is White?
        assert!(plain_moves("1. d1-c1 d3-b3 1-0\n").is_err());
        assert!(plain_moves("1. d1-c1 {a nice\nmove d3-b3").is_err());
    }

    #[test]
    fn moves_whose_ruleset_a_tag_names_need_no_other_tags() {
        let text = "[Variant \"tablut\"]\n\n1. d1-d3 *\n";
        assert_eq!(named_moves(text), Some(("tablut", "\n1. d1-d3 *\n".to_owned())));
        let record = "[Variant \"tablut\"]\n[Result \"*\"]\n\n1. d1-d3 *\n";
        assert_eq!(named_moves(record), None);
        assert_eq!(named_moves("1. d1-d3"), None);
    }
}
