//! Games that are recorded more than once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::rules_names::RulesNames;
use crate::record::GameRecord;
use crate::rules::Catalog;

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
#[derive(Debug)]
pub struct Copies<'a> {
    /// The names of rules: the same game may be recorded under an alias of its ruleset.
    names: RulesNames<'a>,
    /// What tells a game from others, with how it went.
    seen: HashMap<u64, u64>,
}

impl<'a> Copies<'a> {
    /// No games yet. Those to come name their rules by the rulesets of a catalog.
    #[must_use]
    pub fn new(catalog: &'a Catalog) -> Self {
        Self { names: RulesNames::new(catalog), seen: HashMap::new() }
    }

    /// Compares the games of a file with those of the files before it, and adds them. Those with a number are also
    /// compared with each other: without one, nothing tells copies in one file from short games that went alike.
    /// The same rules get the same name in all.
    pub fn of_file(&mut self, games: Vec<GameRecord>) -> Vec<(Copy, GameRecord)> {
        let compare = |mut game: GameRecord| {
            self.names.unify(&mut game);
            let copy = self.compare(&game);
            if game.index.is_some() {
                self.add(&game);
            }
            (copy, game)
        };
        let compared: Vec<_> = games.into_iter().map(compare).collect();
        let unnumbered = compared.iter().filter(|(_, game)| game.index.is_none());
        unnumbered.for_each(|(_, game)| self.add(game));
        compared
    }

    /// Compares a game with those before it. One without a number is a copy only if it went as another one did.
    fn compare(&self, game: &GameRecord) -> Copy {
        let course = course(game);
        match self.seen.get(&identity(game, course)) {
            None => Copy::New,
            Some(earlier) if *earlier == course => Copy::Same,
            Some(_) => Copy::Other,
        }
    }

    /// Adds a game. One that has another course than a record of it before is not believed.
    fn add(&mut self, game: &GameRecord) {
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
        let catalog = Catalog::default();
        let mut copies = Copies::new(&catalog);
        let mut note = |game: &GameRecord| copies.of_file(vec![game.clone()]).remove(0).0;
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
            assert_eq!(note(game), copy, "{game:?}");
        }
    }

    #[test]
    fn games_of_a_file_without_a_number_may_have_gone_alike() {
        let catalog = Catalog::default();
        let kinds = |number: &str| {
            let mut copies = Copies::new(&catalog);
            [(); 2].map(|()| {
                let file = copies.of_file(vec![game(number, "draw"); 2]);
                file.into_iter().map(|(copy, _)| copy).collect::<Vec<_>>()
            })
        };
        assert_eq!(kinds(""), [[Copy::New; 2], [Copy::Same; 2]]);
        assert_eq!(kinds("[Game \"1\"]\n"), [[Copy::New, Copy::Same], [Copy::Same; 2]]);
    }
}
