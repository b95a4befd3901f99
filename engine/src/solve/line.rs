//! The line in which a proven goal is reached.

use rustc_hash::FxHashSet;

use super::dfpn::{ChildNode, Search};
use crate::board::{Board, BoardMove, Position};

impl<B: Board> Search<'_, B> {
    /// The moves from a proven position on: the prover's quickest known way against the longest
    /// defence.
    ///
    /// Entries missing from the table are searched again with at most `nodes` nodes. If that is not
    /// enough, the line ends early. Also returns whether it reaches the end.
    pub fn line(&mut self, root: &Position<B>, nodes: u64) -> (Vec<BoardMove>, bool) {
        let mut line = Vec::new();
        let mut position = *root;
        let mut seen = FxHashSet::default();
        let end = self.nodes.saturating_add(nodes);
        while seen.insert(position.key()) {
            let mv = match self.knowledge.judge.rules.winning_move(&position) {
                Some(mv) => Some(mv),
                None if self.knowledge.judge.rules.stalemate(&position).is_some() => {
                    return (line, true);
                }
                None => self.next_of_line(&position, end),
            };
            let Some(mv) = mv else { break };
            line.push(mv);
            position = self.knowledge.judge.rules.play_unchecked(&position, mv);
            if self.knowledge.judge.over(&position).is_some() {
                return (line, true);
            }
        }
        (line, false)
    }

    /// The next move of a line. `None` if the position is not known to be proven.
    fn next_of_line(&mut self, position: &Position<B>, end: u64) -> Option<BoardMove> {
        let proves = self.knowledge.judge.proves(position);
        let mut moves = self.candidates(position);
        if moves.is_empty() {
            // No move stops the king's escape.
            return self.knowledge.judge.rules.moves(position).first().copied();
        }
        let known = |candidate: &ChildNode| candidate.found.is_proven();
        if !(if proves { moves.iter().any(known) } else { moves.iter().all(known) }) {
            let left = end.saturating_sub(self.nodes);
            if left == 0 || !self.run(position, left).is_proven() {
                return None;
            }
            moves = self.candidates(position);
        }
        let proven = moves.iter().filter(|candidate| candidate.found.is_proven());
        let plies = |candidate: &&ChildNode| candidate.found.plies;
        let best = if proves { proven.min_by_key(plies) } else { proven.max_by_key(plies) };
        best.map(|candidate| candidate.mv)
    }
}
