//! Finding the puzzle in a position.

use super::draft::Draft;
use super::form::PuzzleGoal;
use super::proof::{Solver, Standing, after, can_hold, winner};
use crate::game::Game;
use crate::memory::MemoryError;
use crate::rules::Side;
use crate::solve::{Answer, Solution};
use crate::types::Move;

/// How many nodes the solver may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budgets {
    /// On whether the side to move wins.
    pub win: u64,
    /// On each other move.
    pub other: u64,
    /// On all moves of one position together.
    pub position: u64,
}

impl Default for Budgets {
    fn default() -> Self {
        Self { win: 40_000, other: 10_000, position: 300_000 }
    }
}

/// What the proofs say about the best move of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It is the only one.
    Only,
    /// It is not: another one is as good, or it does not reach the goal itself.
    Refuted,
    /// The budget was too small.
    Open,
}

/// Other moves that lose at once are no temptation. A puzzle about not losing needs at least this
/// many that lose otherwise.
const MIN_TEMPTATIONS: usize = 2;

/// How many times the budget for a win is spent on whether the only defence holds.
const DEFENCE_SHARE: u64 = 4;

/// The part of the budget with which a move is tried first.
const QUICK_SHARE: u64 = 10;

/// The most moves that more is spent on.
const MAX_HARD: usize = 12;

/// Looks for puzzles.
pub(super) struct Finder<'a> {
    pub solver: Solver<'a>,
    pub budgets: Budgets,
}

impl Finder<'_> {
    /// Asks whether one move alone wins in the present position of `game`, the first of a game of
    /// its own. `order` are moves to look at before all others, and `nodes` is the budget for the
    /// win. Also returns the first puzzle along the main line, in the position itself or later.
    pub fn win(
        &mut self,
        game: &dyn Game,
        order: &[Move],
        nodes: u64,
    ) -> Result<(Verdict, Option<Draft>), MemoryError> {
        let side = game.to_move();
        let solution = self.solver.ask(game, side, nodes)?;
        match solution.answer {
            answer if winner(answer, side) == Some(side) => {}
            Answer::Unknown(_) => return Ok((Verdict::Open, None)),
            _ => return Ok((Verdict::Refuted, None)),
        }
        let Solution { line, complete: true, plies: Some(plies @ 3..), .. } = solution else {
            return Ok((Verdict::Open, None));
        };
        let positions = positions(game, &line);
        if positions.len() <= line.len() {
            return Ok((Verdict::Open, None));
        }
        let first = self.only_win(&*positions[0], line[0], order)?;
        if first == Verdict::Only {
            return Ok((first, Some(self.draft(&positions, &line, 0, plies)?)));
        }
        // Later positions of the line, as long as they are no wins at once.
        for start in (2..line.len().saturating_sub(2)).step_by(2) {
            if !positions[start].winning_moves(side).is_empty() {
                break;
            }
            if self.only_win(&*positions[start], line[start], &[])? == Verdict::Only {
                return Ok((first, Some(self.draft(&positions, &line, start, plies)?)));
            }
        }
        Ok((first, None))
    }

    /// The puzzle that begins at a ply of a line, where one move alone wins.
    fn draft(
        &mut self,
        positions: &[Box<dyn Game>],
        line: &[Move],
        start: usize,
        plies: u32,
    ) -> Result<Draft, MemoryError> {
        let mut end = start + 1;
        while end + 1 < line.len()
            && self.only_win(&*positions[end + 1], line[end + 1], &[])? == Verdict::Only
        {
            end += 2;
        }
        Ok(Draft {
            game: positions[start].clone(),
            solution: line[start..end].to_vec(),
            rest: line[end..].to_vec(),
            plies: Some(plies.saturating_sub(start as u32)),
            goal: PuzzleGoal::Win,
        })
    }

    /// Whether no move but `best` wins in the present position of `game`.
    fn only_win(
        &mut self,
        game: &dyn Game,
        best: Move,
        order: &[Move],
    ) -> Result<Verdict, MemoryError> {
        let side = game.to_move();
        if game.winning_moves(side).iter().any(|played| played.mv != best) {
            return Ok(Verdict::Refuted);
        }
        self.all_fail(game, best, order, PuzzleGoal::Win)
    }

    /// Asks whether every move but `best` loses in the present position of `game`, the first of a
    /// game of its own.
    pub fn hold(
        &mut self,
        game: &dyn Game,
        best: Move,
        order: &[Move],
    ) -> Result<(Verdict, Option<Draft>), MemoryError> {
        let other = game.to_move().other();
        let Some(after_best) = after(game, best) else { return Ok((Verdict::Open, None)) };
        let verdict = self.all_fail(game, best, order, PuzzleGoal::Hold)?;
        if verdict != Verdict::Only {
            return Ok((verdict, None));
        }
        if after_best.outcome().is_some() || temptations(game, best) < MIN_TEMPTATIONS {
            return Ok((Verdict::Open, None));
        }
        let answer = self.solver.ask(&*after_best, other, DEFENCE_SHARE * self.budgets.win)?.answer;
        let goal = match answer {
            _ if winner(answer, other) == Some(other) => return Ok((Verdict::Refuted, None)),
            Answer::CannotWin(_) if can_hold(game.ruleset(), other.other()) => PuzzleGoal::Hold,
            _ => PuzzleGoal::OnlyMove,
        };
        let game = game.boxed_clone();
        let draft = Draft { game, solution: vec![best], rest: Vec::new(), plies: None, goal };
        Ok((Verdict::Only, Some(draft)))
    }

    /// Whether all moves but `best` miss the goal. Those of `order` are asked about first.
    ///
    /// Most other moves are refuted quickly or not at all, so all are tried with few nodes before
    /// more are spent on the hard ones.
    fn all_fail(
        &mut self,
        game: &dyn Game,
        best: Move,
        order: &[Move],
        goal: PuzzleGoal,
    ) -> Result<Verdict, MemoryError> {
        let side = game.to_move();
        let end = self.solver.nodes + self.budgets.position;
        let Budgets { other: nodes, .. } = self.budgets;
        let mut hard = Vec::new();
        for (place, mv) in others(game, best, order).into_iter().enumerate() {
            let Some(after) = after(game, mv) else { continue };
            let is_rival = place == 0 && !order.is_empty();
            let nodes = if is_rival { nodes } else { nodes / QUICK_SHARE };
            match self.fate(&*after, side, goal, nodes)? {
                Standing::Fails => {}
                Standing::Succeeds => return Ok(Verdict::Refuted),
                Standing::Open if is_rival => return self.doubtful(&*after, side, goal),
                Standing::Open => hard.push(after),
            }
            if hard.len() > MAX_HARD || self.solver.nodes >= end {
                return Ok(Verdict::Open);
            }
        }
        for after in hard {
            match self.fate(&*after, side, goal, nodes)? {
                Standing::Fails if self.solver.nodes < end => {}
                Standing::Fails => return Ok(Verdict::Open),
                Standing::Succeeds => return Ok(Verdict::Refuted),
                Standing::Open => return self.doubtful(&*after, side, goal),
            }
        }
        Ok(Verdict::Only)
    }

    /// Whether `side` reaches the goal in a game that the other side continues.
    fn fate(
        &mut self,
        game: &dyn Game,
        side: Side,
        goal: PuzzleGoal,
        nodes: u64,
    ) -> Result<Standing, MemoryError> {
        match goal {
            PuzzleGoal::Win | PuzzleGoal::WinIn => self.solver.wins(game, side, nodes),
            PuzzleGoal::Hold | PuzzleGoal::OnlyMove => self.solver.survives(game, side, nodes),
        }
    }

    /// What is said of a best move when another one was not refuted: it may win as well.
    fn doubtful(
        &mut self,
        game: &dyn Game,
        side: Side,
        goal: PuzzleGoal,
    ) -> Result<Verdict, MemoryError> {
        // Elsewhere that question has been asked already.
        let unasked = goal == PuzzleGoal::Win && !can_hold(game.ruleset(), side.other());
        let wins = unasked && self.solver.surely_wins(game, side, self.budgets.other)?;
        Ok(if wins { Verdict::Refuted } else { Verdict::Open })
    }
}

/// The moves but `best` that do not lose at once.
fn temptations(game: &dyn Game, best: Move) -> usize {
    let other = game.to_move().other();
    let tempts = |mv: &Move| {
        after(game, *mv)
            .is_some_and(|after| after.outcome().is_none() && after.winning_moves(other).is_empty())
    };
    others(game, best, &[]).iter().filter(|mv| tempts(mv)).take(MIN_TEMPTATIONS).count()
}

/// The positions before each move of a line, each as the first of a game of its own.
fn positions(game: &dyn Game, line: &[Move]) -> Vec<Box<dyn Game>> {
    let mut positions = vec![game.boxed_clone()];
    for mv in line {
        let Some(next) = positions.last().and_then(|game| after(&**game, *mv)) else { break };
        positions.push(next);
    }
    positions
}

/// The legal moves but one, those of `order` first.
fn others(game: &dyn Game, best: Move, order: &[Move]) -> Vec<Move> {
    let mut moves = game.legal_moves();
    moves.retain(|mv| *mv != best);
    let place = |mv: &Move| order.iter().position(|first| first == mv).unwrap_or(order.len());
    moves.sort_by_key(place);
    moves
}
