//! Collecting the answers of a side that does not lose: a set of positions which it never has to leave.

use super::records::State;
use super::{Collector, Uncertified};
use crate::board::{Bits, Board, BoardMove, Position};
use crate::solve::found::Found;

/// Every position has the same distance, for none is written.
const NO_DISTANCE: u16 = 1;

impl<B: Board> Collector<'_, '_, B> {
    /// Collects the answers from a position on.
    pub fn collect_hold(&mut self, first: &Position<B>) -> Result<(), Uncertified> {
        let mut open = Vec::new();
        if first.to_move() == self.search.knowledge.judge.goal.prover {
            self.add_replies(first, &mut open);
        } else {
            open.push(*first);
        }
        while let Some(position) = open.pop() {
            let place = self.records.place(&position)?;
            if let State::Done(_) = self.records.state(place) {
                continue;
            }
            self.tick()?;
            let answer = match self.safe(&position) {
                Some(mv) => mv,
                None => self.find_safe(&position)?,
            };
            self.records.finish(place, &position, answer, NO_DISTANCE)?;
            let after = self.search.knowledge.judge.rules.play_unchecked(&position, answer);
            self.add_replies(&after, &mut open);
        }
        Ok(())
    }

    /// Adds the positions after all moves of one in which the holder has to answer.
    fn add_replies(&self, position: &Position<B>, open: &mut Vec<Position<B>>) {
        let rules = self.search.knowledge.judge.rules;
        let after = self.after_moves(position).into_iter().map(|(_, after)| after);
        open.extend(after.filter(|after| after.ending().is_none() && rules.has_move(after)));
    }

    /// Such a move as [`Self::safe`] looks for, after searching again.
    ///
    /// A position can be disproven by a reply whose own disproof leans on the position, to which the
    /// game may be led back: then the replies are searched by themselves.
    fn find_safe(&mut self, position: &Position<B>) -> Result<BoardMove, Uncertified> {
        self.search_again(position, true)?;
        if let Some(mv) = self.safe(position) {
            return Ok(mv);
        }
        let mut moves = self.search.candidates(position);
        moves.retain(|candidate| !candidate.found.is_proven());
        // The one that is the hardest to prove is likely to be disproven.
        moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.found.numbers.proof));
        for candidate in moves {
            let after = self.search.knowledge.judge.rules.play_unchecked(position, candidate.mv);
            self.search_again(&after, true)?;
            if let Some(mv) = self.safe(position) {
                return Ok(mv);
            }
        }
        Err(Uncertified::Forgotten)
    }

    /// A move after which the other side is known to have no win, wherever it is played.
    fn safe(&mut self, position: &Position<B>) -> Option<BoardMove> {
        if let Some(mv) = self.search.knowledge.judge.rules.winning_move(position) {
            return Some(mv);
        }
        let moves = self.search.candidates(position);
        let safe = |found: &Found| found.is_disproven() && found.leans_on.is_empty();
        moves.iter().find(|candidate| safe(&candidate.found)).map(|candidate| candidate.mv)
    }
}
