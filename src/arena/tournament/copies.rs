//! Games that are recorded more than once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::record::GameRecord;

/// What a game is to those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Copy {
    /// None of them.
    New,
    /// One of them, with the same moves and result.
    Same,
    /// One of them, with other moves or another result.
    Other,
}

/// The games so far.
#[derive(Debug, Default)]
pub struct Copies {
    /// What tells a game from others, with how it went.
    seen: HashMap<u64, u64>,
}

impl Copies {
    /// Compares a game with those before it, and adds it.
    pub fn note(&mut self, game: &GameRecord) -> Copy {
        let copy = self.compare(game);
        self.add(game);
        copy
    }

    /// Compares a game with those before it. One without a number is a copy only if it went as another one did.
    pub(super) fn compare(&self, game: &GameRecord) -> Copy {
        let course = course(game);
        match self.seen.get(&identity(game, course)) {
            None => Copy::New,
            Some(earlier) if *earlier == course => Copy::Same,
            Some(_) => Copy::Other,
        }
    }

    /// Adds a game. One that has another course than a record of it before is not believed.
    pub(super) fn add(&mut self, game: &GameRecord) {
        let course = course(game);
        self.seen.entry(identity(game, course)).or_insert(course);
    }
}

/// What tells a game from others: its match, number, time, rules and players, and without a number its course.
fn identity(game: &GameRecord, course: u64) -> u64 {
    let otherwise = game.index.map_or(course, |_| 0);
    let mut hasher = DefaultHasher::new();
    (&game.event, &game.date, game.round, game.index, &game.variant, &game.rules).hash(&mut hasher);
    (&game.attackers.name, &game.defenders.name, otherwise).hash(&mut hasher);
    hasher.finish()
}

/// How a game went: its start, moves and end. Remarks do not count.
pub(super) fn course(game: &GameRecord) -> u64 {
    let mut hasher = DefaultHasher::new();
    (&game.fen, game.result(), game.termination.to_string()).hash(&mut hasher);
    game.moves.iter().for_each(|played| played.text.hash(&mut hasher));
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(number: &str, end: &str) -> GameRecord {
        let text = format!(
            "[Event \"x\"]\n{number}[Variant \"tablut\"]\n[Result \"{end}\"]\n\n1. e2-f2 {end}\n\n"
        );
        crate::record::read(text.as_bytes()).unwrap().games.remove(0)
    }

    #[test]
    fn copies_are_told_from_other_games() {
        let mut copies = Copies::default();
        let one = game("[Game \"1\"]\n", "draw");
        let mut annotated = one.clone();
        annotated.moves[0].comment = "a good start".into();
        let changed = game("[Game \"1\"]\n", "attackers");
        for (game, copy) in [
            (&one, Copy::New),
            (&annotated, Copy::Same),
            (&changed, Copy::Other),
            (&changed, Copy::Other),
            (&one, Copy::Same),
            (&game("[Game \"2\"]\n", "draw"), Copy::New),
            (&game("", "draw"), Copy::New),
            (&game("", "draw"), Copy::Same),
            (&game("", "attackers"), Copy::New),
        ] {
            assert_eq!(copies.note(game), copy, "{game:?}");
        }
    }
}
