//! A game from its start to where it stands.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::fen::FenError;
use super::names::{long_move_name, move_name, square_names};
use super::notation::MoveError;
use super::outcome::{EndReason, Outcome};
use super::position::{Move, Position};
use super::rules::{BoardRules, SetupError};
use super::size::{Board, BoardVisitor, with_board};
use crate::rules::{Ruleset, Side};

/// A game on board `B`: every position from the first on, and the moves between them.
#[derive(Clone, Debug)]
pub struct BoardGame<B: Board> {
    rules: Arc<BoardRules<B>>,
    first: Position<B>,
    /// The position after each step, with the move that led to it; none where it was set up.
    line: Vec<(Option<Move>, Position<B>)>,
    /// How often each position has occurred.
    occurrences: FxHashMap<Position<B>, usize>,
}

impl<B: Board> BoardGame<B> {
    /// The game before its first move.
    #[must_use]
    pub fn new(rules: Arc<BoardRules<B>>) -> Self {
        let first = *rules.start();
        Self::starting_from(rules, first)
    }

    /// A game that begins with another position; what came before it is not known and repeats
    /// nothing.
    ///
    /// # Errors
    /// When the FEN is not a position of these rules.
    pub fn from_fen(rules: Arc<BoardRules<B>>, fen: &str) -> Result<Self, FenError> {
        let first = rules.read_fen(fen)?;
        Ok(Self::starting_from(rules, first))
    }

    fn starting_from(rules: Arc<BoardRules<B>>, first: Position<B>) -> Self {
        let occurrences = FxHashMap::from_iter([(first, 1)]);
        Self { rules, first, line: Vec::new(), occurrences }
    }

    /// The rules it is played by.
    #[must_use]
    pub fn rules(&self) -> &Arc<BoardRules<B>> {
        &self.rules
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> &Position<B> {
        self.line.last().map_or(&self.first, |(_, position)| position)
    }

    /// All positions so far, the first and the last included.
    pub fn positions(&self) -> impl Iterator<Item = &Position<B>> {
        std::iter::once(&self.first).chain(self.line.iter().map(|(_, position)| position))
    }

    /// Plays a legal move.
    pub(crate) fn play(&mut self, mv: Move) {
        self.step(Some(mv), self.rules.play_unchecked(self.position(), mv));
    }

    fn step(&mut self, mv: Option<Move>, after: Position<B>) {
        self.line.push((mv, after));
        *self.occurrences.entry(after).or_default() += 1;
    }

    /// Goes on from another position, to which no move need lead. What came before it still counts
    /// towards repetition.
    ///
    /// # Errors
    /// When the FEN is not a position of these rules. Nothing is changed then.
    pub fn go_on_from(&mut self, fen: &str) -> Result<(), FenError> {
        let position = self.rules.read_fen(fen)?;
        self.step(None, position);
        Ok(())
    }

    /// Reads a move that may be played.
    ///
    /// # Errors
    /// When it is not a legal move or the game is over.
    pub fn read(&self, text: &str) -> Result<Move, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let mv = self.rules.read_move(self.position(), text)?;
        if self.repeats(mv) {
            Err(MoveError::Repetition(self.rules.ruleset().repetition.limit()))
        } else {
            Ok(mv)
        }
    }

    /// Whether a move of the position is not legal because of what has been before.
    fn repeats(&self, mv: Move) -> bool {
        let rule = self.rules.ruleset().repetition;
        rule.may_forbid() && {
            let (mover, after) = (self.to_move(), self.rules.play_unchecked(self.position(), mv));
            self.occurrences.get(&after).is_some_and(|count| rule.forbids(mover, count + 1))
        }
    }

    /// The legal moves, by the rules of the position and those of repetition; of a game that is over
    /// by itself, none.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        let mut moves = self.rules.moves(self.position());
        moves.retain(|mv| !self.repeats(*mv));
        moves
    }
}

/// What a move has done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The move as `d2e2`.
    pub name: String,
    /// The move with what it captured, as `d2-e2xd3/e4`.
    pub long_name: String,
    /// The names of the squares whose pieces it captured, the king's included.
    pub captures: Vec<String>,
}

/// A game on a board of any size.
pub trait Game: Send {
    /// The rules it is played by.
    fn ruleset(&self) -> &Ruleset;

    /// Where it stands, as a FEN.
    fn fen(&self) -> String;

    /// The Zobrist key of where it stands.
    fn key(&self) -> u64;

    /// The side to move, also when the game is over.
    fn to_move(&self) -> Side;

    /// The result; none while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// The names of the legal moves in alphabetical order; none once the game is over.
    fn legal_moves(&self) -> Vec<String>;

    /// The move that a text means, as `d2e2`.
    ///
    /// # Errors
    /// When it is not a legal move or the game is over.
    fn read_move(&self, text: &str) -> Result<String, MoveError>;

    /// Plays a move, `d2e2` or `d2-e2xd3/e4`.
    ///
    /// # Errors
    /// When it is not a legal move or the game is over. Nothing is changed then.
    fn play_text(&mut self, text: &str) -> Result<Played, MoveError>;

    /// Takes the last step back, a move as a rule; false, if there is none.
    fn take_back(&mut self) -> bool;

    /// The moves so far, with what they captured, as `d2-e2xd3`.
    fn line(&self) -> Vec<String>;

    /// The escape squares that the king has announced.
    fn announced(&self) -> Vec<String>;
}

impl<B: Board> Game for BoardGame<B> {
    fn ruleset(&self) -> &Ruleset {
        self.rules.ruleset()
    }

    fn fen(&self) -> String {
        self.rules.write_fen(self.position())
    }

    fn key(&self) -> u64 {
        self.position().key
    }

    fn to_move(&self) -> Side {
        self.position().to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        let occurrences = self.occurrences.get(position).copied().unwrap_or_default();
        let outcome = self.rules.outcome(position, occurrences);
        if outcome.is_none()
            && self.rules.ruleset().repetition.may_forbid()
            && self.moves().is_empty()
        {
            let winner = self.rules.no_moves_verdict(position).winner(position.to_move);
            return Some(Outcome { winner, reason: EndReason::NoMoves });
        }
        outcome
    }

    fn legal_moves(&self) -> Vec<String> {
        if self.outcome().is_some() {
            return Vec::new();
        }
        let mut names: Vec<String> = self.moves().into_iter().map(move_name::<B>).collect();
        names.sort_unstable();
        names
    }

    fn read_move(&self, text: &str) -> Result<String, MoveError> {
        self.read(text).map(move_name::<B>)
    }

    fn play_text(&mut self, text: &str) -> Result<Played, MoveError> {
        let mv = self.read(text)?;
        let before = *self.position();
        self.play(mv);
        let captured = self.position().captured_since(&before);
        Ok(Played {
            name: move_name::<B>(mv),
            long_name: long_move_name::<B>(mv, captured),
            captures: square_names::<B>(captured),
        })
    }

    fn take_back(&mut self) -> bool {
        let Some((_, position)) = self.line.pop() else { return false };
        if let Some(count) = self.occurrences.get_mut(&position) {
            *count -= 1;
        }
        true
    }

    fn line(&self) -> Vec<String> {
        self.positions()
            .zip(&self.line)
            .filter_map(|(before, (mv, after))| {
                Some(long_move_name::<B>((*mv)?, after.captured_since(before)))
            })
            .collect()
    }

    fn announced(&self) -> Vec<String> {
        square_names::<B>(self.position().announced)
    }
}

/// Sets up a game under a ruleset, from its start position or from another.
///
/// # Errors
/// When no board has the ruleset's size, or a position is not one of the ruleset.
pub fn new_game(ruleset: &Ruleset, fen: Option<&str>) -> Result<Box<dyn Game>, SetupError> {
    struct Setup<'a>(&'a Ruleset, Option<&'a str>);

    impl BoardVisitor for Setup<'_> {
        type Output = Result<Box<dyn Game>, SetupError>;

        fn visit<B: Board>(self) -> Self::Output {
            let rules = Arc::new(BoardRules::<B>::new(self.0)?);
            Ok(Box::new(match self.1 {
                None => BoardGame::new(rules),
                Some(fen) => BoardGame::from_fen(rules, fen)?,
            }))
        }
    }

    let side = ruleset.side_length();
    with_board(side, Setup(ruleset, fen)).unwrap_or(Err(SetupError::Size(side)))
}
