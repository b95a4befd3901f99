//! Rulesets.

use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use branan::game::{new_game, read_catalog};
use branan::record::names_of;
use branan::rules::otn::opentafl;
use branan::rules::{Catalog, Ruleset, builtin, find_ruleset, read_alternates, read_written};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::board_planes::actions;
use crate::errors::{FenError, RulesetError, raise, wrong_type};

/// The rules of one game: `Ruleset("tablut")`, or a variation, `Ruleset("tablut", {"KingMove": "step"})`.
///
/// `branan.rulesets()` lists the built-in ones.
#[pyclass(frozen, name = "Ruleset", module = "branan", from_py_object)]
#[derive(Clone, Debug)]
pub struct PyRuleset {
    /// The ruleset, with its alternate rules applied.
    pub ruleset: Arc<Ruleset>,
    source: Source,
    /// The alternate rules, as name and value.
    pub alternates: Vec<(String, String)>,
}

/// Where a ruleset comes from, to restore a pickled one.
#[derive(Clone, Debug)]
enum Source {
    /// The built-in ruleset with this name.
    BuiltIn(String),
    /// A text of rules, and the name of the ruleset in it.
    Text(String, Option<String>),
}

/// A ruleset as an argument: a `Ruleset`, or the name of a built-in one.
pub enum RulesetArgument {
    /// A ruleset.
    Typed(PyRuleset),
    /// Its name.
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for RulesetArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(ruleset) = object.extract::<PyRuleset>() {
            return Ok(Self::Typed(ruleset));
        }
        match object.cast::<PyString>() {
            Ok(name) => Ok(Self::Name(name.to_str()?.to_owned())),
            Err(_) => Err(wrong_type("a ruleset is a Ruleset or the name of one", object)),
        }
    }
}

impl RulesetArgument {
    /// The ruleset, with alternate rules applied to a built-in one.
    pub fn ruleset(self, rules: Option<&Bound<'_, PyDict>>) -> PyResult<PyRuleset> {
        match (self, rules) {
            (Self::Name(name), rules) => PyRuleset::new(&name, rules),
            (Self::Typed(ruleset), None) => Ok(ruleset),
            (Self::Typed(_), Some(_)) => Err(raise::<RulesetError>(
                "rules are given to the Ruleset, as in Ruleset(\"tablut\", {\"KingMove\": \"step\"})",
            )),
        }
    }
}

impl PyRuleset {
    /// Whether it is a built-in ruleset, possibly with alternate rules.
    pub fn is_built_in(&self) -> bool {
        matches!(self.source, Source::BuiltIn(_))
    }

    fn over(base: Ruleset, source: Source, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let mut alternates: Vec<(String, String)> = match rules {
            Some(rules) => {
                let pair = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                    Ok((name.extract()?, value.extract()?))
                };
                rules.iter().map(pair).collect::<PyResult<_>>()?
            }
            None => Vec::new(),
        };
        let chosen = read_alternates(&mut alternates).map_err(raise::<RulesetError>)?;
        let ruleset = chosen.over(&base);
        // The built-in ones are known to be playable.
        if ruleset != base || !matches!(source, Source::BuiltIn(_)) {
            new_game(&ruleset, None).map_err(raise::<RulesetError>)?;
        }
        Ok(Self { ruleset: Arc::new(ruleset), source, alternates })
    }
}

#[pymethods]
impl PyRuleset {
    #[new]
    #[pyo3(signature = (name, rules=None))]
    fn new(name: &str, rules: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        let catalog = Catalog::default();
        let base = find_ruleset(name, &catalog).map_err(|error| {
            raise::<RulesetError>(format!("{error}; branan.rulesets() lists them"))
        })?;
        Self::over(base.clone(), Source::BuiltIn(base.name.clone()), rules)
    }

    /// Reads a ruleset from a rules string in OpenTafl's notation (`dim:7 … start:/…/`), from a JSON
    /// object as in records, or from TOML with `[[ruleset]]` entries; `name` chooses among several.
    #[staticmethod]
    #[pyo3(signature = (text, name=None, rules=None))]
    pub fn from_rules(
        text: &str,
        name: Option<&str>,
        rules: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Self> {
        let written = text.trim_start();
        let base = if written.starts_with("dim:") || written.starts_with('{') {
            read_written(written).map_err(raise::<RulesetError>)?
        } else if !text.contains("[[ruleset]]") {
            return Err(raise::<RulesetError>(
                "rules are a rules string (dim:7 … start:/…/), a JSON object or TOML with [[ruleset]] entries",
            ));
        } else {
            let catalog = read_catalog(text).map_err(raise::<RulesetError>)?;
            choose(catalog.own(), name)?
        };
        Self::over(base, Source::Text(text.to_owned(), name.map(str::to_owned)), rules)
    }

    /// The name, such as `brandubh-macwhite`.
    #[getter]
    fn name(&self) -> &str {
        &self.ruleset.name
    }

    /// Other names of the ruleset.
    #[getter]
    fn aliases(&self) -> Vec<String> {
        self.ruleset.aliases.clone()
    }

    /// The name as people spell it.
    #[getter]
    fn title(&self) -> &str {
        &self.ruleset.title
    }

    /// Where the rules were published.
    #[getter]
    fn source(&self) -> &str {
        &self.ruleset.source
    }

    /// The start position as a FEN.
    #[getter]
    fn start(&self) -> &str {
        &self.ruleset.start
    }

    /// The length of the board's side, in squares.
    #[getter]
    fn size(&self) -> usize {
        self.ruleset.side_length()
    }

    /// The number of actions: see `Game.action`.
    #[getter]
    fn actions(&self) -> usize {
        actions(self.ruleset.side_length())
    }

    /// The alternate rules that were applied.
    #[getter]
    fn rules(&self) -> std::collections::BTreeMap<String, String> {
        self.alternates.iter().cloned().collect()
    }

    /// Whether a position and its mirror images always have the same value.
    #[getter]
    fn is_symmetric(&self) -> bool {
        self.ruleset.is_symmetric()
    }

    /// The rules string with which OpenTafl plays by these rules, from another position if one is given.
    ///
    /// Raises `RulesetError` if its notation cannot express one of them.
    #[pyo3(signature = (fen=None))]
    fn otn(&self, fen: Option<&str>) -> PyResult<String> {
        let mut ruleset = (*self.ruleset).clone();
        if let Some(fen) = fen {
            ruleset.start = ruleset.read_fen(fen).map_err(raise::<FenError>)?.to_string();
        }
        opentafl::rules_string(&ruleset).map_err(raise::<RulesetError>)
    }

    /// The rules as records and engines name them: the ruleset, by its name or written out in full, and
    /// alternate rules.
    fn _written(&self) -> (String, HashMap<String, String>) {
        let (variant, rules) = names_of(&self.ruleset);
        (variant, rules.into_iter().collect())
    }

    /// The rules in plain sentences.
    fn explain(&self) -> String {
        self.ruleset.explanation()
    }

    fn __repr__(&self) -> String {
        match self.alternates.is_empty() {
            true => format!("Ruleset('{}')", self.ruleset.name),
            false => format!("Ruleset('{}', {:?})", self.ruleset.name, self.rules()),
        }
    }

    fn __eq__(&self, other: PyRef<'_, Self>) -> bool {
        self.ruleset == other.ruleset
    }

    fn __hash__(&self) -> u64 {
        // Equal rulesets may have been made with different alternate rules.
        hash_of(&(&self.ruleset.name, &self.ruleset.start))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let class = py.get_type::<Self>();
        let rules = PyDict::new(py);
        for (name, value) in &self.alternates {
            rules.set_item(name, value)?;
        }
        let parts = match &self.source {
            Source::BuiltIn(name) => {
                (class.into_any(), (name, rules).into_pyobject(py)?.into_any())
            }
            Source::Text(text, name) => {
                (class.getattr("from_rules")?, (text, name, rules).into_pyobject(py)?.into_any())
            }
        };
        Ok(parts.into_pyobject(py)?.into_any())
    }
}

/// The ruleset with a name, or the only one.
fn choose(rulesets: &[Ruleset], name: Option<&str>) -> PyResult<Ruleset> {
    let names = || rulesets.iter().map(|r| r.name.as_str()).collect::<Vec<_>>().join(", ");
    match (name, rulesets) {
        (None, [only]) => Ok(only.clone()),
        (None, _) => {
            Err(raise::<RulesetError>(format!("name one of the rulesets of the text: {}", names())))
        }
        (Some(name), _) => rulesets.iter().find(|r| r.name == name).cloned().ok_or_else(|| {
            raise::<RulesetError>(format!("the text has no ruleset '{name}', but {}", names()))
        }),
    }
}

/// The built-in rulesets.
#[pyfunction]
pub fn rulesets() -> PyResult<Vec<PyRuleset>> {
    builtin().iter().map(|ruleset| PyRuleset::new(&ruleset.name, None)).collect()
}

/// A hash within this process.
pub fn hash_of(value: &impl Hash) -> u64 {
    let mut hasher = std::hash::DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
