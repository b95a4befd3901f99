//! Checking the tree of a solution: the other defences and the answers to them, and zugzwang.
//!
//! Each answer is proven in its position by itself, without the moves before it.

use super::{Check, Fault, Goal, NODES_FOR_A_MOVE, Wanted, parse};
use crate::attack::{try_everything, wins_within};
use crate::board::Position;
use crate::moves::legal_moves;
use crate::play::make_move;

impl Check<'_> {
    /// Checks that each line of the other defences leaves the tree so far with a legal move of the
    /// other side, and that every answer in it reaches the goal.
    pub(super) fn defences(&mut self, first: &Position) -> Result<(), Fault> {
        let lines: Vec<&[String]> = std::iter::once(self.puzzle.solution)
            .chain(self.puzzle.defences.iter().map(Vec::as_slice))
            .collect();
        for (number, line) in lines.iter().enumerate().skip(1) {
            let fault = |what: String| Fault::Defence(number, what);
            if line.len() < 3 || line.len().is_multiple_of(2) {
                return Err(fault("it does not end with an answer".to_owned()));
            }
            let shared = lines[..number].iter().map(|known| common(known, line)).max().unwrap_or(0);
            if shared.is_multiple_of(2) || shared == line.len() {
                return Err(fault(
                    "it does not leave the solution at the other side's move".into(),
                ));
            }
            self.line(first, line, shared).map_err(fault)?;
        }
        Ok(())
    }

    /// Checks the moves of a line, of which the first `shared` ones are known to be right.
    fn line(&mut self, first: &Position, line: &[String], shared: usize) -> Result<(), String> {
        let mut position = first.clone();
        for (ply, text) in (1..).zip(line) {
            let illegal = || format!("move {ply}, {text}, is not legal");
            let mv = parse(text).ok_or_else(illegal)?;
            if self.over(&position).is_some() || !legal_moves(&position, self.rules).contains(&mv) {
                return Err(illegal());
            }
            let by_solver = position.to_move == self.solver;
            (position, _) = make_move(&position, mv, self.rules);
            if by_solver && ply > shared && !self.is_answer(&position, ply) {
                return Err(format!("not proven that move {ply}, {text}, reaches the goal"));
            }
        }
        Ok(())
    }

    /// Whether the goal is reached in a position after `ply` plies, by a move of the solver's.
    fn is_answer(&mut self, after: &Position, ply: usize) -> bool {
        self.checked.moves += 1;
        let solver = self.solver;
        match self.puzzle.goal {
            Goal::WinIn(plies) => {
                let left = plies.checked_sub(ply as u32);
                left.is_some_and(|left| {
                    wins_within(self.rules, after, solver, left, NODES_FOR_A_MOVE) == Some(true)
                })
            }
            Goal::Win => self.proven(after, Wanted::Wins(solver)).is_some(),
            Goal::Hold | Goal::OnlyMove => {
                self.proven(after, Wanted::DoesNotLose(solver)).is_some()
            }
        }
    }

    /// Whether after a move of the solution the other side would be saved if it could pass.
    /// `positions` are those before each move of the solution, and the last one.
    pub(super) fn is_zugzwang(&mut self, positions: &[Position]) -> bool {
        let other = self.solver.other();
        (1..).zip(&positions[1..]).any(|(ply, position)| {
            if position.to_move != other || self.over(position).is_some() {
                return false;
            }
            let mut passed = position.clone();
            passed.to_move = self.solver;
            match self.puzzle.goal {
                Goal::WinIn(plies) => {
                    let left = plies.saturating_sub(ply + 1);
                    let found = try_everything(self.rules, &passed, left, NODES_FOR_A_MOVE);
                    found.winning.is_empty() && found.open == 0
                }
                Goal::Win => self.proven(&passed, Wanted::DoesNotLose(other)).is_some(),
                Goal::Hold | Goal::OnlyMove => false,
            }
        })
    }
}

/// How many moves two lines have in common from the first on.
fn common(one: &[String], other: &[String]) -> usize {
    one.iter().zip(other).take_while(|(one, other)| one == other).count()
}
