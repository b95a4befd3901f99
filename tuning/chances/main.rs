//! Fits the relation between the engine's scores and results to recorded games.
//!
//! The chance of a win is a logistic function of the score, the chance of a loss the same function
//! of the negated score, and the rest is draws. The fit maximises the likelihood of the recorded
//! results. Each ruleset has its own curve, and each board and goal one for other rulesets.

mod fit;
mod plot;

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;

use branan::eval::Chances;
use branan::record::{self, Eval, GameRecord, Termination};
use branan::rules::{Catalog, Ruleset, Side, find};
use branan::types::{PieceKind, Placement};
use clap::Parser;

use crate::fit::{Sample, fit};
use crate::plot::{BINS, Bin, bins, draw};

/// Groups of positions by the part of the soldiers that is left: the name, and what it is below.
const STAGES: [(&str, f64); 3] =
    [("below 60 %", 0.6), ("60 to 85 %", 0.85), ("85 % and more", f64::INFINITY)];

/// Fits the relation between the engine's scores and results to recorded games.
///
/// Use games of this build against itself, at the time control for which the scores should be
/// right. It prints the entries of engine/src/eval/chances.toml. Games that a fault ended do not
/// count, and the positions of a game count one in all.
#[derive(Debug, Parser)]
struct Args {
    /// Files of game records written by 'branan match --record'
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Plot predicted against actual scores to this SVG file, by board and goal
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The positions of one ruleset.
struct Collection {
    ruleset: &'static Ruleset,
    games: usize,
    samples: Vec<Sample>,
}

/// The positions for one curve.
struct Family {
    /// For display.
    name: String,
    /// The first lines of its entry.
    key: String,
    /// Whether it is for a board and goal rather than for one ruleset.
    is_board: bool,
    games: usize,
    samples: Vec<Sample>,
    /// The positions under the present curve of their ruleset: its mean surprise.
    before: f64,
}

impl Family {
    fn of(name: String, key: String, is_board: bool, collections: &[&Collection]) -> Self {
        let samples = |collection: &&Collection| collection.samples.clone();
        let surprise = |collection: &&Collection| {
            let error = fit::surprise(&collection.samples, &Chances::of(collection.ruleset));
            error * collection.games as f64
        };
        let games = collections.iter().map(|collection| collection.games).sum();
        Self {
            name,
            key,
            is_board,
            games,
            samples: collections.iter().flat_map(samples).collect(),
            before: collections.iter().map(surprise).sum::<f64>() / games as f64,
        }
    }
}

/// Each ruleset, and then each board and goal.
fn families(collections: &[Collection]) -> Vec<Family> {
    let mut families = Vec::new();
    for collection in collections {
        let name = &collection.ruleset.name;
        let key = format!("ruleset = \"{name}\"\n{}", key(collection.ruleset));
        families.push(Family::of(name.clone(), key, false, &[collection]));
    }
    let of = |collection: &Collection| {
        (collection.ruleset.side_length(), collection.ruleset.escape.to_string())
    };
    let groups: BTreeSet<(usize, String)> = collections.iter().map(of).collect();
    for group in groups {
        let members: Vec<&Collection> = collections.iter().filter(|one| of(one) == group).collect();
        let name = format!("{0}×{0}, {1}", group.0, group.1);
        families.push(Family::of(name, key(members[0].ruleset), true, &members));
    }
    families
}

fn main() -> ExitCode {
    match run(&Args::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("chances: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &Args) -> Result<(), String> {
    let mut collections: Vec<Collection> = Vec::new();
    for path in &args.records {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        for game in &record::read(&bytes).map_err(|error| wrong(&error))?.games {
            add(game, &mut collections).map_err(|error| wrong(&error))?;
        }
    }
    let mut curves = Vec::new();
    for family in families(&collections) {
        let (name, after) = (family.name, fit(&family.samples));
        eprintln!("{name}: {} games, {} positions", family.games, family.samples.len());
        let found = bins(&family.samples, &after.chances());
        tell("all", &found);
        let mut above = 0.0;
        for (stage, below) in STAGES {
            let of_stage = |sample: &&Sample| (above..below).contains(&sample.left);
            let samples: Vec<Sample> = family.samples.iter().filter(of_stage).copied().collect();
            tell(&format!("{stage} of the soldiers left"), &bins(&samples, &after.chances()));
            above = below;
        }
        let now = fit::surprise(&family.samples, &after.chances());
        let before = family.before;
        eprintln!("  log loss {before:.4} with the present entries, {now:.4} with this one");
        println!(
            "[[chances]]\n{}scale = {:.1}\ndraw = {:.1}\n",
            family.key, after.scale, after.draw
        );
        if family.is_board {
            curves.push((name, found));
        }
    }
    if let Some(path) = &args.plot {
        draw(path, &curves).map_err(|error| format!("{}: {error}", path.display()))?;
        eprintln!("plotted {BINS} bins for each board and goal in {}", path.display());
    }
    Ok(())
}

/// Prints bins to standard error.
fn tell(title: &str, bins: &[Bin]) {
    eprintln!("  {title}");
    eprintln!("  {:>22} {:>8} {:>10}", "predicted", "actual", "positions");
    for Bin { predicted, actual, count } in bins {
        eprintln!("  {predicted:>22.3} {actual:>8.3} {count:>10}");
    }
}

/// The number of soldiers of both sides.
fn soldiers(placement: &Placement) -> usize {
    placement.pieces().filter(|(_, piece)| *piece != PieceKind::King).count()
}

/// Adds the scored positions of a game to those of its ruleset, unless a fault ended it.
fn add(game: &GameRecord, collections: &mut Vec<Collection>) -> Result<(), String> {
    if matches!(game.termination, Termination::Fault(_)) {
        return Ok(());
    }
    if !game.rules.is_empty() {
        return Err("games under alternate rules are not read".to_owned());
    }
    let ruleset =
        find(&game.variant).ok_or_else(|| format!("there is no ruleset {}", game.variant))?;
    // Records contain normalised scores.
    let unit = Chances::of(ruleset).unit() / 100.0;
    let replay = record::replay(game, &Catalog::default()).map_err(|error| error.to_string())?;
    let full = soldiers(&replay.positions[0]).max(1) as f64;
    let mut samples = Vec::new();
    for ((side, played), before) in game.moves_by_side().zip(&replay.positions) {
        // A mate score says nothing about chances.
        if let (false, Some(Eval::Centipawns(score))) = (played.remark.book, played.remark.eval) {
            let value = f64::from(score) * unit;
            let left = soldiers(before) as f64 / full;
            samples.push(Sample { value, points: points(game.winner, side), left, weight: 1.0 });
        }
    }
    if samples.is_empty() {
        return Ok(());
    }
    let weight = 1.0 / samples.len() as f64;
    samples.iter_mut().for_each(|sample| sample.weight = weight);
    match collections.iter_mut().find(|known| known.ruleset.name == ruleset.name) {
        Some(collection) => {
            collection.games += 1;
            collection.samples.extend(samples);
        }
        None => collections.push(Collection { ruleset, games: 1, samples }),
    }
    Ok(())
}

/// A side's points in a game.
fn points(winner: Option<Side>, side: Side) -> f64 {
    match winner {
        None => 0.5,
        Some(winner) => f64::from(u8::from(winner == side)),
    }
}

/// The lines of an entry that name a board and goal.
fn key(ruleset: &Ruleset) -> String {
    format!("side = {}\nescape = \"{}\"\n", ruleset.side_length(), ruleset.escape)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_for_the_side_that_moves() {
        let text = "[Variant \"brandubh-macwhite\"]\n[Result \"defenders\"]\n\
                    [Termination \"resign\"]\n\n\
                    1. d1-c1 {+1.00/5} d3-c3 {-1.00/5} 2. c1-b1 {-M3} c3-d3 defenders\n\n";
        let mut collections = Vec::new();
        for game in &record::read(text.as_bytes()).unwrap().games {
            add(game, &mut collections).unwrap();
        }
        assert_eq!(collections.len(), 1);
        assert_eq!(collections[0].games, 1);
        // A hundred normalised centipawns, in the same order of operations.
        let unit = 100.0 * (Chances::of(collections[0].ruleset).unit() / 100.0);
        let of = |sample: &Sample| (sample.value, sample.points, sample.weight);
        let samples: Vec<_> = collections[0].samples.iter().map(of).collect();
        assert_eq!(samples, [(unit, 0.0, 0.5), (-unit, 1.0, 0.5)]);

        let families = families(&collections);
        let keys: Vec<_> = families.iter().map(|family| family.key.as_str()).collect();
        let board = "side = 7\nescape = \"corners\"\n";
        assert_eq!(keys, [&format!("ruleset = \"brandubh-macwhite\"\n{board}"), board]);
        assert!(families.iter().all(|family| family.samples.len() == 2));
    }

    #[test]
    fn a_game_that_a_fault_ended_does_not_count() {
        let text = "[Variant \"brandubh-macwhite\"]\n[Result \"defenders\"]\n\
                    [Termination \"time-forfeit\"]\n\n\
                    1. d1-c1 {+1.00/5} d3-c3 {-1.00/5} defenders\n\n";
        let mut collections = Vec::new();
        for game in &record::read(text.as_bytes()).unwrap().games {
            add(game, &mut collections).unwrap();
        }
        assert!(collections.is_empty());
    }
}
