//! A game on a board of any size, in typed moves.

mod on_board;
mod played;
mod user_rulesets;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

pub use played::Played;
pub use user_rulesets::{load_catalog, read_catalog};

use crate::board::{
    Board, BoardGame, BoardRules, BoardVisitor, MoveError, Outcome, SetupError, with_board,
};
use crate::rules::Ruleset;
use crate::types::{Coordinate, FenError, Move, PieceKind, Placement, Side};

/// A game from its start to its current position, under any ruleset.
///
/// Threads can share one behind a lock, and `dyn Game` can be a field of types that are printed.
pub trait Game: Any + Send + Sync + fmt::Debug {
    /// The game's rules.
    fn ruleset(&self) -> &Ruleset;

    /// The position that the game began with.
    fn first_placement(&self) -> Placement;

    /// The current position.
    fn placement(&self) -> Placement;

    /// The current position as a FEN.
    fn fen(&self) -> String {
        self.placement().to_string()
    }

    /// The Zobrist key of the current position.
    fn key(&self) -> u64;

    /// The side to move, also when the game is over.
    fn to_move(&self) -> Side;

    /// How often the current position has occurred, this time included.
    fn occurrences(&self) -> usize;

    /// The result. `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves, in order. Empty once the game is over.
    fn legal_moves(&self) -> Vec<Move>;

    /// The legal moves of the piece on a square, in order. Empty if it has none or is not to move.
    fn moves_from(&self, square: Coordinate) -> Vec<Move> {
        let mut moves = self.legal_moves();
        moves.retain(|mv| mv.from == square);
        moves
    }

    /// Whether a move is legal. Never if the game is over.
    fn is_legal(&self, mv: Move) -> bool {
        self.look_at(mv).is_ok()
    }

    /// The effect of a legal move, without playing it.
    ///
    /// # Errors
    /// When the move is illegal or the game is over.
    fn look_at(&self, mv: Move) -> Result<Played, MoveError>;

    /// The pieces that a legal move would capture, with their squares in order.
    ///
    /// # Errors
    /// When the move is illegal or the game is over.
    fn captured_by(&self, mv: Move) -> Result<Vec<(Coordinate, PieceKind)>, MoveError> {
        let (captures, before) = (self.look_at(mv)?.captures, self.placement());
        Ok(captures.into_iter().filter_map(|at| Some((at, before.piece_at(at)?))).collect())
    }

    /// Reads a legal move, `d2e2` or `d2-e2xd3/e4`. Captures in the text must match those of the
    /// move.
    ///
    /// # Errors
    /// When it is not a legal move or the game is over.
    fn read_move(&self, text: &str) -> Result<Move, MoveError>;

    /// Plays a move.
    ///
    /// # Errors
    /// When it is illegal or the game is over. The game is then unchanged.
    fn play(&mut self, mv: Move) -> Result<Played, MoveError>;

    /// Plays a move in text form, as [`Self::read_move`] reads it.
    ///
    /// # Errors
    /// When it is not a legal move or the game is over. The game is then unchanged.
    fn play_text(&mut self, text: &str) -> Result<Played, MoveError>;

    /// Continues from another position, which no move need reach. Earlier positions still count
    /// towards repetition.
    ///
    /// # Errors
    /// When it is not a position of the rules. The game is then unchanged.
    fn jump(&mut self, placement: &Placement) -> Result<(), FenError>;

    /// Undoes the last step, normally a move. Returns `false` if there is none. [`Self::last_played`] tells
    /// the move before it is gone.
    fn take_back(&mut self) -> bool;

    /// The last move. `None` at the start and after a [jump](Self::jump).
    fn last_played(&self) -> Option<Played>;

    /// The moves so far.
    fn line(&self) -> Vec<Played>;

    /// The number of moves so far.
    fn ply_count(&self) -> usize;

    /// The number of [jumps](Self::jump) so far.
    fn jumps(&self) -> usize;

    /// The escape squares that the king has announced.
    fn announced(&self) -> Vec<Coordinate>;

    /// The moves with which a side would win at once if it were to move. Empty once the game is
    /// over. Earlier positions count as repetitions only for the side actually to move.
    fn winning_moves(&self, side: Side) -> Vec<Played>;

    /// The king's moves if the defenders were to move. Empty once the game is over.
    fn king_moves(&self) -> Vec<Played>;

    /// The number of sequences of exactly `depth` legal moves from the current position, to test move
    /// generation. Neither repetition nor a turn limit ends a game here. A depth above
    /// [`MAX_PERFT_DEPTH`](crate::board::MAX_PERFT_DEPTH), which no program could count, is taken for
    /// that depth. [`BoardRules::perft`] is faster: it counts the last moves without
    /// listing them.
    fn perft(&self, depth: u32) -> u64;

    /// A new game under the same rules, from a position or, if `None`, from their start.
    ///
    /// # Errors
    /// When it is not a position of the rules.
    fn begin(&self, first: Option<&Placement>) -> Result<Box<dyn Game>, FenError>;

    /// A copy.
    fn boxed_clone(&self) -> Box<dyn Game>;
}

impl Clone for Box<dyn Game> {
    fn clone(&self) -> Self {
        (**self).boxed_clone()
    }
}

/// Sets up a game under a ruleset, from its start position or from another.
///
/// # Errors
/// When no board has the ruleset's size, or a position is not one of the ruleset.
pub fn new_game(ruleset: &Ruleset, fen: Option<&str>) -> Result<Box<dyn Game>, SetupError> {
    let placement = fen.map(|fen| ruleset.read_fen(fen)).transpose()?;
    new_game_from(ruleset, placement.as_ref())
}

/// [`new_game`] from a placement.
///
/// # Errors
/// As for [`new_game`].
pub fn new_game_from(
    ruleset: &Ruleset,
    first: Option<&Placement>,
) -> Result<Box<dyn Game>, SetupError> {
    struct Setup<'a>(&'a Ruleset, Option<&'a Placement>);

    impl BoardVisitor for Setup<'_> {
        type Output = Result<Box<dyn Game>, SetupError>;

        fn visit<B: Board>(self) -> Self::Output {
            let rules = Arc::new(BoardRules::<B>::new(self.0)?);
            let first = match self.1 {
                None => *rules.start(),
                Some(placement) => rules.place(placement)?,
            };
            Ok(Box::new(BoardGame::starting_from(rules, first)))
        }
    }

    let side = ruleset.side_length();
    with_board(side, Setup(ruleset, first)).unwrap_or(Err(SetupError::Size(side)))
}

#[cfg(test)]
mod tests;
