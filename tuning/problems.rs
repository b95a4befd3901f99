//! Test positions with a forced win, and the results of solving them.

use std::time::Duration;

/// A position with a forced win for one side.
pub struct Problem {
    pub variant: String,
    pub fen: String,
}

/// The result of an attempt.
#[derive(Clone, Copy)]
pub struct Trial {
    pub solved: bool,
    pub time: Duration,
    pub nodes: u64,
}

/// Reads positions, one per line: ruleset and FEN, separated by a tab. Ignores further fields and
/// lines that start with `#`.
pub fn problems(text: &str) -> Vec<Problem> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some(Problem { variant: fields.next()?.to_owned(), fen: fields.next()?.to_owned() })
        })
        .collect()
}

/// Checks that each is a valid position of its ruleset in which the game is not over.
#[cfg(test)]
pub fn assert_open(problems: &[Problem]) {
    for Problem { variant, fen } in problems {
        let ruleset = branan::rules::find(variant).unwrap();
        let game = branan::game::new_game(ruleset, Some(fen)).unwrap();
        assert!(game.outcome().is_none(), "{variant} {fen}");
    }
}
