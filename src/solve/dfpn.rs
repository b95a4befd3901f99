//! Depth-first proof-number search.
//!
//! The search tries to prove that one side, the prover, reaches a goal. A position that comes back on
//! the line being searched counts as a failure of the prover: whoever reaches a goal at all reaches
//! it without going round in circles. A proof is therefore a finite tree of positions that do not
//! repeat, and true wherever its root is reached from. A disproof may lean on positions before its
//! root, to which the other side leads the game back; then it holds on paths through these positions
//! only. Leaning on its own root and on later positions only, it is a set of positions which the
//! prover cannot leave, and it is true everywhere.
//!
//! Sources: A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002;
//! A. Kishimoto and M. Müller, "A General Solution to the Graph History Interaction Problem", 2004,
//! and "A Solution to the GHI Problem for Depth-First Proof-Number Search", 2005, whose path-dependent
//! disproofs are here told apart by the part of the path on which they lean.

use std::ops::ControlFlow;

use super::crowd::Crowd;
use super::fold::Folding;
use super::found::Found;
use super::goal::{Judge, Judgement};
use super::numbers::{MoveSummary, Numbers};
use super::path::{HORIZON, LONGEST, Path, Plies, first_of, last_of, one_ply, plies_between};
use super::shown::Shown;
use super::table::{Known, OnPath, ProofTable};
use crate::board::{Bits, Board, Move, Position};
use crate::eval::{BoardEvaluation, BoardMemory, Evaluation};
use crate::rules::Side;

/// A move with what is known about the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub key: u64,
    pub found: Found,
}

/// A position after a move.
pub(super) struct Next<B: Board> {
    pub mv: Move,
    pub key: u64,
    pub position: Position<B>,
}

/// The search for one goal.
pub(super) struct Search<'a, B: Board> {
    pub judge: Judge<'a, B>,
    pub table: &'a ProofTable,
    /// What positions are taken for one, if any are.
    folding: Option<Folding>,
    /// What guesses which positions are nearer to the goal, if anything does, and what it keeps.
    evaluation: Option<(&'a BoardEvaluation<B>, BoardMemory<B>)>,
    /// Where the threads are, if there are several.
    crowd: Option<&'a Crowd>,
    /// Where its state is shown, if anywhere.
    shown: Option<&'a Shown>,
    path: Path,
    /// The moves of all positions of the path, one behind the other.
    pub candidates: Vec<Candidate>,
    /// How many positions were searched, not counting those that were only judged.
    pub nodes: u64,
    /// When to ask `watch` next, in nodes.
    watch_at: u64,
    /// Asked now and then with the nodes so far and how full the table is, in per mille, and says
    /// whether to go on.
    watch: &'a mut dyn FnMut(u64, usize) -> bool,
    pub stopped: bool,
}

/// How often the limits are looked at, in nodes: every few milliseconds.
const WATCH_INTERVAL: u64 = 512;

impl<'a, B: Board> Search<'a, B> {
    pub fn new(
        judge: Judge<'a, B>,
        table: &'a ProofTable,
        watch: &'a mut dyn FnMut(u64, usize) -> bool,
    ) -> Self {
        let ruleset = judge.rules.ruleset();
        let symmetric = judge.closed.is_symmetric();
        Self {
            folding: symmetric.then(|| Folding::of::<B>(ruleset)).flatten(),
            judge,
            table,
            evaluation: None,
            crowd: None,
            shown: None,
            path: Path::default(),
            candidates: Vec::new(),
            nodes: 0,
            watch_at: 0,
            watch,
            stopped: false,
        }
    }

    /// Has an evaluation guess which positions are nearer to the goal.
    pub fn guided_by(mut self, evaluation: &'a BoardEvaluation<B>) -> Self {
        self.evaluation = Some((evaluation, evaluation.memory(LONGEST + 1)));
        self
    }

    /// Has it share its work with other threads that use the same table.
    pub fn among(mut self, crowd: &'a Crowd) -> Self {
        self.crowd = Some(crowd);
        self
    }

    /// Has it show its state there.
    pub fn showing(mut self, shown: &'a Shown) -> Self {
        self.shown = Some(shown);
        self
    }

    /// The key of a position, which those have in common that are taken for one.
    #[inline(always)]
    pub fn key(&self, position: &Position<B>) -> u64 {
        self.folding.as_ref().map_or_else(|| position.key(), |folding| folding.key(position))
    }

    /// Searches a position in which the game is not over as the root, until it is decided, `nodes`
    /// nodes have been searched, or the search is told to stop.
    pub fn run(&mut self, root: &Position<B>, nodes: u64) -> Found {
        let end = self.nodes.saturating_add(nodes);
        let judged = Found::judged(self.judge.judge(root));
        if judged.numbers.decided() {
            return judged;
        }
        self.stopped = false;
        self.visit(root, Numbers::UNBOUNDED, end)
    }

    /// Searches an open position until it is decided, or one of its numbers reaches its bound.
    fn visit(&mut self, position: &Position<B>, bound: Numbers, end: u64) -> Found {
        let before = self.nodes;
        self.count_node(end);
        let key = self.key(position);
        let ply = self.path.push(key);
        let proves = self.judge.proves(position);
        let begin = self.candidates.len();
        self.list(position, false);
        loop {
            let summary = self.summarise(begin, proves);
            if let (0, Some(shown)) = (ply, self.shown) {
                shown.set_numbers(summary.numbers);
            }
            if self.stopped || summary.numbers.reach(bound) {
                break;
            }
            if self.crowd.is_some()
                && let Some(known) = self.recall(key)
                && known.numbers.decided()
            {
                // Another thread has been faster.
                self.candidates.truncate(begin);
                self.path.pop();
                return known;
            }
            let at = begin + summary.best;
            let Candidate { mv, key, .. } = self.candidates[at];
            // It may have been decided by another line since.
            if let Some(known) = self.recall(key)
                && known.numbers.decided()
            {
                self.candidates[at].found = known;
                continue;
            }
            let next = self.judge.rules.play_unchecked(position, mv);
            let searched = self.nodes;
            let inner = summary.bound_of_best(bound, proves);
            if let Some(shown) = self.shown {
                shown.set_move(ply, mv);
            }
            if let Some(crowd) = self.crowd {
                crowd.enter(self.candidates[at].key);
            }
            let mut found = self.visit(&next, inner, end);
            if let Some(crowd) = self.crowd {
                crowd.leave(self.candidates[at].key);
            }
            if self.nodes == searched + 1 && !found.numbers.decided() {
                // Nothing new was searched. Numbers that only rise come to an end even so.
                found.numbers = found.numbers.max(self.candidates[at].found.numbers);
            }
            self.candidates[at].found = found;
            if found.is_proven() && !proves {
                let nodes = self.nodes - searched;
                self.simulate_all(position, begin, (&next, found.plies), (nodes, end));
            }
        }
        let found = self.conclude(begin, proves, ply);
        self.candidates.truncate(begin);
        self.path.pop();
        self.keep(key, found, self.nodes - before);
        found
    }

    pub fn count_node(&mut self, end: u64) {
        self.nodes += 1;
        if self.nodes >= self.watch_at {
            self.watch_at = self.nodes + WATCH_INTERVAL;
            self.stopped |= !self.goes_on();
        }
        self.stopped |= self.nodes >= end;
    }

    /// Whether the budget lets the search go on.
    pub fn goes_on(&mut self) -> bool {
        (self.watch)(self.nodes, self.table.full())
    }

    /// Lists the moves of a position with what is known about each, up to one that decides it, or
    /// all.
    fn list(&mut self, position: &Position<B>, all: bool) {
        let proves = self.judge.proves(position);
        for Next { mv, key, position } in self.next_positions(position) {
            let found = self.look_at(&position, key);
            self.candidates.push(Candidate { mv, key, found });
            if !all && found.numbers.wanted(proves) == 0 && found.leans_on.is_empty() {
                break;
            }
        }
    }

    /// The positions after the moves that have to be looked at.
    ///
    /// The processor fetches what the table says about them all before the first is asked for.
    pub fn next_positions(&self, position: &Position<B>) -> Vec<Next<B>> {
        let rules = self.judge.rules;
        let within = self.judge.within(position);
        let mut all = Vec::new();
        let _: ControlFlow<()> = rules.visit_moves(position, |from, targets| {
            for to in (targets & within).iter() {
                let mv = Move::new(from, to);
                let position = rules.play_unchecked(position, mv);
                let key = self.key(&position);
                self.table.prefetch(self.table_key(key));
                all.push(Next { mv, key, position });
            }
            ControlFlow::Continue(())
        });
        all
    }

    /// What is known about a position after the last on the path.
    #[inline(always)]
    fn look_at(&mut self, position: &Position<B>, key: u64) -> Found {
        if let Some(over) = self.judge.over(position) {
            return Found::judged(over);
        }
        if let Some(ply) = self.path.ply_of(key) {
            return Found::disproven(one_ply(ply));
        }
        if self.path.is_full() {
            return Found::disproven(one_ply(HORIZON));
        }
        match self.recall(key) {
            Some(found) => found,
            None => Found::judged(self.guess(position)),
        }
    }

    /// What a position that was never searched says by itself, and to the evaluation.
    #[inline(always)]
    fn guess(&mut self, position: &Position<B>) -> Judgement {
        let judgement = self.judge.judge(position);
        let (Judgement::Open(numbers), Some((evaluation, memory))) =
            (judgement, &mut self.evaluation)
        else {
            return judgement;
        };
        let rules = self.judge.rules;
        let score = evaluation.evaluate(rules, memory, self.path.len(), position);
        Judgement::Open(numbers.weighed(self.judge.proves(position), score))
    }

    /// What is known about a position with this key wherever it is reached from, and whether it was
    /// searched.
    pub fn glance(&self, position: &Position<B>, key: u64) -> (Found, bool) {
        if let Some(over) = self.judge.over(position) {
            return (Found::judged(over), false);
        }
        match self.recall(key) {
            Some(found) => (found, true),
            None => (Found::judged(self.judge.judge(position)), false),
        }
    }

    /// What the table says about a position, wherever it is reached from.
    pub fn known(&self, position: &Position<B>) -> Option<Found> {
        self.recall(self.key(position))
    }

    /// The key under which the table has a position: proofs for different goals are kept apart.
    #[inline(always)]
    pub fn table_key(&self, key: u64) -> u64 {
        let goal = self.judge.goal;
        let mut salt = 0;
        if goal.prover == Side::Defenders {
            salt ^= 0xd6e8_feb8_6659_fd93;
        }
        if goal.draw_suffices {
            salt ^= 0xa076_1d64_78bd_642f;
        }
        key ^ salt
    }

    /// What the table says about a position after the last on the path.
    #[inline(always)]
    fn recall(&self, key: u64) -> Option<Found> {
        Some(match self.table.probe(self.table_key(key))? {
            Known::Proven { plies } => Found::proven(plies),
            Known::Disproven => Found::disproven(Plies::EMPTY),
            Known::Open { on_path: Some(OnPath { plies: (first, last), prefix }), .. }
                if self.path.prefix(last.into()) == Some(prefix) =>
            {
                Found::disproven(plies_between(first.into(), last.into()))
            }
            Known::Open { numbers, .. } => Found::open(numbers),
        })
    }

    fn summarise(&self, begin: usize, proves: bool) -> MoveSummary {
        let moves = &self.candidates[begin..];
        let summary =
            MoveSummary::of(moves.iter().map(|candidate| candidate.found.numbers), proves);
        match self.crowd {
            None => summary,
            Some(crowd) => summary.avoiding(
                moves.iter().map(|candidate| (candidate.found.numbers, crowd.at(candidate.key))),
                proves,
            ),
        }
    }

    /// What the moves from `begin` on say about the position of a ply.
    fn conclude(&self, begin: usize, proves: bool, ply: usize) -> Found {
        let numbers = self.summarise(begin, proves).numbers;
        let moves = self.candidates[begin..].iter().map(|candidate| &candidate.found);
        Found::concluded(numbers, moves, proves, ply)
    }

    /// Keeps what was found about the position after the last on the path.
    fn keep(&mut self, key: u64, found: Found, work: u64) {
        let Found { numbers, plies, leans_on } = found;
        let key = self.table_key(key);
        let known = if found.is_proven() {
            Known::Proven { plies }
        } else if !found.is_disproven() {
            Known::Open { numbers, on_path: None }
        } else if leans_on.is_empty() {
            Known::Disproven
        } else if leans_on.meets(one_ply(HORIZON)) {
            return;
        } else {
            let (first, last) = (first_of(leans_on), last_of(leans_on));
            let Some(prefix) = self.path.prefix(last) else { return };
            // What is known for other paths stays.
            let numbers = match self.table.probe(key) {
                Some(Known::Open { numbers, .. }) => numbers,
                _ => Numbers { proof: 1, disproof: 1 },
            };
            // Plies of a path are less than 255.
            let on_path = Some(OnPath { plies: (first as u8, last as u8), prefix });
            Known::Open { numbers, on_path }
        };
        self.table.store(key, work, known);
    }

    /// The moves of a position as the root of a line of its own, with what is known about each.
    pub fn candidates(&mut self, position: &Position<B>) -> Vec<Candidate> {
        self.path.push(self.key(position));
        self.list(position, true);
        self.path.pop();
        std::mem::take(&mut self.candidates)
    }
}
