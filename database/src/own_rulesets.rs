//! The rulesets of users' files. The database keeps their rules, because games under other rules of the
//! same name must not be mixed with the ones that are there.

use rusqlite::{Connection, OptionalExtension as _};
use serde::Deserialize;
use tafl::rules::{Catalog, Ruleset};

use crate::error::DatabaseError;
use crate::rules::Rulebook;

/// Adds the rulesets of the games to those that are known, and checks that those of their names are the
/// same.
pub(crate) fn learn(connection: &Connection, rulebook: &mut Rulebook) -> Result<(), DatabaseError> {
    let mut statement = connection.prepare("SELECT definition FROM rulesets ORDER BY name")?;
    let mut rows = statement.query([])?;
    while let Some(row) = rows.next()? {
        rulebook.learn(&read(&row.get::<_, String>(0)?)?)?;
    }
    Ok(())
}

/// Checks the ruleset of games that are being added, if it is one of a user's, and keeps it.
pub(crate) fn keep(
    connection: &Connection,
    catalog: &Catalog,
    name: &str,
) -> Result<(), DatabaseError> {
    let Some(ruleset) = catalog.own().iter().find(|own| own.name == name) else { return Ok(()) };
    if let Some(text) = stored(connection, name)? {
        return compare(ruleset, &text);
    }
    let text = serde_json::to_string(ruleset).map_err(std::io::Error::from)?;
    connection
        .prepare_cached("INSERT INTO rulesets (name, definition) VALUES (?1, ?2)")?
        .execute([name, &text])?;
    Ok(())
}

/// The rulesets of users that a match has recorded in its settings.
pub(crate) fn recorded(settings: &str) -> Vec<Ruleset> {
    #[derive(Deserialize)]
    struct Settings {
        #[serde(default)]
        own_rulesets: Vec<Ruleset>,
    }
    serde_json::from_str::<Settings>(settings).map_or_else(|_| Vec::new(), |read| read.own_rulesets)
}

fn stored(connection: &Connection, name: &str) -> Result<Option<String>, DatabaseError> {
    let mut statement =
        connection.prepare_cached("SELECT definition FROM rulesets WHERE name = ?1")?;
    Ok(statement.query_row([name], |row| row.get(0)).optional()?)
}

fn compare(ruleset: &Ruleset, text: &str) -> Result<(), DatabaseError> {
    match read(text)?.plays_like(ruleset) {
        true => Ok(()),
        false => Err(DatabaseError::OtherRules(ruleset.name.clone())),
    }
}

fn read(definition: &str) -> Result<Ruleset, DatabaseError> {
    serde_json::from_str(definition).map_err(|error| DatabaseError::Damaged(error.to_string()))
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use tafl::game::read_catalog;
    use tafl::record::GameRecord;

    use super::*;
    use crate::merge::MergeError;
    use crate::store::Database;

    fn catalog(more: &str) -> Catalog {
        read_catalog(&format!("[[ruleset]]\nname = 'mine'\ninherits = 'brandubh'\n{more}\n"))
            .unwrap()
    }

    fn game(variant: &str) -> GameRecord {
        let text = format!("[Variant \"{variant}\"]\n[Result \"draw\"]\n\n1. d2-e2 draw\n");
        tafl::record::read(text.as_bytes()).unwrap().games.remove(0)
    }

    fn is_refused<T: std::fmt::Debug>(result: Result<T, DatabaseError>) -> bool {
        matches!(result, Err(DatabaseError::OtherRules(name)) if name == "mine")
    }

    #[test]
    fn games_under_other_rules_of_the_same_name_are_not_mixed() -> Result<(), DatabaseError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let slow = || catalog("king-move = 'step'");
        // Both are opened before there is a game.
        let mut first = Database::create(&path, catalog(""))?;
        let mut second = Database::create(&path, slow())?;
        assert!(first.add_game(game("mine"))?);
        assert!(is_refused(second.add_game(game("mine"))));
        // Other games are not touched.
        assert!(second.add_game(game("brandubh"))?);
        assert_eq!(first.count(&crate::filter::Filter::default())?, 2);
        for open in [Database::create as fn(&Path, Catalog) -> _, Database::open] {
            assert!(is_refused(open(&path, slow())));
            assert!(open(&path, catalog("title = 'Renamed'")).is_ok());
            assert!(open(&path, Catalog::default()).is_ok());
        }
        Ok(())
    }

    #[test]
    fn the_rules_of_the_games_are_known_without_their_file() -> Result<(), DatabaseError> {
        let folder = tempfile::tempdir().unwrap();
        let [path, other] = ["games.db", "other.db"].map(|name| folder.path().join(name));
        let open = |path| Database::create(path, Catalog::default());
        let slow = catalog("aliases = ['slow']\nking-move = 'step'");
        assert!(Database::create(&path, slow)?.add_game(game("mine"))?);
        let check = |database: &mut Database| database.check(&mut |_| true);
        assert_eq!(check(&mut open(&path)?)?.faults, Vec::<String>::new());
        assert!(!open(&path)?.add_game(game("slow"))?);
        // Another ruleset may have taken the alias.
        let taken = "[[ruleset]]\nname = 'slow'\ninherits = 'tablut'";
        let known = Database::open(&path, read_catalog(taken).unwrap())?;
        assert!(known.catalog().find("mine").is_some_and(|mine| mine.aliases.is_empty()));

        let stop = std::sync::atomic::AtomicBool::new(false);
        let mut fresh = open(&other)?;
        assert_eq!(
            fresh.merge(&mut open(&path)?, &stop, &mut |_| {}, &mut |_, _| {}).unwrap().added,
            1
        );
        drop(fresh);
        assert_eq!(check(&mut open(&other)?)?.faults, Vec::<String>::new());
        let mut third = Database::create(&folder.path().join("third.db"), catalog(""))?;
        let merged = third.merge(&mut open(&other)?, &stop, &mut |_| {}, &mut |_, _| {});
        assert!(is_refused(merged.map_err(|error| match error {
            MergeError::Read(error) => error,
            MergeError::Write(error) => panic!("{error}"),
        })));
        Ok(())
    }
}
