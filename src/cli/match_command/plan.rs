//! The plan of a match as text.

use std::path::Path;

use crate::arena::tournament::{OpeningsOrder, OpeningsSource, Plan, Roles};
use crate::cli::counted;

/// The most pairings that are listed.
const MAX_PAIRINGS: usize = 8;

/// The format, the pairings, the openings and the record of a match, a line each.
pub fn details(plan: &Plan, record: Option<&Path>) -> String {
    let record = record.map_or_else(|| "none".to_owned(), |path| path.display().to_string());
    format!(
        "Format: {}\nPairings: {}\nOpenings: {}\nRecord: {record}\n",
        format_line(plan),
        pairings(plan),
        openings(plan)
    )
}

fn format_line(plan: &Plan) -> String {
    let settings = &plan.settings;
    let rounds = counted(settings.rounds.into(), "round");
    let pairs = counted(settings.pairs.into(), "pair");
    let roles = match settings.roles {
        Roles::Swapped => "swapped roles",
        Roles::Reversed => "swapped roles (the second engine attacks first)",
        Roles::Fixed => "the first engine always attacks",
    };
    format!("{}, {rounds}, {pairs} of games for each pairing and ruleset, {roles}", settings.format)
}

/// Who meets in the first round.
fn pairings(plan: &Plan) -> String {
    let mut pairings: Vec<[usize; 2]> = Vec::new();
    for game in plan.schedule.games().filter(|game| game.round == 0) {
        let pairing = [game.attackers.min(game.defenders), game.attackers.max(game.defenders)];
        if !pairings.contains(&pairing) {
            pairings.push(pairing);
        }
    }
    let name = |engine: usize| plan.settings.engines[engine].name.as_str();
    let listed = pairings.iter().take(MAX_PAIRINGS).map(|pairing| pairing.map(name).join(" - "));
    let mut text = listed.collect::<Vec<_>>().join(", ");
    if let Some(more @ 1..) = pairings.len().checked_sub(MAX_PAIRINGS) {
        text += &format!(" and {more} more");
    }
    if plan.schedule.is_staged() && plan.settings.rounds > 1 {
        text += "; the results decide the pairings of later rounds";
    }
    text
}

fn openings(plan: &Plan) -> String {
    let Some(OpeningsSource { file, order, start, plies }) = &plan.settings.openings else {
        return "none, all games begin at the start position".to_owned();
    };
    let counts = plan.rulesets.iter().zip(&plan.openings);
    let counts: Vec<_> = counts
        .map(|(rules, openings)| format!("{} for {}", openings.count(), rules.name))
        .collect();
    let order = match order {
        OpeningsOrder::Sequential => format!("in their order from number {start}"),
        OpeningsOrder::Random => "in random order".to_owned(),
    };
    let plies = plies.map_or_else(String::new, |plies| format!(", at most {plies} plies of each"));
    let played = plan.schedule.openings();
    format!("{played} from {file} ({}), {order}{plies}", counts.join(", "))
}
