//! The results of `branan balance`, as a table and as JSON.

use comfy_table::CellAlignment;
use serde_json::{Value, json};

use super::super::text_table::{Width, lines, or_nothing, percent, table};
use crate::balance::{Tally, Trial};

/// A line for each trial.
pub(super) fn to_table<'a>(
    results: impl Iterator<Item = (&'a Trial, &'a Tally)>,
    width: Width,
) -> String {
    let heading = [
        "Game",
        "Change",
        "Strength",
        "Attackers' score",
        "Won-drawn-lost",
        "Plies",
        "Fair bid",
        "Endings",
    ];
    let mut table = table(&heading);
    for left in [1, 2, heading.len() - 1] {
        if let Some(column) = table.column_mut(left) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }
    for (trial, tally) in results {
        let change = (!trial.change.is_none()).then(|| trial.change.to_string());
        let score = tally.score().map(|(score, low, high)| {
            format!("{} ({:.0} to {:.0})", percent(score), 100.0 * low, 100.0 * high)
        });
        let endings: Vec<String> =
            tally.endings.iter().map(|(ending, games)| format!("{ending} {games}")).collect();
        let (wins, draws, losses) =
            (tally.attackers.wins, tally.attackers.draws, tally.attackers.losses);
        table.add_row(vec![
            trial.ruleset.name.clone(),
            or_nothing(change),
            trial.strength.to_string(),
            or_nothing(score),
            format!("{wins}-{draws}-{losses}"),
            or_nothing(tally.mean_plies().map(|plies| format!("{plies:.0}"))),
            or_nothing(tally.fair_bid().map(|bid| bid.to_string())),
            endings.join(", "),
        ]);
    }
    lines(&table, width)
}

/// The results of a trial.
pub(super) fn to_json(trial: &Trial, tally: &Tally) -> Value {
    let score = tally.score();
    json!({
        "ruleset": trial.ruleset.name,
        "change": (!trial.change.is_none()).then(|| trial.change.to_string()),
        "start": trial.ruleset.start,
        "strength": trial.strength.to_string(),
        "games": tally.attackers.games(),
        "attackers": tally.attackers,
        "score": score.map(|(score, _, _)| score),
        "interval": score.map(|(_, low, high)| [low, high]),
        "mean_plies": tally.mean_plies(),
        "fair_bid": tally.fair_bid().map(|bid| json!({ "side": bid.side.to_string(), "plies": bid.plies })),
        "endings": tally.endings,
    })
}
