//! Ratings as tables for the terminal.

use statistics::Estimate;

use crate::cli::text_table::{Width, lines, or_nothing, percent, table, wrapped};
use crate::ratings::{RatedEngine, RatedGroup};

/// The most rulesets whose ratings stand side by side.
const MAX_RULESETS: usize = 5;

/// All groups, one after the other.
pub fn text(groups: &[RatedGroup], width: Width) -> String {
    groups.iter().map(|rated| group(rated, width)).collect::<Vec<_>>().join("\n")
}

fn estimate(estimate: Estimate) -> String {
    format!("{estimate:.1}")
}

fn group(group: &RatedGroup, width: Width) -> String {
    let roles = group
        .roles_note()
        .map_or_else(|| roles(&group.engines, width), |note| format!("{}\n", wrapped(note, width)));
    let mut parts = vec![engines(&group.engines, width), roles, rulesets(group, width)];
    if (2..=MAX_RULESETS).contains(&group.rulesets.len()) {
        let note = group
            .rulesets_note()
            .map(|note| format!("{}\n", wrapped(&note, width)))
            .unwrap_or_default();
        parts.push(by_ruleset(group, width) + &note);
    }
    parts.join("\n")
}

fn engines(engines: &[RatedEngine], width: Width) -> String {
    let mut table = table(&["Engine", "Elo", "LOS", "Games", "Score", "Draws", "Opponents"]);
    for (place, engine) in engines.iter().enumerate() {
        let results = engine.results;
        let draws = results.draws as f64 / results.games().max(1) as f64;
        table.add_row([
            engine.name.clone(),
            estimate(engine.elo),
            or_nothing(engine.superiority.get(place + 1).copied().map(percent)),
            results.games().to_string(),
            or_nothing(results.score().map(percent)),
            percent(draws),
            format!("{:.1}", engine.opponents),
        ]);
    }
    lines(&table, width)
}

/// Against the mean of all in that role.
fn roles(engines: &[RatedEngine], width: Width) -> String {
    let mut table = table(&["Engine", "As attackers", "As defenders"]);
    for engine in engines {
        table.add_row([
            engine.name.clone(),
            or_nothing(engine.as_attackers.map(estimate)),
            or_nothing(engine.as_defenders.map(estimate)),
        ]);
    }
    lines(&table, width)
}

fn rulesets(group: &RatedGroup, width: Width) -> String {
    let mut table =
        table(&["Ruleset", "Games", "Attackers", "Worth of attacking", "Between equals", "Draws"]);
    for ruleset in &group.rulesets {
        table.add_row([
            ruleset.name.clone(),
            ruleset.attackers.games().to_string(),
            or_nothing(ruleset.attackers.score().map(percent)),
            estimate(ruleset.advantage),
            percent(ruleset.expected_score),
            percent(ruleset.expected_draws),
        ]);
    }
    lines(&table, width)
}

fn by_ruleset(group: &RatedGroup, width: Width) -> String {
    let names = group.rulesets.iter().map(|ruleset| ruleset.name.as_str());
    let heading: Vec<&str> = std::iter::once("Engine").chain(names).collect();
    let mut table = table(&heading);
    for (place, engine) in group.engines.iter().enumerate() {
        let ratings =
            group.rulesets.iter().map(|ruleset| or_nothing(ruleset.elo[place].map(estimate)));
        table.add_row(std::iter::once(engine.name.clone()).chain(ratings));
    }
    lines(&table, width)
}
