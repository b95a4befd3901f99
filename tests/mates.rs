//! Proven wins and losses against a solver that tries everything.

use std::sync::Arc;
use std::time::Duration;

use branan::board::{Board, BoardGame, BoardVisitor, Position, Rules, with_board};
use branan::eval::Terms;
use branan::rules::{Ruleset, Verdict, builtin};
use branan::search::score::{Score, is_mate, loss_at, win_at};
use branan::search::{Bound, Control, Event, Limits, Searcher};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// The longest win looked for, in plies.
const PLIES: usize = 5;

/// Whether the side to move can force a win within so many plies. Nothing repeats in so few: the
/// shortest way to a win never comes back.
fn wins<B: Board>(rules: &Rules<B>, position: &Position<B>, plies: usize) -> bool {
    if position.ending.is_some() || plies == 0 {
        return false;
    }
    if rules.winning_move(position).is_some() {
        return true;
    }
    rules.moves(position).into_iter().any(|mv| {
        let after = rules.play(position, mv);
        let side = position.to_move;
        after.ending.is_some_and(|ending| ending.winner() == side)
            || loses(rules, &after, plies - 1)
    })
}

/// Whether the side to move has lost within so many plies, whatever it does.
fn loses<B: Board>(rules: &Rules<B>, position: &Position<B>, plies: usize) -> bool {
    match rules.stalemate(position) {
        Some(verdict) => verdict == Verdict::Loss,
        None if plies < 2 => false,
        None => {
            // The quick refusals first: most moves are answered by a win in one, or not at all.
            rules.winning_move(position).is_none()
                && rules.moves(position).into_iter().all(|mv| {
                    let after = rules.play(position, mv);
                    after.ending.is_none() && wins(rules, &after, plies - 1)
                })
        }
    }
}

/// The true score of a position that is won or lost within [`PLIES`].
fn solve<B: Board>(rules: &Rules<B>, position: &Position<B>) -> Option<Score> {
    (1..=PLIES).find_map(|plies| {
        if plies % 2 == 1 {
            wins(rules, position, plies).then(|| win_at(plies))
        } else {
            loses(rules, position, plies).then(|| loss_at(plies))
        }
    })
}

struct Compare<'a> {
    ruleset: Ruleset,
    random: &'a mut StdRng,
    /// How many wins, and how many losses, were compared.
    seen: &'a mut [usize; 2],
    /// How many of them a usual search found, and how many it overlooked.
    overlooked: &'a mut [usize; 2],
}

impl Compare<'_> {
    fn score<B: Board>(
        &self,
        searcher: &mut Searcher<B, Terms>,
        game: &BoardGame<B>,
        limits: Limits,
    ) -> Score {
        let control = Control::new(&limits);
        let mut last = None;
        searcher.think(game, &limits, 1, Duration::ZERO, &control, &mut |event| {
            if let Event::Line(line) = event
                && line.bound == Bound::Exact
            {
                last = Some(line.score);
            }
        });
        last.unwrap()
    }
}

impl BoardVisitor for Compare<'_> {
    type Output = ();

    fn visit<B: Board>(self) {
        let rules = Arc::new(Rules::<B>::new(&self.ruleset).unwrap());
        let mut searcher = Searcher::<B, Terms>::new(Arc::new(Terms::new(&rules)), 4, 1).unwrap();
        for _ in 0..160 {
            let mut position = *rules.start();
            for _ in 0..self.random.random_range(2..40) {
                let moves = rules.moves(&position);
                let safe: Vec<_> = moves
                    .iter()
                    .map(|mv| rules.play(&position, *mv))
                    .filter(|after| after.ending.is_none())
                    .collect();
                let Some(after) = safe.choose(self.random) else { break };
                position = *after;
            }
            let Some(truth) = solve(&rules, &position) else { continue };
            if truth.abs() == win_at(1) && self.random.random_bool(0.8) {
                continue;
            }
            let fen = rules.write_fen(&position);
            let game = BoardGame::from_fen(Arc::clone(&rules), &fen).unwrap();
            // A search may overlook a win for a while, but what it calls one is one.
            searcher.clear();
            let deep = Limits { depth: Some(PLIES as u32 + 3), ..Limits::default() };
            let found = self.score(&mut searcher, &game, deep);
            assert!(
                !is_mate(found) || (found.signum() == truth.signum() && found.abs() <= truth.abs()),
                "{}: {fen}: {found}, not {truth}",
                self.ruleset.name
            );
            self.overlooked[usize::from(found != truth)] += 1;
            // Asked for a proof, whatever was found before, it leaves nothing out and finds the shortest one.
            let proof = Limits { mate: Some(PLIES as u32 / 2 + 1), ..Limits::default() };
            let found = self.score(&mut searcher, &game, proof);
            assert_eq!(found, truth, "{}: {fen}", self.ruleset.name);
            self.seen[usize::from(truth < 0)] += 1;
        }
    }
}

#[test]
fn proven_scores_are_true() {
    let mut random = StdRng::seed_from_u64(3);
    let (mut seen, mut overlooked) = ([0; 2], [0; 2]);
    for ruleset in builtin().iter().filter(|ruleset| ruleset.side_length() == 7) {
        let compare = Compare {
            ruleset: ruleset.clone(),
            random: &mut random,
            seen: &mut seen,
            overlooked: &mut overlooked,
        };
        with_board(7, compare).unwrap();
    }
    println!("{seen:?} {overlooked:?}");
    assert!(overlooked[1] * 10 < overlooked[0], "{overlooked:?}");
    assert!(seen[0] > 180 && seen[1] > 50, "{seen:?}");
}
