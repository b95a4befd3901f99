//! Checks of the handshake, the options and the legality of moves.

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use super::shared::{
    CheckResult, Extent, check_legal, good, search, start_of, text, usual_rules, wrong,
};
use crate::arena::engine::{EngineProcess, VARIANT_OPTION};
use crate::arena::game::announce;
use crate::rules::{self, Ruleset};

pub fn handshake(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    match engine.id_name() {
        Some(name) if !name.trim().is_empty() => Ok(name.to_owned()),
        _ => wrong("sends no \"id name …\" before uciok"),
    }
}

pub fn options(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    const KINDS: [&str; 5] = ["check", "spin", "combo", "button", "string"];
    let options = engine.options();
    for (place, option) in options.iter().enumerate() {
        let name = &option.name;
        let default = option.default.as_deref().unwrap_or_default();
        if options[..place].iter().any(|other| other.name.eq_ignore_ascii_case(name)) {
            return wrong(format!("offers {name} twice"));
        }
        if !KINDS.contains(&option.kind.as_str()) {
            return wrong(format!("{name} has an unknown type (\"{}\")", option.kind));
        }
        let fits = match option.kind.as_str() {
            "check" => ["true", "false"].contains(&default),
            "spin" => {
                let number: Option<i64> = default.parse().ok();
                match (number, option.min, option.max) {
                    (Some(n), Some(min), Some(max)) => (min..=max).contains(&n),
                    _ => false,
                }
            }
            "combo" => option.values.iter().any(|value| value == default),
            _ => true,
        };
        if !fits {
            return wrong(format!(
                "the default of {name}, \"{default}\", is not one of its values"
            ));
        }
    }
    Ok(format!("{} options", options.len()))
}

/// The rulesets known to both sides.
fn common_rulesets(engine: &EngineProcess) -> Vec<&'static Ruleset> {
    let plays = |rules: &&Ruleset| match (engine.variant(), engine.option(VARIANT_OPTION)) {
        (Some(only), _) => rules.name == only,
        (None, Some(option)) => option.takes(engine.name_of(&rules.name)),
        (None, None) => false,
    };
    rules::builtin().iter().filter(plays).collect()
}

pub fn rulesets(engine: &mut EngineProcess, _: &Extent) -> CheckResult {
    match engine.option(VARIANT_OPTION) {
        None if engine.variant().is_some() => Ok(format!("plays {}", usual_rules(engine)?.name)),
        None => wrong(format!("offers no option {VARIANT_OPTION}")),
        Some(option) if option.kind != "combo" => {
            wrong(format!("{VARIANT_OPTION} is of type {}, not combo", option.kind))
        }
        Some(_) => match common_rulesets(engine).len() {
            0 => wrong("offers no ruleset known here"),
            count => Ok(format!("{count} of {}", rules::builtin().len())),
        },
    }
}

pub fn legality(engine: &mut EngineProcess, extent: &Extent) -> CheckResult {
    /// Length limit of a random game, in plies.
    const MAX_PLIES: usize = 120;
    let mut random = ChaCha8Rng::seed_from_u64(extent.seed);
    let mut asked = 0;
    for rules in common_rulesets(engine) {
        for _ in 0..extent.games {
            announce(engine, rules, &[]).map_err(text)?;
            let mut game = start_of(rules)?;
            let mut moves: Vec<String> = Vec::new();
            while game.outcome().is_none() && moves.len() < MAX_PLIES {
                if random.random_ratio(1, 4) {
                    let by_moves = format!("position startpos moves {}", moves.join(" "));
                    // A FEN carries no history, so repetitions are not counted.
                    let by_fen = format!("position fen {}", game.fen());
                    let position = match () {
                        () if moves.is_empty() => "position startpos",
                        () if engine.reads_fens() && random.random() => &by_fen,
                        () => &by_moves,
                    };
                    let answer = search(engine, position, "go depth 1")?;
                    check_legal(game.as_ref(), &answer.best, position)
                        .map_err(|error| format!("{}: {error}", rules.name))?;
                    asked += 1;
                }
                let legal = game.legal_moves();
                let Some(mv) = legal.choose(&mut random) else { break };
                let played = game.play(*mv).map_err(|error| error.to_string())?;
                moves.push(played.name());
            }
        }
    }
    Ok(format!("{asked} positions"))
}

pub fn finished_game(engine: &mut EngineProcess, extent: &Extent) -> CheckResult {
    let rules = usual_rules(engine)?;
    let mut random = ChaCha8Rng::seed_from_u64(extent.seed);
    let mut game = start_of(rules)?;
    let mut moves = Vec::new();
    while game.outcome().is_none() {
        let legal = game.legal_moves();
        let Some(mv) = legal.choose(&mut random) else { break };
        moves.push(game.play(*mv).map_err(|error| error.to_string())?.name());
    }
    announce(engine, rules, &[]).map_err(text)?;
    let position = format!("position startpos moves {}", moves.join(" "));
    match search(engine, &position, "go depth 1")?.best.as_str() {
        "(none)" => good(),
        best => wrong(format!("answers {best} instead of (none) after \"{position}\"")),
    }
}
