//! A match as JSON, one object per line.

use serde_json::{Value, json};

use crate::arena::load::LoadSummary;
use crate::arena::tournament::{
    Fixture, Lag, MatchEnding, MatchSummary, Meeting, Place, Plan, PlayerStanding, Round,
    RulesetStanding, RunOptions, Sprt, Standings,
};
use crate::record::{GameRecord, RecordedMove};

/// The start of a match, with `done` games already on file.
pub fn start(plan: &Plan, done: u64, concurrency: usize) -> Value {
    json!({
        "event": "start",
        "games": plan.total(),
        "share": plan.settings.share,
        "done": done,
        "concurrency": concurrency,
        "engines": plan.settings.engines.iter().map(|e| &e.name).collect::<Vec<_>>(),
        "variants": plan.settings.variants,
    })
}

/// Everything that a program needs to play the match elsewhere.
///
/// `live` tells whether pages show the running games.
pub fn dry_run(plan: &Plan, todo: &[Fixture], options: &RunOptions, live: bool) -> Value {
    json!({
        "event": "plan",
        "games": plan.total(),
        "left": todo.iter().map(|game| game.index + 1).collect::<Vec<_>>(),
        "settings": plan.settings,
        "recover": options.recover,
        "startup": options.launch.patience.startup.as_secs_f64(),
        "ping": options.launch.patience.ready.as_secs_f64(),
        "patience": options.launch.patience.untimed.as_secs_f64(),
        "live": live,
    })
}

/// A game has begun.
pub fn started(game: &Fixture) -> Value {
    json!({ "event": "started", "game": game.index + 1 })
}

/// A move was played that did not end its game. The remark is that of the record.
pub fn moved(game: u64, played: &RecordedMove) -> Value {
    let remark = played.remark.to_string();
    json!({ "event": "move", "game": game + 1, "move": played.text, "remark": remark })
}

/// A game has ended.
pub fn game(game: &GameRecord) -> Value {
    json!({
        "event": "game",
        "game": game.index.map(|n| n + 1),
        "round": game.round.map(|n| n + 1),
        "variant": game.variant,
        "attackers": game.attackers.name,
        "defenders": game.defenders.name,
        "result": game.result(),
        "termination": game.termination,
        "plies": game.moves.len(),
        "detail": game.detail,
    })
}

/// The standings; unknown and infinite values are `null`.
pub fn standing(sprt: Option<&Sprt>, standings: &Standings, llr: Option<f64>) -> Value {
    let players: Vec<Value> = standings.players.iter().map(player).collect();
    let rulesets: Vec<Value> = standings.rulesets.iter().map(ruleset).collect();
    let places: Vec<Value> = standings
        .numbered_places()
        .map(|(number, place)| place_of(standings, number, place))
        .collect();
    let test = sprt.zip(llr).map(|(sprt, llr)| {
        let ((lower, upper), (elo0, elo1)) = (sprt.bounds(), sprt.elo());
        json!({
            "llr": llr, "lower": lower, "upper": upper, "elo0": elo0, "elo1": elo1,
            "verdict": sprt.verdict(llr),
        })
    });
    json!({
        "event": "standing",
        "games": standings.games(),
        "players": players,
        "rulesets": rulesets,
        "against": standings.against,
        "loaded": standings.loaded,
        "rounds": standings.rounds.iter().map(|round| round_of(standings, round)).collect::<Vec<_>>(),
        "places": places,
        "sprt": test,
    })
}

/// A round of a Swiss tournament or a knockout.
fn round_of(standings: &Standings, round: &Round) -> Value {
    let name = |engine: usize| &standings.players[engine].name;
    let meeting = |meeting: &Meeting| {
        json!({
            "engines": meeting.engines.map(name),
            "points": meeting.half_points.map(|points| f64::from(points) / 2.0),
            "winner": meeting.winner.map(name),
            "tie_breaks": meeting.tie_breaks,
        })
    };
    json!({
        "meetings": round.meetings.iter().map(meeting).collect::<Vec<_>>(),
        "byes": round.byes.iter().map(|&engine| name(engine)).collect::<Vec<_>>(),
    })
}

/// A place in a Swiss tournament.
fn place_of(standings: &Standings, number: usize, place: &Place) -> Value {
    json!({
        "place": number,
        "name": standings.players[place.engine].name,
        "points": place.points(),
        "buchholz": place.buchholz_points(),
        "byes": place.byes,
    })
}

fn player(player: &PlayerStanding) -> Value {
    json!({
        "name": player.name,
        "games": player.total().games(),
        "score": player.total().score(),
        "total": player.total(),
        "as_attackers": player.as_attackers,
        "as_defenders": player.as_defenders,
        "pairs": player.pairs,
        "rating": player.pairs.rating(),
        "seconds_per_move": player.time_per_move().map(|t| t.as_secs_f64()),
        "depth": player.mean_depth(),
        "lag": player.lag().map(|Lag { mean, longest }| json!({
            "mean": mean.as_secs_f64(), "worst": longest.as_secs_f64(),
        })),
        "faults": player.faults,
    })
}

fn ruleset(ruleset: &RulesetStanding) -> Value {
    json!({
        "name": ruleset.name,
        "attackers": ruleset.attackers,
        "attackers_score": ruleset.attackers.score(),
        "attackers_score_error": ruleset.attackers.score_error(),
        "pairs": ruleset.pairs,
        "mean_plies": ruleset.mean_length(),
        "terminations": ruleset.terminations,
    })
}

/// The match is over.
pub fn end(sprt: Option<&Sprt>, summary: &MatchSummary, load: Option<LoadSummary>) -> Value {
    let mut value = standing(sprt, &summary.standings, summary.llr);
    value["event"] = "end".into();
    value["ending"] = ending_word(&summary.ending).into();
    value["wall_seconds"] = summary.wall.as_secs_f64().into();
    value["thinking_share"] = summary.thinking_share.into();
    value["load"] = load.map(load_of).into();
    value
}

/// What other programs used of the machine, in cores.
fn load_of(load: LoadSummary) -> Value {
    let LoadSummary { cores, mean, worst, seconds } = load;
    json!({ "cores": cores, "mean": mean, "worst": worst, "seconds": seconds })
}

fn ending_word(ending: &MatchEnding) -> &'static str {
    match ending {
        MatchEnding::Complete => "complete",
        MatchEnding::Decided(_) => "decided",
        MatchEnding::Interrupted => "interrupted",
        MatchEnding::EngineFailed { .. } => "engine-failed",
    }
}
