//! What a search has found on one path must not pass for the truth on another: the same board is
//! worth something else where positions of the game before it can come back (graph-history
//! interaction).
//!
//! Each case is a game that goes to and fro, and the position it ends in as a game of its own. To
//! search one first must not change what the other is found to be worth. In each of them it does,
//! if scores that lean on repetitions are kept for other paths.

use std::sync::Arc;
use std::time::Duration;

use branan::board::{Board7, BoardGame, Game, Rules};
use branan::eval::Terms;
use branan::rules::{Alternate, Alternates, find};
use branan::search::score::Score;
use branan::search::{Bound, Control, Event, Limits, Searcher};

/// Which of the two is searched after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Second {
    /// The position alone.
    Alone,
    /// The position after the game.
    AfterGame,
}

use Second::{AfterGame, Alone};

struct Case {
    variant: &'static str,
    repetition: &'static str,
    king_move: &'static str,
    fen: &'static str,
    moves: &'static str,
    depth: u32,
    second: Second,
}

const CASES: [Case; 14] = [
    Case {
        variant: "brandubh-macwhite",
        repetition: "draw-2",
        king_move: "step",
        fen: "7/t6/3K3/7/4t2/7/7 a",
        moves: "e3g3 d5d4 g3e3",
        depth: 9,
        second: AfterGame,
    },
    Case {
        variant: "brandubh-macwhite",
        repetition: "draw-2",
        king_move: "step",
        fen: "7/7/4Ktt/7/7/7/7 d",
        moves: "e5d5 g5g4 d5e5",
        depth: 6,
        second: AfterGame,
    },
    Case {
        variant: "brandubh-fosdick",
        repetition: "draw-2",
        king_move: "step",
        fen: "7/7/5t1/4K2/7/2t4/7 a",
        moves: "f5f7 e4e3 f7f5",
        depth: 8,
        second: Alone,
    },
    Case {
        variant: "brandubh-macwhite",
        repetition: "draw-3",
        king_move: "step",
        fen: "7/1Kt4/2t4/7/1T5/7/4t2 a",
        moves: "c5c1 b3g3 c1c5 g3b3 c5c1 b3g3 c1c5",
        depth: 8,
        second: Alone,
    },
    Case {
        variant: "brandubh-macwhite",
        repetition: "draw-3",
        king_move: "rook",
        fen: "1t5/3T3/5t1/K5t/2t4/7/7 d",
        moves: "a4c4 f5f7 c4a4 f7f5 a4c4",
        depth: 6,
        second: Alone,
    },
    Case {
        variant: "brandubh-fosdick",
        repetition: "draw-3",
        king_move: "rook",
        fen: "7/4t2/T6/7/1t4K/7/3tt2 d",
        moves: "g3c3 e6e7 c3g3 e7e6 g3c3 e6e7",
        depth: 7,
        second: Alone,
    },
    Case {
        variant: "brandubh-macwhite",
        repetition: "draw-3",
        king_move: "step",
        fen: "5t1/7/Tt5/K5t/7/7/7 d",
        moves: "a5a6 f7f4 a6a5 f4f7 a5a6 f7f4 a6a5",
        depth: 8,
        second: AfterGame,
    },
    Case {
        variant: "brandub-walker",
        repetition: "draw-3",
        king_move: "step",
        fen: "5t1/7/7/2K3t/7/7/7 d",
        moves: "c4b4 g4f4 b4c4",
        depth: 9,
        second: AfterGame,
    },
    Case {
        variant: "brandub-walker",
        repetition: "mover-loses-3",
        king_move: "step",
        fen: "7/7/2t4/7/7/1K5/7 a",
        moves: "c5c4 b2b3 c4c5 b3b2 c5c4 b2b3 c4c5",
        depth: 12,
        second: Alone,
    },
    Case {
        variant: "brandubh-fosdick",
        repetition: "mover-loses-3",
        king_move: "step",
        fen: "2t4/7/7/t5K/3t3/7/7 a",
        moves: "d3d6 g4g3 d6d3 g3g4 d3d6 g4g3 d6d3",
        depth: 11,
        second: Alone,
    },
    Case {
        variant: "brandubh-macwhite",
        repetition: "mover-loses-3",
        king_move: "step",
        fen: "2t4/2K4/7/7/7/7/7 d",
        moves: "c6d6 c7f7 d6c6 f7c7 c6d6 c7f7 d6c6",
        depth: 12,
        second: Alone,
    },
    Case {
        variant: "brandubh-macwhite",
        repetition: "defenders-lose-3",
        king_move: "step",
        fen: "4t2/7/7/2t4/6t/5K1/3T3 d",
        moves: "d1d5 g3f3 d5d1 f3g3 d1d5 g3f3",
        depth: 7,
        second: Alone,
    },
    Case {
        variant: "brandubh-fosdick",
        repetition: "defenders-lose-3",
        king_move: "step",
        fen: "7/7/7/7/7/1K4t/7 d",
        moves: "b2c2 g2f2 c2b2 f2g2 b2c2 g2f2",
        depth: 8,
        second: Alone,
    },
    Case {
        variant: "brandub-walker",
        repetition: "defenders-lose-3",
        king_move: "step",
        fen: "7/7/5t1/tt5/7/6K/7 a",
        moves: "b4f4 g2f2 f4b4 f2g2 b4f4 g2f2",
        depth: 6,
        second: Alone,
    },
];

type Search = Searcher<Board7, Terms>;

fn score(searcher: &mut Search, game: &BoardGame<Board7>, depth: u32) -> Score {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
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

impl Case {
    fn rules(&self) -> Arc<Rules<Board7>> {
        let mut alternates = Alternates::default();
        for (rule, value) in [("Repetition", self.repetition), ("KingMove", self.king_move)] {
            let rule = Alternate::all().find(|known| known.to_string() == rule).unwrap();
            alternates.choose(rule, value).unwrap();
        }
        Arc::new(Rules::new(&alternates.over(find(self.variant).unwrap())).unwrap())
    }

    /// What the second search says with a fresh table, and after the first.
    fn scores(&self) -> [Score; 2] {
        let rules = self.rules();
        let mut game = BoardGame::from_fen(Arc::clone(&rules), self.fen).unwrap();
        for mv in self.moves.split(' ') {
            game.play_text(mv).unwrap();
        }
        let alone = BoardGame::from_fen(rules, &game.fen()).unwrap();
        let (first, second) = match self.second {
            Alone => (&game, &alone),
            AfterGame => (&alone, &game),
        };
        let terms = Arc::new(Terms::new(game.rules()));
        let mut searcher = Search::new(terms, 1, 1).unwrap();
        let fresh = score(&mut searcher, second, self.depth);
        searcher.clear();
        score(&mut searcher, first, self.depth);
        [fresh, score(&mut searcher, second, self.depth)]
    }
}

fn check(repetition: &str) {
    let cases: Vec<&Case> = CASES.iter().filter(|case| case.repetition == repetition).collect();
    assert!(!cases.is_empty());
    let wrong = |case: &&Case| {
        let [fresh, warmed] = case.scores();
        let Case { fen, moves, second, .. } = case;
        let told =
            || format!("{fen}, {moves}: {second:?} is {fresh}, but {warmed} searched second");
        (fresh != warmed).then(told)
    };
    let wrong: Vec<String> = cases.iter().filter_map(wrong).collect();
    assert!(wrong.is_empty(), "{repetition}: {wrong:#?}");
}

#[test]
fn drawn_at_the_second_occurrence() {
    check("draw-2");
}

#[test]
fn drawn_at_the_third_occurrence() {
    check("draw-3");
}

#[test]
fn lost_by_the_mover_at_the_third_occurrence() {
    check("mover-loses-3");
}

#[test]
fn lost_by_the_defenders_at_the_third_occurrence() {
    check("defenders-lose-3");
}
