//! The games of a batch on one board size.

use std::any::Any;
use std::collections::TryReserveError;
use std::ops::ControlFlow;
use std::sync::Arc;

use branan::board::{Bits, Board, BoardGame, BoardMove, BoardRules, Outcome, Square};
use branan::game::Game;
use branan::types::{Coordinate, Move, Side};
use rayon::prelude::*;

use super::buffers::{Row, Rows};
use crate::board_planes::{ANNOUNCED_PLANE, REPETITION_PLANE, TO_MOVE_PLANE, move_of};

/// The fewest games worth a task of their own.
const MIN_TASK: usize = 32;

/// An action that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct IllegalAction {
    /// The number of the game.
    pub game: usize,
    /// The action.
    pub action: i64,
}

/// The games of a batch on a board of any size. All methods use the current rayon pool.
pub trait BoardGames: Send + Sync {
    /// The positions.
    fn fens(&self) -> Vec<String>;

    /// Starts all games anew.
    fn reset(&mut self, rows: &mut Rows<'_>);

    /// Plays one action in each game.
    ///
    /// # Errors
    /// When one is not legal. No game is changed then.
    fn step(&mut self, actions: &[i64], rows: &mut Rows<'_>) -> Result<(), IllegalAction>;

    /// Makes each branch. All parents are read before any game is changed, and the slots differ.
    ///
    /// # Errors
    /// When an action is not legal. No game is changed then.
    fn branch(&mut self, branches: &[Branch], rows: &mut Rows<'_>) -> Result<(), IllegalAction>;

    /// Makes a game of the batch a copy of another one. `false` if that has other rules.
    fn put(&mut self, slot: usize, game: Box<dyn Game>, rows: &mut Rows<'_>) -> bool;

    /// A random legal action for each game.
    fn sample(&self, seed: u64) -> Vec<i64>;
}

/// A copy of a game with another move played.
#[derive(Clone, Copy, Debug)]
pub struct Branch {
    /// The number of the game that is copied.
    pub parent: usize,
    /// The number of the game that the copy replaces.
    pub slot: usize,
    /// The action played in the copy.
    pub action: i64,
}

/// The games of a batch on board `B`.
pub struct Boards<B: Board> {
    games: Vec<BoardGame<B>>,
    /// The number of moves at which a game ends without a winner.
    max_moves: usize,
    side: usize,
}

impl<B: Board> Boards<B> {
    /// Games at the start position.
    ///
    /// # Errors
    /// When there is no memory for them.
    pub fn new(rules: BoardRules<B>, n: usize, max_moves: usize) -> Result<Self, TryReserveError> {
        let side = rules.ruleset().side_length();
        let game = BoardGame::new(Arc::new(rules));
        let mut games = Vec::new();
        games.try_reserve_exact(n)?;
        games.resize(n, game);
        Ok(Self { games, max_moves, side })
    }

    /// The legal move of an action.
    fn legal(&self, game: &BoardGame<B>, action: i64) -> Option<BoardMove> {
        let Move { from, to } = move_of(usize::try_from(action).ok()?, self.side)?;
        let square = |at: Coordinate| B::square(at.file.into(), at.rank.into());
        let mv = BoardMove::new(square(from), square(to));
        let legal = game.rules().is_legal(game.position(), mv) && !game.repeats(mv);
        legal.then_some(mv)
    }
}

impl<B: Board> BoardGames for Boards<B> {
    fn fens(&self) -> Vec<String> {
        self.games.iter().map(|game| game.rules().write_fen(game.position())).collect()
    }

    fn reset(&mut self, rows: &mut Rows<'_>) {
        let side = self.side;
        let games = self.games.par_iter_mut().with_min_len(MIN_TASK);
        games.zip(rows.par_iter()).for_each(|(game, mut row)| {
            *game = BoardGame::new(Arc::clone(game.rules()));
            forget_result(&mut row);
            show(game, side, &mut row);
        });
    }

    fn step(&mut self, actions: &[i64], rows: &mut Rows<'_>) -> Result<(), IllegalAction> {
        let games = self.games.par_iter().with_min_len(MIN_TASK).zip(actions).enumerate();
        let find = |(number, (game, action)): (usize, (&BoardGame<B>, &i64))| {
            self.legal(game, *action).ok_or(IllegalAction { game: number, action: *action })
        };
        let moves: Vec<BoardMove> = games.map(find).collect::<Result<_, _>>()?;
        let (side, max_moves) = (self.side, self.max_moves);
        let games = self.games.par_iter_mut().with_min_len(MIN_TASK).zip(moves);
        games.zip(rows.par_iter()).for_each(|((game, mv), mut row)| {
            game.play_unchecked(mv);
            settle(game, max_moves, side, &mut row);
        });
        Ok(())
    }

    fn branch(&mut self, branches: &[Branch], rows: &mut Rows<'_>) -> Result<(), IllegalAction> {
        let children = branches.par_iter().with_min_len(MIN_TASK).map(|branch| {
            let parent = &self.games[branch.parent];
            let illegal = IllegalAction { game: branch.parent, action: branch.action };
            let mv = self.legal(parent, branch.action).ok_or(illegal)?;
            let mut child = parent.clone();
            child.play_unchecked(mv);
            Ok(child)
        });
        let children: Vec<BoardGame<B>> = children.collect::<Result<_, _>>()?;
        let mut changes = vec![None; self.games.len()];
        for (branch, child) in branches.iter().zip(children) {
            changes[branch.slot] = Some(child);
        }
        let (side, max_moves) = (self.side, self.max_moves);
        let games = self.games.par_iter_mut().with_min_len(MIN_TASK).zip(changes);
        games.zip(rows.par_iter()).for_each(|((game, change), mut row)| {
            if let Some(child) = change {
                *game = child;
                settle(game, max_moves, side, &mut row);
            }
        });
        Ok(())
    }

    fn put(&mut self, slot: usize, game: Box<dyn Game>, rows: &mut Rows<'_>) -> bool {
        let game: Box<dyn Any> = game;
        let Ok(other) = game.downcast::<BoardGame<B>>() else { return false };
        let side = self.side;
        let row = self.games.par_iter_mut().zip(rows.par_iter()).skip(slot).take(1);
        let put = row.map(|(game, mut row)| {
            let same = game.rules().ruleset() == other.rules().ruleset();
            if same {
                game.clone_from(&other);
                forget_result(&mut row);
                show(game, side, &mut row);
            }
            same
        });
        put.all(|same| same)
    }

    fn sample(&self, seed: u64) -> Vec<i64> {
        let games = self.games.par_iter().with_min_len(MIN_TASK).enumerate();
        games
            .map(|(number, game)| choose(game, self.side, mix(seed ^ mix(number as u64))) as i64)
            .collect()
    }
}

/// Writes the result of a move that has just been played, and what comes after it.
fn settle<B: Board>(game: &mut BoardGame<B>, max_moves: usize, side: usize, row: &mut Row<'_>) {
    let outcome = game.outcome();
    *row.truncated = outcome.is_none() && game.length() >= max_moves;
    *row.done = outcome.is_some() || *row.truncated;
    row.reward.copy_from_slice(&rewards(outcome));
    if *row.done {
        *game = BoardGame::new(Arc::clone(game.rules()));
    }
    show(game, side, row);
}

/// Writes that no game has just ended.
fn forget_result(row: &mut Row<'_>) {
    row.reward.fill(0.0);
    (*row.done, *row.truncated) = (false, false);
}

/// The results of the attackers and the defenders.
fn rewards(outcome: Option<Outcome>) -> [f32; 2] {
    match outcome.and_then(|outcome| outcome.winner) {
        None => [0.0, 0.0],
        Some(Side::Attackers) => [1.0, -1.0],
        Some(Side::Defenders) => [-1.0, 1.0],
    }
}

/// Writes a game's position, side to move, length and legal actions.
fn show<B: Board>(game: &BoardGame<B>, side: usize, row: &mut Row<'_>) {
    let position = game.position();
    let squares = side * side;
    row.observation.fill(0);
    let sets = [position.attackers(), position.defenders(), position.king()];
    let planes =
        [(0, sets[0]), (1, sets[1]), (2, sets[2]), (ANNOUNCED_PLANE, position.announced())];
    for (plane, set) in planes {
        for square in set.iter() {
            row.observation[plane * squares + index::<B>(square, side)] = 1;
        }
    }
    let mut fill = |plane: usize, value| row.observation[plane * squares..][..squares].fill(value);
    if position.to_move() == Side::Defenders {
        fill(TO_MOVE_PLANE, 1);
    }
    let occurrences = game.occurrences();
    if occurrences > 1 {
        fill(REPETITION_PLANE, u8::try_from(occurrences - 1).unwrap_or(u8::MAX));
    }
    *row.to_move = u8::from(position.to_move() == Side::Defenders);
    *row.length = i32::try_from(game.length()).unwrap_or(i32::MAX);
    row.mask.fill(false);
    each_action(game, side, |action| row.mask[action] = true);
}

/// The legal action that a random number chooses.
fn choose<B: Board>(game: &BoardGame<B>, side: usize, random: u64) -> usize {
    let (rules, position) = (game.rules(), game.position());
    if forbids_repetition(rules) {
        let mut legal = Vec::new();
        each_action(game, side, |action| legal.push(action));
        return legal.get(below(legal.len() as u64, random) as usize).copied().unwrap_or_default();
    }
    let mut skip = below(u64::from(rules.count_moves(position)), random) as u32;
    let chosen = rules.visit_moves(position, |from, targets| {
        let count = targets.count();
        if skip < count {
            let to = targets.iter().nth(skip as usize).unwrap_or(from);
            return ControlFlow::Break(first_action::<B>(from, side) + target::<B>(from, to, side));
        }
        skip -= count;
        ControlFlow::Continue(())
    });
    chosen.break_value().unwrap_or_default()
}

/// Whether some moves are illegal because of earlier positions.
fn forbids_repetition<B: Board>(rules: &BoardRules<B>) -> bool {
    let repetition = rules.ruleset().repetition;
    repetition.may_forbid() || repetition.compares_boards()
}

/// The number of the first action of a piece.
#[inline(always)]
fn first_action<B: Board>(from: Square, side: usize) -> usize {
    index::<B>(from, side) * 2 * side
}

/// The number of a move among those of its piece.
#[inline(always)]
fn target<B: Board>(from: Square, to: Square, side: usize) -> usize {
    let first = from.index() - from.index() % B::SIDE;
    let along = to.index().wrapping_sub(first);
    if along < B::SIDE { along } else { side + to.index() / B::SIDE }
}

/// The index of a square in a plane.
#[inline(always)]
fn index<B: Board>(square: Square, side: usize) -> usize {
    let (rank, file) = (square.index() / B::SIDE, square.index() % B::SIDE);
    rank * side + file
}

/// Calls `visit` with each legal action.
#[inline(always)]
fn each_action<B: Board>(game: &BoardGame<B>, side: usize, mut visit: impl FnMut(usize)) {
    let (rules, position) = (game.rules(), game.position());
    let forbids = forbids_repetition(rules);
    let _: ControlFlow<()> = rules.visit_moves(position, |from, targets| {
        let first = first_action::<B>(from, side);
        for to in targets.iter() {
            if forbids && game.repeats(BoardMove::new(from, to)) {
                continue;
            }
            visit(first + target::<B>(from, to, side));
        }
        ControlFlow::Continue(())
    });
}

/// Mixes the bits of a number (the finaliser of SplitMix64).
fn mix(number: u64) -> u64 {
    let mut z = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// A number below `end`, or 0.
fn below(end: u64, random: u64) -> u64 {
    ((u128::from(end) * u128::from(random)) >> 64) as u64
}
