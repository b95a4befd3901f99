//! Collects the answers of a side that does not lose: a set of positions that it never has to
//! leave.

use super::records::State;
use super::{Collector, Uncertified};
use crate::board::{Bits, Board, BoardMove, Position};
use crate::solve::dfpn::ChildNode;
use crate::solve::found::Found;

/// The distance of every position here, which is not written to the file.
const NO_DISTANCE: u16 = 1;

impl<B: Board> Collector<'_, '_, B> {
    /// Collects the answers, starting at a position.
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

    /// Pushes the positions after all moves of one, in which the holder has to answer.
    fn add_replies(&self, position: &Position<B>, open: &mut Vec<Position<B>>) {
        let rules = self.search.knowledge.judge.rules;
        let after = self.after_moves(position).into_iter().map(|(_, after)| after);
        open.extend(after.filter(|after| after.ending().is_none() && rules.has_move(after)));
    }

    /// A safe move, as [`Self::safe`] finds, after searching again.
    ///
    /// A disproof of a position may rely on a reply whose own disproof depends on that position,
    /// because the game may return to it. In that case the replies are searched on their own.
    fn find_safe(&mut self, position: &Position<B>) -> Result<BoardMove, Uncertified> {
        self.search_again(position, true)?;
        if let Some(mv) = self.safe(position) {
            return Ok(mv);
        }
        let mut moves = self.search.candidates(position);
        moves.retain(|candidate| !candidate.found.is_proven());
        // The reply that is hardest to prove is the likeliest to be disproven.
        hardest_first(&mut moves);
        for candidate in moves {
            let after = self.search.knowledge.judge.rules.play_unchecked(position, candidate.mv);
            self.search_again(&after, true)?;
            if let Some(mv) = self.safe(position) {
                return Ok(mv);
            }
        }
        Err(Uncertified::Forgotten)
    }

    /// A move after which the other side is known to have no win, on any path.
    fn safe(&mut self, position: &Position<B>) -> Option<BoardMove> {
        if let Some(mv) = self.search.knowledge.judge.rules.winning_move(position) {
            return Some(mv);
        }
        let moves = self.search.candidates(position);
        let safe = |found: &Found| found.is_disproven() && found.leans_on.is_empty();
        moves.iter().find(|candidate| safe(&candidate.found)).map(|candidate| candidate.mv)
    }
}

fn hardest_first(moves: &mut [ChildNode]) {
    moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.found.numbers.proof));
}
