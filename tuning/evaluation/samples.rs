//! Positions of recorded games with the results.

use branan::board::{Board, BoardGame, BoardRules, BoardVisitor, with_board};
use branan::eval::Chances;
use branan::game::Game;
use branan::record::{Eval, GameRecord};
use branan::rules::{Ruleset, Side};
use std::sync::Arc;

use crate::model::counts;

/// One game in this many is held out from the fit.
const HELD_OUT: usize = 10;

/// A position.
pub struct Sample {
    /// The nonzero counts of the weights.
    pub counts: Vec<(u16, f32)>,
    /// The index of its ruleset.
    pub ruleset: usize,
    /// Whether it is held out from the fit, to test the weights on unseen games.
    pub held_out: bool,
    /// The target: the defenders' expected score, from 0 to 1.
    pub target: f64,
}

/// Adds the positions of all games of a ruleset.
pub fn read<'a>(
    ruleset: &Ruleset,
    index: usize,
    games: impl Iterator<Item = &'a GameRecord>,
    result_share: f64,
    samples: &mut Vec<Sample>,
) -> Result<(), String> {
    let reader = Reader { ruleset, index, games, result_share, samples };
    with_board(ruleset.side_length(), reader).unwrap_or(Err("there is no such board".to_owned()))
}

struct Reader<'a, I> {
    ruleset: &'a Ruleset,
    index: usize,
    games: I,
    result_share: f64,
    samples: &'a mut Vec<Sample>,
}

impl<'a, I: Iterator<Item = &'a GameRecord>> BoardVisitor for Reader<'_, I> {
    type Output = Result<(), String>;

    fn visit<B: Board>(self) -> Self::Output {
        let rules =
            Arc::new(BoardRules::<B>::new(self.ruleset).map_err(|error| error.to_string())?);
        let chances = Chances::of(self.ruleset);
        for (number, record) in self.games.enumerate() {
            let held_out = number % HELD_OUT == 0;
            let result = match record.winner {
                Some(Side::Defenders) => 1.0,
                Some(Side::Attackers) => 0.0,
                None => 0.5,
            };
            let mut game = match &record.fen {
                Some(fen) => BoardGame::from_fen(Arc::clone(&rules), fen),
                None => Ok(BoardGame::new(Arc::clone(&rules))),
            }
            .map_err(|error| error.to_string())?;
            for (side, played) in record.moves_by_side() {
                // The search never evaluates positions with an immediate win.
                let obvious = rules.winning_move(game.position()).is_some();
                if !played.remark.book && !obvious {
                    let of_mover = match played.remark.eval {
                        Some(Eval::Centipawns(score)) => {
                            Some(chances.expected(f64::from(score) * chances.unit() / 100.0))
                        }
                        Some(Eval::Mate(moves)) => Some(f64::from(u8::from(moves > 0))),
                        None => None,
                    };
                    let of_defenders = of_mover.map_or(result, |share| match side {
                        Side::Attackers => 1.0 - share,
                        Side::Defenders => share,
                    });
                    self.samples.push(Sample {
                        counts: counts(&rules, game.position()),
                        ruleset: self.index,
                        held_out,
                        target: self.result_share * result
                            + (1.0 - self.result_share) * of_defenders,
                    });
                }
                game.play_text(&played.text).map_err(|error| error.to_string())?;
            }
        }
        eprintln!("{}: {} positions so far", self.ruleset.name, self.samples.len());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use branan::record;
    use branan::rules::find;

    use super::*;

    /// A game with these moves.
    fn record(result: &str, moves: &str) -> String {
        let termination = if result == "draw" { "max-moves" } else { "resign" };
        format!(
            "[Variant \"brandubh-macwhite\"]\n[Result \"{result}\"]\n\
             [Termination \"{termination}\"]\n\n{moves} {result}\n\n"
        )
    }

    fn samples(text: &str, result_share: f64) -> Result<Vec<Sample>, String> {
        let file = record::read(text.as_bytes()).unwrap();
        let mut samples = Vec::new();
        let ruleset = find("brandubh-macwhite").unwrap();
        read(ruleset, 3, file.games.iter(), result_share, &mut samples)?;
        Ok(samples)
    }

    #[test]
    fn targets_are_the_defenders_share_of_score_and_result() {
        let moves = "1. d1-c1 {+1.00/5} d3-c3 {+1.00/5} 2. c1-b1 {-M3} c3-d3";
        let targets = |result: &str, share| -> Vec<f64> {
            let samples = samples(&record(result, moves), share).unwrap();
            samples.iter().map(|sample| sample.target).collect()
        };
        // Scores are for the mover. A move without a score uses the result.
        let near = |found: Vec<f64>, wanted: [f64; 4]| {
            assert_eq!(found.len(), wanted.len());
            for (found, wanted) in found.iter().zip(wanted) {
                assert!((found - wanted).abs() < 1e-9, "{found} {wanted}");
            }
        };
        let up = 0.75;
        near(targets("defenders", 0.0), [1.0 - up, up, 1.0, 1.0]);
        near(targets("attackers", 0.0), [1.0 - up, up, 1.0, 0.0]);
        near(targets("draw", 0.0), [1.0 - up, up, 1.0, 0.5]);
        near(targets("defenders", 1.0), [1.0; 4]);
        near(targets("draw", 0.5), [(1.5 - up) / 2.0, (0.5 + up) / 2.0, 0.75, 0.5]);
    }

    #[test]
    fn moves_of_a_book_and_wins_in_one_are_left_out() {
        let book = record("draw", "1. d1-c1 {book} d3-c3 {book} 2. c1-b1 {+0.10}");
        assert_eq!(samples(&book, 0.5).unwrap().len(), 1);
        // The king is alone on the first rank and escapes with his next move.
        let won = "[Variant \"brandubh-macwhite\"]\n[FEN \"7/3t3/7/7/7/7/1K5 d\"]\n\
                   [Result \"defenders\"]\n[Termination \"king-escaped\"]\n\n\
                   1. b1-a1 {+M1} defenders\n";
        assert_eq!(samples(won, 0.5).unwrap().len(), 0);
    }

    #[test]
    fn one_game_in_ten_is_held_out() {
        let text: String = (0..20).map(|_| record("draw", "1. d1-c1 d3-c3")).collect();
        let samples = samples(&text, 0.5).unwrap();
        assert_eq!(samples.len(), 40);
        assert!(samples.iter().all(|sample| sample.ruleset == 3));
        for (number, sample) in samples.iter().enumerate() {
            assert_eq!(sample.held_out, matches!(number, 0 | 1 | 20 | 21), "{number}");
        }
    }

    #[test]
    fn a_move_that_is_not_legal_is_reported() {
        let error = samples(&record("draw", "1. d1-d4"), 0.5).err().expect("an error");
        assert!(error.contains("d4") || error.contains("d2"), "{error}");
    }
}
