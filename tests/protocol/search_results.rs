//! The results and output of 'go', and its limits.

use std::time::{Duration, Instant};

use branan::game::new_game;
use branan::rules::find;

use crate::answers::{LOST, WIN_IN_ONE, best, infos, moves, number_after, refused, word_after};
use crate::talk::Talk;

#[test]
fn a_finished_game_has_no_best_move() {
    let mut talk = Talk::start();
    talk.say(&format!("position fen {WIN_IN_ONE} moves b1g1"));
    for limits in ["depth 3", "movetime 20", "btime 1000 wtime 1000", "nodes 50"] {
        assert_eq!(talk.search(&format!("go {limits}")), ["bestmove (none)"], "{limits}");
    }
    let no_mate = ["info string no mate in 2", "bestmove (none)"];
    assert_eq!(talk.search("go mate 2"), no_mate);
    talk.say("position startpos moves d2e2 d3c3 e2d2 c3d3 d2e2 d3c3 e2d2 c3d3");
    assert_eq!(talk.search("go depth 3"), ["bestmove (none)"]);
    // The ring is already closed.
    talk.say("position fen 7/2ttt2/2tTt2/2tKt2/2ttt2/7/7 d");
    assert_eq!(talk.state()[3], "Result: attackers encircled");
    assert_eq!(talk.search("go depth 3"), ["bestmove (none)"]);
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let mut talk = Talk::start();
    for wanted in ["a4a3", "d2e2", "g4-g5"] {
        let plain = wanted.replace('-', "");
        let lines = talk.search(&format!("go depth 3 searchmoves {wanted}"));
        assert_eq!(best(&lines), plain);
        let lines = talk.search(&format!("go searchmoves {wanted} depth 2"));
        assert_eq!(best(&lines), plain);
    }
    talk.say("setoption name MultiPV value 10");
    let lines = talk.search("go depth 2 searchmoves a4a3 d2e2");
    let mut first: Vec<&str> =
        infos(&lines).iter().rev().take(2).filter_map(|line| word_after(line, "pv")).collect();
    first.sort_unstable();
    assert_eq!(first, ["a4a3", "d2e2"]);
    assert!(lines.iter().all(|line| !line.contains("multipv 3")));
}

#[test]
fn several_lines_are_ranked_and_begin_with_different_moves() {
    let mut talk = Talk::start();
    for (asked, shown) in [(4, 4), (256, 40)] {
        talk.say(&format!("setoption name MultiPV value {asked}"));
        let lines = talk.search("go depth 4");
        let infos = infos(&lines);
        let last = &infos[infos.len() - shown..];
        let mut firsts = Vec::new();
        let mut scores = Vec::new();
        for (rank, line) in (1..).zip(last) {
            assert_eq!(number_after(line, "depth"), Some(4), "{line}");
            assert_eq!(number_after(line, "multipv"), Some(rank), "{line}");
            firsts.push(word_after(line, "pv").unwrap());
            scores.push(match number_after(line, "mate") {
                Some(mate) if mate > 0 => 100_000 - mate,
                Some(mate) => -100_000 - mate,
                None => number_after(line, "cp").unwrap(),
            });
        }
        assert_eq!(best(&lines), firsts[0]);
        assert!(scores.is_sorted_by(|before, after| before >= after), "{last:#?}");
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), shown);
    }
}

#[test]
fn limits_are_kept() {
    let mut talk = Talk::start();
    for depth in 1..=6 {
        let lines = talk.search(&format!("go depth {depth}"));
        let depths: Vec<i64> =
            infos(&lines).iter().filter_map(|line| number_after(line, "depth")).collect();
        assert_eq!(depths, (1..=depth).collect::<Vec<i64>>());
    }
    talk.say("ucinewgame");
    let legal = moves(&mut talk);
    for nodes in [1, 100, 5000, 100_000] {
        let lines = talk.search(&format!("go nodes {nodes}"));
        for line in infos(&lines) {
            assert!(number_after(line, "nodes").unwrap() <= nodes + 1024, "{nodes}: {line}");
        }
        assert!(legal.contains(&best(&lines).to_owned()), "{nodes}: {lines:?}");
    }
    for limits in ["movetime 120", "btime 3600000 wtime 1 movetime 120"] {
        let start = Instant::now();
        talk.search(&format!("go {limits}"));
        assert!(start.elapsed() >= Duration::from_millis(100), "{limits}");
    }
    // The attackers are black and to move; white's hour would allow minutes.
    talk.search("go wtime 3600000 btime 500 winc 0 binc 0");
    talk.search("go wtime 3600000 btime 500 movestogo 1");
    talk.search("go wtime 3600000 btime 0");
    talk.search("go wtime 3600000 btime -20 binc 0");
    talk.say("position startpos moves d2e2");
    talk.search("go wtime 500 btime 3600000 winc 0 binc 3600000");
    refused(&mut talk, "go btime 500", &["defenders", "wtime"]);
    // The first limit reached ends the search.
    let lines = talk.search("go depth 2 nodes 100000000 movetime 3600000");
    assert_eq!(number_after(infos(&lines).last().unwrap(), "depth"), Some(2));
}

#[test]
fn mates_are_counted_in_the_movers_moves() {
    let mut talk = Talk::start();
    talk.say(&format!("position fen {WIN_IN_ONE}"));
    let lines = talk.search("go mate 1");
    assert!(infos(&lines).last().unwrap().contains(" score mate 1 "), "{lines:?}");
    assert!(["b1a1", "b1g1"].contains(&best(&lines)));
    talk.say(&format!("position fen {LOST}"));
    let lines = talk.search("go depth 4");
    assert!(infos(&lines).last().unwrap().contains(" score mate -1 "), "{lines:?}");
    // The king wins by d2d1, which threatens two corners.
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d");
    let lines = talk.search("go mate 5");
    let info = infos(&lines).last().unwrap().to_string();
    let mate = number_after(&info, "mate").unwrap();
    assert!((1..=2).contains(&mate), "{info}");
    let length = info.split(" pv ").nth(1).unwrap().split(' ').count();
    assert!((1..2 * mate).contains(&(length as i64)), "{info}");
    // There is no mate to find at the start, so it gives up.
    talk.say("position startpos");
    let lines = talk.search("go mate 2");
    assert_eq!(lines[lines.len() - 2], "info string no mate in 2");
    let last = infos(&lines).last().unwrap().to_string();
    assert!(!last.contains("score mate "), "{last}");
    assert!(number_after(&last, "depth").unwrap() <= 3, "{last}");
}

#[test]
fn only_a_completed_search_rules_out_a_mate() {
    let mut talk = Talk::start();
    let rules_out = |lines: &[String]| lines.iter().any(|line| line.contains("no mate"));
    assert!(rules_out(&talk.search("go mate 3")));
    assert!(!rules_out(&talk.search("go mate 3 depth 4")));
    assert!(!rules_out(&talk.search("go mate 40 nodes 20000")));
    assert!(!rules_out(&talk.search("go mate 1000 nodes 20000")));
    assert!(!rules_out(&talk.search("go depth 3")));
    talk.say(&format!("position fen {WIN_IN_ONE}"));
    assert!(!rules_out(&talk.search("go mate 1")));
    // It speaks only of the moves to choose from.
    assert!(rules_out(&talk.search("go mate 1 searchmoves b1c1")));
    talk.say("setoption name Threads value 2");
    talk.say("position startpos");
    assert!(rules_out(&talk.search("go mate 3")));
}

#[test]
fn a_loss_by_its_own_move_is_a_loss() {
    let mut talk = Talk::start();
    talk.say("setoption name MultiPV value 256");
    // The side that repeats a position for the third time loses: c3d3 here.
    talk.say("position startpos moves d2e2 d3c3 e2d2 c3d3 d2e2 d3c3 e2d2");
    let lines = talk.search("go depth 2");
    let losing = infos(&lines).into_iter().find(|line| line.ends_with(" pv c3d3")).unwrap();
    assert!(losing.contains(" score mate -1 "), "{losing}");
}

#[test]
fn chances_are_shown_when_asked_for_and_add_up() {
    let mut talk = Talk::start();
    let lines = talk.search("go depth 4");
    assert!(lines.iter().all(|line| !line.contains(" wdl ")));
    talk.say("setoption name UCI_ShowWDL value true");
    for position in ["startpos", &format!("fen {WIN_IN_ONE}"), &format!("fen {LOST}")] {
        talk.say(&format!("position {position}"));
        let lines = talk.search("go depth 4");
        for line in infos(&lines) {
            let words: Vec<&str> = line.split(' ').skip_while(|word| *word != "wdl").collect();
            let chances: Vec<i64> = words[1..4].iter().map(|word| word.parse().unwrap()).collect();
            assert_eq!(chances.iter().sum::<i64>(), 1000, "{line}");
            assert!(chances.iter().all(|chance| *chance >= 0), "{line}");
            assert_eq!(words[4], "nodes", "{line}");
        }
    }
    talk.say("setoption name UCI_ShowWDL value false");
    assert!(talk.search("go depth 2").iter().all(|line| !line.contains(" wdl ")));
}

#[test]
fn info_lines_hold_what_guis_read_and_their_moves_can_be_played() {
    let mut talk = Talk::start();
    let lines = talk.search("go depth 6");
    for line in infos(&lines) {
        let mut rest = line.as_str();
        for name in ["depth", "seldepth", "multipv", "score", "nodes", "nps", "hashfull", "time"] {
            let at = rest.find(&format!(" {name} ")).unwrap_or_else(|| panic!("{name}: {line}"));
            rest = &rest[at + 1 + name.len()..];
        }
        assert!(number_after(line, "cp").or(number_after(line, "mate")).is_some(), "{line}");
        let mut game = new_game(find("brandubh").unwrap(), None).unwrap();
        for mv in line.split(" pv ").nth(1).unwrap().split(' ') {
            game.play_text(mv).unwrap();
        }
    }
    let end: Vec<&str> = lines.last().unwrap().split(' ').collect();
    let last = infos(&lines).last().unwrap().split(" pv ").nth(1).unwrap().to_owned();
    assert!(last.starts_with(end[1]));
    assert_eq!((end[2], end.len()), ("ponder", 4));
    assert_eq!(last.split(' ').nth(1), Some(end[3]));
}

/// The output of a search, without timing.
fn untimed(lines: &[String]) -> Vec<String> {
    let timed = ["nps", "time"];
    lines
        .iter()
        .map(|line| {
            let words: Vec<&str> = line.split(' ').collect();
            let kept = |index: usize| index == 0 || !timed.contains(&words[index - 1]);
            let kept = (0..words.len()).filter(|index| kept(*index)).map(|index| words[index]);
            kept.collect::<Vec<&str>>().join(" ")
        })
        .collect()
}

#[test]
fn the_same_search_of_a_new_game_is_the_same() {
    let mut talk = Talk::start();
    for variant in ["brandubh-macwhite", "brandubh-fosdick", "tablut"] {
        talk.say(&format!("setoption name UCI_Variant value {variant}"));
        talk.sync();
        let first = untimed(&talk.search("go depth 7"));
        // The table now holds earlier results, so the same search takes fewer nodes.
        assert_ne!(untimed(&talk.search("go depth 7")), first, "{variant}");
        for forget in ["ucinewgame", "setoption name Clear Hash", "setoption name CLEAR hash"] {
            talk.say(forget);
            assert_eq!(untimed(&talk.search("go depth 7")), first, "{variant} {forget}");
        }
        talk.say("ucinewgame");
        let nodes = untimed(&talk.search("go nodes 30000"));
        talk.say("ucinewgame");
        assert_eq!(untimed(&talk.search("go nodes 30000")), nodes, "{variant}");
    }
}

#[test]
fn tables_of_any_size_and_several_threads_play() {
    let mut talk = Talk::start();
    let legal = moves(&mut talk);
    for (hash, threads) in [(1, 1), (3, 2), (64, 1), (1, 4), (2, 2), (16, 1)] {
        assert!(talk.ask(&format!("setoption name Hash value {hash}")).is_empty());
        assert!(talk.ask(&format!("setoption name Threads value {threads}")).is_empty());
        let lines = talk.search("go depth 7");
        assert!(legal.contains(&best(&lines).to_owned()));
        for line in infos(&lines) {
            assert!((0..=1000).contains(&number_after(line, "hashfull").unwrap()), "{line}");
        }
        talk.say("go infinite");
        talk.sync();
        talk.search("stop");
    }
    // A small table fills up, and is empty again after clearing.
    talk.say("setoption name Hash value 1");
    let lines = talk.search("go nodes 300000");
    assert!(number_after(infos(&lines).last().unwrap(), "hashfull").unwrap() > 100, "{lines:?}");
    talk.say("setoption name Clear Hash");
    let lines = talk.search("go depth 1");
    assert!(number_after(infos(&lines)[0], "hashfull").unwrap() < 10, "{lines:?}");
}
