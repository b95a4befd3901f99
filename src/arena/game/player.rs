//! An engine as a player, independent of its protocol.

use std::time::Duration;

use super::clock::Clocks;
use super::referee::{GameEnding, GameSetup, Referee};
use crate::arena::engine::{EngineAnswer, EngineSpec, Failure, Launch};
use crate::rules::{Ruleset, Side};

/// A player of consecutive games. An error from any method loses the game.
pub trait Player: Send {
    /// Starts a game after its opening as the player of `side`, and waits until the engine is
    /// ready.
    fn begin(
        &mut self,
        side: Side,
        setup: &GameSetup,
        referee: &Referee,
        clocks: &Clocks,
    ) -> Result<(), Failure>;

    /// Asks for a move; `limit` is the latest time for the answer.
    fn think(
        &mut self,
        referee: &Referee,
        clocks: &Clocks,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure>;

    /// Reports that the player's move was played and the opponent is thinking.
    fn wait(&mut self, referee: &mut Referee, clocks: &Clocks) -> Result<(), Failure>;

    /// Reports the end of the game.
    fn finish(&mut self, referee: &Referee, ending: &GameEnding) -> Result<(), Failure>;

    /// Asks the engine to exit, and kills it if it does not do so soon.
    fn quit(self: Box<Self>);
}

/// The features that a match needs from its engines.
#[derive(Clone, Copy, Debug)]
pub struct Demands<'a> {
    /// The rulesets, with alternate rules applied.
    pub rulesets: &'a [Ruleset],
    /// The alternate rules as (name, value) pairs.
    pub alternates: &'a [(String, String)],
    /// Whether any game begins from a FEN.
    pub fens: bool,
}

/// How to start and check engines of a protocol.
pub(super) struct Driver {
    /// Starts an engine.
    pub start: StartPlayer,
    /// Starts an engine and checks that it supports the match.
    pub check: fn(&EngineSpec, &Launch, &Demands) -> Result<(), String>,
}

type StartPlayer = fn(&EngineSpec, &Launch) -> Result<Box<dyn Player>, Failure>;
