//! The final or current answer of the tree.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{ENDLESS, JobTree};
use crate::board::{Bits, Board, BoardMove};
use crate::memory::MemoryError;
use crate::solve::answer::{Answer, Obstacle, Solution};
use crate::solve::found::Found;
use crate::solve::numbers::Numbers;
use crate::solve::question::{Doubts, Questions, won_by};

/// The result for a first move, for the side whose win is in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// The move wins.
    Proven {
        /// The maximum number of plies to the win, including the move. `None` if it comes by
        /// repetition.
        plies: Option<u16>,
    },
    /// The move does not force a win.
    Disproven {
        /// Whether that holds even where positions, including the root, may repeat.
        everywhere: bool,
    },
    /// Not decided.
    Open(Numbers),
}

/// A move of the root and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMove<M = BoardMove> {
    /// The move. Its symmetric images are not listed.
    pub mv: M,
    /// The result.
    pub standing: Standing,
    /// The number of finished jobs below it.
    pub jobs: u64,
    /// The number of nodes searched by these jobs.
    pub nodes: u64,
}

impl<M> FirstMove<M> {
    /// Converts the move.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> FirstMove<N> {
        let Self { mv, standing, jobs, nodes } = self;
        FirstMove { mv: write(mv), standing, jobs, nodes }
    }
}

impl<B: Board> JobTree<B> {
    /// The moves of the root up to symmetry, with their results. Empty if the root needs no search.
    #[must_use]
    pub fn first_moves(&self) -> Vec<FirstMove> {
        let moves = self.nodes[self.nodes[0].children.clone()].iter().filter_map(|node| {
            let Found { numbers, plies, leans_on } = node.found;
            let standing = if node.found.is_proven() {
                let by_force = plies != ENDLESS;
                Standing::Proven { plies: by_force.then_some(plies.saturating_add(1)) }
            } else if node.found.is_disproven() {
                Standing::Disproven { everywhere: leans_on.is_empty() }
            } else {
                Standing::Open(numbers)
            };
            let (_, mv) = node.before?;
            Some(FirstMove { mv, standing, jobs: node.jobs, nodes: node.spent })
        });
        moves.collect()
    }

    /// The answer so far, with the line of a win. Stops looking for the line once `stop` is set.
    /// `elapsed` is reported with the answer.
    ///
    /// # Errors
    /// When there is not enough memory to find the line.
    pub fn solution(&self, stop: &AtomicBool, elapsed: Duration) -> Result<Solution, MemoryError> {
        let root = &self.nodes[0];
        let by_force = root.found.is_proven() && root.found.plies != ENDLESS;
        let (line, complete) = if by_force { self.line(stop)? } else { (Vec::new(), true) };
        // The end of the line is searched again, which may find a longer way than the job did.
        let plies = u32::from(root.found.plies).max(line.len() as u32);
        Ok(Solution {
            answer: self.answer(),
            line,
            complete,
            plies: by_force.then_some(plies),
            numbers: (!self.is_decided()).then_some(root.found.numbers),
            nodes: self.spent,
            elapsed,
        })
    }

    fn answer(&self) -> Answer {
        let root = &self.nodes[0];
        let (side, mover) = (self.goal.prover, root.position.to_move());
        if root.found.is_proven() {
            let doubts = Doubts::under(self.rules.ruleset(), 0);
            let won = won_by(side, mover);
            return doubts.about(side, root.found.plies.into()).map_or(won, Answer::Unknown);
        }
        if root.found.is_disproven() && self.endless {
            let known = root.found.leans_on.is_empty();
            let repeats = Answer::Unknown(Obstacle::Repetition);
            return if known { Answer::CannotWin(side) } else { repeats };
        }
        let mut questions = Questions::about(self.rules.ruleset(), mover, Some(side), 0);
        questions.learn(0, root.found);
        questions.answer().unwrap_or(Answer::Unknown(Obstacle::Limit))
    }
}
