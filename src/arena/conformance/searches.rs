//! Checks of search limits and of timing.

use std::time::Duration;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::shared::{
    CheckResult, Extent, LATENESS, SEARCH, at_start, check_legal, good, is_best, listen, search,
    send, wrong,
};
use crate::arena::engine::{EngineLimits, EngineProcess, TimeControl};
use crate::arena::game::{Clocks, RunnerClock, go_command};
use crate::text::short_time;

pub fn depth(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let game = at_start(engine)?;
    let answer = search(engine, "position startpos", "go depth 3")?;
    check_legal(game.as_ref(), &answer.best, "go depth 3")?;
    match (answer.info.depth, answer.info.eval) {
        (Some(depth), _) if depth > 3 => wrong(format!("reports depth {depth}")),
        (Some(_), Some(eval)) => Ok(format!("score {eval}")),
        _ => wrong("reports no depth and score"),
    }
}

pub fn nodes(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    const WANTED: u64 = 2_000;
    // Engines check their node counter only at intervals.
    const MAX: u64 = WANTED + 10_000;
    let game = at_start(engine)?;
    let go = format!("go nodes {WANTED}");
    let answer = search(engine, "position startpos", &go)?;
    check_legal(game.as_ref(), &answer.best, &go)?;
    match answer.info.nodes {
        None => wrong("reports no node count"),
        Some(nodes) if nodes > MAX => wrong(format!("searches {nodes} nodes instead of {WANTED}")),
        Some(nodes) => Ok(format!("{nodes} nodes of {WANTED}")),
    }
}

pub fn search_moves(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let game = at_start(engine)?;
    let legal = game.legal_moves();
    let (Some(first), Some(last)) = (legal.first(), legal.last()) else {
        return wrong("the start has no moves");
    };
    for only in [first, last] {
        let answer =
            search(engine, "position startpos", &format!("go depth 2 searchmoves {only}"))?;
        if answer.best != only.to_string() {
            return wrong(format!("plays {} although only {only} was to be searched", answer.best));
        }
    }
    good()
}

pub fn multi_pv(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    if engine.option("MultiPV").is_none() {
        return Ok("not offered".to_owned());
    }
    at_start(engine)?;
    send(engine, "setoption name MultiPV value 3\ngo depth 3")?;
    let heard = listen(engine, SEARCH, is_best)?;
    send(engine, "setoption name MultiPV value 1")?;
    let has = |n: u32| heard.lines.iter().any(|line| line.contains(&format!(" multipv {n} ")));
    match (1..=3).find(|n| !has(*n)) {
        Some(missing) => wrong(format!("with MultiPV 3, there is no line \"multipv {missing}\"")),
        None => good(),
    }
}

pub fn reproducible(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let mut once = || {
        at_start(engine)?;
        let answer = search(engine, "position startpos", "go depth 5")?;
        Ok::<_, String>((answer.best, answer.info.nodes))
    };
    let (first, second) = (once()?, once()?);
    if first == second {
        return Ok(format!("{} after {} nodes", first.0, first.1.unwrap_or(0)));
    }
    wrong(format!("after ucinewgame, go depth 5 gives {first:?} and then {second:?}"))
}

pub fn move_time(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    let mut latest = Duration::ZERO;
    for ms in [10, 100, 300] {
        let go = format!("go movetime {ms}");
        let late = least_lateness(engine, &go, Duration::from_millis(ms))?;
        latest = latest.max(late);
        if late > LATENESS {
            return wrong(format!("answers {go} {} too late", short_time(late)));
        }
    }
    Ok(format!("at most {} late", short_time(latest)))
}

/// How late the answers to a timed search are at best. Other programs may delay one of them.
fn least_lateness(
    engine: &mut EngineProcess,
    go: &str,
    time: Duration,
) -> Result<Duration, String> {
    const TRIES: u32 = 3;
    let mut least = Duration::MAX;
    for _ in 0..TRIES {
        let game = at_start(engine)?;
        let answer = search(engine, "position startpos", go)?;
        check_legal(game.as_ref(), &answer.best, go)?;
        least = least.min(answer.elapsed.saturating_sub(time));
        if least <= LATENESS {
            break;
        }
    }
    Ok(least)
}

pub fn clock(engine: &mut EngineProcess, extent: &Extent) -> CheckResult {
    const MOVES: usize = 60;
    let control = TimeControl {
        moves: None,
        time: Duration::from_secs(1),
        increment: Duration::from_millis(10),
    };
    let limits = EngineLimits { clock: Some(control), ..EngineLimits::default() };
    let mut clocks = Clocks::new([RunnerClock::new(limits), RunnerClock::new(limits)]);
    let mut game = at_start(engine)?;
    let mut moves: Vec<String> = Vec::new();
    let mut least = Duration::MAX;
    let mut random = ChaCha8Rng::seed_from_u64(extent.seed);
    while game.outcome().is_none() && moves.len() < MOVES {
        let side = game.to_move();
        let position = match moves.is_empty() {
            true => "position startpos".to_owned(),
            false => format!("position startpos moves {}", moves.join(" ")),
        };
        let go = go_command(&clocks, side);
        let budget = clocks.of(side).budget().unwrap_or(Duration::ZERO);
        let answer = search(engine, &position, &go)?;
        if answer.elapsed > budget {
            let took = short_time(answer.elapsed);
            return wrong(format!("exceeds its time: {took} after \"{go}\""));
        }
        check_legal(game.as_ref(), &answer.best, &position)?;
        clocks.of_mut(side).spend(answer.elapsed);
        least = least.min(budget.saturating_sub(answer.elapsed));
        // An occasional random move, so that the game does not soon end by repetition.
        let legal = game.legal_moves();
        let played = match legal.choose(&mut random) {
            Some(mv) if random.random_ratio(1, 6) => game.play(*mv),
            _ => game.play_text(&answer.best),
        };
        moves.push(played.map_err(|error| error.to_string())?.name());
    }
    Ok(format!("{} moves, never less than {} left", moves.len(), short_time(least)))
}
