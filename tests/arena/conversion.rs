//! Conversion from and to other formats, directly and through the program.

use std::path::Path;
use std::process::Stdio;

use branan::convert::{Context, Format, read, write};
use branan::record::GameRecord;
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::program::start;
use crate::saved_games::{ANNOTATED, SAVED};

pub(crate) fn context(variant: Option<&str>) -> Context {
    Context { variant: variant.map(str::to_owned), ..Context::default() }
}

pub(crate) fn read_one(format: Format, text: &str, variant: Option<&str>) -> GameRecord {
    let mut games = read(format, text, &context(variant)).unwrap();
    assert_eq!(games.len(), 1);
    games.remove(0)
}

pub(crate) fn error(format: Format, text: &str, variant: Option<&str>) -> String {
    read(format, text, &context(variant)).unwrap_err().to_string()
}

/// Writes the game in a format, reads it back and stores it in a record.
pub(crate) fn there_and_back(
    format: Format,
    game: &GameRecord,
    variant: Option<&str>,
) -> GameRecord {
    let record = write(Format::Record, std::slice::from_ref(game), &context(None)).unwrap();
    assert!(record.lines().all(|line| line.starts_with('[') || line.chars().count() <= 100));
    let game = read_one(Format::Record, &record, None);
    let text = write(format, &[game], &context(None)).unwrap();
    read_one(format, &text, variant)
}

fn sent(start: &str, moves: &str) -> Value {
    let dim = start.matches('/').count() - 1;
    json!({
        "attackers": "Ann",
        "defenders": "Bob \"the\" king",
        "dim": dim,
        "start": start,
        "time_control": { "main_time_seconds": 900, "increment_length": 10 },
        "time_remaining_ms": { "attackers": 1, "defenders": 2, "last_move": "2026-01-01T00:00:00Z" },
        "moves": moves,
        "rated": true,
        "messages": [["Ann", "good {game} [x]"]],
    })
}

#[test]
fn a_servers_game_becomes_a_record_and_a_servers_game_again() {
    let start = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
    let json = sent(start, "d1-d3 e5-e2 g1-g3 f4-c4 g3-e3xe2 resigns");
    let game = read_one(Format::Json, &json.to_string(), None);
    let text = game.to_text().unwrap();
    for line in [
        "[Variant \"hnefatafl-org-11\"]",
        "[Attackers \"Ann\"]",
        "[AttackersTimeControl \"900+10\"]",
        "[Result \"attackers\"]",
        "[Termination \"resign\"]",
        "[json:rated \"true\"]",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert_eq!(there_and_back(Format::Json, &game, None), game);
    let again = write(Format::Json, &[game], &context(None)).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), json);
    let running = sent(start, "d1-d3 e5-e2").to_string();
    let running = read_one(Format::Json, &running, None);
    assert!(
        running.to_text().unwrap().contains("\n1. d1-d3 e5-e2 *\n"),
        "{}",
        running.to_text().unwrap()
    );
    assert_eq!(there_and_back(Format::Json, &running, None), running);
}

#[test]
fn files_have_capital_letters_on_the_larger_board() {
    let rows = "4ttttt4/5t1t5/6t6/6T6/t3T3T3t/tt3TTT3tt/t1tT1TKT1Tt1t/tt3TTT3tt/t3T3T3t/6T6/6t6/5t1t5/4ttttt4";
    let json = sent(&format!("/{rows}/"), "E1-E2");
    let game = read_one(Format::Json, &json.to_string(), Some("hnefatafl-13"));
    assert_eq!(game.moves[0].text, "e1-e2");
    assert_eq!(game.fen, None);
    let again = write(Format::Json, &[game], &context(None)).unwrap();
    // By other rules than the server's, the text says so, and is read back by that word.
    let mut named = json;
    named["ruleset"] = json!("hnefatafl-13");
    assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), named);
    assert_eq!(read_one(Format::Json, &again, None).variant, "hnefatafl-13");
}

#[test]
fn each_board_of_the_server_has_its_rules() {
    for (rows, moves, variant) in [
        ("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3", "d5-a5 f4-f5 resigns", "hnefatafl-org-7"),
        (
            "3ttttttt3/6t6/13/t5T5t/t5T5t/t4TTT4t/tt1TTTKTTT1tt/t4TTT4t/t5T5t/t5T5t/13/6t6/3ttttttt3",
            "I13-I10 J7-J10 I10-I13 J10-J7",
            "hnefatafl-org-13",
        ),
    ] {
        let json = sent(&format!("/{rows}/"), moves);
        let game = read_one(Format::Json, &json.to_string(), None);
        assert_eq!((game.variant.as_str(), &game.fen), (variant, &None));
        let again = write(Format::Json, std::slice::from_ref(&game), &context(None)).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&again).unwrap(), json, "{variant}");
        assert_eq!(there_and_back(Format::Json, &game, None), game);
    }
    // On 7x7 the defenders begin, and so resign after an even number of moves.
    let rows = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    let game = read_one(Format::Json, &sent(rows, "d5-a5 f4-f5 resigns").to_string(), None);
    assert_eq!(game.result(), "attackers");
    // A move after the 141st is none, and one that repeats a board neither.
    let repeating = "d5-c5 d7-e7 c5-d5 e7-d7 d5-c5";
    assert!(error(Format::Json, &sent(rows, repeating).to_string(), None).starts_with("ply 5"));
}

#[test]
fn rules_other_than_the_servers_survive_json() {
    let written_out = "dim:7 name:hnefatafl-org-7 atkf:n start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    for (variant, rules, moves) in [
        ("hnefatafl-org-7", vec![("Escape", "edge"), ("KingMove", "step")], "d5-c5 d7-e7"),
        ("copenhagen", vec![("Repetition", "draw-3")], "d1-d3 e5-e2"),
        (written_out, vec![], "d5-c5 d7-e7"),
    ] {
        let rules: Vec<_> = rules.iter().map(|(a, b)| (a.to_string(), b.to_string())).collect();
        let context = Context { rules, ..context(Some(variant)) };
        let game = read(Format::Moves, moves, &context).unwrap().remove(0);
        let back = there_and_back(Format::Json, &game, None);
        assert_eq!(GameRecord { extra: Vec::new(), ..back }, game, "{variant}");
    }
    let start = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    for (rules, reason) in [
        (json!(["Escape=edge"]), "rules cannot be"),
        (json!({ "Escape": 1 }), "rules cannot be"),
        (json!({ "Escape": "up" }), "Escape"),
    ] {
        let mut game = sent(start, "d5-c5");
        game["rules"] = rules;
        let error = error(Format::Json, &game.to_string(), None);
        assert!(error.contains(reason), "{error}");
    }
}

#[test]
fn a_record_survives_json_word_by_word() {
    let record = r#"[Event "My match"]
[Date "2026.11.21 15:04:05"]
[Round "3"]
[Game "8"]
[Variant "copenhagen"]
[Rules "KingMove=step"]
[Attackers "A b"]
[Defenders "c"]
[AttackersTimeControl "10+0.1"]
[DefendersTimeControl "depth 6"]
[PlyCount "2"]
[Result "attackers"]
[Termination "resign"]
[Detail "the scores were hopeless"]
[AttackersElo "2000"]
[Comment "A [good] game\nindeed"]
[ForeignLoad "0.5"]
[Machine "m"]
[Site "here"]
[archive:id "7"]

1. d1-d2 {+0.35/12 0.1020s} {: fine \[x]} (1. d1-c1 {: hm} f4-g4 (1... f4-h4)) 1... f4-g4 {book}
attackers

"#;
    let there_and_back = |record: &str| {
        let game = read_one(Format::Record, record, None);
        let json = write(Format::Json, &[game], &context(None)).unwrap();
        (read_one(Format::Json, &json, None).to_text().unwrap(), json)
    };
    let (back, json) = there_and_back(record);
    assert_eq!(back, record, "{json}");
    let usual = record.replace("\"depth 6\"", "\"900+10\"").replace("\"10+0.1\"", "\"900+10\"");
    let usual = usual.replace("copenhagen", "copenhagen-hnefatafl-org");
    assert_eq!(there_and_back(&usual).0, usual);
    let other = usual.replace("\"900+10\"", "\"0900+10\"");
    assert_eq!(there_and_back(&other).0, other);
    // The attackers resign although the defenders are to move.
    let resigned = record.replace(" 1... f4-g4 {book}\nattackers", " defenders");
    let resigned = resigned.replace("\"attackers\"", "\"defenders\"").replace("t \"2\"", "t \"1\"");
    assert_eq!(there_and_back(&resigned).0, resigned);
    let wrong = |change: &dyn Fn(&mut Value)| {
        let mut value: Value = serde_json::from_str(&json).unwrap();
        change(&mut value);
        error(Format::Json, &value.to_string(), None)
    };
    assert_eq!(wrong(&|json| json["tags"] = json!([])), "in the tags: they are not an object");
    let reason = wrong(&|json| json["annotated_moves"][1]["text"] = json!("f4-h4"));
    assert_eq!(reason, "annotated_moves cannot be \"d1-d2 f4-h4\"");
}

#[test]
fn what_a_server_does_not_send_is_refused() {
    let start = "/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
    let json = |change: &dyn Fn(&mut Value)| {
        let mut json = sent(start, "d1-d3");
        change(&mut json);
        error(Format::Json, &json.to_string(), None)
    };
    assert!(json(&|json| json["dim"] = json!(12)).contains("dim cannot be \"12\""));
    assert!(json(&|json| json["start"] = json!("/7/")).starts_with("start: "));
    for field in ["moves", "start", "dim"] {
        let error = json(&|json| drop(json.as_object_mut().unwrap().remove(field)));
        assert!(error.contains(&format!("there is no field \"{field}\"")), "{error}");
    }
    assert!(json(&|json| json["start"] = Value::Null).contains("there is no field \"start\""));
    assert!(json(&|json| json["moves"] = json!(["d1-d3"])).contains("moves cannot be"));
    assert!(json(&|json| json["moves"] = json!("d1-d3 d1-d2")).starts_with("ply 2, d1-d2"));
    assert!(error(Format::Json, "{", None).starts_with("not a game in JSON"));
    let small = read_one(Format::Moves, "d2-e2", Some("brandubh"));
    let refused = write(Format::Json, &[small], &context(None)).unwrap_err().to_string();
    assert!(refused.contains("the attackers move first"), "{refused}");
    let tablut = read_one(Format::Moves, "d9-c9", Some("tablut"));
    let refused = write(Format::Json, &[tablut], &context(None)).unwrap_err().to_string();
    assert!(refused.contains("none of 7x7, 11x11 and 13x13"), "{refused}");
}

#[test]
fn endings_that_the_moves_do_not_show_survive_json() {
    for (result, termination) in [
        ("draw", "max-moves"),
        ("draw", "draw-agreed"),
        ("draw", "adjudicated-draw"),
        ("attackers", "time-forfeit"),
        ("defenders", "known-win"),
        ("defenders", "unknown"),
        ("*", "unfinished"),
    ] {
        let text = format!(
            "[Variant \"copenhagen\"]\n[Result \"{result}\"]\n[Termination \"{termination}\"]\n\n\
             1. d1-d2 f4-g4 {result}\n\n"
        );
        let game = read_one(Format::Record, &text, None);
        let again = there_and_back(Format::Json, &game, None);
        assert_eq!(
            (again.result(), again.termination),
            (result, game.termination),
            "{termination}"
        );
    }
    let wrong = |field: &str, value: &str| {
        let game = read_one(Format::Moves, "d1-d2 f4-g4 draw", Some("copenhagen"));
        let text = write(Format::Json, &[game], &context(None)).unwrap();
        let mut json: Value = serde_json::from_str(&text).unwrap();
        json[field] = json!(value);
        error(Format::Json, &json.to_string(), None)
    };
    assert!(wrong("result", "nobody").contains("result cannot be \"nobody\""));
    assert!(wrong("termination", "boredom").contains("termination cannot be \"boredom\""));
    assert!(wrong("termination", "king-escaped").contains("termination cannot be"));
}

#[test]
fn moves_alone_are_read_under_a_ruleset() {
    let text = "d2-e2 d3c3 # a comment\n\nd2-e2 draw\n";
    let games = read(Format::Moves, text, &context(Some("brandubh"))).unwrap();
    assert_eq!(games.len(), 2);
    assert!(
        games[0]
            .to_text()
            .unwrap()
            .ends_with("[Termination \"unfinished\"]\n\n1. d2-e2 d3-c3 *\n\n")
    );
    assert!(
        games[1].to_text().unwrap().ends_with("[Termination \"unknown\"]\n\n1. d2-e2 draw\n\n")
    );
    assert_eq!(write(Format::Moves, &games, &context(None)).unwrap(), "d2-e2 d3-c3\nd2-e2 draw\n");
    assert!(error(Format::Moves, text, None).contains("give --variant"));
    let wrong = error(Format::Moves, "d2-e2\nd2-e2xd3\n", Some("brandubh"));
    assert_eq!(wrong, "line 2: ply 1, d2-e2xd3: it captures nothing, not d3");
    let records = write(Format::Record, &games, &context(None)).unwrap();
    assert_eq!(read(Format::Record, &records, &context(None)).unwrap(), games);
    let torn = &records[..records.len() - 5];
    assert!(error(Format::Record, torn, None).contains("incomplete"));
    for format in [Format::Otg, Format::Json] {
        let refused = write(format, &games, &context(None)).unwrap_err().to_string();
        assert!(refused.contains("holds one game, not 2"), "{refused}");
    }
}

#[test]
fn white_space_in_names_is_single_spaces() {
    let mut json = sent("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "d5-a5 f4-f5");
    json["attackers"] = json!(" Ann\u{a0}  Lee ");
    assert_eq!(read_one(Format::Json, &json.to_string(), None).attackers.name, "Ann Lee");
}

#[test]
fn a_byte_order_mark_is_skipped_in_every_format() {
    let record = read_one(Format::Otg, SAVED, None);
    let json = sent("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", "d5-a5 f4-f5").to_string();
    for (format, text) in [
        (Format::Otg, SAVED),
        (Format::Record, &record.to_text().unwrap()),
        (Format::Json, &json),
        (Format::Moves, "d2-e2 d3-c3\n"),
    ] {
        let marked = format!("\u{feff}{text}");
        assert_eq!(Format::of_text(&marked), format);
        let variant = (format == Format::Moves).then_some("brandubh");
        assert_eq!(read_one(format, &marked, variant), read_one(format, text, variant));
    }
    let joined = "d2-e2 d3-c3\n\u{feff}d2-e2\n";
    assert_eq!(read(Format::Moves, joined, &context(Some("brandubh"))).unwrap().len(), 2);
}

#[test]
fn comments_in_brackets_leave_a_saved_game_a_saved_game() {
    let mut game = read_one(Format::Otg, SAVED, None);
    game.moves[0].comment = "I like \"a5\" [or a6]".to_owned();
    let text = write(Format::Otg, &[game], &context(None)).unwrap();
    assert_eq!(Format::of_text(&text), Format::Otg);
    let again = read_one(Format::Otg, &text, None);
    assert_eq!(again.moves[0].comment, "I like \"a5\" (or a6)");
    assert_eq!(Format::of_text(&again.to_text().unwrap()), Format::Record);
    assert_eq!(Format::of_text("d2-e2 d3-c3"), Format::Moves);
    assert_eq!(Format::of_file(Path::new("GAMES.TXT")), Some(Format::Record));
    assert_eq!(Format::of_file(Path::new("games.pgn")), None);
}

#[test]
fn the_program_converts_files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).display().to_string();
    let convert = |words: &[&str]| {
        let words: Vec<String> =
            std::iter::once("convert").chain(words.iter().copied()).map(str::to_owned).collect();
        start(&words, Stdio::null()).wait()
    };
    std::fs::write(path("a.otg"), SAVED).unwrap();
    let output = convert(&[&path("a.otg"), &path("a.txt")]);
    assert_eq!((output.code, output.stderr.as_str()), (Some(0), ""));
    let record = std::fs::read_to_string(path("a.txt")).unwrap();
    assert_eq!(record, read_one(Format::Otg, SAVED, None).to_text().unwrap());
    // Existing files are not overwritten.
    let output = convert(&[&path("a.otg"), &path("a.txt")]);
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.contains("a.txt exists already"), "{}", output.stderr);
    let output = convert(&[&path("a.txt"), "-", "--to", "moves"]);
    assert!(output.stdout.starts_with("d2-e2 c4-c5 f4-f5 "), "{}", output.stdout);
    std::fs::write(path("list.txt"), "d1-c1 d3-b3\n").unwrap();
    for (words, reason) in [
        (vec![path("list.txt"), path("b.txt")], "holds no games of the format record"),
        (vec![path("a.txt"), path("a.xyz")], "give --to"),
        (vec![path("a.txt"), path("b.otg"), "--game".to_owned(), "2".to_owned()], "no game 2"),
        (vec![path("none.otg"), path("b.txt")], "none.otg"),
    ] {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let output = convert(&words);
        assert_eq!(output.code, Some(2));
        assert!(output.stderr.contains(reason), "{}", output.stderr);
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused(text in "[\\[\\]{}:|. \\n0-9a-gKTx/\"-]{0,200}", at in 0usize..900, byte in any::<char>()) {
        let mut changed = SAVED.to_owned();
        if let Some((at, old)) = SAVED.char_indices().nth(at % SAVED.len()) {
            changed.replace_range(at..at + old.len_utf8(), &byte.to_string());
        }
        let mut annotated = ANNOTATED.to_owned();
        if let Some((at, old)) = ANNOTATED.char_indices().nth(at % ANNOTATED.len()) {
            annotated.replace_range(at..at + old.len_utf8(), &byte.to_string());
        }
        for text in [text, changed, annotated] {
            for format in [Format::Record, Format::Otg, Format::Json, Format::Moves] {
                if let Ok(games) = read(format, &text, &context(Some("brandubh"))) {
                    for to in [Format::Record, Format::Otg, Format::Json, Format::Moves] {
                        let _ = write(to, &games, &context(None));
                    }
                }
            }
        }
    }
}
