//! Proven wins and losses, compared with an exhaustive solver.

use std::array::from_fn;
use std::collections::HashMap;
use std::sync::Arc;
use std::thread::scope;

use branan_engine::eval::LinearEvaluation;
use branan_engine::search::score::{Score, is_mate, loss_at, win_at};
use branan_engine::search::{Bound, Control, Limits, SearchEvent, Searcher, Task};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tafl::board::{Board, BoardGame, BoardMove, BoardRules, BoardVisitor, Position, with_board};
use tafl::rules::{Ruleset, Side, Verdict, builtin};

/// The longest win or loss searched for, in plies.
const PLIES: usize = 7;

/// Depth of the normal search, in plies.
const DEPTH: u32 = 8;

/// More threads than most machines have cores, so that they are preempted at arbitrary points.
const MANY_THREADS: usize = 8;

/// An exhaustive solver with memory.
struct Exhaustive<'a, B: Board> {
    rules: &'a BoardRules<B>,
    /// Whether the side to move wins, by key and plies.
    wins: HashMap<(u64, usize), bool>,
    /// By plies, the reply that last refuted a move; tried first.
    refutations: [Option<BoardMove>; PLIES + 1],
}

impl<'a, B: Board> Exhaustive<'a, B> {
    fn new(rules: &'a BoardRules<B>) -> Self {
        Self { rules, wins: HashMap::new(), refutations: [None; PLIES + 1] }
    }

    /// Whether the side to move can force a win within `plies`. Repetition does not matter, because
    /// a shortest win never returns to a position.
    fn wins(&mut self, position: &Position<B>, plies: usize) -> bool {
        if position.ending().is_some() || plies == 0 {
            return false;
        }
        if self.rules.winning_move(position).is_some() {
            return true;
        }
        let known = (plies > 2).then(|| self.wins.get(&(position.key(), plies)).copied());
        if let Some(Some(wins)) = known {
            return wins;
        }
        let wins = self.rules.moves(position).into_iter().any(|mv| {
            let after = self.rules.play_unchecked(position, mv);
            match after.ending() {
                Some(ending) => ending.winner() == position.to_move(),
                None => self.loses(&after, plies - 1),
            }
        });
        if plies > 2 {
            self.wins.insert((position.key(), plies), wins);
        }
        wins
    }

    /// Whether the side to move has lost within `plies`, whatever it plays.
    fn loses(&mut self, position: &Position<B>, plies: usize) -> bool {
        match self.rules.stalemate(position) {
            Some(verdict) => return verdict == Verdict::Loss,
            None if plies < 2 || self.rules.winning_move(position).is_some() => return false,
            None => {}
        }
        let mut moves = self.rules.moves(position);
        if let Some(refutation) = self.refutations[plies]
            && let Some(index) = moves.iter().position(|mv| *mv == refutation)
        {
            moves.swap(0, index);
        }
        let refutation = moves.into_iter().find(|mv| {
            let after = self.rules.play_unchecked(position, *mv);
            after.ending().is_some() || !self.wins(&after, plies - 1)
        });
        if refutation.is_some() {
            self.refutations[plies] = refutation;
        }
        refutation.is_none()
    }

    /// The true score of a position that is won or lost within `within` plies.
    fn solve(&mut self, position: &Position<B>, within: usize) -> Option<Score> {
        (1..=within).find_map(|plies| {
            if plies % 2 == 1 {
                self.wins(position, plies).then(|| win_at(plies))
            } else {
                self.loses(position, plies).then(|| loss_at(plies))
            }
        })
    }
}

/// Statistics of the comparison.
#[derive(Debug, Default)]
struct Seen {
    /// Number of positions by plies to the end and side to move.
    ends: [[usize; 2]; PLIES + 1],
    /// Number of those that the normal search solved, and that it did not.
    usual: [usize; 2],
    /// Positions without a forced end within range.
    open: usize,
}

struct Compare<'a> {
    ruleset: &'a Ruleset,
    random: StdRng,
    seen: Seen,
}

/// The last exact score of a search, if it has any.
fn score<B: Board>(
    searcher: &mut Searcher<B, LinearEvaluation>,
    game: &BoardGame<B>,
    limits: Limits,
) -> Option<Score> {
    let control = Control::default();
    let mut last = None;
    searcher.think(&Task::new(game, &limits), &control, &mut |event| {
        if let SearchEvent::Line(line) = event
            && line.bound == Bound::Exact
        {
            last = Some(line.score);
        }
    });
    last
}

/// Whether a score claims no more than is true. `truth` is the score if the position is won or lost
/// within `within` plies.
fn is_true(found: Score, truth: Option<Score>, within: usize) -> bool {
    match truth {
        Some(truth) => {
            !is_mate(found) || found.signum() == truth.signum() && found.abs() <= truth.abs()
        }
        None => found.abs() < win_at(within),
    }
}

impl Compare<'_> {
    /// A position from a random game that is not over.
    fn played<B: Board>(&mut self, rules: &BoardRules<B>) -> Position<B> {
        let mut position = *rules.start();
        for _ in 0..self.random.random_range(2..60) {
            let open: Vec<_> = rules
                .moves(&position)
                .into_iter()
                .map(|mv| rules.play_unchecked(&position, mv))
                .filter(|after| after.ending().is_none() && rules.stalemate(after).is_none())
                .collect();
            // Sometimes avoids moves that allow a win in one.
            let safe: Vec<_> =
                open.iter().filter(|after| rules.winning_move(after).is_none()).collect();
            let after = match safe.choose(&mut self.random) {
                Some(after) if self.random.random_bool(0.8) => Some(**after),
                _ => open.choose(&mut self.random).copied(),
            };
            let Some(after) = after else { break };
            position = after;
        }
        position
    }

    /// A position with many attackers around the king and few defenders, if it is legal.
    fn crowded<B: Board>(&mut self, rules: &BoardRules<B>) -> Option<Position<B>> {
        let side = B::SIDE;
        let mut board = vec![vec!['.'; side]; side];
        let king = [0, 1].map(|_| self.random.random_range(1..side - 1));
        board[king[0]][king[1]] = 'K';
        for number in 0..self.random.random_range(5..12) {
            let [rank, file] = king.map(|at| {
                let near = at + self.random.random_range(0..7);
                near.saturating_sub(3).min(side - 1)
            });
            let letter = if number % 5 == 4 { 'T' } else { 't' };
            let square = &mut board[rank][file];
            *square = if *square == '.' { letter } else { *square };
        }
        let rows: Vec<String> = board.iter().map(|row| row.iter().collect()).collect();
        let rows = (1..=side)
            .rev()
            .fold(rows.join("/"), |rows, run| rows.replace(&".".repeat(run), &run.to_string()));
        let to_move = if self.random.random_bool(0.5) { "a" } else { "d" };
        let position = rules.read_fen(&format!("{rows} {to_move}")).ok()?;
        let goes_on = position.ending().is_none() && rules.stalemate(&position).is_none();
        goes_on.then_some(position)
    }
}

impl BoardVisitor for Compare<'_> {
    type Output = Seen;

    fn visit<B: Board>(mut self) -> Seen {
        let rules = Arc::new(BoardRules::<B>::new(self.ruleset).unwrap());
        let terms = Arc::new(LinearEvaluation::new(&rules));
        let mut searchers = [1, 2, MANY_THREADS].map(|threads| {
            let terms = Arc::clone(&terms);
            Searcher::<B, LinearEvaluation>::with_cores(terms, 4, threads, MANY_THREADS).unwrap()
        });
        let mut exhaustive = Exhaustive::new(&rules);
        for number in 0..POSITIONS {
            let searcher = &mut searchers[number % 3];
            let crowded = self.random.random_bool(0.7);
            let position = if crowded { self.crowded(&rules) } else { Some(self.played(&rules)) };
            let Some(position) = position else { continue };
            if rules.winning_move(&position).is_some() && self.random.random_bool(0.97) {
                continue;
            }
            exhaustive.wins.clear();
            // Exhaustive search is slow with many pieces.
            let within = if crowded || self.random.random_bool(0.2) { PLIES } else { PLIES - 2 };
            let truth = exhaustive.solve(&position, within);
            let fen = format!("{}: {}", self.ruleset.name, rules.write_fen(&position));
            let game =
                BoardGame::from_fen(Arc::clone(&rules), &rules.write_fen(&position)).unwrap();
            if truth.is_none() && self.random.random_bool(0.5) {
                continue;
            }
            // The normal search may overlook a win for a while, but a win that it reports must be
            // real and no shorter than the shortest.
            searcher.clear();
            let usual = Limits { depth: Some(DEPTH), ..Limits::default() };
            let found = score(searcher, &game, usual).unwrap();
            assert!(is_true(found, truth, within), "{fen}: {found}, not {truth:?}");
            if let Some(truth) = truth {
                self.seen.usual[usize::from(found != truth)] += 1;
            }
            // Nor may one that is stopped in the middle of an iteration claim more.
            for _ in 0..4 {
                searcher.clear();
                let nodes = Some(self.random.random_range(1..4000));
                if let Some(found) = score(searcher, &game, Limits { nodes, ..Limits::default() }) {
                    assert!(is_true(found, truth, within), "{fen}, {nodes:?}: {found}, {truth:?}");
                }
            }
            // A mate search prunes nothing, whatever the table holds, so it finds a shortest win.
            let plies = truth.map_or(within, |truth| (win_at(0) - truth.abs()) as usize);
            let mut prove = |mate: usize| {
                let limits = Limits { mate: Some(mate as u32), ..Limits::default() };
                score(searcher, &game, limits).unwrap()
            };
            let proof =
                prove(plies.div_ceil(2) + usize::from(truth.is_some_and(|truth| truth < 0)));
            match truth {
                Some(truth) if truth > 0 => {
                    assert_eq!(proof, truth, "{fen}");
                    assert!(plies < 3 || prove(plies.div_ceil(2) - 1) <= truth, "{fen}");
                }
                // The line of a loss may be too long, but never too short.
                Some(truth) => {
                    assert!(is_mate(proof) && (truth..0).contains(&proof), "{fen}: {proof}")
                }
                None => assert!(proof.abs() < win_at(within), "{fen}: {proof}"),
            }
            match truth {
                Some(_) => {
                    let attackers = position.to_move() == Side::Attackers;
                    self.seen.ends[plies][usize::from(attackers)] += 1;
                }
                None => self.seen.open += 1,
            }
        }
        self.seen
    }
}

/// Positions tested in each ruleset.
const POSITIONS: usize = 250;

#[test]
fn proven_scores_are_true() {
    let rulesets = builtin().iter().filter(|ruleset| ruleset.side_length() == 7);
    let seen: Vec<Seen> = scope(|scope| {
        let compare = |(ruleset, seed)| {
            let random = StdRng::seed_from_u64(seed);
            let compare = Compare { ruleset, random, seen: Seen::default() };
            scope.spawn(|| with_board(7, compare).unwrap())
        };
        let threads: Vec<_> = rulesets.zip(3..).map(compare).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    println!("{seen:?}");
    let sum = |of: &dyn Fn(&Seen) -> usize| seen.iter().map(of).sum::<usize>();
    let ends: [[usize; 2]; PLIES + 1] =
        from_fn(|plies| [0, 1].map(|side| sum(&|seen| seen.ends[plies][side])));
    let usual = [0, 1].map(|which| sum(&|seen| seen.usual[which]));
    let open = sum(&|seen| seen.open);
    assert!(usual[1] * 10 < usual[0], "{usual:?}");
    assert!(ends.iter().flatten().sum::<usize>() > 300 && open > 50, "{ends:?} {open}");
    assert!(ends[1..].iter().all(|sides| sides[0] + sides[1] > 3), "{ends:?}");
    for side in [0, 1] {
        let count =
            |first| ends.iter().skip(first).step_by(2).map(|sides| sides[side]).sum::<usize>();
        assert!(count(1) > 20 && count(2) > 3, "{ends:?}");
    }
}
