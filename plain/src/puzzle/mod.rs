//! Checking puzzles: positions that are claimed to have one right answer.
//!
//! A [`Witness`] provides certificates and need not be trusted: each is verified here, on the plain
//! board, and must be about the position and the claim that it was asked for. The plain board also
//! lists the moves for which certificates are needed, so that none is forgotten.
//!
//! # Why it is enough to look at positions by themselves
//!
//! A certificate says nothing about what was played before. A puzzle begins a game of its own, but
//! later positions of its solution have a past: the solution so far.
//!
//! The first move of the solution is proven to reach the goal, and every other move to miss it. A
//! certificate of that can lead back to a position of the solution in two ways only. If it says that
//! the other side *wins*, it would win there too, which the proof of the solution contradicts. If it
//! says that the other side *does not lose*, positions may repeat under its rules without a loss for
//! that side. So the past changes no answer.

mod tree;

use std::fmt;

use crate::attack::try_everything;
use crate::board::{Position, Side};
use crate::certificate::{Claim, Kind, Verified, check_start, verify};
use crate::endings::{finished_on_the_board, without_moves};
use crate::moves::{Move, legal_moves};
use crate::play::make_move;
use crate::rules::Rules;

/// What the side to move has to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One move forces a win, and no other does.
    Win,
    /// One move wins within this many plies, and no other does in that time.
    WinIn(u32),
    /// One move does not lose, and every other does.
    Hold,
    /// Every move but one loses. About that one nothing is claimed.
    OnlyMove,
}

/// A puzzle as its file has it; nothing of it has been checked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Puzzle<'a> {
    /// The name of a built-in ruleset.
    pub ruleset: &'a str,
    /// The position as a FEN.
    pub fen: &'a str,
    /// What the side to move has to do.
    pub goal: Goal,
    /// Moves as `d2e2`, of the side that solves and of the other in turn.
    pub solution: &'a [String],
    /// Lines in which the other side defends otherwise, each from the position to an answer.
    pub defences: &'a [Vec<String>],
    /// Whether it is claimed that the other side would be saved after a move of the solution if it
    /// could pass.
    pub zugzwang: bool,
}

/// The most positions to look at for one move of a puzzle to win in time.
const NODES_FOR_A_MOVE: u64 = 100_000_000;

/// What a certificate is wanted for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// The side wins within a number of plies.
    Wins(Side),
    /// The side wins or does not lose, in any way.
    DoesNotLose(Side),
}

/// Provides certificates.
pub trait Witness {
    /// The bytes of a certificate about a position by itself; `None` if there is none to be had.
    fn certificate(&mut self, ruleset: &str, fen: &str, wanted: Wanted) -> Option<Vec<u8>>;
}

/// What was checked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checked {
    /// The moves of the side that solves whose fate was proven.
    pub moves: u64,
    /// The certificates verified.
    pub certificates: u64,
    /// The positions in them.
    pub positions: u64,
    /// The plies within which the solution wins, if that is the goal.
    pub plies: Option<u32>,
}

/// Why a puzzle is refused. Plies count from 1.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// There is no such ruleset.
    Ruleset(String),
    /// The position is not one that the rules allow, or the game is over in it.
    Position(String),
    /// There is no solution, or it ends with a move of the other side.
    Solution,
    /// A move of the solution is not legal.
    Illegal(usize, String),
    /// A position of the solution comes twice.
    Repeats(usize, String),
    /// The move of the solution does not reach the goal: the other side answers it.
    Wrong(usize, String),
    /// Another move reaches the goal too; if it wins, within some plies.
    Second(usize, String, Option<u32>),
    /// What was claimed of a move could not be proven either way.
    Unproven(usize, String, &'static str),
    /// A line of the other defences, counted from 1, is not what it should be.
    Defence(usize, String),
    /// The other side would not be saved by passing, or that is not proven.
    Zugzwang,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Ruleset(what) => f.write_str(what),
            Fault::Position(what) => write!(f, "illegal position: {what}"),
            Fault::Solution => f.write_str("the solution must end with a move of the solver's"),
            Fault::Illegal(ply, mv) => write!(f, "move {ply} of the solution, {mv}, is not legal"),
            Fault::Repeats(ply, mv) => {
                write!(f, "move {ply} of the solution, {mv}, repeats a position")
            }
            Fault::Wrong(ply, mv) => {
                write!(f, "wrong solution: move {ply}, {mv}, does not reach the goal")
            }
            Fault::Second(ply, mv, Some(plies)) => {
                let unit = if *plies == 1 { "ply" } else { "plies" };
                write!(f, "second solution: at move {ply}, {mv} wins too, within {plies} {unit}")
            }
            Fault::Second(ply, mv, None) => {
                write!(f, "second solution: at move {ply}, {mv} reaches the goal too")
            }
            Fault::Unproven(ply, mv, what) => {
                write!(f, "at move {ply}: not proven that {mv} {what}")
            }
            Fault::Defence(number, what) => write!(f, "defence {number}: {what}"),
            Fault::Zugzwang => f.write_str("zugzwang: not proven that passing would save a side"),
        }
    }
}

impl std::error::Error for Fault {}

/// Proves a puzzle anew.
///
/// # Errors
/// When it is not as claimed, or the witness has no proof of it.
pub fn check(puzzle: &Puzzle<'_>, witness: &mut dyn Witness) -> Result<Checked, Fault> {
    let rules = Rules::find(puzzle.ruleset, &[]);
    let rules = rules.map_err(|error| Fault::Ruleset(error.to_string()))?;
    let mut position = first_position(puzzle.fen, &rules).map_err(Fault::Position)?;
    if puzzle.solution.len().is_multiple_of(2) {
        return Err(Fault::Solution);
    }
    let solver = position.to_move;
    let mut check = Check { puzzle, rules: &rules, solver, witness, checked: Checked::default() };
    let mut before = vec![position.clone()];
    for (ply, text) in (1..).zip(puzzle.solution) {
        let illegal = || Fault::Illegal(ply, text.clone());
        let mv = parse(text).ok_or_else(illegal)?;
        if check.over(&position).is_some() || !legal_moves(&position, &rules).contains(&mv) {
            return Err(illegal());
        }
        let (next, _) = make_move(&position, mv, &rules);
        if before.contains(&next) {
            return Err(Fault::Repeats(ply, text.clone()));
        }
        if let Goal::WinIn(plies) = puzzle.goal
            && position.to_move == solver
        {
            check.wins_in_time(&position, ply, mv, plies)?;
        } else if position.to_move == solver {
            if ply == 1 {
                check.reaches_goal(&next, mv)?;
            }
            for other in legal_moves(&position, &rules) {
                if other != mv {
                    check.misses_goal(&position, ply, other)?;
                }
            }
        }
        before.push(next.clone());
        position = next;
    }
    check.defences(&before[0])?;
    if puzzle.zugzwang && !check.is_zugzwang(&before) {
        return Err(Fault::Zugzwang);
    }
    Ok(check.checked)
}

fn first_position(fen: &str, rules: &Rules) -> Result<Position, String> {
    let position = Position::from_fen(fen, rules.size, rules.announce)?;
    check_start(&position, rules)?;
    if finished_on_the_board(&position, rules).is_some() || legal_moves(&position, rules).is_empty()
    {
        return Err("the game is over".to_owned());
    }
    Ok(position)
}

/// A move by name; names of other things have no move.
fn parse(text: &str) -> Option<Move> {
    if text.is_ascii() { Move::parse(text) } else { None }
}

struct Check<'a> {
    puzzle: &'a Puzzle<'a>,
    rules: &'a Rules,
    solver: Side,
    witness: &'a mut dyn Witness,
    checked: Checked,
}

impl Check<'_> {
    /// The winner of a position in which the game is over, if anyone has won.
    fn over(&self, position: &Position) -> Option<Option<Side>> {
        let result = finished_on_the_board(position, self.rules).or_else(|| {
            let stuck = legal_moves(position, self.rules).is_empty();
            stuck.then(|| without_moves(position, self.rules))
        })?;
        let won = |side: &Side| result.starts_with(&side.to_string());
        Some([Side::Attackers, Side::Defenders].into_iter().find(won))
    }

    /// Checks that a move of the solution wins within `plies` plies of the puzzle, and no other move
    /// does, by trying everything.
    fn wins_in_time(
        &mut self,
        before: &Position,
        ply: usize,
        mv: Move,
        plies: u32,
    ) -> Result<(), Fault> {
        let left = plies.saturating_sub(ply as u32 - 1);
        let found = try_everything(self.rules, before, left, NODES_FOR_A_MOVE);
        let moves = found.winning.len() + found.failing + found.open;
        self.checked.moves += moves as u64;
        self.checked.plies = Some(plies);
        let (own, others): (Vec<_>, Vec<_>) =
            found.winning.into_iter().partition(|winning| *winning == mv.name());
        match others.into_iter().next() {
            Some(other) if !own.is_empty() => Err(Fault::Second(ply, other, Some(left))),
            _ if found.open > 0 => Err(Fault::Unproven(ply, mv.name(), "alone wins in time")),
            _ if own.is_empty() => Err(Fault::Wrong(ply, mv.name())),
            _ => Ok(()),
        }
    }

    /// Checks that the first move of the solution, which leads to `after`, reaches the goal.
    fn reaches_goal(&mut self, after: &Position, mv: Move) -> Result<(), Fault> {
        self.checked.moves += 1;
        let (solver, other) = (self.solver, self.solver.other());
        let wrong = Fault::Wrong(1, mv.name());
        let (wanted, answer, what) = match self.puzzle.goal {
            Goal::Win | Goal::WinIn(_) => {
                (Wanted::Wins(solver), Wanted::DoesNotLose(other), "wins")
            }
            Goal::Hold => (Wanted::DoesNotLose(solver), Wanted::Wins(other), "does not lose"),
            Goal::OnlyMove => {
                let refuted = self.proven(after, Wanted::Wins(other)).is_some();
                return if refuted { Err(wrong) } else { Ok(()) };
            }
        };
        match self.proven(after, wanted) {
            Some(plies) => {
                self.checked.plies = plies.map(|plies| plies + 1);
                Ok(())
            }
            None if self.proven(after, answer).is_some() => Err(wrong),
            None => Err(Fault::Unproven(1, mv.name(), what)),
        }
    }

    /// Checks that a move other than the solution's misses the goal.
    fn misses_goal(&mut self, before: &Position, ply: usize, mv: Move) -> Result<(), Fault> {
        self.checked.moves += 1;
        let (solver, other) = (self.solver, self.solver.other());
        let (after, _) = make_move(before, mv, self.rules);
        let (wanted, second, what) = match self.puzzle.goal {
            Goal::Win | Goal::WinIn(_) => {
                (Wanted::DoesNotLose(other), Wanted::Wins(solver), "does not win")
            }
            Goal::Hold | Goal::OnlyMove => {
                (Wanted::Wins(other), Wanted::DoesNotLose(solver), "loses")
            }
        };
        if self.proven(&after, wanted).is_some() {
            return Ok(());
        }
        match self.proven(&after, second) {
            Some(plies) => Err(Fault::Second(ply, mv.name(), plies.map(|plies| plies + 1))),
            None => Err(Fault::Unproven(ply, mv.name(), what)),
        }
    }

    /// Whether something is proven about a position, and within how many plies it is won.
    fn proven(&mut self, position: &Position, wanted: Wanted) -> Option<Option<u32>> {
        let (Wanted::Wins(side) | Wanted::DoesNotLose(side)) = wanted;
        if let Some(winner) = self.over(position) {
            let holds = match wanted {
                Wanted::Wins(_) => winner == Some(side),
                Wanted::DoesNotLose(_) => winner != Some(side.other()),
            };
            return holds.then_some((winner == Some(side)).then_some(0));
        }
        if position.to_move == side && self.wins_at_once(position) {
            return Some(Some(1));
        }
        let fen = position.fen(self.rules.announce);
        let bytes = self.witness.certificate(self.puzzle.ruleset, &fen, wanted)?;
        let verified = verify(&bytes, &|_| {}).ok()?;
        self.is_about(&verified, &fen, wanted).then(|| {
            self.checked.certificates += 1;
            self.checked.positions += verified.positions;
            verified.plies
        })
    }

    /// Whether the side to move has a move that wins the game.
    fn wins_at_once(&self, position: &Position) -> bool {
        legal_moves(position, self.rules).into_iter().any(|mv| {
            let (after, _) = make_move(position, mv, self.rules);
            self.over(&after) == Some(Some(position.to_move))
        })
    }

    /// Whether a certificate says what it was wanted for.
    fn is_about(&self, verified: &Verified, fen: &str, wanted: Wanted) -> bool {
        let Claim { holder, kind } = verified.claim;
        let start = verified.start.as_deref().unwrap_or(&self.rules.start);
        let claimed = match wanted {
            Wanted::Wins(side) => holder == side && kind == Kind::Wins,
            Wanted::DoesNotLose(side) => holder == side,
        };
        let known = Rules::find(&verified.ruleset, &[]).is_ok_and(|rules| {
            rules.start == self.rules.start && verified.ruleset == self.puzzle.ruleset
        });
        claimed && known && start == fen && verified.alternates.is_empty()
    }
}
