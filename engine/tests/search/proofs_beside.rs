//! A proof beside the deepening decides about the moves of the root.

use std::sync::Arc;

use branan_engine::eval::LinearEvaluation;
use branan_engine::search::score::MATE;
use branan_engine::search::{
    Control, Limits, ProvenWin, Purpose, SearchEvent, SearchResult, Searcher, Task, WinProver,
};
use tafl::board::{Board7, BoardGame, BoardRules};
use tafl::rules::find;

/// Knows the answer from the beginning.
#[derive(Default)]
struct Oracle {
    win: Option<ProvenWin>,
}

impl WinProver for Oracle {
    fn look_for_win(&mut self, _: u64, _: &dyn Fn() -> bool) -> Option<ProvenWin> {
        self.win.clone()
    }
}

fn game_at(ruleset: &str, fen: &str) -> BoardGame<Board7> {
    let rules = BoardRules::new(find(ruleset).unwrap()).unwrap();
    BoardGame::from_fen(Arc::new(rules), fen).unwrap()
}

/// A search of 100,000 nodes that uses all of them, and its last score.
fn think(game: &BoardGame<Board7>, prover: &mut dyn WinProver) -> (SearchResult, i32) {
    let evaluation = Arc::new(LinearEvaluation::new(game.rules()));
    let mut searcher: Searcher<Board7, LinearEvaluation> = Searcher::new(evaluation, 1, 1).unwrap();
    let limits = Limits { nodes: Some(100_000), purpose: Purpose::Analysis, ..Limits::default() };
    let control = Control::default();
    let mut score = 0;
    let mut report = |event| {
        if let SearchEvent::Line(line) = event {
            score = line.score;
        }
    };
    let task = Task::new(game, &limits);
    let result = searcher.think_beside(Some(prover), &task, &control, &mut report);
    (result, score)
}

/// The defenders are far ahead, but nobody wins soon.
const AHEAD: &str = "3t3/3t3/3T3/ttTKTt1/3T3/3t3/3t3 d";

#[test]
fn the_first_move_of_a_proven_win_is_played() {
    let game = game_at("brandubh-nielsen", AHEAD);
    let (unguided, _) = think(&game, &mut Oracle::default());
    let other = game.moves().into_iter().find(|mv| Some(*mv) != unguided.best).unwrap();
    let win = ProvenWin { line: vec![other], plies: 99 };
    let mut oracle = Oracle { win: Some(win) };
    let (result, score) = think(&game, &mut oracle);
    assert_eq!((result.best, score), (Some(other), MATE - 99));
}
