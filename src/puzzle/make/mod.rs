//! Making puzzles of many games.

mod counts;
mod finish;
mod games;
mod kind;
mod plan;
mod work;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::ScopedJoinHandle;
use std::time::Instant;

use super::difficulty::rate;
use super::draft::Draft;
use super::find::{Finder, Verdict};
use super::play::play_game;
use super::proof::Solver;
use super::search::look;
use super::source::GameSource;
use crate::engine::{Engine, Resources, new_engine};
use crate::game::{Game, new_game, new_game_from};
use crate::memory::MemoryError;
use crate::opinion::Opinion;
use crate::rules::Ruleset;
use crate::types::Move;
pub use counts::{Counts, MakeProgress};
use finish::{finish, id_of};
use games::Games;
use kind::{Kind, kind, short_win};
pub use plan::{MakeError, MakePlan};
use work::Work;

/// The part of the search's nodes with which every position is looked at.
const GLANCE_SHARE: u64 = 8;

/// The part of the budget for a win that the search has not seen.
const UNSEEN_SHARE: u64 = 4;

/// What the threads share.
struct Shared<'a> {
    plan: &'a MakePlan,
    stop: &'a AtomicBool,
    report: &'a (dyn Fn(&MakeProgress) + Sync),
    work: Mutex<Work>,
}

/// A game to look through.
enum Task<'a> {
    Play(&'a Ruleset, u64),
    Record(&'a GameSource),
}

impl Task<'_> {
    fn note_done(&self, games: &mut Games) {
        match self {
            Self::Play(_, number) => games.end(*number),
            Self::Record(record) => games.end_record(record),
        }
    }
}

/// Makes puzzles until each ruleset has its number, the recorded games are used up, or `stop` is
/// set, as it also is by the first error. A game that has begun is looked through to its end, which may
/// give some more. A file that exists is continued.
///
/// # Errors
/// When a file cannot be used, or the system lacks memory or threads.
pub fn make(
    plan: &MakePlan,
    stop: &AtomicBool,
    report: &(dyn Fn(&MakeProgress) + Sync),
) -> Result<MakeProgress, MakeError> {
    let work = Mutex::new(Work::open(plan)?);
    let shared = Shared { plan, stop, report, work };
    let ended: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> =
            (0..plan.threads.max(1)).map(|_| scope.spawn(|| shared.run_or_stop())).collect();
        threads.into_iter().map(ScopedJoinHandle::join).collect()
    });
    let mut work = shared.lock();
    let saved = work.save();
    for thread in ended {
        thread.unwrap_or_else(|panic| resume_unwind(panic))?;
    }
    saved?;
    Ok(work.progress.clone())
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The work of one thread. If it fails, it stops the others.
    fn run_or_stop(&self) -> Result<(), MakeError> {
        let ended = catch_unwind(AssertUnwindSafe(|| self.run()));
        if !matches!(ended, Ok(Ok(()))) {
            self.stop.store(true, Relaxed);
        }
        ended.unwrap_or_else(|panic| resume_unwind(panic))
    }

    /// The same, without heed of the others.
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
            let is_done = !self.stop.load(Relaxed);
            counts.games = u64::from(is_done);
            let mut work = self.lock();
            if is_done {
                task.note_done(work.games(&name));
            }
            work.count(&name, &counts)?;
            (self.report)(&work.progress);
        }
        Ok(())
    }

    /// The next game: of the ruleset that has had least time, or the next recorded one.
    fn next(&self) -> Option<Task<'_>> {
        let mut work = self.lock();
        if !self.plan.games.is_empty() {
            return self.next_record(&mut work).map(Task::Record);
        }
        let open = self.plan.rulesets.iter().filter(|ruleset| self.lacks_puzzles(&work, ruleset));
        let seconds = |ruleset: &&Ruleset| {
            work.progress.get(&ruleset.name).map_or(0.0, |counts| counts.seconds)
        };
        let ruleset = open.min_by(|one, other| seconds(one).total_cmp(&seconds(other)))?;
        Some(Task::Play(ruleset, work.games(&ruleset.name).take()))
    }

    /// The next recorded game that no run has gone through, of a ruleset that lacks puzzles.
    fn next_record(&self, work: &mut Work) -> Option<&GameSource> {
        loop {
            let game = self.plan.games.get(work.next_record)?;
            work.next_record += 1;
            if self.lacks_puzzles(work, &game.ruleset) && !work.games(&game.ruleset.name).has(game)
            {
                return Some(game);
            }
        }
    }

    fn lacks_puzzles(&self, work: &Work, ruleset: &Ruleset) -> bool {
        work.progress.get(&ruleset.name).is_none_or(|of| of.puzzles < self.plan.count)
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
        if self.plan.side.is_some_and(|side| side != game.to_move()) {
            return Ok(());
        }
        // Wins at once are for those who learn the rules.
        if game.outcome().is_some() || !game.winning_moves(game.to_move()).is_empty() {
            return Ok(());
        }
        counts.positions += 1;
        let glance = look(engine, game, self.plan.search_nodes / GLANCE_SHARE, 2)?;
        let kind = if self.plan.short { short_win } else { kind };
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
        let is_candidate = kind != Kind::SeveralWins;
        if is_candidate {
            counts.candidates += 1;
            counts.proven += u64::from(verdict == Verdict::Only);
            counts.refuted += u64::from(verdict == Verdict::Refuted);
        }
        let Some(draft) = draft else { return Ok(()) };
        if !self.lock().take(&draft, &id) {
            return Ok(());
        }
        if self.add(engine, &draft, from)? {
            counts.puzzles += 1;
            counts.later += u64::from(!is_candidate || verdict != Verdict::Only);
        }
        Ok(())
    }

    /// Rates a puzzle and writes it down; false if it was stopped before.
    fn add(&self, engine: &mut dyn Engine, draft: &Draft, from: String) -> Result<bool, MakeError> {
        let solver = Solver { engine, stop: self.stop, nodes: 0 };
        let mut finder = Finder { solver, budgets: self.plan.budgets };
        let mut puzzle = finish(draft, from, &mut finder)?;
        if self.stop.load(Relaxed) {
            return Ok(false);
        }
        puzzle.rating = Some(rate(engine, &*draft.game, &puzzle, 0)?.rating);
        self.lock().write(&puzzle)?;
        Ok(true)
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
        (Kind::ShortWin, _) => Ok(finder.win_in(game)),
        _ => finder.win(game, &order, finder.budgets.win),
    }
}

#[cfg(test)]
mod tests;
