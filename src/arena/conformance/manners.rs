//! Checks of an engine's behaviour during a search, after bad input and on exit.

use std::time::Duration;

use super::shared::{
    CheckResult, EXIT, Extent, LATENESS, SEARCH, at_start, check_legal, good, is_best, listen,
    send, text, wrong,
};
use crate::arena::engine::{EngineProcess, Heard, Stray};
use crate::game::Game;
use crate::text::short_time;
use crate::types::Move;

/// How soon an engine must react to a command during a search. Some 10 ms would do; the rest is for
/// machines on which other programs compete for the processor.
const REACTION: Duration = Duration::from_secs(2);

/// How long to wait for the end of a search when another property is being tested, so that an
/// engine that is slow to stop fails only the check for that.
const END: Duration = Duration::from_secs(10);

/// How long to watch a search that must not end on its own.
const WATCH: Duration = Duration::from_millis(300);

fn is_ready(line: &str) -> bool {
    line.trim() == "readyok"
}

fn is_error(line: &str) -> bool {
    line.starts_with("info string error")
}

/// The move of the last `bestmove` line.
fn best(heard: &Heard) -> Option<&str> {
    let line = heard.lines.iter().rev().find(|line| is_best(line))?;
    line.split_ascii_whitespace().nth(1)
}

/// Starts an infinite search and checks that it does not end on its own.
fn begin_endless(engine: &mut EngineProcess, go: &str) -> Result<Box<dyn Game>, String> {
    let game = at_start(engine)?;
    engine.ready(Stray::Ignore).map_err(text)?;
    send(engine, go)?;
    if listen(engine, WATCH, is_best)?.found {
        return wrong(format!("answers \"{go}\" on its own"));
    }
    Ok(game)
}

/// Ends a search with a command and returns how long that took.
fn end_by(
    engine: &mut EngineProcess,
    word: &str,
    game: &dyn Game,
    time: Duration,
) -> Result<Duration, String> {
    send(engine, word)?;
    let heard = listen(engine, END, is_best)?;
    match best(&heard) {
        Some(_) if heard.elapsed > time => wrong(format!(
            "answers {word} after {}, not within {}",
            short_time(heard.elapsed),
            short_time(time)
        )),
        Some(best) => check_legal(game, best, word).map(|()| heard.elapsed),
        None => wrong(format!("no bestmove within {} of {word}", short_time(END))),
    }
}

pub fn stop(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let game = begin_endless(engine, "go infinite")?;
    let time = end_by(engine, "stop", game.as_ref(), REACTION)?;
    Ok(format!("stops within {}", short_time(time)))
}

pub fn ready_in_search(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let game = begin_endless(engine, "go infinite")?;
    send(engine, "isready")?;
    let heard = listen(engine, REACTION, is_ready)?;
    if !heard.found {
        return wrong(format!("no readyok within {}", short_time(REACTION)));
    }
    end_by(engine, "stop", game.as_ref(), END)?;
    Ok(format!("answers within {}", short_time(heard.elapsed)))
}

pub fn busy(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let game = begin_endless(engine, "go infinite")?;
    let first = first_move(game.as_ref())?;
    send(engine, &format!("position startpos moves {first}"))?;
    if !listen(engine, REACTION, is_error)?.found {
        return wrong("accepts a new position during a search without an error");
    }
    end_by(engine, "stop", game.as_ref(), END)?;
    // The old position must still be set.
    send(engine, "go depth 1")?;
    let heard = listen(engine, SEARCH, is_best)?;
    check_legal(game.as_ref(), best(&heard).unwrap_or("nothing"), "go depth 1")?;
    good()
}

pub fn ponder(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    if engine.option("Ponder").is_none() {
        return Ok("not offered".to_owned());
    }
    let go = "go ponder wtime 500 btime 500";
    let game = begin_endless(engine, go)?;
    let time = end_by(engine, "ponderhit", game.as_ref(), REACTION + LATENESS)?;
    let game = begin_endless(engine, go)?;
    end_by(engine, "stop", game.as_ref(), END)?;
    Ok(format!("moves {} after ponderhit", short_time(time)))
}

/// Lines that an engine must reject.
const BAD_LINES: [&str; 12] = [
    "xyzzy",
    "go depth",
    "go depth x",
    "go depth -1",
    "position",
    "position fen",
    "position fen 8/8 a",
    "position fen 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 w",
    "position startpos moves a1a9",
    "position startpos moves d2e2 d2e2",
    "setoption name No Such Option value 1",
    "setoption name UCI_Variant value chess",
];

/// Checks that the engine still runs and kept its state after a line it had to reject.
fn check_unchanged(
    engine: &mut EngineProcess,
    game: &dyn Game,
    line: &str,
    error_wanted: bool,
) -> Result<(), String> {
    send(engine, "isready")?;
    let heard = listen(engine, SEARCH, is_ready)?;
    if !heard.found {
        return wrong(format!("does not answer isready after {line}"));
    }
    if error_wanted && !heard.lines.iter().any(|l| is_error(l)) {
        return wrong(format!("sends no \"info string error\" for {line}"));
    }
    send(engine, "go depth 1")?;
    let heard = listen(engine, SEARCH, is_best)?;
    check_legal(game, best(&heard).unwrap_or("nothing"), line)
}

/// A legal move.
fn first_move(game: &dyn Game) -> Result<Move, String> {
    game.legal_moves().into_iter().next().ok_or_else(|| "the start has no moves".to_owned())
}

/// Puts the engine at a position in which the start's moves are not legal.
fn at_known_position(engine: &mut EngineProcess) -> Result<Box<dyn Game>, String> {
    let mut game = at_start(engine)?;
    let first = first_move(game.as_ref())?;
    send(engine, &format!("position startpos moves {first}"))?;
    game.play(first).map_err(|error| error.to_string())?;
    Ok(game)
}

pub fn bad_lines(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let game = at_known_position(engine)?;
    for line in BAD_LINES {
        send(engine, line)?;
        check_unchanged(engine, game.as_ref(), &format!("\"{line}\""), true)?;
    }
    Ok(format!("{} lines", BAD_LINES.len()))
}

fn bad_bytes(engine: &mut EngineProcess, bytes: &[u8], what: &str) -> CheckResult {
    let game = at_known_position(engine)?;
    engine.send_raw(bytes, SEARCH).map_err(|fault| fault.detail)?;
    check_unchanged(engine, game.as_ref(), what, true)?;
    good()
}

pub fn long_line(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let mut line = b"position startpos moves".to_vec();
    line.extend(b" a1a2".repeat(600_000));
    line.push(b'\n');
    bad_bytes(engine, &line, "a line of 3 MB")
}

pub fn not_utf8(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    bad_bytes(engine, b"go \xff\xfe depth\n", "bytes that are not UTF-8")
}

pub fn quit(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    begin_endless(engine, "go infinite")?;
    send(engine, "quit")?;
    match engine.wait_exit(EXIT) {
        true => good(),
        false => wrong(format!("is still running {} after quit", short_time(EXIT))),
    }
}

pub fn end_of_input(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    at_start(engine)?;
    engine.close_input();
    match engine.wait_exit(EXIT) {
        true => good(),
        false => wrong(format!("is still running {} after the end of input", short_time(EXIT))),
    }
}
