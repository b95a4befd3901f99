//! Adjudication: ending games early. All rules are off by default.

use serde::{Deserialize, Serialize};

use crate::arena::key_value::{self, KeyError};
use crate::game::Game;
use crate::record::{Eval, Ground};
use crate::rules::Side;

/// A player loses after its own score has been hopeless for several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// Number of the player's consecutive moves.
    pub moves: u32,
    /// Scores of `-score` centipawns or less are hopeless.
    pub score: i32,
    /// Whether the opponent's scores must agree for the same number of moves.
    pub both: bool,
}

/// A game is drawn after both players' scores have been even for several moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// Moves that each player must have made first.
    pub after: u32,
    /// Number of consecutive moves by each player.
    pub moves: u32,
    /// Largest absolute value of an even score, in centipawns.
    pub score: i32,
}

/// The rules that may end a game early.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Adjudication {
    /// When to score a game as lost.
    pub resign: Option<ResignRule>,
    /// When to score a game as drawn.
    pub draw: Option<DrawRule>,
    /// Moves per player after which the game is drawn.
    pub max_moves: Option<u32>,
    /// Whether to end the game once the side to move has a winning move.
    pub known_wins: bool,
}

fn at_least_one(key: &str, value: &str) -> Result<u32, KeyError> {
    match key_value::parse(key, value)? {
        0 => Err(KeyError::value(key, value, "it must be at least 1")),
        number => Ok(number),
    }
}

fn score(key: &str, value: &str) -> Result<i32, KeyError> {
    match key_value::parse::<u16>(key, value) {
        Ok(score) => Ok(i32::from(score)),
        Err(_) => {
            Err(KeyError::value(key, value, "a number of centipawns from 0 to 65535 is needed"))
        }
    }
}

impl ResignRule {
    /// Parses `moves=3 score=600 both=on`. The defaults are these, with `both=off`.
    pub fn read(words: &[String]) -> Result<Self, KeyError> {
        let mut rule = Self { moves: 3, score: 600, both: false };
        for (key, value) in key_value::split(words)? {
            match key {
                "moves" => rule.moves = at_least_one(key, value)?,
                "score" => rule.score = score(key, value)?,
                "both" if value == "on" => rule.both = true,
                "both" if value == "off" => rule.both = false,
                "both" => return Err(KeyError::value(key, value, "it must be on or off")),
                _ => return Err(KeyError::unknown(key, &["moves", "score", "both"])),
            }
        }
        Ok(rule)
    }
}

impl DrawRule {
    /// Parses `after=30 moves=8 score=10`, which are also the defaults.
    pub fn read(words: &[String]) -> Result<Self, KeyError> {
        let mut rule = Self { after: 30, moves: 8, score: 10 };
        for (key, value) in key_value::split(words)? {
            match key {
                "after" => rule.after = key_value::parse(key, value)?,
                "moves" => rule.moves = at_least_one(key, value)?,
                "score" => rule.score = score(key, value)?,
                _ => return Err(KeyError::unknown(key, &["after", "moves", "score"])),
            }
        }
        Ok(rule)
    }
}

/// Follows one game and decides when to end it.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Per role: the number of consecutive moves with hopeless, winning and even scores.
    losing: [u32; 2],
    winning: [u32; 2],
    even: [u32; 2],
    /// Plies played.
    plies: u32,
}

/// A decision to end the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// The reason.
    pub ground: Ground,
}

impl Adjudicator {
    /// An adjudicator for a new game.
    pub fn new(rules: Adjudication) -> Self {
        Self { rules, losing: [0; 2], winning: [0; 2], even: [0; 2], plies: 0 }
    }

    /// Counts an opening move, which has no score.
    pub fn book_move(&mut self) {
        self.plies += 1;
    }

    /// Counts a move by `side` with its score from that side's view, and decides whether to end the
    /// game. A move without a score resets all runs.
    pub fn judge(&mut self, side: Side, eval: Option<Eval>) -> Option<Ruling> {
        self.plies += 1;
        let (me, you) = (index(side), index(side.other()));
        let score = eval.map(Eval::ranked);
        let count = |row: &mut [u32; 2], goes_on: bool| {
            row[me] = if goes_on { row[me] + 1 } else { 0 };
        };
        if let Some(rule) = self.rules.resign {
            count(&mut self.losing, score.is_some_and(|s| s <= -rule.score));
            count(&mut self.winning, score.is_some_and(|s| s >= rule.score));
            for (lost, won, winner) in [(me, you, side.other()), (you, me, side)] {
                if self.losing[lost] >= rule.moves
                    && (!rule.both || self.winning[won] >= rule.moves)
                {
                    return Some(Ruling { winner: Some(winner), ground: Ground::Resign });
                }
            }
        }
        if let Some(rule) = self.rules.draw {
            count(&mut self.even, score.is_some_and(|s| s.abs() <= rule.score));
            let long_enough = self.plies >= rule.after.saturating_mul(2);
            if long_enough && self.even.iter().all(|&moves| moves >= rule.moves) {
                return Some(Ruling { winner: None, ground: Ground::AdjudicatedDraw });
            }
        }
        let max = self.rules.max_moves?;
        let over = self.plies >= max.saturating_mul(2);
        over.then_some(Ruling { winner: None, ground: Ground::MaxMoves })
    }

    /// Whether the side to move has a winning move and the rule for it is on.
    pub fn known_win(&self, game: &dyn Game) -> Option<Ruling> {
        if !self.rules.known_wins {
            return None;
        }
        let side = game.to_move();
        let won = !game.winning_moves(side).is_empty();
        won.then_some(Ruling { winner: Some(side), ground: Ground::KnownWin })
    }
}

fn index(side: Side) -> usize {
    match side {
        Side::Attackers => 0,
        Side::Defenders => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;
    use crate::rules;
    use Side::{Attackers, Defenders};

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    /// Replays scores by alternating sides, attackers first. Returns the ruling and its ply.
    fn run(rules: Adjudication, scores: &[i32]) -> Option<(usize, Ruling)> {
        let mut adjudicator = Adjudicator::new(rules);
        scores.iter().enumerate().find_map(|(i, &cp)| {
            let side = if i % 2 == 0 { Attackers } else { Defenders };
            let ruling = adjudicator.judge(side, Some(Eval::Centipawns(cp)))?;
            Some((i + 1, ruling))
        })
    }

    #[test]
    fn nothing_is_judged_unless_asked() {
        assert_eq!(run(Adjudication::default(), &[-9999; 400]), None);
    }

    #[test]
    fn resignation_needs_a_row_of_bad_scores() {
        let resign = Some(ResignRule { moves: 2, score: 500, both: false });
        let rules = Adjudication { resign, ..Adjudication::default() };
        assert_eq!(run(rules, &[-500, 0, -499, 0, -500, 0]), None);
        let lost = Ruling { winner: Some(Defenders), ground: Ground::Resign };
        assert_eq!(run(rules, &[-500, 0, -700, 0]), Some((3, lost)));
        let mut adjudicator = Adjudicator::new(rules);
        assert_eq!(adjudicator.judge(Defenders, Some(Eval::Mate(-4))), None);
        let lost = Ruling { winner: Some(Attackers), ground: Ground::Resign };
        assert_eq!(adjudicator.judge(Defenders, Some(Eval::Mate(-3))), Some(lost));
    }

    #[test]
    fn resignation_may_need_the_opponent_to_agree() {
        let resign = Some(ResignRule { moves: 2, score: 500, both: true });
        let rules = Adjudication { resign, ..Adjudication::default() };
        assert_eq!(run(rules, &[-600, 499, -600, 499, -600, 499]), None);
        let lost = Ruling { winner: Some(Defenders), ground: Ground::Resign };
        assert_eq!(run(rules, &[-600, 600, -600, 600]), Some((4, lost)));
    }

    #[test]
    fn draws_need_both_scores_even_and_some_moves() {
        let draw = Some(DrawRule { after: 3, moves: 2, score: 10 });
        let rules = Adjudication { draw, ..Adjudication::default() };
        let drawn = Ruling { winner: None, ground: Ground::AdjudicatedDraw };
        assert_eq!(run(rules, &[0; 20]), Some((6, drawn)));
        assert_eq!(run(rules, &[0, 11, 0, 11, 0, 11, 0, 11]), None);
        assert_eq!(run(rules, &[50, 50, 50, 50, 50, 50, 10, -10, 10, -10]), Some((10, drawn)));
        let mut adjudicator = Adjudicator::new(rules);
        for _ in 0..10 {
            assert_eq!(adjudicator.judge(Attackers, None), None);
        }
    }

    #[test]
    fn games_have_a_greatest_length() {
        let rules = Adjudication { max_moves: Some(4), ..Adjudication::default() };
        assert_eq!(
            run(rules, &[0; 20]),
            Some((8, Ruling { winner: None, ground: Ground::MaxMoves }))
        );
        let mut adjudicator = Adjudicator::new(rules);
        (0..7).for_each(|_| adjudicator.book_move());
        assert!(adjudicator.judge(Defenders, None).is_some());
    }

    #[test]
    fn a_win_in_one_is_known() {
        let tablut = rules::find("tablut").unwrap();
        let known = Adjudicator::new(Adjudication { known_wins: true, ..Adjudication::default() });
        let escape = new_game(tablut, Some("t8/9/9/9/4K4/9/9/9/9 d")).unwrap();
        let before = escape.fen();
        let verdict = Some(Ruling { winner: Some(Defenders), ground: Ground::KnownWin });
        assert_eq!(known.known_win(escape.as_ref()), verdict);
        assert_eq!(escape.fen(), before);
        let off = Adjudicator::new(Adjudication::default());
        assert_eq!(off.known_win(escape.as_ref()), None);
        assert_eq!(known.known_win(new_game(tablut, None).unwrap().as_ref()), None);
    }

    #[test]
    fn words_are_read() {
        let resign = ResignRule::read(&words("score=900 both=on")).unwrap();
        assert_eq!(resign, ResignRule { moves: 3, score: 900, both: true });
        let draw = DrawRule::read(&words("moves=5 after=0")).unwrap();
        assert_eq!(draw, DrawRule { after: 0, moves: 5, score: 10 });
        assert!(ResignRule::read(&words("moves=0")).is_err());
        let error = DrawRule::read(&words("scroe=1")).unwrap_err().to_string();
        assert!(error.contains("did you mean \"score\""), "{error}");
    }
}
