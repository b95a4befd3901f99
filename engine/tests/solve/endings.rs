//! Endings with few pieces for the solver.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use branan_engine::solve::{Answer, Budget, Solution, Solver};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tafl::board::{Board, Board7, BoardGame, BoardRules, move_name};
use tafl::game::Game;
use tafl::rules::{Alternate, Alternates, Ruleset, find};

pub type Overlay = &'static [(&'static str, &'static str)];

/// A ruleset with alternate rules.
fn overlaid(name: &str, overlay: Overlay) -> Ruleset {
    let mut alternates = Alternates::default();
    for (rule, value) in overlay {
        let rule = Alternate::all().find(|known| known.to_string() == *rule).unwrap();
        alternates.choose(rule, value).unwrap();
    }
    alternates.over(find(name).unwrap())
}

pub fn rules_of(name: &str, overlay: Overlay) -> Arc<BoardRules<Board7>> {
    Arc::new(BoardRules::new(&overlaid(name, overlay)).unwrap())
}

pub fn game_at<B: Board>(rules: &Arc<BoardRules<B>>, fen: &str) -> BoardGame<B> {
    BoardGame::from_fen(Arc::clone(rules), fen).unwrap()
}

/// The position after some random moves, or just before the game would have ended.
pub fn wander(rules: &BoardRules<Board7>, fen: &str, plies: usize, random: &mut StdRng) -> String {
    let mut position = rules.read_fen(fen).unwrap();
    for _ in 0..plies {
        let moves = rules.moves(&position);
        let after = moves.into_iter().map(|mv| rules.play_unchecked(&position, mv));
        let quiet: Vec<_> = after.filter(|after| after.ending().is_none()).collect();
        let Some(after) = quiet.choose(random) else { break };
        position = *after;
    }
    rules.write_fen(&position)
}

pub fn solve<B: Board>(game: &BoardGame<B>, nodes: u64) -> Solution {
    let limits = Budget { nodes: Some(nodes), time: None };
    Solver::new(4).unwrap().solve(game, &limits, &AtomicBool::new(false), &mut |_| {})
}

/// Checks that a line leads from the current position to a win for the right side.
pub fn check_line(game: &BoardGame<Board7>, solution: &Solution, place: &str) {
    let mover = game.to_move();
    let winner = if solution.answer == Answer::Win { mover } else { mover.other() };
    let mut game = game.clone();
    for mv in &solution.line {
        game.play_text(&move_name::<Board7>(*mv))
            .unwrap_or_else(|error| panic!("{place}: {error}"));
    }
    assert!(solution.complete, "{place}");
    assert_eq!(game.outcome().and_then(|outcome| outcome.winner), Some(winner), "{place}");
    assert!(solution.line.len() as u32 <= solution.plies.unwrap(), "{place}");
}
