//! `branan book`: makes openings for a ruleset.
//!
//! An opening is a random walk of some moves from the start. Of openings that are alike under the
//! board's eight symmetries one is kept, and only if an engine's search finds the position playable
//! for both roles: one bad move can decide a tafl game.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use clap::{Args, ValueHint};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use thiserror::Error;

use crate::board::{SetupError, new_game};
use crate::rules::Ruleset;

use super::engine::{Engine, Failure, Patience};
use super::engine_spec::{self, EngineSpec, SpecError};
use super::grid::Grid;
use super::key_value::{self, KeyError};
use super::offer;
use super::play::announce;
use super::record::Eval;
use super::settings::{PlanError, find_ruleset, read_alternates, read_catalog};

/// Walks in a row that lead nowhere new before the openings count as exhausted.
const MAX_MISSES: u32 = 20_000;

/// Openings that each engine judges before the results are looked at.
const BATCH: usize = 8;

/// Make openings of some moves from the start, none like another, playable for both roles.
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
The openings go to standard output or a file, one a line, for branan match --openings. The same
words and the same engine make the same book:

  branan book --variant tablut --plies 4 --count 200 --depth 8 --output tablut.txt")]
pub struct BookArgs {
    /// Ruleset
    #[arg(long, value_name = "NAME", default_value = crate::rules::DEFAULT)]
    variant: String,
    /// File of rulesets of your own to choose from as well
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    variants: Option<PathBuf>,
    /// Alternate rules, such as KingMove=step
    #[arg(long, value_name = "RULE=VALUE", num_args = 1..)]
    rule: Vec<String>,
    /// Moves of both players together in each opening
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(1..=100))]
    plies: u32,
    /// How many openings to make
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// Depth of the search that judges an opening
    #[arg(long, value_name = "PLIES", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..))]
    depth: u32,
    /// Greatest score either way, in centipawns, of a playable opening
    #[arg(long, value_name = "CENTIPAWNS", default_value_t = 100)]
    window: u32,
    /// Seed of the random walks
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The engine that judges, in the words of branan match [default: this program]
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    engine: Vec<String>,
    /// Engines at work at a time
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// File to write to, instead of standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    output: Option<PathBuf>,
}

#[derive(Debug, Error)]
enum BookError {
    #[error("{0}")]
    Plan(#[from] PlanError),
    #[error("--rule: {0}")]
    Rule(#[from] KeyError),
    #[error("{0}")]
    Setup(#[from] SetupError),
    #[error("{0}")]
    Engine(#[from] SpecError),
    #[error("engine {name}: {reason}")]
    Unfit { name: String, reason: String },
    #[error(
        "this program cannot be found to judge the openings ({0}); name an engine with --engine"
    )]
    Myself(io::Error),
    #[error("{path}: {source}")]
    Write { path: PathBuf, source: io::Error },
}

/// An opening with what the engine says of it, for the side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Judged {
    moves: Vec<String>,
    eval: Eval,
}

impl BookArgs {
    /// Makes the book. Exit code 1 tells that there are fewer openings than wanted, 2 a mistake.
    pub fn run(self) -> ExitCode {
        match self.try_run() {
            Ok(true) => ExitCode::SUCCESS,
            Ok(false) => ExitCode::FAILURE,
            Err(error) => {
                eprintln!("branan: {error}");
                ExitCode::from(2)
            }
        }
    }

    fn try_run(&self) -> Result<bool, BookError> {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let mut alternates: Vec<_> = key_value::split(&self.rule)?.into_iter().map(owned).collect();
        let overlay = read_alternates(&mut alternates)?;
        let catalog = read_catalog(self.variants.as_deref())?;
        let rules = overlay.over(find_ruleset(&self.variant, &catalog)?);
        let mut judges = self.judges(&rules, &alternates)?;

        let mut walks = Walks::new(&rules, self.plies, self.seed)?;
        let mut book = Vec::new();
        while book.len() < self.count {
            let batch: Vec<_> = walks.by_ref().take(BATCH * judges.len()).collect();
            if batch.is_empty() {
                break;
            }
            let judged = judge(&mut judges, &rules, &alternates, self.depth, &batch)
                .map_err(|reason| BookError::Unfit { name: "at work".to_owned(), reason })?;
            let playable = |opening: &Judged| match opening.eval {
                Eval::Centipawns(cp) => cp.unsigned_abs() <= self.window,
                Eval::Mate(_) => false,
            };
            book.extend(judged.into_iter().filter(playable));
            eprintln!("{} openings of {} tried", book.len().min(self.count), walks.tried);
        }
        let judge = judges.first().and_then(Engine::id_name).unwrap_or("an engine").to_owned();
        for engine in judges {
            engine.quit();
        }
        book.truncate(self.count);
        self.write(&rules, &alternates, &judge, &book)?;
        if book.len() < self.count {
            eprintln!(
                "warning: only {} openings were found; try more --plies or a wider --window",
                book.len()
            );
        }
        Ok(book.len() == self.count)
    }

    /// The engines, started and found fit.
    fn judges(
        &self,
        rules: &Ruleset,
        alternates: &[(String, String)],
    ) -> Result<Vec<Engine>, BookError> {
        let mut spec = if self.engine.is_empty() {
            let program = std::env::current_exe().map_err(BookError::Myself)?;
            engine_spec::engine(&[format!("cmd={}", program.display())])?
        } else {
            engine_spec::engine(&self.engine)?
        };
        spec.tell_rulesets(self.variants.as_deref().map(engine_spec::absolute).as_deref());
        let start = |_| start_judge(&spec, rules, alternates);
        (0..self.concurrency).map(start).collect()
    }

    fn write(
        &self,
        rules: &Ruleset,
        alternates: &[(String, String)],
        judge: &str,
        book: &[Judged],
    ) -> Result<(), BookError> {
        let mut text = format!(
            "# {} openings of {}, judged by {judge}\n# branan book --variant {}",
            book.len(),
            rules.title,
            rules.name
        );
        for (place, (name, value)) in alternates.iter().enumerate() {
            let option = if place == 0 { " --rule" } else { "" };
            text.push_str(&format!("{option} {name}={value}"));
        }
        text.push_str(&format!(
            " --plies {} --count {} --depth {} --window {} --seed {}\n",
            self.plies, self.count, self.depth, self.window, self.seed
        ));
        for opening in book {
            text.push_str(&format!("{} # {}\n", opening.moves.join(" "), opening.eval));
        }
        let (path, written) = match &self.output {
            Some(path) => (path.clone(), std::fs::write(path, text)),
            None => (PathBuf::from("standard output"), io::stdout().write_all(text.as_bytes())),
        };
        written.map_err(|source| BookError::Write { path, source })
    }
}

fn start_judge(
    spec: &EngineSpec,
    rules: &Ruleset,
    alternates: &[(String, String)],
) -> Result<Engine, BookError> {
    let unfit = |reason| BookError::Unfit { name: spec.name.clone(), reason };
    let stop = Arc::new(AtomicBool::new(false));
    let engine = Engine::start(spec, Patience::default(), &stop).map_err(|e| unfit(reason(e)))?;
    offer::check(&engine, &spec.options, [rules.name.as_str()], alternates).map_err(unfit)?;
    Ok(engine)
}

fn reason(failure: Failure) -> String {
    match failure {
        Failure::Fault(fault) => fault.detail,
        Failure::Interrupted => "interrupted".to_owned(),
    }
}

/// Random walks from the start, no two of which lead to boards that are alike.
struct Walks<'a> {
    rules: &'a Ruleset,
    plies: u32,
    random: ChaCha8Rng,
    seen: HashSet<Grid>,
    /// Walks returned so far.
    tried: usize,
}

impl<'a> Walks<'a> {
    fn new(rules: &'a Ruleset, plies: u32, seed: u64) -> Result<Self, SetupError> {
        // The start is found good here once and for all.
        new_game(rules, None)?;
        let random = ChaCha8Rng::seed_from_u64(seed);
        Ok(Self { rules, plies, random, seen: HashSet::new(), tried: 0 })
    }

    /// One walk, unless it ends the game.
    fn walk(&mut self) -> Option<(Vec<String>, Grid)> {
        let mut game = new_game(self.rules, None).ok()?;
        let mut moves = Vec::new();
        for _ in 0..self.plies {
            let legal = game.legal_moves();
            let text = legal.choose(&mut self.random)?;
            moves.push(game.play_text(text).ok()?.name);
        }
        let open = game.outcome().is_none();
        let board = Grid::read(&game.fen())?;
        open.then(|| (moves, board.canonical()))
    }
}

impl Iterator for Walks<'_> {
    type Item = Vec<String>;

    /// The next walk to a new board; `None` when hardly any can be left.
    fn next(&mut self) -> Option<Vec<String>> {
        for _ in 0..MAX_MISSES {
            if let Some((moves, board)) = self.walk()
                && self.seen.insert(board)
            {
                self.tried += 1;
                return Some(moves);
            }
        }
        None
    }
}

/// Has the engines search the openings, each engine a share of them. The order is kept, and no
/// opening's score depends on which engine judged it.
fn judge(
    judges: &mut [Engine],
    rules: &Ruleset,
    alternates: &[(String, String)],
    depth: u32,
    openings: &[Vec<String>],
) -> Result<Vec<Judged>, String> {
    let share = openings.len().div_ceil(judges.len()).max(1);
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        let workers: Vec<_> = judges
            .iter_mut()
            .zip(openings.chunks(share))
            .map(|(engine, share)| {
                let failed = &failed;
                scope.spawn(move || {
                    let mut judged = Vec::with_capacity(share.len());
                    for moves in share {
                        if failed.load(Ordering::Relaxed) {
                            break;
                        }
                        let eval = search(engine, rules, alternates, depth, moves)
                            .inspect_err(|_| failed.store(true, Ordering::Relaxed))?;
                        judged.push(Judged { moves: moves.clone(), eval });
                    }
                    Ok::<_, String>(judged)
                })
            })
            .collect();
        let mut all = Vec::new();
        for worker in workers {
            match worker.join() {
                Ok(judged) => all.extend(judged?),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
        Ok(all)
    })
}

fn search(
    engine: &mut Engine,
    rules: &Ruleset,
    alternates: &[(String, String)],
    depth: u32,
    moves: &[String],
) -> Result<Eval, String> {
    announce(engine, rules, alternates).map_err(reason)?;
    let position = format!("position startpos moves {}", moves.join(" "));
    let answer = engine.think(&position, &format!("go depth {depth}"), None).map_err(reason)?;
    answer.info.eval.ok_or_else(|| "gives no scores, so it cannot judge openings".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules;

    fn walks(variant: &str, plies: u32, seed: u64, count: usize) -> Vec<Vec<String>> {
        let rules = rules::find(variant).unwrap();
        Walks::new(rules, plies, seed).unwrap().take(count).collect()
    }

    #[test]
    fn walks_depend_on_the_seed_alone() {
        assert_eq!(walks("tablut", 4, 1, 50), walks("tablut", 4, 1, 50));
        assert_ne!(walks("tablut", 4, 1, 50), walks("tablut", 4, 2, 50));
    }

    #[test]
    fn walks_lead_to_boards_that_are_not_alike() {
        // Of the 40 first moves in Brandubh, those of one arm and one of its sides stand for all:
        // the outer soldier has 3 moves to a side and the inner one 2.
        assert_eq!(walks("brandubh", 1, 0, 100).len(), 5);
        let boards: HashSet<Grid> = walks("brandubh", 3, 0, 300)
            .iter()
            .map(|moves| {
                let mut game = new_game(rules::find("brandubh").unwrap(), None).unwrap();
                moves.iter().for_each(|m| drop(game.play_text(m).unwrap()));
                Grid::read(&game.fen()).unwrap().canonical()
            })
            .collect();
        assert_eq!(boards.len(), 300);
    }
}
