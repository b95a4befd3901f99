//! `Skill Level`, `UCI_LimitStrength` and `UCI_Elo`.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::answers::{WIN_IN_ONE, best, errors, infos, moves, number_after, refused};
use crate::talk::Talk;

/// The declared range of a numeric option.
fn range(talk: &mut Talk, name: &str) -> (i64, i64) {
    talk.say("uci");
    let lines = talk.wait_for(|line| line == "uciok");
    let start = format!("option name {name} type spin ");
    let line = lines.iter().find(|line| line.starts_with(&start)).unwrap();
    (number_after(line, "min").unwrap(), number_after(line, "max").unwrap())
}

/// The node count in the last variation of a search.
fn nodes(lines: &[String]) -> i64 {
    number_after(infos(lines).last().unwrap(), "nodes").unwrap()
}

#[test]
fn levels_are_numbers_within_a_range() {
    let mut talk = Talk::start();
    assert_eq!(range(&mut talk, "Skill Level"), (0, 20));
    let (least, most) = range(&mut talk, "UCI_Elo");
    assert!(least > 0 && least < most);
    for (name, (least, most)) in [("Skill Level", (0, 20)), ("UCI_Elo", (least, most))] {
        for good in [least, most] {
            assert!(talk.ask(&format!("setoption name {name} value {good}")).is_empty());
        }
        for bad in [least - 1, most + 1] {
            let line = format!("setoption name {name} value {bad}");
            refused(&mut talk, &line, &[&format!("from {least} to {most}")]);
        }
    }
    refused(&mut talk, "setoption name UCI_LimitStrength value 3", &["true or false"]);
}

#[test]
fn a_level_answers_soon_whatever_the_clock() {
    for options in [
        ["setoption name Skill Level value 0", "isready"],
        ["setoption name Skill Level value 19", "isready"],
        ["setoption name UCI_LimitStrength value true", "setoption name UCI_Elo value 900"],
    ] {
        let mut talk = Talk::after(&options);
        for go in ["go wtime 9000000 btime 9000000", "go movetime 9000000", "go depth 100"] {
            let start = Instant::now();
            let lines = talk.search(go);
            assert!(start.elapsed() < Duration::from_secs(10), "{options:?} {go}");
            assert!(moves(&mut talk).contains(&best(&lines).to_owned()));
        }
    }
}

#[test]
fn full_strength_is_the_unlimited_search() {
    let (_, most) = range(&mut Talk::start(), "UCI_Elo");
    let search = |options: &[String]| {
        let mut talk = Talk::start();
        for option in options {
            assert!(talk.ask(option).is_empty());
        }
        let lines = talk.search("go depth 7");
        (nodes(&lines), lines.last().unwrap().clone())
    };
    let unlimited = search(&[]);
    let skill = |level: u32| format!("setoption name Skill Level value {level}");
    let elo = |elo: i64| format!("setoption name UCI_Elo value {elo}");
    let limit = "setoption name UCI_LimitStrength value true".to_owned();
    assert_eq!(search(&[skill(3), skill(20)]), unlimited);
    assert_eq!(search(&[elo(most - 500)]), unlimited);
    assert_eq!(search(&[skill(3), elo(most), limit.clone()]), unlimited);
    // A lower level or Elo is not.
    assert_ne!(search(&[skill(10)]).0, unlimited.0);
    assert_ne!(search(&[elo(most - 500), limit]).0, unlimited.0);
}

#[test]
fn what_a_level_finds_changes_nothing_for_full_strength() {
    let search = |talk: &mut Talk| nodes(&talk.search("go depth 7"));
    let alone = search(&mut Talk::start());
    let mut talk = Talk::after(&["setoption name Skill Level value 12"]);
    talk.search("go depth 7");
    talk.say("setoption name Skill Level value 20");
    assert_eq!(search(&mut talk), alone);
}

#[test]
fn a_level_plays_another_way_each_time() {
    let mut talk = Talk::after(&["setoption name Skill Level value 1"]);
    let openings: HashSet<String> =
        (0..30).map(|_| best(&talk.search("go movetime 1000")).to_owned()).collect();
    assert!(openings.len() > 1);
}

#[test]
fn the_words_of_go_mean_the_same_at_a_level() {
    for level in [0, 3, 10, 19] {
        let mut talk = Talk::after(&[
            &format!("setoption name Skill Level value {level}"),
            "setoption name MultiPV value 3",
        ]);
        for _ in 0..10 {
            let lines = talk.search("go depth 2 searchmoves d2e2 d6c6");
            assert!(["d2e2", "d6c6"].contains(&best(&lines)));
            let ranks: HashSet<i64> =
                infos(&lines).iter().filter_map(|line| number_after(line, "multipv")).collect();
            assert_eq!(ranks, HashSet::from([1, 2]), "{lines:?}");
        }
        let lines = talk.search("go depth 2");
        assert!(infos(&lines).iter().any(|line| number_after(line, "multipv") == Some(3)));
        assert!(infos(&lines).iter().all(|line| number_after(line, "multipv") <= Some(3)));
        assert!(infos(&lines).iter().all(|line| number_after(line, "depth") <= Some(2)));
        for (waiting, end) in [("infinite", "stop"), ("ponder movetime 1", "ponderhit")] {
            talk.say(&format!("go {waiting}"));
            let lines = talk.linger();
            assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
            let lines = talk.search(end);
            assert!(moves(&mut talk).contains(&best(&lines).to_owned()));
        }
        assert!(errors(&talk.ask("go depth 1 searchmoves d2d9"))[0].contains("cannot be played"));
    }
}

#[test]
fn every_level_takes_a_win_in_one_and_knows_a_finished_game() {
    for level in [0, 2, 10, 19] {
        let mut talk = Talk::after(&[&format!("setoption name Skill Level value {level}")]);
        talk.say(&format!("position fen {WIN_IN_ONE}"));
        for go in ["go movetime 100", "go mate 1"] {
            assert!(["b1a1", "b1g1"].contains(&best(&talk.search(go))), "{level} {go}");
        }
        talk.say(&format!("position fen {WIN_IN_ONE} moves b1a1"));
        assert_eq!(talk.search("go movetime 100"), ["bestmove (none)"]);
    }
}

#[test]
fn every_level_takes_a_win_in_one_however_few_its_nodes_are() {
    // The attackers threaten so much that the first iteration takes more than ten nodes for each
    // move. In the second position moves win that leave the king without a move, in the third one
    // that leaves the attackers without one, late in the list.
    for (options, fen, wins) in [
        (
            "setoption name UCI_Variant value brandubh-fosdick",
            "3t3/5t1/2T4/ttT1Ttt/T2K3/6t/3t3 a",
            &["d1d2", "g2d2"][..],
        ),
        ("setoption name Rule Encirclement value no", "2tKt2/7/3t3/7/t6/7/5t1 a", &["d5d6"]),
        ("setoption name Hash value 1", "7/7/TTTK3/TtT4/TtTT3/2T4/7 d", &["c2b2"]),
    ] {
        let mut talk = Talk::after(&[options, &format!("position fen {fen}")]);
        for level in 0..=10 {
            talk.say(&format!("setoption name Skill Level value {level}"));
            for _ in 0..4 {
                let lines = talk.search("go movetime 500");
                assert!(wins.contains(&best(&lines)), "{fen}, level {level}: {lines:?}");
                assert!(!infos(&lines).is_empty(), "{fen}, level {level}");
            }
        }
    }
}
