//! The solution as a tree: the other side's other best defences, with the answers to them.

use super::draft::Draft;
use super::find::Finder;
use super::form::PuzzleGoal;
use super::proof::{after, winner};
use super::search::look;
use super::short::Reply;
use crate::engine::SearchError;
use crate::game::Game;
use crate::memory::MemoryError;
use crate::rules::Side;
use crate::search::ResourceError;
use crate::solve::{Answer, OutOfNodes};
use crate::types::Move;

/// The most defences at one move, unless each leaves a single answer.
const MAX_DEFENCES: usize = 6;

/// The most defences at one move.
const MAX_SINGLE: usize = 12;

/// The longest way from a defence to the end that is written down whole, in plies.
const MAX_LINE: usize = 4;

/// The nodes of the search that proposes defences and answers where nobody wins.
const LOOK_NODES: u64 = 4_000;

/// The defences that it proposes.
const LOOK_LINES: usize = 3;

/// A defence, the answer to it, and how the game may go on from there.
type Line = Vec<Move>;

impl Finder<'_> {
    /// The other best defences at each move of the solution, as lines from the first position.
    pub fn defences(&mut self, draft: &Draft) -> Result<Vec<Line>, SearchError> {
        let mut lines = Vec::new();
        let main: Line = draft.solution.iter().chain(&draft.rest).copied().collect();
        let mut position = draft.game.boxed_clone();
        for (ply, mv) in draft.solution.iter().enumerate() {
            let Some(next) = after(&*position, *mv) else { break };
            position = next;
            if !ply.is_multiple_of(2) || position.outcome().is_some() {
                continue;
            }
            let found = match (draft.goal, draft.plies) {
                (PuzzleGoal::WinIn, Some(plies)) => {
                    let left = plies.saturating_sub(ply as u32 + 1);
                    self.defences_in_time(&*position, left).unwrap_or_default()
                }
                (PuzzleGoal::Win, _) => {
                    self.longest_defences(&*position).map_err(ResourceError::from)?
                }
                (PuzzleGoal::Hold, _) => self.attempts(&*position)?,
                _ => Vec::new(),
            };
            let others = found.into_iter().filter(|line| line.first() != main.get(ply + 1));
            lines.extend(others.map(|line| [&main[..=ply], &line].concat()));
        }
        Ok(lines)
    }

    /// The defences that leave the fewest moves that win in time.
    fn defences_in_time(&mut self, game: &dyn Game, left: u32) -> Result<Vec<Line>, OutOfNodes> {
        if left < 2 {
            return Ok(Vec::new());
        }
        let mut lines = Vec::new();
        for Reply { mv, answers, .. } in best(self.replies_in_time(game, left)?) {
            let Some(answer) = answers.first().copied() else { continue };
            let mut line = vec![mv, answer];
            let next = after(game, mv).and_then(|game| after(&*game, answer));
            if let Some(next) = next.filter(|game| left > 3 && game.outcome().is_none()) {
                let replies = self.replies_in_time(&*next, left - 2)?;
                let stubborn = replies.into_iter().min_by_key(Reply::ease);
                line.extend(stubborn.into_iter().flat_map(|Reply { mv, answers, .. }| {
                    answers.first().map(|answer| [mv, *answer]).into_iter().flatten()
                }));
            }
            lines.push(line);
        }
        Ok(lines)
    }

    /// The defences that hold out longest, as far as the solver finds; those that lose at once only
    /// if all do.
    fn longest_defences(&mut self, game: &dyn Game) -> Result<Vec<Line>, MemoryError> {
        let side = game.to_move().other();
        let mut at_once = Vec::new();
        let mut later: Vec<(u32, Line)> = Vec::new();
        let end = self.solver.nodes + self.budgets.position;
        for mv in game.legal_moves() {
            let Some(next) = after(game, mv).filter(|next| next.outcome().is_none()) else {
                continue;
            };
            let answers: Vec<Move> =
                next.winning_moves(side).iter().map(|played| played.mv).collect();
            if !answers.is_empty() {
                at_once.push(Reply { mv, at_once: true, answers });
            } else if self.solver.nodes < end {
                let found = self.solver.ask(&*next, side, self.budgets.other)?;
                if winner(found.answer, side) == Some(side) && !found.line.is_empty() {
                    let whole = found.complete && found.line.len() < MAX_LINE;
                    let shown = if whole { found.line.len() } else { 1 };
                    let line = [&[mv], &found.line[..shown]].concat();
                    later.push((found.plies.unwrap_or_default(), line));
                }
            }
        }
        if later.is_empty() {
            let line = |Reply { mv, answers, .. }: Reply| vec![mv, answers[0]];
            return Ok(best(at_once).into_iter().map(line).collect());
        }
        later.sort_by_key(|(plies, _)| std::cmp::Reverse(*plies));
        Ok(later.into_iter().map(|(_, line)| line).take(MAX_DEFENCES).collect())
    }

    /// What the other side may try where nobody wins, and an answer that is proven to hold.
    fn attempts(&mut self, game: &dyn Game) -> Result<Vec<Line>, SearchError> {
        let other = game.to_move();
        let mut lines = Vec::new();
        for mv in look(self.solver.engine, game, LOOK_NODES, LOOK_LINES)?.moves() {
            let Some(next) = after(game, mv).filter(|next| next.outcome().is_none()) else {
                continue;
            };
            for answer in look(self.solver.engine, &*next, LOOK_NODES, LOOK_LINES)?.moves() {
                let Some(held) = after(&*next, answer) else { continue };
                if self.cannot_win(&*held, other).map_err(ResourceError::from)? {
                    lines.push(vec![mv, answer]);
                    break;
                }
            }
        }
        Ok(lines)
    }

    /// Whether it is proven that a side does not win from a position.
    fn cannot_win(&mut self, game: &dyn Game, side: Side) -> Result<bool, MemoryError> {
        if let Some(outcome) = game.outcome() {
            return Ok(outcome.winner != Some(side));
        }
        let answer = self.solver.ask(game, side, self.budgets.win)?.answer;
        let is_lost = winner(answer, game.to_move()) == Some(side.other());
        Ok(is_lost || matches!(answer, Answer::CannotWin(_) | Answer::Neither))
    }
}

/// The replies after which the win is hardest. Where several answers win after each of many replies,
/// none is better than another.
fn best(replies: Vec<Reply>) -> Vec<Reply> {
    let Some(least) = replies.iter().map(Reply::ease).min() else { return Vec::new() };
    let best: Vec<Reply> = replies.into_iter().filter(|reply| reply.ease() == least).collect();
    let most = if least.1 == 1 { MAX_SINGLE } else { MAX_DEFENCES };
    if best.len() > most { Vec::new() } else { best }
}
