//! A slow, plain model of the games, written from the rules text alone, to check the engine.
//! It speaks only strings, keeps the board as rows of cells, and tries nothing clever.

// Each test file that includes this module uses a different part of it.
#![allow(dead_code)]

pub mod board;
mod captures;
mod checks;
mod endings;
mod forts;
mod moves;
pub mod rules;
pub mod table;
mod walls;

use board::{Piece, Position, Side, Square};
use moves::Move;
use rules::Rules;

/// A game: the rules it is played by, and every position it has gone through.
#[derive(Clone)]
pub struct SlowGame {
    rules: Rules,
    /// The first is the start of the game, the last is the position on the board now.
    history: Vec<Position>,
}

impl SlowGame {
    /// A game from the start position of a ruleset.
    pub fn new(variant: &str) -> SlowGame {
        SlowGame::with_rules(variant, &[])
    }

    /// The same with some rules replaced, as in `("Rule KingMove", "step")`.
    pub fn with_rules(variant: &str, overrides: &[(&str, &str)]) -> SlowGame {
        SlowGame::of_rules(Rules::new(variant, overrides))
    }

    /// A game from the start position of any rules.
    pub fn of_rules(rules: Rules) -> SlowGame {
        let position = Position::from_fen(&rules.start, rules.size, rules.announce);
        SlowGame { rules, history: vec![position] }
    }

    /// A game that starts from the position given; its history starts there too.
    pub fn from_fen(variant: &str, overrides: &[(&str, &str)], fen: &str) -> SlowGame {
        let start = fen.to_owned();
        SlowGame::of_rules(Rules { start, ..Rules::new(variant, overrides) })
    }

    /// The position as text, with the announced squares where announcing is on.
    pub fn fen(&self) -> String {
        self.position().fen(self.rules.announce)
    }

    pub fn to_move_is_attackers(&self) -> bool {
        self.position().to_move == Side::Attackers
    }

    /// All legal moves, sorted as plain strings; none once the game is over.
    pub fn moves(&self) -> Vec<String> {
        if self.result() != "ongoing" {
            return Vec::new();
        }
        let mut names = Vec::new();
        for mv in endings::moves_of_game(&self.history, &self.rules) {
            names.push(mv.name());
        }
        names.sort();
        names
    }

    /// Plays a move and returns the sorted names of the squares whose pieces it took.
    pub fn play(&mut self, mv: &str) -> Vec<String> {
        assert!(self.moves().contains(&mv.to_string()), "illegal move {mv} in {}", self.fen());
        let (next, taken) = make_move(self.position(), Move::parse(mv), &self.rules);
        self.history.push(next);
        let mut names: Vec<String> = taken.iter().map(|square| square.name()).collect();
        names.sort();
        names
    }

    /// `ongoing`, or the winner (or `draw`) and the reason.
    pub fn result(&self) -> &'static str {
        endings::result(&self.history, &self.rules)
    }

    /// The squares the king has announced, by file and then rank.
    pub fn announced(&self) -> Vec<String> {
        let announced = &self.position().announced;
        announced.iter().map(|square| square.name()).collect()
    }

    /// The number of move sequences of exactly `depth` plies, leaving repetition out.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.position(), &self.rules, depth)
    }

    fn position(&self) -> &Position {
        self.history.last().expect("a game has a position")
    }
}

/// The position after a move, and the squares whose pieces it took.
fn make_move(before: &Position, mv: Move, rules: &Rules) -> (Position, Vec<Square>) {
    let mut position = before.clone();
    let mover = before.to_move;

    let piece = position.piece_at(mv.from);
    position.put(mv.from, None);
    position.put(mv.to, piece);

    // All that is taken goes at once: the list is complete before any piece leaves the board.
    let taken = captures::captured_by(&position, mover, mv.to, rules);
    for &square in &taken {
        position.put(square, None);
    }

    position.to_move = mover.other();
    if rules.announce {
        position.announced = announced_after(&position, mover, rules);
    }
    (position, taken)
}

/// Announce: after a defender move, the escape squares the king could now go to; after an
/// attacker move, those of the announced squares that are still open to him.
fn announced_after(position: &Position, mover: Side, rules: &Rules) -> Vec<Square> {
    let mut squares = Vec::new();
    if let Some(king) = position.king() {
        squares = moves::reachable_squares(position, Piece::King, king, rules);
    }
    squares.retain(|&square| rules.is_escape(square));
    if mover == Side::Attackers {
        squares.retain(|square| position.announced.contains(square));
    }
    squares.sort();
    squares
}

fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    // A finished game has no further moves.
    if endings::finished_on_the_board(position, rules).is_some() {
        return 0;
    }
    let moves = moves::legal_moves(position, rules);
    // Each legal move is one sequence of one ply.
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        let (next, _) = make_move(position, mv, rules);
        count += perft(&next, rules, depth - 1);
    }
    count
}
