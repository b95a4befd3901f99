//! Handing out the moves of a node, in stages.

use super::busy::Mark;
use super::node::Node;
use super::order::{Hints, MoveLists, ScoredMove};
use super::worker::Worker;
use crate::board::{Bits, Board, Move};
use crate::eval::Evaluation;

/// How far the moves of a node have been handed out.
pub(super) struct Picker {
    table_move: Option<Move>,
    stage: Stage,
    /// How many moves have got their place in the order.
    count: u16,
    /// Whether moves that another thread is at are put off until all others were handed out.
    shares: bool,
}

enum Stage {
    /// The table's move comes first.
    Table(Move),
    /// The others have not been listed yet.
    Unlisted,
    /// The others are listed from `begin` on: `picked` of them were picked, and `put_off` of these
    /// put off.
    Listed { begin: usize, picked: usize, put_off: usize },
    /// The `put_off` moves put off are listed from `begin` on, and `returned` of them were handed out.
    PutOff { begin: usize, put_off: usize, returned: usize },
}

impl Picker {
    pub fn new(table_move: Option<Move>, shares: bool) -> Self {
        let stage = table_move.map_or(Stage::Unlisted, Stage::Table);
        Self { table_move, stage, count: 0, shares }
    }

    /// Takes the last move handed out back, as one that is not legal: its number goes to the next.
    pub fn discount(&mut self) {
        self.count -= 1;
    }

    /// Skips the moves that come after the last one handed out, but not those put off before.
    #[inline(always)]
    pub fn skip_rest(&mut self) {
        match &mut self.stage {
            Stage::Listed { begin, put_off, .. } => {
                self.stage = Stage::PutOff { begin: *begin, put_off: *put_off, returned: 0 };
            }
            Stage::PutOff { put_off, returned, .. } => *put_off = *returned,
            Stage::Table(_) | Stage::Unlisted => {}
        }
    }

    /// Gives back the space in the lists.
    pub fn close(self, moves: &mut MoveLists) {
        if let Stage::Listed { begin, .. } | Stage::PutOff { begin, .. } = self.stage {
            moves.discard(begin);
        }
    }
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The table's move, if it is one of this position: two positions may share a key.
    #[inline(always)]
    pub(super) fn fit_table_move(
        &self,
        node: &Node<B>,
        table_move: Option<Move>,
        within: B::Bits,
    ) -> Option<Move> {
        table_move.filter(|mv| within.has(mv.to()) && self.rules.is_legal(&node.position, *mv))
    }

    /// The next move to search: first the table's, before the others are even generated.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        picker: &mut Picker,
        node: &Node<B>,
        within: B::Bits,
    ) -> Option<ScoredMove> {
        let position = &node.position;
        if let Stage::Table(mv) = picker.stage {
            picker.stage = Stage::Unlisted;
            picker.count = 1;
            let captures = self.rules.capture_squares(position).has(mv.to());
            let mut candidate = ScoredMove::new(mv, captures, 0);
            candidate.number = picker.count;
            return Some(candidate);
        }
        if let Stage::Unlisted = picker.stage {
            let begin = if node.ply == 0 {
                let moves = self.root_moves[self.pv_index..].iter();
                self.moves.list(moves.map(|root_move| (root_move.mv, root_move.captures)))
            } else {
                let hints =
                    Hints { table: picker.table_move, ply: node.ply, previous: node.previous };
                self.moves.generate(self.rules, position, self.history, &hints, within)
            };
            picker.stage = Stage::Listed { begin, picked: 0, put_off: 0 };
        }
        if let Stage::Listed { begin, picked, put_off } = &mut picker.stage {
            while let Some(mut candidate) = self.moves.pick(*begin, *picked) {
                *picked += 1;
                picker.count += 1;
                candidate.number = picker.count;
                let shared = picker.shares && candidate.number > 1;
                if !(shared && self.is_busy(position.key(), candidate.mv)) {
                    return Some(candidate);
                }
                *put_off += 1;
                self.moves.front(*begin, *put_off)[*put_off - 1] = candidate;
            }
            picker.stage = Stage::PutOff { begin: *begin, put_off: *put_off, returned: 0 };
        }
        let Stage::PutOff { begin, put_off, returned } = &mut picker.stage else { return None };
        // Rather one that the other thread has done with than one that both would search at once.
        let left = *returned..*put_off;
        let is_free = |at: &usize| {
            let mv = self.moves.front(*begin, *put_off)[*at].mv;
            !self.is_busy(position.key(), mv)
        };
        let next = left.clone().find(is_free).or(left.clone().next())?;
        let front = self.moves.front(*begin, *put_off);
        front.swap(*returned, next);
        *returned += 1;
        Some(front[*returned - 1])
    }

    #[inline(always)]
    fn is_busy(&self, key: u64, mv: Move) -> bool {
        self.busy.is_some_and(|busy| busy.has(self.mark(key, mv)))
    }

    /// The mark of a move in the position with this key, after a game like this one.
    #[inline(always)]
    pub(super) fn mark(&self, key: u64, mv: Move) -> Mark {
        Mark::new(key ^ self.signature, mv)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use std::time::{Duration, Instant};

    use super::*;
    use crate::board::{Board7, BoardGame, BoardRules};
    use crate::eval::LinearEvaluation;
    use crate::rules::find;
    use crate::search::busy::Busy;
    use crate::search::history::History;
    use crate::search::limits::{Control, Limits, Timer};
    use crate::search::root::Root;
    use crate::search::score::INFINITE;
    use crate::search::table::TranspositionTable;
    use crate::search::worker::{Room, Shared};

    /// Does something with a worker of two threads at the start of a game.
    fn with_worker(work: impl FnOnce(&mut Worker<'_, Board7, LinearEvaluation>, &Node<Board7>)) {
        let rules = Arc::new(BoardRules::<Board7>::new(find("brandub-walker").unwrap()).unwrap());
        let limits = Limits::default();
        let control = Control::new(&limits);
        let game = BoardGame::new(Arc::clone(&rules));
        let shared = Shared {
            rules: &*rules,
            root: Root::new(&game, &limits.search_moves).unwrap(),
            evaluation: &LinearEvaluation::new(&*rules),
            table: &TranspositionTable::new(1).unwrap(),
            history: &History::new::<Board7>(),
            busy: Some(Busy::new(2)),
            limits: &limits,
            control: &control,
            timer: Timer::new(&limits, &control, Instant::now(), Duration::ZERO),
            finished: AtomicBool::new(false),
            nodes: Vec::new(),
            multi_pv: 1,
        };
        let mut room = Room::new(shared.evaluation.memory(1));
        let mut silent = |_: crate::search::Event| {};
        let mut worker = Worker::new(&shared, 0, &mut room, &mut silent);
        let node =
            Node { position: *game.position(), ply: 1, previous: None, evals: [INFINITE; 2] };
        work(&mut worker, &node);
    }

    type TestWorker<'a> = Worker<'a, Board7, LinearEvaluation>;

    /// The next moves handed out, with their numbers.
    fn take(
        worker: &mut TestWorker<'_>,
        picker: &mut Picker,
        node: &Node<Board7>,
        count: usize,
    ) -> Vec<(Move, u16)> {
        let next = || worker.next_move(picker, node, !0);
        let moves = std::iter::from_fn(next).take(count);
        moves.map(|candidate| (candidate.mv, candidate.number)).collect()
    }

    #[test]
    fn moves_another_thread_is_at_come_last_with_their_numbers() {
        with_worker(|worker, node| {
            let plain = take(worker, &mut Picker::new(None, false), node, usize::MAX);
            assert!(plain.len() > 20);
            let busy = worker.busy.unwrap();
            let mark = |number: usize| {
                Mark::new(node.position.key() ^ worker.signature, plain[number - 1].0)
            };
            let [_first, _fifth, tenth, _twelfth] = [1, 5, 10, 12].map(|at| busy.attend(mark(at)));
            let mut picker = Picker::new(None, true);
            let mut moves = take(worker, &mut picker, node, plain.len() - 3);
            // The other thread has done with one of them by now: it is the next.
            drop(tenth);
            moves.extend(take(worker, &mut picker, node, usize::MAX));
            let numbers: Vec<u16> = moves.iter().map(|(_, number)| *number).collect();
            let others = (1..=plain.len() as u16).filter(|number| ![5, 10, 12].contains(number));
            assert_eq!(numbers, others.chain([10, 5, 12]).collect::<Vec<_>>());
            moves.sort_by_key(|(_, number)| *number);
            assert_eq!(moves, plain);
        });
    }

    #[test]
    fn leaving_the_rest_out_keeps_what_was_put_off() {
        with_worker(|worker, node| {
            let plain = take(worker, &mut Picker::new(None, false), node, 4);
            let busy = worker.busy.unwrap();
            let mark = |(mv, _)| Mark::new(node.position.key() ^ worker.signature, mv);
            let _attended = [plain[1], plain[2]].map(|of| busy.attend(mark(of)));
            let mut picker = Picker::new(Some(plain[0].0), true);
            let first = take(worker, &mut picker, node, 2);
            assert_eq!(first, [plain[0], plain[3]]);
            picker.skip_rest();
            assert_eq!(take(worker, &mut picker, node, 1), [plain[1]]);
            picker.skip_rest();
            assert_eq!(take(worker, &mut picker, node, 1), []);
        });
    }
}
