//! Depth-first proof-number search.
//!
//! The search tries to prove that one side, the prover, reaches a goal. A position repeated on the
//! current line counts as a failure of the prover, because any goal that can be reached can be
//! reached without cycles. A proof is therefore a finite tree without repeated positions, and holds
//! on every path to its root. A disproof may depend on positions before its root, to which the
//! other side returns. It then holds only on paths through these positions. A disproof that depends
//! only on its own root and later positions is a set of positions that the prover cannot leave, and
//! holds everywhere.
//!
//! Sources: A. Nagai, "Df-pn Algorithm for Searching AND/OR Trees and Its Applications", 2002; A.
//! Kishimoto and M. Müller, "A General Solution to the Graph History Interaction Problem", 2004,
//! and "A Solution to the GHI Problem for Depth-First Proof-Number Search", 2005. Here their
//! path-dependent disproofs are distinguished by the part of the path on which they depend.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::found::Found;
use super::goal::{Judge, Judgement};
use super::knowledge::{Knowledge, Next};
use super::numbers::{MoveSummary, Numbers};
use super::path::{HORIZON, MAX_PATH, Path, first_of, last_of, one_ply, plies_between};
use super::shared_work::SharedWork;
use super::snapshot::Snapshot;
use super::table::{Known, OnPath, ProofTable};
use crate::board::{Bits, Board, BoardMove, Position};
use crate::eval::{BoardEvaluation, BoardMemory, Evaluation};

/// A move, with the result for the position after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChildNode {
    pub mv: BoardMove,
    pub key: u64,
    pub found: Found,
}

/// The search for one goal.
pub(super) struct Search<'a, B: Board> {
    pub knowledge: Knowledge<'a, B>,
    /// The evaluation that initialises the proof numbers, if any, and its data.
    evaluation: Option<(&'a BoardEvaluation<B>, BoardMemory<B>)>,
    /// The work shared with other threads, if any.
    shared_work: Option<&'a SharedWork>,
    /// Where the search publishes its state, if anywhere.
    snapshot: Option<&'a Snapshot>,
    path: Path,
    /// The moves of all positions of the path, on one stack.
    pub candidates: Vec<ChildNode>,
    /// The number of positions searched. Positions only evaluated do not count.
    pub nodes: u64,
    /// The number of moves looked at, a measure of the time that a search takes on any board.
    pub moves: u64,
    /// The number of moves at which the search ends.
    most_moves: u64,
    /// The node count at which the search ends.
    end: u64,
    /// The node count at which `watch` is called next.
    watch_at: u64,
    watch_interval: u64,
    /// Called at intervals with the node count and the fill of the table in per mille. Returns
    /// whether to continue.
    watch: &'a mut dyn FnMut(u64, usize) -> bool,
    /// Stops the search when set.
    stop: Option<&'a AtomicBool>,
    pub stopped: bool,
}

/// Nodes that a thread takes from the shared budget at a time.
const SHARE: u64 = 512;

/// Nodes between checks of the limits: every few milliseconds, or less often while the system is
/// still allocating pages for the table. A node of a larger board has more moves, each of which takes
/// longer.
const fn watch_interval<B: Board>() -> u64 {
    (1 << 20) / (B::SQUARES * B::SQUARES) as u64
}

impl<'a, B: Board> Search<'a, B> {
    pub fn new(
        judge: Judge<'a, B>,
        table: &'a ProofTable,
        watch: &'a mut dyn FnMut(u64, usize) -> bool,
    ) -> Self {
        Self {
            knowledge: Knowledge::new(judge, table),
            evaluation: None,
            shared_work: None,
            snapshot: None,
            path: Path::default(),
            candidates: Vec::new(),
            nodes: 0,
            moves: 0,
            most_moves: u64::MAX,
            end: 0,
            watch_at: 0,
            watch_interval: watch_interval::<B>(),
            watch,
            stop: None,
            stopped: false,
        }
    }

    /// Initialises the proof numbers with an evaluation.
    pub fn guided_by(mut self, evaluation: &'a BoardEvaluation<B>) -> Self {
        self.evaluation = Some((evaluation, evaluation.memory(MAX_PATH + 1)));
        self
    }

    /// Shares the work with other threads that use the same table.
    pub fn among(mut self, shared_work: &'a SharedWork) -> Self {
        self.shared_work = Some(shared_work);
        self
    }

    /// Stops the search at the next node once `stop` is set.
    pub fn until(mut self, stop: &'a AtomicBool) -> Self {
        self.stop = Some(stop);
        self
    }

    /// Ends the search after it has looked at a number of moves, and calls `watch` at every node.
    pub fn within_moves(mut self, moves: u64) -> Self {
        (self.most_moves, self.watch_interval) = (moves, 1);
        self
    }

    /// Publishes the state of the search.
    pub fn showing(mut self, snapshot: &'a Snapshot) -> Self {
        self.snapshot = Some(snapshot);
        self
    }

    /// Searches a position in which the game is not over as the root, until it is decided, `nodes`
    /// nodes plus the shared budget are used up, or the search is stopped.
    pub fn run(&mut self, root: &Position<B>, nodes: u64) -> Found {
        let judged = Found::judged(self.knowledge.judge.judge(root));
        if judged.numbers.decided() {
            return judged;
        }
        self.end = self.nodes.saturating_add(nodes).saturating_add(self.share());
        if self.nodes >= self.end {
            // Other threads have used up the budget.
            return self.known(root).unwrap_or(judged);
        }
        self.stopped = false;
        self.visit(root, Numbers::UNBOUNDED)
    }

    /// Takes nodes from the shared budget.
    fn share(&self) -> u64 {
        self.shared_work.map_or(0, |shared_work| shared_work.take(SHARE))
    }

    /// Searches an open position until it is decided or one of its numbers reaches its bound.
    fn visit(&mut self, position: &Position<B>, bound: Numbers) -> Found {
        let before = self.nodes;
        self.count_node();
        let key = self.knowledge.key(position);
        let ply = self.path.push(key);
        let proves = self.knowledge.judge.proves(position);
        let begin = self.candidates.len();
        self.list(position, false);
        loop {
            let summary = self.summarise(begin, proves);
            if let (0, Some(snapshot)) = (ply, self.snapshot) {
                snapshot.set_numbers(summary.numbers);
            }
            if self.stopped || summary.numbers.reach(bound) {
                break;
            }
            if self.shared_work.is_some()
                && let Some(known) = self.recall(key)
                && known.numbers.decided()
            {
                // Another thread has decided it.
                self.candidates.truncate(begin);
                self.path.pop();
                return known;
            }
            let at = begin + summary.best;
            // Another line may have decided it since.
            if let Some(known) = self.recall(self.candidates[at].key)
                && known.numbers.decided()
            {
                self.candidates[at].found = known;
                continue;
            }
            let searched = self.nodes;
            let next = self.visit_next(position, ply, at, summary.bound_of_best(bound, proves));
            let found = self.candidates[at].found;
            if found.is_proven() && !proves {
                let nodes = self.nodes - searched;
                self.simulate_all(position, begin, (&next, found.plies), nodes);
            }
        }
        let found = self.conclude(begin, proves, ply);
        self.candidates.truncate(begin);
        self.path.pop();
        self.keep(key, found, self.nodes - before);
        found
    }

    /// Searches the position after the move at `at` of the stack, and keeps the result there. Returns the
    /// position.
    #[inline(always)]
    fn visit_next(
        &mut self,
        position: &Position<B>,
        ply: usize,
        at: usize,
        bound: Numbers,
    ) -> Position<B> {
        let ChildNode { mv, key, found: before } = self.candidates[at];
        let next = self.knowledge.judge.rules.play_unchecked(position, mv);
        let searched = self.nodes;
        if let Some(snapshot) = self.snapshot {
            snapshot.set_move(ply, mv);
        }
        if let Some(shared_work) = self.shared_work {
            shared_work.enter(key);
        }
        let mut found = self.visit(&next, bound);
        if let Some(shared_work) = self.shared_work {
            shared_work.leave(key);
        }
        if self.nodes == searched + 1 && !found.numbers.decided() {
            // Nothing new was searched. Keep the numbers monotonic so that the loop ends.
            found.numbers = found.numbers.max(before.numbers);
        }
        self.candidates[at].found = found;
        next
    }

    pub fn count_node(&mut self) {
        self.nodes += 1;
        self.stopped |= self.stop.is_some_and(|stop| stop.load(Relaxed));
        self.stopped |= self.moves >= self.most_moves;
        if self.nodes >= self.watch_at {
            self.watch_at = self.nodes + self.watch_interval;
            self.stopped |= !self.goes_on();
        }
        if self.nodes >= self.end {
            self.end += self.share();
            self.stopped |= self.nodes >= self.end;
        }
    }

    /// Whether the limits allow the search to continue.
    pub fn goes_on(&mut self) -> bool {
        (self.watch)(self.nodes, self.knowledge.table.full())
    }

    /// Lists the moves of a position with their results, up to a decisive one unless `all` is set.
    fn list(&mut self, position: &Position<B>, all: bool) {
        let proves = self.knowledge.judge.proves(position);
        for Next { mv, key, position } in self.knowledge.next_positions(position) {
            let found = self.look_at(&position, key);
            self.moves += 1;
            self.candidates.push(ChildNode { mv, key, found });
            if !all && found.numbers.wanted(proves) == 0 && found.leans_on.is_empty() {
                break;
            }
        }
    }

    /// The known result for a position after the last one on the path.
    #[inline(always)]
    fn look_at(&mut self, position: &Position<B>, key: u64) -> Found {
        if let Some(over) = self.knowledge.judge.over(position) {
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

    /// The initial result for a position never searched, from the rules and the evaluation.
    #[inline(always)]
    fn guess(&mut self, position: &Position<B>) -> Judgement {
        let judgement = self.knowledge.judge.judge(position);
        let (Judgement::Open(numbers), Some((evaluation, memory))) =
            (judgement, &mut self.evaluation)
        else {
            return judgement;
        };
        let rules = self.knowledge.judge.rules;
        let score = evaluation.evaluate(rules, memory, self.path.len(), position);
        Judgement::Open(numbers.weighed(self.knowledge.judge.proves(position), score))
    }

    /// The table's result for a position, if it holds on every path.
    pub fn known(&self, position: &Position<B>) -> Option<Found> {
        self.recall(self.knowledge.key(position))
    }

    /// The table's result for a position after the last one on the path.
    #[inline(always)]
    fn recall(&self, key: u64) -> Option<Found> {
        Some(match self.knowledge.probe(key)? {
            Known::Open { on_path: Some(OnPath { plies: (first, last), prefix }), .. }
                if self.path.prefix(last.into()) == Some(prefix) =>
            {
                Found::disproven(plies_between(first.into(), last.into()))
            }
            known => Found::known(known),
        })
    }

    fn summarise(&self, begin: usize, proves: bool) -> MoveSummary {
        let moves = &self.candidates[begin..];
        let summary =
            MoveSummary::of(moves.iter().map(|candidate| candidate.found.numbers), proves);
        match self.shared_work {
            None => summary,
            Some(shared_work) => summary.avoiding(
                moves
                    .iter()
                    .map(|candidate| (candidate.found.numbers, shared_work.at(candidate.key))),
                proves,
            ),
        }
    }

    /// The result for a position at a ply that follows from the moves listed from `begin` on.
    fn conclude(&self, begin: usize, proves: bool, ply: usize) -> Found {
        let numbers = self.summarise(begin, proves).numbers;
        let moves = self.candidates[begin..].iter().map(|candidate| &candidate.found);
        Found::concluded(numbers, moves, proves, ply)
    }

    /// Stores the result for the position after the last one on the path.
    fn keep(&mut self, key: u64, found: Found, work: u64) {
        let Found { numbers, plies, leans_on } = found;
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
            // Keep the numbers that hold on other paths.
            let numbers = match self.knowledge.probe(key) {
                Some(Known::Open { numbers, .. }) => numbers,
                _ => Numbers { proof: 1, disproof: 1 },
            };
            // Plies of a path are less than 255.
            let on_path = Some(OnPath { plies: (first as u8, last as u8), prefix });
            Known::Open { numbers, on_path }
        };
        self.knowledge.store(key, work, known);
    }

    /// The moves of a position as the root of its own line, with their results.
    pub fn candidates(&mut self, position: &Position<B>) -> Vec<ChildNode> {
        self.path.push(self.knowledge.key(position));
        self.list(position, true);
        self.path.pop();
        std::mem::take(&mut self.candidates)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::{Board7, BoardGame, BoardRules};
    use crate::rules::{Side, find};
    use crate::solve::goal::{Closed, Goal};

    #[test]
    fn it_ends_at_the_next_node_once_told_to_stop() {
        let rules = Arc::new(BoardRules::<Board7>::new(find("brandub-walker").unwrap()).unwrap());
        let game = BoardGame::new(Arc::clone(&rules));
        let goal = Goal { prover: Side::Attackers, draw_suffices: false };
        let judge = Judge { rules: &*rules, goal, closed: &Closed::default() };
        let (table, stop) = (ProofTable::new(1).unwrap(), AtomicBool::new(false));
        let mut watch = |_, _| {
            stop.store(true, Relaxed);
            true
        };
        let mut search = Search::new(judge, &table, &mut watch).until(&stop);
        search.run(game.position(), 10_000);
        assert_eq!(search.nodes, 2);
    }
}
