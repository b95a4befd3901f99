//! The runner's own clocks.

use std::time::Duration;

use crate::arena::engine::EngineLimits;
use crate::rules::Side;

/// One player's clock in a game.
#[derive(Clone, Debug)]
pub struct RunnerClock {
    limits: EngineLimits,
    remaining: Duration,
    moves_to_go: Option<u32>,
}

impl RunnerClock {
    /// A full clock.
    pub fn new(limits: EngineLimits) -> Self {
        Self {
            limits,
            remaining: limits.clock.map_or(Duration::ZERO, |c| c.time),
            moves_to_go: limits.clock.and_then(|c| c.moves),
        }
    }

    /// A clock with this time left, as a server tells it.
    pub fn with_left(limits: EngineLimits, left: Duration) -> Self {
        Self { remaining: left, ..Self::new(limits) }
    }

    /// Time for the next move. `None` if it is not timed.
    pub fn budget(&self) -> Option<Duration> {
        match self.limits.clock {
            Some(_) => Some(self.remaining),
            None => self.limits.move_time,
        }
    }

    /// Fixed time per move, when there is no game clock.
    pub fn move_time(&self) -> Option<Duration> {
        self.limits.move_time.filter(|_| self.limits.clock.is_none())
    }

    /// Time left for the game. `None` without a game clock.
    pub fn left(&self) -> Option<Duration> {
        self.limits.clock.map(|_| self.remaining)
    }

    /// Charges a move that took `used`, then adds the increment and, at a control, the next period.
    /// Time beyond the budget is forgiven here: the caller decides whether it loses the game.
    pub fn spend(&mut self, used: Duration) {
        let Some(control) = self.limits.clock else {
            return;
        };
        self.remaining = self.remaining.saturating_sub(used) + control.increment;
        if let Some(left) = &mut self.moves_to_go {
            *left -= 1;
            if *left == 0 {
                *left = control.moves.unwrap_or(1);
                self.remaining += control.time;
            }
        }
    }
}

/// Both players' clocks.
#[derive(Clone, Debug)]
pub struct Clocks([RunnerClock; 2]);

impl Clocks {
    /// From the clocks of the attackers and the defenders.
    pub fn new(clocks: [RunnerClock; 2]) -> Self {
        Self(clocks)
    }

    /// A player's clock.
    pub fn of(&self, side: Side) -> &RunnerClock {
        let [attackers, defenders] = &self.0;
        if side == Side::Attackers { attackers } else { defenders }
    }

    /// A player's clock, mutably.
    pub fn of_mut(&mut self, side: Side) -> &mut RunnerClock {
        let [attackers, defenders] = &mut self.0;
        if side == Side::Attackers { attackers } else { defenders }
    }
}

/// The `go` command for a player. `btime` is the attackers' clock and `wtime` the defenders', in
/// whole milliseconds.
pub fn go_command(clocks: &Clocks, side: Side) -> String {
    let own = clocks.of(side);
    let mut command = String::from("go");
    let mut word = |name: &str, value: u64| {
        command.push(' ');
        command.push_str(name);
        command.push(' ');
        command.push_str(&value.to_string());
    };
    if own.limits.clock.is_some() {
        let (white, black) = (clocks.of(Side::Defenders), clocks.of(Side::Attackers));
        for (clock, time, increment) in [(white, "wtime", "winc"), (black, "btime", "binc")] {
            if let Some(control) = clock.limits.clock {
                word(time, milliseconds(clock.remaining));
                word(increment, milliseconds(control.increment));
            }
        }
        if let Some(moves) = own.moves_to_go {
            word("movestogo", u64::from(moves));
        }
    }
    if let Some(time) = own.limits.move_time {
        word("movetime", milliseconds(time));
    }
    if let Some(nodes) = own.limits.nodes {
        word("nodes", nodes);
    }
    if let Some(depth) = own.limits.depth {
        word("depth", u64::from(depth));
    }
    command
}

fn milliseconds(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The `go` command for a player with the clocks `own` and `other`.
    fn go_command(own: &RunnerClock, other: &RunnerClock, attackers: bool) -> String {
        let side = if attackers { Side::Attackers } else { Side::Defenders };
        let mut clocks = Clocks::new([other.clone(), other.clone()]);
        *clocks.of_mut(side) = own.clone();
        super::go_command(&clocks, side)
    }

    const fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    fn clock(tc: &str) -> RunnerClock {
        RunnerClock::new(EngineLimits {
            clock: Some(tc.parse().unwrap()),
            ..EngineLimits::default()
        })
    }

    #[test]
    fn fischer_clock_gains_its_increment_after_the_move() {
        let mut c = clock("10+0.5");
        c.spend(ms(2_000));
        assert_eq!(c.budget(), Some(ms(8_500)));
        c.spend(ms(9_000));
        assert_eq!(c.budget(), Some(ms(500)));
    }

    #[test]
    fn tournament_clock_is_refilled_at_each_control() {
        let (mut c, other) = (clock("2/10"), clock("5"));
        assert_eq!(
            go_command(&c, &other, true),
            "go wtime 5000 winc 0 btime 10000 binc 0 movestogo 2"
        );
        c.spend(ms(4_000));
        assert_eq!(
            go_command(&c, &other, true),
            "go wtime 5000 winc 0 btime 6000 binc 0 movestogo 1"
        );
        c.spend(ms(4_000));
        assert_eq!(c.budget(), Some(ms(12_000)));
        assert!(go_command(&c, &other, true).ends_with("movestogo 2"));
    }

    #[test]
    fn an_increment_comes_with_each_control_and_an_overstepped_clock_is_empty() {
        let mut c = clock("2/10+1");
        c.spend(ms(12_000));
        // The overrun is forgiven: only the increment is left.
        assert_eq!(c.budget(), Some(ms(1_000)));
        c.spend(ms(1_000));
        assert_eq!(c.budget(), Some(ms(11_000)));
        c.spend(ms(0));
        assert_eq!(c.budget(), Some(ms(12_000)));
    }

    #[test]
    fn times_are_told_in_whole_milliseconds() {
        let (own, other) = (clock("1.2345+0.0015"), clock("60:00"));
        assert_eq!(go_command(&own, &other, true), "go wtime 3600000 winc 0 btime 1234 binc 1");
    }

    #[test]
    fn defenders_are_white() {
        let (own, other) = (clock("3+1"), clock("7"));
        assert_eq!(go_command(&own, &other, false), "go wtime 3000 winc 1000 btime 7000 binc 0");
        assert_eq!(go_command(&own, &other, true), "go wtime 7000 winc 0 btime 3000 binc 1000");
    }

    #[test]
    fn limits_without_a_clock() {
        let fixed = RunnerClock::new(EngineLimits {
            nodes: Some(5_000),
            depth: Some(6),
            ..EngineLimits::default()
        });
        assert_eq!(fixed.budget(), None);
        assert_eq!(go_command(&fixed, &clock("3"), true), "go nodes 5000 depth 6");
        // An opponent without a clock has no time to send.
        assert_eq!(go_command(&clock("3"), &fixed, true), "go btime 3000 binc 0");
        let mut timed =
            RunnerClock::new(EngineLimits { move_time: Some(ms(250)), ..EngineLimits::default() });
        timed.spend(ms(300));
        assert_eq!(timed.budget(), Some(ms(250)));
        assert_eq!(go_command(&timed, &fixed, false), "go movetime 250");
        assert_eq!(timed.limits.to_string(), "0.25/move");
        assert_eq!(fixed.limits.to_string(), "5000 nodes, depth 6");
    }
}
