//! Differences between the settings of two matches, in words.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::settings::MatchSettings;
use crate::arena::engine::EngineSpec;
use crate::rules::Ruleset;

/// The name of the difference when the openings themselves have changed.
pub(super) const OPENINGS_BOOK: &str = "openings in the openings file";

/// The name of the difference when the rules of the user's rulesets have changed.
pub(super) const OWN_RULES: &str = "definition in the file of rulesets";

/// A setting in which two matches differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The setting.
    pub what: &'static str,
    /// The values, that of the earlier match first, such as `1, not 2`.
    pub values: String,
}

impl fmt::Display for Difference {
    /// `a different seed: 1, not 2`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let first = self.what.split(' ').next();
        let article = if first.is_some_and(|word| word.ends_with('s')) { "" } else { "a " };
        write!(f, "{article}different {}: {}", self.what, self.values)
    }
}

/// The difference in a setting, if there is one.
pub(super) fn value<T: PartialEq + Serialize>(
    what: &'static str,
    earlier: &T,
    later: &T,
) -> Option<Difference> {
    (earlier != later).then(|| {
        let values = format!("{}, not {}", shown(earlier), shown(later));
        Difference { what, values }
    })
}

/// The first difference between the engines of two matches.
pub(super) fn engines(earlier: &[EngineSpec], later: &[EngineSpec]) -> Option<Difference> {
    if earlier == later {
        return None;
    }
    let pairs = (1..).zip(earlier.iter().zip(later));
    let mut named = pairs.filter_map(|(number, (earlier, later)): (usize, _)| {
        let value = earlier.difference(later)?;
        Some(format!("engine {number}, {}: {value}", earlier.name))
    });
    let values = named.next().unwrap_or_else(|| match (earlier.len(), later.len()) {
        (earlier, later) if earlier == later => "the order of their options".to_owned(),
        (earlier, later) => format!("{earlier}, not {later}"),
    });
    Some(Difference { what: "engines", values })
}

/// The difference between the openings of two matches. If their checksums agree, the file may be
/// another one.
pub(super) fn openings(earlier: &MatchSettings, later: &MatchSettings) -> Option<Difference> {
    // Records of older versions lack a checksum.
    let hashes = earlier.openings_hash.as_ref().zip(later.openings_hash.as_ref());
    let is_same = hashes.map(|(earlier, later)| earlier == later);
    let mut moved = earlier.openings.clone();
    if let (Some(true), Some(moved), Some(later)) = (is_same, &mut moved, &later.openings) {
        moved.file.clone_from(&later.file);
    }
    value("openings", &moved, &later.openings).or_else(|| {
        let (earlier, later) = hashes.filter(|_| is_same == Some(false))?;
        value(OPENINGS_BOOK, earlier, later)
    })
}

/// The first difference between the rules of the user's rulesets of two matches. Records of older
/// versions lack them.
pub(super) fn rulesets(earlier: &[Ruleset], later: &[Ruleset]) -> Option<Difference> {
    let is_changed =
        |old: &&Ruleset| later.iter().any(|new| new.name == old.name && !new.plays_like(old));
    let changed = earlier.iter().find(is_changed)?;
    Some(Difference { what: OWN_RULES, values: format!("the rules of {}", changed.name) })
}

/// A value for people.
fn shown(value: &impl Serialize) -> String {
    words(&serde_json::to_value(value).unwrap_or_default())
}

fn words(value: &Value) -> String {
    match value {
        Value::Null => "none".to_owned(),
        Value::Bool(on) => if *on { "on" } else { "off" }.to_owned(),
        Value::Number(number) => number.to_string(),
        Value::String(text) => text.clone(),
        Value::Array(list) if list.is_empty() => "none".to_owned(),
        Value::Array(list) => list.iter().map(words).collect::<Vec<_>>().join(" "),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(key, value)| format!("{key}={}", words(value)));
            fields.collect::<Vec<_>>().join(" ")
        }
    }
}
