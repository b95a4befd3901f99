//! One game between two engines.

use std::time::Duration;

use super::clock::{RunnerClock, go_command};
use super::opening::OpeningError;
use super::referee::{GameSetup, PlayedGame, Referee};
use crate::arena::engine::{EngineLimits, EngineProcess, Failure, Stray, VARIANT_OPTION};
use crate::arena::record::Termination;
use crate::rules::{Ruleset, Side};

/// A player of one game: the process and what it may spend.
pub struct Seat<'a> {
    /// The running engine.
    pub engine: &'a mut EngineProcess,
    /// What it may spend.
    pub limits: EngineLimits,
    /// How late an answer may be.
    pub margin: Duration,
}

/// Why there is no result.
#[derive(Debug)]
pub enum NoResult {
    /// The match was stopped.
    Interrupted,
    /// The opening cannot be played.
    Opening(OpeningError),
}

/// Tells an engine that a new game begins, under which rules, and waits until it is ready.
///
/// # Errors
/// When it does not become ready.
pub fn announce(
    engine: &mut EngineProcess,
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
    mut referee: Referee,
    mut seats: [Seat; 2],
) -> Result<PlayedGame, NoResult> {
    for (side, seat) in Side::BOTH.into_iter().zip(&mut seats) {
        match announce(seat.engine, setup.rules, setup.alternates) {
            Ok(()) => {}
            Err(Failure::Interrupted) => return Err(NoResult::Interrupted),
            Err(Failure::Fault(fault)) => return Ok(referee.lost_by(side, fault)),
        }
    }
    let mut clocks = [RunnerClock::new(seats[0].limits), RunnerClock::new(seats[1].limits)];
    loop {
        if let Some(ruling) = referee.known_win() {
            return Ok(referee.end(ruling.winner, Termination::Adjudication(ruling.ground)));
        }
        let side = referee.to_move();
        let (own, other) = match side {
            Side::Attackers => (0, 1),
            Side::Defenders => (1, 0),
        };
        let seat = &mut seats[own];
        let go = go_command(&clocks[own], &clocks[other], side == Side::Attackers);
        let limit = clocks[own].budget().map(|budget| budget + seat.margin);
        let answer = match seat.engine.think(&referee.position_command(), &go, limit) {
            Ok(answer) => answer,
            Err(Failure::Interrupted) => return Err(NoResult::Interrupted),
            Err(Failure::Fault(fault)) => return Ok(referee.lost_by(side, fault)),
        };
        clocks[own].spend(answer.elapsed);
        match referee.play(&answer) {
            Ok(None) => {}
            Ok(Some((winner, termination))) => return Ok(referee.end(winner, termination)),
            Err(fault) => return Ok(referee.lost_by(side, fault)),
        }
    }
}
