//! The tags of a record that a format has no words for, as a JSON object in a field of our own.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::ConvertError;
use crate::record::{GameRecord, describe};

/// The tags that tell the game itself. Every format has words of its own for it.
const OF_THE_GAME: [&str; 7] =
    ["Variant", "Rules", "FEN", "PlyCount", "Result", "Termination", "Checksum"];

/// The tags that describe a game, without those of which nothing is known and those for which the format
/// has words: `is_told` says so by name and value.
pub(super) fn untold(
    game: &GameRecord,
    is_told: &dyn Fn(&str, &str) -> bool,
) -> Map<String, Value> {
    let nobody = GameRecord::default();
    let unknown = nobody.tags();
    let mut tags = game.tags();
    tags.retain(|tag| !OF_THE_GAME.contains(&tag.0) && !unknown.contains(tag));
    tags.retain(|(name, value)| !is_told(name, value));
    tags.into_iter().map(|(name, value)| (name.to_owned(), value.into())).collect()
}

/// Gives a game the tags that [`untold`] took from it.
pub(super) fn restore(game: &mut GameRecord, object: &Value) -> Result<(), ConvertError> {
    let Some(object) = object.as_object() else {
        return Err(ConvertError::Tags("they are not an object".to_owned()));
    };
    let mut tags = HashMap::new();
    for (name, value) in object {
        if OF_THE_GAME.contains(&name.as_str()) {
            return Err(ConvertError::Tags(format!("{name} has its place elsewhere")));
        }
        let Some(text) = value.as_str() else {
            return Err(ConvertError::Tags(format!("{name} is not a string")));
        };
        tags.insert(name.as_str(), text.to_owned());
    }
    describe(game, tags).map_err(ConvertError::Tags)
}
