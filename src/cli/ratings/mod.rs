//! `branan ratings`: how strong engines are, from the games of any number of matches.

mod csv;
mod tables;

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::{Args, ValueHint};
use serde_json::json;

use super::output::{check_page, write_page};
use super::paint::{complain, warning};
use super::records::{RecordsError, read_games, tell_left_out};
use super::{CliError, print};
use crate::arena::tournament::Copy;
use crate::cli::text_table::output_width;
use crate::ratings::{Anchor, RatedGame, RatedGroup, rate};
use crate::report::ratings_page;
use crate::rules::Catalog;
use crate::text::{did_you_mean, nearest};

/// Rate engines by the games of any number of matches.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:

  branan ratings spring.txt summer.txt --anchor 'branan 0.1=2000'
  branan ratings *.txt --rename 'new=branan 0.2' --page ratings.html

Engines are known by their names. Ratings are the most likely ones of the Bradley-Terry model with draws \
(Davidson's) and an advantage for one role in each ruleset; ± is half the width of the 95 % interval, \
against the mean of all or the anchor. LOS is the likelihood that an engine is better than the next.")]
pub(super) struct RatingsArgs {
    /// Files of game records, of one match or of many
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    records: Vec<PathBuf>,
    /// Engine with a fixed rating, from which the others are counted [default: their mean is 0]
    #[arg(long, value_name = "NAME=ELO", value_parser = anchor)]
    anchor: Option<Anchor>,
    /// Count the games of one name as those of another
    #[arg(long, value_name = "NAME=OTHER", value_parser = rename)]
    rename: Vec<(String, String)>,
    /// Print JSON, with the likelihood of superiority of each engine over each other one
    #[arg(long, conflicts_with = "csv")]
    json: bool,
    /// Print comma-separated values, a line for each engine
    #[arg(long)]
    csv: bool,
    /// Also write a page for the browser, with plots
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    page: Option<PathBuf>,
}

fn anchor(text: &str) -> Result<Anchor, String> {
    let (name, elo) = rename(text).map_err(|_| "write it like NAME=2000".to_owned())?;
    match elo.parse::<f64>() {
        Ok(elo) if elo.abs() <= 100_000.0 => Ok(Anchor { name, elo }),
        _ => Err("the rating is a number such as 2000".to_owned()),
    }
}

fn rename(text: &str) -> Result<(String, String), String> {
    match text.rsplit_once('=') {
        Some((name, other)) if !name.is_empty() && !other.is_empty() => {
            Ok((name.to_owned(), other.to_owned()))
        }
        _ => Err("write it like NAME=OTHER".to_owned()),
    }
}

impl RatingsArgs {
    /// Rates the engines and prints what came of it.
    pub fn run(&self, catalog: &Catalog) -> Result<(), CliError> {
        if let Some(path) = &self.page {
            check_page("--page", path, &self.records)?;
        }
        let games = self.games(catalog)?;
        if let Some(Anchor { name, .. }) = &self.anchor {
            check_name(name, "anchor", &games)?;
        }
        let groups = rate(&games, self.anchor.as_ref());
        warn_of_groups(&groups);
        if let Some(path) = &self.page {
            let page = ratings_page(&games, &groups, self.anchor.as_ref())?;
            write_page(path, &page)?;
        }
        let text = match (self.json, self.csv) {
            (true, _) => json!({ "games": games.len(), "groups": groups }).to_string(),
            (_, true) => csv::text(&groups),
            _ => tables::text(&groups, output_width()),
        };
        print(text.trim_end())
    }

    /// The games to be rated; says which are left out.
    fn games(&self, catalog: &Catalog) -> Result<Vec<RatedGame>, CliError> {
        let (mut twice, mut contradictory, mut unfinished) = (0, 0, 0);
        let mut games = Vec::new();
        for (copy, record) in read_games(&self.records, catalog)? {
            match (copy, RatedGame::of(&record)) {
                (Copy::Same, _) => twice += 1,
                (Copy::Other, _) => contradictory += 1,
                (Copy::New, None) => unfinished += 1,
                (Copy::New, Some(game)) => games.push(game),
            }
        }
        for (number, what) in [
            (twice, "recorded twice"),
            (contradictory, "recorded again with other moves or another result"),
            (unfinished, "unfinished"),
        ] {
            tell_left_out(number, what);
        }
        if games.is_empty() {
            return Err(RecordsError::Empty(self.records[0].clone()).into());
        }
        for (name, _) in &self.rename {
            check_name(name, "rename", &games)?;
        }
        Ok(games.into_iter().map(|game| self.renamed(game)).collect())
    }

    fn renamed(&self, mut game: RatedGame) -> RatedGame {
        for name in [&mut game.attackers, &mut game.defenders] {
            if let Some((_, other)) = self.rename.iter().find(|(old, _)| old == name) {
                name.clone_from(other);
            }
        }
        game
    }
}

/// Checks that an engine of this name played.
fn check_name(name: &str, option: &'static str, games: &[RatedGame]) -> Result<(), RecordsError> {
    let names = games.iter().flat_map(|game| [game.attackers.as_str(), game.defenders.as_str()]);
    let engines: BTreeSet<&str> = names.collect();
    if engines.contains(name) {
        return Ok(());
    }
    let suggestion = did_you_mean(nearest(name, engines.iter().copied()));
    let engines = engines.into_iter().collect::<Vec<_>>().join(", ");
    Err(RecordsError::NoEngine { option, name: name.to_owned(), suggestion, engines })
}

/// Engines that never met have no common scale.
fn warn_of_groups(groups: &[RatedGroup]) {
    if groups.len() > 1 {
        let names = |group: &RatedGroup| {
            group.engines.iter().map(|engine| engine.name.as_str()).collect::<Vec<_>>().join(", ")
        };
        let lists = groups.iter().map(names).collect::<Vec<_>>().join(" | ");
        complain(warning(format!(
            "the engines fall into {} groups that never met, and are rated apart: {lists}",
            groups.len()
        )));
    }
}
