//! When the third occurrence of a position is illegal, a side may lose because its only reply is
//! barred. That holds only on the path that bars it, not on others.

use std::sync::Arc;

use branan_engine::eval::LinearEvaluation;
use branan_engine::search::score::MATE;
use branan_engine::search::{Control, Limits, SearchEvent, Task};
use tafl::board::{BoardGame, BoardRules};
use tafl::rules::{Catalog, Speed, find};

use crate::graph_history::{Proven, Search, proven};

/// The king escapes on a4 or a5, every piece moves one step, and captures are out of reach.
const RULES: &str = "dim:7 esc:c surf:n spd:1 tfr:i cor:a4,a5 corh: corp:tTK cors:tTK cen: \
                     start:/7/7/7/tK5/7/7/6t/";

#[test]
fn a_block_that_repetition_bars_is_barred_on_its_path_alone() {
    let ruleset = Catalog::default().choose(RULES).unwrap();
    let rules = Arc::new(BoardRules::new(&ruleset).unwrap());
    let game = |fen| BoardGame::from_fen(Arc::clone(&rules), fen).unwrap();
    // The king moves to and fro, and the attacker beside him follows; the other attacker is too far
    // away to help. The side that would complete a third occurrence first has to deviate.
    let king_first = game("6t/7/7/tK5/7/7/7 d");
    let attackers_first = game("6t/7/1K5/t6/7/7/7 a");
    let evaluation = Arc::new(LinearEvaluation::new(&rules));
    let mut searcher = Search::new(evaluation, 1, 1).unwrap();
    assert_eq!(proven(&mut searcher, &attackers_first, 5), Proven::Neither);
    searcher.clear();
    assert_eq!(proven(&mut searcher, &king_first, 5), Proven::Wins);
    assert_eq!(proven(&mut searcher, &attackers_first, 5), Proven::Neither);
}

#[test]
fn no_horizon_hides_a_win_in_one_that_leaves_the_other_side_no_move() {
    let mut ruleset = find("brandubh-nielsen").unwrap().clone();
    ruleset.king_move = Speed::STEP;
    let rules = Arc::new(BoardRules::new(&ruleset).unwrap());
    // The capture on f1 is of the last attacker.
    let game = BoardGame::from_fen(Arc::clone(&rules), "7/2K4/7/1T5/2T4/T3T2/5t1 d").unwrap();
    let evaluation = Arc::new(LinearEvaluation::new(&rules));
    for depth in 1..=4 {
        let mut searcher = Search::new(Arc::clone(&evaluation), 1, 1).unwrap();
        let limits = Limits { depth: Some(depth), ..Limits::default() };
        let mut score = 0;
        searcher.think(&Task::new(&game, &limits), &Control::default(), &mut |event| {
            if let SearchEvent::Line(line) = event {
                score = line.score;
            }
        });
        assert_eq!(score, MATE - 1, "depth {depth}");
    }
}

#[test]
fn a_win_by_leaving_the_other_side_no_move_is_found_at_the_last_ply() {
    let rules = Arc::new(BoardRules::new(find("brandubh-macwhite").unwrap()).unwrap());
    let game = BoardGame::from_fen(Arc::clone(&rules), "7/1K1T3/2tT3/7/1T5/7/7 d").unwrap();
    let evaluation = Arc::new(LinearEvaluation::new(&rules));
    let mut searcher = Search::new(evaluation, 1, 1).unwrap();
    assert_eq!(proven(&mut searcher, &game, 1), Proven::Wins);
}
