//! `branan puzzles make`: its command line and what it prints.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, ValueHint};
use indicatif::HumanDuration;

use super::super::exit::INTERRUPTED;
use super::super::interrupt::stop_on_ctrl_c;
use super::super::{CliError, choose_ruleset, counted, print, spinner};
use super::error::PuzzlesError;
use super::filter::parse_side;
use crate::convert::{Context, Format, read_bytes};
use crate::protocol::Options;
use crate::puzzle::{Budgets, Counts, GameSource, MakePlan, MakeProgress, Play, make};
use crate::record::{GameRecord, replay};
use crate::rules::{self, Catalog, Ruleset, Side};
use crate::search::Level;

const NOTES: &str = "\
Without records, the engine plays games against itself at mixed levels. A position is a candidate if \
the search finds one move much better than all others. It becomes a puzzle if the solver proves that \
this move alone reaches the goal. The file has a line of JSON for each puzzle; docs/puzzles.md \
describes it. An existing file is continued: FILE.progress says how far the work is. Ctrl-C loses \
nothing but the game at work.

Examples:
  branan puzzles make --variant tablut,copenhagen --count 200 -o puzzles.jsonl
  branan puzzles make games.txt -o puzzles.jsonl";

/// The arguments of `branan puzzles make`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct MakeArgs {
    /// Records to look through, of every format that 'branan convert' reads
    #[arg(value_name = "RECORDS", value_hint = ValueHint::FilePath)]
    records: Vec<PathBuf>,
    /// The rulesets to play games of, separated by commas; with records, the ruleset of games whose
    /// format does not name it
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', default_value = rules::DEFAULT)]
    variant: Vec<String>,
    /// Puzzles to have of each ruleset; there may be a few more, because the last games are looked
    /// through to their end
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: u64,
    /// The number of threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// The lowest and the highest level of the engine that plays
    #[arg(long, value_name = "FROM-TO", default_value = "2-9", value_parser = levels)]
    levels: (u32, u32),
    /// Of 100 moves, those that one of the lowest levels makes
    #[arg(long, value_name = "N", default_value_t = 12, value_parser = clap::value_parser!(u32).range(0..=100))]
    slips: u32,
    /// The seed of the games
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Nodes of the search that proposes a puzzle
    #[arg(long, value_name = "N", default_value_t = 24_000, value_parser = clap::value_parser!(u64).range(1..))]
    search_nodes: u64,
    /// The most nodes to prove that the solution wins
    #[arg(long, value_name = "N", default_value_t = Budgets::default().win, value_parser = clap::value_parser!(u64).range(1..))]
    win_nodes: u64,
    /// The most nodes to prove that another move does not
    #[arg(long, value_name = "N", default_value_t = Budgets::default().other, value_parser = clap::value_parser!(u64).range(1..))]
    other_nodes: u64,
    /// The most nodes for all moves of a position
    #[arg(long, value_name = "N", default_value_t = Budgets::default().position, value_parser = clap::value_parser!(u64).range(1..))]
    position_nodes: u64,
    /// Only puzzles that this side solves, attackers or defenders; it has the higher level in each
    /// game of the engine
    #[arg(long, value_name = "SIDE", value_parser = parse_side)]
    side: Option<Side>,
    /// Look for wins in two or three moves, where no other move wins as soon: for the larger boards,
    /// on which it can seldom be proven that a move does not win at all
    #[arg(long)]
    short: bool,
    /// The file to add puzzles to
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: PathBuf,
}

fn levels(text: &str) -> Result<(u32, u32), String> {
    let level = |text: &str| text.trim().parse().ok().filter(|level| *level < Level::FULL as u32);
    let pair = text.split_once('-').and_then(|(from, to)| Some((level(from)?, level(to)?)));
    let wrong = || format!("two levels from 0 to {} are needed, such as 2-9", Level::FULL - 1);
    pair.filter(|(from, to)| from <= to).ok_or_else(wrong)
}

impl MakeArgs {
    /// Makes puzzles until there are enough, or Ctrl-C.
    pub fn run(&self, options: &Options) -> Result<ExitCode, CliError> {
        let plan = self.plan(options)?;
        let stop = stop_on_ctrl_c()?;
        let bar = spinner("{spinner} {msg}, {elapsed} gone");
        let report = |progress: &MakeProgress| {
            let all = progress.values().fold(Counts::default(), |sum, of| sum.plus(of));
            bar.set_message(format!(
                "{} puzzles, {} of them later in a line, of {} games; {} candidates: {} proven, \
                 {} refuted",
                all.puzzles, all.later, all.games, all.candidates, all.proven, all.refuted
            ));
            bar.tick();
        };
        let progress = make(&plan, &stop, &report).map_err(PuzzlesError::from)?;
        bar.finish_and_clear();
        for (ruleset, counts) in &progress {
            print(&describe(ruleset, counts))?;
        }
        if let [_, _, ..] = &progress.keys().collect::<Vec<_>>()[..] {
            let all = progress.values().fold(Counts::default(), |sum, of| sum.plus(of));
            print(&describe("all", &all))?;
        }
        let stopped = stop.load(std::sync::atomic::Ordering::Relaxed);
        Ok(if stopped { ExitCode::from(INTERRUPTED) } else { ExitCode::SUCCESS })
    }

    fn plan(&self, options: &Options) -> Result<MakePlan, CliError> {
        let mut rulesets = Vec::new();
        for name in &self.variant {
            let mut options = options.clone();
            choose_ruleset(&mut options, name)?;
            let ruleset = options.ruleset();
            self.check_ruleset(&ruleset)?;
            rulesets.push(ruleset);
        }
        let mut games = Vec::new();
        for path in &self.records {
            games.extend(self.games_of(path, &options.catalog)?);
        }
        Ok(MakePlan {
            rulesets,
            games,
            count: self.count,
            threads: self.threads.into(),
            play: Play { levels: self.levels, slips: self.slips, stronger: self.side },
            seed: self.seed,
            budgets: Budgets {
                win: self.win_nodes,
                other: self.other_nodes,
                position: self.position_nodes,
            },
            side: self.side,
            short: self.short,
            search_nodes: self.search_nodes,
            path: self.output.clone(),
        })
    }

    /// Refuses rulesets whose positions cannot be proven by themselves, or not by the checker. A
    /// short win ends before a position could come again.
    fn check_ruleset(&self, ruleset: &Ruleset) -> Result<(), PuzzlesError> {
        let name = || ruleset.name.clone();
        if rules::find(&ruleset.name) != Some(ruleset) {
            return Err(PuzzlesError::NotBuiltIn { name: name() });
        }
        if !self.short && ruleset.repetition.compares_boards() {
            return Err(PuzzlesError::ComparesBoards(name()));
        }
        Ok(())
    }

    /// The games of a file of records.
    fn games_of(&self, path: &Path, catalog: &Catalog) -> Result<Vec<GameSource>, PuzzlesError> {
        let owned = || path.to_owned();
        let format = Format::of_file(path).ok_or_else(|| PuzzlesError::Format { path: owned() })?;
        let bytes =
            std::fs::read(path).map_err(|source| PuzzlesError::File { path: owned(), source })?;
        let variant = self.variant.first().cloned();
        let context = Context { catalog: catalog.clone(), variant, rules: Vec::new() };
        let games = read_bytes(Some(format), &bytes, &context)
            .map_err(|source| PuzzlesError::Games { path: owned(), source: Box::new(source) })?;
        if games.is_empty() {
            return Err(PuzzlesError::NoGames { path: owned() });
        }
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let named = |(number, game): (usize, &GameRecord)| {
            self.source_of(game, catalog, format!("{name}, game {number}"))
        };
        (1..).zip(&games).filter_map(|numbered| named(numbered).transpose()).collect()
    }

    /// A recorded game; `None` if it cannot be played again, which reading it has excluded.
    fn source_of(
        &self,
        game: &GameRecord,
        catalog: &Catalog,
        name: String,
    ) -> Result<Option<GameSource>, PuzzlesError> {
        let Ok(replay) = replay(game, catalog) else { return Ok(None) };
        self.check_ruleset(&replay.rules)?;
        let moves = replay.moves.iter().map(|played| played.mv).collect();
        let start = replay.positions.first().cloned();
        Ok(Some(GameSource { ruleset: replay.rules, start, moves, name }))
    }
}

/// What has come of the games of a ruleset, in one line.
fn describe(name: &str, counts: &Counts) -> String {
    let Counts { games, positions, candidates, proven, refuted, puzzles, later, nodes, seconds } =
        counts;
    let undecided = candidates - proven - refuted;
    let share = if *candidates == 0 { 0.0 } else { *refuted as f64 / *candidates as f64 * 100.0 };
    // Without these there would be more puzzles than proven candidates.
    let later = match *later {
        0 => String::new(),
        number => format!(", {number} of them later in a line"),
    };
    format!(
        "{name}: {}{later}; {}, {}, {} of the search: {proven} proven, {refuted} refuted \
         ({share:.1} %), {undecided} undecided; {} of proofs, {}",
        counted(*puzzles, "puzzle"),
        counted(*games, "game"),
        counted(*positions, "position"),
        counted(*candidates, "candidate"),
        counted(*nodes, "node"),
        HumanDuration(Duration::from_secs_f64(*seconds))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_puzzles_are_those_of_proven_candidates_and_others_that_are_told() {
        let counts = Counts {
            candidates: 18,
            proven: 2,
            refuted: 6,
            puzzles: 4,
            later: 2,
            ..Counts::default()
        };
        let line = describe("ard-ri", &counts);
        assert!(
            line.starts_with("ard-ri: 4 puzzles, 2 of them later in a line; 0 games"),
            "{line}"
        );
        let line = describe("ard-ri", &Counts { puzzles: 2, later: 0, ..counts });
        assert!(line.starts_with("ard-ri: 2 puzzles; 0 games"), "{line}");
    }
}
