//! A player that speaks the UCI-style protocol.

use std::time::Duration;

use super::announce::announce;
use super::clock::{Clocks, go_command};
use super::player::{Demands, Driver, Player};
use super::referee::{GameEnding, GameSetup, Referee};
use crate::arena::engine::{EngineAnswer, EngineProcess, EngineSpec, Failure, Launch, check_offer};
use crate::rules::Side;
use crate::text::words;
use crate::types::Move;

/// An engine of the UCI-style protocol in a game.
pub struct UciPlayer {
    engine: EngineProcess,
    /// Whether it thinks on the opponent's time.
    ponders: bool,
    /// The expected reply to the last move.
    expected: Option<String>,
    /// The reply being pondered.
    pondering: Option<Move>,
}

impl UciPlayer {
    /// A player outside a game.
    pub fn new(engine: EngineProcess, ponders: bool) -> Self {
        Self { engine, ponders, expected: None, pondering: None }
    }
}

impl Player for UciPlayer {
    fn begin(
        &mut self,
        _: Side,
        setup: &GameSetup,
        _: &Referee,
        _: &Clocks,
    ) -> Result<(), Failure> {
        self.engine.note_game(setup.number);
        self.expected = None;
        announce(&mut self.engine, setup.rules, setup.alternates)
    }

    fn think(
        &mut self,
        referee: &Referee,
        clocks: &Clocks,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure> {
        let allowed = referee.allowed();
        let answer = match self.pondering.take() {
            Some(reply) if referee.last_move() == Some(reply) && allowed.is_none() => {
                self.engine.ponder_hit(limit)
            }
            pondered => {
                if pondered.is_some() {
                    self.engine.ponder_miss()?;
                }
                let mut go = go_command(clocks, referee.to_move());
                if let Some(allowed) = allowed {
                    go = format!("{go} searchmoves {}", words(&allowed));
                }
                self.engine.think(&referee.position_command(), &go, limit)
            }
        }?;
        self.expected.clone_from(&answer.ponder);
        Ok(answer)
    }

    fn wait(&mut self, referee: &mut Referee, clocks: &Clocks) -> Result<(), Failure> {
        let Some(reply) = self.expected.take().filter(|_| self.ponders) else { return Ok(()) };
        // The expected reply may be illegal, or may end the game.
        let Some(reply) = referee.reply(&reply) else { return Ok(()) };
        let position = referee.position_command_with(reply);
        // The clocks as they will be when the engine is to move: its own does not run meanwhile.
        let go = go_command(clocks, referee.to_move().other());
        self.engine.ponder(&position, &go.replacen("go", "go ponder", 1))?;
        self.pondering = Some(reply);
        Ok(())
    }

    fn finish(&mut self, _: &Referee, _: &GameEnding) -> Result<(), Failure> {
        match self.pondering.take() {
            Some(_) => self.engine.ponder_miss(),
            None => Ok(()),
        }
    }

    fn quit(self: Box<Self>) {
        self.engine.quit();
    }
}

/// Starts and checks engines of this protocol.
pub(super) const DRIVER: Driver = Driver {
    start: |spec, launch| {
        Ok(Box::new(UciPlayer::new(EngineProcess::start(spec, launch)?, spec.ponder)))
    },
    check,
};

fn check(spec: &EngineSpec, launch: &Launch, demands: &Demands) -> Result<(), String> {
    let engine = EngineProcess::start(spec, launch).map_err(|failure| failure.to_string())?;
    let rulesets = demands.rulesets.iter().map(|ruleset| ruleset.name.as_str());
    let fit = check_offer(&engine, rulesets, demands.alternates);
    let reads_fens = engine.reads_fens();
    engine.quit();
    fit?;
    if demands.fens && !reads_fens {
        return Err(
            "has rulesets of its own, so it can only be sent moves from the start, but some \
                    openings begin with a FEN"
                .to_owned(),
        );
    }
    Ok(())
}
