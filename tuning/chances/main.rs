//! Fits the relation between the engine's scores and results to recorded games.
//!
//! The chance of a win is a logistic function of the score, the chance of a loss the same function
//! of the negated score, and the rest is draws. The fit maximises the likelihood of the recorded
//! results.

mod fit;
mod plot;

use std::path::PathBuf;
use std::process::ExitCode;

use branan::eval::Chances;
use branan::record::{self, Eval, GameRecord};
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
/// right. It prints an entry for each board and goal, for engine/src/eval/chances.toml.
#[derive(Debug, Parser)]
struct Args {
    /// Files of game records written by 'branan match --record'
    #[arg(required = true)]
    records: Vec<PathBuf>,
    /// Plot predicted against actual scores to this SVG file
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

/// The positions for one board and goal.
struct Family {
    /// One of the rulesets with this board and goal.
    ruleset: &'static Ruleset,
    games: usize,
    samples: Vec<Sample>,
}

impl Family {
    /// Its name, for display.
    fn name(&self) -> String {
        let side = self.ruleset.side_length();
        format!("{side}×{side}, {}", self.ruleset.escape)
    }
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
    let mut families: Vec<Family> = Vec::new();
    for path in &args.records {
        let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let bytes = std::fs::read(path).map_err(|error| wrong(&error))?;
        for game in &record::read(&bytes).map_err(|error| wrong(&error))?.games {
            add(game, &mut families).map_err(|error| wrong(&error))?;
        }
    }
    let mut curves = Vec::new();
    for family in &families {
        let name = family.name();
        let (before, after) = (Chances::of(family.ruleset), fit(&family.samples));
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
        let error = |chances: &Chances| fit::surprise(&family.samples, chances);
        let (before, now) = (error(&before), error(&after.chances()));
        eprintln!("  log loss {before:.4} with the present entry, {now:.4} with this one");
        println!("{}\n", entry(family.ruleset, &after));
        curves.push((name, found));
    }
    if let Some(path) = &args.plot {
        draw(path, &curves).map_err(|error| format!("{}: {error}", path.display()))?;
        eprintln!("plotted {BINS} bins for each kind of board in {}", path.display());
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

/// Adds the scored positions of a game to its family.
fn add(game: &GameRecord, families: &mut Vec<Family>) -> Result<(), String> {
    if !game.rules.is_empty() {
        return Err("games under alternate rules are not read".to_owned());
    }
    let ruleset =
        find(&game.variant).ok_or_else(|| format!("there is no ruleset {}", game.variant))?;
    let of = |ruleset: &Ruleset| (ruleset.side_length(), ruleset.escape);
    let at = families.iter().position(|family| of(family.ruleset) == of(ruleset));
    let at = at.unwrap_or_else(|| {
        families.push(Family { ruleset, games: 0, samples: Vec::new() });
        families.len() - 1
    });
    // Records contain normalised scores.
    let unit = Chances::of(ruleset).unit() / 100.0;
    let family = &mut families[at];
    family.games += 1;
    let replay = record::replay(game, &Catalog::default()).map_err(|error| error.to_string())?;
    let full = soldiers(&replay.positions[0]).max(1) as f64;
    for ((side, played), before) in game.moves_by_side().zip(&replay.positions) {
        // A mate score says nothing about chances.
        if let (false, Some(Eval::Centipawns(score))) = (played.remark.book, played.remark.eval) {
            let value = f64::from(score) * unit;
            let left = soldiers(before) as f64 / full;
            family.samples.push(Sample { value, points: points(game.winner, side), left });
        }
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

/// Formats an entry of `chances.toml`.
fn entry(ruleset: &Ruleset, curve: &fit::Curve) -> String {
    format!(
        "[[chances]]\nside = {}\nescape = \"{}\"\nscale = {:.1}\ndraw = {:.1}",
        ruleset.side_length(),
        ruleset.escape,
        curve.scale,
        curve.draw,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_count_for_the_side_that_moves() {
        let text = "[Variant \"brandubh-macwhite\"]\n[Result \"defenders\"]\n\
                    [Termination \"resign\"]\n\n\
                    1. d1-c1 {+1.00/5} d3-c3 {-1.00/5} 2. c1-b1 {-M3} c3-d3 defenders\n\n";
        let mut families = Vec::new();
        for game in &record::read(text.as_bytes()).unwrap().games {
            add(game, &mut families).unwrap();
        }
        assert_eq!(families.len(), 1);
        assert_eq!(families[0].games, 1);
        let unit = Chances::of(families[0].ruleset).unit();
        let samples: Vec<(f64, f64)> =
            families[0].samples.iter().map(|sample| (sample.value, sample.points)).collect();
        assert_eq!(samples, [(unit, 0.0), (-unit, 1.0)]);
    }
}
