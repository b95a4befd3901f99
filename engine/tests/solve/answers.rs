//! The solver's answers in themselves: played out, within limits, and trivial cases.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use branan_engine::solve::{Answer, Budget, Obstacle, Solver};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tafl::board::{Board, Board7, BoardGame, BoardRules, BoardVisitor, named, with_board};
use tafl::game::Game;
use tafl::rules::{Ruleset, Side, builtin};
use tafl::types::Move;

use crate::endings::{check_line, game_at, rules_of, solve};

/// Plays the solver's moves for the winner against every reply. Returns the number of games.
fn play_out(game: &BoardGame<Board7>, winner: Side, plies: u32, case: &str) -> usize {
    if let Some(outcome) = game.outcome() {
        assert_eq!(outcome.winner, Some(winner), "{case}: {:?}", game.line());
        return 1;
    }
    assert!(plies > 0, "{case}: {:?}", game.line());
    let moves = if game.to_move() == winner {
        let limits = Budget { nodes: Some(100_000), time: None };
        let mut solver = Solver::new(1).unwrap();
        let solution = solver.solve(game, &limits, &AtomicBool::new(false), &mut |_| {});
        assert_eq!(solution.answer, Answer::Win, "{case}: {:?}", game.line());
        vec![named::<Board7>(solution.line[0])]
    } else {
        game.legal_moves()
    };
    let after = |mv: &Move| {
        let mut game = game.clone();
        Game::play(&mut game, *mv).unwrap();
        play_out(&game, winner, plies - 1, case)
    };
    moves.iter().map(after).sum()
}

#[test]
fn wins_are_won_against_every_reply() {
    let mut random = StdRng::seed_from_u64(13);
    let mut games = 0;
    for ruleset in builtin().iter().filter(|ruleset| ruleset.side_length() == 7) {
        let rules = Arc::new(BoardRules::<Board7>::new(ruleset).unwrap());
        for _ in 0..12 {
            let mut position = *rules.start();
            for _ in 0..random.random_range(10..50) {
                let moves = rules.moves(&position);
                let quiet = |mv| {
                    let after = rules.play_unchecked(&position, mv);
                    after.ending().is_none().then_some(after)
                };
                let after: Vec<_> = moves.into_iter().filter_map(quiet).collect();
                let Some(after) = after.choose(&mut random) else { break };
                position = *after;
            }
            let game = game_at(&rules, &rules.write_fen(&position));
            let solution = solve(&game, 2000);
            let winner = match solution.answer {
                Answer::Win => game.to_move(),
                Answer::Loss => game.to_move().other(),
                _ => continue,
            };
            let compares_boards = ruleset.repetition.compares_boards();
            if compares_boards && winner == Side::Defenders {
                // Once moves have been played, boards that have been there may bar the way.
                continue;
            }
            if solution.plies.is_some_and(|plies| (3..=5).contains(&plies)) {
                // A new search may find a longer win.
                games += play_out(&game, winner, 40, &format!("{} {}", ruleset.name, game.fen()));
            }
        }
    }
    println!("{games} games");
    assert!(games > 500);
}

#[test]
fn the_attackers_of_ard_ri_win() {
    let rules = rules_of("ard-ri", &[]);
    let game = BoardGame::new(rules);
    for megabytes in [1, 16] {
        let solution = Solver::new(megabytes).unwrap().solve(
            &game,
            &Budget { nodes: Some(200_000), time: None },
            &AtomicBool::new(false),
            &mut |_| {},
        );
        assert_eq!(solution.answer, Answer::Win);
        assert!(solution.plies.is_some_and(|plies| (13..40).contains(&plies)));
        check_line(&game, &solution, "ard-ri");
    }
}

struct Limited<'a>(&'a Ruleset);

impl BoardVisitor for Limited<'_> {
    /// Nodes reported before the time limit.
    type Output = u64;

    fn visit<B: Board>(self) -> u64 {
        let game = BoardGame::new(Arc::new(BoardRules::<B>::new(self.0).unwrap()));
        let unknown = Answer::Unknown(Obstacle::Limit);
        // Longer than the first iteration of every question, except that Ard Ri is solved sooner.
        let longest = if self.0.name == "ard-ri" { 1000 } else { 4097 };
        for nodes in [1, 2, 100, longest] {
            let solution = solve(&game, nodes);
            assert_eq!((solution.answer, solution.nodes), (unknown, nodes), "{}", self.0.name);
            assert!(solution.line.is_empty() && solution.plies.is_none());
        }
        let limits = Budget { nodes: None, time: Some(Duration::from_millis(20)) };
        let mut told = 0;
        let mut solver = Solver::new(1).unwrap();
        let stop = AtomicBool::new(false);
        let solution = solver.solve(&game, &limits, &stop, &mut |progress| {
            assert!(progress.nodes >= told && progress.full <= 1000);
            told = progress.nodes;
        });
        if solution.answer == unknown {
            assert!(solution.elapsed >= Duration::from_millis(20));
        }
        assert!(solution.elapsed < Duration::from_secs(5));
        let stop = AtomicBool::new(true);
        let solution = solver.solve(&game, &Budget::default(), &stop, &mut |_| {});
        assert_eq!((solution.answer, solution.nodes), (unknown, 0));
        told
    }
}

#[test]
fn limits_are_kept_on_every_board() {
    let told = builtin().iter().map(|ruleset| {
        with_board(ruleset.side_length(), Limited(ruleset)).expect("built-in boards are known")
    });
    // On a busy machine the time may run out before the first report, but not in every ruleset.
    assert!(told.sum::<u64>() > 0);
}

#[test]
fn a_finished_game_has_its_result() {
    let rules = rules_of("brandub-walker", &[]);
    let check = |fen: &str, moves: &str, answer: Answer| {
        let mut game = game_at(&rules, fen);
        for mv in moves.split_whitespace() {
            game.play_text(mv).unwrap();
        }
        assert!(game.outcome().is_some(), "{fen} {moves}");
        let solution = solve(&game, 10);
        assert_eq!((solution.answer, solution.nodes), (answer, 0), "{fen} {moves}");
        assert!(solution.line.is_empty());
    };
    check("7/3t3/7/7/7/7/1K5 d", "b1a1", Answer::Loss);
    check("2t4/2K4/7/7/7/7/2t4 a", "c1c5", Answer::Loss);
    check("1t5/7/7/3K3/7/7/5T1 a", "b7c7 f1e1 c7b7 e1f1", Answer::Neither);
    check("7/7/7/3K3/7/7/7 a", "", Answer::Neither);
}

#[test]
fn wins_in_one_and_two_need_no_search() {
    let rules = rules_of("brandubh-macwhite", &[]);
    let escape = solve(&game_at(&rules, "7/3t3/7/7/7/7/1K5 d"), 10);
    assert_eq!((escape.answer, escape.plies, escape.nodes), (Answer::Win, Some(1), 0));
    let twice = solve(&game_at(&rules, "7/3t3/7/7/7/7/1K5 a"), 10);
    assert_eq!((twice.answer, twice.plies, twice.line.len()), (Answer::Loss, Some(2), 2));
}

#[test]
fn a_fork_needs_no_search() {
    let rules = rules_of("brandubh-macwhite", &[]);
    let game = game_at(&rules, "7/3t3/7/7/7/3K3/7 d");
    let fork = solve(&game, 10);
    assert_eq!((fork.answer, fork.plies, fork.nodes), (Answer::Win, Some(3), 0));
    check_line(&game, &fork, "fork");
}

#[test]
fn a_threat_without_an_answer_needs_no_search() {
    let rules = rules_of("brandubh-fosdick", &[]);
    // The king can go only to c5, where he is captured from b5, or stay and be captured from c5.
    let game = game_at(&rules, "7/1t5/tK1t3/1t5/7/7/3T3 d");
    let lost = solve(&game, 10);
    assert_eq!((lost.answer, lost.plies, lost.nodes), (Answer::Loss, Some(2), 0));
    check_line(&game, &lost, "in danger");
    let saved = game_at(&rules, "7/1t5/tK1t3/1t5/7/7/2T4 d");
    assert!(solve(&saved, 1).plies != Some(2), "c1c5 is an answer");
}
