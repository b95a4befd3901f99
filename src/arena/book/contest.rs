//! Short games that show whether both roles can win from an opening.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::arena::engine::EngineProcess;
use crate::arena::game::{Adjudication, GameSetup, Opening, Referee, announce};
use crate::rules::{Ruleset, Side};

/// The self-play games that test an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contest {
    /// Games for each opening.
    pub games: u32,
    /// Minimum nodes per move. Each game adds up to half as many, so that the games differ.
    pub nodes: u64,
}

/// Games longer than this many plies count as draws.
const MAX_PLIES: u32 = 200;

/// Each role must win at least one game in this many.
const SHARE: u32 = 6;

impl Contest {
    /// Whether each role wins its share of the games and at most half are drawn. No once `stop` is
    /// set. The error is a message for the user.
    pub(super) fn is_open(
        self,
        engine: &mut EngineProcess,
        rules: &Ruleset,
        alternates: &[(String, String)],
        moves: &[String],
        stop: &AtomicBool,
    ) -> Result<bool, String> {
        let opening = Opening { fen: None, moves: moves.to_vec() };
        let mut tally = ContestScore::default();
        for number in 0..self.games {
            if stop.load(Relaxed) {
                return Ok(false);
            }
            let left = self.games - number;
            if let Some(open) = tally.verdict(self.games, left) {
                return Ok(open);
            }
            // Varies from `nodes` to half as many again.
            let nodes = self.nodes + self.nodes * u64::from(number * 7 % 20) / 40;
            let go = format!("go nodes {nodes}");
            tally.count(play(engine, rules, alternates, &opening, &go)?);
        }
        Ok(tally.verdict(self.games, 0).unwrap_or(false))
    }
}

/// The results so far.
#[derive(Clone, Copy, Debug, Default)]
struct ContestScore {
    attackers: u32,
    defenders: u32,
    draws: u32,
}

impl ContestScore {
    fn count(&mut self, winner: Option<Side>) {
        match winner {
            Some(Side::Attackers) => self.attackers += 1,
            Some(Side::Defenders) => self.defenders += 1,
            None => self.draws += 1,
        }
    }

    /// The verdict, once the remaining games cannot change it.
    fn verdict(self, games: u32, left: u32) -> Option<bool> {
        let needed = games.div_ceil(SHARE);
        let fewer = self.attackers.min(self.defenders);
        // Many draws mean that one side can force a repetition at will.
        if self.draws * 2 > games || fewer + left < needed {
            return Some(false);
        }
        (fewer >= needed && (self.draws + left) * 2 <= games).then_some(true)
    }
}

/// Plays a self-play game and returns the winner, or `None` for a draw.
fn play(
    engine: &mut EngineProcess,
    rules: &Ruleset,
    alternates: &[(String, String)],
    opening: &Opening,
    go: &str,
) -> Result<Option<Side>, String> {
    let adjudication =
        Adjudication { known_wins: true, max_moves: Some(MAX_PLIES), ..Adjudication::default() };
    let setup = GameSetup { number: 0, rules, alternates, opening, adjudication };
    let mut referee = Referee::set_up(&setup).map_err(|error| error.to_string())?;
    announce(engine, rules, alternates).map_err(|failure| failure.to_string())?;
    loop {
        if let Some(ruling) = referee.known_win() {
            return Ok(ruling.winner);
        }
        let answer = engine
            .think(&referee.position_command(), go, None)
            .map_err(|failure| failure.to_string())?;
        if let Some((winner, _)) = referee.play(&answer, None).map_err(|fault| fault.detail)? {
            return Ok(winner);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdict([attackers, defenders, draws]: [u32; 3], left: u32) -> Option<bool> {
        let tally = ContestScore { attackers, defenders, draws };
        tally.verdict(attackers + defenders + draws + left, left)
    }

    #[test]
    fn an_opening_is_open_if_each_role_wins_some_games() {
        assert_eq!(verdict([2, 10, 0], 0), Some(true));
        assert_eq!(verdict([10, 2, 0], 0), Some(true));
        assert_eq!(verdict([1, 11, 0], 0), Some(false));
        assert_eq!(verdict([3, 3, 6], 0), Some(true));
        assert_eq!(verdict([2, 3, 7], 0), Some(false));
    }

    #[test]
    fn games_end_once_nothing_can_change_the_verdict() {
        assert_eq!(verdict([0, 6, 0], 6), None);
        assert_eq!(verdict([0, 11, 0], 1), Some(false));
        assert_eq!(verdict([2, 5, 0], 5), Some(true));
        assert_eq!(verdict([2, 2, 2], 6), None);
        assert_eq!(verdict([0, 0, 7], 5), Some(false));
    }
}
