//! Positions of recorded games with what became of them.

use branan::arena::{Eval, GameRecord};
use branan::board::{Board, BoardGame, BoardRules, BoardVisitor, Game, with_board};
use branan::rules::{Ruleset, Side};
use std::sync::Arc;

use crate::chance::chance;
use crate::model::counts;

/// One game in so many is kept from the fit.
const HELD_OUT: usize = 10;

/// A position.
pub struct Sample {
    /// How often each weight counts in it.
    pub counts: Vec<(u16, f32)>,
    /// Which of the rulesets it is of.
    pub ruleset: usize,
    /// Whether it is kept from the fit, to show how the weights do on games they have not seen.
    pub held_out: bool,
    /// What is aimed at: the defenders' share of the point.
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
                // What a search sees at once need not be evaluated.
                let obvious = rules.winning_move(game.position()).is_some();
                if !played.remark.book && !obvious {
                    let of_mover = match played.remark.eval {
                        Some(Eval::Centipawns(score)) => Some(chance(f64::from(score))),
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
