//! The evaluation for a board's rules: a network if there is one, otherwise the linear evaluation.

use super::accumulator_stack::AccumulatorStack;
use super::linear::Placed;
use super::network::{Accumulator, Network, NetworkError, NetworkEvaluation};
use super::{Evaluation, LinearEvaluation, Term};
use crate::board::{Board, BoardRules, Position};

/// A network or the linear evaluation.
#[derive(Debug)]
pub enum BoardEvaluation<B: Board> {
    /// Weighted features.
    Linear(LinearEvaluation),
    /// A network.
    Network(NetworkEvaluation<B>),
}

/// The memory of a [`BoardEvaluation`].
#[derive(Debug)]
pub enum BoardMemory<B: Board> {
    /// For the linear evaluation.
    Linear(AccumulatorStack<B, Placed>),
    /// For a network.
    Network(AccumulatorStack<B, Accumulator>),
}

impl<B: Board> BoardEvaluation<B> {
    /// The built-in evaluation.
    #[must_use]
    pub fn of(rules: &BoardRules<B>) -> Self {
        Network::of(rules.ruleset())
            .and_then(|network| NetworkEvaluation::new(&network, rules).ok())
            .map_or_else(|| Self::Linear(LinearEvaluation::new(rules)), Self::Network)
    }

    /// The evaluation with a given network.
    ///
    /// # Errors
    /// When it is for another board.
    pub fn with(network: &Network, rules: &BoardRules<B>) -> Result<Self, NetworkError> {
        NetworkEvaluation::new(network, rules).map(Self::Network)
    }

    /// The name for users: the network's name, or `linear`.
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
            // Memory of another evaluation is useless here. No search passes it.
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
