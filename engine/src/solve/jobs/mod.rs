//! Job-level proof-number search: the top of a proof's tree, whose leaves are searched elsewhere.
//!
//! The tree is searched best first. A leaf is given out as a job: a position, the one question
//! whether a side can force a win, and how many nodes may be spent on it. What is found is a proof or
//! a disproof of the position by itself, true wherever it is reached from, or else numbers; then the
//! leaf gets children. Here nothing runs: whoever has the tree asks it for jobs and tells it what came
//! of them, in any order.
//!
//! Repetitions are taken as in [`dfpn`](super::dfpn): a position that comes back on the line from the
//! root counts as a failure of the prover, and a disproof that leans on positions before its own holds
//! for that node of the tree alone. A node has one parent, so its line is always the same. Everything
//! else is shared by all nodes of a position and its images.
//!
//! Source: I-C. Wu, H.-H. Lin, P.-H. Lin, D.-J. Sun, Y.-C. Chan and B.-T. Chen, "Job-Level
//! Proof-Number Search for Connect6", 2010.

mod grow;
mod node;
mod outcome;
mod proof;

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

/// Whether something is true of a position by itself, wherever it stands.
fn is_lasting(found: &Found) -> bool {
    (found.leans_on & !one_ply(HORIZON)).is_empty()
}

/// A position to be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job<M = BoardMove> {
    /// The position.
    pub position: Placement,
    /// The moves that lead to it.
    pub line: Vec<M>,
    /// How many nodes to spend on it.
    pub nodes: u64,
    /// What tells it from other jobs.
    pub(super) key: u64,
}

impl<M> Job<M> {
    /// The same job with the moves written otherwise.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> Job<N> {
        let Self { position, line, nodes, key } = self;
        Job { position, line: line.into_iter().map(write).collect(), nodes, key }
    }
}

/// What a job has found out about its position by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// The side wins.
    Proven {
        /// Within so many plies; none, if it does by repetition in the end.
        plies: Option<u16>,
    },
    /// The side cannot force a win.
    Disproven,
    /// It is still open; how far it looks from either, if that was told.
    Open(Option<Numbers>),
}

/// How far a tree is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeState {
    /// What is known about the root.
    pub numbers: Numbers,
    /// How many nodes the tree has.
    pub size: usize,
    /// How many jobs are done.
    pub jobs: u64,
    /// How many nodes these took.
    pub nodes: u64,
}

/// The plies of a win that comes about by repetition in the end.
const ENDLESS: u16 = u16::MAX;

/// The most of all nodes spent that a further job may spend, as a part of them. Jobs grow with the
/// proof, so that the tree stays small, and so that what takes a long search in one place gets it.
const JOB_SHARE: u64 = 64;

/// The top of a proof's tree.
pub struct JobTree<B: Board> {
    rules: Arc<BoardRules<B>>,
    evaluation: BoardEvaluation<B>,
    /// Nothing: the question is about the position by itself.
    closed: Closed,
    folding: Option<Folding>,
    goal: Goal,
    /// Whether the side also wins a game that goes on for ever. Jobs tell of such wins; in the tree
    /// itself, a position that comes back is a failure all the same, and a disproof that leans on one
    /// has [`HORIZON`] among its plies for good.
    endless: bool,
    /// Nothing is kept here; it is what looking at a position wants.
    table: ProofTable,
    /// The root first.
    nodes: Vec<Node<B>>,
    /// Of each position, the last node that was open when it was made; the others follow as twins.
    places: FxHashMap<u64, usize>,
    /// What is known about positions by themselves.
    known: FxHashMap<u64, Found>,
    /// The leaves that workers have, by their keys.
    given: FxHashMap<u64, usize>,
    job_nodes: u64,
    jobs: u64,
    spent: u64,
}

impl<B: Board> JobTree<B> {
    /// The tree of the question whether `side` can force a win from where a game stands, whatever was
    /// played before. A job gets `job_nodes` nodes at least.
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

    /// How far the tree is.
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

    /// Gives out the leaf that matters most among those that nobody has; none, if the question is
    /// answered or all open leaves are given out.
    pub fn next_job(&mut self) -> Option<Job> {
        while !self.is_decided() {
            let leaf = self.pick(0)?;
            let Node { key, position, .. } = self.nodes[leaf];
            // A job elsewhere has left the same position open.
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

    /// Takes a job back that nobody works on any more.
    pub fn lost<M>(&mut self, job: &Job<M>) {
        self.release(job.key);
    }

    /// Takes in what was found about a position in so many nodes, which need not have been given out.
    ///
    /// # Errors
    /// When the position is not one of these rules; nothing is changed then.
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

    /// What a finding says about nodes of a position.
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

    /// Whether a node is a leaf that can have children: plies have a limit.
    fn may_grow(&self, index: usize) -> bool {
        self.nodes[index].is_open_leaf() && self.nodes[index].ply < MAX_PATH - 1
    }

    fn judge(&self) -> Judge<'_, B> {
        Judge { rules: &self.rules, goal: self.goal, closed: &self.closed }
    }

    /// What is found of a position that stands at a ply of the line.
    fn repeated(&self, ply: usize) -> Found {
        let lasting = if self.endless { one_ply(HORIZON) } else { Plies::EMPTY };
        Found::disproven(one_ply(ply) | lasting)
    }

    /// The key of a position, which all its images share.
    fn key(&self, position: &Position<B>) -> u64 {
        self.folding.as_ref().map_or_else(|| position.key(), |folding| folding.key(position))
    }
}
