//! Plays two games with one opening between two settings of an engine, with the roles swapped.

use std::io;
use std::path::Path;
use std::time::Duration;

use branan::arena::engine::{EngineLimits, EngineSpec, Failure, Launch, read_engine};
use branan::arena::game::{
    Adjudication, GameSetup, NoResult, Opening, Player, Referee, ResignRule, Seat, play,
    start_player,
};
use branan::record::Termination;
use branan::rules::{Ruleset, Side};

/// Ends games that have nothing left to teach.
const ADJUDICATION: Adjudication = Adjudication {
    resign: Some(ResignRule { moves: 3, score: 1200, both: true }),
    draw: None,
    max_moves: Some(100),
    known_wins: true,
};

/// The engine with these option values.
pub fn spec(
    program: &Path,
    nodes: u64,
    hash: usize,
    options: &[(String, String)],
) -> io::Result<EngineSpec> {
    let mut spec =
        read_engine(&[format!("cmd={}", program.display())]).map_err(io::Error::other)?;
    spec.limits = EngineLimits { nodes: Some(nodes), ..EngineLimits::default() };
    spec.margin = Duration::from_secs(5);
    spec.options = vec![("Hash".to_owned(), hash.to_string())];
    spec.options.extend(options.iter().cloned());
    Ok(spec)
}

/// Converts an engine's fault to an I/O error.
fn failed(failure: Failure) -> io::Error {
    io::Error::other(failure.to_string())
}

/// The points of the first engine minus those of the second, from -2 to 2.
pub fn play_pair(specs: &[EngineSpec; 2], rules: &Ruleset, opening: &Opening) -> io::Result<f64> {
    let launch = Launch::default();
    let [first, second] = specs;
    let mut players = [
        start_player(first, &launch).map_err(failed)?,
        start_player(second, &launch).map_err(failed)?,
    ];
    let mut points = 0.0;
    for attackers in [0, 1] {
        let winner = play_game(&mut players, specs, attackers, rules, opening)?;
        points += match winner {
            Some(0) => 1.0,
            Some(_) => -1.0,
            None => 0.0,
        };
    }
    players.into_iter().for_each(Player::quit);
    Ok(points)
}

/// The winner of a game in which player number `attackers` has the attackers.
fn play_game(
    players: &mut [Box<dyn Player>; 2],
    specs: &[EngineSpec; 2],
    attackers: usize,
    rules: &Ruleset,
    opening: &Opening,
) -> io::Result<Option<usize>> {
    let setup =
        GameSetup { number: 0, rules, alternates: &[], opening, adjudication: ADJUDICATION };
    let referee = Referee::set_up(&setup).map_err(io::Error::other)?;
    let [first, second] = players;
    let mut broken = [false; 2];
    let [broken_first, broken_second] = &mut broken;
    let mut seats = [
        Seat::new(first.as_mut(), &specs[0], broken_first),
        Seat::new(second.as_mut(), &specs[1], broken_second),
    ];
    if attackers == 1 {
        seats.reverse();
    }
    let played = play(&setup, referee, seats, &|_| ()).map_err(|reason| match reason {
        NoResult::Interrupted => io::Error::from(io::ErrorKind::Interrupted),
        NoResult::Opening(error) => io::Error::other(error),
        NoResult::Machine(detail) => io::Error::other(detail),
    })?;
    if let Termination::Fault(_) = played.termination {
        let detail = played.detail.unwrap_or_default();
        return Err(io::Error::other(format!("a game was lost by a fault: {detail}")));
    }
    let defenders = 1 - attackers;
    Ok(played.winner.map(|side| if side == Side::Attackers { attackers } else { defenders }))
}
