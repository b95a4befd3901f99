//! Attacking puzzles: a plain search for a second solution, without any proof to go by.
//!
//! It tries every move of every line to a number of plies, as the rules have them. A win within a
//! number of plies never needs a position to repeat, so repetition does not matter here.

use std::collections::HashMap;

use rayon::prelude::*;

use crate::board::{Position, Side};
use crate::certificate::pack;
use crate::endings::{finished_on_the_board, without_moves};
use crate::moves::{Move, legal_moves};
use crate::play::make_move;
use crate::rules::Rules;

/// What an attack on a position has come to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Attack {
    /// The moves after which the side to move wins within the plies.
    pub winning: Vec<String>,
    /// The moves after which it does not.
    pub failing: usize,
    /// The moves that could not be searched to the end.
    pub open: usize,
}

/// Searches each move of a position for a win of the side to move within `plies` plies, that move
/// included, with at most `nodes` positions for each. `None` if there is no such ruleset or position.
#[must_use]
pub fn attack(ruleset: &str, fen: &str, plies: u32, nodes: u64) -> Option<Attack> {
    let rules = Rules::find(ruleset, &[]).ok()?;
    let position = Position::from_fen(fen, rules.size, rules.announce).ok()?;
    Some(try_everything(&rules, &position, plies, nodes))
}

/// [`attack`] on a position of the plain board. The first moves are searched side by side.
pub(crate) fn try_everything(rules: &Rules, position: &Position, plies: u32, nodes: u64) -> Attack {
    let outcomes: Vec<(Move, Option<bool>)> = legal_moves(position, rules)
        .into_par_iter()
        .map_init(
            || Search::new(rules, position.to_move),
            |search, mv| {
                search.left = nodes;
                let (after, _) = make_move(position, mv, rules);
                (mv, search.deepen(&after, plies.saturating_sub(1)))
            },
        )
        .collect();
    let mut attack = Attack::default();
    for (mv, won) in outcomes {
        match won {
            Some(true) => attack.winning.push(mv.name()),
            Some(false) => attack.failing += 1,
            None => attack.open += 1,
        }
    }
    attack
}

/// Whether a side wins from a position within `plies` plies; `None` if more than `nodes` positions
/// would have to be looked at.
pub(crate) fn wins_within(
    rules: &Rules,
    position: &Position,
    side: Side,
    plies: u32,
    nodes: u64,
) -> Option<bool> {
    let mut search = Search::new(rules, side);
    search.left = nodes;
    search.deepen(position, plies)
}

/// What is known of a position: wins within some plies, and no win within others.
#[derive(Clone, Copy, Default)]
struct Known {
    within: Option<u32>,
    not_within: Option<u32>,
    best: Option<Move>,
}

/// The most positions that are remembered.
const MAX_KNOWN: usize = 1 << 20;

struct Search<'a> {
    rules: &'a Rules,
    side: Side,
    known: HashMap<(bool, Vec<u8>), Known>,
    /// The reply that last prevented a win, by the plies left.
    replies: HashMap<u32, Move>,
    left: u64,
}

impl<'a> Search<'a> {
    fn new(rules: &'a Rules, side: Side) -> Self {
        Self { rules, side, known: HashMap::new(), replies: HashMap::new(), left: 0 }
    }

    /// Searches with more and more plies, so that short wins and refutations are found first.
    fn deepen(&mut self, position: &Position, plies: u32) -> Option<bool> {
        for fewer in (plies % 2..plies).step_by(2) {
            if self.wins(position, fewer)? {
                return Some(true);
            }
        }
        self.wins(position, plies)
    }

    /// Whether the side wins from a position within some plies; `None` if the nodes are used up.
    fn wins(&mut self, position: &Position, plies: u32) -> Option<bool> {
        if let Some(result) = finished_on_the_board(position, self.rules) {
            return Some(self.is_won(result));
        }
        if plies == 0 && !legal_moves(position, self.rules).is_empty() {
            return Some(false);
        }
        let key = (position.to_move == self.side, pack(position, self.rules));
        let known = self.known.get(&key).copied().unwrap_or_default();
        if known.within.is_some_and(|within| within <= plies) {
            return Some(true);
        }
        if known.not_within.is_some_and(|not| not >= plies) {
            return Some(false);
        }
        self.left = self.left.checked_sub(1)?;
        let (won, best) = self.try_moves(position, plies, known.best)?;
        if self.known.len() < MAX_KNOWN {
            let entry = self.known.entry(key).or_default();
            entry.best = best.or(entry.best);
            if won {
                entry.within = Some(plies);
            } else {
                entry.not_within = Some(plies);
            }
        }
        Some(won)
    }

    /// Tries all moves. Also returns the one that decides, if one does.
    fn try_moves(
        &mut self,
        position: &Position,
        plies: u32,
        first: Option<Move>,
    ) -> Option<(bool, Option<Move>)> {
        let moves = legal_moves(position, self.rules);
        if moves.is_empty() {
            return Some((self.is_won(without_moves(position, self.rules)), None));
        }
        let ours = position.to_move == self.side;
        // The reply that prevented the last win often prevents the next one too.
        let reply = first.or_else(|| self.replies.get(&plies).copied().filter(|_| !ours));
        if let Some(mv) = reply.filter(|mv| moves.contains(mv)) {
            let (after, _) = make_move(position, mv, self.rules);
            if self.wins(&after, plies - 1)? == ours {
                return Some((ours, Some(mv)));
            }
        }
        let mut replies: Vec<(usize, Move, Position)> = moves
            .into_iter()
            .map(|mv| {
                let (after, taken) = make_move(position, mv, self.rules);
                let over = finished_on_the_board(&after, self.rules).is_some();
                (usize::from(over) * 2 + usize::from(!taken.is_empty()), mv, after)
            })
            .collect();
        replies.sort_by_key(|(hope, _, _)| std::cmp::Reverse(*hope));
        for (_, mv, after) in replies {
            if Some(mv) != reply && self.wins(&after, plies - 1)? == ours {
                if !ours {
                    self.replies.insert(plies, mv);
                }
                return Some((ours, Some(mv)));
            }
        }
        Some((!ours, None))
    }

    fn is_won(&self, result: &str) -> bool {
        result.starts_with(&self.side.to_string())
    }
}
