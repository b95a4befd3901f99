//! Goals of a proof, and the verdict of the rules alone on positions.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::numbers::Numbers;
use crate::board::{Bits, Board, BoardGame, BoardMove, BoardRules, Position};
use crate::rules::{Side, Verdict};

/// A result that one side tries to force.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The side that tries to force it.
    pub prover: Side,
    /// Whether a draw is as good as a win.
    pub draw_suffices: bool,
}

/// The positions of a game whose next occurrence ends it under its repetition rule.
#[derive(Debug, Default)]
pub(super) struct Closed {
    /// The winner by key. `None` for a draw.
    winners: FxHashMap<u64, Option<Side>>,
    /// Whether the defenders missed a win in one of them.
    missed_win: bool,
    /// Whether the king threatens to escape in one of them.
    threatened: bool,
    /// The number of positions in the game so far.
    played: usize,
}

impl Closed {
    pub fn of<B: Board>(game: &BoardGame<B>) -> Self {
        let rules = game.rules();
        let repetition = rules.ruleset().repetition;
        let mut occurrences: FxHashMap<u64, usize> = FxHashMap::default();
        let mut closed = Self::default();
        for position in game.positions() {
            let count = occurrences.entry(position.key()).or_default();
            *count += 1;
            if *count + 1 == repetition.limit() {
                let side = position.to_move();
                // An illegal move wins for nobody, and a proof does without it.
                let winner = match repetition {
                    rule if rule.may_forbid() => None,
                    _ => repetition.verdict(side).winner(side),
                };
                closed.winners.insert(position.key(), winner);
                let going_on = position.ending().is_none();
                match side {
                    Side::Defenders => {
                        closed.missed_win |= going_on && rules.winning_move(position).is_some();
                    }
                    Side::Attackers => {
                        closed.threatened |=
                            going_on && !rules.escapes(position).squares.is_empty();
                    }
                }
            }
            closed.played += 1;
        }
        closed
    }

    /// Whether the game's history treats symmetric positions alike.
    ///
    /// It does at the start of a game: at most the first position is closed, and a shortest win
    /// never leads back to it.
    pub fn is_symmetric(&self) -> bool {
        self.played <= 1 || self.winners.is_empty()
    }
}

/// The verdict of the rules alone on a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Judgement {
    /// The goal is reached in `plies` plies.
    Proven { plies: u16 },
    /// The goal cannot be reached.
    Disproven,
    /// Neither. These are the initial proof numbers.
    Open(Numbers),
}

/// Judges positions by the rules alone.
#[derive(Clone, Copy, Debug)]
pub(super) struct Judge<'a, B: Board> {
    pub rules: &'a BoardRules<B>,
    pub goal: Goal,
    pub closed: &'a Closed,
}

impl<B: Board> Judge<'_, B> {
    /// Whether the prover is to move.
    #[inline(always)]
    pub fn proves(&self, position: &Position<B>) -> bool {
        position.to_move() == self.goal.prover
    }

    fn won_by(&self, winner: Option<Side>, plies: u16) -> Judgement {
        let reached = winner.map_or(self.goal.draw_suffices, |side| side == self.goal.prover);
        if reached { Judgement::Proven { plies } } else { Judgement::Disproven }
    }

    /// The verdict on a position just reached, if it ends the game.
    #[inline(always)]
    pub fn over(&self, position: &Position<B>) -> Option<Judgement> {
        if let Some(ending) = position.ending() {
            return Some(self.won_by(Some(ending.winner()), 0));
        }
        let winner = self.closed.winners.get(&position.key())?;
        Some(self.won_by(*winner, 0))
    }

    /// The destination squares of the moves to search.
    ///
    /// Attackers who cannot win at once must close the king's open ways to escape squares, or he
    /// escapes. A position from which he escapes never repeats an earlier one, unless he has missed
    /// an escape before.
    #[inline(always)]
    pub fn within(&self, position: &Position<B>) -> B::Bits {
        if position.to_move() == Side::Attackers
            && !self.closed.missed_win
            && self.rules.blocks_suffice()
        {
            let escapes = self.rules.escapes(position);
            if !escapes.squares.is_empty() {
                return escapes.blocks;
            }
        }
        !B::Bits::EMPTY
    }

    /// The verdict on a position in which the game is not over yet.
    ///
    /// A side with many moves is harder to beat, so the initial numbers are its mobility. Source:
    /// M. Winands and M. Schadd, "Evaluation-Function Based Proof-Number Search", 2010, and earlier
    /// work.
    #[inline(always)]
    pub fn judge(&self, position: &Position<B>) -> Judgement {
        let side = position.to_move();
        if self.rules.winning_move(position).is_some() {
            return self.won_by(Some(side), 1);
        }
        if side == Side::Defenders {
            // A position from which the king threatens to escape is not closed, so this win does
            // not depend on the history.
            if !self.closed.threatened
                && !self.closed.missed_win
                && self.rules.blocks_suffice()
                && self.rules.escape_fork(position).is_some()
            {
                return self.won_by(Some(side), 3);
            }
            if self.rules.king_in_danger(position) && self.is_lost_in_danger(position) {
                return self.won_by(Some(Side::Attackers), 2);
            }
        }
        let within = self.within(position);
        let moves = if within == !B::Bits::EMPTY {
            self.rules.count_moves(position)
        } else {
            let mut moves = 0;
            let _: ControlFlow<()> = self.rules.visit_moves(position, |_, targets| {
                moves += (targets & within).count();
                ControlFlow::Continue(())
            });
            moves
        };
        if moves == 0 {
            return match self.rules.stalemate(position).map(|verdict: Verdict| verdict.winner(side))
            {
                Some(winner) => self.won_by(winner, 0),
                // No move stops the king's escape.
                None => self.won_by(Some(Side::Defenders), 2),
            };
        }
        Judgement::Open(Numbers::of_mover(self.proves(position), 1, moves))
    }

    /// Whether the attackers threaten to capture the king and the defenders cannot prevent it.
    #[inline(never)]
    fn is_lost_in_danger(&self, position: &Position<B>) -> bool {
        let saved = self.rules.visit_moves(position, |from, targets| {
            for to in targets.iter() {
                let after = self.rules.play_unchecked(position, BoardMove::new(from, to));
                if self.over(&after).is_some() || self.rules.winning_move(&after).is_none() {
                    return ControlFlow::Break(());
                }
            }
            ControlFlow::Continue(())
        });
        saved.is_continue() && self.rules.has_move(position)
    }
}
