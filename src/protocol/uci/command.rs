//! The host's commands, as types.

use std::time::Duration;

use crate::bench::BenchSettings;
use crate::rules::{Language, Side, otn};
use crate::solve::Budget;

/// A command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: identify the engine and list its options.
    Uci,
    /// `isready`: confirm that it is ready.
    IsReady,
    /// `ucinewgame`: the next position is from another game.
    UciNewGame,
    /// `debug`: turn extra output on or off.
    Debug(bool),
    /// `setoption`: set an option.
    SetOption {
        /// Its name as written.
        name: String,
        /// Its value as written. `None` for buttons.
        value: Option<String>,
    },
    /// `position`: set up a position.
    Position {
        /// The base position.
        start: Start,
        /// The moves to play from there.
        moves: Vec<String>,
    },
    /// `go`: search.
    Go(Go),
    /// `go perft`: count the move sequences of this length in plies.
    Perft(u32),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `d`: show the position.
    Display,
    /// `variants`: list the available rulesets.
    Variants,
    /// `rules`: describe the current ruleset in this language.
    Rules(Language),
    /// `fields`: describe the current ruleset's fields and their values in JSON.
    Fields(Language),
    /// `moves`: list the moves played, the legal moves and each side's threats.
    Moves,
    /// `state`: describe the position in JSON, or all positions of the game.
    State {
        /// Whether to include all positions of the game.
        line: bool,
    },
    /// `solve`: prove which side can force a win.
    Solve {
        /// Restricts the question to whether this side can force a win.
        only: Option<Side>,
        /// Limits of the proof.
        budget: Budget,
    },
    /// `eval`: show the terms of the static evaluation.
    Eval,
    /// `bench`: search the benchmark positions.
    Bench(BenchSettings),
    /// `help`: explain the commands and the options.
    Help,
    /// `quit`: end the session.
    Quit,
}

impl UciCommand {
    /// Whether the command must wait until no search is running. The others are carried out at any
    /// time.
    #[must_use]
    pub fn needs_idle_engine(&self) -> bool {
        match self {
            UciCommand::UciNewGame
            | UciCommand::SetOption { .. }
            | UciCommand::Position { .. }
            | UciCommand::Go(_)
            | UciCommand::Perft(_)
            | UciCommand::Solve { .. }
            | UciCommand::Bench(_) => true,
            UciCommand::Uci
            | UciCommand::IsReady
            | UciCommand::Debug(_)
            | UciCommand::Stop
            | UciCommand::PonderHit
            | UciCommand::Display
            | UciCommand::Variants
            | UciCommand::Rules(_)
            | UciCommand::Fields(_)
            | UciCommand::Moves
            | UciCommand::State { .. }
            | UciCommand::Eval
            | UciCommand::Help
            | UciCommand::Quit => false,
        }
    }
}

/// A base position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// The ruleset's start position.
    Usual,
    /// A FEN.
    Fen(String),
    /// A position and its side to move in OpenTafl's notation.
    Otn(String),
}

impl Start {
    /// The position as a FEN. `None` for the ruleset's start position.
    ///
    /// # Errors
    /// If the text is not in OpenTafl's notation.
    pub fn fen(self) -> Result<Option<String>, otn::OtnPositionError> {
        match self {
            Start::Usual => Ok(None),
            Start::Fen(fen) => Ok(Some(fen)),
            Start::Otn(text) => otn::to_fen(&text).map(Some),
        }
    }
}

/// One side's clock in `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GoClock {
    /// Time left. `None` if not given.
    pub left: Option<Duration>,
    /// Time added after each move. `None` if not given.
    pub increment: Option<Duration>,
}

/// The arguments of `go`, with both sides' clocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// The defenders' clock.
    pub white: GoClock,
    /// The attackers' clock.
    pub black: GoClock,
    /// Number of moves until more time is added.
    pub moves_to_go: Option<u32>,
    /// Fixed time for this move.
    pub move_time: Option<Duration>,
    /// Depth limit in plies, at least 1.
    pub depth: Option<u32>,
    /// Node limit, at least 1.
    pub nodes: Option<u64>,
    /// Maximum length of a win to search for, in moves, at least 1.
    pub mate: Option<u32>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// Whether to ponder on the opponent's time.
    pub ponder: bool,
    /// The candidate moves; empty for all.
    pub search_moves: Vec<String>,
}
