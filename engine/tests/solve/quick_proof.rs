//! Proofs that are looked for slice by slice.

use std::sync::Arc;

use branan_engine::eval::BoardEvaluation;
use branan_engine::solve::QuickProof;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};
use tafl::board::{Board7, BoardGame};
use tafl::rules::Side;

use crate::endings::{game_at, rules_of};
use crate::retrograde::{ENDINGS, Graph};

fn proof_of(game: &BoardGame<Board7>) -> QuickProof<Board7> {
    QuickProof::new(game.clone(), Arc::new(BoardEvaluation::of(game.rules())), 1).unwrap()
}

#[test]
fn proofs_agree_with_retrograde_analysis() {
    let mut random = StdRng::seed_from_u64(71);
    let (mut wins, mut missed) = (0, 0);
    for (name, overlay, first) in ENDINGS {
        let rules = rules_of(name, overlay);
        let graph = Graph::new(&rules, rules.read_fen(first).unwrap());
        let forced = Side::BOTH.map(|side| graph.forced(side, |winner| winner == Some(side)));
        for _ in 0..20 {
            let node = random.random_range(0..graph.nodes.len());
            if graph.nodes[node].result.is_some() {
                continue;
            }
            let position = &graph.nodes[node].position;
            let (side, fen) = (position.to_move(), rules.write_fen(position));
            let game = game_at(&rules, &fen);
            let mut proof = proof_of(&game);
            let mut slices =
                std::iter::repeat_with(|| proof.look_for_win(2000, &|| true)).take(100);
            let case = format!("{name} {overlay:?} {fen}");
            match (slices.find_map(|found| found), forced[side as usize][node]) {
                (Some((line, plies)), Some(least)) => {
                    assert!(plies >= least && !line.is_empty(), "{case}: {plies}, {least}");
                    wins += 1;
                }
                (Some(_), None) => panic!("{case}: no win"),
                (None, Some(_)) => missed += 1,
                (None, None) => {}
            }
        }
    }
    println!("{wins} wins, {missed} missed");
    assert!(wins > 10 && missed * 5 < wins);
}

/// The defenders win this in 19 plies.
const WON: &str = "7/3T3/2t1t2/tTK2t1/t6/2t4/7 d";

#[test]
fn the_line_of_a_proof_ends_the_game() {
    let mut game = game_at(&rules_of("brandubh-fosdick-21", &[]), WON);
    let mut proof = proof_of(&game);
    let mut slices = std::iter::repeat_with(|| proof.look_for_win(2000, &|| true)).take(100);
    let (line, plies) = slices.find_map(|found| found).unwrap();
    assert!(line.len() <= plies as usize && plies < 40, "{plies}: {line:?}");
    for mv in line {
        assert!(game.outcome().is_none());
        game.play_unchecked(mv);
    }
    let winner = game.outcome().and_then(|outcome| outcome.winner);
    assert_eq!(winner, Some(Side::Defenders));
}

#[test]
fn a_proof_takes_a_look_and_the_leave_of_the_caller() {
    let game = game_at(&rules_of("brandubh-fosdick-21", &[]), WON);
    let mut proof = proof_of(&game);
    assert!(proof.look_for_win(1, &|| true).is_none());
    assert!(proof.look_for_win(100_000, &|| false).is_none());
    assert!(proof.look_for_win(100_000, &|| true).is_some());
}
