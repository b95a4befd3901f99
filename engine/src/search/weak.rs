//! A search that plays at a level below full strength.

use std::sync::Arc;
use std::time::{Duration, Instant};

use super::event::{Line, SearchEvent};
use super::level::{Chance, Handicap, Strength};
use super::limits::{Control, Limits};
use super::root::Root;
use super::score::{Score, of_ending, win_at};
use super::searcher::{ResourceError, SearchResult, Searcher};
use super::table::Bound;
use super::task::Task;
use crate::board::{Board, BoardGame, BoardMove};
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
        let Task { game, limits, multi_pv, overhead } = *task;
        let strength = self.handicap.level.strength();
        let mut chance = self.handicap.chance(game.key());
        let mut lines = Vec::new();
        let mut note = |event: SearchEvent| {
            if let SearchEvent::Line(line) = &event {
                keep_line(&mut lines, line);
                if line.rank > multi_pv {
                    return;
                }
            }
            report(event);
        };
        let blind = chance.below(100) < strength.blind;
        let root = Root::new(game, &limits.search_moves).filter(|_| blind);
        // A host may ask for more lines than a level chooses among.
        let (result, eligible) = if let Some(root) = root {
            let count = root.moves.len();
            self.glance(game, &root, &mut note);
            control.wait_for_release(limits.purpose);
            (SearchResult { best: None, ponder: None, nodes: count as u64 }, count)
        } else {
            let limits = weakened(limits, strength, game.moves().len());
            let task = Task { game, limits: &limits, multi_pv: multi_pv.max(LINES), overhead };
            (self.searcher.think(&task, control, &mut note), LINES)
        };
        lines.truncate(eligible);
        match choose(&lines, strength.noise, &mut chance) {
            Some([best, rest @ ..]) => {
                SearchResult { best: Some(*best), ponder: rest.first().copied(), ..result }
            }
            _ => result,
        }
    }

    /// Scores each root move by the static evaluation after it, and reports them, best first.
    fn glance(&self, game: &BoardGame<B>, root: &Root<B>, report: &mut dyn FnMut(SearchEvent)) {
        let start = Instant::now();
        let (rules, mut memory) = (game.rules(), self.evaluation.memory(0));
        let mut judge = |mv: BoardMove| -> Score {
            let after = rules.play_unchecked(&root.position, mv);
            if root.turn_limit.is_reached(1) {
                -root.turn_limit.score(rules, &after, 1)
            } else if let Some(ending) = after.ending() {
                -of_ending(ending, after.to_move(), 1)
            } else {
                -self.evaluation.evaluate(rules, &mut memory, 0, &after)
            }
        };
        let mut scored: Vec<(Score, BoardMove)> =
            root.moves.iter().map(|root_move| (judge(root_move.mv), root_move.mv)).collect();
        best_first(&mut scored);
        for (rank, (score, mv)) in (1..).zip(&scored) {
            report(SearchEvent::Line(Line {
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
    }
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

/// Replaces the line that had the same rank before.
fn keep_line(lines: &mut Vec<Line>, line: &Line) {
    if line.bound != Bound::Exact {
        return;
    }
    match lines.get_mut(line.rank - 1) {
        Some(old) => *old = line.clone(),
        None => lines.push(line.clone()),
    }
}

/// The line with the best score after adding random noise. A win in one is never missed.
fn choose<'a>(lines: &'a [Line], noise: Score, chance: &mut Chance) -> Option<&'a [BoardMove]> {
    let wins = |line: &&Line| line.score >= win_at(1);
    let mut with_chance = |line: &Line| line.score + chance.below(noise as u32 + 1) as Score;
    let best = || lines.iter().max_by_key(|line| with_chance(line));
    lines.iter().find(wins).or_else(best).map(|line| line.moves.as_slice())
}

/// Sorts moves by their scores.
fn best_first(scored: &mut [(Score, BoardMove)]) {
    scored.sort_by_key(|(score, _)| -score);
}
