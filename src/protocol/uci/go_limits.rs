//! Converts the arguments of `go` to search limits and candidate moves.

use super::command::Go;
use crate::engine::SearchError;
use crate::game::Game;
use crate::rules::Side;
use crate::search::{Clock, Limits, Purpose};
use crate::types::Move;

/// `go` gives only the clock of the side that is not to move, or only what is added to clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the {side} are to move and have no clock; give {word}")]
pub struct NoClock {
    /// The side to move.
    side: Side,
    /// The keyword for its clock.
    word: &'static str,
}

impl Go {
    /// The limits for the side to move. White, whose clock is `wtime`, is the defenders.
    pub(super) fn limits(&self, to_move: Side, analysis: bool) -> Result<Limits, NoClock> {
        let (own, word) = match to_move {
            Side::Defenders => (self.white, "wtime"),
            Side::Attackers => (self.black, "btime"),
        };
        let limited = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        let timed = self.move_time.is_some() || own.left.is_some();
        let unlimited = !(limited || timed);
        if self.mentions_clocks() && unlimited && !self.infinite {
            return Err(NoClock { side: to_move, word });
        }
        let clock = |left| Clock {
            left,
            increment: own.increment.unwrap_or_default(),
            moves_to_go: self.moves_to_go,
            overtime: None,
        };
        Ok(Limits {
            depth: self.depth,
            nodes: self.nodes,
            soft_nodes: None,
            mate: self.mate,
            move_time: self.move_time,
            clock: own.left.map(clock),
            purpose: match analysis {
                _ if self.infinite || unlimited => Purpose::Infinite,
                true => Purpose::Analysis,
                false => Purpose::Play,
            },
        })
    }

    /// Whether the command gives a clock, an increment or `movestogo`.
    fn mentions_clocks(&self) -> bool {
        [self.white, self.black]
            .iter()
            .any(|clock| clock.left.is_some() || clock.increment.is_some())
            || self.moves_to_go.is_some()
    }

    /// The candidate moves, as legal moves of the game.
    pub(super) fn legal_moves(&self, game: &dyn Game) -> Result<Vec<Move>, SearchError> {
        let read = |(number, text): (usize, &String)| {
            let wrong = |error| SearchError::SearchMove { number, text: text.clone(), error };
            game.read_move(text).map_err(wrong)
        };
        (1..).zip(&self.search_moves).map(read).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::uci::{UciCommand, parse};

    fn limits(line: &str, to_move: Side) -> Result<Limits, NoClock> {
        let Ok(Some(UciCommand::Go(go))) = parse(line) else { panic!("{line}") };
        go.limits(to_move, false)
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let line = "go wtime 5000 winc 50 btime 7000 binc 70 movestogo 3";
        let clock = |to_move| {
            let clock = limits(line, to_move).unwrap().clock.unwrap();
            assert_eq!(clock.moves_to_go, Some(3));
            (clock.left.as_millis(), clock.increment.as_millis())
        };
        assert_eq!(clock(Side::Defenders), (5000, 50));
        assert_eq!(clock(Side::Attackers), (7000, 70));
    }

    #[test]
    fn only_a_search_without_limits_is_infinite() {
        for (line, infinite) in [
            ("go", true),
            ("go ponder", true),
            ("go winc 5 infinite", true),
            ("go winc 5 depth 3", false),
            ("go infinite depth 3", true),
            ("go depth 3", false),
            ("go nodes 3", false),
            ("go mate 3", false),
            ("go movetime 3", false),
            ("go wtime 3 btime 3", false),
        ] {
            let limits = limits(line, Side::Attackers).unwrap();
            assert_eq!(limits.purpose == Purpose::Infinite, infinite, "{line}");
        }
    }

    #[test]
    fn a_clock_of_the_other_side_alone_is_an_error() {
        let error = limits("go wtime 5000", Side::Attackers).unwrap_err().to_string();
        assert_eq!(error, "the attackers are to move and have no clock; give btime");
        let error = limits("go btime 5000", Side::Defenders).unwrap_err().to_string();
        assert_eq!(error, "the defenders are to move and have no clock; give wtime");
        for line in ["go winc 5", "go winc 0 binc 0", "go binc 5 movestogo 3", "go movestogo 3"] {
            assert!(limits(line, Side::Defenders).is_err(), "{line}");
        }
        assert!(limits("go wtime 5000 depth 3", Side::Attackers).is_ok());
        assert!(limits("go wtime 5000 infinite", Side::Attackers).is_ok());
    }
}
