//! `branan db repertoire` and `novelty`.

use std::process::ExitCode;

use clap::Args;
use clap::builder::PossibleValuesParser;
use database::{Repertoire, RepertoireLine, TreeSettings};

use super::filter::FilterArgs;
use super::{DatabaseFile, other_rules};
use crate::cli::text_table::{lines, output_width, percent, table};
use crate::cli::{CliError, PositionArgs, print};
use crate::protocol::Options;
use crate::rules::{Catalog, Side};
use crate::text::words;

const NOTES: &str = "\
A line is judged by the interval of the side's share of the points: the best lines have the highest low end, \
the worst the lowest high end. To see the lines of one player, name the player: --attackers NAME or \
--defenders NAME. If all games are of one ruleset, --variant is not needed.

Examples:
  branan db repertoire games.db --side attackers --min-games 20
  branan db repertoire games.db --side defenders --defenders Ann --plies 4";

/// Show the lines that do best and worst for a side
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub struct RepertoireArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// The side
    #[arg(long, value_parser = PossibleValuesParser::new(["attackers", "defenders"]))]
    side: String,
    #[command(flatten)]
    position: PositionArgs,
    /// The fewest games of a line
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    min_games: u32,
    /// The length of the longest line
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u16).range(1..))]
    plies: u16,
    /// Show at most this many lines of either kind
    #[arg(long, value_name = "N", default_value_t = 10)]
    limit: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    filter: FilterArgs,
}

impl RepertoireArgs {
    /// Prints the lines.
    pub fn run(mut self, mut options: Options) -> Result<ExitCode, CliError> {
        let mut database = self.database.open_for(&mut options, &mut self.position)?;
        let engine = self.position.engine(options, 1)?;
        let (variant, rules) = self.position.names()?;
        let settings = TreeSettings {
            min_games: self.min_games,
            plies: usize::from(self.plies) - 1,
            filter: self.filter.filter(None, database.catalog())?,
        };
        let tree = database.tree(engine.game(), (&variant, &rules), &settings);
        let tree = tree.map_err(|error| self.database.wrong(error))?;
        let side = if self.side == "attackers" { Side::Attackers } else { Side::Defenders };
        let found = Repertoire::new(&tree, side, self.limit);
        if self.json {
            print(&serde_json::json!(found).to_string())?;
        } else if found.best.is_empty() {
            let rules = database.rules().map_err(|error| self.database.wrong(error))?;
            let is_known = rules.iter().any(|known| known.variant == engine.game().ruleset().name);
            print(&match is_known {
                true => "no line has that many games".to_owned(),
                false => format!("no games of {variant}; {}", other_rules(&rules)),
            })?;
        } else {
            print(&format!("The best lines for the {side}:\n{}", listed(&found.best)))?;
            let worst = listed(&found.worst);
            print(&format!("The worst lines for the {side}:\n{}", worst.trim_end()))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn listed(found: &[RepertoireLine]) -> String {
    let mut rows = table(&["Line", "Games", "Share", "Interval"]);
    for RepertoireLine { line, results, share } in found {
        rows.add_row([
            words(line),
            results.games.to_string(),
            percent(share.value),
            format!("{} to {}", percent(share.low), percent(share.high)),
        ]);
    }
    lines(&rows, output_width())
}

/// Tell the first move of a game that no earlier game had
#[derive(Debug, Args)]
#[command(after_help = "\
The move is the first that leads to a position of no earlier game, whichever moves led there. Of two games \
without different dates, the one added first is the earlier.")]
pub struct NoveltyArgs {
    #[command(flatten)]
    database: DatabaseFile,
    /// The game's number, as 'games' lists it
    #[arg(value_name = "N")]
    game: i64,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl NoveltyArgs {
    /// Prints the move.
    pub fn run(&self, catalog: Catalog) -> Result<ExitCode, CliError> {
        let mut database = self.database.open(catalog)?;
        let found = database.novelty(self.game).map_err(|error| self.database.wrong(error))?;
        if self.json {
            print(&serde_json::json!(found).to_string())?;
            return Ok(ExitCode::SUCCESS);
        }
        let text = match found {
            None => "every position of this game occurs in an earlier one".to_owned(),
            Some(new) if new.games == 1 => {
                format!("first new move: {}; 1 earlier game had the position before it", new.text)
            }
            Some(new) => format!(
                "first new move: {}; {} earlier games had the position before it",
                new.text, new.games
            ),
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}
