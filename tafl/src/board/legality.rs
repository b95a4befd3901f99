//! Plays a move that may be illegal, and explains why it is.

use super::bits::Bits;
use super::notation::MoveError;
use super::position::{BoardMove, Position};
use super::rules::BoardRules;
use super::size::Board;
use super::square::Square;

impl<B: Board> BoardRules<B> {
    /// The position after a move.
    ///
    /// # Errors
    /// When the move is illegal; the error says why.
    pub fn try_play(
        &self,
        position: &Position<B>,
        mv: BoardMove,
    ) -> Result<Position<B>, MoveError> {
        if self.is_legal(position, mv) {
            Ok(self.play_unchecked(position, mv))
        } else {
            Err(self.why_illegal(position, mv))
        }
    }

    /// The first reason why an illegal move is illegal.
    fn why_illegal(&self, position: &Position<B>, mv: BoardMove) -> MoveError {
        let (from, to) = (mv.from(), mv.to());
        let at = B::coordinate;
        if position.ending.is_some() {
            return MoveError::GameOver;
        }
        if let Some(square) = [from, to].into_iter().find(|square| square.index() >= B::SQUARES) {
            return MoveError::OffBoard(format!("square number {}", square.index()));
        }
        let occupied = position.occupied();
        if !occupied.has(from) {
            return MoveError::NoPiece(at(from));
        }
        if !position.pieces(position.to_move).has(from) {
            return MoveError::NotYours { square: at(from), side: position.to_move };
        }
        if !self.geometry.rays(from).iter().any(|ray| ray.has(to)) {
            return MoveError::NoLine { from: at(from), to: at(to) };
        }
        let speed = if position.king.has(from) {
            self.ruleset.king_move
        } else {
            [self.ruleset.attacker_move, self.ruleset.defender_move][position.to_move as usize]
        };
        let terrain = self.movement.terrain_of(position, from);
        let squares = self.squares_between(from, to);
        let blocked = |square: &&Square| occupied.has(**square) || !terrain.pass.has(**square);
        if let Some(limit) = speed.limit().filter(|limit| squares.len() >= *limit) {
            MoveError::TooFar(limit)
        } else if let Some(square) = squares.iter().find(blocked) {
            MoveError::Blocked(at(*square))
        } else if occupied.has(to) {
            MoveError::Blocked(at(to))
        } else if !terrain.stop.has(to) {
            MoveError::Restricted(at(to))
        } else {
            MoveError::NotAnnounced(at(to))
        }
    }

    /// The squares between two squares of one line, starting next to the first.
    fn squares_between(&self, from: Square, to: Square) -> Vec<Square> {
        let toward = |from, to| self.geometry.rays(from).into_iter().find(|ray| ray.has(to));
        let between = toward(from, to).zip(toward(to, from)).map(|(there, back)| there & back);
        let mut squares: Vec<Square> = between.unwrap_or(B::Bits::EMPTY).iter().collect();
        nearest_first(&mut squares, from);
        squares
    }
}

fn nearest_first(squares: &mut [Square], from: Square) {
    squares.sort_by_key(|square| square.index().abs_diff(from.index()));
}
