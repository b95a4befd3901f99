//! One game. The runner's own rules and clock decide; what engines claim counts for nothing.

use std::time::Duration;

use crate::board::{Game, MoveError, Played};
use crate::rules::{Ruleset, Side};

use super::adjudication::{Adjudication, Adjudicator};
use super::engine::{Engine, Failure, Fault, Stray};
use super::offer::VARIANT_OPTION;
use super::openings::{Opening, OpeningError};
use super::record::{RecordedMove, Remark, Termination};
use super::time_control::{Clock, Limits, go_command};

/// What two engines are to play.
#[derive(Clone, Copy, Debug)]
pub struct GameSetup<'a> {
    /// The ruleset with the alternate rules applied.
    pub rules: &'a Ruleset,
    /// The alternate rules by themselves, as name and value.
    pub alternates: &'a [(String, String)],
    pub opening: &'a Opening,
    pub adjudication: Adjudication,
}

/// A player of one game: the process and what it may spend.
pub struct Seat<'a> {
    pub engine: &'a mut Engine,
    pub limits: Limits,
    /// How late an answer may be.
    pub margin: Duration,
}

/// What came of a game.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    /// Who moved first.
    pub first: Side,
    pub moves: Vec<RecordedMove>,
    pub winner: Option<Side>,
    pub termination: Termination,
    /// What went wrong, where something did.
    pub detail: Option<String>,
}

/// Why there is no result.
#[derive(Debug)]
pub enum NoResult {
    /// The match was stopped.
    Interrupted,
    /// The opening cannot be played.
    Opening(OpeningError),
}

/// The game after its opening, before a player has been asked for a move.
pub struct Board {
    game: Box<dyn Game>,
    first: Side,
    moves: Vec<RecordedMove>,
    /// The moves in the form engines are told, `d2e2`.
    told: Vec<String>,
    start: String,
}

impl Board {
    /// Plays the opening.
    ///
    /// # Errors
    /// When it is not one of these rules.
    pub fn set_up(setup: &GameSetup) -> Result<Self, OpeningError> {
        let (game, book) = setup.opening.set_up(setup.rules)?;
        let to_move = game.to_move();
        Ok(Self {
            first: if book.len() % 2 == 0 { to_move } else { to_move.other() },
            told: book.iter().map(|played| played.name.clone()).collect(),
            moves: book.into_iter().map(book_move).collect(),
            start: match &setup.opening.fen {
                Some(fen) => format!("fen {fen}"),
                None => "startpos".to_owned(),
            },
            game,
        })
    }

    /// The `position` command for the position reached.
    fn position_command(&self) -> String {
        let mut command = format!("position {}", self.start);
        if !self.told.is_empty() {
            command.push_str(" moves ");
            command.push_str(&self.told.join(" "));
        }
        command
    }

    /// The game as it ended now.
    fn end(
        self,
        winner: Option<Side>,
        termination: Termination,
        detail: Option<String>,
    ) -> PlayedGame {
        PlayedGame { first: self.first, moves: self.moves, winner, termination, detail }
    }

    /// The game lost by a fault of `side`.
    pub fn lost_by(self, side: Side, fault: Fault) -> PlayedGame {
        self.end(Some(side.other()), fault.termination, Some(fault.detail))
    }
}

fn book_move(played: Played) -> RecordedMove {
    let remark = Remark { book: true, ..Remark::default() };
    RecordedMove { text: played.long_name, remark }
}

/// Tells an engine that a new game begins, under which rules, and waits until it is ready.
pub fn announce(
    engine: &mut Engine,
    rules: &Ruleset,
    alternates: &[(String, String)],
) -> Result<(), Failure> {
    engine.set_option(VARIANT_OPTION, &rules.name)?;
    for (name, value) in alternates {
        engine.set_option(&format!("Rule {name}"), value)?;
    }
    engine.send("ucinewgame")?;
    engine.ready(Stray::Ignore)
}

/// Plays a game to its end, the attackers on the first of the seats.
///
/// # Errors
/// When the match is stopped meanwhile.
pub fn play(
    setup: &GameSetup,
    mut board: Board,
    mut seats: [Seat; 2],
) -> Result<PlayedGame, NoResult> {
    for (side, seat) in Side::BOTH.into_iter().zip(&mut seats) {
        match announce(seat.engine, setup.rules, setup.alternates) {
            Ok(()) => {}
            Err(Failure::Interrupted) => return Err(NoResult::Interrupted),
            Err(Failure::Fault(fault)) => return Ok(board.lost_by(side, fault)),
        }
    }
    let mut clocks = [Clock::new(seats[0].limits), Clock::new(seats[1].limits)];
    let mut adjudicator = Adjudicator::new(setup.adjudication);
    board.moves.iter().for_each(|_| adjudicator.book_move());
    loop {
        if let Some((winner, termination)) = adjudicator.known_win(board.game.as_mut()) {
            return Ok(board.end(winner, termination, None));
        }
        let side = board.game.to_move();
        let (own, other) = match side {
            Side::Attackers => (0, 1),
            Side::Defenders => (1, 0),
        };
        let seat = &mut seats[own];
        let go = go_command(&clocks[own], &clocks[other], side == Side::Attackers);
        let limit = clocks[own].budget().map(|budget| budget + seat.margin);
        let answer = match seat.engine.think(&board.position_command(), &go, limit) {
            Ok(answer) => answer,
            Err(Failure::Interrupted) => return Err(NoResult::Interrupted),
            Err(Failure::Fault(fault)) => return Ok(board.lost_by(side, fault)),
        };
        clocks[own].spend(answer.elapsed);
        let played = match board.game.play_text(&answer.best) {
            Ok(played) => played,
            Err(error) => {
                let fault = illegal(&answer.best, &error);
                return Ok(board.lost_by(side, fault));
            }
        };
        board.told.push(played.name);
        board.moves.push(RecordedMove {
            text: played.long_name,
            remark: Remark {
                eval: answer.info.eval,
                depth: answer.info.depth,
                nodes: answer.info.nodes,
                time: Some(Remark::recordable(answer.elapsed)),
                book: false,
            },
        });
        if let Some(result) = board.game.outcome() {
            // The reasons of the rules are terminations of the same names.
            let termination = result.reason.to_string().parse().unwrap_or(Termination::NoMoves);
            return Ok(board.end(result.winner, termination, None));
        }
        if let Some((winner, termination)) = adjudicator.judge(side, answer.info.eval) {
            return Ok(board.end(winner, termination, None));
        }
    }
}

/// The fault of giving a move that cannot be played.
fn illegal(best: &str, error: &MoveError) -> Fault {
    let shown: String = best.chars().take(40).collect();
    let termination = match error {
        MoveError::Syntax if best != "(none)" => Termination::Garbage,
        _ => Termination::IllegalMove,
    };
    Fault::new(termination, format!("bestmove {shown}: {error}"))
}
