//! The runner's own copy of the game, which decides legality and results.

use std::time::Duration;

use crate::arena::engine::{EngineAnswer, Fault};
use crate::board::{MoveError, Outcome};
use crate::game::{Game, Played};
use crate::record::{FaultKind, RecordedMove, Remark, Termination};
use crate::rules::{Ruleset, Side};
use crate::text::words;
use crate::types::{Move, Placement};

use super::adjudication::{Adjudication, Adjudicator, Ruling};
use super::opening::{Opening, OpeningError};

/// The game that two engines are to play.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// Number of the game in its match, from 1; 0 outside a match.
    pub number: u64,
    /// The ruleset, with alternate rules applied.
    pub rules: &'a Ruleset,
    /// The alternate rules as (name, value) pairs.
    pub alternates: &'a [(String, String)],
    /// Where the game begins.
    pub opening: &'a Opening,
    /// The adjudication rules.
    pub adjudication: Adjudication,
}

/// The result of a game and its cause.
#[derive(Clone, Debug)]
pub struct GameEnding {
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// How the game ended.
    pub termination: Termination,
    /// Details of a fault, if there was one.
    pub detail: Option<String>,
}

impl GameEnding {
    /// An ending without a fault.
    pub fn new(winner: Option<Side>, termination: Termination) -> Self {
        Self { winner, termination, detail: None }
    }

    /// A loss by a fault of `side`.
    pub fn lost_by(side: Side, fault: Fault) -> Self {
        let termination = Termination::Fault(fault.kind);
        Self { winner: Some(side.other()), termination, detail: Some(fault.detail) }
    }
}

/// A finished game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// The side that moved first.
    pub first: Side,
    /// All moves, including the opening.
    pub moves: Vec<RecordedMove>,
    /// The winner, or `None` for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub termination: Termination,
    /// Details of a fault, if there was one.
    pub detail: Option<String>,
}

/// A game after its opening, with everything that decides its course.
pub struct Referee {
    game: Box<dyn Game>,
    adjudicator: Adjudicator,
    first: Side,
    moves: Vec<RecordedMove>,
    /// The moves as sent to engines.
    told: Vec<Move>,
    start: String,
    /// Moves that the side to move must not choose, although they are legal here.
    barred: Vec<Move>,
}

impl Referee {
    /// Plays the opening.
    ///
    /// # Errors
    /// If it is not legal under these rules.
    pub fn set_up(setup: &GameSetup) -> Result<Self, OpeningError> {
        let (game, book) = setup.opening.set_up(setup.rules)?;
        let to_move = game.to_move();
        let mut adjudicator = Adjudicator::new(setup.adjudication);
        book.iter().for_each(|_| adjudicator.book_move());
        Ok(Self {
            first: if book.len() % 2 == 0 { to_move } else { to_move.other() },
            told: book.iter().map(|played| played.mv).collect(),
            moves: book.into_iter().map(book_move).collect(),
            start: match &setup.opening.fen {
                Some(fen) => format!("fen {fen}"),
                None => "startpos".to_owned(),
            },
            game,
            adjudicator,
            barred: Vec::new(),
        })
    }

    /// The side to move.
    pub fn to_move(&self) -> Side {
        self.game.to_move()
    }

    /// The `position` command for the current position.
    pub fn position_command(&self) -> String {
        let mut command = format!("position {}", self.start);
        if !self.told.is_empty() {
            command.push_str(" moves ");
            command.push_str(&words(&self.told));
        }
        command
    }

    /// The `position` command after one more move.
    pub fn position_command_with(&self, mv: Move) -> String {
        let moves = if self.told.is_empty() { " moves" } else { "" };
        format!("{}{moves} {mv}", self.position_command())
    }

    /// The current placement of pieces.
    pub fn placement(&self) -> Placement {
        self.game.placement()
    }

    /// The moves so far, including the opening.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The last move.
    pub fn last_move(&self) -> Option<Move> {
        self.told.last().copied()
    }

    /// Parses a move, if it is legal and does not end the game.
    pub fn reply(&mut self, text: &str) -> Option<Move> {
        let played = self.game.play_text(text).ok()?;
        let over = self.game.outcome().is_some();
        self.game.take_back();
        (!over).then_some(played.mv)
    }

    /// Reads a legal move.
    ///
    /// # Errors
    /// If the text is not a legal move.
    pub fn read_move(&self, text: &str) -> Result<Move, MoveError> {
        self.game.read_move(text)
    }

    /// Forbids moves in the current position, because a server refuses them although they are legal
    /// here. Engines that can be given a list of moves then choose from the others.
    pub fn bar(&mut self, moves: &[Move]) {
        self.barred = moves.to_vec();
    }

    /// The moves to choose from, if not all are allowed.
    pub fn allowed(&self) -> Option<Vec<Move>> {
        if self.barred.is_empty() {
            return None;
        }
        let mut moves = self.game.legal_moves();
        moves.retain(|mv| !self.barred.contains(mv));
        Some(moves)
    }

    /// Whether the side to move is adjudicated the winner because it has a winning move.
    pub fn known_win(&self) -> Option<Ruling> {
        self.adjudicator.known_win(self.game.as_ref())
    }

    /// Plays an engine's move. `left` is the time on its clock afterwards. Returns the end of the
    /// game, if this ends it.
    ///
    /// # Errors
    /// If the move is not legal.
    pub fn play(
        &mut self,
        answer: &EngineAnswer,
        left: Option<Duration>,
    ) -> Result<Option<(Option<Side>, Termination)>, Fault> {
        let side = self.game.to_move();
        let played = self.game.play_text(&answer.best);
        let played = played.map_err(|error| illegal(answer, &error))?;
        self.barred.clear();
        self.told.push(played.mv);
        self.moves.push(RecordedMove {
            text: played.to_string(),
            remark: Remark {
                left: left.map(Remark::recordable),
                ..answer.info.remark(answer.elapsed)
            },
            ..RecordedMove::default()
        });
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            return Ok(Some((winner, Termination::Rules(reason))));
        }
        let ruling = self.adjudicator.judge(side, answer.info.eval);
        Ok(ruling.map(|Ruling { winner, ground }| (winner, Termination::Adjudication(ground))))
    }

    /// Ends the game with a result.
    pub fn end(self, ending: GameEnding) -> PlayedGame {
        let GameEnding { winner, termination, detail } = ending;
        PlayedGame { first: self.first, moves: self.moves, winner, termination, detail }
    }
}

fn book_move(played: Played) -> RecordedMove {
    let remark = Remark { book: true, ..Remark::default() };
    RecordedMove { text: played.to_string(), remark, ..RecordedMove::default() }
}

/// The fault of an illegal move.
fn illegal(answer: &EngineAnswer, error: &MoveError) -> Fault {
    let said: String = answer.said.chars().take(50).collect();
    if answer.best == "(none)" {
        let detail = format!("{said}: it claims to have no move, but has");
        return Fault::new(FaultKind::IllegalMove, detail);
    }
    let kind = match error {
        MoveError::Syntax => FaultKind::Garbage,
        _ => FaultKind::IllegalMove,
    };
    Fault::new(kind, format!("{said}: {error}"))
}
