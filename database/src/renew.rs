//! Brings games up to date that were added under another name of their rules: version 1 of the format kept
//! alternate rules that the ruleset has anyway, and so did the keys and hashes. A ruleset that was written out
//! may have become known by its name.

use rusqlite::params;

use crate::entry::Entry;
use crate::error::DatabaseError;
use crate::remarks::Remarks;
use crate::rules::RulesName;
use crate::store::Database;
use crate::summary;
use crate::write::{insert_positions, known, rules_number};

/// A row of the table of rules whose games now belong to others.
struct Outdated {
    id: i64,
    now: RulesName,
}

impl Database {
    /// Checks that nothing is to be brought up to date.
    pub(crate) fn check_names(&self) -> Result<(), DatabaseError> {
        if self.outdated()?.is_empty() { Ok(()) } else { Err(DatabaseError::Outdated) }
    }

    /// Brings games under outdated names of rules up to date: the names, the hashes and the index.
    pub(crate) fn renew(&mut self) -> Result<(), DatabaseError> {
        if self.outdated()?.is_empty() {
            return Ok(());
        }
        self.in_transaction(|database| {
            // Another program may have just done it.
            let outdated = database.outdated()?;
            database.renew_games(&outdated)
        })
    }

    /// The outdated rows. The catalog judges those of the rulesets that it knows.
    fn outdated(&self) -> Result<Vec<Outdated>, DatabaseError> {
        let mut statement = self.connection.prepare(
            "SELECT id, variant, alternates FROM rules
                 WHERE alternates <> '' OR instr(variant, ':') > 0",
        )?;
        let mut rows = statement.query([])?;
        let mut outdated = Vec::new();
        while let Some(row) = rows.next()? {
            let name = RulesName { variant: row.get(1)?, alternates: row.get(2)? };
            match RulesName::new(&name.variant, &name.rules(), self.catalog()) {
                Ok(now) if now != name => outdated.push(Outdated { id: row.get(0)?, now }),
                _ => {}
            }
        }
        Ok(outdated)
    }

    fn renew_games(&mut self, outdated: &[Outdated]) -> Result<(), DatabaseError> {
        let ids: Vec<String> = outdated.iter().map(|row| row.id.to_string()).collect();
        // All at once, since the index has to be searched from end to end.
        self.connection.execute_batch(&format!(
            "DELETE FROM positions WHERE game IN (SELECT id FROM games WHERE rules IN ({}))",
            ids.join(",")
        ))?;
        for Outdated { id, now } in outdated {
            let rules = rules_number(&self.connection, now)?;
            for game in self.games_under(*id)? {
                self.renew_game(game, rules)?;
            }
            self.connection.execute("DELETE FROM rules WHERE id = ?1", [id])?;
        }
        self.connection.execute_batch("DELETE FROM summaries")?;
        summary::rebuild(&self.connection)
    }

    fn games_under(&self, rules: i64) -> Result<Vec<i64>, DatabaseError> {
        let mut statement =
            self.connection.prepare_cached("SELECT id FROM games WHERE rules = ?1 ORDER BY id")?;
        let games = statement.query_map([rules], |row| row.get(0))?;
        Ok(games.collect::<Result<_, _>>()?)
    }

    /// Moves a game to the rules with this number, unless it is there too.
    fn renew_game(&mut self, id: i64, rules: i64) -> Result<(), DatabaseError> {
        let entry = match self.game(id) {
            Ok(record) => Entry::new(record, &mut self.rulebook).ok(),
            Err(DatabaseError::Game { .. }) => None,
            Err(error) => return Err(error),
        };
        let Some(entry) = entry else {
            // A wrong game stays for `check` to name.
            let mut statement =
                self.connection.prepare_cached("UPDATE games SET rules = ?2 WHERE id = ?1")?;
            statement.execute([id, rules])?;
            return Ok(());
        };
        if let Some(kept) = known(&self.connection, &entry.identity)? {
            let stored = Remarks::of_game(&self.connection, kept)?;
            stored.or(&Remarks::of_entry(&entry)).store(&self.connection, kept)?;
            self.connection.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id])?;
            return Ok(());
        }
        self.connection
            .prepare_cached("UPDATE games SET rules = ?2, hash = ?3 WHERE id = ?1")?
            .execute(params![id, rules, entry.hash()])?;
        insert_positions(&self.connection, entry.passages.iter().map(|passage| (id, passage)))
    }
}

#[cfg(test)]
mod tests {
    use tafl::game::{new_game, read_catalog};
    use tafl::record::GameRecord;
    use tafl::rules::Catalog;

    use super::*;
    use crate::filter::Filter;

    /// As many games as it takes for stored sums.
    const GAMES: usize = 600;

    fn catalog(king: &str) -> Catalog {
        let text =
            format!("[[ruleset]]\nname = 'mine'\ninherits = 'brandubh'\nking-move = '{king}'");
        read_catalog(&text).unwrap()
    }

    fn game(rules: &str, number: usize) -> GameRecord {
        let text = format!(
            "[Variant \"mine\"]\n[Rules \"{rules}\"]\n[Game \"{number}\"]\n[Result \"draw\"]\n\n\
             1. d2-e2 d3-b3 draw\n"
        );
        tafl::record::read(text.as_bytes()).unwrap().games.remove(0)
    }

    #[test]
    fn games_of_version_1_lose_alternate_rules_that_the_ruleset_has_anyway()
    -> Result<(), DatabaseError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        // Where the king steps, the alternate rule counts. Without the ruleset, that is a file of version 1
        // with games of a ruleset whose king is a rook.
        let mut database = Database::create(&path, catalog("step"))?;
        let games: Vec<_> = (1..=GAMES).map(|number| game("KingMove=rook", number)).collect();
        let others = [game("-", 1), game("KingMove=rook NoMoves=draw", 1)];
        database.add_games(&games)?;
        database.add_games(&others)?;
        let version_1 = "DROP TABLE rulesets; PRAGMA user_version = 1";
        database.connection.execute_batch(version_1)?;
        drop(database);

        let rook = || catalog("rook");
        assert!(matches!(Database::open(&path, rook()), Err(DatabaseError::Outdated)));
        // Who does not know the ruleset cannot tell.
        assert!(Database::open(&path, Catalog::default()).is_ok());
        assert_eq!(Database::create(&path, Catalog::default())?.outdated()?.len(), 0);
        assert!(matches!(Database::open(&path, rook()), Err(DatabaseError::Outdated)));
        drop(Database::change(&path, rook())?);

        let mut database = Database::open(&path, rook())?;
        let report = database.check(&mut |_| true)?;
        // One game was there under both names.
        assert_eq!((report.faults, report.games), (Vec::<String>::new(), GAMES + 1));
        let named = |alternates: &str, games: usize| {
            ("mine".to_owned(), alternates.to_owned(), games as i64)
        };
        let info = database.info()?;
        assert_eq!(info.rulesets, [named("", GAMES), named("NoMoves=draw", 1)]);
        assert!(info.summaries > 0);
        let start = new_game(rook().find("mine").unwrap(), None).unwrap();
        let found = database.explore(start.as_ref(), ("mine", &[]), &Filter::default(), 1)?;
        assert_eq!(found.results.games, GAMES as i64);
        drop(database);
        let mut database = Database::create(&path, rook())?;
        database.add_games(&games)?;
        database.add_games(&others)?;
        assert_eq!(database.count(&Filter::default())?, GAMES + 1);
        Ok(())
    }
}
