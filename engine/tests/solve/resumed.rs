//! Saved and resumed proofs.

use std::sync::atomic::AtomicBool;

use branan_engine::solve::{Answer, Budget, CheckpointError, Obstacle, Solution, Solver};
use tafl::board::{Board7, BoardGame};
use tafl::game::Game;

use crate::endings::{check_line, game_at, rules_of};

/// A position that takes the solver some ten thousand nodes.
fn game() -> BoardGame<Board7> {
    game_at(&rules_of("fitchneal", &[]), "tt4t/3tt1T/t3t2/tTT2T1/t2TK1t/4T2/t1ttt2 d")
}

fn go_on(solver: &mut Solver, game: &BoardGame<Board7>, nodes: u64) -> Solution {
    let budget = Budget { nodes: Some(nodes), time: None };
    solver.go_on(game, &budget, &AtomicBool::new(false), &mut |_| {})
}

fn saved(solver: &Solver, game: &BoardGame<Board7>) -> Vec<u8> {
    let mut bytes = Vec::new();
    solver.save(game, &mut bytes).unwrap();
    bytes
}

#[test]
fn work_goes_on_where_it_was() {
    let game = game();
    let mut solver = Solver::new(8).unwrap();
    let at_once = go_on(&mut solver, &game, 1_000_000);
    assert_eq!(at_once.answer, Answer::Win);

    let mut work = saved(&Solver::new(1).unwrap(), &game);
    let mut pieces = 0;
    let solution = loop {
        // Each piece uses a new solver with a table of a different size.
        let mut solver = Solver::new(4 + pieces % 3).unwrap();
        solver.load(&game, &mut work.as_slice()).unwrap();
        let before = solver.nodes();
        let solution = go_on(&mut solver, &game, 3000);
        assert!(solution.nodes >= before && solver.nodes() == solution.nodes);
        work = saved(&solver, &game);
        pieces += 1;
        if solution.answer != Answer::Unknown(Obstacle::Limit) {
            break solution;
        }
        assert!(pieces < 1000);
    };
    assert!(pieces > 2, "it was to take several");
    assert_eq!(solution.answer, Answer::Win);
    check_line(&game, &solution, "resumed");
    assert!(solution.nodes < 4 * at_once.nodes, "{} {}", solution.nodes, at_once.nodes);

    let mut solver = Solver::new(8).unwrap();
    solver.load(&game, &mut work.as_slice()).unwrap();
    let again = go_on(&mut solver, &game, 1000);
    assert_eq!(again.answer, Answer::Win, "what is known need not be searched again");
}

#[test]
fn other_work_is_refused() {
    let game = game();
    let mut solver = Solver::new(1).unwrap();
    go_on(&mut solver, &game, 2000);
    let work = saved(&solver, &game);
    let mut other = Solver::new(1).unwrap();
    other.load(&game, &mut work.as_slice()).unwrap();

    let mut refused = |game: &BoardGame<Board7>, bytes: &[u8]| {
        let error = other.load(game, &mut { bytes }).unwrap_err();
        assert_eq!(other.nodes(), 0);
        error
    };
    let mut later = game.clone();
    Game::play(&mut later, game.legal_moves()[0]).unwrap();
    for stranger in [
        BoardGame::new(rules_of("fitchneal", &[])),
        BoardGame::new(rules_of("fitchneal", &[("KingMove", "step")])),
        BoardGame::new(rules_of("brandubh-nielsen", &[])),
        later,
    ] {
        let error = refused(&stranger, &work);
        assert!(matches!(&error, CheckpointError::Game(about) if about.contains("fitchneal tt4t")));
    }
    for length in [0, 10, 23] {
        assert!(matches!(refused(&game, &work[..length.min(22)]), CheckpointError::Format));
    }
    for length in [23, 25, 100, 1000, work.len() - 1] {
        assert!(matches!(refused(&game, &work[..length]), CheckpointError::Damaged), "{length}");
    }
    for place in [5, 24, 40, 2000, work.len() / 2, work.len() - 1] {
        let mut damaged = work.clone();
        damaged[place] ^= 1 << 3;
        refused(&game, &damaged);
    }
}

/// Saved work with another version and another text for its rules.
fn rewritten(work: &[u8], version: u8, rules: &str) -> Vec<u8> {
    const MAGIC: usize = 23;
    let length = u32::from_le_bytes(work[MAGIC..MAGIC + 4].try_into().unwrap()) as usize;
    let (description, rest) = work[MAGIC + 4..work.len() - 4].split_at(length);
    let description = std::str::from_utf8(description).unwrap();
    let (heading, _) = description.rsplit_once('\n').unwrap();
    let description = format!("{heading}\n{rules}");
    let mut bytes = work[..MAGIC].to_vec();
    bytes[MAGIC - 3] = version;
    bytes.extend((description.len() as u32).to_le_bytes());
    bytes.extend(description.as_bytes());
    bytes.extend(rest);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

#[test]
fn work_of_earlier_versions_is_read() {
    let game = game();
    let mut solver = Solver::new(1).unwrap();
    go_on(&mut solver, &game, 2000);
    let work = saved(&solver, &game);
    let loaded = |bytes: &[u8]| Solver::new(1).unwrap().load(&game, &mut { bytes });
    let ruleset = game.ruleset();
    assert!(loaded(&rewritten(&work, b'1', &format!("{ruleset:?}"))).is_ok());
    // A rule that came later has its default.
    let json = serde_json::to_string(ruleset).unwrap();
    let earlier = json.replace("\"early-wins\":false", "").replace(",}", "}");
    assert!(earlier.len() < json.len());
    assert!(loaded(&rewritten(&work, b'2', &earlier)).is_ok());
    let other = json.replace("\"announce\":false", "\"announce\":true");
    let error = loaded(&rewritten(&work, b'2', &other)).unwrap_err();
    assert!(matches!(error, CheckpointError::Game(_)), "{error}");
    let error = loaded(&rewritten(&work, b'3', &json)).unwrap_err();
    assert!(matches!(error, CheckpointError::Format), "{error}");
}
