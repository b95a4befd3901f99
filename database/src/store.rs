//! Opens the file, and creates its tables.

use std::path::Path;
use std::time::Duration;

use rusqlite::config::DbConfig;
use rusqlite::functions::{Context, FunctionFlags};
use rusqlite::{Connection, OpenFlags, TransactionBehavior};
use tafl::rules::Catalog;
use tafl::text::check_whole_file;

use crate::error::DatabaseError;
use crate::filter::comparable_date;
use crate::own_rulesets;
use crate::rules::Rulebook;
use crate::schema;

/// The mark of a database of games in the file's header: `BRdb`.
const APPLICATION: i64 = 0x4252_6462;

/// The statements that lead from each version of the format to the next. Version 0 is an empty file.
const MIGRATIONS: [&str; 2] =
    [concat!(include_str!("schema.sql"), include_str!("index.sql")), include_str!("rulesets.sql")];

/// The first version that keeps the rulesets of users.
const WITH_RULESETS: i64 = 2;

/// The version of the format that this program writes.
pub const FORMAT_VERSION: i64 = MIGRATIONS.len() as i64;

/// How long to wait for another writer.
const PATIENCE: Duration = Duration::from_secs(30);

/// Memory for pages of the file, in KiB.
const CACHE_KIB: i64 = 256 << 10;

/// A database of games.
#[derive(Debug)]
pub struct Database {
    pub(crate) connection: Connection,
    pub(crate) rulebook: Rulebook,
    /// Whether known games get the remarks of those that are added.
    pub(crate) updates: bool,
}

impl Database {
    /// Opens a database to add games to, and creates it if there is no such file.
    ///
    /// # Errors
    /// When the file cannot be written, or is not a database of a known version, or has triggers, or the
    /// catalog has other rules for a name under which there are games.
    pub fn create(path: &Path, catalog: Catalog) -> Result<Self, DatabaseError> {
        check_place(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        Self::ready(connect(path, flags, Damage::Refused)?, catalog)
    }

    /// Checks that [`Database::create`] can open or make a database. Changes nothing.
    ///
    /// # Errors
    /// Those of [`Database::create`].
    pub fn check_creation(path: &Path, catalog: Catalog) -> Result<(), DatabaseError> {
        check_place(path)?;
        if !path.exists() {
            return Ok(check_whole_file(path)?);
        }
        match Self::open(path, catalog) {
            // Creation brings it up to date.
            Ok(_) | Err(DatabaseError::Outdated) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Opens a database to write to it. There must be one.
    ///
    /// # Errors
    /// Those of [`Database::create`], and when there is no such file.
    pub fn change(path: &Path, catalog: Catalog) -> Result<Self, DatabaseError> {
        check_is_there(path)?;
        let connection = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE, Damage::Refused)?;
        if version(&connection)? == 0 {
            return Err(DatabaseError::Foreign);
        }
        Self::ready(connection, catalog)
    }

    /// Brings a file up to date, to be written, and makes the indexes that it lacks.
    fn ready(mut connection: Connection, catalog: Catalog) -> Result<Self, DatabaseError> {
        let found = version(&connection)?;
        if let Some(addition) = schema::additions(&connection)?.into_iter().next() {
            return Err(DatabaseError::Addition(addition));
        }
        if found < FORMAT_VERSION {
            migrate(&mut connection)?;
        }
        connection.execute_batch(schema::INDEX)?;
        // Readers see the last finished batch while the next one is written.
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "NORMAL")?;
        let mut rulebook = Rulebook::new(catalog);
        own_rulesets::learn(&connection, &mut rulebook)?;
        let mut database = Self { connection, rulebook, updates: false };
        database.renew()?;
        Ok(database)
    }

    /// Changes how long to wait for another writer, which is half a minute otherwise.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_patience(&self, patience: Duration) -> Result<(), DatabaseError> {
        Ok(self.connection.busy_timeout(patience)?)
    }

    /// Changes what is done while another program writes: `wait` gets the number of tries so far, and returns
    /// `false` to give up.
    ///
    /// # Errors
    /// When SQLite refuses.
    pub fn set_wait(&mut self, wait: fn(i32) -> bool) -> Result<(), DatabaseError> {
        Ok(self.connection.busy_handler(Some(wait))?)
    }

    /// Whether games that are there already get the remarks, ratings, tags, time controls and words for the end
    /// of those that are added, and keep what these do not tell. Otherwise they stay as they are.
    pub fn set_updates(&mut self, updates: bool) {
        self.updates = updates;
    }

    /// Opens a database to read.
    ///
    /// # Errors
    /// When there is no such file, or it is not a database of a known version, or has to be brought up to
    /// date first, or its index is incomplete, or the catalog has other rules for a name under which there are games.
    pub fn open(path: &Path, catalog: Catalog) -> Result<Self, DatabaseError> {
        check_is_there(path)?;
        let (connection, version) = open_to_read(path, Damage::Refused)?;
        if version > 0 {
            schema::check_index(&connection)?;
        }
        let mut rulebook = Rulebook::new(catalog);
        match version {
            0 => return Err(DatabaseError::Foreign),
            1..WITH_RULESETS => {}
            _ => own_rulesets::learn(&connection, &mut rulebook)?,
        }
        connection.pragma_update(None, "query_only", true)?;
        let database = Self { connection, rulebook, updates: false };
        database.check_names()?;
        Ok(database)
    }

    /// Does work that changes the file all or not at all.
    pub(crate) fn in_transaction(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<(), DatabaseError>,
    ) -> Result<(), DatabaseError> {
        self.connection.execute_batch("BEGIN IMMEDIATE")?;
        let done = work(self).and_then(|()| Ok(self.connection.execute_batch("COMMIT")?));
        if done.is_err() {
            // Of the two errors the first says what is wrong.
            let _ = self.connection.execute_batch("ROLLBACK");
        }
        done
    }

    /// The rulesets known: those of the catalog that it was opened with, and of its games.
    #[must_use]
    pub fn catalog(&self) -> &Catalog {
        self.rulebook.catalog()
    }
}

/// What is made of a file that is shorter than its header says, or whose tables are not all defined.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Damage {
    Refused,
    PassedOver,
}

/// Checks that a file can stand there.
fn check_place(path: &Path) -> Result<(), DatabaseError> {
    if path.is_dir() {
        return Err(DatabaseError::Folder);
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if folder.is_some_and(|folder| !folder.is_dir()) {
        return Err(DatabaseError::NoFolder);
    }
    Ok(())
}

fn check_is_there(path: &Path) -> Result<(), DatabaseError> {
    match path {
        path if path.is_dir() => Err(DatabaseError::Folder),
        path if !path.is_file() => Err(DatabaseError::Missing),
        _ => Ok(()),
    }
}

/// Opens a file to read. Also returns the version of its format.
pub(crate) fn open_to_read(
    path: &Path,
    damage: Damage,
) -> Result<(Connection, i64), DatabaseError> {
    let read = |connection: Connection| version(&connection).map(|version| (connection, version));
    let connect = |path: &Path, flags| connect(path, flags, damage);
    // Reading beside a writer needs the file of shared memory, which only this mode may make.
    let opened = connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE).and_then(read);
    let Err(DatabaseError::ReadOnly | DatabaseError::Unopened | DatabaseError::Disk) = opened
    else {
        return opened;
    };
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    if Path::new(&log).metadata().is_ok_and(|log| log.len() > 0) {
        return connect(path, OpenFlags::SQLITE_OPEN_READ_ONLY).and_then(read);
    }
    // Nobody is writing, so that the file can be read as it is, in a folder that nothing may be added to.
    let path = std::path::absolute(path)?;
    let text = path.to_str().ok_or(DatabaseError::Unopened)?;
    let text = text.replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    let uri = format!("file:{text}?immutable=1");
    let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_URI;
    connect(Path::new(&uri), flags).and_then(read)
}

fn connect(path: &Path, flags: OpenFlags, damage: Damage) -> Result<Connection, DatabaseError> {
    let path = match flags.contains(OpenFlags::SQLITE_OPEN_URI) {
        true => path.to_owned(),
        // SQLite does not take the name of a file that begins with a slash for one of its URIs, nor for memory.
        false => std::path::absolute(path)?,
    };
    let connection = Connection::open_with_flags(path, flags | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    connection.busy_timeout(PATIENCE)?;
    // Nothing that a foreign file's schema defines is run.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, damage == Damage::Refused)?;
    if damage == Damage::PassedOver {
        // So SQLite calls it.
        connection.pragma_update(None, "writable_schema", true)?;
    }
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    // Each row of the index would cost a look-up. Only rows just written are referred to, and `check`
    // checks the references.
    connection.pragma_update(None, "foreign_keys", false)?;
    connection.pragma_update(None, "cache_size", -CACHE_KIB)?;
    connection.set_prepared_statement_cache_capacity(64);
    add_function(&connection, "fold", |text| Some(text.to_lowercase()))?;
    add_function(&connection, "comparable_date", comparable_date)?;
    Ok(connection)
}

/// Adds a function of a text to SQL. SQLite's `lower` knows only the letters of ASCII, and it has no dates
/// with dots.
fn add_function(
    connection: &Connection,
    name: &str,
    function: fn(&str) -> Option<String>,
) -> Result<(), DatabaseError> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    let of_text = move |context: &mut Context<'_>| {
        Ok(context.get::<Option<String>>(0)?.and_then(|text| function(&text)))
    };
    Ok(connection.create_scalar_function(name, 1, flags, of_text)?)
}

/// The version of the file's format, 0 for an empty file.
pub(crate) fn version(connection: &Connection) -> Result<i64, DatabaseError> {
    let pragma = |name| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    let (application, version) = (pragma("application_id")?, pragma("user_version")?);
    let tables: i64 =
        connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get(0))?;
    match (application, version) {
        (0, 0) if tables == 0 => Ok(0),
        (APPLICATION, 1..=FORMAT_VERSION) => Ok(version),
        (APPLICATION, found) if found > FORMAT_VERSION => {
            Err(DatabaseError::Newer { found, known: FORMAT_VERSION })
        }
        _ => Err(DatabaseError::Foreign),
    }
}

/// Brings the file to the latest version of the format.
fn migrate(connection: &mut Connection) -> Result<(), DatabaseError> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    // Another program may have just done it.
    let from = version(&transaction)?;
    for step in MIGRATIONS.iter().skip(usize::try_from(from).unwrap_or_default()) {
        transaction.execute_batch(step)?;
    }
    transaction.pragma_update(None, "application_id", APPLICATION)?;
    transaction.pragma_update(None, "user_version", FORMAT_VERSION)?;
    Ok(transaction.commit()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(path: &Path) -> DatabaseError {
        Database::create(path, Catalog::default()).unwrap_err()
    }

    #[test]
    fn only_databases_of_games_are_opened() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let open = || Database::open(&path, Catalog::default());
        assert!(matches!(open(), Err(DatabaseError::Missing)));
        assert!(!path.exists());
        drop(Database::create(&path, Catalog::default()).unwrap());
        assert!(open().is_ok() && Database::create(&path, Catalog::default()).is_ok());

        let letter = folder.path().join("letter");
        std::fs::write(&letter, "Dear reader, ".repeat(1000)).unwrap();
        assert!(matches!(error(&letter), DatabaseError::Foreign));
        let foreign = folder.path().join("foreign.db");
        Connection::open(&foreign).unwrap().execute_batch("CREATE TABLE t (x)").unwrap();
        assert!(matches!(error(&foreign), DatabaseError::Foreign));
    }

    #[test]
    fn a_later_version_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let database = Database::create(&path, Catalog::default()).unwrap();
        database.connection.pragma_update(None, "user_version", FORMAT_VERSION + 1).unwrap();
        drop(database);
        assert!(matches!(error(&path), DatabaseError::Newer { found: 3, known: 2 }));
    }

    #[test]
    fn an_earlier_version_is_read_and_brought_up_to_date_to_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(MIGRATIONS[0]).unwrap();
        connection.pragma_update(None, "application_id", APPLICATION).unwrap();
        connection.pragma_update(None, "user_version", 1).unwrap();
        drop(connection);
        let versions = || version(&Connection::open(&path).unwrap()).unwrap();
        assert!(Database::open(&path, Catalog::default()).is_ok());
        assert_eq!(versions(), 1);
        assert!(Database::create(&path, Catalog::default()).is_ok());
        assert_eq!(versions(), 2);
    }

    #[test]
    fn readers_cannot_write() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.db");
        drop(Database::create(&path, Catalog::default()).unwrap());
        let reader = Database::open(&path, Catalog::default()).unwrap();
        assert!(reader.connection.execute("DELETE FROM games", []).is_err());
    }
}
