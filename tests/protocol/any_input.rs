//! Arbitrary input: nothing panics, and a bad line gets one error and changes nothing.

use branan::protocol::{GO_WORDS, MAX_LINE, Options, UciCommand, command_names, parse, read_line};
use proptest::prelude::*;

use crate::answers::errors;
use crate::talk::script;

/// Words other than commands that have a meaning somewhere, and some that have none.
///
/// Depths are small, and longer work is stopped.
const OTHER_WORDS: &[&str] = &[
    "name",
    "value",
    "startpos",
    "fen",
    "moves",
    "state",
    "state line",
    "help",
    "on",
    "off",
    "Hash",
    "Clear",
    "Threads",
    "MultiPV",
    "Ponder",
    "Move",
    "Overhead",
    "UCI_Variant",
    "EvalFile",
    "VariantPath",
    "UCI_ShowWDL",
    "UCI_AnalyseMode",
    "Skill",
    "Level",
    "UCI_LimitStrength",
    "UCI_Elo",
    "Rule",
    "KingMove",
    "Escape",
    "Announce",
    "Repetition",
    "step",
    "rook",
    "edge",
    "corners",
    "yes",
    "no",
    "draw-2",
    "variant",
    "true",
    "false",
    "tablut",
    "brandubh",
    "hnefatafl-13",
    "ard-ri",
    "0",
    "1",
    "2",
    "3",
    "-1",
    "50",
    "1.5",
    "99999999999999999999",
    "d2e2",
    "d2-e2",
    "e2g2",
    "d2-e2xd3",
    "d3c3",
    "a4a1",
    "h9h1",
    "a10a11",
    "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3",
    "7/3t3/7/7/7/7/1K5",
    "7/7/7/3K3/7/7/7",
    "a",
    "-",
    "a1",
    "a1,g1",
    "#",
    "é",
    "\u{7}",
];

/// Beginnings of valid commands.
const STARTS: &[&str] = &[
    "",
    "go ",
    "go depth 2 ",
    "go perft ",
    "go searchmoves ",
    "position startpos moves ",
    "position fen ",
    "position fen 7/3t3/7/7/7/7/1K5 ",
    "setoption name ",
    "setoption name Hash value ",
    "setoption name UCI_Variant value ",
    "setoption name Rule ",
];

fn command_like() -> impl Strategy<Value = String> {
    let start = prop::sample::select(STARTS);
    let words: Vec<&str> = command_names().chain([GO_WORDS, OTHER_WORDS].concat()).collect();
    let words = prop::collection::vec(prop::sample::select(words), 0..7);
    (start, words).prop_map(|(start, words)| format!("{start}{}", words.join(" ")))
}

/// Arbitrary characters, with digits, letters and line breaks more frequent.
fn text() -> impl Strategy<Value = String> {
    prop_oneof![".{0,40}", "[a-h0-9tTK/ ad,x-]{0,60}", "[\\x00-\\x7f]{0,40}"]
}

/// A command with single spaces in the value of an option, where their number counts.
fn spaced_once(command: Option<UciCommand>) -> Option<UciCommand> {
    match command {
        Some(UciCommand::SetOption { name, value: Some(value) }) => {
            let value = value.split_whitespace().collect::<Vec<_>>().join(" ");
            Some(UciCommand::SetOption { name, value: Some(value) })
        }
        other => other,
    }
}

/// The bytes of a line.
fn line_bytes() -> impl Strategy<Value = Vec<u8>> {
    let bytes = prop::collection::vec(any::<u8>(), 0..60);
    let wrapped = (command_like(), prop::collection::vec(any::<u8>(), 0..4))
        .prop_map(|(line, bytes)| [line.into_bytes(), bytes].concat());
    prop_oneof![bytes, wrapped].prop_map(|mut bytes| {
        bytes.retain(|byte| *byte != b'\n');
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_line_is_a_command_or_a_short_error(line in prop_oneof![command_like(), text()]) {
        if let Err(error) = parse(&line) {
            let error = error.to_string();
            prop_assert!(error.len() < 600);
            prop_assert!(!error.contains(char::is_control), "{:?}", error);
        }
    }

    #[test]
    fn spaces_and_line_ends_around_words_mean_nothing(line in command_like(), gap in "[ \t]{1,4}") {
        let spaced = format!("{gap}{}{gap}\r", line.replace(' ', &gap));
        prop_assert_eq!(parse(&spaced).map(spaced_once), parse(&line).map(spaced_once));
    }

    #[test]
    fn an_option_is_set_or_left(name in prop_oneof![text(), command_like()], value in text()) {
        let mut options = Options::default();
        if options.set(&name, Some(&value)).is_err() {
            prop_assert_eq!(format!("{:?}", options), format!("{:?}", Options::default()));
        }
    }

    #[test]
    fn numbers_are_taken_within_their_range_only(number in any::<i64>(), near in -3_i64..300) {
        for number in [number, near] {
            let mut options = Options::default();
            let text = number.to_string();
            prop_assert_eq!(options.set("Threads", Some(&text)).is_ok(), (1..=256).contains(&number));
            prop_assert_eq!(options.set("Hash", Some(&text)).is_ok(), (1..=65536).contains(&number));
            prop_assert_eq!(parse(&format!("go nodes {number}")).is_ok(), number > 0);
            prop_assert_eq!(parse(&format!("go movetime {number}")).is_ok(), number >= 0);
            prop_assert_eq!(parse(&format!("go wtime {number}")).is_ok(), true);
        }
    }

    #[test]
    fn all_lines_are_read_and_no_more(lines in prop::collection::vec(line_bytes(), 0..8)) {
        let input = lines.join(&b'\n');
        let mut reader = input.as_slice();
        let mut read = 0;
        while let Some(line) = read_line(&mut reader).unwrap() {
            let text = std::str::from_utf8(&lines[read]);
            let without_mark = |text: &str| text.strip_prefix('\u{feff}').unwrap_or(text).to_owned();
            prop_assert_eq!(
                line.ok(),
                text.ok().map(|text| without_mark(text.trim_end_matches('\r')))
            );
            read += 1;
        }
        let whole = if lines.last().is_some_and(Vec::is_empty) { lines.len() - 1 } else { lines.len() };
        prop_assert_eq!(read, whole);
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 48,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn a_session_survives_anything(lines in prop::collection::vec(line_bytes(), 1..24)) {
        let mut input = Vec::new();
        let asked: Vec<&Vec<u8>> =
            lines.iter().filter(|line| !line.starts_with(b"quit")).collect();
        for line in &asked {
            // Stops any job that the line started, and shows any change that it made.
            input.extend(b"debug off\nd\neval\nisready\n");
            input.extend(*line);
            input.extend(b"\nstop\nd\nisready\n");
        }
        let output = script(input);
        let parts: Vec<&[String]> = output.split(|line| line == "readyok").collect();
        let mut rest = parts.as_slice();
        for line in asked {
            let text = std::str::from_utf8(line);
            let line = String::from_utf8_lossy(line);
            let (before, after) = (rest[0], rest[1]);
            rest = &rest[2..];
            // The line may itself have been `isready`.
            let after = if after.iter().any(|line| line.starts_with("Fen: ")) {
                after.to_vec()
            } else {
                let joined = [after, rest[0]].concat();
                rest = &rest[1..];
                joined
            };
            let bugs = after.iter().filter(|line| line.contains("this is a bug")).count();
            prop_assert_eq!(bugs, 0, "{:?}: {:?}", &line, &after);
            let errors = errors(&after);
            prop_assert!(errors.len() <= 1, "{:?}: {:?}", &line, &errors);
            let malformed = text.is_err() || parse(&line).is_err();
            if malformed {
                prop_assert_eq!(errors.len(), 1, "{:?}", &line);
            }
            let stopped = errors.iter().any(|error| error.contains("stopped"));
            if !errors.is_empty() && !stopped {
                prop_assert_eq!(after.len(), 1 + shown(before).len(), "{:?}: {:?}", &line, &after);
                prop_assert_eq!(shown(before), shown(&after), "{:?}", &line);
            }
        }
        prop_assert_eq!(rest.len(), 1);
    }
}

/// The output of `d` within a larger output.
fn shown(lines: &[String]) -> &[String] {
    let end = lines.iter().rposition(|line| line.starts_with("Otn:")).unwrap();
    let start = lines[..end].iter().rposition(|line| line.starts_with("Variant: ")).unwrap();
    // The drawing has a blank line before and after it.
    let drawing = lines[..start - 1].iter().rposition(String::is_empty).unwrap();
    let board = lines[..drawing - 1].iter().rposition(String::is_empty).unwrap();
    &lines[board..=end]
}

#[test]
fn the_longest_line_is_read_and_one_byte_more_is_not() {
    for (length, fits) in [(MAX_LINE - 1, true), (MAX_LINE, true), (MAX_LINE + 1, false)] {
        let input = [vec![b'x'; length], b"\nnext".to_vec()].concat();
        let mut reader = input.as_slice();
        assert_eq!(read_line(&mut reader).unwrap().unwrap().is_ok(), fits, "{length}");
        assert_eq!(read_line(&mut reader).unwrap().unwrap().as_deref(), Ok("next"));
    }
}
