//! A game from its start to its current position.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::bits::Bits as _;
use super::counts::Counts;
use super::notation::MoveError;
use super::outcome::{EndReason, Outcome};
use super::position::{BoardMove, Position};
use super::rules::BoardRules;
use super::size::Board;
use crate::rules::Repetition;
use crate::types::{FenError, Move, Placement, Side};

/// A game on board `B`: all its positions and the moves between them.
#[derive(Clone)]
pub struct BoardGame<B: Board> {
    rules: Arc<BoardRules<B>>,
    first: Position<B>,
    line: Vec<Step<B>>,
    /// The number of steps without a move.
    jumps: usize,
    /// How often each position has occurred after the first.
    occurrences: Counts<Position<B>>,
    /// How often each board has occurred after the first. Empty unless the rules compare boards.
    boards: Counts<[B::Bits; 3]>,
}

/// A step of a game.
#[derive(Clone, Copy, Debug)]
struct Step<B: Board> {
    /// The move. `None` if the position was set up.
    mv: Option<BoardMove>,
    /// The position after it.
    position: Position<B>,
}

impl<B: Board> BoardGame<B> {
    /// The game before its first move.
    #[must_use]
    pub fn new(rules: Arc<BoardRules<B>>) -> Self {
        let first = *rules.start();
        Self::starting_from(rules, first)
    }

    /// A game that begins from another position, with no known history for repetition.
    ///
    /// # Errors
    /// When the FEN is not a position of these rules.
    pub fn from_fen(rules: Arc<BoardRules<B>>, fen: &str) -> Result<Self, FenError> {
        let first = rules.read_fen(fen)?;
        Ok(Self::starting_from(rules, first))
    }

    /// A game that begins from a position of the rules, without history.
    #[must_use]
    pub fn starting_from(rules: Arc<BoardRules<B>>, first: Position<B>) -> Self {
        let (occurrences, boards) = (Counts::default(), Counts::default());
        Self { rules, first, line: Vec::new(), jumps: 0, occurrences, boards }
    }

    /// The game's rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<BoardRules<B>> {
        &self.rules
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> &Position<B> {
        self.line.last().map_or(&self.first, |step| &step.position)
    }

    /// The position that the game began with.
    #[must_use]
    pub fn first_position(&self) -> &Position<B> {
        &self.first
    }

    /// All positions so far, the first and the last included.
    pub fn positions(&self) -> impl Iterator<Item = &Position<B>> {
        std::iter::once(&self.first).chain(self.line.iter().map(|step| &step.position))
    }

    /// Plays a legal move, without checking it. [`Self::read`] and [`Self::find`] give legal moves only.
    ///
    /// An illegal move gives a meaningless game, or a panic, as in [`BoardRules::play_unchecked`].
    pub fn play_unchecked(&mut self, mv: BoardMove) {
        self.step(Some(mv), self.rules.play_unchecked(self.position(), mv));
    }

    fn step(&mut self, mv: Option<BoardMove>, position: Position<B>) {
        self.jumps += usize::from(mv.is_none());
        self.occurrences.add(position);
        if self.compares_boards() {
            self.boards.add(position.board());
        }
        self.line.push(Step { mv, position });
    }

    fn compares_boards(&self) -> bool {
        self.rules.ruleset().repetition.compares_boards()
    }

    /// Continues from another position, which no move need reach. Earlier positions still count
    /// towards repetition.
    ///
    /// # Errors
    /// When it is not a position of these rules. Nothing is changed then.
    pub fn jump(&mut self, placement: &Placement) -> Result<(), FenError> {
        let position = self.rules.place(placement)?;
        self.step(None, position);
        Ok(())
    }

    /// Undoes the last step. Returns `false` if there is none.
    pub fn take_back(&mut self) -> bool {
        let Some(step) = self.line.pop() else { return false };
        self.jumps -= usize::from(step.mv.is_none());
        self.occurrences.remove(step.position);
        if self.compares_boards() {
            self.boards.remove(step.position.board());
        }
        true
    }

    /// The steps so far: the move, if one was played, with the positions before and after it.
    pub fn steps(&self) -> impl Iterator<Item = (Option<BoardMove>, &Position<B>, &Position<B>)> {
        self.positions().zip(&self.line).map(|(before, step)| (step.mv, before, &step.position))
    }

    /// The last step: the move, if one was played, with the position before it.
    pub(crate) fn last_step(&self) -> Option<(Option<BoardMove>, &Position<B>)> {
        let (last, earlier) = self.line.split_last()?;
        Some((last.mv, earlier.last().map_or(&self.first, |step| &step.position)))
    }

    /// The number of moves played. A step to a position that was set up counts as one.
    #[must_use]
    pub fn length(&self) -> usize {
        self.line.len()
    }

    /// The number of steps to positions that were set up.
    #[must_use]
    pub fn jumps(&self) -> usize {
        self.jumps
    }

    /// Whether the last move is the one at which the game is drawn unless it wins.
    fn is_at_turn_limit(&self) -> bool {
        let limit = self.rules.ruleset().turn_limit;
        limit.is_some_and(|limit| self.length() >= usize::from(limit.get()))
    }

    /// The side to move, also when the game is over.
    #[must_use]
    pub fn to_move(&self) -> Side {
        self.position().to_move
    }

    /// How often the current position has occurred, this time included.
    #[must_use]
    pub fn occurrences(&self) -> usize {
        self.times(self.position())
    }

    fn times(&self, position: &Position<B>) -> usize {
        self.occurrences.of(position) + usize::from(*position == self.first)
    }

    /// Whether a board has occurred that must not be repeated.
    fn has_occurred(&self, board: [B::Bits; 3]) -> bool {
        self.boards.of(&board) > 0 || (self.first.board() == board && self.first_board_counts())
    }

    /// The result. `None` while the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let position = self.position();
        if self.is_at_turn_limit() {
            return Some(self.rules.outcome_at_turn_limit(position));
        }
        let outcome = self.rules.outcome(position, self.occurrences());
        if outcome.is_none() && self.rules.ruleset().repetition.may_forbid() && !self.has_move() {
            let winner = self.rules.no_moves_verdict(position).winner(position.to_move);
            return Some(Outcome { winner, reason: EndReason::NoMoves });
        }
        outcome
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// When it is not a legal move or the game is over.
    pub fn read(&self, text: &str) -> Result<BoardMove, MoveError> {
        self.allow(|rules, position| rules.read_move(position, text))
    }

    /// The legal move of this board between two squares.
    ///
    /// # Errors
    /// When it is not a legal move or the game is over.
    pub fn find(&self, mv: Move) -> Result<BoardMove, MoveError> {
        self.allow(|rules, position| rules.legal_move(position, mv))
    }

    /// The result of `find`, if the game is not over and repetition does not forbid the move.
    fn allow(
        &self,
        find: impl FnOnce(&BoardRules<B>, &Position<B>) -> Result<BoardMove, MoveError>,
    ) -> Result<BoardMove, MoveError> {
        if self.outcome().is_some() {
            return Err(MoveError::GameOver);
        }
        let mv = find(&self.rules, self.position())?;
        let repetition = self.rules.ruleset().repetition;
        if !self.repeats(mv) {
            Ok(mv)
        } else if repetition.compares_boards() {
            Err(MoveError::BoardRepeated)
        } else {
            Err(MoveError::Repetition(repetition.limit()))
        }
    }

    /// Whether a move of the position is illegal because of earlier positions.
    #[must_use]
    pub fn repeats(&self, mv: BoardMove) -> bool {
        let rule = self.rules.ruleset().repetition;
        if rule.compares_boards() {
            return self.to_move() == Side::Defenders
                && self.has_occurred(self.position().with_piece_moved(mv).board());
        }
        rule.may_forbid() && {
            let (mover, after) = (self.to_move(), self.rules.play_unchecked(self.position(), mv));
            let times = self.times(&after);
            times > 0 && rule.forbids(mover, times + 1)
        }
    }

    /// Whether there is a move that repeats nothing it must not.
    fn has_move(&self) -> bool {
        let is_allowed = |from, to| !self.repeats(BoardMove::new(from, to));
        let look = |from, targets: B::Bits| match targets.iter().any(|to| is_allowed(from, to)) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        self.rules.visit_moves(self.position(), look).is_break()
    }

    /// Whether the first board counts where boards are compared. Under some rules the ruleset's own
    /// start position does not.
    #[must_use]
    pub fn first_board_counts(&self) -> bool {
        self.rules.ruleset().repetition != Repetition::DefendersNewBoardOrStart
            || self.first != *self.rules.start()
    }

    /// The legal moves under the rules of the position and of repetition. Empty if the position
    /// itself ends the game.
    #[must_use]
    pub fn moves(&self) -> Vec<BoardMove> {
        let mut moves = self.rules.moves(self.position());
        moves.retain(|mv| !self.repeats(*mv));
        moves
    }
}

impl<B: Board> fmt::Debug for BoardGame<B> {
    /// The ruleset's name and the position. All positions and tables would fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardGame")
            .field("ruleset", &self.rules.ruleset().name)
            .field("position", &self.rules.write_fen(self.position()))
            .field("length", &self.length())
            .finish_non_exhaustive()
    }
}
