//! An engine as a player of games, whatever protocol it speaks.

use std::time::Duration;

use super::clock::Clocks;
use super::referee::{GameSetup, Referee};
use crate::arena::engine::{EngineAnswer, EngineSpec, Failure, Launch};
use crate::rules::{Ruleset, Side};

/// A player of games one after the other. What a method fails with loses the game.
pub trait Player: Send {
    /// Tells it that a game begins, after the opening, and waits until it is ready.
    fn begin(
        &mut self,
        setup: &GameSetup,
        referee: &Referee,
        clocks: &Clocks,
    ) -> Result<(), Failure>;

    /// Lets it choose a move; `limit` is when the answer must be there at the latest.
    fn think(
        &mut self,
        referee: &Referee,
        clocks: &Clocks,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure>;

    /// Tells it that its move has been played and that the other side is thinking now.
    fn wait(&mut self, referee: &mut Referee, clocks: &Clocks) -> Result<(), Failure>;

    /// Tells it that the game is over, and who has won; none of a draw.
    fn finish(&mut self, winner: Option<Side>) -> Result<(), Failure>;

    /// Asks it to end, and kills it if it does not soon.
    fn quit(self: Box<Self>);
}

/// What a match asks of its engines.
#[derive(Clone, Copy, Debug)]
pub struct Demands<'a> {
    /// The rulesets, alternate rules applied.
    pub rulesets: &'a [Ruleset],
    /// The alternate rules by themselves, as name and value.
    pub alternates: &'a [(String, String)],
    /// Whether some games begin with a FEN.
    pub fens: bool,
}

/// How engines of a protocol are started and checked.
pub(super) struct Driver {
    /// Starts one.
    pub start: StartPlayer,
    /// Starts one and checks that it can do what a match asks of it.
    pub check: fn(&EngineSpec, &Launch, &Demands) -> Result<(), String>,
}

type StartPlayer = fn(&EngineSpec, &Launch) -> Result<Box<dyn Player>, Failure>;
