//! A search that plays at a level below full strength.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bound::Bound;
use super::event::{Line, SearchEvent};
use super::level::{Chance, Handicap, Strength};
use super::limits::{Control, Limits};
use super::path::Repeated;
use super::root::Root;
use super::score::{Score, of_ending, of_verdict, win_at};
use super::searcher::{ResourceError, SearchResult, Searcher};
use super::task::Task;
use crate::board::{Bits, Board, BoardMove, BoardRules, Position};
use crate::eval::Evaluation;
use crate::game::Game;

/// The number of best lines to choose from.
const LINES: usize = 4;

/// The maximum thinking time of a level.
const MAX_TIME: Duration = Duration::from_secs(1);

/// The size of the table, in MiB.
const TABLE: usize = 4;

/// A searcher below full strength, for one move. It has its own table, so that its moves do not
/// depend on other searches.
pub struct WeakSearcher<B: Board, E: Evaluation<B>> {
    searcher: Searcher<B, E>,
    evaluation: Arc<E>,
    handicap: Handicap,
}

impl<B: Board, E: Evaluation<B>> fmt::Debug for WeakSearcher<B, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WeakSearcher").field("handicap", &self.handicap).finish_non_exhaustive()
    }
}

impl<B: Board, E: Evaluation<B>> WeakSearcher<B, E> {
    /// A searcher that plays at the level of the handicap.
    ///
    /// # Errors
    /// When the system lacks the memory or the thread.
    pub fn new(evaluation: Arc<E>, handicap: Handicap) -> Result<Self, ResourceError> {
        let searcher = Searcher::new(Arc::clone(&evaluation), TABLE, 1)?;
        Ok(Self { searcher, evaluation, handicap })
    }

    /// Like [`Searcher::think`], at the strength of the level. The best move need not be that of
    /// the best line reported.
    pub fn think(
        mut self,
        task: &Task<'_, B>,
        control: &Control,
        report: &mut (dyn FnMut(SearchEvent) + Send),
    ) -> SearchResult {
        let Task { game, limits, multi_pv, .. } = *task;
        let strength = self.handicap.level.strength();
        let mut chance = self.handicap.chance(game.key());
        let mut notes = Notes { lines: Vec::new(), multi_pv, report };
        let blind = chance.below(100) < strength.blind;
        // The nodes may not be enough for the search to come to a win in one.
        let result = if blind || can_win_at_once(task) {
            let nodes = self.glance(task, &mut notes);
            control.wait_for_release(limits.purpose);
            SearchResult { best: None, ponder: None, nodes }
        } else {
            let limits = weakened(limits, strength, game.moves().len());
            // A host may ask for more lines than a level chooses among.
            let task = Task { limits: &limits, multi_pv: multi_pv.max(LINES), ..*task };
            let result = self.searcher.think(&task, control, &mut |event| notes.add(event));
            if notes.lines.is_empty() {
                // The nodes were not enough for one line.
                self.glance(&task, &mut notes);
            }
            notes.lines.truncate(LINES);
            result
        };
        match choose(&notes.lines, strength.noise, &mut chance) {
            Some([best, rest @ ..]) => {
                SearchResult { best: Some(*best), ponder: rest.first().copied(), ..result }
            }
            _ => result,
        }
    }

    /// Scores each root move by the end of the game or the static evaluation after it, and reports
    /// them, best first. Returns their number.
    fn glance(&self, task: &Task<'_, B>, notes: &mut Notes<'_>) -> u64 {
        let start = Instant::now();
        let Some(mut root) = Root::new(task.game, task.search_moves) else { return 0 };
        let (rules, mut memory) = (task.game.rules(), self.evaluation.memory(0));
        let moves = std::mem::take(&mut root.moves);
        let mut judge = |mv: BoardMove| -> Score {
            let after = rules.play_unchecked(&root.position, mv);
            let known = score_at_end(rules, &mut root, &after);
            -known.unwrap_or_else(|| self.evaluation.evaluate(rules, &mut memory, 0, &after))
        };
        let mut scored: Vec<(Score, BoardMove)> =
            moves.iter().map(|root_move| (judge(root_move.mv), root_move.mv)).collect();
        best_first(&mut scored);
        for (rank, (score, mv)) in (1..).zip(&scored) {
            notes.add(SearchEvent::Line(Line {
                depth: 1,
                seldepth: 1,
                rank,
                score: *score,
                bound: Bound::Exact,
                nodes: scored.len() as u64,
                hashfull: 0,
                elapsed: start.elapsed(),
                moves: vec![*mv],
            }));
        }
        scored.len() as u64
    }
}

/// Whether one of the moves to choose from wins.
fn can_win_at_once<B: Board>(task: &Task<'_, B>) -> bool {
    let Some(mut root) = Root::new(task.game, task.search_moves) else { return false };
    let rules = task.game.rules();
    let moves = std::mem::take(&mut root.moves);
    moves.iter().any(|root_move| {
        let after = rules.play_unchecked(&root.position, root_move.mv);
        score_at_end(rules, &mut root, &after).is_some_and(|score| -score >= win_at(1))
    })
}

/// The score for the side to move of a position one ply from the root that ends the game. `None` if
/// it goes on.
fn score_at_end<B: Board>(
    rules: &BoardRules<B>,
    root: &mut Root<B>,
    after: &Position<B>,
) -> Option<Score> {
    if root.turn_limit.is_reached(1) {
        return Some(root.turn_limit.score(rules, after, 1));
    }
    if let Some(ending) = after.ending() {
        return Some(of_ending(ending, after.to_move(), 1));
    }
    // Rules that compare boards end no game.
    root.path.push(after.key(), 0, !after.captured_since(&root.position).is_empty());
    let repeated = root.path.repeated(rules.ruleset().repetition, after.to_move(), 1);
    root.path.pop();
    if let Repeated::Ended { score, .. } = repeated {
        return Some(score);
    }
    rules.stalemate(after).map(|verdict| of_verdict(verdict, 1))
}

/// Tightens `limits` to those of a level, with `moves` legal moves at the root.
fn weakened(limits: &Limits, strength: &Strength, moves: usize) -> Limits {
    let nodes = strength.nodes * moves as u64;
    Limits {
        nodes: Some(limits.nodes.map_or(nodes, |most| most.min(nodes))),
        move_time: Some(limits.move_time.map_or(MAX_TIME, |most| most.min(MAX_TIME))),
        ..limits.clone()
    }
}

/// Reports a search, and keeps the lines to choose from.
struct Notes<'a> {
    /// The last line of each rank, best first.
    lines: Vec<Line>,
    /// The number of lines to report.
    multi_pv: usize,
    report: &'a mut (dyn FnMut(SearchEvent) + Send),
}

impl Notes<'_> {
    fn add(&mut self, event: SearchEvent) {
        if let SearchEvent::Line(line) = &event {
            self.keep(line);
            if line.rank > self.multi_pv {
                return;
            }
        }
        (self.report)(event);
    }

    /// Replaces the line that had the same rank before.
    fn keep(&mut self, line: &Line) {
        if !line.bound.tells(line.rank) {
            return;
        }
        match self.lines.get_mut(line.rank - 1) {
            Some(old) => *old = line.clone(),
            None => self.lines.push(line.clone()),
        }
    }
}

/// The line with the best score after adding random noise. A win in one is never missed.
fn choose<'a>(lines: &'a [Line], noise: Score, chance: &mut Chance) -> Option<&'a [BoardMove]> {
    let wins = |line: &&Line| line.score >= win_at(1);
    let mut with_chance = |line: &Line| line.score + chance.below(noise as u32 + 1) as Score;
    // Of equal ones the first: the last of the greatest, backwards.
    let best = || lines.iter().rev().max_by_key(|line| with_chance(line));
    lines.iter().find(wins).or_else(best).map(|line| line.moves.as_slice())
}

/// Sorts moves by their scores.
fn best_first(scored: &mut [(Score, BoardMove)]) {
    scored.sort_by_key(|(score, _)| -score);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Square;

    #[test]
    fn a_better_move_counts_though_the_nodes_ran_out() {
        let line = |rank, bound, from| {
            let moves = vec![BoardMove::new(Square::new(from), Square::new(0))];
            let (score, elapsed) = (0, Duration::ZERO);
            let (depth, seldepth, nodes, hashfull) = (1, 1, 1, 0);
            Line { depth, seldepth, rank, score, bound, nodes, hashfull, elapsed, moves }
        };
        let mut notes = Notes { lines: Vec::new(), multi_pv: 1, report: &mut |_| {} };
        notes.keep(&line(1, Bound::Exact, 1));
        notes.keep(&line(1, Bound::Upper, 2));
        notes.keep(&line(2, Bound::Exact, 3));
        assert_eq!(notes.lines, [line(1, Bound::Exact, 1), line(2, Bound::Exact, 3)]);
        notes.keep(&line(1, Bound::Lower, 4));
        notes.keep(&line(2, Bound::Lower, 5));
        assert_eq!(notes.lines, [line(1, Bound::Lower, 4), line(2, Bound::Exact, 3)]);
        notes.keep(&line(2, Bound::Upper, 6));
        assert_eq!(notes.lines[1], line(2, Bound::Upper, 6));
    }
}
