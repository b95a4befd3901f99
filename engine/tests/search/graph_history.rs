//! Results found on one path must not be taken for true on another. The same board may have a
//! different value if positions of the preceding game can recur (graph-history interaction).
//!
//! Each case is a game that moves to and fro. Two of its positions, each with the preceding game or
//! as the start of a new one, are searched for a mate in turn, with the same table. The result of
//! the second search must equal that of a search with an empty table, and the truth: which side
//! wins, if either does so within the moves given. Mate searches prune nothing, and the expected
//! results come from trying every line, so changes to evaluation or pruning should not affect them.
//!
//! Two mechanisms of the search are tested, and the cases are grouped by the one without which they
//! fail:
//!
//! - Table entries are signed with the positions of the game that may not recur.
//! - A score that depends on the repetition of a position above its node is not stored.
//!
//! Where repetition draws, each mechanism makes up for the other in all games known here.

use std::sync::Arc;

use branan_engine::eval::LinearEvaluation;
use branan_engine::search::score::MATE;
use branan_engine::search::{Bound, Control, Limits, SearchEvent, Searcher, Task};
use tafl::board::{Board7, BoardGame, BoardRules};
use tafl::game::Game;
use tafl::rules::{Alternate, Alternates, find};

/// A position to search, and the history that the search knows.
#[derive(Clone, Copy, Debug)]
enum Root {
    /// The first position of the game.
    Start,
    /// The position before the last move, with its history.
    Earlier,
    /// The last position, with its history.
    AfterGame,
    /// The last position, without history.
    Alone,
}

/// The result of a mate search for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Proven {
    Wins,
    Loses,
    Neither,
}

use Proven::{Loses, Neither, Wins};
use Root::{AfterGame, Alone, Earlier, Start};

struct Case {
    /// The ruleset, with a king that moves one step, and its repetition rule.
    rules: [&'static str; 2],
    fen: &'static str,
    moves: &'static str,
    /// The roots of the two searches.
    roots: [Root; 2],
    /// Length of the win to search for, in moves of the side to move.
    mate: u32,
    /// The true result of the second root.
    truth: Proven,
}

/// These fail without signatures: a result without history is reused with history, or a result with
/// history where the history is one move shorter.
const SIGNED: [Case; 6] = [
    Case {
        rules: ["brandubh-fosdick", "mover-loses-3"],
        fen: "7/4t2/7/7/4tK1/7/7 d",
        moves: "f3f4 e6f6 f4f3 f6f7 f3f4 f7f6 f4f3 f6e6 f3f4",
        roots: [Alone, AfterGame],
        mate: 4,
        truth: Wins,
    },
    Case {
        rules: ["brandubh-fosdick", "mover-loses-3"],
        fen: "7/7/5t1/K6/1t5/7/7 d",
        moves: "a4b4 f5f3 b4a4 f3f5 a4b4 f5f3 b4a4",
        roots: [Alone, AfterGame],
        mate: 4,
        truth: Wins,
    },
    Case {
        rules: ["brandubh-macwhite", "mover-loses-3"],
        fen: "7/7/7/7/2t4/1K5/7 d",
        moves: "b2b3 c3c1 b3a3 c1c3 a3b3",
        roots: [AfterGame, Earlier],
        mate: 6,
        truth: Wins,
    },
    Case {
        rules: ["brandubh-fosdick", "defenders-lose-3"],
        fen: "7/7/2t1K2/7/7/1t2t2/7 a",
        moves: "c5c2 e5e6 c2c5 e6e5 c5c2 e5e6 c2c5",
        roots: [Alone, AfterGame],
        mate: 3,
        truth: Loses,
    },
    Case {
        rules: ["brandubh-macwhite", "defenders-lose-3"],
        fen: "7/1K4t/3t3/7/1t5/7/7 d",
        moves: "b6b5 g6g2 b5b6 g2g6 b6b5 g6g2",
        roots: [Alone, AfterGame],
        mate: 3,
        truth: Loses,
    },
    Case {
        rules: ["brandub-walker", "defenders-lose-3"],
        fen: "7/7/7/2K2t1/5t1/7/7 d",
        moves: "c4c5 f4a4 c5d5 a4a6 d5c5 a6a4 c5c4",
        roots: [Alone, AfterGame],
        mate: 2,
        truth: Wins,
    },
];

/// These fail if scores are stored that depend on repetitions above their nodes.
const NOT_KEPT: [Case; 4] = [
    Case {
        rules: ["brandubh-macwhite", "mover-loses-3"],
        fen: "7/7/7/7/2t4/1K5/7 d",
        moves: "b2b3 c3c1 b3a3 c1c3 a3b3",
        roots: [Start, AfterGame],
        mate: 6,
        truth: Loses,
    },
    Case {
        rules: ["brandubh-macwhite", "defenders-lose-3"],
        fen: "2t4/7/7/7/6K/7/7 d",
        moves: "g3g4 c7c6 g4f4 c6a6 f4g4",
        roots: [Earlier, AfterGame],
        mate: 5,
        truth: Neither,
    },
    Case {
        rules: ["brandub-walker", "mover-loses-3"],
        fen: "7/7/t4K1/7/7/7/7 a",
        moves: "a5d5 f5f6 d5a5 f6f5 a5d5 f5f6",
        roots: [Alone, Start],
        mate: 5,
        truth: Neither,
    },
    Case {
        rules: ["brandubh-macwhite", "mover-loses-3"],
        fen: "7/4K2/4t2/7/7/7/7 a",
        moves: "e5e2 e6f6 e2e5 f6e6",
        roots: [Alone, AfterGame],
        mate: 6,
        truth: Neither,
    },
];

/// These fail only without both mechanisms: draws found with history are reused for a position
/// without history.
const DRAWN: [Case; 6] = [
    Case {
        rules: ["brandubh-fosdick", "draw-2"],
        fen: "1K5/4t2/7/7/7/7/7 a",
        moves: "e6c6 b7c7 c6a6",
        roots: [AfterGame, Alone],
        mate: 4,
        truth: Wins,
    },
    Case {
        rules: ["brandubh-macwhite", "draw-2"],
        fen: "7/7/K6/7/3t3/7/7 d",
        moves: "a5a6 d3e3 a6b6",
        roots: [AfterGame, Alone],
        mate: 4,
        truth: Loses,
    },
    Case {
        rules: ["brandub-walker", "draw-2"],
        fen: "7/K1t4/7/7/7/7/7 a",
        moves: "c6c4 a6a5 c4c3",
        roots: [AfterGame, Alone],
        mate: 5,
        truth: Wins,
    },
    Case {
        rules: ["brandubh-macwhite", "draw-3"],
        fen: "7/5K1/7/7/3t3/7/7 d",
        moves: "f6e6 d3c3 e6f6 c3d3 f6e6 d3c3",
        roots: [AfterGame, Alone],
        mate: 5,
        truth: Wins,
    },
    Case {
        rules: ["brandub-walker", "draw-3"],
        fen: "7/1K2t2/7/7/7/7/7 d",
        moves: "b6b7 e6e3 b7c7 e3e5 c7b7 e5e3 b7b6",
        roots: [AfterGame, Alone],
        mate: 3,
        truth: Loses,
    },
    Case {
        rules: ["brandub-walker", "draw-3"],
        fen: "2t4/1t5/6K/7/7/1t5/3T3 d",
        moves: "g5g6 b6d6 g6f6 d6d3 f6g6 d3d6 g6g5 d6b6 g5g6",
        roots: [AfterGame, Start],
        mate: 2,
        truth: Wins,
    },
];

/// The first root has a win in one, and the second search reaches it again.
const WON_ROOTS: [Case; 2] = [
    Case {
        rules: ["brandubh-fosdick", "draw-2"],
        fen: "1t5/7/7/7/2t4/1K5/4t2 d",
        moves: "b2a2",
        roots: [Alone, Start],
        mate: 5,
        truth: Loses,
    },
    Case {
        rules: ["brandubh-fosdick", "mover-loses-3"],
        fen: "4K2/7/4t2/7/7/7/7 d",
        moves: "e7f7",
        roots: [Alone, Start],
        mate: 3,
        truth: Neither,
    },
];

/// A third occurrence decides the game. A position that is not won on a path without earlier visits
/// is won on one that has passed through a position before.
const DECIDED: [Case; 4] = [
    Case {
        rules: ["brandub-walker", "defenders-lose-3"],
        fen: "2K4/1t5/7/7/7/7/7 a",
        moves: "",
        roots: [Start, Start],
        mate: 6,
        truth: Wins,
    },
    Case {
        rules: ["brandubh-fosdick", "defenders-lose-3"],
        fen: "7/7/7/7/t5K/7/7 a",
        moves: "a3c3 g3g2 c3a3 g2g3",
        roots: [AfterGame, Start],
        mate: 6,
        truth: Wins,
    },
    Case {
        rules: ["brandubh-macwhite", "mover-loses-3"],
        fen: "7/7/7/7/4t2/5K1/7 d",
        moves: "f2g2 e3c3 g2f2",
        roots: [Alone, AfterGame],
        mate: 5,
        truth: Loses,
    },
    Case {
        rules: ["brandubh-macwhite", "mover-loses-3"],
        fen: "7/7/7/7/2t4/1K5/7 d",
        moves: "b2b3 c3c1 b3a3 c1c3 a3b3",
        roots: [AfterGame, Start],
        mate: 6,
        truth: Wins,
    },
];

pub type Search = Searcher<Board7, LinearEvaluation>;

/// The result of a mate search in `mate` moves.
pub fn proven(searcher: &mut Search, game: &BoardGame<Board7>, mate: u32) -> Proven {
    let limits = Limits { mate: Some(mate), ..Limits::default() };
    let control = Control::default();
    let mut score = 0;
    searcher.think(&Task::new(game, &limits), &control, &mut |event| {
        if let SearchEvent::Line(line) = event
            && line.bound == Bound::Exact
        {
            score = line.score;
        }
    });
    // The table may hold longer mates.
    let within = MATE - score.abs() < 2 * mate as i32;
    match score.signum() {
        1 if within => Wins,
        -1 if within => Loses,
        _ => Neither,
    }
}

impl Case {
    fn rules(&self) -> Arc<BoardRules<Board7>> {
        let [ruleset, repetition] = self.rules;
        let mut alternates = Alternates::default();
        for (rule, value) in [("Repetition", repetition), ("KingMove", "step")] {
            let rule = Alternate::all().find(|known| known.to_string() == rule).unwrap();
            alternates.choose(rule, value).unwrap();
        }
        Arc::new(BoardRules::new(&alternates.over(find(ruleset).unwrap())).unwrap())
    }

    fn game(&self, rules: &Arc<BoardRules<Board7>>, root: Root) -> BoardGame<Board7> {
        let mut game = BoardGame::from_fen(Arc::clone(rules), self.fen).unwrap();
        if matches!(root, Start) {
            return game;
        }
        for mv in self.moves.split(' ') {
            game.play_text(mv).unwrap();
        }
        match root {
            Start | AfterGame => game,
            Earlier => {
                game.take_back();
                game
            }
            Alone => BoardGame::from_fen(Arc::clone(rules), &game.fen()).unwrap(),
        }
    }

    /// The result of the second root with an empty table, and after the first search.
    fn proven(&self) -> [Proven; 2] {
        let rules = self.rules();
        let [first, second] = self.roots.map(|root| self.game(&rules, root));
        let mut searcher = Search::new(Arc::new(LinearEvaluation::new(&rules)), 1, 1).unwrap();
        let fresh = proven(&mut searcher, &second, self.mate);
        searcher.clear();
        proven(&mut searcher, &first, self.mate);
        [fresh, proven(&mut searcher, &second, self.mate)]
    }
}

fn check(cases: &[Case]) {
    let wrong = |case: &Case| {
        let [fresh, second] = case.proven();
        let Case { rules, fen, moves, roots, truth, .. } = case;
        let told = || {
            format!("{rules:?}, {fen}, {moves}: {roots:?} {truth:?}, not {fresh:?} and {second:?}")
        };
        ([fresh, second] != [*truth; 2]).then(told)
    };
    let wrong: Vec<String> = cases.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{} of {}: {wrong:#?}", wrong.len(), cases.len());
}

#[test]
fn entries_are_signed_by_what_may_not_come_back() {
    check(&SIGNED);
}

#[test]
fn scores_that_lean_on_repetitions_are_not_kept() {
    check(&NOT_KEPT);
}

#[test]
fn a_root_with_a_win_in_one_is_met_again_with_it() {
    check(&WON_ROOTS);
}

#[test]
fn what_repetition_decides_is_not_overlooked() {
    check(&DECIDED);
}

#[test]
fn draws_after_a_game_are_not_draws_alone() {
    check(&DRAWN);
}
