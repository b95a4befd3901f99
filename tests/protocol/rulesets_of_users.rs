//! User-defined rulesets in a session: files, rules strings instead of names, and positions in
//! OpenTafl's notation.

use branan::rules::builtin;

use crate::answers::errors;
use crate::talk::{Talk, script};
use crate::user_rulesets::{ARD_RI, folder};

fn perft(talk: &mut Talk, depth: u32) -> Vec<String> {
    talk.say(&format!("go perft {depth}"));
    talk.wait_for(|line| line.starts_with("Nodes searched: "))
}

#[test]
fn a_file_adds_rulesets_and_announces_them() {
    let (_folder, good, bad) = folder();
    let mut talk = Talk::start();
    let names: Vec<String> = builtin().iter().map(|rules| format!("var {}", rules.name)).collect();
    let own = "var slow-tablut var open-ard-ri";
    let lines = talk.ask(&format!("setoption name VariantPath value {good}"));
    let combo = "option name UCI_Variant type combo default brandubh-macwhite";
    assert_eq!(lines, [format!("{combo} {} {own}", names.join(" "))]);
    assert!(talk.ask("uci").contains(&format!("{combo} {} {own}", names.join(" "))));
    let lines = talk.ask("setoption name UCI_Variant value Slow-Tablut");
    assert!(lines[0].starts_with("info string rules: slow-tablut: 9x9"), "{lines:?}");
    assert_eq!(talk.state()[0], "Variant: slow-tablut");
    // A bad file changes nothing and reports its error.
    let lines = talk.ask(&format!("setoption name VariantPath value {bad}"));
    let text = errors(&lines).join("\n");
    for part in ["bad.toml, line 5", "'slow-tablut'", "field king-move", "'hop'"] {
        assert!(text.contains(part), "{text}");
    }
    for path in ["/no/such", ".", "/dev/zero"] {
        let lines = talk.ask(&format!("setoption name VariantPath value {path}"));
        assert!(errors(&lines).join("").contains("cannot read"), "{lines:?}");
    }
    assert_eq!(talk.state()[0], "Variant: slow-tablut");
    assert!(errors(&talk.ask("setoption name UCI_Variant value open-ard-ri")).is_empty());
    let lines = perft(&mut talk, 2);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 408");
    // Without the file, its rulesets are no longer available, but the current one stays in force.
    assert_eq!(
        talk.ask("setoption name VariantPath value <empty>"),
        [format!("{combo} {}", names.join(" "))]
    );
    assert_eq!(talk.state()[0], "Variant: open-ard-ri");
    assert_eq!(errors(&talk.ask("setoption name UCI_Variant value slow-tablut")).len(), 1);
}

#[test]
fn a_rules_string_is_as_good_as_a_name() {
    let mut talk = Talk::start();
    let lines = talk.ask(&format!("setoption name UCI_Variant value {ARD_RI}"));
    assert!(lines[0].starts_with("info string rules: unnamed: 7x7; no throne"), "{lines:?}");
    let lines = perft(&mut talk, 3);
    assert_eq!(lines.last().unwrap(), "Nodes searched: 18528");
    for (bad, part) in [
        ("dim:7 kj:r start:/7/7/7/3K3/7/7/7/", "not supported: kj:r"),
        ("dim:7 esc:q start:/7/7/7/3K3/7/7/7/", "esc is one of c, e, not 'q'"),
        ("dim:7 start:/7/7/7/7/7/7/7/", "no king"),
    ] {
        let lines = talk.ask(&format!("setoption name UCI_Variant value {bad}"));
        assert!(errors(&lines).join("").contains(part), "{lines:?}");
        assert_eq!(talk.state()[0], "Variant: unnamed", "nothing is changed");
    }
}

#[test]
fn positions_are_read_in_opentafls_notation() {
    let lines = script(
        "position otn /3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/ attackers moves b2-b1 d4-d3\nd\n\
         position otn /3t3/ attackers\nposition otn 3t3 attackers\nposition otn\n\
         position otn /3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/ white\n",
    );
    let fen = "Fen: 3t3/3t3/3T3/ttT1Ttt/3K2T/7/1t1t3 a";
    assert!(lines.iter().any(|line| line == fen), "{lines:?}");
    let otn = "Otn: /1t1t3/7/3K2T/ttT1Ttt/3T3/3t3/3t3/ attackers";
    assert!(lines.iter().any(|line| line == otn), "{lines:?}");
    let errors = errors(&lines);
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(errors[0].contains("1 row;") && errors[1].contains("begins and ends"), "{errors:?}");
    assert!(errors[2].contains("empty") && errors[3].contains("not by 'white'"), "{errors:?}");
}

#[test]
fn a_ruleset_as_an_object_is_as_good_as_a_name() {
    let mut talk = Talk::start();
    let fields = |talk: &mut Talk| -> serde_json::Value {
        let line = talk.ask("fields").remove(0);
        serde_json::from_str(line.strip_prefix("fields ").unwrap()).unwrap()
    };
    talk.say("setoption name UCI_Variant value tablut");
    talk.sync();
    let mut ruleset = fields(&mut talk)["ruleset"].take();
    assert_eq!(ruleset["king-move"], "rook");
    ruleset["name"] = "own".into();
    ruleset["title"] = "My own  game: \"slow\"".into();
    ruleset["king-move"] = "step".into();
    let lines = talk.ask(&format!("setoption name UCI_Variant value {ruleset}"));
    assert!(lines[0].contains("own: 9x9") && lines[0].contains("king moves step"), "{lines:?}");
    let answer = fields(&mut talk);
    assert_eq!(answer["ruleset"]["king-move"], "step");
    assert!(answer["file"].as_str().unwrap().contains("king-move = \"step\""), "{answer}");
    // Whatever an object says, it is refused or played.
    for (field, value) in [
        ("start", "".into()),
        ("start", "3/3/3 a".into()),
        ("start", "9/9/9/9/4k4/9/9/9/9 a".into()),
        ("start", "9/9/9/9/9/9/9/9/9 a".into()),
        ("start", "K8/9/9/9/9/9/9/9/9 x".into()),
        ("start", "99999999999/9 a".into()),
        ("name", "tablut".into()),
        ("name", "".into()),
        ("king-move", 0.into()),
        ("throne", serde_json::json!({ "squares": ["z99"] })),
        ("throne", serde_json::json!({ "stop": "x" })),
        ("turn-limit", (-1).into()),
        ("leap", true.into()),
    ] {
        let mut wrong = ruleset.clone();
        wrong[field] = value;
        let lines = talk.ask(&format!("setoption name UCI_Variant value {wrong}"));
        assert_eq!(errors(&lines).len(), 1, "{field}: {lines:?}");
        assert_eq!(talk.state()[0], "Variant: own");
    }
    assert_eq!(errors(&talk.ask("setoption name UCI_Variant value {\"name\":")).len(), 1);
}
