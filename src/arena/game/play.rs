//! One game between two players.

use std::time::Duration;

use super::clock::{Clocks, RunnerClock};
use super::opening::OpeningError;
use super::player::Player;
use super::referee::{GameSetup, PlayedGame, Referee};
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
}

/// Plays a game to its end; the first seat attacks. `moved` is called after each move that does not
/// end the game.
///
/// # Errors
/// If the match is stopped.
pub fn play(
    setup: &GameSetup,
    referee: Referee,
    mut seats: [Seat; 2],
    moved: &dyn Fn(&RecordedMove),
) -> Result<PlayedGame, NoResult> {
    let played = play_moves(setup, referee, &mut seats, moved)?;
    for seat in &mut seats {
        // The result already includes this engine's fault; another one does not change it.
        *seat.broken = seat.player.finish(played.winner).is_err();
    }
    Ok(played)
}

fn play_moves(
    setup: &GameSetup,
    mut referee: Referee,
    seats: &mut [Seat; 2],
    moved: &dyn Fn(&RecordedMove),
) -> Result<PlayedGame, NoResult> {
    let mut clocks =
        Clocks::new([RunnerClock::new(seats[0].limits), RunnerClock::new(seats[1].limits)]);
    for (side, seat) in Side::BOTH.into_iter().zip(&mut *seats) {
        if let Err(failure) = seat.player.begin(setup, &referee, &clocks) {
            return lost(referee, side, failure);
        }
    }
    loop {
        if let Some(ruling) = referee.known_win() {
            return Ok(referee.end(ruling.winner, Termination::Adjudication(ruling.ground)));
        }
        let side = referee.to_move();
        let seat = &mut seats[usize::from(side == Side::Defenders)];
        let limit = clocks.of(side).budget().map(|budget| budget + seat.margin);
        let answer = match seat.player.think(&referee, &clocks, limit) {
            Ok(answer) => answer,
            Err(failure) => return lost(referee, side, failure),
        };
        let clock = clocks.of_mut(side);
        clock.spend(answer.elapsed);
        match referee.play(&answer, clock.left()) {
            Ok(None) => referee.moves().last().into_iter().for_each(moved),
            Ok(Some((winner, termination))) => return Ok(referee.end(winner, termination)),
            Err(fault) => return Ok(referee.lost_by(side, fault)),
        }
        if let Err(failure) = seat.player.wait(&mut referee, &clocks) {
            return lost(referee, side, failure);
        }
    }
}

/// The result after one side failed.
fn lost(referee: Referee, side: Side, failure: Failure) -> Result<PlayedGame, NoResult> {
    match failure {
        Failure::Interrupted => Err(NoResult::Interrupted),
        Failure::Fault(fault) => Ok(referee.lost_by(side, fault)),
    }
}
