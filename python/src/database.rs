//! Databases of games.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, TryLockError};

use branan::game::read_catalog;
use branan::rules::Catalog;
use database::{Database, DatabaseError, Filter, GameResult};
use pyo3::Borrowed;
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{EngineError, RecordError, RulesetError, raise, wrong_type};
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

/// Conditions on games, the fields of `branan.database.Filter`.
struct Conditions(Filter);

impl<'py> FromPyObject<'_, 'py> for Conditions {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let result = text(object, "result")?.map(|word| {
            word.parse::<GameResult>().map_err(|_| {
                raise::<RecordError>(format!(
                    "a result is attackers, defenders, draw or unfinished, not '{word}'"
                ))
            })
        });
        let filter = Filter {
            player: text(object, "player")?,
            attackers: text(object, "attackers")?,
            defenders: text(object, "defenders")?,
            event: text(object, "event")?,
            since: text(object, "since")?,
            until: text(object, "until")?,
            variant: text(object, "ruleset")?,
            result: result.transpose()?,
            ending: text(object, "ending")?,
            min_plies: number(object, "min_plies")?,
            max_plies: number(object, "max_plies")?,
            min_rating: number(object, "min_rating")?,
        };
        filter.checked().map(Self).map_err(raise::<RecordError>)
    }
}

/// A field with a text.
fn text(fields: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<Option<String>> {
    let field = fields.get_item(name)?;
    field
        .extract()
        .map_err(|_| wrong_type(&format!("{name} is a str or None"), field.as_borrowed()))
}

/// A field with a number.
fn number(fields: Borrowed<'_, '_, PyAny>, name: &str) -> PyResult<Option<u32>> {
    let field = fields.get_item(name)?;
    let expected = format!("{name} is a whole number from 0 to {} or None", u32::MAX);
    field.extract().map_err(|error: PyErr| {
        match error.is_instance_of::<PyOverflowError>(field.py()) {
            true => raise::<PyValueError>(format!("{expected}, not {field}")),
            false => wrong_type(&expected, field.as_borrowed()),
        }
    })
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
    fn count(&self, py: Python<'_>, filter: Conditions) -> PyResult<usize> {
        let (Conditions(filter), mut database) = (filter, self.lock()?);
        detached(py, &mut database, |database| database.count(&filter))
    }

    /// The numbers of the games under a condition, the first added first.
    fn numbers(&self, py: Python<'_>, filter: Conditions) -> PyResult<Vec<i64>> {
        let (Conditions(filter), mut database) = (filter, self.lock()?);
        detached(py, &mut database, |database| database.numbers(&filter))
    }

    /// The games under a condition, each in a line, as JSON.
    fn games(&self, py: Python<'_>, filter: Conditions, limit: Whole<usize>) -> PyResult<String> {
        let (Conditions(filter), mut database) = (filter, self.lock()?);
        json(&detached(py, &mut database, |database| database.games(&filter, limit.0))?)
    }

    /// A game, as the fields of `branan.records.Record`.
    fn game<'py>(
        &self,
        py: Python<'py>,
        number: &Bound<'_, PyAny>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let number = number.extract().map_err(|error: PyErr| {
            let is_large = error.is_instance_of::<PyOverflowError>(py);
            if is_large {
                raise::<RecordError>(format!("there is no game {number}"))
            } else {
                error
            }
        })?;
        let mut database = self.lock()?;
        let record = detached(py, &mut database, |database| database.game(number))?;
        record_dict(py, &record, database.catalog())
    }

    /// What was played in the current position of a game, as JSON.
    fn explore(
        &self,
        py: Python<'_>,
        game: &Bound<'_, PyGame>,
        filter: Conditions,
        limit: Whole<usize>,
    ) -> PyResult<String> {
        let Conditions(filter) = filter;
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
