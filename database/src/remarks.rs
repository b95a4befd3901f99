//! What a game's entries may tell differently: remarks, ratings, tags, time controls and words for the end.

use rusqlite::{Connection, params};
use serde_json::{Map, Value};
use tafl::record::{RecordedMove, Remark};

use crate::entry::{Entry, compressed};
use crate::error::DatabaseError;
use crate::read::annotated_game;

/// The time control of a player of whom none is known.
const NO_LIMITS: &str = "-";

/// The word for an end that is not known.
const UNKNOWN_END: &str = "unknown";

/// What does not tell a game from others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Remarks {
    limits: [String; 2],
    ratings: [Option<i64>; 2],
    termination: String,
    detail: Option<String>,
    /// As JSON.
    tags: Option<String>,
    annotations: Option<Vec<u8>>,
}

impl Remarks {
    /// Those of an entry.
    pub(crate) fn of_entry(entry: &Entry) -> Self {
        Self {
            limits: entry.limits.clone(),
            ratings: entry.ratings,
            termination: entry.termination.clone(),
            detail: entry.detail.clone(),
            tags: entry.tags.clone(),
            annotations: entry.annotations.clone(),
        }
    }

    /// Those of a stored game.
    pub(crate) fn of_game(connection: &Connection, id: i64) -> Result<Self, DatabaseError> {
        let mut statement = connection.prepare_cached(
            "SELECT attackers_limits, defenders_limits, attackers_rating, defenders_rating, termination,
             detail, tags, annotations FROM games WHERE id = ?1",
        )?;
        Ok(statement.query_row([id], |row| {
            Ok(Self {
                limits: [row.get(0)?, row.get(1)?],
                ratings: [row.get(2)?, row.get(3)?],
                termination: row.get(4)?,
                detail: row.get(5)?,
                tags: row.get(6)?,
                annotations: row.get(7)?,
            })
        })?)
    }

    /// These, and of others of the same game what these do not tell.
    pub(crate) fn or(self, other: &Self) -> Self {
        let side = |side: usize| match self.limits[side].as_str() {
            NO_LIMITS => other.limits[side].clone(),
            limits => limits.to_owned(),
        };
        let limits = [side(0), side(1)];
        let ratings = [0, 1].map(|side: usize| self.ratings[side].or(other.ratings[side]));
        let (termination, detail) = match (&self.termination, &self.detail) {
            (end, None) if end == UNKNOWN_END || *end == other.termination => {
                (other.termination.clone(), other.detail.clone())
            }
            // The detail belongs to these words for the end.
            _ => (self.termination, self.detail),
        };
        let tags = joined_tags(self.tags, other.tags.as_deref());
        let annotations = joined_annotations(self.annotations, other.annotations.as_deref());
        Self { limits, ratings, termination, detail, tags, annotations }
    }

    /// Gives them to a stored game.
    pub(crate) fn store(&self, connection: &Connection, id: i64) -> Result<(), DatabaseError> {
        let mut statement = connection.prepare_cached(
            "UPDATE games SET attackers_limits = ?2, defenders_limits = ?3, attackers_rating = ?4,
             defenders_rating = ?5, termination = ?6, detail = ?7, tags = ?8, annotations = ?9 WHERE id = ?1",
        )?;
        let Self { limits, ratings, termination, detail, tags, annotations } = self;
        let [attackers, defenders] = limits;
        statement.execute(params![
            id,
            attackers,
            defenders,
            ratings[0],
            ratings[1],
            termination,
            detail,
            tags,
            annotations
        ])?;
        Ok(())
    }
}

/// The tags of both, each with its value in the first if it is there.
fn joined_tags(first: Option<String>, second: Option<&str>) -> Option<String> {
    let read = |text: &str| serde_json::from_str::<Map<String, Value>>(text).ok();
    match (first.as_deref().and_then(read), second.and_then(read)) {
        (Some(first), Some(mut tags)) => {
            tags.extend(first);
            Some(Value::from(tags).to_string())
        }
        // What is damaged tells nothing.
        (Some(_), None) => first,
        _ => second.map(str::to_owned),
    }
}

/// The annotations of both, each move's from the first if it has any of the kind.
fn joined_annotations(first: Option<Vec<u8>>, second: Option<&[u8]>) -> Option<Vec<u8>> {
    let read = |bytes: Option<&[u8]>| bytes.and_then(annotated_game);
    let (Some(mut game), Some(other)) = (read(first.as_deref()), read(second)) else {
        return first.or_else(|| second.map(<[u8]>::to_vec));
    };
    let before = game.moves.clone();
    for (played, other) in game.moves.iter_mut().zip(&other.moves) {
        annotate(played, other);
    }
    if game.moves == before {
        return first;
    }
    if game.moves == other.moves {
        return second.map(<[u8]>::to_vec);
    }
    // Both could be written.
    compressed(&game).ok().or(first)
}

/// Gives a move what another record of it has and it has not.
fn annotate(played: &mut RecordedMove, other: &RecordedMove) {
    if played.remark == Remark::default() {
        played.remark = other.remark.clone();
    }
    if played.comment.is_empty() {
        played.comment.clone_from(&other.comment);
    }
    if played.variations.is_empty() {
        played.variations.clone_from(&other.variations);
    }
}
