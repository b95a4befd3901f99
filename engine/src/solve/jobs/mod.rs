//! Job-level proof-number search: the top of a proof tree whose leaves are searched elsewhere.
//!
//! The tree is searched best first. A leaf is handed out as a job: a position, the question whether
//! one side can force a win, and a node budget. The result is a proof or disproof of the position,
//! valid on every path to it, or else proof numbers. In the last case the leaf gets children.
//! Nothing runs here: the caller asks the tree for jobs and reports their results, in any order.
//!
//! Repetitions are handled as in [`dfpn`](super::dfpn): a position repeated on the line from the
//! root counts as a failure of the prover, and a disproof that depends on earlier positions holds
//! for that node of the tree only. A node has one parent, so its line never changes. All other
//! results are shared by all nodes of a position and its images.
//!
//! Source: I-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, "Job-Level
//! Proof-Number Search for Connect6", 2010.

mod grow;
mod node;
mod outcome;
mod proof;

use std::fmt;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use super::fold::Folding;
use super::found::Found;
use super::goal::{Closed, Goal, Judge};
use super::numbers::Numbers;
use super::path::{HORIZON, MAX_PATH, Plies, one_ply};
use super::question::Questions;
use super::table::ProofTable;
use crate::board::{Bits, Board, BoardGame, BoardMove, BoardRules, Position};
use crate::eval::BoardEvaluation;
use crate::memory::MemoryError;
use crate::rules::Side;
use crate::types::FenError;
use crate::types::Placement;
use node::Node;
pub use outcome::{FirstMove, Standing};

/// Whether a result holds on every path to the position.
fn is_lasting(found: &Found) -> bool {
    (found.leans_on & !one_ply(HORIZON)).is_empty()
}

/// A position to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job<M = BoardMove> {
    /// The position.
    pub position: Placement,
    /// The moves leading to it.
    pub line: Vec<M>,
    /// The node budget.
    pub nodes: u64,
    /// Identifies the job.
    pub(super) key: u64,
}

impl<M> Job<M> {
    /// Converts the moves.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> Job<N> {
        let Self { position, line, nodes, key } = self;
        Job { position, line: line.into_iter().map(write).collect(), nodes, key }
    }
}

/// The result of a job for its position, valid on every path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The side wins.
    Proven {
        /// The maximum number of plies to the win. `None` if it comes by repetition.
        plies: Option<u16>,
    },
    /// The side cannot force a win.
    Disproven,
    /// Still open, with the proof numbers if the job reported them.
    Open(Option<Numbers>),
}

/// The progress of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeState {
    /// The proof numbers of the root.
    pub numbers: Numbers,
    /// The number of nodes in the tree.
    pub size: usize,
    /// The number of finished jobs.
    pub jobs: u64,
    /// The number of nodes searched by these jobs.
    pub nodes: u64,
}

/// The plies of a win that comes by repetition.
const ENDLESS: u16 = u16::MAX;

/// A job may spend at most one part in this many of all nodes spent so far. Jobs grow with the
/// proof, so that the tree stays small and hard positions get long searches.
const JOB_SHARE: u64 = 64;

/// The top of a proof tree.
pub struct JobTree<B: Board> {
    rules: Arc<BoardRules<B>>,
    evaluation: BoardEvaluation<B>,
    /// Empty: the question is about the position, without its history.
    closed: Closed,
    folding: Option<Folding>,
    goal: Goal,
    /// Whether the side also wins an endless game. Jobs report such wins. In the tree itself a
    /// repeated position is still a failure, and a disproof that depends on one always has
    /// [`HORIZON`] among its plies.
    endless: bool,
    /// Always empty. Needed to look at a position.
    table: ProofTable,
    /// The nodes, the root first.
    nodes: Vec<Node<B>>,
    /// For each position, the last node that was open when created. The others follow as twins.
    places: FxHashMap<u64, usize>,
    /// Results that hold on every path, by position.
    known: FxHashMap<u64, Found>,
    /// The leaves being searched by workers, by key.
    given: FxHashMap<u64, usize>,
    job_nodes: u64,
    jobs: u64,
    spent: u64,
}

impl<B: Board> fmt::Debug for JobTree<B> {
    /// The question and the progress. The nodes would fill pages.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JobTree")
            .field("goal", &self.goal)
            .field("state", &self.state())
            .finish_non_exhaustive()
    }
}

impl<B: Board> JobTree<B> {
    /// The tree for the question whether `side` can force a win from the current position of a
    /// game, whatever was played before. A job gets at least `job_nodes` nodes.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(game: &BoardGame<B>, side: Side, job_nodes: u64) -> Result<Self, MemoryError> {
        let (rules, root) = (Arc::clone(game.rules()), *game.position());
        let ruleset = rules.ruleset();
        let mut tree = Self {
            evaluation: BoardEvaluation::of(&rules),
            closed: Closed::default(),
            folding: Folding::of::<B>(ruleset),
            goal: Goal { prover: side, draw_suffices: false },
            endless: Questions::about(ruleset, root.to_move(), Some(side), 0).len() > 1,
            table: ProofTable::new(1)?,
            nodes: Vec::new(),
            places: FxHashMap::default(),
            known: FxHashMap::default(),
            given: FxHashMap::default(),
            job_nodes,
            jobs: 0,
            spent: 0,
            rules,
        };
        tree.plant(&root);
        Ok(tree)
    }

    /// The progress of the tree.
    #[must_use]
    pub fn state(&self) -> TreeState {
        let (numbers, size) = (self.nodes[0].found.numbers, self.nodes.len());
        TreeState { numbers, size, jobs: self.jobs, nodes: self.spent }
    }

    /// Whether the question is answered.
    #[must_use]
    pub fn is_decided(&self) -> bool {
        self.nodes[0].found.numbers.decided()
    }

    /// Hands out the most important open leaf that no worker has. `None` if the question is
    /// answered or all open leaves are handed out.
    pub fn next_job(&mut self) -> Option<Job> {
        while !self.is_decided() {
            let leaf = self.pick(0)?;
            let Node { key, position, .. } = self.nodes[leaf];
            // Another job has left the same position open.
            if self.known.contains_key(&key) && self.may_grow(leaf) {
                self.expand(leaf);
                continue;
            }
            self.given.insert(key, leaf);
            self.each_above(leaf, |node| node.running += 1);
            return Some(Job {
                position: self.rules.placement(&position),
                line: self.line_to(leaf),
                nodes: self.job_nodes.max(self.spent / JOB_SHARE),
                key,
            });
        }
        None
    }

    /// Takes back a job whose worker has given up.
    pub fn lost<M>(&mut self, job: &Job<M>) {
        self.release(job.key);
    }

    /// Records the result for a position searched with `nodes` nodes, whether or not it was handed
    /// out.
    ///
    /// # Errors
    /// When the position is invalid under these rules. The tree is then unchanged.
    pub fn take(
        &mut self,
        position: &Placement,
        finding: Finding,
        nodes: u64,
    ) -> Result<(), FenError> {
        let key = self.key(&self.rules.place(position)?);
        self.release(key);
        self.jobs += 1;
        self.spent = self.spent.saturating_add(nodes);
        let same = self.nodes_of(key);
        self.count(&same, nodes);
        let found = self.found_by(finding, &same);
        if self.known.get(&key).is_none_or(|known| !known.numbers.decided()) {
            self.known.insert(key, found);
        }
        for index in same {
            if found.numbers.decided() {
                self.learn(index, found);
            } else if self.may_grow(index) {
                self.learn(index, found);
                self.expand(index);
            }
        }
        Ok(())
    }

    /// The result for nodes of a position that follows from a finding.
    fn found_by(&self, finding: Finding, same: &[usize]) -> Found {
        match finding {
            Finding::Proven { plies: Some(plies) } => Found::proven(plies),
            Finding::Proven { plies: None } if self.endless => Found::proven(ENDLESS),
            Finding::Disproven => Found::disproven(Plies::EMPTY),
            Finding::Open(Some(numbers)) if !numbers.decided() => Found::open(numbers),
            Finding::Proven { plies: None } | Finding::Open(_) => {
                let now = same.first().map(|index| self.nodes[*index].found.numbers);
                let now = now.filter(|numbers| !numbers.decided());
                Found::open(now.unwrap_or(Numbers { proof: 1, disproof: 1 }))
            }
        }
    }

    /// Whether a node is a leaf that may have children: the line has a maximum length.
    fn may_grow(&self, index: usize) -> bool {
        self.nodes[index].is_open_leaf() && self.nodes[index].ply < MAX_PATH - 1
    }

    fn judge(&self) -> Judge<'_, B> {
        Judge { rules: &self.rules, goal: self.goal, closed: &self.closed }
    }

    /// The result for a position that repeats the one at a ply of the line.
    fn repeated(&self, ply: usize) -> Found {
        let lasting = if self.endless { one_ply(HORIZON) } else { Plies::EMPTY };
        Found::disproven(one_ply(ply) | lasting)
    }

    /// The key shared by a position and its images.
    fn key(&self, position: &Position<B>) -> u64 {
        self.folding.as_ref().map_or_else(|| position.key(), |folding| folding.key(position))
    }
}
