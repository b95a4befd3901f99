//! Databases of games.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, TryLockError};

use branan::game::read_catalog;
use branan::rules::Catalog;
use database::{Database, DatabaseError, Filter, GameResult};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{EngineError, RecordError, RulesetError, raise};
use crate::game::PyGame;
use crate::interrupt::{Owner, failed};
use crate::records::record_dict;
use crate::whole::Whole;

/// A database, open for reading. `branan.database.Database` wraps it.
#[pyclass(frozen, module = "branan._native")]
pub struct NativeDatabase {
    database: Mutex<Database>,
    owner: Owner,
}

/// Conditions on games, the keywords of `branan.database.Database`.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
struct FilterFields {
    player: Option<String>,
    attackers: Option<String>,
    defenders: Option<String>,
    event: Option<String>,
    since: Option<String>,
    until: Option<String>,
    ruleset: Option<String>,
    result: Option<String>,
    ending: Option<String>,
    min_plies: Option<u32>,
    max_plies: Option<u32>,
    min_rating: Option<u32>,
}

impl FilterFields {
    fn filter(self) -> PyResult<Filter> {
        let result = self.result.map(|word| {
            word.parse::<GameResult>().map_err(|_| {
                raise::<RecordError>(format!(
                    "a result is attackers, defenders, draw or unfinished, not '{word}'"
                ))
            })
        });
        Ok(Filter {
            player: self.player,
            attackers: self.attackers,
            defenders: self.defenders,
            event: self.event,
            since: self.since,
            until: self.until,
            variant: self.ruleset,
            result: result.transpose()?,
            ending: self.ending,
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            min_rating: self.min_rating,
        })
    }
}

fn json(value: &impl serde::Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|_| failed())
}

impl NativeDatabase {
    /// The database, for this call alone.
    fn lock(&self) -> PyResult<MutexGuard<'_, Database>> {
        self.owner.check("database")?;
        match self.database.try_lock() {
            Ok(database) => Ok(database),
            Err(TryLockError::Poisoned(database)) => Ok(database.into_inner()),
            Err(TryLockError::WouldBlock) => {
                Err(raise::<EngineError>("another thread is using this database"))
            }
        }
    }
}

#[pymethods]
impl NativeDatabase {
    #[new]
    #[pyo3(signature = (path, rulesets=None))]
    fn new(py: Python<'_>, path: PathBuf, rulesets: Option<&str>) -> PyResult<Self> {
        let catalog = match rulesets {
            Some(text) => read_catalog(text).map_err(raise::<RulesetError>)?,
            None => Catalog::default(),
        };
        let opened = py.detach(|| Database::open(&path, catalog));
        let opened =
            opened.map_err(|error| raise::<RecordError>(format!("{}: {error}", path.display())))?;
        Ok(Self { database: Mutex::new(opened), owner: Owner::current() })
    }

    /// The number of games under a condition.
    fn count(&self, py: Python<'_>, filter: FilterFields) -> PyResult<usize> {
        let (filter, mut database) = (filter.filter()?, self.lock()?);
        detached(py, &mut database, |database| database.count(&filter))
    }

    /// The numbers of the games under a condition, the first added first.
    fn numbers(&self, py: Python<'_>, filter: FilterFields) -> PyResult<Vec<i64>> {
        let (filter, mut database) = (filter.filter()?, self.lock()?);
        detached(py, &mut database, |database| database.numbers(&filter))
    }

    /// The games under a condition, each in a line, as JSON.
    fn games(&self, py: Python<'_>, filter: FilterFields, limit: Whole<usize>) -> PyResult<String> {
        let (filter, mut database) = (filter.filter()?, self.lock()?);
        json(&detached(py, &mut database, |database| database.games(&filter, limit.0))?)
    }

    /// A game, as the fields of `branan.records.Record`.
    fn game<'py>(&self, py: Python<'py>, number: i64) -> PyResult<Bound<'py, PyDict>> {
        let mut database = self.lock()?;
        let record = detached(py, &mut database, |database| database.game(number))?;
        record_dict(py, &record, database.catalog())
    }

    /// What was played in the current position of a game, as JSON.
    fn explore(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        filter: FilterFields,
        limit: Whole<usize>,
    ) -> PyResult<String> {
        let filter = filter.filter()?;
        let rules = game.get().rules();
        let (name, alternates) = (&*rules.ruleset.name, &*rules.alternates);
        let game = game.get().snapshot();
        let mut database = self.lock()?;
        json(&detached(py, &mut database, move |database| {
            database.explore(&*game, (name, alternates), &filter, limit.0)
        })?)
    }
}

/// Reads without the interpreter's lock.
fn detached<T: Send>(
    py: Python<'_>,
    database: &mut Database,
    read: impl FnOnce(&mut Database) -> Result<T, DatabaseError> + Send,
) -> PyResult<T> {
    py.detach(|| read(database)).map_err(raise::<RecordError>)
}
