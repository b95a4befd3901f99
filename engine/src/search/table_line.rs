//! Completes lines from the table: the line of a thread ends at a node that another has settled.

use super::path::Repeated;
use super::score::INFINITE;
use super::worker::Worker;
use crate::board::{Bits, Board};
use crate::eval::Evaluation;

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// Completes the best lines of the root.
    pub(super) fn complete_lines(&mut self, lines: usize) {
        for rank in 0..lines {
            self.complete_line(rank);
        }
    }

    /// Adds the best moves of the table to a line of the root, up to the depth of the iteration and
    /// without repetitions.
    fn complete_line(&mut self, rank: usize) {
        let mut line = std::mem::take(&mut self.root.moves[rank].line);
        self.path.return_to_root();
        let mut node = self.root();
        for ply in 0..self.root.iteration as usize {
            let known = line.get(ply).copied();
            let stored = || {
                let key = self.table_key(&node.position, ply);
                let best = self.context.table.probe(key, ply).and_then(|entry| entry.best);
                self.fit_table_move(&node, best, !B::Bits::EMPTY)
            };
            let Some(mv) = known.or_else(stored) else { break };
            let child = self.child(&node, mv, INFINITE);
            let barred = known.is_none() && self.barred(&node, mv, &child).is_some();
            let ended = child.position.ending().is_some();
            if barred || !ended && !matches!(self.ended(&child), Repeated::No) {
                break;
            }
            if known.is_none() {
                line.push(mv);
            }
            if ended {
                break;
            }
            node = child;
        }
        self.path.return_to_root();
        self.root.moves[rank].line = line;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::BoardMove;
    use crate::search::bound::Bound;
    use crate::search::table::TableEntry;
    use crate::search::test_worker::{TestWorker, with_worker};

    /// Stores `line` in the table as the best moves from the root on.
    fn store(worker: &mut TestWorker<'_>, line: &[BoardMove]) {
        let mut node = worker.root();
        for (ply, mv) in line.iter().enumerate() {
            let bound = Some(Bound::Exact);
            let entry = TableEntry { best: Some(*mv), score: 5, eval: 5, depth: 4, bound };
            worker.context.table.store(worker.table_key(&node.position, ply), ply, entry);
            node = worker.child(&node, *mv, INFINITE);
        }
        worker.path.return_to_root();
    }

    /// The moves of two rooks that go to and fro: a legal line that repeats the start.
    fn to_and_fro(worker: &TestWorker<'_>) -> Vec<BoardMove> {
        let rules = worker.context.rules;
        let start = worker.context.shared.root.position;
        let quiet = |position, mv: &BoardMove| {
            let after = rules.play_unchecked(position, *mv);
            after.ending().is_none() && after.captured_since(position) == 0
        };
        let first = rules.moves(&start).into_iter().find(|mv| quiet(&start, mv)).unwrap();
        let after = rules.play_unchecked(&start, first);
        let second = rules.moves(&after).into_iter().find(|mv| quiet(&after, mv)).unwrap();
        let back = |mv: BoardMove| BoardMove::new(mv.to(), mv.from());
        vec![first, second, back(first), back(second), first]
    }

    #[test]
    fn a_line_goes_on_with_the_moves_of_the_table_until_it_repeats() {
        with_worker(|worker, _| {
            let line = to_and_fro(worker);
            store(worker, &line[..4]);
            worker.root.moves[0].line = vec![line[0]];
            worker.root.iteration = 2;
            worker.complete_lines(1);
            assert_eq!(worker.root.moves[0].line, line[..2], "no longer than the iteration");
            worker.root.iteration = 20;
            worker.complete_lines(1);
            assert_eq!(worker.root.moves[0].line, line[..3], "the fourth move repeats the root");
        });
    }

    #[test]
    fn a_line_that_the_table_does_not_know_stays() {
        with_worker(|worker, _| {
            let line = to_and_fro(worker);
            worker.root.moves[0].line = line[..2].to_vec();
            worker.root.iteration = 20;
            worker.complete_lines(1);
            assert_eq!(worker.root.moves[0].line, line[..2]);
        });
    }
}
