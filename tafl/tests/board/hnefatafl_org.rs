//! The hnefatafl.org rulesets, where the server differs from other sources: repetition of boards,
//! forts, early wins and the turn limit. Each fact is checked on both boards.

use std::num::NonZeroU16;

use crate::names::{legal_names, names};
use branan_plain::PlainGame;
use branan_plain::rules::Rules;
use tafl::board::MoveError;
use tafl::game::{Game, new_game};
use tafl::rules::{Ruleset, find};

const ONGOING: &str = "ongoing";
const FORT: &str = "defenders edge-fort";
const TRAPPED: &str = "attackers king-trapped";
const CLOSED: &str = "attackers corners-closed";
const LIMIT: &str = "draw turn-limit";

/// A game on both boards.
struct Pair {
    fast: Box<dyn Game>,
    slow: PlainGame,
}

impl Pair {
    fn new(name: &str, fen: Option<&str>) -> Pair {
        let slow = match fen {
            Some(fen) => PlainGame::from_fen(name, &[], fen),
            None => PlainGame::new(name),
        };
        Pair { fast: new_game(find(name).unwrap(), fen).unwrap(), slow }
    }

    /// A game under a ruleset with a different turn limit.
    fn limited(name: &str, limit: u16, fen: &str) -> Pair {
        let turn_limit = NonZeroU16::new(limit);
        let ruleset = Ruleset { turn_limit, ..find(name).unwrap().clone() };
        let rules = Rules::find(name, &[]).unwrap();
        let rules = Rules { turn_limit: Some(limit.into()), start: fen.to_owned(), ..rules };
        Pair { fast: new_game(&ruleset, Some(fen)).unwrap(), slow: PlainGame::of_rules(rules) }
    }

    fn play(&mut self, moves: &str) -> &mut Pair {
        for mv in moves.split_whitespace() {
            assert!(self.allows(mv), "{mv} in {}", self.slow.fen());
            let mut taken = names(&self.fast.play_text(mv).unwrap().captures);
            taken.sort();
            assert_eq!(taken, self.slow.play(&mv.replace('-', "")), "{mv}");
        }
        self
    }

    fn result(&self) -> String {
        let outcome = self.fast.outcome();
        let result = outcome.map_or_else(|| ONGOING.to_owned(), |outcome| outcome.to_string());
        assert_eq!(result, self.slow.result(), "{}", self.slow.fen());
        result
    }

    fn allows(&self, mv: &str) -> bool {
        let moves = legal_names(&*self.fast);
        assert_eq!(moves, self.slow.moves(), "{}", self.slow.fen());
        moves.contains(&mv.replace('-', ""))
    }
}

fn after(name: &str, fen: &str, mv: &str) -> String {
    Pair::new(name, Some(fen)).play(mv).result()
}

#[test]
fn who_begins() {
    let sides = ["hnefatafl-org-7", "hnefatafl-org-11", "hnefatafl-org-13"]
        .map(|name| Pair::new(name, None).slow.to_move_is_attackers());
    assert_eq!(sides, [false, true, true]);
    let old_name = find("copenhagen-hnefatafl-org").unwrap();
    assert_eq!(old_name.name, "hnefatafl-org-11");
}

#[test]
fn defenders_may_not_come_back_to_a_board_whoever_was_to_move() {
    let mut game = Pair::new("hnefatafl-org-7", None);
    game.play(
        "d5-a5 f4-f5 a5-d5 f5-f4 e4-e3 f4-f5 d5-e5 f5-f4 e5-g5 f4-f5 c4-c2 f5-f4 c2-c7 f4-f5",
    );
    // The same board occurred after the tenth move, with the defenders to move.
    assert!(!game.allows("c7-c4") && game.allows("c7-c5"));
    let mv = "c7-c4";
    assert_eq!(game.fast.read_move(mv), Err(MoveError::BoardRepeated));
}

#[test]
fn boards_are_compared_before_captured_pieces_leave() {
    // The attacker on c3 stands safely between two defenders.
    let between = "7/6t/4K2/7/1TtT3/7/7 d";
    let mut game = Pair::new("hnefatafl-org-7", Some(between));
    game.play("d3-d2 g6-g5 d2-d1");
    let mut other = Pair { fast: game.fast.boxed_clone(), slow: game.slow.clone() };
    game.play("g5-g6");
    assert!(!game.allows("d1-d3"), "with c3 still there, it is the first board");
    other.play("g5-f5 d1-d3");
    assert_eq!(other.slow.fen(), "7/7/4Kt1/7/1T1T3/7/7 a");
}

#[test]
fn a_board_that_was_taken_back_has_not_occurred() {
    let mut game = new_game(find("hnefatafl-org-13").unwrap(), None).unwrap();
    let moves = "i13-i10 j7-j10 i10-i13 j10-j7 i13-i11 j7-j11 i11-i13".split(' ');
    let start = game.placement();
    moves.for_each(|mv| drop(game.play_text(mv).unwrap()));
    // The start counts once it has occurred during the game.
    assert_eq!(game.read_move("j11-j7"), Err(MoveError::BoardRepeated));
    for _ in 0..4 {
        assert!(game.take_back());
    }
    game.jump(&start).unwrap();
    assert!(game.take_back());
    game.play_text("j10-j7").unwrap();
}

#[test]
fn attackers_may_repeat() {
    let mut game = Pair::new("hnefatafl-org-11", None);
    game.play("d1-d2 f4-g4 d2-d1 g4-h4 d1-d3 h4-g4 d3-d1 g4-i4 d1-d4 i4-g4 d4-d1");
    assert_eq!(game.result(), ONGOING);
}

#[test]
fn the_start_counts_as_a_board_on_11x11_alone() {
    let mut eleven = Pair::new("hnefatafl-org-11", None);
    assert!(!eleven.play("d1-d3 f8-c8 d3-d1").allows("c8-f8"));
    let mut thirteen = Pair::new("hnefatafl-org-13", None);
    thirteen.play("i13-i10 j7-j10 i10-i13 j10-j7");
    // Now the start has occurred during the game.
    thirteen.play("i13-i11 j7-j11 i11-i13");
    assert!(!thirteen.allows("j11-j7"));
    let mut seven = Pair::new("hnefatafl-org-7", None);
    seven.play("d5-c5 d7-c7 c5-b5 c7-d7 b5-d5 d7-e7 d5-c5 e7-d7");
    assert!(!seven.allows("c5-d5"));
    // Any other position that a game starts from counts.
    let mut set_up = Pair::new("hnefatafl-org-13", Some(&thirteen.slow.fen()));
    assert!(!set_up.play("j11-k11 m4-l4 k11-l11 l4-m4").allows("l11-j11"));
}

#[test]
fn forts_of_the_server() {
    let (org, published) = ("hnefatafl-org-11", "copenhagen");
    let with_inner_sides = "7tT2/7T1TK/7TT2/2t4T3/11/11/11/2t3t2t1/1t9/11/11 d";
    assert_eq!(after(org, with_inner_sides, "i9-k9"), ONGOING);
    assert_eq!(after(published, with_inner_sides, "i9-k9"), FORT);
    let beside_a_corner = "8TK1/6t3T/9T1/7T3/3t7/11/11/11/11/11/11 d";
    assert_eq!(after(org, beside_a_corner, "j9-j10"), FORT);
    assert_eq!(after(published, beside_a_corner, "j9-j10"), ONGOING);
    // The published rules test for forts only after the defenders' moves, so they miss a fort that
    // an attacker completes by leaving.
    let attacker_leaves = "1t9/11/11/11/11/11/11/11/4TT5/3T1tT4/3TK1T3t a";
    assert_eq!(after(org, &attacker_leaves.replace("T3t", "T4"), "f2-f1"), ONGOING);
    // Against a single attacker, a wall needs no guards.
    let unguarded = |attackers| format!("1{attackers}9/11/11/11/11/11/5T5/11/11/4T1T4/4TKT4 d");
    assert_eq!(after(org, &unguarded("t"), "f5-f3"), FORT);
    assert_eq!(after(org, "1tt8/11/11/11/11/11/5T5/11/11/4T1T4/4TKT4 d", "f5-f3"), ONGOING);
    // The smallest board has no forts.
    assert_eq!(after("hnefatafl-org-7", "1t5/t6/7/7/7/2TT3/2TK1T1 d", "f1-e1"), ONGOING);
}

#[test]
fn the_king_is_trapped() {
    let between_pairs = "1ttKtt5/2ttt6/1Tttt6/11/11/11/11/11/10T/11/11 a";
    assert_eq!(after("hnefatafl-org-11", between_pairs, "c9-c1"), TRAPPED);
    assert_eq!(after("copenhagen", between_pairs, "c9-c1"), ONGOING);
    // Besides the attackers in front, one side needs two attackers in a file.
    let one_beside = "1ttKtt5/2ttt6/1Tttt6/11/11/11/11/11/10T/11/11 a";
    assert_eq!(after("hnefatafl-org-11", one_beside, "e9-e1"), TRAPPED, "c10 and c9 are left");
    // A position set up so goes on.
    assert_eq!(Pair::new("hnefatafl-org-11", Some(one_beside)).result(), ONGOING);
}

#[test]
fn the_corners_are_closed() {
    let by_the_defenders = "11/11/11/10t/8tt1/8ttK/9tt/10t/11/11/11 d";
    assert_eq!(after("hnefatafl-org-11", by_the_defenders, "k6-k7"), CLOSED);
    assert_eq!(after("copenhagen", by_the_defenders, "k6-k7"), ONGOING);
    // The king on a2 could reach the corner, but the server overlooks that.
    let overlooked = "11/8t2/11/tt8t/t1t2t5/11/2t8/1t9/t5t4/Kt8t/9t1 a";
    assert_eq!(after("hnefatafl-org-11", overlooked, "c5-c1"), CLOSED);
    assert_eq!(after("copenhagen", overlooked, "c5-c1"), ONGOING);
}

#[test]
fn the_turn_limit_draws_unless_the_move_wins() {
    let name = "hnefatafl-org-11";
    assert_eq!(find(name).unwrap().turn_limit.map(NonZeroU16::get), Some(141));
    let at_limit = |fen: &str, mv: &str| Pair::limited(name, 1, fen).play(mv).result();
    assert_eq!(at_limit("1t9/11/11/11/11/5K5/11/11/11/11/11 a", "b11-b9"), LIMIT);
    let escape = "11/t10/11/11/11/11/11/11/11/11/4K6 d";
    assert_eq!(at_limit(escape, "e1-a1"), "defenders king-escaped");
    // At the limit, early wins do not count, nor does leaving the other side without a move.
    let closed = "11/11/11/10t/8tt1/8ttK/9tt/10t/11/11/11 d";
    assert_eq!(at_limit(closed, "k6-k7"), LIMIT);
    assert_eq!(Pair::limited(name, 2, closed).play("k6-k7").result(), CLOSED);
    let shut_in = "11/11/11/11/11/11/11/11/5t5/11/4tKt4 a";
    assert_eq!(at_limit(shut_in, "f3-f2"), LIMIT);
    assert_eq!(Pair::limited(name, 2, shut_in).play("f3-f2").result(), CLOSED);
    // The capture of the last attacker does count.
    let last = "11/11/11/11/11/4K6/11/11/11/1Tt1T6/11 d";
    assert_eq!(at_limit(last, "e2-d2"), "defenders no-moves");
}

#[test]
fn the_limit_counts_the_moves_of_both_sides() {
    let mut game = Pair::limited("hnefatafl-org-7", 3, "5t1/7/7/3K3/7/7/7 d");
    game.play("d4-d5 f7-f6");
    assert_eq!(game.result(), ONGOING);
    game.play("d5-d6");
    assert_eq!(game.result(), LIMIT);
    assert!(legal_names(&*game.fast).is_empty());
    assert!(game.fast.take_back());
    assert_eq!(game.fast.outcome(), None);
}

#[test]
fn kings_and_walls_on_the_smallest_board() {
    let name = "hnefatafl-org-7";
    let captured = "attackers king-captured";
    // Beside the throne he is captured between two; the empty throne is not hostile to him.
    assert_eq!(after(name, "7/7/3t3/4K2/3t3/4t2/7 a", "d5-e5"), ONGOING);
    assert_eq!(after(name, "7/7/3t3/4K2/4t2/7/7 a", "d5-e5"), captured);
    assert_eq!(after(name, "7/7/7/5t1/4K2/7/4t2 a", "f4-e4"), ONGOING);
    assert_eq!(after(name, "7/7/7/4K2/7/7/5t1 a", "f1-f4"), ONGOING);
    // On the throne he is captured by four.
    assert_eq!(after(name, "7/7/3t3/2tKt2/7/3t3/7 a", "d2-d3"), captured);
    // Rows along the edge are captured as well.
    let mut game = Pair::new(name, Some("7/7/3K3/7/7/1tt4/1TT2t1 a"));
    assert_eq!(game.play("f1-d1").slow.fen(), "7/7/3K3/7/7/1tt4/3t3 d");
}
