//! Checking and attacking puzzles, with and without witnesses.

use branan_plain::attack::attack;
use branan_plain::puzzle::{Fault, Goal, Puzzle, Wanted, Witness, check};

/// A witness that gives the same bytes whatever is wanted.
struct Says(Option<Vec<u8>>);

impl Witness for Says {
    fn certificate(&mut self, _: &str, _: &str, _: Wanted) -> Option<Vec<u8>> {
        self.0.clone()
    }
}

/// The king of Brandubh beside two open corners.
const TWO_CORNERS: &str = "7/3t3/7/7/7/7/1K5 d";

fn checked(fen: &str, goal: Goal, solution: &[&str], bytes: Option<&[u8]>) -> Result<(), Fault> {
    checked_under("brandubh-macwhite", fen, goal, solution, bytes)
}

fn checked_under(
    ruleset: &str,
    fen: &str,
    goal: Goal,
    solution: &[&str],
    bytes: Option<&[u8]>,
) -> Result<(), Fault> {
    let solution: Vec<String> = solution.iter().map(|mv| (*mv).to_owned()).collect();
    let puzzle = Puzzle { ruleset, fen, goal, solution: &solution, defences: &[], zugzwang: false };
    check(&puzzle, &mut Says(bytes.map(<[u8]>::to_vec))).map(|_| ())
}

#[test]
fn a_win_in_time_is_proven_by_trying_everything() {
    // Only d4b4 threatens to escape in two places.
    let fen = "3t3/2t3t/t1T3t/t2KTtt/t1TTt1t/3t3/2tt3 d";
    let check = |plies, mv: &str| {
        checked_under("ard-ri", fen, Goal::WinIn(plies), &[mv], None).map_err(|it| it.to_string())
    };
    assert_eq!(check(3, "d4b4"), Ok(()));
    let wrong = |mv| format!("wrong solution: move 1, {mv}, does not reach the goal");
    assert_eq!(check(3, "d4c4"), Err(wrong("d4c4")));
    assert_eq!(check(1, "d4b4"), Err(wrong("d4b4")));
    let corners = checked(TWO_CORNERS, Goal::WinIn(1), &["b1a1"], None).unwrap_err();
    assert_eq!(corners.to_string(), "second solution: at move 1, b1g1 wins too, within 1 ply");
}

/// Checks a win within three plies under Ard Rí with other defences, and whether it is zugzwang.
fn tree(defences: &[&str], zugzwang: bool) -> Result<(), String> {
    let fen = "3t3/2t3t/t1T3t/t2KTtt/t1TTt1t/3t3/2tt3 d";
    let words = |line: &&str| line.split(' ').map(str::to_owned).collect::<Vec<String>>();
    let (solution, goal) = (words(&"d4b4"), Goal::WinIn(3));
    let defences: Vec<Vec<String>> = defences.iter().map(words).collect();
    let puzzle =
        Puzzle { ruleset: "ard-ri", fen, goal, solution: &solution, defences: &defences, zugzwang };
    check(&puzzle, &mut Says(None)).map(|_| ()).map_err(|fault| fault.to_string())
}

#[test]
fn every_answer_to_another_defence_must_reach_the_goal() {
    // The king threatens b7 and b1.
    assert_eq!(tree(&["d4b4 c1b1 b4b7", "d4b4 d7b7 b4b1"], false), Ok(()));
    let fault = |line: &str, what: &str| {
        assert_eq!(tree(&["d4b4 c1b1 b4b7", line], false), Err(format!("defence 2: {what}")));
    };
    fault("d4b4 d7b7 b4b5", "not proven that move 3, b4b5, reaches the goal");
    fault("d4b4 d7b7 b4b7", "move 3, b4b7, is not legal");
    fault("d4b4 d7d1 b4b1", "move 2, d7d1, is not legal");
    fault("d4b4 é b4b1", "move 2, é, is not legal");
    fault("d4b4 d7b7", "it does not end with an answer");
    let leaves = "it does not leave the solution at the other side's move";
    for line in ["d4b4 c1b1 b4b7", "d4c4 d7b7 b4b1", "d4b4 c1b1 b4b5"] {
        fault(line, leaves);
    }
    let later = "move 4, d1c1, is not legal";
    fault("d4b4 d7b7 b4b1 d1c1 b1b2", later);
}

#[test]
fn a_threat_is_no_zugzwang() {
    assert_eq!(
        tree(&[], true),
        Err("zugzwang: not proven that passing would save a side".to_owned())
    );
}

#[test]
fn a_side_that_passing_would_save_is_in_zugzwang() {
    // After c7c6 the attackers threaten nothing, but every move lets them capture the king.
    let fen = "4t4/2t3t2/2tt5/1T1Tt4/t1TK3tt/2t6/2tt2t2/4t4/4t4 a";
    let solution = ["c7c6".to_owned()];
    let checked = |zugzwang| {
        let (ruleset, goal) = ("ashton-tablut", Goal::WinIn(3));
        let puzzle = Puzzle { ruleset, fen, goal, solution: &solution, defences: &[], zugzwang };
        check(&puzzle, &mut Says(None)).map(|_| ())
    };
    assert_eq!(checked(true), Ok(()));
    assert_eq!(checked(false), Ok(()));
}

#[test]
fn without_a_witness_doubts_are_told() {
    let fault = checked(TWO_CORNERS, Goal::Win, &["b1a1"], None).unwrap_err();
    assert_eq!(fault.to_string(), "at move 1: not proven that b1c1 does not win");
    let fault = checked(TWO_CORNERS, Goal::Win, &["b1b2"], None).unwrap_err();
    assert_eq!(fault.to_string(), "at move 1: not proven that b1b2 wins");
}

#[test]
fn certificates_about_something_else_are_no_proof() {
    for bytes in [&b""[..], b"branan certificate 1\n", &[0; 300]] {
        let fault = checked(TWO_CORNERS, Goal::Win, &["b1a1"], Some(bytes)).unwrap_err();
        assert!(matches!(fault, Fault::Unproven(1, _, "does not win")), "{fault}");
    }
}

#[test]
fn moves_and_positions_must_be_legal() {
    let wrong = |fen, solution: &[&str]| checked(fen, Goal::Win, solution, None).unwrap_err();
    assert_eq!(wrong(TWO_CORNERS, &[]), Fault::Solution);
    assert_eq!(wrong(TWO_CORNERS, &["b1a1", "d6d5"]), Fault::Solution);
    for mv in ["b1b9", "é", "", "b1", "d6d5"] {
        assert_eq!(wrong(TWO_CORNERS, &[mv]), Fault::Illegal(1, mv.to_owned()));
    }
    for fen in ["", "7/7/7/7/7/7/7 d", "K6/7/7/7/7/7/7 d", "7/7/7/7/7/7/1K5 x"] {
        assert!(matches!(wrong(fen, &["b1a1"]), Fault::Position(_)), "{fen}");
    }
}

#[test]
fn an_attack_finds_every_win() {
    let found = attack("brandubh-macwhite", TWO_CORNERS, 1, 1000).unwrap();
    assert_eq!(found.winning, ["b1g1", "b1a1"]);
    assert_eq!(found.open, 0);
    // Everywhere along the edge he keeps a corner in sight.
    let found = attack("brandubh-macwhite", TWO_CORNERS, 3, 1000).unwrap();
    assert!(found.winning.len() > 2);
    let few = attack("brandubh-macwhite", TWO_CORNERS, 3, 0).unwrap();
    assert!(few.open > 0);
    assert_eq!(attack("chess", TWO_CORNERS, 1, 10), None);
}
