//! Options that choose games.

use clap::Args;
use clap::builder::PossibleValuesParser;
use database::{Filter, GameResult, read_date};
use strum::VariantNames as _;

use super::DbError;
use crate::arena::rulesets::RulesetError;
use crate::record::Termination;
use crate::rules::{Catalog, find_ruleset};
use crate::text::{did_you_mean, nearest};

/// Which games are meant: those that fulfil every condition. A part of a name is enough, in any
/// case.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Which games")]
pub struct FilterArgs {
    /// With this player on either side
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// With this attackers' player
    #[arg(long, value_name = "NAME")]
    attackers: Option<String>,
    /// With this defenders' player
    #[arg(long, value_name = "NAME")]
    defenders: Option<String>,
    /// Of this event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// Since this date: 2026, 2026.11 or 2026.11.21
    #[arg(long, value_name = "DATE", value_parser = date)]
    since: Option<String>,
    /// Until this date, itself included
    #[arg(long, value_name = "DATE", value_parser = date)]
    until: Option<String>,
    /// With this result
    #[arg(long, value_parser = PossibleValuesParser::new(GameResult::VARIANTS))]
    result: Option<String>,
    /// With this ending, such as king-escaped or resign
    #[arg(long, value_name = "WORD")]
    ending: Option<String>,
    /// Of at least this many plies
    #[arg(long, value_name = "N")]
    min_plies: Option<u32>,
    /// Of at most this many plies
    #[arg(long, value_name = "N")]
    max_plies: Option<u32>,
    /// Between players who are both rated at least so
    #[arg(long, value_name = "RATING")]
    min_rating: Option<u32>,
}

/// A date for clap.
fn date(text: &str) -> Result<String, &'static str> {
    read_date(text).ok_or("write it like 2026, 2026.11 or 2026.11.21")
}

impl FilterArgs {
    /// The first of these options that was given.
    pub fn first_given(&self) -> Option<&'static str> {
        let given = [
            ("player", self.player.is_some()),
            ("attackers", self.attackers.is_some()),
            ("defenders", self.defenders.is_some()),
            ("event", self.event.is_some()),
            ("since", self.since.is_some()),
            ("until", self.until.is_some()),
            ("result", self.result.is_some()),
            ("ending", self.ending.is_some()),
            ("min-plies", self.min_plies.is_some()),
            ("max-plies", self.max_plies.is_some()),
            ("min-rating", self.min_rating.is_some()),
        ];
        given.into_iter().find_map(|(name, is_given)| is_given.then_some(name))
    }

    /// The filter, with a ruleset if one is given.
    pub fn filter(
        &self,
        variant: Option<&str>,
        catalog: &Catalog,
    ) -> Result<Filter, super::CliError> {
        if let Some(name) = &self.ending
            && name.parse::<Termination>().is_err()
        {
            let words: Vec<String> = Termination::all().map(|word| word.to_string()).collect();
            let hint = did_you_mean(nearest(name, words.iter().map(String::as_str)));
            return Err(
                DbError::Ending { name: name.clone(), hint, known: words.join(", ") }.into()
            );
        }
        let variant = match variant {
            Some(name) if !name.contains(':') => {
                Some(find_ruleset(name, catalog).map_err(RulesetError::from)?.name.clone())
            }
            other => other.map(str::to_owned),
        };
        Ok(Filter {
            player: self.player.clone(),
            attackers: self.attackers.clone(),
            defenders: self.defenders.clone(),
            event: self.event.clone(),
            since: self.since.clone(),
            until: self.until.clone(),
            variant,
            result: self.result.as_ref().and_then(|word| word.parse().ok()),
            ending: self.ending.clone(),
            min_plies: self.min_plies,
            max_plies: self.max_plies,
            min_rating: self.min_rating,
        })
    }
}
