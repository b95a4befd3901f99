//! An engine as a player of games, whatever protocol it speaks.

use std::time::Duration;

use super::clock::Clocks;
use super::opentafl_player::OpenTaflPlayer;
use super::referee::{GameSetup, Referee};
use super::uci_player::UciPlayer;
use crate::arena::engine::{
    EngineAnswer, EngineProcess, EngineProtocol, EngineSpec, Failure, Launch, OpenTaflProcess,
    check_offer,
};
use crate::arena::opentafl_rules::rules_string;
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

/// Starts an engine.
///
/// # Errors
/// When it cannot be started or does not do as it is told.
pub fn start_player(spec: &EngineSpec, launch: &Launch) -> Result<Box<dyn Player>, Failure> {
    Ok(match spec.protocol {
        EngineProtocol::Uci => {
            Box::new(UciPlayer::new(EngineProcess::start(spec, launch)?, spec.ponder))
        }
        EngineProtocol::OpenTafl => {
            Box::new(OpenTaflPlayer::new(OpenTaflProcess::start(spec, launch)?))
        }
    })
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

/// Starts an engine and checks that it can do what a match asks of it. The error is for people.
pub fn check_player(spec: &EngineSpec, launch: &Launch, demands: &Demands) -> Result<(), String> {
    let text = |failure: Failure| failure.to_string();
    match spec.protocol {
        EngineProtocol::Uci => {
            let engine = EngineProcess::start(spec, launch).map_err(text)?;
            let rulesets = demands.rulesets.iter().map(|ruleset| ruleset.name.as_str());
            let fit = check_offer(&engine, rulesets, demands.alternates);
            let reads_fens = engine.reads_fens();
            engine.quit();
            fit?;
            if demands.fens && !reads_fens {
                return Err("has rulesets of its own, so it is told moves from the start alone, \
                            but some openings begin with a FEN"
                    .to_owned());
            }
        }
        EngineProtocol::OpenTafl => {
            for ruleset in demands.rulesets {
                rules_string(ruleset).map_err(|error| {
                    format!("cannot be told {} in OpenTafl's notation: {error}", ruleset.name)
                })?;
            }
            let mut player =
                OpenTaflPlayer::new(OpenTaflProcess::start(spec, launch).map_err(text)?);
            if let Some(ruleset) = demands.rulesets.first() {
                player.greet(ruleset).map_err(text)?;
            }
            Box::new(player).quit();
        }
    }
    Ok(())
}
