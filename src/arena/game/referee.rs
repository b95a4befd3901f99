//! The game as the runner sees it: its own board decides, not what engines claim.

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

/// What two engines are to play.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// The game's number in its match, from 1; 0 outside of a match.
    pub number: u64,
    /// The ruleset with the alternate rules applied.
    pub rules: &'a Ruleset,
    /// The alternate rules by themselves, as name and value.
    pub alternates: &'a [(String, String)],
    /// Where the game begins.
    pub opening: &'a Opening,
    /// What may end it before the rules do.
    pub adjudication: Adjudication,
}

/// What came of a game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Who moved first.
    pub first: Side,
    /// The moves, those of the opening included.
    pub moves: Vec<RecordedMove>,
    /// The winner; none of a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub termination: Termination,
    /// What went wrong, where something did.
    pub detail: Option<String>,
}

/// A game after its opening, and all that decides how it goes on.
pub struct Referee {
    game: Box<dyn Game>,
    adjudicator: Adjudicator,
    first: Side,
    moves: Vec<RecordedMove>,
    /// The moves as engines are told them.
    told: Vec<Move>,
    start: String,
}

impl Referee {
    /// Plays the opening.
    ///
    /// # Errors
    /// When it cannot be played by these rules.
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
        })
    }

    /// Who is to move.
    pub fn to_move(&self) -> Side {
        self.game.to_move()
    }

    /// The `position` command for the position reached.
    pub fn position_command(&self) -> String {
        let mut command = format!("position {}", self.start);
        if !self.told.is_empty() {
            command.push_str(" moves ");
            command.push_str(&words(&self.told));
        }
        command
    }

    /// The same after one more move.
    pub fn position_command_with(&self, mv: Move) -> String {
        let moves = if self.told.is_empty() { " moves" } else { "" };
        format!("{}{moves} {mv}", self.position_command())
    }

    /// Where the game stands.
    pub fn placement(&self) -> Placement {
        self.game.placement()
    }

    /// The moves so far, those of the opening included.
    pub fn moves(&self) -> &[RecordedMove] {
        &self.moves
    }

    /// The last move.
    pub fn last_move(&self) -> Option<Move> {
        self.told.last().copied()
    }

    /// The move that a text means, if it can be played and the game goes on after it.
    pub fn reply(&mut self, text: &str) -> Option<Move> {
        let played = self.game.play_text(text).ok()?;
        let over = self.game.outcome().is_some();
        self.game.take_back();
        (!over).then_some(played.mv)
    }

    /// Whether the side to move has won because it can win at once, where that ends the game.
    pub fn known_win(&self) -> Option<Ruling> {
        self.adjudicator.known_win(self.game.as_ref())
    }

    /// Plays an engine's move, after which it has `left` on its clock, and tells how the game ends if
    /// it does.
    ///
    /// # Errors
    /// When the move cannot be played.
    pub fn play(
        &mut self,
        answer: &EngineAnswer,
        left: Option<Duration>,
    ) -> Result<Option<(Option<Side>, Termination)>, Fault> {
        let side = self.game.to_move();
        let played = self.game.play_text(&answer.best);
        let played = played.map_err(|error| illegal(&answer.best, &error))?;
        self.told.push(played.mv);
        self.moves.push(RecordedMove {
            text: played.to_string(),
            remark: Remark {
                eval: answer.info.eval,
                depth: answer.info.depth,
                nodes: answer.info.nodes,
                seldepth: answer.info.seldepth,
                nps: answer.info.nps,
                time: Some(Remark::recordable(answer.elapsed)),
                left: left.map(Remark::recordable),
                pv: answer.info.pv.clone(),
                book: false,
            },
            ..RecordedMove::default()
        });
        if let Some(Outcome { winner, reason }) = self.game.outcome() {
            return Ok(Some((winner, Termination::Rules(reason))));
        }
        let ruling = self.adjudicator.judge(side, answer.info.eval);
        Ok(ruling.map(|Ruling { winner, ground }| (winner, Termination::Adjudication(ground))))
    }

    /// The game as it ended now.
    pub fn end(self, winner: Option<Side>, termination: Termination) -> PlayedGame {
        PlayedGame { first: self.first, moves: self.moves, winner, termination, detail: None }
    }

    /// The game lost by a fault of `side`.
    pub fn lost_by(self, side: Side, fault: Fault) -> PlayedGame {
        let ended = self.end(Some(side.other()), Termination::Fault(fault.kind));
        PlayedGame { detail: Some(fault.detail), ..ended }
    }
}

fn book_move(played: Played) -> RecordedMove {
    let remark = Remark { book: true, ..Remark::default() };
    RecordedMove { text: played.to_string(), remark, ..RecordedMove::default() }
}

/// The fault of giving a move that cannot be played.
fn illegal(best: &str, error: &MoveError) -> Fault {
    let shown: String = best.chars().take(40).collect();
    let kind = match error {
        MoveError::Syntax if best != "(none)" => FaultKind::Garbage,
        _ => FaultKind::IllegalMove,
    };
    Fault::new(kind, format!("bestmove {shown}: {error}"))
}
