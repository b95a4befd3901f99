//! The position that a command works on.

use clap::Args;

use super::{CliError, choose_ruleset};
use crate::arena::rulesets::RulesetError;
use crate::engine::{Engine, Resources, new_engine};
use crate::protocol::{Options, Start};
use crate::rules::{self, Alternate, Alternates, LookupError, find_alternate};
use crate::solve::Heading;

/// A position under a ruleset.
#[derive(Debug, Args)]
pub(super) struct PositionArgs {
    /// The ruleset, by name ('branan variants' lists them) or as a rules string of OpenTafl's
    /// notation, such as 'dim:7 esc:e start:/…/' [default: brandubh-macwhite]
    #[arg(long)]
    variant: Option<String>,
    /// An alternate rule to apply to it, such as KingMove=step; may be repeated
    #[arg(long = "rule", value_name = "RULE=VALUE")]
    rules: Vec<String>,
    /// The starting position, such as '3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a'; OpenTafl's notation,
    /// '/3t3/…/3t3/ attackers', works too [default: the ruleset's]
    #[arg(long)]
    fen: Option<String>,
    /// Moves to play from there, separated by spaces: d2e2, or d2-e2xd3/e4
    #[arg(long, default_value = "", hide_default_value = true)]
    moves: String,
}

impl PositionArgs {
    /// The ruleset, or the default one.
    fn variant(&self) -> &str {
        self.variant.as_deref().unwrap_or(rules::DEFAULT)
    }

    /// Takes these rules if none are given.
    #[cfg(feature = "db")]
    pub fn fall_back_to(&mut self, variant: &str, rules: &[(String, String)]) {
        if self.variant.is_none() && self.rules.is_empty() {
            self.variant = Some(variant.to_owned());
            self.rules = rules.iter().map(|(name, value)| format!("{name}={value}")).collect();
        }
    }

    /// The options with the ruleset and its alternate rules set.
    fn chosen(&self, mut options: Options) -> Result<Options, CliError> {
        choose_ruleset(&mut options, self.variant())?;
        for (name, value) in self.rule_options()? {
            options.set(&name, Some(value))?;
        }
        Ok(options)
    }

    /// The protocol options for the alternate rules, with their values.
    fn rule_options(&self) -> Result<Vec<(String, &str)>, CliError> {
        let mut options = Vec::new();
        for rule in &self.rules {
            let (name, value) = rule.split_once('=').ok_or_else(|| CliError::Rule(rule.clone()))?;
            let rule = find_alternate(name).map_err(RulesetError::from)?;
            let known = Alternates::default().choose(rule, value);
            known.map_err(|error| RulesetError::from(LookupError::from(error)))?;
            let option = (format!("Rule {rule}"), value);
            if options.iter().any(|(other, _)| *other == option.0) {
                return Err(CliError::RuleTwice(rule));
            }
            options.push(option);
        }
        Ok(options)
    }

    /// The protocol options that set the same rules in another process.
    pub fn settings(&self) -> Result<Vec<(String, String)>, CliError> {
        let variant = ("UCI_Variant".to_owned(), self.variant().to_owned());
        let rules = self.rule_options()?.into_iter().map(|(name, value)| (name, value.to_owned()));
        Ok(std::iter::once(variant).chain(rules).collect())
    }

    /// The ruleset and its alternate rules as records name them.
    #[cfg(feature = "db")]
    pub fn names(&self) -> Result<(String, Vec<(String, String)>), CliError> {
        let pair = |rule: &String| {
            let (name, value) = rule.split_once('=').ok_or_else(|| CliError::Rule(rule.clone()))?;
            Ok((name.to_owned(), value.to_owned()))
        };
        Ok((
            self.variant().to_owned(),
            self.rules.iter().map(pair).collect::<Result<_, CliError>>()?,
        ))
    }

    /// The alternate rules as they were given, or `-`.
    pub fn rules_given(&self) -> String {
        if self.rules.is_empty() { "-".to_owned() } else { self.rules.join(" ") }
    }

    fn start(&self) -> Start {
        match &self.fen {
            None => Start::Usual,
            // Unlike OpenTafl's notation, a FEN does not begin with a slash.
            Some(text) if text.starts_with('/') => Start::Otn(text.clone()),
            Some(text) => Start::Fen(text.clone()),
        }
    }

    fn moves(&self) -> Vec<String> {
        self.moves.split_whitespace().map(str::to_ascii_lowercase).collect()
    }

    /// An engine at the position.
    pub fn engine(&self, options: Options, threads: usize) -> Result<Box<dyn Engine>, CliError> {
        let mut engine =
            new_engine(&self.chosen(options)?.ruleset(), Resources { hash: 1, threads })?;
        engine.set_up_text(self.start().fen()?.as_deref(), &self.moves())?;
        Ok(engine)
    }

    /// The heading of a certificate about this position.
    ///
    /// # Errors
    /// If the ruleset is not built in, because a checker knows no others.
    pub fn heading(&self, options: Options, start: String) -> Result<Heading, CliError> {
        let options = self.chosen(options)?;
        let known = rules::find(&options.variant.name);
        if known != Some(&options.variant) {
            return Err(CliError::NotBuiltIn);
        }
        let alternates = Alternate::all().filter_map(|rule| {
            let value = options.alternates.value(rule);
            (value != Alternate::UNCHANGED).then(|| format!("{rule}={value}"))
        });
        let (ruleset, alternates) = (options.variant.name.clone(), alternates.collect());
        Ok(Heading { ruleset, alternates, start })
    }
}
