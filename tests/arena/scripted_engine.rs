//! A small engine for testing match runners.
//!
//! It plays random legal moves, or misbehaves in the way given by its first argument. It also shows
//! how little a program needs to take part in a match.
//!
//! `scripted_engine [FAULT [AFTER]] [seed=N] [delay=MS] [time=MS] [dialect=NAME] [plays=RULESET]`:
//! it says that each move took `time`, if given. The fault starts with `go` number AFTER (default 2), counted from 0 over the life of the process.
//!
//! The dialects are those of existing programs:
//! - `plain`: UCI without `UCI_Variant`, for one unnamed ruleset;
//! - `fairy`: UCI with its own names for rulesets, as in forks of Fairy-Stockfish;
//! - `opentafl`: OpenTafl's protocol, as spoken by OpenTafl's own AI.

#[path = "scripted_opentafl.rs"]
mod scripted_opentafl;

use std::io::{self, BufRead, Write};
use std::time::Duration;

use branan::game::{Game, new_game};
use branan::rules;
use branan::types::Move;
use chacha20::ChaCha8Rng;
use rand::{RngExt, SeedableRng};

struct Script {
    fault: String,
    after: u32,
    random: ChaCha8Rng,
    delay: Duration,
    /// The time that it says each move took, in milliseconds.
    time: Option<u32>,
    dialect: String,
    /// The initial ruleset.
    variant: String,
}

impl Script {
    fn read() -> Self {
        let mut script = Self {
            fault: "none".to_owned(),
            after: 2,
            random: ChaCha8Rng::seed_from_u64(0),
            delay: Duration::ZERO,
            time: None,
            dialect: String::new(),
            variant: rules::DEFAULT.to_owned(),
        };
        let mut words = 0;
        for argument in std::env::args().skip(1) {
            if let Some(seed) = argument.strip_prefix("seed=").and_then(|n| n.parse().ok()) {
                script.random = ChaCha8Rng::seed_from_u64(seed);
            } else if let Some(ms) = argument.strip_prefix("delay=").and_then(|n| n.parse().ok()) {
                script.delay = Duration::from_millis(ms);
            } else if let Some(ms) = argument.strip_prefix("time=") {
                script.time = ms.parse().ok();
            } else if let Some(dialect) = argument.strip_prefix("dialect=") {
                dialect.clone_into(&mut script.dialect);
            } else if let Some(ruleset) = argument.strip_prefix("plays=") {
                ruleset.clone_into(&mut script.variant);
            } else if words == 0 {
                script.fault = argument;
                words = 1;
            } else if let Ok(after) = argument.parse() {
                script.after = after;
            }
        }
        script
    }

    /// Whether the engine searches until `stop` when it should.
    fn waits(&self) -> bool {
        ["waits", "slow-stop"].contains(&self.fault.as_str())
    }

    /// Whether this `go` shows the fault.
    fn strikes(&self, fault: &str, go: u32) -> bool {
        self.fault == fault && go >= self.after
    }
}

fn say(text: &str) {
    // A closed pipe does not matter: the engine is about to quit anyway.
    let _ = writeln!(io::stdout(), "{text}");
    let _ = io::stdout().flush();
}

fn sleep_for_ever() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

/// The game of a `position` command.
fn set_up(variant: &str, line: &str) -> Option<Box<dyn Game>> {
    let rules = rules::find(variant)?;
    let (start, moves) = line.split_once(" moves ").unwrap_or((line, ""));
    let mut game = new_game(rules, start.strip_prefix("position fen ")).ok()?;
    for text in moves.split_ascii_whitespace() {
        game.play_text(text).ok()?;
    }
    Some(game)
}

fn main() {
    let mut script = Script::read();
    match script.fault.as_str() {
        "die-at-start" => std::process::exit(3),
        "mute" => {
            eprintln!("scripted engine: waiting for a licence");
            sleep_for_ever();
        }
        "slow-start" => std::thread::sleep(Duration::from_millis(1500)),
        _ => {}
    }
    if script.dialect == "opentafl" {
        return scripted_opentafl::run(&mut script.random, &script.fault);
    }
    let mut variant = script.variant.clone();
    let mut game = set_up(&variant, "");
    let mut gos = 0;
    let mut pondering = false;
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let first = line.split_ascii_whitespace().next().unwrap_or_default();
        match first {
            "uci" => introduce(&script),
            "isready" => say("readyok"),
            "setoption" if line.starts_with("setoption name Hash") && script.fault == "refuse" => {
                say("info string error: there is no memory for that");
            }
            "setoption" => {
                if let Some(name) = line.strip_prefix("setoption name UCI_Variant value ") {
                    match (script.dialect.as_str(), name) {
                        ("fairy", "brandub") => "brandubh-macwhite".clone_into(&mut variant),
                        ("fairy", _) => say("info string ERROR: no such variant"),
                        _ => name.clone_into(&mut variant),
                    }
                }
            }
            "position" if pondering && script.waits() => say("info string error: still searching"),
            "position" if !script.dialect.is_empty() && line.contains(" fen ") => {
                say("info string error: that is none of my FENs");
            }
            "position" if script.strikes("lost", gos) => say("info string error: which move?"),
            "position" => game = set_up(&variant, &line),
            "go" if line.starts_with("go ponder") && script.fault != "hasty" => pondering = true,
            "go" if line.starts_with("go infinite") && script.waits() => pondering = true,
            "ponderhit" | "stop" if pondering => {
                if first == "stop" && script.fault == "slow-stop" {
                    std::thread::sleep(Duration::from_millis(2300));
                }
                pondering = false;
                go(&mut script, gos, game.as_deref_mut());
                gos += 1;
            }
            "go" => {
                go(&mut script, gos, game.as_deref_mut());
                gos += 1;
            }
            "quit" if script.fault != "ignores-quit" => return,
            _ => {}
        }
    }
    if script.fault == "ignores-quit" {
        sleep_for_ever();
    }
}

/// Answers `uci`.
fn introduce(script: &Script) {
    say("id name Scripted");
    say("option name Hash type spin default 1 min 1 max 64");
    say("option name Ponder type check default false");
    match script.dialect.as_str() {
        "plain" => {}
        "fairy" => say("option name UCI_Variant type combo default chess var chess var brandub"),
        _ => {
            let names: Vec<_> =
                rules::builtin().iter().map(|r| format!("var {}", r.name)).collect();
            let (variant, names) = (&script.variant, names.join(" "));
            say(&format!("option name UCI_Variant type combo default {variant} {names}"));
            say(
                "option name Rule KingMove type combo default variant var variant var rook var step",
            );
        }
    }
    say("uciok");
}

/// The engine's expected reply to its own move. `None` if the move ends the game.
fn expected(game: &mut dyn Game, best: Move) -> Option<Move> {
    game.play(best).ok()?;
    let reply = game.legal_moves().into_iter().next();
    game.take_back();
    reply
}

fn go(script: &mut Script, go: u32, game: Option<&mut (dyn Game + 'static)>) {
    std::thread::sleep(script.delay);
    if script.strikes("die", go) {
        eprintln!("scripted engine: something broke");
        std::process::exit(101);
    } else if script.strikes("orphan", go) {
        leave_a_child();
        std::process::exit(7);
    } else if script.strikes("later", go) {
        std::thread::sleep(Duration::from_millis(4500));
    } else if script.strikes("silent", go) {
        sleep_for_ever();
    } else if script.strikes("garbage", go) {
        say("\u{fffd}\u{1}??? bestmoves");
        say("bestmove Qxf7#");
        return;
    } else if script.strikes("empty", go) {
        say("bestmove");
        return;
    } else if script.strikes("illegal", go) {
        say("bestmove a1a2");
        return;
    } else if script.strikes("gives-up", go) {
        say("bestmove (none)");
        return;
    } else if script.strikes("late", go) {
        std::thread::sleep(Duration::from_millis(2500));
    } else if script.strikes("flood", go) {
        loop {
            say("info string all work and no play makes an engine a dull program");
        }
    } else if script.strikes("long-line", go) {
        say(&"x".repeat(3_000_000));
    } else if script.strikes("close-output", go) {
        close_output();
        sleep_for_ever();
    }
    let moves = game.as_deref().map(Game::legal_moves).unwrap_or_default();
    if moves.is_empty() {
        say("bestmove (none)");
        return;
    }
    // With the fault `first`, plays the first legal move and expects the first reply, so that both
    // are predictable.
    let foreseen = script.fault == "first";
    let choice = if foreseen { 0 } else { script.random.random_range(0..moves.len()) };
    let best = &moves[choice];
    let reply = game.and_then(|game| expected(game, *best));
    let reply = reply.map_or_else(String::new, |reply| format!(" ponder {reply}"));
    if script.strikes("close-input", go) {
        // Closed before the answer, so that nothing more can be sent.
        close_input();
    }
    let count = moves.len();
    let time = script.time.map_or_else(String::new, |ms| format!(" time {ms}"));
    say(&format!("info depth 1 seldepth 3 score cp 0 nodes {count} nps 1000{time} pv {best}"));
    let answer = format!("{best}{reply}");
    let capitals = script.strikes("capitals", go);
    say(&format!("bestmove {}", if capitals { answer.to_uppercase() } else { answer }));
    if script.strikes("twice", go) {
        say(&format!("bestmove {best}"));
    }
    if script.strikes("close-input", go) {
        sleep_for_ever();
    }
}

/// Starts a child process that keeps the streams open.
fn leave_a_child() {
    let _ = std::process::Command::new("sleep").arg("100").spawn();
}

/// Replaces the pipe to the runner, which closes it.
fn replace_stream(put: impl Fn(&std::fs::File) -> rustix::io::Result<()>) {
    if let Ok(nothing) = std::fs::File::open("/dev/null") {
        let _ = put(&nothing);
    }
}

fn close_input() {
    replace_stream(|file| rustix::stdio::dup2_stdin(file));
}

fn close_output() {
    replace_stream(|file| rustix::stdio::dup2_stdout(file));
}
