//! Rejected lines: each gets one error and changes nothing.

use crate::answers::{errors, infos, one_error, refused};
use crate::talk::Talk;

/// Invalid lines, and the words that their errors must contain.
const BAD_LINES: &[(&str, &[&str])] = &[
    ("jump", &["unknown command 'jump'; 'help' lists the commands"]),
    ("isreddy", &["unknown command 'isreddy' (did you mean \"isready\"?)"]),
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
    ("setoption name Skill Level value 21", &["from 0 to 20"]),
    ("setoption name UCI_LimitStrength value 1", &["true or false"]),
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
    ("go nodes -1", &["'nodes'"]),
    ("go mate 0", &["'mate'"]),
    ("go mate", &["'mate'"]),
    ("go movetime soon", &["'movetime'", "milliseconds", "'soon'"]),
    ("go movetime", &["'movetime'", "milliseconds"]),
    ("go movetime -5", &["'movetime'", "milliseconds from 0", "'-5'"]),
    ("go btime 1000 binc -5", &["'binc'", "milliseconds from 0", "'-5'"]),
    ("solve movetime -5", &["'movetime'", "milliseconds from 0", "'-5'"]),
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
    // Some of them would be legal without the alternate rule, after other moves or before the
    // game's end.
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
    // Lines just below the length limit are read, and their errors are short.
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
