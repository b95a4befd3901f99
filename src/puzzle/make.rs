//! Making puzzles of many games.

use std::collections::BTreeMap;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};

use super::difficulty::rate;
use super::find::{Budgets, Draft, DraftClaim, Finder, Verdict};
use super::form::{Goal, LineError, Puzzle, read_line};
use super::play::{Play, play_game};
use super::proof::Solver;
use super::search::{Lead, Opinion, look};
use super::source::GameSource;
use super::theme::themes;
use crate::board::SetupError;
use crate::engine::{Engine, EngineError, Resources, SearchError, Value, new_engine};
use crate::game::{Game, new_game, new_game_from};
use crate::memory::MemoryError;
use crate::rules::Ruleset;
use crate::text::{read_regular_file, write_whole_file};
use crate::types::Move;

/// What to make, and of what.
#[derive(Clone)]
pub struct MakePlan {
    /// The rulesets to play games of. Time is shared equally among them.
    pub rulesets: Vec<Ruleset>,
    /// Recorded games to look through in place of games of the engine.
    pub games: Vec<GameSource>,
    /// The puzzles to have of each ruleset.
    pub count: u64,
    /// The number of threads, at least 1.
    pub threads: usize,
    /// How they are played.
    pub play: Play,
    /// The seed of the games.
    pub seed: u64,
    /// What the solver may spend.
    pub budgets: Budgets,
    /// The nodes of the search that proposes a puzzle.
    pub search_nodes: u64,
    /// The file that the puzzles are added to.
    pub path: PathBuf,
}

/// Why no puzzles can be made.
#[derive(Debug, thiserror::Error)]
pub enum MakeError {
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// The file holds something else.
    #[error("{path}, line {number}: {source}")]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        number: usize,
        /// What is wrong.
        source: LineError,
    },
    /// What is known about the games so far cannot be read.
    #[error("{path}: {source}; remove it to begin with the first game again")]
    Progress {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: serde_json::Error,
    },
    /// A ruleset cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// A search cannot be started.
    #[error(transparent)]
    Search(#[from] SearchError),
    /// There is not enough memory for the solver.
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// What has come of the games of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Counts {
    /// The games gone through.
    pub games: u64,
    /// The positions that the search looked at.
    pub positions: u64,
    /// Those in which it found one move much better than all others.
    pub candidates: u64,
    /// Candidates that the proof confirmed: the best move is the only one.
    pub proven: u64,
    /// Candidates that it refuted: another move is as good, or the best one does not reach the goal.
    pub refuted: u64,
    /// The puzzles written, those found along the lines of others included.
    pub puzzles: u64,
    /// The nodes of all proofs.
    pub nodes: u64,
    /// The time, in seconds.
    pub seconds: f64,
}

impl Counts {
    /// The sum of two.
    #[must_use]
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            games: self.games + other.games,
            positions: self.positions + other.positions,
            candidates: self.candidates + other.candidates,
            proven: self.proven + other.proven,
            refuted: self.refuted + other.refuted,
            puzzles: self.puzzles + other.puzzles,
            nodes: self.nodes + other.nodes,
            seconds: self.seconds + other.seconds,
        }
    }
}

/// How far the work is, by ruleset.
pub type MakeProgress = BTreeMap<String, Counts>;

/// How often the progress is written, which is what a killed process loses.
const SAVE_INTERVAL: Duration = Duration::from_secs(10);

/// The longest file of puzzles, in bytes.
pub(super) const MAX_FILE: u64 = 1 << 28;

/// The file that says how far the work is.
fn progress_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".progress");
    name.into()
}

/// What the threads share.
struct Shared<'a> {
    plan: &'a MakePlan,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(&MakeProgress) + Sync),
    work: Mutex<Work>,
}

struct Work {
    file: File,
    progress: MakeProgress,
    /// Games given out beyond those done, by ruleset.
    given: BTreeMap<String, u64>,
    /// Puzzles and positions of their solutions, by id.
    known: FxHashSet<String>,
    next_record: usize,
    saved: Instant,
}

/// A game to look through.
enum Task<'a> {
    Play(&'a Ruleset, u64),
    Record(&'a GameSource),
}

/// Makes puzzles until each ruleset has its number, the recorded games are used up, or `stop` is
/// set. A file that exists is continued.
///
/// # Errors
/// When a file cannot be used, or the system lacks memory or threads.
pub fn make(
    plan: &MakePlan,
    stop: &AtomicBool,
    report: &(dyn Fn(&MakeProgress) + Sync),
) -> Result<MakeProgress, MakeError> {
    let work = Mutex::new(open(plan)?);
    let shared = Shared { plan, stop, report, work };
    std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..plan.threads.max(1)).map(|_| scope.spawn(|| shared.run())).collect();
        let results = threads.into_iter().map(|thread| thread.join().unwrap_or(Ok(())));
        results.collect::<Result<Vec<()>, MakeError>>()
    })?;
    let mut work = shared.lock();
    work.save(&plan.path)?;
    Ok(work.progress.clone())
}

/// Opens the file of puzzles, and reads what it holds.
fn open(plan: &MakePlan) -> Result<Work, MakeError> {
    let path = &plan.path;
    let file_error = |source| MakeError::File { path: path.clone(), source };
    let mut known = FxHashSet::default();
    let mut length = 0;
    if path.exists() {
        let bytes = read_regular_file(path, MAX_FILE).map_err(file_error)?;
        // A line that was being written when the process was killed is cut off.
        length = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
        let text = String::from_utf8_lossy(&bytes[..length]);
        for (number, line) in (1..).zip(text.lines()) {
            let puzzle = read_line(line).map_err(|source| MakeError::Line {
                path: path.clone(),
                number,
                source,
            })?;
            known.insert(puzzle.id);
        }
    }
    let file = OpenOptions::new().create(true).append(true).open(path).map_err(file_error)?;
    file.set_len(length as u64).map_err(file_error)?;
    let progress_file = progress_path(path);
    let progress = match std::fs::read(&progress_file) {
        Err(_) => MakeProgress::default(),
        Ok(bytes) => serde_json::from_slice(&bytes)
            .map_err(|source| MakeError::Progress { path: progress_file, source })?,
    };
    let given = BTreeMap::new();
    Ok(Work { file, progress, given, known, next_record: 0, saved: Instant::now() })
}

impl Work {
    /// Writes how far the work is.
    fn save(&mut self, path: &Path) -> Result<(), MakeError> {
        let path = progress_path(path);
        let text = serde_json::to_string_pretty(&self.progress).unwrap_or_default();
        self.saved = Instant::now();
        write_whole_file(&path, |output| output.write_all(text.as_bytes()))
            .map_err(|source| MakeError::File { path, source })
    }

    /// Notes the positions of a draft that was found when looking at the position of an id; false if
    /// one of them is known from another puzzle.
    fn take(&mut self, draft: &Draft, looked_at: &str) -> bool {
        let mut game = draft.game.boxed_clone();
        let mut fresh = true;
        for (ply, mv) in draft.solution.iter().enumerate() {
            let id = id_of(&*game);
            if ply % 2 == 0 && id != looked_at {
                fresh &= self.known.insert(id);
            }
            if game.play(*mv).is_err() {
                break;
            }
        }
        fresh
    }

    fn counts(&mut self, ruleset: &str) -> &mut Counts {
        self.progress.entry(ruleset.to_owned()).or_default()
    }
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of one thread.
    fn run(&self) -> Result<(), MakeError> {
        let mut engines: BTreeMap<String, Box<dyn Engine>> = BTreeMap::new();
        while !self.stop.load(Relaxed) {
            let Some(task) = self.next() else { break };
            let start = Instant::now();
            let ruleset = match &task {
                Task::Play(ruleset, _) => (*ruleset).clone(),
                Task::Record(game) => game.ruleset.clone(),
            };
            let name = ruleset.name.clone();
            if !engines.contains_key(&name) {
                let engine = new_engine(&ruleset, Resources { hash: 8, threads: 1 })?;
                engines.insert(name.clone(), engine);
            }
            let Some(engine) = engines.get_mut(&name) else { break };
            let mut counts = Counts::default();
            self.look_through(&mut **engine, &task, &mut counts)?;
            counts.seconds = start.elapsed().as_secs_f64();
            let mut work = self.lock();
            if !self.stop.load(Relaxed) {
                counts.games = 1;
            }
            let sum = work.counts(&name).plus(&counts);
            *work.counts(&name) = sum;
            if work.saved.elapsed() >= SAVE_INTERVAL {
                work.save(&self.plan.path)?;
            }
            (self.report)(&work.progress);
        }
        Ok(())
    }

    /// The next game: of the ruleset that has had least time, or the next recorded one.
    fn next(&self) -> Option<Task<'_>> {
        let mut work = self.lock();
        if !self.plan.games.is_empty() {
            work.next_record += 1;
            return self.plan.games.get(work.next_record - 1).map(Task::Record);
        }
        let open = self.plan.rulesets.iter().filter(|ruleset| {
            work.progress.get(&ruleset.name).is_none_or(|of| of.puzzles < self.plan.count)
        });
        let seconds = |ruleset: &&Ruleset| {
            work.progress.get(&ruleset.name).map_or(0.0, |counts| counts.seconds)
        };
        let ruleset = open.min_by(|one, other| seconds(one).total_cmp(&seconds(other)))?;
        let done = work.progress.get(&ruleset.name).map_or(0, |counts| counts.games);
        let given = work.given.entry(ruleset.name.clone()).or_insert(done);
        *given += 1;
        Some(Task::Play(ruleset, *given - 1))
    }

    /// Looks for puzzles at every ply of a game.
    fn look_through(
        &self,
        engine: &mut dyn Engine,
        task: &Task<'_>,
        counts: &mut Counts,
    ) -> Result<(), MakeError> {
        let (start, moves, name, first) = match task {
            Task::Play(ruleset, number) => {
                let start = new_game(ruleset, None)?;
                let played = play_game(engine, &*start, self.plan.play, self.plan.seed, *number)?;
                (start, played.moves, played.name, played.opening)
            }
            Task::Record(game) => {
                let start = new_game_from(&game.ruleset, game.start.as_ref())?;
                (start, game.moves.clone(), game.name.clone(), 0)
            }
        };
        let mut game = start;
        for (ply, mv) in moves.iter().enumerate() {
            if self.stop.load(Relaxed) {
                break;
            }
            if ply >= first {
                let Ok(position) = game.begin(Some(&game.placement())) else { break };
                let from = format!("{name}, ply {ply}");
                self.look_at(engine, &*position, from, counts)?;
            }
            if game.play(*mv).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Looks for a puzzle in a position, the first of a game of its own.
    fn look_at(
        &self,
        engine: &mut dyn Engine,
        game: &dyn Game,
        from: String,
        counts: &mut Counts,
    ) -> Result<(), MakeError> {
        // Wins at once are for those who learn the rules.
        if game.outcome().is_some() || !game.winning_moves(game.to_move()).is_empty() {
            return Ok(());
        }
        counts.positions += 1;
        let glance = look(engine, game, self.plan.search_nodes / GLANCE_SHARE, 2)?;
        if glance.lead().and_then(|lead| kind(&lead)).is_none() {
            return Ok(());
        }
        let opinion = look(engine, game, self.plan.search_nodes, 2)?;
        let Some(kind) = opinion.lead().and_then(|lead| kind(&lead)) else { return Ok(()) };
        let id = id_of(game);
        if !self.lock().known.insert(id.clone()) {
            return Ok(());
        }
        let solver = Solver { engine, stop: self.stop, nodes: 0 };
        let mut finder = Finder { solver, budgets: self.plan.budgets };
        let (verdict, draft) = question(&mut finder, game, kind, &opinion)?;
        counts.nodes += finder.solver.nodes;
        if self.stop.load(Relaxed) {
            return Ok(());
        }
        if kind != Kind::SeveralWins {
            counts.candidates += 1;
            counts.proven += u64::from(verdict == Verdict::Only);
            counts.refuted += u64::from(verdict == Verdict::Refuted);
        }
        let Some(draft) = draft else { return Ok(()) };
        if !self.lock().take(&draft, &id) {
            return Ok(());
        }
        self.add(engine, &draft, from, counts)
    }

    /// Rates a puzzle and writes it down.
    fn add(
        &self,
        engine: &mut dyn Engine,
        draft: &Draft,
        from: String,
        counts: &mut Counts,
    ) -> Result<(), MakeError> {
        let mut puzzle = finish(draft, from, &self.plan.budgets);
        puzzle.rating = Some(rate(engine, &*draft.game, &puzzle, 0)?.rating);
        let mut work = self.lock();
        let line = puzzle.to_line() + "\n";
        let written = work.file.write_all(line.as_bytes()).and_then(|()| work.file.flush());
        written.map_err(|source| MakeError::File { path: self.plan.path.clone(), source })?;
        counts.puzzles += 1;
        Ok(())
    }
}

/// What the search says a position is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// One move wins, all others are much worse.
    OnlyWin,
    /// Several moves win by force; further on it may be one alone.
    SeveralWins,
    /// One move holds, all others are much worse.
    OnlyDefence,
}

/// A value from which on a side is winning, in hundredths.
const WINNING: i32 = 300;

/// The part of the search's nodes with which every position is looked at.
const GLANCE_SHARE: u64 = 8;

/// By how much the best move must be better than the second, in hundredths.
const MARGIN: i32 = 300;

/// The part of the budget for a win that the search has not seen.
const UNSEEN_SHARE: u64 = 4;

/// A value up to which a side is not losing, in hundredths.
const HOLDING: i32 = -200;

fn kind(lead: &Lead) -> Option<Kind> {
    let hundredths = |value| match value {
        Value::Hundredths(hundredths) => hundredths,
        Value::Mate(moves) if moves > 0 => 10_000,
        Value::Mate(_) => -10_000,
    };
    let (best, second) = (hundredths(lead.best), hundredths(lead.second));
    let leads = best - second >= MARGIN;
    match best {
        10_000 if second == 10_000 => Some(Kind::SeveralWins),
        WINNING.. if leads => Some(Kind::OnlyWin),
        HOLDING..WINNING if leads => Some(Kind::OnlyDefence),
        _ => None,
    }
}

fn question(
    finder: &mut Finder<'_>,
    game: &dyn Game,
    kind: Kind,
    opinion: &Opinion,
) -> Result<(Verdict, Option<Draft>), MemoryError> {
    let order: Vec<Move> = opinion.moves();
    match (kind, order.first()) {
        (Kind::OnlyDefence, Some(best)) => finder.hold(game, *best, &order),
        // Where the search sees no forced win, there is seldom a short one.
        (Kind::OnlyWin, _) if !opinion.sees_win() => {
            let nodes = finder.budgets.win / UNSEEN_SHARE;
            finder.win(game, &order, nodes)
        }
        _ => finder.win(game, &order, finder.budgets.win),
    }
}

/// What names a position among the puzzles of its ruleset.
fn id_of(game: &dyn Game) -> String {
    let image = game.placement().canonical().to_string();
    format!("{}-{:08x}", game.ruleset().name, crc32fast::hash(image.as_bytes()))
}

fn finish(draft: &Draft, from: String, budgets: &Budgets) -> Puzzle {
    let (themes, greedy) = themes(draft);
    Puzzle {
        id: id_of(&*draft.game),
        ruleset: draft.game.ruleset().name.clone(),
        fen: draft.game.fen(),
        goal: match draft.claim {
            DraftClaim::Wins => Goal::Win,
            DraftClaim::Holds => Goal::Hold,
            DraftClaim::NotRefuted => Goal::OnlyMove,
        },
        solution: draft.solution.clone(),
        rest: draft.rest.clone(),
        plies: draft.plies,
        themes,
        greedy,
        rating: None,
        from,
        budget: budgets.win.max(budgets.other),
    }
}
