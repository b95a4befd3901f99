//! Records of games that this library has played.

use super::error::JumpedError;
use super::game::{GameRecord, RecordedMove};
use super::termination::Termination;
use crate::game::Game;
use crate::rules::otn::{self, Reading};
use crate::rules::{Alternate, Alternates, Ruleset, builtin, find, with_possible_names};

impl GameRecord {
    /// The record of a game: its rules, first position, moves, and its result if it is over. Players,
    /// date and the rest are unknown, as in [`Self::default`].
    ///
    /// A ruleset that is not built in, with or without [alternate rules](Alternate), is written out in
    /// full, as a rules string if it came from one. The record can be read without a catalog. A name that
    /// no ruleset of a file can have, or that a built-in one has, is changed: `my game` to `my-game`.
    ///
    /// ```
    /// use tafl::game::new_game;
    /// use tafl::record::{GameRecord, RecordedPlayer, Termination};
    /// use tafl::rules::{self, Side};
    ///
    /// let mut game = new_game(rules::find("tablut").ok_or("no such ruleset")?, None)?;
    /// game.play_text("d1d3")?;
    /// let record = GameRecord {
    ///     attackers: RecordedPlayer::named("Ragnar"),
    ///     // The defenders resign.
    ///     winner: Some(Side::Attackers),
    ///     termination: Termination::RESIGN,
    ///     ..GameRecord::of(game.as_ref())?
    /// };
    /// assert!(record.to_text()?.ends_with("\n\n1. d1-d3 attackers\n\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the game has [jumped](Game::jump) to a position.
    pub fn of(game: &dyn Game) -> Result<Self, JumpedError> {
        if game.jumps() > 0 {
            return Err(JumpedError);
        }
        let (first, ruleset) = (game.first_placement(), game.ruleset());
        let (variant, rules) = names_of(ruleset);
        let is_usual = ruleset.first_placement().is_ok_and(|start| start == first);
        let record = Self {
            variant,
            rules,
            fen: (!is_usual).then(|| first.to_string()),
            first: first.to_move(),
            moves: game.line().iter().map(RecordedMove::from).collect(),
            ..Self::default()
        };
        Ok(match game.outcome() {
            None => record,
            Some(outcome) => Self {
                winner: outcome.winner,
                termination: Termination::Rules(outcome.reason),
                ..record
            },
        })
    }
}

/// The ruleset and the alternate rules by which a record names rules; the opposite of
/// [`rules_named`](super::rules_named). A ruleset that is not built in is written out in full.
#[must_use]
pub fn names_of(ruleset: &Ruleset) -> (String, Vec<(String, String)>) {
    if let Some(rules) = find(&ruleset.name).and_then(|base| alternates_of(base, ruleset)) {
        return (ruleset.name.clone(), rules);
    }
    if let Ok(string) = otn::write(ruleset)
        && otn::read(&string, Reading::Written).as_ref() == Ok(ruleset)
    {
        return (string, Vec::new());
    }
    let written = with_possible_names(ruleset, builtin());
    // Every field has a form in JSON.
    (serde_json::to_value(&written).unwrap_or_default().to_string(), Vec::new())
}

/// The alternate rules that make one ruleset of another, if there are such.
fn alternates_of(base: &Ruleset, ruleset: &Ruleset) -> Option<Vec<(String, String)>> {
    let mut chosen = Alternates::default();
    let mut names = Vec::new();
    for alternate in Alternate::all() {
        // The rules are independent of each other, so each can be found on its own.
        let value = alternate.values().iter().find(|value| {
            let mut one = Alternates::default();
            let known = one.choose(alternate, value).is_ok();
            known && one.over(ruleset) == *ruleset && one.over(base) != *base
        });
        if let Some(value) = value {
            chosen.choose(alternate, value).ok()?;
            names.push((alternate.to_string(), (*value).to_owned()));
        }
    }
    (chosen.over(base) == *ruleset).then_some(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{new_game, read_catalog};
    use crate::record::{self, RecordedPlayer, Report, replay};
    use crate::rules::{Catalog, read_written};

    /// The record of a game as it is read back from its text, replayed without a catalog.
    fn of(game: &dyn Game) -> GameRecord {
        let record = GameRecord::of(game).unwrap();
        let text = record.to_text().unwrap();
        let read = record::read(text.as_bytes()).unwrap().games.remove(0);
        assert_eq!(read, record, "{text}");
        let replayed = replay(&read, &Catalog::default()).unwrap();
        assert_eq!(replayed.positions.last(), Some(&game.placement()), "{text}");
        assert_eq!(replayed.moves, game.line());
        read
    }

    fn first_moves(game: &mut dyn Game, count: usize) {
        for _ in 0..count {
            if let Some(mv) = game.legal_moves().first() {
                game.play(*mv).unwrap();
            }
        }
    }

    #[test]
    fn a_game_of_every_ruleset_is_recorded_by_its_name() {
        for ruleset in builtin() {
            let mut game = new_game(ruleset, None).unwrap();
            first_moves(game.as_mut(), 4);
            let record = of(game.as_ref());
            assert_eq!((&record.variant, record.rules.len()), (&ruleset.name, 0));
            assert_eq!(record.fen, None);
            assert_eq!(record.termination, Termination::Reported(Report::Unfinished));
        }
    }

    #[test]
    fn alternate_rules_are_named() {
        for ruleset in builtin() {
            for alternate in Alternate::all() {
                for value in alternate.values() {
                    let mut alternates = Alternates::default();
                    alternates.choose(alternate, value).unwrap();
                    let rules = alternates.over(ruleset);
                    let Ok(game) = new_game(&rules, None) else { continue };
                    let record = of(game.as_ref());
                    let named = vec![(alternate.to_string(), (*value).to_owned())];
                    let expected = if rules == *ruleset { Vec::new() } else { named };
                    assert_eq!(record.rules, expected, "{} {alternate}={value}", ruleset.name);
                    assert_eq!(record.variant, ruleset.name);
                }
            }
        }
    }

    #[test]
    fn other_rulesets_are_written_out() {
        let text =
            "[[ruleset]]\nname = 'mine'\naliases = ['my']\ninherits = 'tablut'\nturn-limit = 9\n";
        let catalog = read_catalog(text).unwrap();
        let mut game = new_game(&catalog.own()[0], None).unwrap();
        first_moves(game.as_mut(), 2);
        assert!(of(game.as_ref()).variant.contains("\"name\":\"mine\""));
        // OpenTafl's Brandub has the name of a built-in ruleset and other rules.
        let string = "dim:7 name:Brandub surf:n ks:w start:/3t3/7/7/3K3/7/7/3t3/";
        let mut game = new_game(&read_written(string).unwrap(), None).unwrap();
        first_moves(game.as_mut(), 2);
        assert_eq!(of(game.as_ref()).variant, string);
        // A changed ruleset that has kept the name of the original.
        let changed =
            Ruleset { turn_limit: std::num::NonZeroU16::new(9), ..find("tablut").unwrap().clone() };
        let mut game = new_game(&changed, None).unwrap();
        first_moves(game.as_mut(), 9);
        let record = of(game.as_ref());
        assert!(record.variant.contains("\"name\":\"tablut-changed\""), "{}", record.variant);
        assert_eq!(record.termination.to_string(), "turn-limit");
    }

    #[test]
    fn a_ruleset_with_an_impossible_name_is_written_with_a_similar_one() {
        let tablut = find("tablut").unwrap();
        for (name, written) in [
            ("", "unnamed"),
            (".x", "-x"),
            ("my game", "my-game"),
            ("a:b,\n\"c\"", "a-b---c-"),
            ("Brandubh", "Brandubh-changed"),
            ("ünï", "ünï"),
        ] {
            let (name, title) = (name.to_owned(), "two\nlines\u{7f}".to_owned());
            let rules = Ruleset { name, title, aliases: vec!["a b".to_owned()], ..tablut.clone() };
            let mut game = new_game(&rules, None).unwrap();
            first_moves(game.as_mut(), 2);
            let read = record::rules_of(&of(game.as_ref()), &Catalog::default()).unwrap();
            assert_eq!((read.name.as_str(), read.title.as_str()), (written, "two lines "));
        }
    }

    #[test]
    fn a_first_position_and_a_result_are_recorded() {
        let ruleset = find("brandubh").unwrap();
        let mut game = new_game(ruleset, Some("1t5/7/7/7/7/7/3K3 d")).unwrap();
        game.play_text("d1a1").unwrap();
        let record = of(game.as_ref());
        assert_eq!(record.fen.as_deref(), Some("1t5/7/7/7/7/7/3K3 d"));
        assert_eq!(
            (record.result(), record.termination.to_string().as_str()),
            ("defenders", "king-escaped")
        );
        assert!(record.to_text().unwrap().contains("\n1... d1-a1 defenders\n"));
    }

    #[test]
    fn a_game_that_has_jumped_is_refused() {
        let mut game = new_game(find("brandubh").unwrap(), None).unwrap();
        let start = game.placement();
        game.play_text("d2e2").unwrap();
        game.jump(&start).unwrap();
        assert_eq!(GameRecord::of(game.as_ref()), Err(JumpedError));
        game.take_back();
        assert!(GameRecord::of(game.as_ref()).is_ok());
    }

    #[test]
    fn a_record_is_serialised_field_by_field() {
        let mut game = new_game(find("brandubh").unwrap(), None).unwrap();
        first_moves(game.as_mut(), 2);
        let mut record = GameRecord::of(game.as_ref()).unwrap();
        record.moves[0].comment = "why not?".to_owned();
        record.moves[1].variations = vec![vec![record.moves[0].clone()]];
        let json = serde_json::to_value(&record).unwrap();
        assert_eq!(json["termination"], "unfinished");
        assert_eq!(json["moves"][0]["comment"], "why not?");
        assert_eq!(serde_json::from_value::<GameRecord>(json).unwrap(), record);
        let least = r#"{"variant":"tablut","first":"attackers","moves":[{"text":"d1-d3"}],
            "termination":"resign","winner":"attackers"}"#;
        let record: GameRecord = serde_json::from_str(least).unwrap();
        assert!(replay(&record, &Catalog::default()).is_ok());
        assert_eq!(record.attackers, RecordedPlayer::named("?"));
        assert!(serde_json::from_str::<GameRecord>(&least.replace("resign", "boredom")).is_err());
        assert!(serde_json::from_str::<GameRecord>(&least.replace("first", "frist")).is_err());
    }
}
