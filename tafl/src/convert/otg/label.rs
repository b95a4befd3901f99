//! The label of a turn: its place in the game, `12.`, or in a variation, `8b.1.2a.`.
//!
//! A variation's address has a pair for each variation on the way to it: a move, and the number of
//! the variation there, from 1. It ends with the turn, counted from 1 in each variation. A move is
//! named by its turn and `a` or `b`. In the main line the pair names the move that is replaced.
//! Within a variation it names the move before that one: `3a.2.1a.1.1a.` begins the first line in
//! place of the second move of the second line in place of the game's fifth move. A line that
//! begins in the middle of a turn has `.....` for the missing move. (Section 5 of OpenTafl's
//! `README.txt`; `MoveAddress.java`; the puzzles that come with it.)

use std::str::FromStr;

/// Turn and variation numbers must be less than this, which is more than any game has.
const MAX_NUMBER: usize = 1 << 24;

/// The label of a turn.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Label {
    /// The variations on the way to it, outermost first.
    pub branches: Vec<Branch>,
    /// Its number, from 1.
    pub turn: usize,
    /// The first move of the turn that is present, 0 or 1.
    pub half: usize,
}

/// The start of a variation.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Branch {
    /// The turn of the move it is named after, from 1.
    pub turn: usize,
    /// The move of the turn, 0 or 1.
    pub half: usize,
    /// The number of the variation at that move, from 1.
    pub number: usize,
}

impl FromStr for Label {
    type Err = String;

    fn from_str(word: &str) -> Result<Self, String> {
        read(word).ok_or_else(|| format!("a turn should follow, not '{word}'"))
    }
}

fn read(word: &str) -> Option<Label> {
    let address = word.strip_suffix('.')?;
    let Some((path, last)) = address.rsplit_once('.') else {
        return Some(Label { branches: Vec::new(), turn: number(address)?, half: 0 });
    };
    let parts: Vec<&str> = path.split('.').collect();
    let (pairs, []) = parts.as_chunks() else { return None };
    let branch = |[place, count]: &[&str; 2]| {
        let (turn, half) = named(place)?;
        Some(Branch { turn, half, number: number(count)? })
    };
    let (turn, half) = named(last)?;
    Some(Label { branches: pairs.iter().map(branch).collect::<Option<_>>()?, turn, half })
}

/// Parses a turn and its half such as `8b`.
fn named(place: &str) -> Option<(usize, usize)> {
    let half = usize::from(place.ends_with('b'));
    Some((number(place.strip_suffix(['a', 'b'])?)?, half))
}

fn number(digits: &str) -> Option<usize> {
    digits.parse().ok().filter(|number| (1..MAX_NUMBER).contains(number))
}

/// The name of a move by its index, counted from the first move of a turn.
pub(super) fn name(index: usize) -> String {
    let half = if index.is_multiple_of(2) { 'a' } else { 'b' };
    format!("{}{half}", index / 2 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_name_turns_of_games_and_variations() {
        let label = |word: &str| word.parse::<Label>();
        assert_eq!(label("12."), Ok(Label { branches: Vec::new(), turn: 12, half: 0 }));
        let one = Branch { turn: 3, half: 0, number: 2 };
        let two = Branch { turn: 1, half: 1, number: 11 };
        assert_eq!(
            label("3a.2.1b.11.4b."),
            Ok(Label { branches: vec![one, two], turn: 4, half: 1 })
        );
        for word in [
            "", ".", "12", "0.", "8a.", "8a.1.", "8a.1.1.", "8.1.1a.", "8c.1.1a.", "8a.0.1a.",
            "8a.1a.",
        ]
        .into_iter()
        .chain(["99999999.", "8a.1.1a", "d2-e2", "8a.1.1a.1a."])
        {
            assert_eq!(label(word), Err(format!("a turn should follow, not '{word}'")));
        }
    }

    #[test]
    fn moves_are_named_by_turn_and_half() {
        assert_eq!([0, 1, 2, 15].map(name), ["1a", "1b", "2a", "8b"]);
    }
}
