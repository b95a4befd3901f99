//! Ratings as comma-separated values, after RFC 4180.

use statistics::Estimate;

use crate::cli::csv_field::field;
use crate::ratings::{RatedEngine, RatedGroup, RatedRuleset};

const COLUMNS: [&str; 14] = [
    "group",
    "rank",
    "engine",
    "elo",
    "error",
    "los_next",
    "games",
    "wins",
    "draws",
    "losses",
    "opponents",
    "attackers",
    "defenders",
    "ruleset",
];

/// A line for each engine, and then one for each ruleset that it has a rating of its own in.
pub fn text(groups: &[RatedGroup]) -> String {
    let mut lines = vec![COLUMNS.join(",")];
    for (number, group) in (1..).zip(groups) {
        for (place, engine) in group.engines.iter().enumerate() {
            lines.push(line(number, place, engine));
            let in_ruleset = |ruleset| ruleset_line(number, place, engine, ruleset);
            lines.extend(group.rulesets.iter().filter_map(in_ruleset));
        }
    }
    lines.join("\n")
}

fn number(value: f64) -> String {
    format!("{value:.2}")
}

fn value(estimate: Option<Estimate>) -> String {
    estimate.map_or_else(String::new, |estimate| number(estimate.value))
}

fn line(group: usize, place: usize, engine: &RatedEngine) -> String {
    let results = engine.results;
    let los = engine.superiority.get(place + 1).map(|los| format!("{los:.4}"));
    let fields = [
        group.to_string(),
        (place + 1).to_string(),
        field(&engine.name),
        number(engine.elo.value),
        number(engine.elo.error),
        los.unwrap_or_default(),
        results.games().to_string(),
        results.wins.to_string(),
        results.draws.to_string(),
        results.losses.to_string(),
        number(engine.opponents),
        value(engine.as_attackers),
        value(engine.as_defenders),
        String::new(),
    ];
    fields.join(",")
}

fn ruleset_line(
    group: usize,
    place: usize,
    engine: &RatedEngine,
    ruleset: &RatedRuleset,
) -> Option<String> {
    let elo = ruleset.elo[place]?;
    let mut fields = vec![String::new(); COLUMNS.len()];
    fields[0] = group.to_string();
    fields[1] = (place + 1).to_string();
    fields[2] = field(&engine.name);
    fields[3] = number(elo.value);
    fields[4] = number(elo.error);
    fields[COLUMNS.len() - 1] = field(&ruleset.name);
    Some(fields.join(","))
}
