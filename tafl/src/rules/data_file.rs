//! Files of rulesets, built-in and users' own. `builtin.toml` explains the format.

use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::Ruleset;
use super::catalog_error::{
    CatalogError, CatalogProblem, NOT_IN_NAMES, explained, with_suggestion,
};
use super::otn::{self, Reading};
use crate::text::nearest;

type Fields<'i> = DeTable<'i>;

/// An entry of a file.
struct FileEntry<'i> {
    name: String,
    at: Range<usize>,
    fields: Fields<'i>,
}

impl FileEntry<'_> {
    /// Whether that is its name or one of its aliases.
    fn is_called(&self, name: &str) -> bool {
        let aliases = self.fields.get("aliases").and_then(|aliases| aliases.get_ref().as_array());
        let is_it = |alias: &Spanned<DeValue<'_>>| alias.get_ref().as_str() == Some(name);
        self.name == name || aliases.is_some_and(|aliases| aliases.iter().any(is_it))
    }

    /// The place of a field's value, or of the entry.
    fn place(&self, field: &str) -> Range<usize> {
        self.value(field).unwrap_or_else(|| self.at.clone())
    }

    /// The place of a field's value, if the field is not inherited. A dot leads into a table, as in
    /// `throne.squares`.
    fn value(&self, field: &str) -> Option<Range<usize>> {
        let mut names = field.split('.');
        let outer = self.fields.get(names.next()?)?;
        names.try_fold(outer, |table, name| table.get_ref().get(name)).map(Spanned::span)
    }
}

const INHERITS: &str = "inherits";

/// The longest chain of entries that inherit from each other.
const MAX_CHAIN: usize = 32;
const RULES: &str = "rules";

/// The fields allowed beside a rules string.
const NAMING: [&str; 5] = ["name", "aliases", "title", "source", RULES];

/// A field of a valid form, and what is wrong with its value.
pub(super) type WrongValue = (&'static str, String);

/// Checks the values of a ruleset's fields.
type ValueCheck<'a> = &'a dyn Fn(&Ruleset) -> Result<(), WrongValue>;

/// A file read earlier, whose rulesets may be inherited from and whose names are taken.
#[derive(Clone, Copy)]
pub(super) struct BaseFile<'i> {
    pub text: &'i str,
    pub rulesets: &'i [Ruleset],
}

/// Reads rulesets that inherit only from each other, like the built-in ones.
///
/// # Errors
/// When the text is malformed, a field is invalid, or a parent does not exist.
pub fn read_rulesets(text: &str) -> Result<Vec<Ruleset>, CatalogError> {
    read(text, &[], &[], &|_| Ok(()))
}

/// Reads rulesets that may inherit from those of another file, and checks each.
///
/// # Errors
/// When the text is malformed, a field is invalid, a parent does not exist, or a check fails.
pub(super) fn parse_over(
    base: BaseFile<'_>,
    text: &str,
    check: ValueCheck<'_>,
) -> Result<Vec<Ruleset>, CatalogError> {
    read(text, &entries(base.text)?, base.rulesets, check)
}

fn read<'i>(
    text: &'i str,
    known: &[FileEntry<'i>],
    taken: &[Ruleset],
    check: ValueCheck<'_>,
) -> Result<Vec<Ruleset>, CatalogError> {
    let own = entries(text)?;
    let mut rulesets: Vec<Ruleset> = Vec::new();
    for entry in &own {
        let at = |span: Range<usize>, problem| CatalogError { line: line_of(text, &span), problem };
        // Before the parent, because one that has a built-in ruleset's name may also inherit from it.
        check_is_free(&entry.name, rulesets.iter().chain(taken))
            .map_err(|problem| at(entry.place("name"), problem))?;
        let ruleset = match entry.fields.get(RULES) {
            Some(rules) => from_string(entry, rules),
            None => from_fields(entry, &own, known),
        }
        .map_err(|(span, problem)| at(span.unwrap_or(entry.at.clone()), problem))?;
        check(&ruleset).map_err(|(field, message)| {
            let field = if entry.fields.contains_key(RULES) { RULES } else { field };
            // An inherited value may be wrong because the board has another size.
            let span = entry.value(field).unwrap_or_else(|| entry.place("start"));
            at(span, problem_of(entry, Some(field.to_owned()), message))
        })?;
        check_naming(&ruleset, rulesets.iter().chain(taken))
            .map_err(|problem| at(place_of(entry, &problem), problem))?;
        rulesets.push(ruleset);
    }
    Ok(rulesets)
}

/// Checks that a ruleset's names can be values of an option, that no other ruleset has them, and that
/// what it says of itself fits in a line of an answer.
pub(super) fn check_naming<'r>(
    ruleset: &Ruleset,
    others: impl Iterator<Item = &'r Ruleset> + Clone,
) -> Result<(), CatalogProblem> {
    for name in names(ruleset) {
        check_is_free(name, others.clone())?;
        if name.is_empty() || name.starts_with('.') || name.contains(is_not_in_names) {
            return Err(CatalogProblem::Name(name.to_owned()));
        }
    }
    let network = ruleset.network.as_ref();
    for (field, text) in [
        ("title", &ruleset.title),
        ("source", &ruleset.source),
        ("network", network.unwrap_or(&ruleset.name)),
        ("start", &ruleset.start),
    ] {
        if text.chars().any(char::is_control) {
            let message = "it must be one line without control characters".to_owned();
            let (name, field) = (ruleset.name.clone(), Some(field.to_owned()));
            return Err(CatalogProblem::Field { name, field, message });
        }
    }
    Ok(())
}

/// The place of a problem with a ruleset's names and lines.
fn place_of(entry: &FileEntry<'_>, problem: &CatalogProblem) -> Range<usize> {
    match problem {
        CatalogProblem::Field { field: Some(field), .. } => entry.place(field),
        CatalogProblem::Name(name) | CatalogProblem::Duplicate(name) if *name != entry.name => {
            entry.place("aliases")
        }
        _ => entry.place("name"),
    }
}

fn is_not_in_names(c: char) -> bool {
    c.is_whitespace() || c.is_control() || NOT_IN_NAMES.contains(c)
}

/// The ruleset with the nearest names and lines that pass [`check_naming`], and without aliases. A
/// program can give a ruleset any name, but no file can hold it.
pub(crate) fn with_possible_names(ruleset: &Ruleset, others: &[Ruleset]) -> Ruleset {
    let mut name = ruleset.name.replace(is_not_in_names, "-");
    if name.is_empty() {
        name = otn::UNNAMED.to_owned();
    } else if name.starts_with('.') {
        name.replace_range(..1, "-");
    }
    if check_is_free(&name, others.iter()).is_err() {
        name += "-changed";
    }
    let [title, source] =
        [&ruleset.title, &ruleset.source].map(|t| t.replace(char::is_control, " "));
    Ruleset { name, title, source, aliases: Vec::new(), ..ruleset.clone() }
}

/// Checks that no other ruleset has a name.
fn check_is_free<'r>(
    name: &str,
    mut others: impl Iterator<Item = &'r Ruleset>,
) -> Result<(), CatalogProblem> {
    if others.any(|other| names(other).any(|taken| taken.eq_ignore_ascii_case(name))) {
        return Err(CatalogProblem::Duplicate(name.to_owned()));
    }
    Ok(())
}

/// The name and aliases of a ruleset.
pub(super) fn names(ruleset: &Ruleset) -> impl Iterator<Item = &str> {
    std::iter::once(&ruleset.name).chain(&ruleset.aliases).map(String::as_str)
}

/// The line number of the start of a span.
fn line_of(text: &str, span: &Range<usize>) -> usize {
    text.as_bytes().iter().take(span.start).filter(|byte| **byte == b'\n').count() + 1
}

fn problem_of(entry: &FileEntry<'_>, field: Option<String>, message: String) -> CatalogProblem {
    CatalogProblem::Field { name: entry.name.clone(), field, message }
}

/// The file's entries as written.
fn entries(text: &str) -> Result<Vec<FileEntry<'_>>, CatalogError> {
    let at = |span: &Range<usize>, problem| CatalogError { line: line_of(text, span), problem };
    let document = DeTable::parse(text).map_err(|error| {
        let span = error.span().unwrap_or(0..0);
        at(&span, CatalogProblem::Syntax(explained(text, &span, error.message())))
    })?;
    let mut entries: Vec<FileEntry<'_>> = Vec::new();
    for (key, value) in document.into_inner() {
        let DeValue::Array(list) = value.into_inner() else {
            return Err(at(&key.span(), CatalogProblem::Shape));
        };
        if key.get_ref() != "ruleset" {
            return Err(at(&key.span(), CatalogProblem::Shape));
        }
        for item in list.iter() {
            let DeValue::Table(fields) = item.get_ref() else {
                return Err(at(&item.span(), CatalogProblem::Shape));
            };
            let name = match fields.get("name").map(Spanned::get_ref) {
                Some(DeValue::String(name)) => name.to_string(),
                _ => return Err(at(&item.span(), CatalogProblem::Nameless)),
            };
            entries.push(FileEntry { name, at: item.span(), fields: fields.clone() });
        }
    }
    if entries.is_empty() { Err(at(&(0..0), CatalogProblem::Shape)) } else { Ok(entries) }
}

/// A problem, with its place if it is smaller than the whole entry.
type Wrong = (Option<Range<usize>>, CatalogProblem);

/// The ruleset of an entry with a rules string.
fn from_string<'i>(entry: &FileEntry<'i>, rules: &Spanned<DeValue<'i>>) -> Result<Ruleset, Wrong> {
    let wrong = |span, field: &str, message| {
        (Some(span), problem_of(entry, Some(field.to_owned()), message))
    };
    if let Some((key, _)) =
        entry.fields.iter().find(|(key, _)| !NAMING.contains(&key.get_ref().as_ref()))
    {
        let message = "it cannot be combined with 'rules', which says everything".to_owned();
        return Err(wrong(key.span(), key.get_ref(), message));
    }
    /// The fields allowed beside a rules string.
    #[derive(Deserialize)]
    struct Naming {
        name: String,
        #[serde(default)]
        aliases: Vec<String>,
        title: Option<String>,
        source: Option<String>,
        rules: String,
    }
    let naming: Naming = deserialize(entry, entry.fields.clone(), &[entry])?;
    let ruleset = otn::read(&naming.rules, Reading::Written)
        .map_err(|error| wrong(rules.span(), RULES, error.to_string()))?;
    // A string without a name is called after its entry.
    let title =
        if ruleset.name == otn::UNNAMED { naming.name.clone() } else { ruleset.title.clone() };
    Ok(Ruleset {
        name: naming.name,
        aliases: naming.aliases,
        title: naming.title.unwrap_or(title),
        source: naming.source.unwrap_or(ruleset.source),
        ..ruleset
    })
}

/// The ruleset of an entry with fields, including inherited ones.
fn from_fields<'i>(
    entry: &FileEntry<'i>,
    own: &[FileEntry<'i>],
    known: &[FileEntry<'i>],
) -> Result<Ruleset, Wrong> {
    let mut fields = Fields::new();
    let mut chain: Vec<&FileEntry<'i>> = Vec::new();
    let mut next = Some(entry);
    while let Some(parent) = next {
        let own_entry = chain.is_empty();
        chain.push(parent);
        // Names are not inherited, and rules that were changed are not those of the source.
        let changed = own.iter().all(|other| !std::ptr::eq(parent, other));
        let after = changed && !fields.contains_key("source");
        inherit(&mut fields, &parent.fields, &|field| {
            field != INHERITS && (own_entry || !["aliases", "title"].contains(&field))
        });
        if after {
            name_after(&mut fields);
        }
        let Some(name) = parent.fields.get(INHERITS) else { break };
        let found = name.get_ref().as_str().and_then(|name| {
            let found = own.iter().chain(known).find(|entry| entry.is_called(name))?;
            let fresh = !chain.iter().any(|entry| entry.name == found.name);
            let short = chain.len() < MAX_CHAIN;
            (fresh && short && !found.fields.contains_key(RULES)).then_some(found)
        });
        if found.is_none() {
            let problem = no_parent(entry, own.iter().chain(known));
            return Err((own_entry.then(|| name.span()), problem));
        }
        next = found;
    }
    if chain.len() > 1 && !fields.contains_key("title") {
        let name = DeValue::String(entry.name.clone().into());
        fields.insert(unplaced("title".into()), unplaced(name));
    }
    // Spans of other files do not apply to this one.
    chain.retain(|entry| own.iter().any(|other| std::ptr::eq(*entry, other)));
    deserialize(entry, fields, &chain)
}

/// A part of an entry that is not in the text.
fn unplaced<T>(part: T) -> Spanned<T> {
    Spanned::new(0..0, part)
}

/// The problem that an entry does not inherit a complete ruleset.
fn no_parent<'e, 'i: 'e>(
    entry: &FileEntry<'i>,
    all: impl Iterator<Item = &'e FileEntry<'i>> + Clone,
) -> CatalogProblem {
    let parent = entry.fields.get(INHERITS).and_then(|name| name.get_ref().as_str());
    let parent = parent.unwrap_or_default();
    let exists = all.clone().any(|other| other.is_called(parent));
    let others = all.map(|other| other.name.as_str()).filter(|other| *other != entry.name);
    CatalogProblem::Inheritance {
        name: entry.name.clone(),
        parent: parent.to_owned(),
        suggestion: nearest(parent, others).filter(|_| !exists).map(str::to_owned),
    }
}

/// Says of an inherited source that the rules only come from it.
fn name_after(fields: &mut Fields<'_>) {
    let Some(source) = fields.get_mut("source").map(Spanned::get_mut) else { return };
    if let DeValue::String(text) = source {
        *source = DeValue::String(format!("after {text}").into());
    }
}

/// Adds a parent's fields where they are missing, also within tables such as the throne's.
fn inherit<'i>(fields: &mut Fields<'i>, parent: &Fields<'i>, inheritable: &dyn Fn(&str) -> bool) {
    for (field, value) in parent.iter().filter(|(field, _)| inheritable(field.get_ref())) {
        match (fields.get_mut(field.get_ref().as_ref()), value.get_ref()) {
            (None, _) => {
                fields.insert(field.clone(), value.clone());
            }
            (Some(own), DeValue::Table(inherited)) => {
                if let DeValue::Table(own) = own.get_mut() {
                    inherit(own, inherited, &|_| true);
                }
            }
            (Some(_), _) => {}
        }
    }
}

/// Deserializes fields that come from a chain of entries.
fn deserialize<'i, T: Deserialize<'i>>(
    entry: &FileEntry<'i>,
    fields: Fields<'i>,
    chain: &[&FileEntry<'i>],
) -> Result<T, Wrong> {
    let whole = Spanned::new(entry.at.clone(), fields);
    T::deserialize(Deserializer::from(whole)).map_err(|error| {
        let found = error.span().filter(|span| *span != entry.at);
        let field = found
            .clone()
            .and_then(|span| chain.iter().find_map(|entry| field_at(&entry.fields, &span)));
        let message = with_suggestion(error.message().trim());
        (found.filter(|_| field.is_some()), problem_of(entry, field, message))
    })
}

/// The name of the field at a span, prefixed with those of its tables.
fn field_at(fields: &Fields<'_>, span: &Range<usize>) -> Option<String> {
    let covers = |outer: Range<usize>| outer.start <= span.start && span.end <= outer.end;
    fields.iter().find_map(|(key, value)| {
        let name = key.get_ref();
        let inner = match value.get_ref() {
            DeValue::Table(table) => field_at(table, span).map(|inner| format!("{name}.{inner}")),
            _ => None,
        };
        inner.or_else(|| (covers(key.span()) || covers(value.span())).then(|| name.to_string()))
    })
}
