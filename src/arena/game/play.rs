//! One game between two players.

use std::time::Duration;

use super::clock::{Clocks, RunnerClock};
use super::opening::OpeningError;
use super::player::Player;
use super::referee::{GameEnding, GameSetup, PlayedGame, Referee};
use crate::arena::engine::{EngineLimits, EngineSpec, Failure};
use crate::record::{RecordedMove, Termination};
use crate::rules::Side;

/// A player of one game: the engine and its limits.
pub struct Seat<'a> {
    /// The running engine.
    pub player: &'a mut dyn Player,
    /// Its limits.
    pub limits: EngineLimits,
    /// How late an answer may arrive.
    pub margin: Duration,
    /// Set if the engine cannot play another game.
    pub broken: &'a mut bool,
}

impl<'a> Seat<'a> {
    /// The seat of a running engine.
    pub fn new(player: &'a mut dyn Player, spec: &EngineSpec, broken: &'a mut bool) -> Self {
        Self { player, limits: spec.limits, margin: spec.margin, broken }
    }
}

/// Why a game has no result.
#[derive(Debug)]
pub enum NoResult {
    /// The match was stopped.
    Interrupted,
    /// The opening is not playable.
    Opening(OpeningError),
    /// This machine lacks what an engine needs. A one-line message for the user.
    Machine(String),
}

/// Plays a game to its end; the first seat attacks. `moved` is called after each move that does not
/// end the game.
///
/// # Errors
/// If the match is stopped.
pub fn play(
    setup: &GameSetup,
    mut referee: Referee,
    mut seats: [Seat; 2],
    moved: &dyn Fn(&RecordedMove),
) -> Result<PlayedGame, NoResult> {
    let ending = play_moves(setup, &mut referee, &mut seats, moved)?;
    for seat in &mut seats {
        // The result already includes this engine's fault; another one does not change it.
        *seat.broken = seat.player.finish(&referee, &ending).is_err();
    }
    Ok(referee.end(ending))
}

fn play_moves(
    setup: &GameSetup,
    referee: &mut Referee,
    seats: &mut [Seat; 2],
    moved: &dyn Fn(&RecordedMove),
) -> Result<GameEnding, NoResult> {
    let mut clocks =
        Clocks::new([RunnerClock::new(seats[0].limits), RunnerClock::new(seats[1].limits)]);
    for (side, seat) in Side::BOTH.into_iter().zip(&mut *seats) {
        if let Err(failure) = seat.player.begin(side, setup, referee, &clocks) {
            return lost(side, failure);
        }
    }
    loop {
        if let Some(ruling) = referee.known_win() {
            let termination = Termination::Adjudication(ruling.ground);
            return Ok(GameEnding::new(ruling.winner, termination));
        }
        let side = referee.to_move();
        let seat = &mut seats[usize::from(side == Side::Defenders)];
        let limit = clocks.of(side).budget().map(|budget| budget + seat.margin);
        let answer = match seat.player.think(referee, &clocks, limit) {
            Ok(answer) => answer,
            Err(failure) => return lost(side, failure),
        };
        let clock = clocks.of_mut(side);
        clock.spend(answer.elapsed);
        match referee.play(&answer, clock.left()) {
            Ok(None) => referee.moves().last().into_iter().for_each(moved),
            Ok(Some((winner, termination))) => return Ok(GameEnding::new(winner, termination)),
            Err(fault) => return Ok(GameEnding::lost_by(side, fault)),
        }
        if let Err(failure) = seat.player.wait(referee, &clocks) {
            return lost(side, failure);
        }
    }
}

/// The result after one side failed.
fn lost(side: Side, failure: Failure) -> Result<GameEnding, NoResult> {
    match failure {
        Failure::Interrupted => Err(NoResult::Interrupted),
        Failure::Machine(detail) => Err(NoResult::Machine(detail)),
        Failure::Fault(fault) => Ok(GameEnding::lost_by(side, fault)),
    }
}
