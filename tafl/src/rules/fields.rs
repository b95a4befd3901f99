//! The fields of a ruleset with their values, each in words, for programs in which players change rules.

use serde::Serialize;
use serde_json::Value;
use strum::VariantNames;

use super::{
    EdgeFort, Escape, KingArmed, KingCapture, Language, NoMoves, Repetition, Ruleset, ShieldWalls,
};

/// A field of a ruleset, by its name in data files.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RuleField {
    /// Its name, with that of its table: `throne.stop`.
    pub name: &'static str,
    /// The part of the rules to which it belongs.
    pub part: &'static str,
    /// The kind of its values.
    pub kind: FieldKind,
    /// Its values. Empty if there are too many to list.
    pub values: Vec<FieldValue>,
}

/// The kind of a field's values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FieldKind {
    /// One of several words.
    Choice,
    /// `true` or `false`.
    Switch,
    /// Letters of pieces.
    Pieces,
    /// A list of squares, or `null` for the usual ones.
    Squares,
    /// A number, or `null` for none.
    Number,
}

/// A value of a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct FieldValue {
    /// The value.
    pub value: Value,
    /// The sentences of the rules that tell it from the field's other values.
    pub told: Vec<String>,
}

/// The speeds to choose from. Others can be written.
const SPEEDS: &[&str] = &["rook", "step", "2", "3", "4"];

/// All sets of pieces.
const PIECES: &[&str] = &["", "t", "T", "K", "tT", "tK", "TK", "tTK"];

/// A field's name, its part of the rules, its kind and the words to choose from.
type Spec = (&'static str, &'static str, FieldKind, &'static [&'static str]);

/// The fields of an area.
macro_rules! area {
    ($area:literal) => {
        [
            (concat!($area, ".squares"), $area, FieldKind::Squares, &[] as &[&str]),
            (concat!($area, ".stop"), $area, FieldKind::Pieces, PIECES),
            (concat!($area, ".pass"), $area, FieldKind::Pieces, PIECES),
            (concat!($area, ".reenter"), $area, FieldKind::Pieces, PIECES),
            (concat!($area, ".hostile-empty"), $area, FieldKind::Pieces, PIECES),
            (concat!($area, ".hostile-occupied"), $area, FieldKind::Pieces, PIECES),
            (concat!($area, ".camps"), $area, FieldKind::Switch, &[]),
        ]
    };
}

const AREAS: [[Spec; 7]; 4] =
    [area!("throne"), area!("corners"), area!("attacker-forts"), area!("defender-forts")];

const OTHERS: [Spec; 18] = [
    ("attacker-move", "moves", FieldKind::Choice, SPEEDS),
    ("defender-move", "moves", FieldKind::Choice, SPEEDS),
    ("king-move", "moves", FieldKind::Choice, SPEEDS),
    ("king-armed", "captures", FieldKind::Choice, KingArmed::VARIANTS),
    ("shield-walls", "captures", FieldKind::Choice, ShieldWalls::VARIANTS),
    ("shield-walls-flanked", "captures", FieldKind::Switch, &[]),
    ("linnaean-capture", "captures", FieldKind::Switch, &[]),
    ("king-on-throne", "king", FieldKind::Choice, KingCapture::VARIANTS),
    ("king-beside-throne", "king", FieldKind::Choice, KingCapture::VARIANTS),
    ("king-elsewhere", "king", FieldKind::Choice, KingCapture::VARIANTS),
    ("escape", "king", FieldKind::Choice, Escape::VARIANTS),
    ("announce", "king", FieldKind::Switch, &[]),
    ("encirclement", "end", FieldKind::Switch, &[]),
    ("edge-fort", "end", FieldKind::Choice, EdgeFort::VARIANTS),
    ("repetition", "end", FieldKind::Choice, Repetition::VARIANTS),
    ("no-moves", "end", FieldKind::Choice, NoMoves::VARIANTS),
    ("turn-limit", "end", FieldKind::Number, &[]),
    ("early-wins", "end", FieldKind::Switch, &[]),
];

/// The place of a field in a ruleset's JSON object.
fn place<'v>(ruleset: &'v mut Value, name: &str) -> Option<&'v mut Value> {
    name.split('.').try_fold(ruleset, |value, key| value.get_mut(key))
}

impl Ruleset {
    /// The fields that make up its rules, with their values in sentences of a language. What its start position
    /// allows is not checked.
    #[must_use]
    pub fn fields(&self, language: Language) -> Vec<RuleField> {
        let written = serde_json::to_value(self).unwrap_or_default();
        let specs = AREAS.iter().flatten().chain(&OTHERS);
        specs.map(|spec| field(&written, *spec, language)).collect()
    }

    /// The ruleset as a file of rulesets, with every field.
    #[must_use]
    pub fn file(&self) -> String {
        #[derive(Serialize)]
        struct File<'r> {
            ruleset: [&'r Ruleset; 1],
        }
        // Every field has a form in TOML, and none that is missing is written.
        toml::to_string(&File { ruleset: [self] }).unwrap_or_default()
    }
}

fn field(written: &Value, (name, part, kind, words): Spec, language: Language) -> RuleField {
    let values: Vec<Value> = match kind {
        FieldKind::Switch => [true, false].map(Value::from).to_vec(),
        _ => words.iter().map(|word| Value::from(*word)).collect(),
    };
    let told: Vec<Vec<String>> =
        values.iter().map(|value| told(written, name, value, language)).collect();
    let says_nothing = |sentence: &String| told.iter().all(|others| others.contains(sentence));
    let own = |sentences: &Vec<String>| {
        sentences.iter().filter(|sentence| !says_nothing(sentence)).cloned().collect()
    };
    let values = values.into_iter().zip(&told);
    let values = values.map(|(value, sentences)| FieldValue { value, told: own(sentences) });
    RuleField { name, part, kind, values: values.collect() }
}

/// The rules in words after a field has been set.
fn told(written: &Value, name: &str, value: &Value, language: Language) -> Vec<String> {
    let mut changed = written.clone();
    if let Some(place) = place(&mut changed, name) {
        *place = value.clone();
    }
    let ruleset: Result<Ruleset, _> = serde_json::from_value(changed);
    let sentences = ruleset.map(|ruleset| ruleset.sentences(language)).unwrap_or_default();
    sentences.into_iter().flat_map(|(_, sentences)| sentences).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::rules::{builtin, find, read_rulesets, read_written};

    /// A ruleset under a name that no other has.
    fn renamed(ruleset: &Ruleset) -> Ruleset {
        Ruleset { name: "own".to_owned(), aliases: Vec::new(), ..ruleset.clone() }
    }

    #[test]
    fn every_field_is_described_and_its_value_is_one_of_those_listed() {
        for ruleset in builtin() {
            let mut written = serde_json::to_value(ruleset).unwrap();
            let fields = ruleset.fields(Language::English);
            for field in &fields {
                let value = place(&mut written, field.name).unwrap().clone();
                let known = field.values.iter().any(|known| known.value == value);
                assert!(known || field.values.is_empty(), "{}: {value}", field.name);
            }
            let leaves = written.as_object().unwrap().iter().flat_map(|(key, value)| {
                let inner = value.as_object().into_iter().flat_map(|table| table.keys());
                let names: Vec<String> = inner.map(|name| format!("{key}.{name}")).collect();
                if names.is_empty() { vec![key.clone()] } else { names }
            });
            let naming = ["name", "aliases", "title", "source", "network", "start"];
            for name in leaves.filter(|name| !naming.contains(&name.as_str())) {
                assert!(fields.iter().any(|field| field.name == name), "{name}");
            }
        }
    }

    #[test]
    fn values_are_told_apart_by_sentences() {
        let fields = find("tablut").unwrap().fields(Language::English);
        let field = |name: &str| fields.iter().find(|field| field.name == name).unwrap();
        let told = &field("king-move").values[1].told;
        assert_eq!(told.len(), 1);
        assert!(told[0].contains("the king moves one square"), "{told:?}");
    }

    /// Whether all items differ.
    fn are_distinct<T: Ord>(items: impl Iterator<Item = T>) -> bool {
        let items: Vec<T> = items.collect();
        items.len() == BTreeSet::from_iter(&items).len()
    }

    #[test]
    fn the_values_of_every_field_are_told_apart_under_some_ruleset() {
        for (at, (name, ..)) in OTHERS.iter().enumerate() {
            let tells = |ruleset: &Ruleset| {
                let field = &ruleset.fields(Language::English)[AREAS.as_flattened().len() + at];
                assert_eq!(field.name, *name);
                are_distinct(field.values.iter().map(|value| &value.told))
            };
            assert!(builtin().iter().any(tells), "{name}");
        }
    }

    #[test]
    fn every_field_is_part_of_the_summary() {
        // It gives a number of enemies, which ways of capture share.
        let numbers = ["king-on-throne", "king-elsewhere"];
        for (name, ..) in OTHERS.iter().filter(|(name, ..)| !numbers.contains(name)) {
            let sums_up = |ruleset: &Ruleset| {
                let written = serde_json::to_value(ruleset).unwrap();
                let fields = ruleset.fields(Language::English);
                let field = fields.iter().find(|field| field.name == *name).unwrap();
                are_distinct(field.values.iter().map(|value| {
                    let mut changed = written.clone();
                    *place(&mut changed, name).unwrap() = value.value.clone();
                    serde_json::from_value::<Ruleset>(changed).unwrap().summary()
                }))
            };
            assert!(builtin().iter().any(sums_up), "{name}");
        }
    }

    #[test]
    fn the_table_of_rulesets_explains_every_field() {
        let (header, _) = include_str!("builtin.toml").split_once("[[ruleset]]").unwrap();
        let entries = header.lines().filter_map(|line| line.strip_prefix("# "));
        // Other lines with a space continue an explanation.
        let entries = entries.filter(|line| !line.starts_with(' ') || line.starts_with("  ."));
        let mut explained = BTreeSet::new();
        for entry in entries {
            for word in entry.split_ascii_whitespace() {
                explained.insert(word.trim_end_matches(','));
                if !word.ends_with(',') {
                    break;
                }
            }
        }
        for field in builtin()[0].fields(Language::English) {
            let part = field.name.find('.').map_or(field.name, |dot| &field.name[dot..]);
            assert!(explained.contains(part), "{part}");
        }
    }

    #[test]
    fn rulesets_written_in_full_are_read_again() {
        for ruleset in builtin() {
            let own = renamed(ruleset);
            assert_eq!(read_rulesets(&own.file()).unwrap(), std::slice::from_ref(&own));
            let written = serde_json::to_string(&own).unwrap();
            assert_eq!(read_written(&written).as_ref(), Ok(&own));
        }
    }

    #[test]
    fn objects_that_are_no_rulesets_are_refused() {
        let own = serde_json::to_value(renamed(find("tablut").unwrap())).unwrap();
        let with = |name: &str, value: Value| {
            let mut changed = own.clone();
            changed[name] = value;
            read_written(&changed.to_string()).unwrap_err().to_string()
        };
        assert!(with("name", "tablut".into()).contains("the name 'tablut' is taken"));
        assert!(with("name", "a b".into()).contains("cannot be a name"));
        assert!(with("king-move", "leap".into()).contains("a speed is rook, step"));
        assert!(with("king-moves", 1.into()).contains("unknown field `king-moves`"));
        assert!(read_written("{").unwrap_err().to_string().contains("EOF"));
        assert!(read_written("{}").unwrap_err().to_string().contains("missing field"));
    }
}
