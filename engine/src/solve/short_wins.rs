//! Wins within a number of plies, found by trying every move.
//!
//! A proof-number search decides who wins, but not within how many plies. This search does, for
//! problems of the kind "win in three": every move of every line is tried, and a win within a number
//! of plies never needs a position to repeat, so positions are looked at by themselves.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustc_hash::FxHashMap;

use crate::board::{Board, BoardMove, BoardRules, Position};
use crate::rules::Side;

/// The search was stopped, or used up its nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the search was stopped, or would take more nodes than it has")]
pub struct OutOfNodes;

/// The most plies of a win. The stack suffices for them, and no search gets as far.
const MAX_PLIES: u32 = 1000;

/// The positions that are remembered at most.
const MAX_KNOWN: usize = 1 << 20;

/// What is known about a position.
#[derive(Clone, Copy, Default)]
struct Bounds {
    /// Won within this many plies; 0 if that is unknown.
    won: u32,
    /// Not won within this many plies.
    open: u32,
}

/// Looks for the short wins of one side.
pub struct ShortWins<'a, B: Board> {
    rules: &'a BoardRules<B>,
    side: Side,
    /// The positions it may still look at.
    nodes: u64,
    stop: &'a AtomicBool,
    known: FxHashMap<u64, (Position<B>, Bounds)>,
    /// The reply that refuted most lately, by the plies left. It often refutes the next move too.
    killers: Vec<Option<BoardMove>>,
}

impl<B: Board> fmt::Debug for ShortWins<'_, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShortWins")
            .field("side", &self.side)
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<'a, B: Board> ShortWins<'a, B> {
    /// A search for wins of `side` that looks at no more than `nodes` positions.
    pub fn new(rules: &'a BoardRules<B>, side: Side, nodes: u64, stop: &'a AtomicBool) -> Self {
        Self { rules, side, nodes, stop, known: FxHashMap::default(), killers: Vec::new() }
    }

    /// The moves with which the side, which must be to move, wins within `plies` plies, of which at least
    /// one and at most a thousand count, and the nodes still left.
    pub fn first_moves(
        &mut self,
        position: &Position<B>,
        plies: u32,
    ) -> Result<(Vec<BoardMove>, u64), OutOfNodes> {
        let plies = plies.min(MAX_PLIES);
        self.killers.resize(plies as usize + 1, None);
        let mut winning = Vec::new();
        for mv in self.rules.moves(position) {
            let after = self.rules.play_unchecked(position, mv);
            if self.wins(&after, plies.saturating_sub(1))? {
                winning.push(mv);
            }
        }
        Ok((winning, self.nodes))
    }

    /// Whether the side wins from a position within `plies` plies.
    fn wins(&mut self, position: &Position<B>, plies: u32) -> Result<bool, OutOfNodes> {
        self.nodes = self.nodes.checked_sub(1).ok_or(OutOfNodes)?;
        if self.nodes.is_multiple_of(1 << 12) && self.stop.load(Relaxed) {
            return Err(OutOfNodes);
        }
        if let Some(outcome) = self.rules.outcome(position, 1) {
            return Ok(outcome.winner == Some(self.side));
        }
        if plies == 0 {
            return Ok(false);
        }
        let ours = position.to_move() == self.side;
        if ours && self.rules.winning_move(position).is_some() {
            return Ok(true);
        }
        if plies == 1 {
            return Ok(self.wins_with_next_move(position, ours));
        }
        let bounds = self.bounds_of(position);
        if bounds.won > 0 && bounds.won <= plies {
            return Ok(true);
        }
        if bounds.open >= plies {
            return Ok(false);
        }
        // A shorter win, or the reply that prevents it, is quicker to find.
        if plies > 2 && self.wins(position, plies - 2)? {
            return Ok(true);
        }
        let won = if ours {
            self.one_move_wins(position, plies)?
        } else {
            self.all_moves_win(position, plies)?
        };
        // The search may have come to this position too.
        let bounds = self.bounds_of(position);
        let bounds =
            if won { Bounds { won: plies, ..bounds } } else { Bounds { open: plies, ..bounds } };
        if self.known.len() < MAX_KNOWN || self.known.contains_key(&position.key()) {
            self.known.insert(position.key(), (*position, bounds));
        }
        Ok(won)
    }

    fn bounds_of(&self, position: &Position<B>) -> Bounds {
        let same = |(known, _): &&(Position<B>, Bounds)| known == position;
        self.known.get(&position.key()).filter(same).map(|(_, bounds)| *bounds).unwrap_or_default()
    }

    /// Whether the game ends with the next move, won by the side: by one of its own moves, or by all
    /// moves of the other side.
    fn wins_with_next_move(&self, position: &Position<B>, ours: bool) -> bool {
        let won = |mv: &BoardMove| {
            let after = self.rules.play_unchecked(position, *mv);
            self.rules.outcome(&after, 1).is_some_and(|outcome| outcome.winner == Some(self.side))
        };
        let moves = self.rules.moves(position);
        if ours { moves.iter().any(won) } else { moves.iter().all(won) }
    }

    fn one_move_wins(&mut self, position: &Position<B>, plies: u32) -> Result<bool, OutOfNodes> {
        for mv in self.rules.moves(position) {
            if self.wins(&self.rules.play_unchecked(position, mv), plies - 1)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn all_moves_win(&mut self, position: &Position<B>, plies: u32) -> Result<bool, OutOfNodes> {
        let killer = self.killers[plies as usize].filter(|mv| self.rules.is_legal(position, *mv));
        let others = self.rules.moves(position).into_iter().filter(|mv| Some(*mv) != killer);
        for mv in killer.into_iter().chain(others) {
            if !self.wins(&self.rules.play_unchecked(position, mv), plies - 1)? {
                self.killers[plies as usize] = Some(mv);
                return Ok(false);
            }
        }
        Ok(true)
    }
}
