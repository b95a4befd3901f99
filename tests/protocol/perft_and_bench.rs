//! 'go perft' and 'bench'.

use crate::answers::{WIN_IN_ONE, moves};
use crate::talk::{Talk, script};

/// The output of a perft, without timing.
fn perft(talk: &mut Talk, depth: u32) -> Vec<String> {
    talk.say(&format!("go perft {depth}"));
    let mut lines = talk.wait_for(|line| line.starts_with("Nodes searched: "));
    lines.retain(|line| !line.starts_with("info string perft "));
    lines
}

#[test]
fn perft_lists_the_moves_and_their_sum_on_any_number_of_threads() {
    let mut talk = Talk::start();
    let legal = moves(&mut talk);
    let mut found = Vec::new();
    for (depth, total) in [(1, 40_u64), (2, 960), (3, 39512), (4, 1_007_392)] {
        let lines = perft(&mut talk, depth);
        let (last, counts) = lines.split_last().unwrap();
        assert_eq!(*last, format!("Nodes searched: {total}"));
        let counts: Vec<(&str, u64)> = counts
            .iter()
            .map(|line| line.split_once(": ").unwrap())
            .map(|(mv, count)| (mv, count.parse().unwrap()))
            .collect();
        assert_eq!(counts.iter().map(|(_, count)| count).sum::<u64>(), total);
        assert_eq!(counts.iter().map(|(mv, _)| *mv).collect::<Vec<_>>(), legal);
        found.push(lines);
    }
    assert_eq!(perft(&mut talk, 0), ["Nodes searched: 1"]);
    // On larger boards too, where one move may begin like another.
    talk.ask("setoption name UCI_Variant value copenhagen");
    let lines = perft(&mut talk, 1);
    let listed: Vec<&str> =
        lines.iter().filter_map(|line| Some(line.split_once(": ")?.0)).collect();
    assert_eq!(listed[..listed.len() - 1], moves(&mut talk));
    talk.ask("setoption name UCI_Variant value brandubh-macwhite");
    talk.say("setoption name Threads value 2");
    for (depth, lines) in (1..).zip(found) {
        assert_eq!(perft(&mut talk, depth), lines);
    }
    talk.say(&format!("position fen {WIN_IN_ONE} moves b1a1"));
    assert_eq!(perft(&mut talk, 3), ["Nodes searched: 0"]);
    // A perft can be stopped, and does not block the session.
    talk.say("position startpos");
    talk.say("go perft 12");
    talk.sync();
    talk.say("stop");
    talk.wait_for(|line| line == "info string perft was stopped");
    assert_eq!(perft(&mut talk, 1).len(), 41);
}

/// The number before `name` in a line.
fn number_before(line: &str, name: &str) -> u64 {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == name).unwrap();
    words[at - 1].parse().unwrap()
}

#[test]
fn the_benchmark_is_the_same_every_time() {
    let nodes = |line: &str| {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words.len(), words[1], words[3]), (4, "nodes", "nps"), "{line}");
        assert!(words[2].parse::<u64>().unwrap() > 0);
        words[0].parse::<u64>().unwrap()
    };
    let mut counts = Vec::new();
    let last = branan::bench::run(&mut |line| {
        counts.push(number_before(line, "nodes"));
    });
    let first = nodes(&last.unwrap());
    assert!(counts.len() > 5);
    assert_eq!(first, counts.iter().sum::<u64>());
    // The session's options have no effect on it.
    let lines = script(
        "setoption name Threads value 2\nsetoption name UCI_Variant value tablut\n\
         setoption name Hash value 1\ngo depth 4\nstop\nbench\n",
    );
    assert_eq!(nodes(lines.last().unwrap()), first);
    let mut talk = Talk::after(&["bench"]);
    talk.say("stop");
    talk.wait_for(|line| line.contains("benchmark was stopped"));
    assert!(talk.ask("position startpos moves d2e2").is_empty());
}
