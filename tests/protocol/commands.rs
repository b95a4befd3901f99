//! The commands other than 'go'.

use crate::names::legal_names;
use branan::game::new_game;
use branan::protocol::{GO_WORDS, OptionReach, command_names, option_reach};
use branan::rules::{builtin, find};

use crate::answers::{START, WIN_IN_ONE};
use crate::talk::{Talk, script};

#[test]
fn the_handshake_names_the_engine_and_every_option_with_its_range() {
    let lines = script("uci\n");
    assert!(lines[0].starts_with("id name Branan "), "{lines:?}");
    assert!(lines[1].starts_with("id author "), "{lines:?}");
    assert_eq!(lines.last().unwrap(), "uciok");
    let variants: Vec<String> =
        builtin().iter().map(|ruleset| format!("var {}", ruleset.name)).collect();
    assert_eq!(variants.len(), 30);
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
        "option name EvalFile type string default <empty>".to_owned(),
        "option name OwnBook type check default false".to_owned(),
        "option name BookFile type string default <empty>".to_owned(),
        "option name BookDepth type spin default 1000 min 0 max 1000".to_owned(),
        "option name BookVariety type spin default 100 min 0 max 100".to_owned(),
        "option name VariantPath type string default <empty>".to_owned(),
        format!("option name UCI_Variant type combo default brandubh-macwhite {variants}"),
        "option name Debug Log File type string default <empty>".to_owned(),
        "option name UCI_ShowWDL type check default false".to_owned(),
        "option name UCI_AnalyseMode type check default false".to_owned(),
        "option name Skill Level type spin default 20 min 0 max 20".to_owned(),
        "option name UCI_LimitStrength type check default false".to_owned(),
        "option name UCI_Elo type spin default 2230 min 500 max 2230".to_owned(),
        combo("KingBesideThrone", "custodial three-sides"),
        combo("ThroneHostility", "always when-empty never"),
        combo("ThroneReentry", "yes no"),
        combo("KingMove", "rook step"),
        combo("Escape", "corners edge"),
        combo("Announce", "yes no"),
        combo("Encirclement", "yes no"),
        combo(
            "Repetition",
            "draw-2 draw-3 mover-loses-3 defenders-lose-3 mover-wins-3 illegal-3 defenders-illegal-2 \
             defenders-new-board defenders-new-board-or-start",
        ),
        combo("NoMoves", "loses draw draw-unless-hemmed-in loses-unless-both"),
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
    let moves = legal_names(&*new_game(find("brandubh").unwrap(), None).unwrap()).join(" ");
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
    // The defenders bring about the third occurrence of the start, and lose.
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
    // Without a king there is nothing to evaluate.
    talk.say("position fen 7/7/7/7/7/1tK2t1/7 a moves f2d2");
    let lines = talk.ask("eval");
    assert!(
        lines.concat().starts_with("info string error: the king has been captured"),
        "{lines:?}"
    );
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
fn moves_may_be_in_capitals() {
    let mut talk = Talk::start();
    talk.say("position startpos moves d2e2 d3b3");
    let state = talk.state();
    talk.say("position startpos moves D2E2 D3-B3");
    assert_eq!(talk.state(), state);
    talk.say("position startpos");
    let lines = talk.search("go depth 1 searchmoves D2E2");
    assert_eq!(lines.last().unwrap().split(' ').nth(1), Some("d2e2"), "{lines:?}");
}

#[test]
fn bench_takes_a_table_threads_and_a_depth() {
    let nodes = |line: &str| -> u64 {
        let lines = script(format!("{line}\n"));
        lines.last().unwrap().split(' ').next().unwrap().parse().unwrap()
    };
    assert_eq!(nodes("bench 16 1 1"), nodes("bench 16 1 1"));
    assert!(nodes("bench 1 1 1") < nodes("bench 1 1 2"));
    for (line, part) in [
        ("bench x", "MiB from 1 to 65536, not 'x'"),
        ("bench 16 257", "threads from 1 to 256, not '257'"),
        ("bench 16 1 0", "a number from 1, not '0'"),
        ("bench 16 1 5 now", "'bench' takes no 'now'"),
    ] {
        let lines = script(format!("{line}\n"));
        assert_eq!(lines.len(), 1, "{lines:?}");
        assert!(lines[0].contains(part), "{lines:?}");
    }
}

#[test]
fn a_search_says_when_it_does_not_use_all_threads() {
    let cores = std::thread::available_parallelism().unwrap().get();
    for threads in [1, 256] {
        let mut talk = Talk::after(&[&format!("setoption name Threads value {threads}")]);
        let lines = talk.search("go depth 1");
        let told = format!("info string searching with {cores} of {threads} threads");
        let wanted = usize::from(threads > cores);
        assert_eq!(
            lines.iter().filter(|line| line.starts_with(&told)).count(),
            wanted,
            "{lines:?}"
        );
    }
}

#[test]
fn a_conversation_is_noted_in_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("log");
    let set = |value: &str| format!("setoption name debug log file value {value}");
    let mut talk = Talk::start();
    assert!(talk.ask(&set(&path.display().to_string())).is_empty());
    talk.search("go depth 1");
    talk.ask("jump");
    assert!(talk.ask(&set("<empty>")).is_empty());
    talk.ask("d");
    let text = std::fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().map(|line| line.split_once(' ').unwrap().1).collect();
    for line in [">> go depth 1", ">> jump", ">> isready", "<< readyok"] {
        assert!(lines.contains(&line), "{text}");
    }
    assert!(lines.iter().any(|line| line.starts_with("<< bestmove ")), "{text}");
    assert!(lines.iter().any(|line| line.starts_with("<< info string error: ")), "{text}");
    assert!(!lines.contains(&">> d"), "{text}");
    // A folder cannot be opened as a file, and a relative path is not accepted.
    for value in [folder.path().display().to_string(), "log.txt".to_owned()] {
        let answer = talk.ask(&set(&value));
        assert!(
            answer[0].starts_with("info string error: option 'Debug Log File': "),
            "{answer:?}"
        );
    }
    assert!(!std::path::Path::new("log.txt").exists());
    // A log is added to, and no other file.
    assert!(talk.ask(&set(&path.display().to_string())).is_empty());
    assert!(std::fs::read_to_string(&path).unwrap().starts_with(&text));
    let notes = folder.path().join("notes");
    std::fs::write(&notes, "12 notes\n").unwrap();
    let answer = talk.ask(&set(&notes.display().to_string()));
    assert!(answer[0].contains("is not a log of this kind; name another"), "{answer:?}");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "12 notes\n");
}

#[test]
fn help_names_every_command() {
    let help = script("help\n").join("\n");
    for command in command_names().chain(GO_WORDS.iter().copied()) {
        let word = |letter: char| !letter.is_ascii_alphanumeric();
        assert!(help.split(word).any(|word| word == command), "{command}");
    }
}

#[test]
fn every_keyword_of_go_is_in_the_document() {
    let document = include_str!("../../protocol.md");
    for word in GO_WORDS.iter().filter(|word| **word != "go") {
        let described = [format!(" `{word} "), format!(" `{word}`"), format!("`go {word}")];
        assert!(described.iter().any(|text| document.contains(text)), "{word}");
    }
}

#[test]
fn options_reach_what_their_kind_says() {
    assert_eq!(option_reach("hash"), Some(OptionReach::Resources));
    assert_eq!(option_reach("Threads"), Some(OptionReach::Resources));
    for name in ["EvalFile", "BookFile", "VariantPath", "Debug Log File"] {
        assert_eq!(option_reach(name), Some(OptionReach::Files), "{name}");
    }
    for name in ["UCI_Variant", "Rule KingMove", "MultiPV", "Skill Level", "Clear Hash"] {
        assert_eq!(option_reach(name), Some(OptionReach::Game), "{name}");
    }
    assert_eq!(option_reach("Contempt"), None);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_log() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut talk = Talk::start();
    let lines = talk.ask(&format!("setoption name Debug Log File value {}", pipe.display()));
    assert!(lines[0].contains("it is a pipe"), "{lines:?}");
    talk.sync();
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_once_and_ends_no_game() {
    let mut talk = Talk::start();
    let lines = talk.ask("setoption name Debug Log File value /dev/full");
    assert!(lines.iter().all(|line| !line.contains("option 'Debug Log File'")), "{lines:?}");
    let mut all = lines;
    all.extend(talk.search("go depth 3"));
    all.extend(talk.ask("d"));
    let told = all.iter().filter(|line| line.contains("cannot write the debug log")).count();
    assert_eq!(told, 1, "{all:?}");
    assert!(all.iter().any(|line| line.starts_with("bestmove ")));
}
