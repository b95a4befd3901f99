//! What the tree says in the end, or so far.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{ENDLESS, JobTree};
use crate::board::{Bits, Board, BoardMove};
use crate::memory::MemoryError;
use crate::solve::answer::{Answer, Obstacle, Solution};
use crate::solve::found::Found;
use crate::solve::numbers::Numbers;
use crate::solve::question::{Doubts, Questions, won_by};

/// What is known about a first move, for the side whose win is in question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// After it, the side wins.
    Proven {
        /// Within so many plies, the move included; none, if it does by repetition in the end.
        plies: Option<u16>,
    },
    /// After it, the side cannot force a win.
    Disproven {
        /// Whether that is so even where positions may repeat, the root among them.
        everywhere: bool,
    },
    /// It is open.
    Open(Numbers),
}

/// A move of the root, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FirstMove<M = BoardMove> {
    /// The move; its images are not listed.
    pub mv: M,
    /// What is known.
    pub standing: Standing,
    /// The jobs below it that are done.
    pub jobs: u64,
    /// The nodes that these took.
    pub nodes: u64,
}

impl<M> FirstMove<M> {
    /// The same with the move written otherwise.
    pub fn map<N>(self, write: impl Fn(M) -> N) -> FirstMove<N> {
        let Self { mv, standing, jobs, nodes } = self;
        FirstMove { mv: write(mv), standing, jobs, nodes }
    }
}

impl<B: Board> JobTree<B> {
    /// The moves of the root up to symmetry, with what is known about each; none, if no search is
    /// needed there.
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

    /// The answer, as far as it is known, with the line of a win, which is not looked for any more
    /// once `stop` is set. `elapsed` is for the answer to tell.
    ///
    /// # Errors
    /// When there is not enough memory to find the line.
    pub fn solution(&self, stop: &AtomicBool, elapsed: Duration) -> Result<Solution, MemoryError> {
        let root = &self.nodes[0];
        let by_force = root.found.is_proven() && root.found.plies != ENDLESS;
        let (line, complete) = if by_force { self.line(stop)? } else { (Vec::new(), true) };
        Ok(Solution {
            answer: self.answer(),
            line,
            complete,
            plies: by_force.then_some(root.found.plies.into()),
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
