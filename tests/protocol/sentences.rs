//! The protocol, sentence by sentence, in sessions inside this process.

use std::time::{Duration, Instant};

use crate::talk::{Talk, errors, number_after, script, word_after};
use branan::board::new_game;
use branan::rules::{builtin, find};

/// The default ruleset's start position.
const START: &str = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";
/// The king slides from b1 to either corner of the first rank.
const WIN_IN_ONE: &str = "7/3t3/7/7/7/7/1K5 d";
/// The same with the attackers to move, who can guard one corner only.
const LOST: &str = "7/3t3/7/7/7/7/1K5 a";

/// The lines that show a line of play, without bounds.
fn infos(lines: &[String]) -> Vec<&String> {
    lines
        .iter()
        .filter(|line| line.starts_with("info depth ") && line.contains(" pv "))
        .filter(|line| !line.contains("bound "))
        .collect()
}

/// The best move of a search's output.
fn best(lines: &[String]) -> &str {
    word_after(lines.last().unwrap(), "bestmove").unwrap()
}

/// The legal moves where a session stands.
fn moves(talk: &mut Talk) -> Vec<String> {
    let state = talk.state();
    state[4].split(' ').skip(1).map(str::to_owned).collect()
}

/// That a line is answered by just one error, which holds these parts, and changes nothing.
fn refused(talk: &mut Talk, line: &str, parts: &[&str]) {
    let before = talk.state();
    talk.say(line);
    one_error(talk, line, parts);
    assert_eq!(talk.state(), before, "{line:?}");
}

fn one_error(talk: &mut Talk, line: &str, parts: &[&str]) {
    let answer = talk.sync();
    let shown: String = line.chars().take(80).collect();
    assert_eq!(answer.len(), 1, "{shown:?}: {answer:?}");
    assert_eq!(errors(&answer).len(), 1, "{shown:?}: {answer:?}");
    assert!(answer[0].len() < 1000, "{shown:?}: an error of {} bytes", answer[0].len());
    assert!(!answer[0].contains(char::is_control), "{shown:?}: {:?}", answer[0]);
    for part in parts {
        assert!(answer[0].contains(part), "{shown:?}: no {part:?} in {:?}", answer[0]);
    }
}

#[test]
fn the_handshake_names_the_engine_and_every_option_with_its_range() {
    let lines = script("uci\n");
    assert!(lines[0].starts_with("id name Branan "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "uciok");
    let variants: Vec<String> =
        builtin().iter().map(|ruleset| format!("var {}", ruleset.name)).collect();
    assert_eq!(variants.len(), 22);
    let variants = variants.join(" ");
    let combo = |name: &str, values: &str| {
        let values: String = values.split(' ').map(|value| format!(" var {value}")).collect();
        format!("option name Rule {name} type combo default variant var variant{values}")
    };
    let options = [
        "option name Hash type spin default 16 min 1 max 65536".to_owned(),
        "option name Clear Hash type button".to_owned(),
        "option name Threads type spin default 1 min 1 max 256".to_owned(),
        "option name MultiPV type spin default 1 min 1 max 256".to_owned(),
        "option name Ponder type check default false".to_owned(),
        "option name Move Overhead type spin default 10 min 0 max 10000".to_owned(),
        "option name VariantPath type string default <empty>".to_owned(),
        format!("option name UCI_Variant type combo default brandubh-macwhite {variants}"),
        "option name UCI_ShowWDL type check default false".to_owned(),
        "option name UCI_AnalyseMode type check default false".to_owned(),
        combo("KingBesideThrone", "custodial three-sides"),
        combo("ThroneHostility", "always when-empty never"),
        combo("ThroneReentry", "yes no"),
        combo("KingMove", "rook step"),
        combo("Escape", "corners edge"),
        combo("Announce", "yes no"),
        combo("Encirclement", "yes no"),
        combo("Repetition", "draw-2 draw-3 mover-loses-3 defenders-lose-3 mover-wins-3 illegal-3"),
        combo("NoMoves", "loses draw loses-unless-both"),
    ];
    assert_eq!(lines[2..lines.len() - 1], options);
}

#[test]
fn blank_lines_comments_and_line_ends_of_any_kind_are_taken() {
    let lines = script("\n   \n\t\r\n# go infinite\n#\n  # jump\nisready\r\nisready");
    assert_eq!(lines, ["readyok", "readyok"]);
}

#[test]
fn d_prints_a_board_and_then_six_lines() {
    let lines = script("d\n");
    let moves = new_game(find("brandubh").unwrap(), None).unwrap().legal_moves().join(" ");
    let game = new_game(find("brandubh").unwrap(), None).unwrap();
    let expected = [
        "Variant: brandubh-macwhite".to_owned(),
        format!("Fen: {START}"),
        format!("Key: {:016x}", game.key()),
        "Result: ongoing".to_owned(),
        format!("Moves: {moves}"),
        "Otn: /3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/ attackers".to_owned(),
    ];
    assert_eq!(lines[lines.len() - 6..], expected);
    assert_eq!(moves.split(' ').count(), 40);
    assert!(moves.starts_with("a4a2 a4a3 "), "sorted: {moves}");
    let drawn = lines[..lines.len() - 6].join("\n");
    assert!(drawn.contains(" 4  t t T K T t t\n"), "{drawn}");
    assert!(drawn.contains(" 1  x . . t . . x\n"), "{drawn}");
    assert!(drawn.contains("a b c d e f g\n"), "{drawn}");
}

#[test]
fn d_shows_the_result_and_no_moves_once_the_game_is_over() {
    let mut talk = Talk::start();
    talk.say(&format!("position fen {WIN_IN_ONE} moves b1a1"));
    let state = talk.state();
    assert_eq!(state[3], "Result: defenders king-escaped");
    assert_eq!(state[4], "Moves:");
    // The third occurrence of the start is brought by the defenders, who lose by it.
    talk.say("position startpos moves d2e2 d3c3 e2d2 c3d3 d2e2 d3c3 e2d2 c3d3");
    assert_eq!(talk.state()[3], "Result: attackers repetition");
    talk.say("setoption name Rule Repetition value draw-2");
    talk.say("position startpos moves d2e2 d3c3 e2d2 c3d3");
    assert_eq!(talk.state()[3], "Result: draw repetition");
}

#[test]
fn option_names_may_have_any_case_and_hold_spaces() {
    let mut talk = Talk::start();
    for line in [
        "setoption name HASH value 2",
        "setoption name clear hash",
        "setoption name move OVERHEAD value 0",
        "setoption name  Move  Overhead  value  10000",
        "setoption name ponder value TRUE",
        "setoption name uci_analysemode value false",
        "setoption name threads value 2",
    ] {
        assert_eq!(talk.ask(line), Vec::<String>::new(), "{line}");
    }
    let rules = talk.ask("setoption name RULE kingmove value step");
    assert_eq!(rules.len(), 1);
    assert!(rules[0].starts_with("info string rules: brandubh-macwhite: "), "{rules:?}");
    assert!(rules[0].contains("king moves step"), "{rules:?}");
    let rules = talk.ask("setoption name uci_variant value TABLUT");
    assert!(rules[0].starts_with("info string rules: tablut: 9x9; "), "{rules:?}");
    assert_eq!(talk.state()[0], "Variant: tablut");
}

/// Lines that are no commands, and what their errors hold.
const BAD_LINES: &[(&str, &[&str])] = &[
    ("jump", &["unknown command 'jump'", "help"]),
    ("UCI", &["unknown command 'UCI'"]),
    ("uci now", &["'uci'", "'now'"]),
    ("isready?", &["unknown command"]),
    ("stop it", &["'stop'", "'it'"]),
    ("d d", &["'d'"]),
    ("debug", &["on or off"]),
    ("debug maybe", &["on or off", "maybe"]),
    ("ponderhit", &["no search is pondering"]),
    ("setoption", &["'name'"]),
    ("setoption Hash value 3", &["'name'", "Hash"]),
    ("setoption name", &["option's name"]),
    ("setoption name value 3", &["option's name"]),
    ("setoption name Hush value 3", &["no option 'Hush'"]),
    ("setoption name Hash", &["'Hash'", "a number from 1 to 65536"]),
    ("setoption name Hash value", &["'Hash'", "a number from 1 to 65536"]),
    ("setoption name Hash value 0", &["from 1 to 65536", "'0'"]),
    ("setoption name Hash value 65537", &["from 1 to 65536", "'65537'"]),
    ("setoption name Hash value -1", &["from 1 to 65536", "'-1'"]),
    ("setoption name Hash value 1.5", &["from 1 to 65536", "'1.5'"]),
    ("setoption name Hash value 99999999999999999999999", &["from 1 to 65536"]),
    ("setoption name Hash value 16 MB", &["from 1 to 65536", "'16 MB'"]),
    ("setoption name Threads value 0", &["from 1 to 256"]),
    ("setoption name Threads value 257", &["from 1 to 256"]),
    ("setoption name MultiPV value 0", &["from 1 to 256"]),
    ("setoption name MultiPV value many", &["from 1 to 256", "'many'"]),
    ("setoption name Move Overhead value 10001", &["from 0 to 10000"]),
    ("setoption name Ponder value 1", &["true or false", "'1'"]),
    ("setoption name UCI_ShowWDL value maybe", &["true or false"]),
    ("setoption name UCI_ShowWDL", &["true or false"]),
    ("setoption name UCI_AnalyseMode value", &["true or false"]),
    ("setoption name UCI_Variant value chess", &["tablut, tawlbwrdd", "'chess'"]),
    ("setoption name Rule KingMove value jump", &["variant, rook, step", "'jump'"]),
    ("setoption name Rule Announce value true", &["variant, yes, no", "'true'"]),
    ("setoption name Clear Hash value now", &["button", "'now'"]),
    ("position", &["'startpos', 'fen' or 'otn'"]),
    ("position here", &["'startpos', 'fen' or 'otn'", "'here'"]),
    ("position startpos e2", &["'e2'"]),
    ("position startpos moves d2", &["move 1", "(d2)", "not a move"]),
    ("position startpos moves d2e2 d2e2", &["move 2", "(d2e2)", "no piece", "d2"]),
    ("position startpos moves d3e3", &["move 1", "(d3e3)", "not one of the attackers"]),
    ("position startpos moves d2d4", &["move 1", "d3 is in the way"]),
    ("position startpos moves a4a1", &["move 1", "a1", "may not stop"]),
    ("position startpos moves d2e3", &["move 1", "d2 and e3", "row or column"]),
    ("position startpos moves d2h2", &["move 1", "h2", "not on the board"]),
    ("position startpos moves d2-e2xd3", &["move 1", "it captures nothing, not d3"]),
    ("position startpos moves d2–e2", &["move 1", "not a move"]),
    ("position fen 7/3t3/7/7/7/7/1K5 d moves b1a1 d6d5", &["move 2", "(d6d5)", "the game is over"]),
    (
        "position startpos moves d2e2 d3c3 e2d2 c3d3 d2e2 d3c3 e2d2 c3d3 d2e2",
        &["move 9", "the game is over"],
    ),
    ("position fen", &["FEN", "empty"]),
    ("position fen 7/7/7/7/7/7 a", &["FEN", "6 rows", "brandubh-macwhite has 7"]),
    ("position fen 7/7/7/3K4/7/7/7 a", &["FEN", "rank 4 has 8 squares"]),
    ("position fen 7/7/7/3K2/7/7/7 a", &["FEN", "rank 4 has 6 squares"]),
    ("position fen 7/7/7/3K99999999999999999999/7/7/7 a", &["FEN", "rank 4"]),
    ("position fen 7/7/7/3K3/7/7/7", &["FEN", "side to move is missing"]),
    ("position fen 7/7/7/3K3/7/7/7 w", &["FEN", "'a' (attackers) or 'd' (defenders), not 'w'"]),
    ("position fen 7/7/2x4/3K3/7/7/7 a", &["FEN", "'x' in rank 5"]),
    ("position fen 7/7/2t04/3K3/7/7/7 a", &["FEN", "rank 5", "begins with 0"]),
    ("position fen 7/7/7/7/7/7/7 a", &["FEN", "no king"]),
    ("position fen 7/7/1K5/3K3/7/7/7 a", &["FEN", "second king on d4"]),
    ("position fen 6t/7/7/3K3/7/7/7 a", &["FEN", "soldier stands on g7"]),
    ("position fen 7/7/1K5/3t3/7/7/7 a", &["FEN", "soldier stands on d4"]),
    ("position fen 7/7/7/7/7/7/K6 a", &["FEN", "king stands on a1", "escape"]),
    ("position fen 7/7/7/3K3/7/7/7 a -", &["FEN", "'-'", "nothing is announced"]),
    ("position fen 7/7/7/3K3/7/7/7 a - 0 1", &["FEN", "nothing is announced"]),
    ("go fast", &["'go'", "'fast'"]),
    ("go depth", &["'depth'", "a number from 1"]),
    ("go depth 0", &["'depth'", "a number from 1", "'0'"]),
    ("go depth x", &["'depth'", "'x'"]),
    ("go depth -3", &["'depth'", "'-3'"]),
    ("go depth 3 depth 4", &["'depth'", "twice"]),
    ("go nodes 0", &["'nodes'", "a number from 1"]),
    ("go nodes 99999999999999999999", &["'nodes'"]),
    ("go mate 0", &["'mate'"]),
    ("go mate", &["'mate'"]),
    ("go movetime soon", &["'movetime'", "milliseconds", "'soon'"]),
    ("go movetime", &["'movetime'", "milliseconds"]),
    ("go wtime btime 3", &["'wtime'", "'btime'"]),
    ("go wtime 1000", &["attackers", "btime"]),
    ("go movestogo 0 btime 1000", &["'movestogo'"]),
    ("go perft", &["'perft'", "plies"]),
    ("go perft deep", &["'perft'", "'deep'"]),
    ("go perft -1", &["'perft'", "'-1'"]),
    ("go perft 2 depth 3", &["'perft'", "combined"]),
    ("go searchmoves", &["'searchmoves'", "moves"]),
    ("go depth 2 searchmoves d2e2 d3e3", &["searchmoves", "move 2", "(d3e3)", "attackers"]),
    ("go searchmoves nonsense depth 2", &["searchmoves", "move 1", "not a move"]),
];

#[test]
fn a_bad_line_gets_one_error_and_changes_nothing() {
    let mut talk = Talk::start();
    let start = talk.state();
    for (line, parts) in BAD_LINES {
        refused(&mut talk, line, parts);
    }
    assert_eq!(talk.state(), start);
}

#[test]
fn bad_lines_leave_the_options_and_a_later_position_alone() {
    let mut talk = Talk::after(&[
        "setoption name UCI_Variant value brandubh-nielsen",
        "setoption name Rule KingMove value step",
        "setoption name MultiPV value 3",
        "setoption name UCI_ShowWDL value true",
        "position startpos moves d2e2 d3c3",
    ]);
    let before = talk.state();
    assert_eq!(before[0], "Variant: brandubh-nielsen");
    for (line, _) in BAD_LINES {
        talk.say(line);
    }
    let answers = talk.sync();
    assert_eq!(errors(&answers).len(), answers.len());
    // Without the alternate rule, with other moves or after the game's end some would be legal.
    assert!((BAD_LINES.len() - 5..=BAD_LINES.len()).contains(&answers.len()), "{answers:#?}");
    assert_eq!(talk.state(), before);
    let lines = talk.search("go depth 1");
    let infos = infos(&lines);
    assert_eq!(infos.len(), 3, "{lines:?}");
    assert!(infos.iter().all(|line| line.contains(" wdl ")), "{lines:?}");
}

#[test]
fn input_that_is_no_text_gets_one_error_a_line() {
    let mut talk = Talk::start();
    let before = talk.state();
    let huge = 3_000_000;
    let lines: [(&[u8], &str); 8] = [
        (b"\xff\xfe\n", "not UTF-8 from byte 1"),
        (b"position startpos moves d2e2\xc3\n", "not UTF-8 from byte 29"),
        (b"\0\n", "unknown command '?'"),
        (b"d\0\n", "unknown command 'd?'"),
        (b"\x1b[2J\x07\n", "unknown command '?[2J?'"),
        (b"position startpos moves d2e2\0\n", "move 1"),
        (b"position fen 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 \x1b\n", "side to move"),
        (b"position fen 3t3/3t3/3T3/t\x1bTKTtt/3T3/3t3/3t3 a\n", "rank 4"),
    ];
    for (bytes, part) in lines {
        talk.say_bytes(bytes);
        one_error(&mut talk, &String::from_utf8_lossy(bytes), &[part]);
    }
    for filler in ["x", " ", "\0", "d2e2 ", "é"] {
        for start in ["", "#", "position startpos moves ", "setoption name "] {
            let line = start.to_owned() + &filler.repeat(huge / filler.len());
            talk.say(&line);
            one_error(&mut talk, &line, &["longer than 1048576 bytes"]);
        }
    }
    assert_eq!(talk.state(), before);
    // Lines that are just short enough are read, and their errors are short.
    let word = "x".repeat(900_000);
    for start in [
        "",
        "go ",
        "go depth ",
        "go searchmoves ",
        "debug ",
        "setoption name ",
        "setoption name Hash value ",
        "setoption name UCI_Variant value ",
        "position ",
        "position startpos moves ",
        "position fen ",
        "position fen 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 ",
        "position fen 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a ",
    ] {
        refused(&mut talk, &format!("{start}{word}"), &[]);
    }
}

#[test]
fn questions_are_answered_during_a_search() {
    let mut talk = Talk::start();
    talk.say("go infinite");
    talk.wait_for(|line| line.starts_with("info depth 2 "));
    talk.sync();
    talk.say("uci");
    talk.wait_for(|line| line == "uciok");
    talk.say("d");
    let lines = talk.wait_for(|line| line.starts_with("Moves: "));
    assert!(lines.contains(&format!("Fen: {START}")));
    talk.say("eval");
    talk.wait_for(|line| line.starts_with("Evaluation: "));
    talk.say("help");
    talk.wait_for(|line| line.starts_with("go perft"));
    talk.say("debug on");
    talk.say("isready");
    talk.wait_for(|line| line == "info string understood IsReady");
    talk.wait_for(|line| line == "readyok");
    talk.say("debug off");
    talk.say("jump");
    let lines = talk.wait_for(|line| line.starts_with("info string error: "));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    let lines = talk.search("stop");
    assert!(moves(&mut talk).contains(&best(&lines).to_owned()));
}

#[test]
fn a_running_search_is_not_changed() {
    let mut talk = Talk::start();
    let moves = moves(&mut talk);
    talk.say("go infinite");
    talk.wait_for(|line| line.starts_with("info depth 3 "));
    for line in [
        "position startpos moves d2e2",
        "position startpos",
        "ucinewgame",
        "setoption name Hash value 1",
        "setoption name Clear Hash",
        "setoption name Threads value 2",
        "setoption name MultiPV value 2",
        "setoption name UCI_Variant value tablut",
        "setoption name Rule KingMove value step",
        "go depth 1",
        "go infinite",
        "go perft 1",
        "bench",
        "ponderhit",
    ] {
        let answer = talk.ask(line);
        let errors = errors(&answer);
        assert_eq!(errors.len(), 1, "{line}: {answer:?}");
        let part = if line == "ponderhit" { "no search is pondering" } else { "send 'stop' first" };
        assert!(errors[0].contains(part), "{line}: {answer:?}");
        assert!(!answer.iter().any(|line| line.starts_with("bestmove")), "{line}: {answer:?}");
    }
    let deep = talk.wait_for(|line| number_after(line, "depth").is_some_and(|depth| depth >= 8));
    assert!(deep.iter().all(|line| !line.contains("multipv 2")));
    let lines = talk.search("stop");
    assert!(moves.contains(&best(&lines).to_owned()));
    assert!(!talk.linger().iter().any(|line| line.starts_with("bestmove")));
    assert_eq!(talk.state()[1], format!("Fen: {START}"));
    // It is over: what was refused is now taken.
    assert!(talk.ask("setoption name MultiPV value 2").is_empty());
    assert!(talk.ask("position startpos moves d2e2").is_empty());
}

#[test]
fn commands_after_stop_take_effect_in_order() {
    let lines = script(
        "go infinite\nstop\nposition startpos moves d2e2\nd\ngo depth 2\nstop\n\
         setoption name UCI_Variant value tablut\nposition startpos moves e2g2\ngo infinite\nstop\n\
         d\nquit\nisready\n",
    );
    assert!(errors(&lines).is_empty(), "{lines:?}");
    let ends: Vec<&str> = lines.iter().filter_map(|line| word_after(line, "bestmove")).collect();
    let legal = |variant: &str, moves: &[&str]| {
        let mut game = new_game(find(variant).unwrap(), None).unwrap();
        for mv in moves {
            game.play_text(mv).unwrap();
        }
        game.legal_moves()
    };
    assert_eq!(ends.len(), 3);
    assert!(legal("brandubh", &[]).contains(&ends[0].to_owned()));
    assert!(legal("brandubh", &["d2e2"]).contains(&ends[1].to_owned()));
    assert!(legal("tablut", &["e2g2"]).contains(&ends[2].to_owned()));
    let order: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split(' ').next())
        .filter(|word| ["bestmove", "Fen:", "readyok"].contains(word))
        .collect();
    assert_eq!(order, ["bestmove", "Fen:", "bestmove", "bestmove", "Fen:"]);
}

#[test]
fn stop_without_a_search_does_nothing() {
    assert_eq!(script("stop\nstop\nisready\n"), ["readyok"]);
}

#[test]
fn an_infinite_search_holds_its_move_back_whatever_it_has_found() {
    let mut talk = Talk::start();
    let silent = |talk: &mut Talk| {
        let lines = talk.linger();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    };
    talk.say("go infinite depth 1");
    talk.wait_for(|line| line.starts_with("info depth 1 "));
    silent(&mut talk);
    talk.search("stop");
    talk.say("go infinite nodes 1 movetime 1");
    silent(&mut talk);
    talk.search("stop");
    talk.say(&format!("position fen {WIN_IN_ONE}"));
    talk.say("go infinite");
    talk.wait_for(|line| line.contains(" score mate 1 "));
    silent(&mut talk);
    assert!(["b1a1", "b1g1"].contains(&best(&talk.search("stop"))));
    // A finished game too.
    talk.say(&format!("position fen {WIN_IN_ONE} moves b1a1"));
    talk.say("go infinite");
    silent(&mut talk);
    assert_eq!(talk.search("stop"), ["bestmove (none)"]);
    // And `go` without any limit is infinite.
    talk.say("position startpos");
    talk.say("go");
    silent(&mut talk);
    talk.search("stop");
}

#[test]
fn a_pondering_search_answers_when_its_move_is_played_or_when_stopped() {
    let mut talk = Talk::start();
    for limits in ["depth 1", "nodes 100", "movetime 1", "btime 100 wtime 100", "mate 1"] {
        talk.say(&format!("go ponder {limits}"));
        let lines = talk.linger();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{limits}: {lines:?}");
        talk.search("ponderhit");
        refused(&mut talk, "ponderhit", &["no search is pondering"]);
        talk.say(&format!("go ponder {limits}"));
        talk.search("stop");
        refused(&mut talk, "ponderhit", &["no search is pondering"]);
    }
    // Its clock stands still: had it counted from the start, the answer would come at once.
    talk.say("go ponder movetime 200");
    std::thread::sleep(Duration::from_millis(300));
    let hit = Instant::now();
    talk.search("ponderhit");
    assert!(hit.elapsed() >= Duration::from_millis(150));
    // Without limits it goes on after the hit.
    talk.say("go ponder");
    talk.say("ponderhit");
    let lines = talk.linger();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    talk.search("stop");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut talk = Talk::start();
    talk.say(&format!("position fen {WIN_IN_ONE} moves b1g1"));
    for limits in ["depth 3", "movetime 20", "btime 1000 wtime 1000", "nodes 50", "mate 2"] {
        assert_eq!(talk.search(&format!("go {limits}")), ["bestmove (none)"], "{limits}");
    }
    talk.say("position startpos moves d2e2 d3c3 e2d2 c3d3 d2e2 d3c3 e2d2 c3d3");
    assert_eq!(talk.search("go depth 3"), ["bestmove (none)"]);
    // A ring that is closed already.
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
    // Black are the attackers, who are to move: an hour would be divided into minutes.
    talk.search("go wtime 3600000 btime 500 winc 0 binc 0");
    talk.search("go wtime 3600000 btime 500 movestogo 1");
    talk.search("go wtime 3600000 btime 0");
    talk.search("go wtime 3600000 btime -20 binc 0");
    talk.say("position startpos moves d2e2");
    talk.search("go wtime 500 btime 3600000 winc 0 binc 3600000");
    refused(&mut talk, "go btime 500", &["defenders", "wtime"]);
    // The first of several limits counts.
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
    // From d2 the king wins by d1, from where he sees two corners.
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d");
    let lines = talk.search("go mate 5");
    let info = infos(&lines).last().unwrap().to_string();
    let mate = number_after(&info, "mate").unwrap();
    assert!((1..=2).contains(&mate), "{info}");
    let length = info.split(" pv ").nth(1).unwrap().split(' ').count();
    assert!((1..2 * mate).contains(&(length as i64)), "{info}");
    // Nothing is to be found at the start: it gives up.
    talk.say("position startpos");
    let lines = talk.search("go mate 2");
    let last = infos(&lines).last().unwrap().to_string();
    assert!(!last.contains("score mate "), "{last}");
    assert!(number_after(&last, "depth").unwrap() <= 3, "{last}");
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

#[test]
fn announcements_are_told() {
    let mut talk = Talk::after(&["setoption name Rule Announce value yes"]);
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d -");
    let lines = talk.search("go depth 3 searchmoves d2d1");
    assert_eq!(lines[lines.len() - 2], "info string raichi a1 g1");
    assert_eq!(best(&lines), "d2d1");
    // The set is part of the position, kept after an attacker move that closes none of it.
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d - moves d2d1");
    assert_eq!(talk.state()[1], "Fen: 7/3t3/7/7/7/7/3K3 a a1,g1");
    let lines = talk.search("go depth 2 searchmoves d6d5");
    assert!(lines.iter().all(|line| !line.contains("raichi")), "{lines:?}");
    talk.say("position fen 7/3t3/7/7/7/3K3/7 d - moves d2d1 d6d5 d1g1");
    assert_eq!(talk.state()[3], "Result: defenders king-escaped");
    // Nor does a move that announces nothing say anything.
    talk.say("position startpos moves d2e2");
    let lines = talk.search("go depth 1 searchmoves d3c3");
    assert!(lines.iter().all(|line| !line.contains("raichi")), "{lines:?}");
    // An escape that was not announced is not legal.
    refused(
        &mut talk,
        "position fen 7/3t3/7/7/7/7/3K3 d - moves d1a1",
        &["move 1", "not announced a1"],
    );
    refused(&mut talk, "position fen 7/3t3/7/7/7/7/3K3 d a7", &["FEN", "'a7'", "announced"]);
    refused(&mut talk, "position fen 7/3t3/7/7/7/7/3K3 d a1,x", &["FEN", "'x'"]);
    refused(&mut talk, "position fen 7/3t3/7/7/7/7/3K3 d - -", &["FEN", "end of the FEN"]);
}

#[test]
fn changed_rules_are_told_and_begin_with_their_start() {
    let mut talk = Talk::after(&["position startpos moves d2e2"]);
    for ruleset in builtin().iter().skip(1) {
        let answer = talk.ask(&format!("setoption name UCI_Variant value {}", ruleset.name));
        assert_eq!(answer.len(), 1, "{answer:?}");
        assert!(answer[0].starts_with(&format!("info string rules: {}: ", ruleset.name)));
        let state = talk.state();
        assert_eq!(state[0], format!("Variant: {}", ruleset.name));
        assert!(ruleset.start.starts_with(&state[1]["Fen: ".len()..]), "{state:?}");
    }
    // An alternate rule stays in force in the next variant, until it is taken back.
    talk.ask("setoption name UCI_Variant value hnefatafl-13");
    let answer = talk.ask("setoption name Rule Encirclement value no");
    assert!(answer.last().unwrap().contains("hnefatafl-13"));
    assert!(answer.last().unwrap().contains("encirclement has no effect"), "{answer:?}");
    let answer = talk.ask("setoption name UCI_Variant value brandubh");
    assert!(answer[0].contains("brandubh-macwhite: "), "{answer:?}");
    assert!(answer[0].contains("encirclement has no effect"), "{answer:?}");
    let answer = talk.ask("setoption name Rule Encirclement value variant");
    assert!(answer[0].contains("encirclement wins"), "{answer:?}");
    // What changes nothing is not told, and leaves the position.
    talk.say("position startpos moves d2e2");
    let before = talk.state();
    assert!(talk.ask("setoption name UCI_Variant value brandubh-macwhite").is_empty());
    assert!(talk.ask("setoption name Rule Escape value corners").is_empty());
    assert_eq!(talk.state(), before);
}

/// The lines of a perft, without the one that tells the time.
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
    talk.say("setoption name Threads value 2");
    for (depth, lines) in (1..).zip(found) {
        assert_eq!(perft(&mut talk, depth), lines);
    }
    talk.say(&format!("position fen {WIN_IN_ONE} moves b1a1"));
    assert_eq!(perft(&mut talk, 3), ["Nodes searched: 0"]);
    // It can be stopped, and does not keep the reader waiting.
    talk.say("position startpos");
    talk.say("go perft 12");
    talk.sync();
    talk.say("stop");
    talk.wait_for(|line| line == "info string perft was stopped");
    assert_eq!(perft(&mut talk, 1).len(), 41);
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
    let control = branan::search::Control::default();
    let last = branan::bench::run(&control, &mut |line| {
        counts.push(number_before(line, "nodes"));
    });
    let first = nodes(&last.unwrap());
    assert!(counts.len() > 5);
    assert_eq!(first, counts.iter().sum::<u64>());
    // The session's options do not matter to it.
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

/// The number before a word in a line.
fn number_before(line: &str, name: &str) -> u64 {
    let words: Vec<&str> = line.split_whitespace().collect();
    let at = words.iter().position(|word| *word == name).unwrap();
    words[at - 1].parse().unwrap()
}

/// A search's output without what the clock decides.
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
        // What was found is known now, so that the same search takes fewer nodes.
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
    // A small table fills up, and is empty again when it is cleared.
    talk.say("setoption name Hash value 1");
    let lines = talk.search("go nodes 300000");
    assert!(number_after(infos(&lines).last().unwrap(), "hashfull").unwrap() > 100, "{lines:?}");
    talk.say("setoption name Clear Hash");
    let lines = talk.search("go depth 1");
    assert!(number_after(infos(&lines)[0], "hashfull").unwrap() < 10, "{lines:?}");
}

#[test]
fn eval_tells_its_terms_for_the_side_to_move() {
    let total = |lines: &[String]| {
        let last = lines.last().unwrap();
        let value: i64 = last.split(' ').nth(1).unwrap().parse().unwrap();
        (value, last.contains("for the attackers"))
    };
    let mut talk = Talk::start();
    let lines = talk.ask("eval");
    assert!(lines.len() > 5, "{lines:?}");
    let (_, attackers) = total(&lines);
    assert!(attackers);
    talk.say("position startpos moves d2e2");
    let (_, attackers) = total(&talk.ask("eval"));
    assert!(!attackers);
}

#[test]
fn debug_shows_how_commands_were_understood() {
    let lines = script("debug on\nisready\nsetoption name Hash value 2\ndebug off\nisready\n");
    assert_eq!(lines[0], "info string understood IsReady");
    assert_eq!(lines[1], "readyok");
    assert!(lines[2].starts_with("info string understood SetOption"), "{lines:?}");
    assert!(lines[3].starts_with("info string understood Debug"), "{lines:?}");
    assert_eq!(lines[4..], ["readyok"]);
}

#[test]
fn help_names_every_command() {
    let help = script("help\n").join("\n");
    for command in [
        "uci",
        "isready",
        "ucinewgame",
        "setoption",
        "position",
        "go",
        "wtime",
        "btime",
        "winc",
        "binc",
        "movestogo",
        "movetime",
        "depth",
        "nodes",
        "mate",
        "infinite",
        "ponder",
        "searchmoves",
        "perft",
        "stop",
        "ponderhit",
        "d",
        "eval",
        "bench",
        "debug",
        "quit",
    ] {
        let word = |letter: char| !letter.is_ascii_alphanumeric();
        assert!(help.split(word).any(|word| word == command), "{command}");
    }
}

#[test]
fn the_end_of_input_waits_for_a_search_that_ends_and_stops_one_that_does_not() {
    let moves =
        |lines: &[String]| lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    for limited in ["depth 7", "movetime 50", "nodes 20000", "btime 500 wtime 500"] {
        let lines = script(format!("go {limited}\n"));
        assert_eq!(moves(&lines), 1, "{limited}: {lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{limited}: {lines:?}");
    }
    let lines = script("go depth 7");
    assert_eq!(number_after(infos(&lines).last().unwrap(), "depth"), Some(7));
    let lines = script("go perft 4\n");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 1007392");
    for endless in [
        "go infinite\n",
        "go\n",
        "go infinite depth 2\n",
        "go ponder\n",
        "go ponder depth 1\n",
        "go ponder movetime 10\n",
        "go ponder\nponderhit\n",
        "go ponder infinite\nponderhit\n",
    ] {
        let lines = script(endless);
        assert_eq!(moves(&lines), 1, "{endless}: {lines:?}");
    }
    assert!(script("").is_empty());
}

#[test]
fn quit_ends_at_once_whatever_is_running() {
    for running in
        ["go infinite", "go depth 100", "go ponder", "go movetime 3600000", "go perft 12", "bench"]
    {
        let mut talk = Talk::after(&[running]);
        talk.say("quit");
        talk.say("d");
        let lines = talk.finish();
        assert!(!lines.iter().any(|line| line.starts_with("Fen: ")), "{running}: {lines:?}");
        let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, usize::from(!running.contains("perft") && running != "bench"));
    }
    assert!(script("quit\nisready\n").is_empty());
}

#[test]
fn every_ruleset_and_alternate_rule_is_played() {
    let mut talk = Talk::start();
    for ruleset in builtin() {
        talk.say(&format!("setoption name UCI_Variant value {}", ruleset.name));
        for rule in [
            "Rule Encirclement value no",
            "Rule Encirclement value variant",
            "Rule Announce value yes",
            "Rule Announce value variant",
            "Rule Escape value edge",
            "Rule Escape value variant",
            "Rule NoMoves value draw",
            "Rule NoMoves value variant",
        ] {
            talk.say(&format!("setoption name {rule}"));
            assert!(errors(&talk.sync()).is_empty(), "{} {rule}", ruleset.name);
            let legal = moves(&mut talk);
            let lines = talk.search("go depth 2");
            assert!(legal.contains(&best(&lines).to_owned()), "{} {rule}", ruleset.name);
        }
    }
}

/// The parts of a Markdown text between lines of three backticks.
fn fenced(text: &str) -> impl Iterator<Item = &str> {
    text.split("```\n").skip(1).step_by(2)
}

#[test]
fn the_description_shows_sessions_as_they_are() {
    let text = include_str!("../../protocol.md");
    let sessions: Vec<&str> = fenced(text).filter(|block| block.starts_with("> ")).collect();
    assert_eq!(sessions.len(), 6);
    for session in sessions {
        let mut talk = Talk::start();
        let mut searching = false;
        let mut lines = session.lines().peekable();
        while let Some(line) = lines.next() {
            let command = line.strip_prefix("> ").expect("a command");
            talk.say(command);
            if command == "quit" {
                break;
            }
            let mut shown = Vec::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("> ")) {
                shown.push(line);
            }
            searching |= command.starts_with("go ");
            let answered = shown.iter().any(|line| line.starts_with("bestmove "));
            let mut found = match command {
                "isready" => talk.wait_for(|line| line == "readyok"),
                _ if answered => talk.best_move(),
                _ => talk.sync(),
            };
            if searching || command == "uci" {
                // What a search says changes with the search, and the page leaves options out.
                let lasting = |line: &str| {
                    ["id ", "info string ", "uciok"].iter().any(|start| line.starts_with(start))
                };
                shown.retain(|line| lasting(line));
                found.retain(|line| lasting(line));
            }
            assert_eq!(found, shown, "{command}");
            searching &= !answered;
        }
        talk.finish();
    }
}

#[test]
fn the_description_lists_the_options_as_they_are() {
    let text = include_str!("../../protocol.md");
    for line in script("uci\n").iter().filter(|line| line.starts_with("option ")) {
        let (name, rest) = line["option name ".len()..].split_once(" type ").unwrap();
        let row = text.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
        let row = row.unwrap_or_else(|| panic!("{name} is not described"));
        let kind = rest.split(' ').next().unwrap();
        assert!(row.contains(&format!("| {kind} |")), "{row}");
        if let Some(default) = word_after(rest, "default") {
            let plain = format!("| {default} |");
            assert!(row.contains(&plain) || row.contains(&format!("| `{default}` |")), "{row}");
        }
        if let (Some(least), Some(most)) = (word_after(rest, "min"), word_after(rest, "max")) {
            assert!(row.contains(&format!("| {least} to {most}: ")), "{row}");
        }
        let values = rest.split(" var ").skip(1).filter(|value| *value != "variant");
        for value in values {
            assert!(text.contains(&format!("`{value}`")), "{name} {value}");
            assert!(name == "UCI_Variant" || row.contains(&format!("`{value}`")), "{row}");
        }
    }
}

#[test]
fn the_description_quotes_errors_as_they_are() {
    let text = include_str!("../../protocol.md");
    let table = text.split("| cause | for example |").nth(1).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let described: Vec<&str> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    let mut input = b"jump\nuci now\ngo depth\ngo depth x\nsetoption name Hush\n\
        setoption name Hash value 0\nposition fen 7/7/7/3K2/7/7/7 a\n\
        position startpos moves d2e2 e2e3\nposition fen 7/3t3/7/7/7/7/1K5 d moves b1a1 d6d5\n\
        go wtime 1\ngo infinite\ngo\nponderhit\n\xff\n"
        .to_vec();
    input.extend(vec![b'x'; 3_000_000]);
    let lines = script(input);
    let found = errors(&lines);
    assert_eq!(found.len(), described.len(), "{found:#?}");
    for error in described {
        assert!(found.contains(&error), "{error}");
    }
}
