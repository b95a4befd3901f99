//! The line in which a proven goal is reached.

use rustc_hash::FxHashSet;

use super::dfpn::{ChildNode, Search};
use crate::board::{Board, BoardMove, Position};

/// A position of the line, and the moves from it that have not been tried.
struct Step<B: Board> {
    position: Position<B>,
    /// The best move is last.
    untried: Vec<BoardMove>,
}

impl<B: Board> Search<'_, B> {
    /// The moves from a proven position on: the prover's quickest known way against the longest
    /// defence.
    ///
    /// Plies in the table can come from proofs of different times, so the quickest known way may
    /// return to a position of the line. Then the next best move is tried, back to the root if
    /// need be: in a proof there is always a way without a repetition.
    ///
    /// Entries missing from the table are searched again with at most `nodes` nodes. If that is not
    /// enough, or the search is stopped, the line ends early. Also returns whether it reaches the end.
    pub fn line(&mut self, root: &Position<B>, nodes: u64) -> (Vec<BoardMove>, bool) {
        if self.knowledge.judge.rules.stalemate(root).is_some() {
            return (Vec::new(), true);
        }
        let end = self.nodes.saturating_add(nodes);
        let mut seen = FxHashSet::from_iter([root.key()]);
        let mut steps = vec![Step { position: *root, untried: self.moves_of_line(root, end) }];
        let (mut line, mut longest) = (Vec::new(), Vec::new());
        while let Some(step) = steps.last_mut() {
            if !self.goes_on() {
                break;
            }
            let Some(mv) = step.untried.pop() else {
                steps.pop();
                line.pop();
                continue;
            };
            let position = self.knowledge.judge.rules.play_unchecked(&step.position, mv);
            let over = self.knowledge.judge.over(&position).is_some();
            if !over && !seen.insert(position.key()) {
                continue;
            }
            line.push(mv);
            if over || self.knowledge.judge.rules.stalemate(&position).is_some() {
                return (line, true);
            }
            if line.len() > longest.len() {
                longest.clone_from(&line);
            }
            steps.push(Step { position, untried: self.moves_of_line(&position, end) });
        }
        (longest, false)
    }

    /// The moves that the line may go on with, the best one last. Empty if the position is not
    /// known to be proven.
    fn moves_of_line(&mut self, position: &Position<B>, end: u64) -> Vec<BoardMove> {
        let rules = self.knowledge.judge.rules;
        if let Some(mv) = rules.winning_move(position) {
            return vec![mv];
        }
        let proves = self.knowledge.judge.proves(position);
        let mut children = self.candidates(position);
        if children.is_empty() {
            // No move stops the king's escape.
            return rules.moves(position).into_iter().take(1).collect();
        }
        let known = |child: &ChildNode| child.found.is_proven();
        if !(if proves { children.iter().any(known) } else { children.iter().all(known) }) {
            let left = end.saturating_sub(self.nodes);
            if left == 0 || !self.run(position, left).is_proven() {
                return Vec::new();
            }
            children = self.candidates(position);
        }
        children.retain(known);
        children.sort_by_key(|child| child.found.plies);
        if proves {
            children.reverse();
        }
        children.into_iter().map(|child| child.mv).collect()
    }
}
