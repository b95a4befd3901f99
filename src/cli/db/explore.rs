//! `branan db explore`.

use std::process::ExitCode;

use clap::Args;
use database::{Exploration, Results, RulesName, Share, UnreadableGame};

use super::filter::FilterArgs;
use super::{DatabaseFile, OpeningsFile, other_rules, table};
use crate::cli::paint::{complain, warning};
use crate::cli::text_table::{lines, or_nothing, output_width, percent, table as number_table};
use crate::cli::{CliError, PositionArgs, counted, print};
use crate::protocol::Options;

const NOTES: &str = "\
Positions that are equal but for a rotation or reflection of the board are one, and so are those that \
different moves lead to. A game counts once, with the move first played there. A score is the attackers' share \
of the points, with its 95 % interval. If all games are of one ruleset, --variant is not needed.

Examples:
  branan db explore games.db --variant tablut
  branan db explore games.db --moves 'd2e2 d3b3' --player branan --since 2026";

/// Tell what was played in a position, and how it went
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct ExploreArgs {
    #[command(flatten)]
    database: DatabaseFile,
    #[command(flatten)]
    position: PositionArgs,
    #[command(flatten)]
    openings: OpeningsFile,
    /// List at most this many games
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

impl ExploreArgs {
    /// Prints the moves and games. Exit code 1 means that some of these games cannot be read.
    pub fn run(mut self, mut options: Options) -> Result<ExitCode, CliError> {
        let mut database = self.database.open_for(&mut options, &mut self.position)?;
        let engine = self.position.engine(options, 1)?;
        let (variant, rules) = self.position.names()?;
        let filter = self.filter.filter(None, database.catalog())?;
        let openings = self.openings.load(database.catalog())?;
        let found = database.explore(engine.game(), (&variant, &rules), &filter, self.limit);
        let mut found = found.map_err(|error| self.database.wrong(error))?;
        found.name_openings(engine.game(), &openings);
        for UnreadableGame { id, reason } in &found.unreadable {
            let path = self.database.path.display();
            complain(warning(format!("{path}: game {id}: {reason}; skipped")));
        }
        if self.json {
            print(&serde_json::json!(found).to_string())?;
        } else {
            let rules = database.rules().map_err(|error| self.database.wrong(error))?;
            print(text(&found, &rules).trim_end())?;
        }
        Ok(if found.unreadable.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

fn share(share: Option<Share>) -> [String; 2] {
    [
        or_nothing(share.map(|share| percent(share.value))),
        or_nothing(share.map(|share| format!("{} to {}", percent(share.low), percent(share.high)))),
    ]
}

/// The cells of results.
fn cells(results: &Results) -> Vec<String> {
    let [score, interval] = share(results.score);
    vec![
        results.games.to_string(),
        results.attackers.to_string(),
        results.draws.to_string(),
        results.defenders.to_string(),
        score,
        interval,
        or_nothing(results.length.map(|length| format!("{length:.0}"))),
        or_nothing(results.last_played.clone()),
    ]
}

/// The moves and games as text. `rules` are those of all games.
fn text(found: &Exploration, rules: &[RulesName]) -> String {
    let mut text = format!("{}\n", found.fen);
    if let Some(opening) = &found.opening {
        let since = match opening.since {
            0 => String::new(),
            1 => ", 1 move later".to_owned(),
            since => format!(", {since} moves later"),
        };
        text += &format!("{}{since}\n", opening.name);
    }
    if found.results.games == 0 {
        let searched =
            RulesName { variant: found.variant.clone(), alternates: found.rules.clone() };
        return text
            + &match rules.contains(&searched) {
                true => format!("no games of {searched} with this position"),
                false => format!("no games of {searched}; {}", other_rules(rules)),
            };
    }
    let mut moves = number_table(&[
        "Move",
        "Games",
        "Attackers",
        "Draws",
        "Defenders",
        "Score",
        "Interval",
        "Plies",
        "Last played",
        "Best player",
        "Opening",
    ]);
    for explored in &found.moves {
        let mut row = vec![explored.mv.to_string()];
        row.extend(cells(&explored.results));
        let best = explored.best.as_ref().map(|best| format!("{} ({})", best.name, best.rating));
        row.push(or_nothing(best));
        row.extend(explored.opening.clone());
        moves.add_row(row);
    }
    let mut all = vec!["all".to_owned()];
    all.extend(cells(&found.results));
    all.push(String::new());
    moves.add_row(all);
    text += &lines(&moves, output_width());
    if found.ended > 0 {
        text += &format!("{} ended here\n", counted(found.ended as u64, "game"));
    }
    text.push('\n');
    let rows = found.list.iter().map(|listed| {
        let mv = or_nothing(listed.mv.clone());
        (&listed.game, vec![listed.ply.to_string(), mv])
    });
    text + &table::games(&["After", "Move"], rows)
}
