//! Proofs by jobs, compared with a single solver.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use branan_engine::solve::{
    Answer, Budget, Claim, Finding, Job, JobTree, Obstacle, Solution, Solver, Standing, TreeState,
};
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tafl::board::{Board, Board7, BoardGame, BoardRules, move_name};
use tafl::game::Game;
use tafl::rules::{Side, find};
use tafl::types::Placement;

use crate::endings::{check_line, game_at, rules_of, wander};
use crate::retrograde::ENDINGS;

/// A game at its start, and the tree for whether a side can force a win.
fn begin(name: &str, side: Side, nodes: u64) -> (BoardGame<Board7>, JobTree<Board7>) {
    let game = BoardGame::new(rules_of(name, &[]));
    let tree = JobTree::new(&game, side, nodes).unwrap();
    (game, tree)
}

/// The result of a job.
#[derive(Clone, Debug)]
struct Report {
    position: Placement,
    finding: Finding,
    nodes: u64,
}

/// Solves whether a side can force a win in a position without history.
fn ask<B: Board>(rules: &Arc<BoardRules<B>>, fen: &str, side: Side, nodes: u64) -> Solution {
    let limits = Budget { nodes: Some(nodes), time: None };
    let mut solver = Solver::new(1).unwrap();
    solver.ask_only(side);
    solver.solve(&game_at(rules, fen), &limits, &AtomicBool::new(false), &mut |_| {})
}

/// Whether a side can force a win, if known.
fn wins(answer: Answer, mover: Side, side: Side) -> Option<bool> {
    match answer {
        Answer::Win => Some(side == mover),
        Answer::Loss => Some(side != mover),
        Answer::CannotWin(_) | Answer::Neither => Some(false),
        Answer::Unknown(_) => None,
    }
}

/// Does a job as a worker would.
fn work<B: Board>(rules: &Arc<BoardRules<B>>, job: &Job, side: Side) -> Report {
    let solution = ask(rules, &job.position.to_string(), side, job.nodes);
    let Solution { answer, plies, numbers, nodes, .. } = solution;
    let mover = job.position.to_move();
    let finding = match wins(answer, mover, side) {
        Some(true) => Finding::Proven { plies: plies.map(|plies| plies as u16) },
        Some(false) => Finding::Disproven,
        None if answer == Answer::Unknown(Obstacle::Repetition) => Finding::Disproven,
        None => Finding::Open(numbers),
    };
    Report { position: job.position.clone(), finding, nodes }
}

fn take<B: Board>(tree: &mut JobTree<B>, Report { position, finding, nodes }: &Report) {
    tree.take(position, *finding, *nodes).unwrap();
}

/// Keeps `workers` jobs running, of which the oldest finishes first, until the answer is known or
/// `most` jobs are done. Returns the reports.
fn prove<B: Board>(
    tree: &mut JobTree<B>,
    game: &BoardGame<B>,
    side: Side,
    (workers, most): (usize, usize),
) -> Vec<Report> {
    let (mut reports, mut running) = (Vec::new(), Vec::new());
    while !tree.is_decided() && reports.len() < most {
        while running.len() < workers
            && let Some(job) = tree.next_job()
        {
            assert!(!running.contains(&job), "{job:?} is given out twice");
            running.push(job);
        }
        if running.is_empty() {
            break;
        }
        let report = work(game.rules(), &running.remove(0), side);
        take(tree, &report);
        reports.push(report);
    }
    running.iter().for_each(|job| tree.lost(job));
    reports
}

fn answer<B: Board>(tree: &JobTree<B>) -> Solution {
    tree.solution(&AtomicBool::new(false), Duration::ZERO).unwrap()
}

/// Compares the known results of first moves with those of a single search.
fn check_first_moves(tree: &JobTree<Board7>, game: &BoardGame<Board7>, side: Side, case: &str) {
    for first in tree.first_moves().into_iter().take(4) {
        let mut after = game.clone();
        after.play_text(&move_name::<Board7>(first.mv)).unwrap();
        if after.outcome().is_some() {
            continue;
        }
        let truth = ask(game.rules(), &after.fen(), side, 10_000).answer;
        let won = wins(truth, after.to_move(), side);
        match first.standing {
            Standing::Proven { .. } => assert_ne!(won, Some(false), "{case} {first:?}"),
            Standing::Disproven { everywhere: true } => {
                assert_ne!(won, Some(true), "{case} {first:?}");
            }
            Standing::Disproven { everywhere: false } | Standing::Open(_) => {}
        }
    }
}

#[test]
fn small_jobs_come_to_the_answers_of_one_search() {
    let mut random = StdRng::seed_from_u64(31);
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for (name, overlay, first) in ENDINGS {
        let rules = rules_of(name, overlay);
        for number in 0..3 {
            let plies = random.random_range(0..12);
            let fen = wander(&rules, first, plies, &mut random);
            let game = game_at(&rules, &fen);
            if game.outcome().is_some() {
                continue;
            }
            for side in Side::BOTH {
                let case = format!("{name} {overlay:?} {fen} {side}");
                let truth = ask(&rules, &fen, side, 30_000);
                // Few nodes per job, so that most of the proof is in the tree.
                let nodes = [3, 20, 200][number % 3];
                let mut tree = JobTree::new(&game, side, nodes).unwrap();
                prove(&mut tree, &game, side, (1 + number % 3, 150));
                let found = answer(&tree);
                let wins = |answer| wins(answer, game.to_move(), side);
                // The tree itself does not find wins by repetition, but jobs may.
                if let (Some(truth), Some(found)) = (wins(truth.answer), wins(found.answer)) {
                    assert_eq!(found, truth, "{case}");
                }
                if found.plies.is_some_and(|plies| plies > 0) {
                    check_line(&game, &found, &case);
                }
                check_first_moves(&tree, &game, side, &case);
                *seen.entry(format!("{:?}", found.answer)).or_default() += 1;
            }
        }
    }
    println!("{seen:?}");
    for kind in ["Win", "Loss", "CannotWin(Attackers)", "Unknown(Repetition)"] {
        assert!(seen.get(kind).is_some_and(|count| *count >= 2), "{kind}: {seen:?}");
    }
    let limit = seen.get("Unknown(Limit)").copied().unwrap_or_default();
    assert!(limit * 2 < seen.values().sum::<usize>(), "{seen:?}");
}

#[test]
fn a_proof_in_jobs_is_certified() {
    let (game, mut tree) = begin("ard-ri", Side::Attackers, 50);
    let reports = prove(&mut tree, &game, Side::Attackers, (2, 5000));
    assert!(reports.len() > 10, "{}", reports.len());
    let solution = answer(&tree);
    assert_eq!((solution.answer, solution.numbers), (Answer::Win, None));
    assert_eq!(solution.nodes, reports.iter().map(|report| report.nodes).sum::<u64>());
    check_line(&game, &solution, "ard-ri");
    let claim = Claim::of(&solution, Side::Attackers, Side::Attackers).unwrap();
    let stop = AtomicBool::new(false);
    let mut solver = tree.solver(4, &stop, &mut |_| {}).unwrap();
    let certificate = solver.certify(&game, claim, solution.nodes, &stop, &mut |_| {}).unwrap();
    assert!(certificate.positions() > 100);
    let won = |standing| matches!(standing, Standing::Proven { .. });
    let first = tree.first_moves();
    assert!(first.iter().any(|first| won(first.standing)), "{first:?}");
}

#[test]
fn every_first_move_has_a_turn_before_any_has_another() {
    let (game, mut tree) = begin("brandubh-fosdick", Side::Defenders, 10);
    let moves = tree.first_moves();
    // 40 moves, of which 5 are distinct up to symmetry.
    assert_eq!((game.moves().len(), moves.len()), (40, 5), "{moves:?}");
    assert!(moves.iter().all(|first| matches!(first.standing, Standing::Open(_))));
    prove(&mut tree, &game, Side::Defenders, (2, moves.len()));
    let moves = tree.first_moves();
    assert!(moves.iter().all(|first| first.jobs == 1 && first.nodes > 0), "{moves:?}");
    let open = answer(&tree);
    assert_eq!(open.answer, Answer::Unknown(Obstacle::Limit));
    assert_eq!(open.numbers, Some(tree.state().numbers));
}

#[test]
fn a_lost_job_is_given_out_again() {
    let (game, mut tree) = begin("ard-ri", Side::Attackers, 50);
    let (first, second) = (tree.next_job().unwrap(), tree.next_job().unwrap());
    assert_ne!(first.position, second.position);
    tree.lost(&first);
    assert_eq!(tree.next_job().unwrap(), first);
    tree.lost(&first);
    // Late, but still true.
    take(&mut tree, &work(game.rules(), &first, Side::Attackers));
    assert_eq!(tree.state().jobs, 1);
    tree.lost(&second);
    prove(&mut tree, &game, Side::Attackers, (3, 5000));
    assert_eq!(answer(&tree).answer, Answer::Win);
    assert_eq!(tree.next_job(), None);
}

#[test]
fn what_was_told_before_makes_the_tree_again() {
    for (name, most) in [("ard-ri", 5000), ("brandubh-fosdick", 60)] {
        let side = Side::Attackers;
        let (game, mut tree) = begin(name, side, 30);
        let reports = prove(&mut tree, &game, side, (2, most));
        let next = tree.next_job().map(|job| job.position);
        let (_, mut again) = begin(name, side, 30);
        reports.iter().for_each(|report| take(&mut again, report));
        assert_eq!(again.next_job().map(|job| job.position), next, "{name}");
        let (now, then) = (again.state(), tree.state());
        // Copies of nodes that are open elsewhere are made only when the search reaches them.
        assert!(now.size <= then.size, "{name}");
        assert_eq!(TreeState { size: then.size, ..now }, then, "{name}");
        assert_eq!(again.first_moves(), tree.first_moves(), "{name}");
    }
}

#[test]
fn nonsense_is_refused_or_does_no_harm() {
    let (_, mut tree) = begin("ard-ri", Side::Attackers, 30);
    let before = tree.state();
    assert!(tree.take(&Placement::empty(9, Side::Attackers), Finding::Disproven, 1).is_err());
    assert_eq!(tree.state(), before);
    // A position outside the tree.
    let position = find("ard-ri").unwrap().read_fen("7/1t5/7/3K3/7/5t1/7 a").unwrap();
    tree.take(&position, Finding::Disproven, u64::MAX).unwrap();
    tree.take(&position, Finding::Open(None), u64::MAX).unwrap();
    assert!(!tree.is_decided());
    assert_eq!(tree.state().nodes, u64::MAX);
}
