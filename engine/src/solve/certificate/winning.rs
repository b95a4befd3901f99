//! Collects the answers of a side that wins, with distances.
//!
//! The positions are visited depth first. A position is finished when all replies to its answer
//! are. Its distance follows from theirs, so distances decrease along every line whatever the table
//! says. An answer that leads back to a position on the line is replaced by another.

use super::records::{Place, State};
use super::{Collector, Uncertified};
use crate::board::{Board, BoardMove, Position};
use crate::solve::dfpn::ChildNode;

/// A position on the current line, with the winner to move.
struct Step<B: Board> {
    position: Position<B>,
    place: Place,
    /// The untried answers, best last, and the one being tried.
    answers: Vec<BoardMove>,
    answer: Option<BoardMove>,
    /// All answers tried, once the position has been searched again.
    tried: Vec<BoardMove>,
    searched: bool,
    /// The positions after the replies that are not yet visited.
    replies: Vec<Position<B>>,
    /// The maximum number of plies from the answer to the end, over the finished replies.
    longest: u16,
}

/// The maximum number of abandoned answers in total. Beyond that the search for a proof is
/// hopeless.
const MAX_FAILURES: u64 = 1 << 24;

impl<B: Board> Collector<'_, '_, B> {
    /// Collects the answers, starting at a position. Returns the maximum number of plies to the win.
    pub fn collect_win(&mut self, first: &Position<B>) -> Result<u16, Uncertified> {
        let holder = self.search.knowledge.judge.goal.prover;
        if first.to_move() == holder {
            return self.collect_line(first);
        }
        let mut longest = 0;
        for (_, after) in self.after_moves(first) {
            if after.ending().is_none() {
                longest = longest.max(self.collect_line(&after)?);
            }
        }
        Ok(longest.saturating_add(1))
    }

    /// Collects the answers, starting at a position with the winner to move. Returns the maximum number of
    /// plies to the win.
    fn collect_line(&mut self, first: &Position<B>) -> Result<u16, Uncertified> {
        let mut line: Vec<Step<B>> = Vec::new();
        let mut failures = 0;
        line.extend(self.enter(first)?);
        while let Some(step) = line.last_mut() {
            self.tick()?;
            if step.answer.is_none() {
                if !self.next_answer(step)? {
                    // The position before it needs another answer, too.
                    self.records.set_on_path(step.place, false);
                    line.pop();
                    failures += 1;
                    let before = line.last_mut().filter(|_| failures < MAX_FAILURES);
                    before.ok_or(Uncertified::Forgotten)?.answer = None;
                }
                continue;
            }
            let Some(reply) = step.replies.pop() else {
                let (place, distance) = (step.place, step.longest.saturating_add(1));
                if let Some(answer) = step.answer {
                    self.records.finish(place, &step.position, answer, distance)?;
                }
                line.pop();
                if let Some(before) = line.last_mut() {
                    before.longest = before.longest.max(distance.saturating_add(1));
                }
                continue;
            };
            let place = self.records.place(&reply)?;
            match self.records.state(place) {
                State::Done(distance) => {
                    step.longest = step.longest.max(distance.saturating_add(1));
                }
                State::OnPath => {
                    step.answer = None;
                    failures += 1;
                }
                State::Open => match self.enter(&reply)? {
                    Some(next) => line.push(next),
                    None => step.longest = step.longest.max(2),
                },
            }
        }
        let place = self.records.place(first)?;
        match self.records.state(place) {
            State::Done(distance) => Ok(distance),
            State::Open | State::OnPath => Err(Uncertified::Forgotten),
        }
    }

    /// Starts with an open position. `None` if it is won at once and finished.
    fn enter(&mut self, position: &Position<B>) -> Result<Option<Step<B>>, Uncertified> {
        let place = self.records.place(position)?;
        if let State::Done(_) = self.records.state(place) {
            return Ok(None);
        }
        if let Some(mv) = self.search.knowledge.judge.rules.winning_move(position) {
            self.records.finish(place, position, mv, 1)?;
            return Ok(None);
        }
        self.records.set_on_path(place, true);
        Ok(Some(Step {
            position: *position,
            place,
            answers: self.proven(position),
            answer: None,
            tried: Vec::new(),
            searched: false,
            replies: Vec::new(),
            longest: 0,
        }))
    }

    /// The moves known to win, quickest last.
    fn proven(&mut self, position: &Position<B>) -> Vec<BoardMove> {
        let mut moves = self.search.candidates(position);
        moves.retain(|candidate| candidate.found.is_proven());
        quickest_last(&mut moves);
        moves.into_iter().map(|candidate| candidate.mv).collect()
    }

    /// Takes the next answer of a position, searching it again if there is none. Returns whether
    /// one was found.
    fn next_answer(&mut self, step: &mut Step<B>) -> Result<bool, Uncertified> {
        if step.answers.is_empty() && !step.searched {
            step.searched = true;
            self.search_again(&step.position, false)?;
            step.answers = self.proven(&step.position);
            step.answers.retain(|mv| !step.tried.contains(mv));
        }
        let Some(answer) = step.answers.pop() else { return Ok(false) };
        step.tried.push(answer);
        let after = self.search.knowledge.judge.rules.play_unchecked(&step.position, answer);
        step.longest = 0;
        step.replies.clear();
        step.answer = Some(answer);
        for (_, reply) in self.after_moves(&after) {
            match reply.ending() {
                None => step.replies.push(reply),
                Some(ending) if ending.winner() == self.search.knowledge.judge.goal.prover => {
                    step.longest = step.longest.max(1);
                }
                Some(_) => {
                    // The proven part does not lead here.
                    step.answer = None;
                    break;
                }
            }
        }
        Ok(true)
    }

    /// The positions after all moves of one, with the moves. Empty if the game is over.
    pub fn after_moves(&self, position: &Position<B>) -> Vec<(BoardMove, Position<B>)> {
        let rules = self.search.knowledge.judge.rules;
        let moves = rules.moves(position).into_iter();
        moves.map(|mv| (mv, rules.play_unchecked(position, mv))).collect()
    }
}

fn quickest_last(moves: &mut [ChildNode]) {
    moves.sort_by_key(|candidate| std::cmp::Reverse(candidate.found.plies));
}
