//! The proof of a win: its line, and the results needed for a certificate.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use rustc_hash::FxHashSet;

use super::{ENDLESS, JobTree};
use crate::board::{Board, BoardGame, BoardMove};
use crate::memory::MemoryError;
use crate::solve::answer::{Budget, Solution};
use crate::solve::dfpn::Search;
use crate::solve::goal::Judge;
use crate::solve::question::held;
use crate::solve::solver::Solver;
use crate::solve::table::Known;

/// The maximum number of nodes spent on the end of a line.
const LINE_NODES: u64 = 1 << 18;

/// The maximum node budget for searching a position again, as a multiple of the nodes of all jobs.
const AGAIN: u64 = 16;

impl<B: Board> JobTree<B> {
    /// The line of a win by force, and whether it reaches the end.
    ///
    /// The tree knows the moves down to a leaf. From there a solver finds them again, and may need
    /// more plies than the job did.
    pub(super) fn line(&self, stop: &AtomicBool) -> Result<(Vec<BoardMove>, bool), MemoryError> {
        let mut index = 0;
        while let Some(children) = self.proving(index) {
            let plies = |child: &usize| self.nodes[*child].found.plies;
            index = children.into_iter().max_by_key(plies).unwrap_or(index);
        }
        let mut line = self.line_to(index);
        let position = self.nodes[index].position;
        if position.ending().is_some() {
            return Ok((line, true));
        }
        let game = BoardGame::starting_from(Arc::clone(&self.rules), position);
        let budget = Budget { nodes: Some(LINE_NODES), time: None };
        let mut solver = Solver::new(16)?;
        solver.ask_only(self.goal.prover);
        let Solution { line: rest, complete, plies, .. } =
            solver.solve(&game, &budget, stop, &mut |_| {});
        line.extend(rest);
        Ok((line, complete && plies.is_some()))
    }

    /// A solver with a table of `megabytes` MiB that holds the results needed for a certificate.
    ///
    /// The proofs of jobs stay with the workers, except for the plies, so they are searched again
    /// until `stop` is set. `report` gets the number of nodes so far. Each position is searched
    /// knowing only the results of those before it. If the tree's own proofs were known as well, a
    /// leaf could seem proven because it leads back to a position above it. Positions in which a
    /// side does not lose may lead to each other freely.
    ///
    /// # Errors
    /// When there is not enough memory for the table.
    pub fn solver(
        &self,
        megabytes: usize,
        stop: &AtomicBool,
        report: &mut dyn FnMut(u64),
    ) -> Result<Solver, MemoryError> {
        let mut solver = Solver::new(megabytes)?;
        solver.ask_only(self.goal.prover);
        let root = &self.nodes[0].found;
        let by_force = root.is_proven() && root.plies != ENDLESS;
        // A side that wins by repetition prevents the other side from holding.
        let goal =
            if root.is_proven() && !by_force { held(self.rules.ruleset()) } else { self.goal };
        let mut watch = |nodes, _| {
            report(nodes);
            !stop.load(Relaxed)
        };
        let judge = Judge { goal, ..self.judge() };
        let search = Search::new(judge, &solver.table, &mut watch);
        let mut search = search.guided_by(&self.evaluation);
        if by_force {
            let most = self.spent.max(self.job_nodes).saturating_mul(AGAIN);
            let (inner, leaves) = self.proof();
            for leaf in leaves {
                search.run(&self.nodes[leaf].position, most);
            }
            for node in inner.into_iter().map(|index| &self.nodes[index]) {
                let known = Known::Proven { plies: node.found.plies };
                search.knowledge.store(node.key, self.job_nodes, known);
            }
        } else {
            for (key, found) in &self.known {
                if found.numbers.decided() && found.is_proven() == root.is_proven() {
                    search.knowledge.store(*key, self.job_nodes, Known::Disproven);
                }
            }
        }
        drop(search);
        Ok(solver)
    }

    /// The children that prove a proven node: only the best one if the prover moves. `None` if its
    /// proof is elsewhere.
    fn proving(&self, index: usize) -> Option<Vec<usize>> {
        let mut children: Vec<usize> = self.nodes[index].children.clone().collect();
        if self.proves(index) {
            children.retain(|child| self.nodes[*child].found.is_proven());
            let best = children.into_iter().min_by_key(|child| self.nodes[*child].found.plies);
            return best.map(|best| vec![best]);
        }
        let all = children.iter().all(|child| self.nodes[*child].found.is_proven());
        (all && !children.is_empty()).then_some(children)
    }

    /// The nodes in the proof of the root: the inner ones, and the leaves proven by jobs.
    fn proof(&self) -> (Vec<usize>, Vec<usize>) {
        let (mut inner, mut leaves) = (Vec::new(), Vec::new());
        let (mut seen, mut open) = (FxHashSet::default(), vec![0]);
        while let Some(index) = open.pop() {
            let key = self.nodes[index].key;
            // Positions decided by the rules alone need no proof.
            if !self.known.contains_key(&key) || !seen.insert(key) {
                continue;
            }
            let twins = std::iter::once(index).chain(self.nodes_of(key));
            match twins.into_iter().find_map(|twin| self.proving(twin)) {
                Some(children) => {
                    inner.push(index);
                    open.extend(children);
                }
                None => leaves.push(index),
            }
        }
        (inner, leaves)
    }
}
