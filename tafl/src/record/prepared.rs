//! Rules that are prepared once for many games.

use super::game::GameRecord;
use super::replay::{Replay, ReplayError, replay_from, rules_named};
use crate::board::SetupError;
use crate::game::{Game, new_game};
use crate::rules::Catalog;

/// The most rules that are kept: more than files have, unless somebody made one to fill memory.
const MAX_KEPT: usize = 64;

/// What was prepared for rules, by the names under which records asked for them.
#[derive(Debug)]
pub struct RulesCache<T> {
    kept: Vec<Kept<T>>,
}

#[derive(Debug)]
struct Kept<T> {
    variant: String,
    rules: Vec<(String, String)>,
    prepared: T,
}

impl<T> Default for RulesCache<T> {
    fn default() -> Self {
        Self { kept: Vec::new() }
    }
}

impl<T> RulesCache<T> {
    /// What is prepared for a ruleset with alternate rules. `prepare` is called if there is nothing yet.
    ///
    /// # Errors
    /// Those of `prepare`.
    pub fn find<E>(
        &mut self,
        variant: &str,
        rules: &[(String, String)],
        prepare: impl FnOnce() -> Result<T, E>,
    ) -> Result<&T, E> {
        let same = |known: &Kept<T>| known.variant == variant && known.rules == rules;
        let place = match self.kept.iter().position(same) {
            Some(place) => place,
            None => {
                let prepared = prepare()?;
                if self.kept.len() == MAX_KEPT {
                    self.kept.clear();
                }
                let (variant, rules) = (variant.to_owned(), rules.to_owned());
                self.kept.push(Kept { variant, rules, prepared });
                self.kept.len() - 1
            }
        };
        Ok(&self.kept[place].prepared)
    }
}

/// Begins games under the rules that records name. Rules that were named before are not prepared again,
/// which takes milliseconds on large boards.
#[derive(Debug)]
pub struct PreparedRules<'a> {
    catalog: &'a Catalog,
    /// Games from the start position, without moves.
    games: RulesCache<Box<dyn Game>>,
}

impl<'a> PreparedRules<'a> {
    /// Prepares rulesets of a catalog when a game needs them.
    #[must_use]
    pub fn new(catalog: &'a Catalog) -> Self {
        Self { catalog, games: RulesCache::default() }
    }

    /// The known rulesets.
    #[must_use]
    pub fn catalog(&self) -> &'a Catalog {
        self.catalog
    }

    /// A game from the first position of a record.
    ///
    /// # Errors
    /// When the rules are unknown, or the start is not a position of them.
    pub fn begin(&mut self, record: &GameRecord) -> Result<Box<dyn Game>, ReplayError> {
        let (variant, rules, catalog) = (&record.variant, &record.rules, self.catalog);
        let prepare =
            || Ok::<_, ReplayError>(new_game(&rules_named(variant, rules, catalog)?, None)?);
        begin_at(self.games.find(variant, rules, prepare)?.as_ref(), record.fen.as_deref())
    }

    /// Replays a record as [`replay`](super::replay()) does.
    ///
    /// # Errors
    /// As there.
    pub fn replay(&mut self, record: &GameRecord) -> Result<Replay, ReplayError> {
        let mut game = self.begin(record)?;
        let rules = game.ruleset().clone();
        let mut replay = Replay { positions: vec![game.placement()], moves: Vec::new(), rules };
        replay_from(game.as_mut(), record, |game, played| {
            replay.moves.push(played);
            replay.positions.push(game.placement());
        })?;
        Ok(replay)
    }

    /// How many rules are prepared.
    #[cfg(test)]
    pub(crate) fn count(&self) -> usize {
        self.games.kept.len()
    }
}

/// Another game under the rules of one, from a position or, if `None`, from the ruleset's start.
///
/// # Errors
/// When it is not a position of these rules.
pub fn begin_at(game: &dyn Game, fen: Option<&str>) -> Result<Box<dyn Game>, ReplayError> {
    let first = fen.map(|fen| game.ruleset().read_fen(fen)).transpose();
    let begun = first.and_then(|first| game.begin(first.as_ref()));
    begun.map_err(|error| ReplayError::Start(SetupError::from(error)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(variant: &str, rules: &[(&str, &str)], fen: Option<&str>) -> GameRecord {
        let rules = rules.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        let (variant, fen) = (variant.to_owned(), fen.map(str::to_owned));
        GameRecord { variant, rules, fen, ..GameRecord::default() }
    }

    #[test]
    fn the_same_rules_are_prepared_once_and_others_are_not_taken_for_them() {
        let catalog = Catalog::default();
        let mut prepared = PreparedRules::new(&catalog);
        let fen = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/1t5 d";
        let step = [("KingMove", "step")];
        for (record, count) in [
            (record("brandubh", &[], None), 1),
            (record("brandubh", &[], Some(fen)), 1),
            (record("brandubh", &step, None), 2),
            (record("tablut", &[], None), 3),
            (record("brandubh", &[], None), 3),
        ] {
            let game = prepared.begin(&record).unwrap();
            let alone = new_game(
                &rules_named(&record.variant, &record.rules, &catalog).unwrap(),
                record.fen.as_deref(),
            );
            let alone = alone.unwrap();
            assert_eq!((game.ruleset(), game.fen()), (alone.ruleset(), alone.fen()));
            assert_eq!(prepared.count(), count, "{}", record.variant);
        }
        assert!(prepared.begin(&record("chess", &[], None)).is_err());
        assert!(prepared.begin(&record("brandubh", &[], Some("x"))).is_err());
        assert_eq!(prepared.count(), 3);
    }

    #[test]
    fn few_rules_are_kept() {
        let catalog = Catalog::default();
        let mut prepared = PreparedRules::new(&catalog);
        let board = "start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
        for name in 0..2 * MAX_KEPT + 1 {
            prepared.begin(&record(&format!("dim:7 name:{name} {board}"), &[], None)).unwrap();
            assert!((1..=MAX_KEPT).contains(&prepared.count()));
        }
    }
}
