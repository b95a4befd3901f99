//! Games in which the defenders may not repeat a position or a board but the attackers may, and
//! games with a turn limit, compared with an exhaustive search under the full rules, including
//! history.

use std::num::NonZeroU16;
use std::sync::Arc;

use branan_engine::eval::LinearEvaluation;
use branan_engine::search::score::{Score, is_mate, loss_at, win_at};
use branan_engine::search::{Bound, Control, Limits, SearchEvent, Task};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tafl::board::{Board7, BoardGame, BoardMove, BoardRules, named};
use tafl::game::Game;
use tafl::rules::{Alternate, Alternates, Catalog, find};
use tafl::types::Move;

use crate::graph_history::Search;

/// The longest win or loss searched for, in plies.
const PLIES: usize = 6;

/// Move limit for each mate search. The search sees that a side has no move one ply late, so it may
/// find a longer win first.
const MATE: u32 = 4;

/// Depth of the normal search, in plies.
const DEPTH: u32 = 7;

/// Rules for small areas: pieces move one step, and none may enter or cross a closed square.
fn rules(
    open: &dyn Fn(char, usize) -> bool,
    [escape, start]: [&str; 2],
    [repetition, no_moves]: [&str; 2],
    turn_limit: Option<u16>,
) -> Arc<BoardRules<Board7>> {
    let squares = (1..=7).flat_map(|rank| ('a'..='g').map(move |file| (file, rank)));
    let walls: Vec<String> = squares
        .filter(|(file, rank)| !open(*file, *rank))
        .map(|(file, rank)| format!("{file}{rank}"))
        .collect();
    let string = format!(
        "dim:7 surf:n ks:w spd:1 cor:{escape} corh: cen:{} cens: cenp: cenh: cenhe: start:{start}",
        walls.join(",")
    );
    let mut alternates = Alternates::default();
    alternates.choose(Alternate::Repetition, repetition).unwrap();
    alternates.choose(Alternate::NoMoves, no_moves).unwrap();
    let mut ruleset = alternates.over(&Catalog::default().choose(&string).unwrap());
    ruleset.turn_limit = turn_limit.and_then(NonZeroU16::new);
    Arc::new(BoardRules::new(&ruleset).unwrap())
}

/// Whether the side to move can force a win (`won`) or cannot avoid a loss (`!won`) within `plies`.
fn forced(game: &mut BoardGame<Board7>, won: bool, plies: usize) -> bool {
    if let Some(outcome) = game.outcome() {
        let side = game.to_move();
        return outcome.winner == Some(if won { side } else { side.other() });
    }
    if plies == 0 {
        return false;
    }
    let mut moves = game.legal_moves().into_iter();
    let mut after = |mv: Move| {
        Game::play(game, mv).unwrap();
        let ends = forced(game, !won, plies - 1);
        game.take_back();
        ends
    };
    if won { moves.any(&mut after) } else { moves.all(&mut after) }
}

/// The true score of a game that is won or lost within [`PLIES`].
fn truth(game: &mut BoardGame<Board7>) -> Option<Score> {
    (1..=PLIES).find_map(|plies| {
        let won = plies % 2 == 1;
        forced(game, won, plies).then(|| if won { win_at(plies) } else { loss_at(plies) })
    })
}

/// The last exact score of a search within limits.
fn score(searcher: &mut Search, game: &BoardGame<Board7>, limits: Limits) -> Score {
    score_of(searcher, &Task::new(game, &limits))
}

/// The last exact score of a search.
fn score_of(searcher: &mut Search, task: &Task<'_, Board7>) -> Score {
    let control = Control::default();
    let mut last = 0;
    searcher.think(task, &control, &mut |event| {
        if let SearchEvent::Line(line) = event
            && line.bound == Bound::Exact
        {
            last = line.score;
        }
    });
    last
}

/// The result proven by a mate search.
fn proof(searcher: &mut Search, game: &BoardGame<Board7>) -> Option<Score> {
    let found = score(searcher, game, Limits { mate: Some(MATE), ..Limits::default() });
    is_mate(found).then_some(found)
}

#[test]
fn a_side_without_a_move_that_does_not_repeat_has_none() {
    let corridors = |file, rank| matches!((file, rank), ('a' | 'b', 1 | 7) | ('g', 7));
    let scores = |no_moves, fen| {
        let rule = ["defenders-illegal-2", no_moves];
        let rules = rules(&corridors, ["g7", "/t6/7/7/7/7/7/K6/"], rule, None);
        let mut game = BoardGame::from_fen(Arc::clone(&rules), fen).unwrap();
        let mut searcher = Search::new(Arc::new(LinearEvaluation::new(&rules)), 1, 1).unwrap();
        [truth(&mut game), proof(&mut searcher, &game)]
    };
    // King and attacker move to and fro, each in a corridor of two squares.
    let [attackers, defenders] = ["a", "d"].map(|side| format!("K6/7/7/7/7/7/t6 {side}"));
    assert_eq!(scores("loses", &attackers), [Some(win_at(3)); 2]);
    // The attacker returns to his first square, which is not a draw.
    assert_eq!(scores("loses", &defenders), [Some(loss_at(4)); 2]);
    assert_eq!(scores("draw", &attackers), [None; 2]);
    assert_eq!(scores("draw", &defenders), [None; 2]);
}

#[test]
fn a_capture_that_repetition_bars_is_none_beyond_the_horizon_either() {
    // After its capture the board would be new, but before it the board has been there.
    let rules = Arc::new(BoardRules::<Board7>::new(find("hnefatafl-org-7").unwrap()).unwrap());
    for (fen, moves, only) in [
        ("1T2t2/1T5/7/7/7/1T5/1tK4 a", "e7e1", "c1c7"),
        ("7/7/4t2/2T4/1T1T3/1T5/1tK4 a", "e5e1 c1c3", "e1e5"),
    ] {
        let mut game = BoardGame::from_fen(Arc::clone(&rules), fen).unwrap();
        for mv in moves.split_whitespace() {
            game.play_text(mv).unwrap();
        }
        let is_it = |mv: &BoardMove| named::<Board7>(*mv).to_string() == only;
        let search_moves: Vec<_> = game.moves().into_iter().filter(is_it).collect();
        assert_eq!(search_moves.len(), 1);
        let mut after = game.clone();
        after.play_text(only).unwrap();
        let truth = truth(&mut after);
        let mut searcher = Search::new(Arc::new(LinearEvaluation::new(&rules)), 1, 1).unwrap();
        for depth in 1..=DEPTH {
            for mate in [None, Some(MATE)] {
                searcher.clear();
                let limits = Limits { depth: Some(depth), mate, ..Limits::default() };
                let task = Task { search_moves: &search_moves, ..Task::new(&game, &limits) };
                let found = score_of(&mut searcher, &task);
                // From the other side, a ply later.
                let claim = -found - found.signum();
                let near = found.abs() >= win_at(PLIES + 1);
                assert!(!near || truth == Some(claim), "{fen}, {depth}: {found}, {truth:?}");
            }
        }
    }
}

/// A random position within an area of 16 squares, if it is legal.
fn placed(random: &mut StdRng) -> String {
    let mut room = [['.'; 4]; 4];
    let attackers = random.random_range(1..4);
    let soldiers = usize::from(random.random_bool(0.2));
    let pieces = std::iter::once('K')
        .chain(std::iter::repeat_n('t', attackers))
        .chain(std::iter::repeat_n('T', soldiers));
    for piece in pieces {
        let [rank, file] = [0, 1].map(|_| random.random_range(0..4));
        if room[rank][file] == '.' {
            room[rank][file] = piece;
        }
    }
    let rows = room.map(|row| row.iter().collect::<String>() + "...").join("/");
    let rows =
        (1..=7).rev().fold(rows, |rows, run| rows.replace(&".".repeat(run), &run.to_string()));
    let side = if random.random_bool(0.5) { "a" } else { "d" };
    format!("7/7/7/{rows} {side}")
}

/// A game after a few moves, if it is not over.
fn played(rules: &Arc<BoardRules<Board7>>, random: &mut StdRng) -> Option<BoardGame<Board7>> {
    let mut game = BoardGame::from_fen(Arc::clone(rules), &placed(random)).ok()?;
    for _ in 0..random.random_range(0..12) {
        let moves = game.legal_moves();
        Game::play(&mut game, *moves.choose(random)?).unwrap();
    }
    game.outcome().is_none().then_some(game)
}

/// Statistics of the comparison.
#[derive(Default)]
struct Seen {
    /// Number of wins and losses by plies to the end.
    ends: [usize; PLIES + 1],
    /// Number of results that depended on the history.
    owed: usize,
}

/// Compares searches with exhaustive search in random games.
fn compare(rules: &Arc<BoardRules<Board7>>, random: &mut StdRng, seen: &mut Seen) {
    let mut searcher = Search::new(Arc::new(LinearEvaluation::new(rules)), 1, 1).unwrap();
    for number in 0..150 {
        let Some(mut game) = played(rules, random) else { continue };
        if number % 3 == 0 {
            searcher.clear();
        }
        let mut alone = BoardGame::from_fen(Arc::clone(rules), &game.fen()).unwrap();
        let truths = [truth(&mut game), truth(&mut alone)];
        seen.owed += usize::from(truths[0] != truths[1]);
        for (game, truth) in [(&game, truths[0]), (&alone, truths[1]), (&game, truths[0])] {
            let told = format!("{}, {:?}, {}", rules.ruleset().summary(), game.line(), alone.fen());
            let found = proof(&mut searcher, game);
            match truth {
                Some(truth) => {
                    let same = |found: Score| found.signum() == truth.signum();
                    let agrees = |found: Score| same(found) && found.abs() <= truth.abs();
                    assert!(found.is_some_and(agrees), "{told}: {found:?}, not {truth}");
                    seen.ends[(win_at(0) - truth.abs()) as usize] += 1;
                }
                // Longer wins are out of scope here.
                None => {
                    let far = |found: Score| found.abs() < win_at(PLIES);
                    assert!(found.is_none_or(far), "{told}: {found:?}");
                }
            }
            // A win reported by the normal search must be real, and no shorter than the shortest.
            let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
            let usual = score(&mut searcher, game, limits);
            let near = usual.abs() >= win_at(PLIES);
            assert!(!near || truth.is_some_and(|t| t.signum() == usual.signum()), "{told}");
            assert!(!near || truth.is_some_and(|t| t.abs() >= usual.abs()), "{told}: {usual}");
        }
    }
}

fn room(file: char, rank: usize) -> bool {
    file < 'e' && rank < 5
}

#[test]
fn searches_agree_with_the_rules_of_the_game() {
    for repetition in ["defenders-illegal-2", "defenders-new-board"] {
        let (mut random, mut seen) = (StdRng::seed_from_u64(11), Seen::default());
        for no_moves in ["loses", "draw", "loses-unless-both"] {
            let start = ["a1", "/1t5/1K5/7/7/7/7/7/"];
            compare(&rules(&room, start, [repetition, no_moves], None), &mut random, &mut seen);
        }
        let Seen { ends, owed } = seen;
        println!("{repetition}: {ends:?}, {owed} depend on the history");
        assert!(ends[1..].iter().all(|count| *count > 5) && owed > 10, "{ends:?} {owed}");
    }
}

#[test]
fn searches_see_the_turn_limit() {
    let (mut random, mut seen) = (StdRng::seed_from_u64(12), Seen::default());
    for limit in [8, 12, 14, 16] {
        let start = ["a1", "/1t5/1K5/7/7/7/7/7/"];
        let rules = rules(&room, start, ["defenders-new-board", "loses"], Some(limit));
        compare(&rules, &mut random, &mut seen);
    }
    let Seen { ends, owed } = seen;
    println!("{ends:?}, {owed} depend on the history");
    assert!(ends[1..].iter().all(|count| *count > 5) && owed > 10, "{ends:?} {owed}");
}

#[test]
fn a_game_at_the_limit_is_worth_a_draw_to_either_side() {
    let start = ["a1", "/1t5/1K5/7/7/7/7/7/"];
    let rules = rules(&room, start, ["draw-3", "loses"], Some(3));
    let mut searcher = Search::new(Arc::new(LinearEvaluation::new(&rules)), 1, 1).unwrap();
    // Neither side can win within three moves, even with a large advantage.
    for side in ["a", "d"] {
        let fen = format!("7/7/7/3K3/2t4/tt5/1t5 {side}");
        let game = BoardGame::from_fen(Arc::clone(&rules), &fen).unwrap();
        let limits = Limits { depth: Some(DEPTH), ..Limits::default() };
        assert_eq!(score(&mut searcher, &game, limits), 0, "{fen}");
    }
}
