//! One name for the same rules, which records may name in several ways.

use crate::record::{GameRecord, ReplayError, RulesCache, rules_named};
use crate::rules::{Alternate, Catalog, read_alternates};

/// A ruleset, and alternate rules by name and value.
type Names = (String, Vec<(String, String)>);

/// Gives the same rules the same name in all records, so that their games are counted together.
#[derive(Debug)]
pub struct RulesNames<'a> {
    catalog: &'a Catalog,
    known: RulesCache<Names>,
}

impl<'a> RulesNames<'a> {
    /// Names rules by the rulesets of a catalog.
    #[must_use]
    pub fn new(catalog: &'a Catalog) -> Self {
        Self { catalog, known: RulesCache::default() }
    }

    /// Names the rules of a record by the ruleset's name, not an alias, and by those alternate rules that differ
    /// from the ruleset's own. The rules stay what they are. Unknown ones keep their names.
    pub fn unify(&mut self, game: &mut GameRecord) {
        let (catalog, given) = (self.catalog, &*game);
        let found =
            self.known.find(&given.variant, &given.rules, || usual_names(given, catalog)).cloned();
        if let Ok(names) = found {
            (game.variant, game.rules) = names;
        }
    }
}

fn usual_names(game: &GameRecord, catalog: &Catalog) -> Result<Names, ReplayError> {
    let usual = rules_named(&game.variant, &[], catalog)?;
    let chosen = read_alternates(&mut game.rules.clone())?;
    let rules = Alternate::all().map(|rule| (rule.to_string(), chosen.value(rule).to_owned()));
    let differs = |rule: &(String, String)| {
        let changed = rules_named(&game.variant, std::slice::from_ref(rule), catalog);
        changed.is_ok_and(|changed| changed != usual)
    };
    let rules = rules.filter(differs).collect();
    if !game.variant.contains(':') {
        return Ok((usual.name, rules));
    }
    // One that is written out may have a name here. Of several that are played alike, its own comes first.
    let alike = catalog.all().filter(|known| known.plays_like(&usual));
    let named = alike.min_by_key(|known| known.name != usual.name);
    let variant = named.map_or(game.variant.trim(), |known| known.name.as_str()).to_owned();
    Ok((variant, rules))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{names_of, rules_of};
    use crate::rules::{Ruleset, find};

    fn game(variant: &str, rules: &[(&str, &str)]) -> GameRecord {
        let rules = rules.iter().map(|(a, b)| ((*a).to_owned(), (*b).to_owned())).collect();
        GameRecord { variant: variant.to_owned(), rules, ..GameRecord::default() }
    }

    #[track_caller]
    fn check(catalog: &Catalog, mut game: GameRecord, words: &str) {
        let before = rules_of(&game, catalog);
        RulesNames::new(catalog).unify(&mut game);
        assert_eq!(game.rules_in_words(&game.variant), words);
        if let Ok(before) = before {
            assert!(rules_of(&game, catalog).unwrap().plays_like(&before));
        }
    }

    #[test]
    fn the_same_rules_have_one_name() {
        let catalog = Catalog::default();
        for alias in ["brandubh-macwhite", "brandubh", "Brandub"] {
            check(&catalog, game(alias, &[]), "brandubh-macwhite");
            // The ruleset says so anyway.
            check(&catalog, game(alias, &[("KingMove", "rook")]), "brandubh-macwhite");
            let step = "brandubh-macwhite KingMove=step";
            check(&catalog, game(alias, &[("kingmove", "step")]), step);
            check(&catalog, game(alias, &[("KingMove", "step"), ("Escape", "variant")]), step);
            check(&catalog, game(alias, &[("KingMove", "rook"), ("kingmove", "step")]), step);
        }
        let both = [("KingMove", "step"), ("Repetition", "draw-3")];
        let turned = [both[1], both[0]];
        let name = |rules: &[(&str, &str)]| {
            let mut game = game("tablut", rules);
            RulesNames::new(&catalog).unify(&mut game);
            game.rules_in_words(&game.variant)
        };
        assert_eq!(name(&both), name(&turned));
    }

    #[test]
    fn a_ruleset_that_is_written_out_is_known_by_its_rules() {
        let own = Ruleset {
            name: "mine".to_owned(),
            aliases: Vec::new(),
            turn_limit: std::num::NonZeroU16::new(9),
            ..find("tablut").unwrap().clone()
        };
        let (written, _) = names_of(&own);
        assert!(written.contains(':'), "{written}");
        check(&Catalog::default(), game(&written, &[]), &written);
        let mut catalog = Catalog::default();
        catalog.add(own).unwrap();
        check(&catalog, game(&written, &[]), "mine");
        check(&catalog, game("mine", &[]), "mine");
    }

    #[test]
    fn unknown_rules_keep_their_names() {
        let catalog = Catalog::default();
        check(&catalog, game("chess", &[("KingMove", "step")]), "chess KingMove=step");
        check(&catalog, game("brandubh", &[("Castling", "yes")]), "brandubh Castling=yes");
    }
}
