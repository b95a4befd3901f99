//! Positions that are won, and what became of trying to find that out.

use std::time::Duration;

/// A position in which one of the sides wins.
pub struct Problem {
    pub variant: String,
    pub fen: String,
}

/// What became of it.
#[derive(Clone, Copy)]
pub struct Trial {
    pub solved: bool,
    pub time: Duration,
    pub nodes: u64,
}

/// Reads positions, one a line: ruleset and FEN, separated by a tab; what follows another tab is left
/// out, as are lines that begin with `#`.
pub fn problems(text: &str) -> Vec<Problem> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut fields = line.split('\t');
            Some(Problem { variant: fields.next()?.to_owned(), fen: fields.next()?.to_owned() })
        })
        .collect()
}

/// Whether each is a position of its ruleset in which the game goes on.
#[cfg(test)]
pub fn assert_open(problems: &[Problem]) {
    for Problem { variant, fen } in problems {
        let ruleset = branan::rules::find(variant).unwrap();
        let game = branan::game::new_game(ruleset, Some(fen)).unwrap();
        assert!(game.outcome().is_none(), "{variant} {fen}");
    }
}
