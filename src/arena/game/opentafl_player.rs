//! A player that speaks OpenTafl's protocol.

use std::time::Duration;

use super::clock::{Clocks, RunnerClock};
use super::player::{Demands, Driver, Player};
use super::referee::{GameEnding, GameSetup, Referee};
use crate::arena::engine::{
    EngineAnswer, EngineLimits, EngineSpec, Failure, HostFacts, Launch, OpenTaflProcess,
};
use crate::rules::otn::opentafl::rules_string;
use crate::rules::{Ruleset, Side, otn};
use crate::types::Placement;

/// An engine of OpenTafl's protocol in a game.
pub struct OpenTaflPlayer {
    engine: OpenTaflProcess,
    /// Number of opening moves, which the engine was not sent.
    opening: usize,
}

impl OpenTaflPlayer {
    /// A player outside a game.
    pub fn new(engine: OpenTaflProcess) -> Self {
        Self { engine, opening: 0 }
    }

    /// Starts a game so that the engine greets, and waits for the greeting.
    ///
    /// # Errors
    /// If no greeting comes, or the ruleset has no valid start.
    pub fn greet(&mut self, rules: &Ruleset) -> Result<(), Failure> {
        let string = rules_string(rules).unwrap_or_default();
        let idle = RunnerClock::new(EngineLimits::default());
        let (side, clock) = (Side::Attackers, clock(&Clocks::new([idle.clone(), idle])));
        let empty = Placement::empty(rules.side_length(), Side::Attackers);
        let position = otn::write_rows(&rules.first_placement().unwrap_or(empty));
        self.engine.begin(&string, &HostFacts { position, side, clock })
    }
}

/// The five fields of a `clock` line: both players' milliseconds, the length of an overtime period
/// in seconds, and both players' number of periods. A fixed time per move is one overtime period,
/// which is not used up as long as each move stays within it.
fn clock(clocks: &Clocks) -> String {
    let of = |side| {
        let clock = clocks.of(side);
        let ms =
            clock.budget().map_or(-1, |left| i64::try_from(left.as_millis()).unwrap_or(i64::MAX));
        match clock.move_time() {
            Some(time) => (format!("{ms}*"), time.as_secs_f64().ceil() as u64, 1),
            None => (ms.to_string(), 0, 0),
        }
    };
    let (attackers, defenders) = (of(Side::Attackers), of(Side::Defenders));
    let period = attackers.1.max(defenders.1);
    format!("{} {} {period} {} {}", attackers.0, defenders.0, attackers.2, defenders.2)
}

fn facts(referee: &Referee, clocks: &Clocks) -> HostFacts {
    HostFacts { position: position(referee), side: referee.to_move(), clock: clock(clocks) }
}

fn position(referee: &Referee) -> String {
    otn::write_rows(&referee.placement())
}

impl Player for OpenTaflPlayer {
    fn begin(
        &mut self,
        _: Side,
        setup: &GameSetup,
        referee: &Referee,
        clocks: &Clocks,
    ) -> Result<(), Failure> {
        self.engine.note_game(setup.number);
        self.opening = referee.moves().len();
        // The game begins after the opening, because the protocol has no moves before the first.
        let mut rules = setup.rules.clone();
        rules.start = referee.placement().to_string();
        // The engine check has verified that these rules can be written.
        let string = rules_string(&rules).unwrap_or_default();
        self.engine.begin(&string, &facts(referee, clocks))
    }

    fn think(
        &mut self,
        referee: &Referee,
        clocks: &Clocks,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure> {
        if let Some(last) = referee.moves().get(self.opening..).and_then(<[_]>::last) {
            self.engine.opponent_move(&last.text, &position(referee))?;
        }
        self.engine.play(&facts(referee, clocks), limit)
    }

    fn wait(&mut self, referee: &mut Referee, _: &Clocks) -> Result<(), Failure> {
        Ok(self.engine.own_move(&position(referee))?)
    }

    fn finish(&mut self, _: &Referee, ending: &GameEnding) -> Result<(), Failure> {
        Ok(self.engine.finish(Some(ending.winner))?)
    }

    fn quit(self: Box<Self>) {
        self.engine.quit();
    }
}

/// Starts and checks engines of this protocol.
pub(super) const DRIVER: Driver = Driver {
    start: |spec, launch| Ok(Box::new(OpenTaflPlayer::new(OpenTaflProcess::start(spec, launch)?))),
    check,
};

fn check(spec: &EngineSpec, launch: &Launch, demands: &Demands) -> Result<(), String> {
    for ruleset in demands.rulesets {
        rules_string(ruleset).map_err(|error| {
            format!("{} cannot be written in OpenTafl's notation: {error}", ruleset.name)
        })?;
    }
    let text = |failure: Failure| failure.to_string();
    let mut player = OpenTaflPlayer::new(OpenTaflProcess::start(spec, launch).map_err(text)?);
    if let Some(ruleset) = demands.rulesets.first() {
        player.greet(ruleset).map_err(text)?;
    }
    Box::new(player).quit();
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(text: &str) -> RunnerClock {
        let limits = match text.strip_prefix("st=") {
            Some(seconds) => EngineLimits {
                move_time: crate::text::parse_seconds(seconds),
                ..EngineLimits::default()
            },
            None => EngineLimits { clock: text.parse().ok(), ..EngineLimits::default() },
        };
        RunnerClock::new(limits)
    }

    #[test]
    fn clocks_are_told_as_opentafl_has_them() {
        let told = |one: &str, two: &str| clock(&Clocks::new([limits(one), limits(two)]));
        assert_eq!(told("10+0.1", "20"), "10000 20000 0 0 0");
        assert_eq!(told("st=2.5", "st=1"), "2500* 1000* 3 1 1");
        // A player without a clock, such as one limited by depth.
        assert_eq!(told("10", "-"), "10000 -1 0 0 0");
    }
}
