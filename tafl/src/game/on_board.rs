//! The game on a board of one size.

use std::borrow::Cow;
use std::sync::Arc;

use super::{Game, Played};
use crate::board::{
    Bits, Board, BoardGame, BoardMove, BoardRules, MAX_PERFT_DEPTH, MoveError, Outcome, Position,
    coordinates, named,
};
use crate::rules::Ruleset;
use crate::types::{Coordinate, FenError, Move, Placement, Side};

impl<B: Board> BoardGame<B> {
    /// A move played between two positions, with its captures.
    fn played(mv: BoardMove, before: &Position<B>, after: &Position<B>) -> Played {
        Played { mv: named::<B>(mv), captures: coordinates::<B>(after.captured_since(before)) }
    }

    fn play_found(&mut self, mv: BoardMove) -> Played {
        let before = *self.position();
        self.play_unchecked(mv);
        Self::played(mv, &before, self.position())
    }

    fn look(&self, mv: BoardMove) -> Played {
        let before = self.position();
        Self::played(mv, before, &self.rules().play_unchecked(before, mv))
    }

    /// The effects of moves, sorted by their squares.
    fn look_at_all(&self, moves: Vec<BoardMove>) -> Vec<Played> {
        let mut moves: Vec<Played> = moves.into_iter().map(|mv| self.look(mv)).collect();
        sort_by_move(&mut moves);
        moves
    }

    /// The game if `side` were to move: itself, or one without history.
    fn if_to_move(&self, side: Side) -> Cow<'_, Self> {
        if self.position().to_move() == side {
            return Cow::Borrowed(self);
        }
        let turned = self.rules().pass(self.position());
        Cow::Owned(Self::starting_from(Arc::clone(self.rules()), turned))
    }
}

impl<B: Board> Game for BoardGame<B> {
    fn ruleset(&self) -> &Ruleset {
        self.rules().ruleset()
    }

    fn first_placement(&self) -> Placement {
        self.rules().placement(self.first_position())
    }

    fn placement(&self) -> Placement {
        self.rules().placement(self.position())
    }

    fn key(&self) -> u64 {
        self.position().key()
    }

    fn to_move(&self) -> Side {
        self.position().to_move()
    }

    fn occurrences(&self) -> usize {
        BoardGame::occurrences(self)
    }

    fn outcome(&self) -> Option<Outcome> {
        BoardGame::outcome(self)
    }

    fn legal_moves(&self) -> Vec<Move> {
        if BoardGame::outcome(self).is_some() {
            return Vec::new();
        }
        let mut moves: Vec<Move> = self.moves().into_iter().map(named::<B>).collect();
        moves.sort_unstable();
        moves
    }

    fn look_at(&self, mv: Move) -> Result<Played, MoveError> {
        self.find(mv).map(|mv| self.look(mv))
    }

    fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.read(text).map(named::<B>)
    }

    fn play(&mut self, mv: Move) -> Result<Played, MoveError> {
        self.find(mv).map(|mv| self.play_found(mv))
    }

    fn play_text(&mut self, text: &str) -> Result<Played, MoveError> {
        self.read(text).map(|mv| self.play_found(mv))
    }

    fn jump(&mut self, placement: &Placement) -> Result<(), FenError> {
        BoardGame::jump(self, placement)
    }

    fn take_back(&mut self) -> bool {
        BoardGame::take_back(self)
    }

    fn last_played(&self) -> Option<Played> {
        let (mv, before) = self.last_step()?;
        Some(Self::played(mv?, before, self.position()))
    }

    fn line(&self) -> Vec<Played> {
        let played = |(mv, before, after): (Option<BoardMove>, &Position<B>, &Position<B>)| {
            Some(Self::played(mv?, before, after))
        };
        self.steps().filter_map(played).collect()
    }

    fn ply_count(&self) -> usize {
        self.length() - BoardGame::jumps(self)
    }

    fn jumps(&self) -> usize {
        BoardGame::jumps(self)
    }

    fn announced(&self) -> Vec<Coordinate> {
        coordinates::<B>(self.position().announced())
    }

    fn winning_moves(&self, side: Side) -> Vec<Played> {
        if BoardGame::outcome(self).is_some() {
            return Vec::new();
        }
        let mut game = self.if_to_move(side).into_owned();
        let mut moves = game.moves();
        moves.retain(|mv| {
            game.play_unchecked(*mv);
            let wins =
                BoardGame::outcome(&game).is_some_and(|outcome| outcome.winner == Some(side));
            BoardGame::take_back(&mut game);
            wins
        });
        game.look_at_all(moves)
    }

    fn king_moves(&self) -> Vec<Played> {
        if BoardGame::outcome(self).is_some() {
            return Vec::new();
        }
        let game = self.if_to_move(Side::Defenders);
        let king = game.position().king();
        let mut moves = game.moves();
        moves.retain(|mv| king.has(mv.from()));
        game.look_at_all(moves)
    }

    fn perft(&self, depth: u32) -> u64 {
        sequences(self.rules(), self.position(), depth.min(MAX_PERFT_DEPTH))
    }

    fn begin(&self, first: Option<&Placement>) -> Result<Box<dyn Game>, FenError> {
        let rules = Arc::clone(self.rules());
        let first = match first {
            None => *rules.start(),
            Some(placement) => rules.place(placement)?,
        };
        Ok(Box::new(Self::starting_from(rules, first)))
    }

    fn boxed_clone(&self) -> Box<dyn Game> {
        Box::new(self.clone())
    }
}

/// [`BoardRules::perft`] with code that playing needs anyway. A copy of the other for every board would
/// make this crate a sixth longer to compile.
fn sequences<B: Board>(rules: &BoardRules<B>, position: &Position<B>, depth: u32) -> u64 {
    let Some(left) = depth.checked_sub(1) else { return 1 };
    let moves = rules.moves(position);
    if left == 0 {
        return moves.len() as u64;
    }
    moves.into_iter().map(|mv| sequences(rules, &rules.play_unchecked(position, mv), left)).sum()
}

fn sort_by_move(moves: &mut [Played]) {
    moves.sort_unstable_by_key(|played| played.mv);
}
