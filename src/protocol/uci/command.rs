//! What a host asks for, as typed commands.

use std::time::Duration;

use crate::bench::BenchSettings;
use crate::rules::{Side, otn};
use crate::solve::Budget;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: who the engine is and which options it has.
    Uci,
    /// `isready`: whether it is ready.
    IsReady,
    /// `ucinewgame`: the next position belongs to another game.
    UciNewGame,
    /// `debug`: turn extra output on or off.
    Debug(bool),
    /// `setoption`: set an option.
    SetOption {
        /// Its name as written.
        name: String,
        /// Its value as written; none for buttons.
        value: Option<String>,
    },
    /// `position`: set up a position.
    Position {
        /// The position to begin with.
        start: Start,
        /// The moves to play from there.
        moves: Vec<String>,
    },
    /// `go`: search.
    Go(Go),
    /// `go perft`: count the move sequences of so many plies.
    Perft(u32),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `d`: show the position.
    Display,
    /// `variants`: list the rulesets that can be chosen.
    Variants,
    /// `rules`: tell the ruleset in force.
    Rules,
    /// `moves`: tell the moves played, the legal ones and what each side threatens.
    Moves,
    /// `state`: tell the position in JSON, with all positions of the game if asked for.
    State {
        /// Whether all positions of the game are asked for.
        line: bool,
    },
    /// `solve`: prove what can be forced.
    Solve {
        /// The side whose win is in question, if only one is.
        only: Option<Side>,
        /// What it may use.
        budget: Budget,
    },
    /// `eval`: show the terms of the static evaluation.
    Eval,
    /// `bench`: search the benchmark positions.
    Bench(BenchSettings),
    /// `help`: explain the commands and the options.
    Help,
    /// `quit`: end.
    Quit,
}

/// A position to begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The ruleset's own.
    Usual,
    /// A FEN.
    Fen(String),
    /// A position and its side to move in OpenTafl's notation.
    Otn(String),
}

impl Start {
    /// The position as a FEN; none if it is the ruleset's own.
    ///
    /// # Errors
    /// When the text is not in OpenTafl's notation.
    pub fn fen(self) -> Result<Option<String>, otn::OtnPositionError> {
        match self {
            Start::Usual => Ok(None),
            Start::Fen(fen) => Ok(Some(fen)),
            Start::Otn(text) => otn::read_position(&text).map(Some),
        }
    }
}

/// One side's clock as `go` gives it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoClock {
    /// The time left; none if it was not given.
    pub left: Option<Duration>,
    /// What is added after each move.
    pub increment: Duration,
}

/// What a `go` command asks for, with both sides' clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The defenders' clock.
    pub white: GoClock,
    /// The attackers' clock.
    pub black: GoClock,
    /// The number of moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// The time for this move.
    pub move_time: Option<Duration>,
    /// Plies to search, from 1.
    pub depth: Option<u32>,
    /// Nodes to search, from 1.
    pub nodes: Option<u64>,
    /// The number of moves within which to find a win, from 1.
    pub mate: Option<u32>,
    /// Whether to search until told to stop.
    pub infinite: bool,
    /// Whether the other side is still thinking.
    pub ponder: bool,
    /// The moves to choose from; empty for all.
    pub search_moves: Vec<String>,
}
