//! A solver with several threads and one table.

use std::sync::atomic::AtomicBool;

use branan_engine::solve::{Answer, Budget, Obstacle, Solver};
use tafl::board::BoardGame;

use crate::endings::{check_line, game_at, rules_of};

#[test]
fn threads_prove_what_one_does() {
    let cases = [
        ("ard-ri", "2tt3/3tt2/t1TTT1t/t1TKT1t/1ttT1tt/t3t2/3t3 a", Answer::Win),
        ("brandub-leaflet", "3t3/2t4/5t1/t5t/1t1K3/4t2/2Tt3 a", Answer::Win),
        ("brandubh-macwhite", "3t3/1t5/4t2/t6/2tK2t/5t1/3t3 a", Answer::Win),
        ("fitchneal", "tt4t/3tt1T/t3t2/tTT2T1/t2TK1t/4T2/t1ttt2 d", Answer::Win),
        ("brandub-walker", "7/7/7/3K3/7/7/7 a", Answer::Neither),
        // A draw by an enclosure of thousands of positions.
        ("brandub-walker", "4t2/6t/1t3t1/1t1K2t/t6/7/3t3 d", Answer::Neither),
    ];
    for (name, fen, answer) in cases {
        let game = game_at(&rules_of(name, &[]), fen);
        for threads in [2, 3, 8] {
            let mut solver = Solver::new(8).unwrap().with_threads(threads);
            let budget = Budget { nodes: Some(400_000), time: None };
            let solution = solver.solve(&game, &budget, &AtomicBool::new(false), &mut |_| {});
            assert_eq!(solution.answer, answer, "{name} {fen} {threads}");
            let by_force = solution.plies.is_some();
            assert!(by_force == (answer == Answer::Win) || name == "ard-ri", "{name} {threads}");
            // The search may first find that the defenders of Ard Ri cannot hold out. Then the
            // attackers win, eventually by repetition, without a line.
            assert_eq!(solution.line.is_empty(), !by_force, "{name} {threads}");
            if by_force {
                check_line(&game, &solution, name);
            }
        }
    }
}

#[test]
fn threads_share_the_budget() {
    let game = BoardGame::new(rules_of("brandubh-nielsen", &[]));
    for threads in [2, 5] {
        for nodes in [1, 100, 5001] {
            let mut solver = Solver::new(1).unwrap().with_threads(threads);
            let budget = Budget { nodes: Some(nodes), time: None };
            let solution = solver.solve(&game, &budget, &AtomicBool::new(false), &mut |_| {});
            assert!((1..=nodes).contains(&solution.nodes), "{threads} {nodes} {}", solution.nodes);
            assert_eq!(solution.answer, Answer::Unknown(Obstacle::Limit), "{threads} {nodes}");
        }
        let stop = AtomicBool::new(true);
        let mut solver = Solver::new(1).unwrap().with_threads(threads);
        let solution = solver.solve(&game, &Budget::default(), &stop, &mut |_| {});
        assert_eq!((solution.nodes, solution.answer), (0, Answer::Unknown(Obstacle::Limit)));
    }
}
