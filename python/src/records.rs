//! Records of games.

use branan::convert::{Context, Format, read_archive};
use branan::game::read_catalog;
use branan::record::{self, GameRecord, RecordedPlayer, Report, Termination, replay};
use branan::rules::Catalog;
use branan::types::Side;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PyString};

use crate::errors::{RecordError, RulesetError, raise, wrong_type};
use crate::game::PyGame;

/// Where to look for what game files lack.
fn context(variant: Option<String>, rulesets: Option<&str>) -> PyResult<Context> {
    let catalog = match rulesets {
        Some(text) => read_catalog(text).map_err(raise::<RulesetError>)?,
        None => Catalog::default(),
    };
    Ok(Context { catalog, variant, rules: Vec::new() })
}

fn format(name: &str) -> PyResult<Format> {
    name.parse().map_err(|_| {
        raise::<RecordError>(format!(
            "a format is record, otg, json, archive or moves, not '{name}'"
        ))
    })
}

/// Reads games in any format, and checks every move of theirs.
fn read(
    data: &Bound<'_, PyAny>,
    from: Option<&str>,
    context: &Context,
) -> PyResult<Vec<GameRecord>> {
    let bytes: Vec<u8> = match data.cast::<PyBytes>() {
        Ok(bytes) => bytes.as_bytes().to_vec(),
        Err(_) => match data.cast::<PyString>() {
            Ok(text) => text.to_str()?.as_bytes().to_vec(),
            Err(_) => return Err(wrong_type("games are a str or bytes", data.as_borrowed())),
        },
    };
    let format = match (from, std::str::from_utf8(&bytes)) {
        (Some(name), _) => format(name)?,
        (None, Ok(text)) => Format::of_text(text),
        (None, Err(_)) => Format::Archive,
    };
    data.py()
        .detach(|| match format {
            Format::Archive => read_archive(&bytes, &context.catalog).map_err(|e| e.to_string()),
            _ => {
                let text =
                    String::from_utf8(bytes).map_err(|_| "the text is not UTF-8".to_owned())?;
                branan::convert::read(format, &text, context).map_err(|error| error.to_string())
            }
        })
        .map_err(wrong_games)
}

/// The exception for games that cannot be read or written, in the words of this package.
fn wrong_games(error: impl std::fmt::Display) -> PyErr {
    raise::<RecordError>(error.to_string().replace("give --variant", "give ruleset"))
}

/// The games of a text or file as dictionaries, the fields of `branan.records.Record`.
#[pyfunction]
#[pyo3(signature = (data, format=None, variant=None, rulesets=None))]
pub fn read_records<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    format: Option<&str>,
    variant: Option<String>,
    rulesets: Option<&str>,
) -> PyResult<Bound<'py, PyList>> {
    let context = context(variant, rulesets)?;
    let games = read(data, format, &context)?;
    let list = PyList::empty(py);
    for game in &games {
        list.append(record_dict(py, game, &context.catalog)?)?;
    }
    Ok(list)
}

/// The record of a game as a dictionary, the fields of `branan.records.Record`.
#[pyfunction]
#[pyo3(signature = (game, *, attackers, defenders, event, date, result, termination))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn record_of<'py>(
    py: Python<'py>,
    game: &Bound<'py, PyGame>,
    attackers: &str,
    defenders: &str,
    event: String,
    date: String,
    result: Option<&str>,
    termination: Option<&str>,
) -> PyResult<Bound<'py, PyDict>> {
    let of_game = GameRecord::of(game.get().snapshot().as_ref()).map_err(raise::<RecordError>)?;
    let winner = result.map(read_result).transpose()?;
    let told = termination.map(str::parse).transpose().map_err(raise::<RecordError>)?;
    let by_default = match winner {
        Some(_) if !of_game.is_finished() => Termination::Reported(Report::Unknown),
        _ => of_game.termination,
    };
    let record = GameRecord {
        event,
        date,
        attackers: RecordedPlayer::named(attackers),
        defenders: RecordedPlayer::named(defenders),
        winner: winner.unwrap_or(of_game.winner),
        termination: told.unwrap_or(by_default),
        ..of_game
    };
    let catalog = Catalog::default();
    replay(&record, &catalog).map_err(raise::<RecordError>)?;
    record_dict(py, &record, &catalog)
}

/// The winner, `None` for a draw.
fn read_result(word: &str) -> PyResult<Option<Side>> {
    let winner = if word == "draw" { Some(None) } else { word.parse().ok().map(Some) };
    winner.ok_or_else(|| {
        raise::<RecordError>(format!("a result is attackers, defenders or draw, not '{word}'"))
    })
}

/// Converts games from one format to another, and checks every move of theirs.
#[pyfunction]
#[pyo3(signature = (data, to, *, format=None, variant=None, rulesets=None))]
pub fn convert(
    data: &Bound<'_, PyAny>,
    to: &str,
    format: Option<&str>,
    variant: Option<String>,
    rulesets: Option<&str>,
) -> PyResult<String> {
    let context = context(variant, rulesets)?;
    let games = read(data, format, &context)?;
    branan::convert::write(self::format(to)?, &games, &context).map_err(wrong_games)
}

/// The fields of `branan.records.Record`.
pub fn record_dict<'py>(
    py: Python<'py>,
    game: &GameRecord,
    catalog: &Catalog,
) -> PyResult<Bound<'py, PyDict>> {
    let fields = PyDict::new(py);
    let rules = record::rules_of(game, catalog).map_err(raise::<RecordError>)?;
    fields.set_item("event", &game.event)?;
    fields.set_item("date", &game.date)?;
    fields.set_item("ruleset", &game.variant)?;
    fields.set_item("rules", game.rules.clone())?;
    fields.set_item("attackers", &game.attackers.name)?;
    fields.set_item("defenders", &game.defenders.name)?;
    fields.set_item("start", game.fen.as_deref().unwrap_or(&rules.start))?;
    fields.set_item("moves", game.moves.iter().map(|mv| mv.text.as_str()).collect::<Vec<_>>())?;
    fields.set_item(
        "comments",
        game.moves.iter().map(|mv| mv.comment.as_str()).collect::<Vec<_>>(),
    )?;
    fields.set_item("result", game.result())?;
    fields.set_item("termination", game.termination.to_string())?;
    fields.set_item("tags", game.extra.clone())?;
    fields.set_item("text", game.to_text().map_err(raise::<RecordError>)?)?;
    Ok(fields)
}
