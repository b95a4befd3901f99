//! A game, played with moves in text form.

use super::board::{Position, Side};
use super::endings;
use super::moves::{Move, legal_moves};
use super::play::make_move;
use super::rules::Rules;

/// A game: its rules, and every position so far.
#[derive(Clone, Debug)]
pub struct PlainGame {
    rules: Rules,
    /// The first is the start of the game, the last is the current position.
    history: Vec<Position>,
}

impl PlainGame {
    /// A game from the start position of a ruleset.
    ///
    /// # Panics
    /// If there is no such ruleset.
    #[must_use]
    pub fn new(variant: &str) -> PlainGame {
        PlainGame::with_rules(variant, &[])
    }

    /// A game with some rules replaced, as in `("KingMove", "step")`.
    ///
    /// # Panics
    /// If there is no such ruleset, or no such rule.
    #[must_use]
    pub fn with_rules(variant: &str, overrides: &[(&str, &str)]) -> PlainGame {
        PlainGame::of_rules(known_rules(variant, overrides))
    }

    /// A game from the start position of any rules.
    ///
    /// # Panics
    /// If the start is not a valid position.
    #[must_use]
    pub fn of_rules(rules: Rules) -> PlainGame {
        let start = rules.start.clone();
        PlainGame::starting_from(rules, &start)
    }

    fn starting_from(rules: Rules, fen: &str) -> PlainGame {
        let position = Position::from_fen(fen, rules.size, rules.announce)
            .expect("a start position is a position");
        PlainGame { rules, history: vec![position] }
    }

    /// A game that starts from the given position, without earlier history.
    ///
    /// # Panics
    /// If there is no such ruleset or rule, or the text is not a position.
    #[must_use]
    pub fn from_fen(variant: &str, overrides: &[(&str, &str)], fen: &str) -> PlainGame {
        PlainGame::starting_from(known_rules(variant, overrides), fen)
    }

    /// The position as text, with the announced squares under rules with announcing.
    #[must_use]
    pub fn fen(&self) -> String {
        self.position().fen(self.rules.announce)
    }

    /// Whether the attackers are to move.
    #[must_use]
    pub fn to_move_is_attackers(&self) -> bool {
        self.position().to_move == Side::Attackers
    }

    /// All legal moves, sorted as strings. Empty once the game is over.
    #[must_use]
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

    /// Plays a move and returns the sorted names of the squares of the captured pieces.
    ///
    /// # Panics
    /// If the move is illegal.
    pub fn play(&mut self, mv: &str) -> Vec<String> {
        assert!(self.moves().contains(&mv.to_string()), "illegal move {mv} in {}", self.fen());
        let (next, taken) = make_move(
            self.position(),
            Move::parse(mv).expect("a legal move is a move"),
            &self.rules,
        );
        self.history.push(next);
        let mut names: Vec<String> = taken.iter().map(|square| square.name()).collect();
        names.sort();
        names
    }

    /// `ongoing`, or the winner (or `draw`) and the reason.
    #[must_use]
    pub fn result(&self) -> &'static str {
        endings::result(&self.history, &self.rules)
    }

    /// The squares the king has announced, sorted by file and then rank.
    #[must_use]
    pub fn announced(&self) -> Vec<String> {
        let announced = &self.position().announced;
        announced.iter().map(|square| square.name()).collect()
    }

    /// The number of move sequences of exactly `depth` plies, ignoring repetition.
    #[must_use]
    pub fn perft(&self, depth: u32) -> u64 {
        let (position, rules) = (self.position(), &self.rules);
        let over = match self.history.len() {
            1 => endings::decided_on_the_board(position, rules),
            _ => endings::finished_on_the_board(position, rules),
        };
        if over.is_some() { u64::from(depth == 0) } else { perft(position, rules, depth) }
    }

    fn position(&self) -> &Position {
        self.history.last().expect("a game has a position")
    }
}

fn known_rules(variant: &str, overrides: &[(&str, &str)]) -> Rules {
    Rules::find(variant, overrides).expect("a known ruleset and known rules")
}

/// The number of move sequences from a position in which the game goes on.
fn perft(position: &Position, rules: &Rules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = legal_moves(position, rules);
    // Each legal move is one sequence of one ply.
    if depth == 1 {
        return moves.len() as u64;
    }
    let mut count = 0;
    for mv in moves {
        let (next, _) = make_move(position, mv, rules);
        // A finished game has no further moves.
        if endings::finished_on_the_board(&next, rules).is_none() {
            count += perft(&next, rules, depth - 1);
        }
    }
    count
}
