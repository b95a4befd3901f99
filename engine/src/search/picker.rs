//! Staged move picker: moves that a cut-off makes unnecessary are never listed.

use super::busy::Mark;
use super::node::Node;
use super::order::{Candidate, MoveLists};
use super::worker::Worker;
use crate::board::{Bits, Board, BoardMove, one_copy};
use crate::eval::Evaluation;

/// The state of the move picker at a node.
pub(super) struct Picker<B: Board> {
    table_move: Option<BoardMove>,
    /// The destination squares of the moves handed out.
    within: B::Bits,
    /// The squares where a move captures.
    captures: B::Bits,
    /// The killers and the reply, if they are legal in this position.
    refutations: [Option<BoardMove>; 3],
    stage: Stage,
    /// The start of the node's lists on the stack, and of the current stage's list.
    begin: usize,
    stage_begin: usize,
    /// The number of moves taken from the stage's list.
    picked: usize,
    /// The number of moves with a move number.
    count: u16,
    /// Whether the remaining quiet moves are skipped.
    skips_quiets: bool,
    /// Whether moves that another thread is searching are deferred until all others were handed
    /// out.
    shares: bool,
    put_off: Vec<Candidate>,
}

/// The stage of the picker.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Stage {
    /// No move has been handed out.
    Fresh,
    /// The table move.
    Table,
    Captures,
    /// Quiet moves that were best in similar positions: killers and reply.
    Refutations,
    /// All other quiet moves.
    Quiets,
}

impl<B: Board> Picker<B> {
    /// The number of moves handed out.
    #[inline(always)]
    pub fn count(&self) -> usize {
        usize::from(self.count)
    }

    /// Takes back the last move as illegal. Its number goes to the next move.
    pub fn discount(&mut self) {
        self.count -= 1;
    }

    /// Skips the remaining quiet moves, except those already deferred.
    #[inline(always)]
    pub fn skip_quiets(&mut self) {
        self.skips_quiets = true;
    }

    /// Frees the space in the lists.
    pub fn close(self, moves: &mut MoveLists) {
        moves.discard(self.begin);
    }
}

impl<B: Board, E: Evaluation<B>> Worker<'_, B, E> {
    /// The table move, if it is legal in this position: two positions may share a key.
    #[inline(always)]
    pub(super) fn fit_table_move(
        &self,
        node: &Node<B>,
        table_move: Option<BoardMove>,
        within: B::Bits,
    ) -> Option<BoardMove> {
        table_move
            .filter(|mv| within.has(mv.to()) && self.context.rules.is_legal(&node.position, *mv))
    }

    /// Starts to hand out a node's moves to squares of `within`, the table move first. With
    /// `shares`, moves that another thread is searching come last.
    #[inline(always)]
    pub(super) fn picker(
        &self,
        node: &Node<B>,
        table_move: Option<BoardMove>,
        within: B::Bits,
        shares: bool,
    ) -> Picker<B> {
        let begin = self.data.moves.end();
        Picker {
            table_move,
            within,
            captures: self.context.rules.capture_squares(&node.position),
            refutations: [None; 3],
            stage: Stage::Fresh,
            begin,
            stage_begin: begin,
            picked: 0,
            count: 0,
            skips_quiets: false,
            shares,
            put_off: Vec::new(),
        }
    }

    /// The next move to search. The table move comes before the others are even listed.
    #[inline(always)]
    pub(super) fn next_move(
        &mut self,
        picker: &mut Picker<B>,
        node: &Node<B>,
    ) -> Option<Candidate> {
        if picker.stage == Stage::Fresh {
            picker.stage = Stage::Table;
            if let Some(mv) = picker.table_move {
                picker.count = 1;
                return Some(Candidate { mv, captures: picker.captures.has(mv.to()), number: 1 });
            }
        }
        loop {
            if picker.skips_quiets && picker.stage >= Stage::Refutations {
                break;
            }
            let Picker { stage_begin, picked, count, .. } = picker;
            while let Some((candidate, next)) =
                self.data.moves.pick(*stage_begin, *picked, *count + 1)
            {
                if let Some(next) = next {
                    self.prefetch_child(&node.position, node.ply, next);
                }
                *picked += 1;
                *count += 1;
                let shared = picker.shares && candidate.number > 1;
                if !(shared && self.is_busy(node.position.key(), candidate.mv)) {
                    return Some(candidate);
                }
                picker.put_off.push(candidate);
            }
            if picker.stage == Stage::Quiets {
                break;
            }
            one_copy::<B, _>(|| self.list_next(picker, node));
        }
        self.next_put_off(picker, node)
    }

    /// Lists the moves of the next stage.
    #[inline(always)]
    fn list_next(&mut self, picker: &mut Picker<B>, node: &Node<B>) {
        let Node { position, ply, .. } = node;
        let (history, table_move) = (self.context.history, picker.table_move);
        (picker.stage_begin, picker.picked) = (self.data.moves.end(), 0);
        picker.stage = match picker.stage {
            Stage::Fresh | Stage::Table if *ply == 0 => {
                let moves = self.root.moves[self.root.pv_index..].iter();
                self.data.moves.list(moves.map(|root_move| (root_move.mv, root_move.captures)));
                Stage::Quiets
            }
            Stage::Fresh | Stage::Table => {
                let captures = picker.captures & picker.within;
                if !captures.is_empty() {
                    self.data.moves.list_captures(
                        self.context.rules,
                        position,
                        history,
                        captures,
                        table_move,
                    );
                }
                Stage::Captures
            }
            Stage::Captures => {
                picker.refutations = self.refutations(picker, node);
                let moves = picker.refutations.into_iter().flatten();
                self.data.moves.list(moves.map(|mv| (mv, false)));
                Stage::Refutations
            }
            Stage::Refutations | Stage::Quiets => {
                let [first, second, third] = picker.refutations;
                let except = [table_move, first, second, third];
                let within = picker.within & !picker.captures;
                let own = &self.data.continuations;
                self.data.moves.list_quiets(self.context.rules, node, history, own, within, except);
                Stage::Quiets
            }
        };
    }

    /// The killers and the reply without duplicates, if they are quiet moves of the node.
    #[inline(always)]
    fn refutations(&self, picker: &Picker<B>, node: &Node<B>) -> [Option<BoardMove>; 3] {
        let Node { position, ply, previous, .. } = node;
        let [newer, older] = self.context.history.killers(*ply);
        let reply = self.context.history.reply(position.to_move(), previous[0]);
        let within = picker.within & !picker.captures;
        let fits = |mv: &BoardMove| {
            within.has(mv.to())
                && picker.table_move != Some(*mv)
                && self.context.rules.is_legal(position, *mv)
        };
        let others = |mv: &BoardMove| newer != Some(*mv) && older != Some(*mv);
        [newer.filter(fits), older.filter(fits), reply.filter(others).filter(fits)]
    }

    /// The next deferred move. Prefers one that the other thread has finished to one that both
    /// would search at once.
    #[inline(always)]
    fn next_put_off(&mut self, picker: &mut Picker<B>, node: &Node<B>) -> Option<Candidate> {
        let is_free = |candidate: &Candidate| !self.is_busy(node.position.key(), candidate.mv);
        let next = picker.put_off.iter().position(is_free).unwrap_or(0);
        (!picker.put_off.is_empty()).then(|| picker.put_off.remove(next))
    }

    #[inline(always)]
    fn is_busy(&self, key: u64, mv: BoardMove) -> bool {
        self.context.busy.is_some_and(|busy| busy.has(self.mark(key, mv)))
    }

    /// The mark of a move in the position with this key, after a game with this signature.
    #[inline(always)]
    pub(super) fn mark(&self, key: u64, mv: BoardMove) -> Mark {
        Mark::new(key ^ self.context.signature, mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board7;
    use crate::search::test_worker::{TestWorker, with_worker};

    /// The next moves handed out, with their numbers.
    fn take(
        worker: &mut TestWorker<'_>,
        picker: &mut Picker<Board7>,
        node: &Node<Board7>,
        count: usize,
    ) -> Vec<(BoardMove, u16)> {
        let next = || worker.next_move(picker, node);
        let moves = std::iter::from_fn(next).take(count);
        moves.map(|candidate| (candidate.mv, candidate.number)).collect()
    }

    #[test]
    fn moves_another_thread_is_at_come_last_with_their_numbers() {
        with_worker(|worker, node| {
            let mut picker = worker.picker(node, None, !0, false);
            let plain = take(worker, &mut picker, node, usize::MAX);
            picker.close(&mut worker.data.moves);
            assert!(plain.len() > 20);
            let busy = worker.context.busy.unwrap();
            let mark = |number: usize| {
                Mark::new(node.position.key() ^ worker.context.signature, plain[number - 1].0)
            };
            let [_first, _fifth, tenth, _twelfth] = [1, 5, 10, 12].map(|at| busy.claim(mark(at)));
            let mut picker = worker.picker(node, None, !0, true);
            let mut moves = take(worker, &mut picker, node, plain.len() - 3);
            // The other thread has finished one of them by now, so it comes next.
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
            let mut picker = worker.picker(node, None, !0, false);
            let plain = take(worker, &mut picker, node, 4);
            picker.close(&mut worker.data.moves);
            let busy = worker.context.busy.unwrap();
            let mark = |(mv, _)| Mark::new(node.position.key() ^ worker.context.signature, mv);
            let _attended = [plain[1], plain[2]].map(|of| busy.claim(mark(of)));
            let mut picker = worker.picker(node, Some(plain[0].0), !0, true);
            let first = take(worker, &mut picker, node, 2);
            assert_eq!(first, [plain[0], plain[3]]);
            picker.skip_quiets();
            assert_eq!(take(worker, &mut picker, node, 3), plain[1..3]);
        });
    }
}
