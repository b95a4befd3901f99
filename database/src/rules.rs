//! The rules of games: how the database names them, and what it prepares for each.

use tafl::game::{Game, new_game};
use tafl::record::{ReplayError, RulesCache, begin_at, rules_named};
use tafl::rules::{Catalog, LearnError, Ruleset, read_alternates};
use tafl::types::Placement;

use crate::error::DatabaseError;
use crate::key::KeyMaker;

/// The rules of a game: equal for games whose positions are compared.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RulesName {
    /// The ruleset's name, not an alias, or a rules string.
    pub variant: String,
    /// The alternate rules that differ from the ruleset's own, sorted, as `KingMove=step NoMoves=draw`; empty
    /// without any.
    pub alternates: String,
}

impl RulesName {
    /// The name of the rules that a record names so.
    pub(crate) fn new(
        variant: &str,
        rules: &[(String, String)],
        catalog: &Catalog,
    ) -> Result<Self, ReplayError> {
        let mut pairs = rules.to_owned();
        read_alternates(&mut pairs).map_err(ReplayError::from)?;
        // What the ruleset says anyway makes no other rules.
        let usual = rules_named(variant, &[], catalog)?;
        pairs.retain(|pair| {
            rules_named(variant, std::slice::from_ref(pair), catalog).is_ok_and(|one| one != usual)
        });
        pairs.sort_unstable();
        let words: Vec<String> =
            pairs.iter().map(|(name, value)| format!("{name}={value}")).collect();
        // One that is written out may be a user's, which has a name here. Of several, that of its name.
        let mut own: Vec<&Ruleset> =
            catalog.own().iter().filter(|own| own.plays_like(&usual)).collect();
        own.sort_by_key(|own| own.name != usual.name);
        let variant = match own.first() {
            _ if !variant.contains(':') => &usual.name,
            Some(own) => &own.name,
            None => variant.trim(),
        };
        Ok(Self { variant: variant.to_owned(), alternates: words.join(" ") })
    }

    /// The alternate rules as name and value.
    #[must_use]
    pub fn rules(&self) -> Vec<(String, String)> {
        let pairs = self.alternates.split_whitespace().filter_map(|word| word.split_once('='));
        pairs.map(|(name, value)| (name.to_owned(), value.to_owned())).collect()
    }
}

impl std::fmt::Display for RulesName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.alternates.as_str() {
            "" => f.write_str(&self.variant),
            alternates => write!(f, "{} with {alternates}", self.variant),
        }
    }
}

/// Rules prepared for play and for keys.
pub(crate) struct Rules {
    pub name: RulesName,
    pub keys: KeyMaker,
    /// A game from the start position, without moves.
    game: Box<dyn Game>,
}

impl std::fmt::Debug for Rules {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Rules").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Rules {
    fn new(
        variant: &str,
        rules: &[(String, String)],
        catalog: &Catalog,
    ) -> Result<Self, ReplayError> {
        let ruleset = rules_named(variant, rules, catalog)?;
        let name = RulesName::new(variant, rules, catalog)?;
        let keys = KeyMaker::new(&ruleset, &format!("{}|{}", name.variant, name.alternates));
        Ok(Self { name, keys, game: new_game(&ruleset, None)? })
    }

    /// Squares in a row of the board.
    pub fn side_length(&self) -> usize {
        self.game.ruleset().side_length()
    }

    /// The ruleset's start position.
    pub fn start(&self) -> Placement {
        self.game.placement()
    }

    /// A game from a position or, if `None`, from the ruleset's start.
    pub fn begin(&self, fen: Option<&str>) -> Result<Box<dyn Game>, ReplayError> {
        begin_at(self.game.as_ref(), fen)
    }
}

/// The rulesets in use, each prepared once.
#[derive(Debug)]
pub(crate) struct Rulebook {
    catalog: Catalog,
    prepared: RulesCache<Rules>,
}

impl Rulebook {
    pub fn new(catalog: Catalog) -> Self {
        Self { catalog, prepared: RulesCache::default() }
    }

    pub fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    /// Adds a ruleset of a user, if there is none of its name.
    ///
    /// # Errors
    /// When one of that name has other rules, or it cannot have its name.
    pub fn learn(&mut self, ruleset: &Ruleset) -> Result<(), DatabaseError> {
        self.catalog.learn(ruleset).map_err(|error| match error {
            LearnError::OtherRules(name) => DatabaseError::OtherRules(name),
            invalid => std::io::Error::other(invalid).into(),
        })
    }

    /// The rules that a record names so.
    pub fn find(
        &mut self,
        variant: &str,
        rules: &[(String, String)],
    ) -> Result<&Rules, ReplayError> {
        let Self { catalog, prepared } = self;
        prepared.find(variant, rules, || Rules::new(variant, rules, catalog))
    }
}
