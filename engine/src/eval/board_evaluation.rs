//! The evaluation that a board's rules have: a network if there is one, or else the linear one.

use super::accumulator_stack::AccumulatorStack;
use super::linear::Placed;
use super::network::{Accumulator, Network, NetworkError, NetworkEvaluation};
use super::{Evaluation, LinearEvaluation, Term};
use crate::board::{Board, BoardRules, Position};

/// A network, or the linear evaluation where there is none.
#[derive(Debug)]
pub enum BoardEvaluation<B: Board> {
    /// By weighted counts.
    Linear(LinearEvaluation),
    /// By a network.
    Network(NetworkEvaluation<B>),
}

/// What a [`BoardEvaluation`] keeps.
#[derive(Debug)]
pub enum BoardMemory<B: Board> {
    /// For the linear evaluation.
    Linear(AccumulatorStack<B, Placed>),
    /// For a network.
    Network(AccumulatorStack<B, Accumulator>),
}

impl<B: Board> BoardEvaluation<B> {
    /// The evaluation that comes with the engine.
    #[must_use]
    pub fn of(rules: &BoardRules<B>) -> Self {
        Network::of(rules.ruleset())
            .and_then(|network| NetworkEvaluation::new(&network, rules).ok())
            .map_or_else(|| Self::Linear(LinearEvaluation::new(rules)), Self::Network)
    }

    /// The evaluation by a given network.
    ///
    /// # Errors
    /// When it is for another board.
    pub fn with(network: &Network, rules: &BoardRules<B>) -> Result<Self, NetworkError> {
        NetworkEvaluation::new(network, rules).map(Self::Network)
    }

    /// What it is, for people: the network's name, or `linear`.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Linear(_) => "linear".to_owned(),
            Self::Network(network) => format!("network {}", network.name()),
        }
    }
}

impl<B: Board> Evaluation<B> for BoardEvaluation<B> {
    type Memory = BoardMemory<B>;

    fn memory(&self, plies: usize) -> BoardMemory<B> {
        match self {
            Self::Linear(linear) => BoardMemory::Linear(linear.memory(plies)),
            Self::Network(network) => BoardMemory::Network(network.memory(plies)),
        }
    }

    #[inline(always)]
    fn evaluate(
        &self,
        rules: &BoardRules<B>,
        memory: &mut BoardMemory<B>,
        ply: usize,
        position: &Position<B>,
    ) -> i32 {
        match (self, memory) {
            (Self::Network(network), BoardMemory::Network(memory)) => {
                network.evaluate(rules, memory, ply, position)
            }
            (Self::Linear(linear), BoardMemory::Linear(memory)) => {
                linear.evaluate(rules, memory, ply, position)
            }
            // Kept for another evaluation, as no search does: nothing of it is of use.
            (_, other) => {
                *other = self.memory(0);
                self.evaluate(rules, other, 0, position)
            }
        }
    }

    fn explain(&self, rules: &BoardRules<B>, position: &Position<B>) -> Vec<Term> {
        match self {
            Self::Linear(linear) => linear.explain(rules, position),
            Self::Network(network) => network.explain(rules, position),
        }
    }
}
