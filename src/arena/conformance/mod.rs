//! Checks of an engine against the protocol, one small function each.
//!
//! Each check gets a running engine and answers with a note for the reader, or with what is wrong.

mod basics;
mod manners;
mod searches;

use std::time::Duration;

use super::engine::{Answer, Engine, Failure, Heard};
use super::play::announce;
use crate::board::{Game, new_game};
use crate::rules::{self, Ruleset};

/// How late a timed answer may be before it counts as wrong.
const LATENESS: Duration = Duration::from_millis(100);

/// How long a bounded search may take.
const SEARCH: Duration = Duration::from_secs(30);

/// What a check found: a note, or what is wrong.
pub type Finding = Result<String, String>;

/// What to check, and how much of it.
#[derive(Clone, Copy, Debug)]
pub struct Extent {
    /// Random games for each ruleset.
    pub games: u32,
    pub seed: u64,
}

/// A check and its name.
pub struct Check {
    pub name: &'static str,
    pub run: fn(&mut Engine, &Extent) -> Finding,
}

/// All checks, in the order in which they make sense.
pub const CHECKS: &[Check] = &[
    Check { name: "handshake", run: basics::handshake },
    Check { name: "options are well formed", run: basics::options },
    Check { name: "rulesets are offered", run: basics::rulesets },
    Check { name: "moves are legal in random games", run: basics::legality },
    Check { name: "a finished game has no move", run: basics::finished_game },
    Check { name: "go depth", run: searches::depth },
    Check { name: "go nodes", run: searches::nodes },
    Check { name: "go searchmoves", run: searches::search_moves },
    Check { name: "MultiPV", run: searches::multi_pv },
    Check { name: "same search, same answer", run: searches::reproducible },
    Check { name: "go movetime", run: searches::move_time },
    Check { name: "a game at 1 s + 0.01 s", run: searches::clock },
    Check { name: "go infinite waits for stop", run: manners::stop },
    Check { name: "isready during a search", run: manners::ready_in_search },
    Check { name: "position during a search is refused", run: manners::busy },
    Check { name: "go ponder waits for ponderhit", run: manners::ponder },
    Check { name: "bad lines are reported and change nothing", run: manners::bad_lines },
    Check { name: "a line of 3 MB", run: manners::long_line },
    Check { name: "bytes that are not UTF-8", run: manners::not_utf8 },
    Check { name: "quit during a search", run: manners::quit },
    Check { name: "end of input", run: manners::end_of_input },
];

fn text(failure: Failure) -> String {
    match failure {
        Failure::Fault(fault) => fault.detail,
        Failure::Interrupted => "interrupted".to_owned(),
    }
}

fn good() -> Finding {
    Ok(String::new())
}

fn wrong<T>(what: impl Into<String>) -> Result<T, String> {
    Err(what.into())
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1e3 * time.as_secs_f64())
}

fn is_best(line: &str) -> bool {
    line.split_ascii_whitespace().next() == Some("bestmove")
}

fn send(engine: &mut Engine, line: &str) -> Result<(), String> {
    engine.send(line).map_err(|fault| fault.detail)
}

fn listen(engine: &mut Engine, time: Duration, wanted: fn(&str) -> bool) -> Result<Heard, String> {
    engine.listen(time, wanted).map_err(text)
}

fn search(engine: &mut Engine, position: &str, go: &str) -> Result<Answer, String> {
    engine.think(position, go, Some(SEARCH)).map_err(text)
}

/// Whether a move can be played at the end of a game that begins at the start.
fn check_legal(game: &dyn Game, best: &str, asked: &str) -> Result<(), String> {
    if game.legal_moves().iter().any(|legal| legal == best) {
        Ok(())
    } else {
        wrong(format!("answers {best}, which is not legal, after \"{asked}\" ({})", game.fen()))
    }
}

fn default_rules() -> Result<&'static Ruleset, String> {
    rules::find(rules::DEFAULT).ok_or_else(|| "the default ruleset is missing".to_owned())
}

fn start_of(rules: &Ruleset) -> Result<Box<dyn Game>, String> {
    new_game(rules, None).map_err(|error| error.to_string())
}

/// Puts the engine at the start of a game of the default ruleset.
fn at_start(engine: &mut Engine) -> Result<Box<dyn Game>, String> {
    let rules = default_rules()?;
    announce(engine, rules, &[]).map_err(text)?;
    send(engine, "position startpos")?;
    start_of(rules)
}
