use super::*;
use crate::rules::{Escape, PieceKinds, Repetition, Speed};

#[test]
fn builtin_rulesets_are_complete() {
    let names: Vec<&str> = builtin().iter().map(|ruleset| ruleset.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "brandubh-macwhite",
            "brandub-walker",
            "brandub-leaflet",
            "brandubh-nielsen",
            "brandubh-fosdick",
            "brandubh-fosdick-21",
            "fitchneal",
            "ard-ri",
            "tablut",
            "tawlbwrdd",
            "hnefatafl-13",
            "copenhagen",
            "hnefatafl-org-7",
            "hnefatafl-org-11",
            "hnefatafl-org-13",
            "copenhagen-opentafl",
            "fetlar",
            "fetlar-opentafl",
            "tablut-linnaean",
            "foteviken",
            "foteviken-opentafl",
            "ashton-tablut",
            "sea-battle-9",
            "sea-battle-13",
            "parlett-13",
            "tablut-15",
            "alea-evangelii",
            "brandub-opentafl",
            "magpie",
            "magpie-opentafl"
        ]
    );
    let sides: Vec<usize> = builtin().iter().map(Ruleset::side_length).collect();
    assert_eq!(
        sides,
        [
            7, 7, 7, 7, 7, 7, 7, 7, 9, 11, 13, 11, 7, 11, 13, 11, 11, 11, 9, 9, 9, 9, 9, 13, 13,
            15, 19, 7, 7, 7
        ]
    );
}

#[test]
fn names_and_aliases_are_found_in_any_case() {
    for name in ["brandub", "Brandubh", "BRANDUBH-MACWHITE"] {
        assert_eq!(find(name).map(|ruleset| ruleset.name.as_str()), Some("brandubh-macwhite"));
    }
    assert!(find("chess").is_none());
}

#[test]
fn inheritance_takes_the_nearest_field() {
    let tawlbwrdd = find("tawlbwrdd").unwrap();
    assert_eq!(tawlbwrdd.escape, Escape::Edge);
    assert_eq!(tawlbwrdd.throne.stop.to_string(), "K");
    assert_eq!(tawlbwrdd.throne.reenter, PieceKinds::ALL);
    assert_eq!(tawlbwrdd.repetition, Repetition::DefendersLose3);
    assert!(tawlbwrdd.aliases.is_empty());
    // Inheritance within a table, too.
    let walker = find("brandub-walker").unwrap();
    assert_eq!(walker.throne.stop, PieceKinds::NONE);
    assert_eq!(walker.throne.hostile_empty.to_string(), "tT");
}

const GOOD: &str = "\
# A game of one's own.
[[ruleset]]
name = 'slow'
inherits = 'tablut'
title = 'Slow Tablut'
king-move = 'step'

[[ruleset]]
name = 'slower'
aliases = ['slowest']
inherits = 'slow'
attacker-move = 2
throne.reenter = ''

[[ruleset]]
name = 'ard'
rules = 'dim:7 esc:e surf:n ks:w cor: cen: start:/2ttt2/3t3/t1TTT1t/ttTKTtt/t1TTT1t/3t3/2ttt2/'
";

fn users(text: &str) -> Result<Vec<Ruleset>, CatalogError> {
    read_users(text, &|ruleset| match ruleset.start.contains('K') {
        true => Ok(()),
        false => Err("there is no king".to_owned()),
    })
}

#[test]
fn users_files_build_on_the_builtin_rulesets() {
    let own = users(GOOD).unwrap();
    let tablut = find("tablut").unwrap();
    assert_eq!(own[0].start, tablut.start);
    assert_eq!(own[0].king_move, Speed::STEP);
    assert_eq!(own[1].king_move, Speed::STEP);
    assert_eq!(own[1].attacker_move.limit(), Some(2));
    // A title is not inherited: these are other rules.
    assert_eq!((own[0].title.as_str(), own[1].title.as_str()), ("Slow Tablut", "slower"));
    assert_eq!(own[0].source, format!("after {}", tablut.source));
    assert_eq!(own[1].source, own[0].source);
    assert_eq!(own[2].title, "ard");
    assert_eq!(own[1].throne.stop, tablut.throne.stop);
    assert_eq!(own[1].throne.reenter, PieceKinds::NONE);
    assert!(!own[2].encirclement);
    let catalog = Catalog { own };
    assert_eq!(catalog.all().count(), builtin().len() + 3);
    assert_eq!(catalog.find("SLOWEST").map(|ruleset| ruleset.name.as_str()), Some("slower"));
    assert_eq!(catalog.choose("Brandub").unwrap().name, crate::rules::DEFAULT);
    assert_eq!(catalog.choose("dim:5 name:A_B start:/5/5/2K2/5/5/").unwrap().name, "a-b");
    assert_eq!(catalog.choose("go"), Err(ChoiceError::Unknown("go".to_owned())));
    assert!(catalog.choose("dim:4 start://").unwrap_err().to_string().contains("dim"));
}

#[test]
fn a_catalog_takes_further_rulesets_but_no_name_twice() {
    let mut catalog = Catalog { own: users(GOOD).unwrap() };
    let slow = catalog.own[0].clone();
    assert!(catalog.add(Ruleset { name: "SLOWEST".to_owned(), ..slow.clone() }).is_err());
    catalog.add(Ruleset { name: "new".to_owned(), ..slow }).unwrap();
    assert_eq!(catalog.find("new").unwrap().king_move, Speed::STEP);
}

#[test]
fn recorded_rulesets_are_learnt_without_aliases_that_mean_others() {
    let mut catalog = Catalog { own: users(GOOD).unwrap() };
    let slower = catalog.find("slower").unwrap().clone();
    assert_eq!(catalog.learn(&slower), Ok(()));
    let changed = Ruleset { encirclement: !slower.encirclement, ..slower.clone() };
    assert_eq!(catalog.learn(&changed), Err(LearnError::OtherRules("slower".to_owned())));
    let renamed = Ruleset { name: "new".to_owned(), ..changed.clone() };
    assert!(!renamed.aliases.is_empty());
    assert_eq!(catalog.learn(&renamed), Ok(()));
    assert_eq!(catalog.find("new"), Some(&Ruleset { aliases: Vec::new(), ..renamed }));
    let nameless = Ruleset { name: String::new(), ..changed };
    assert!(matches!(catalog.learn(&nameless), Err(LearnError::Invalid { .. })));
}

#[test]
fn rulesets_play_alike_whatever_they_are_called() {
    let tablut = find("tablut").unwrap();
    let other = "else".to_owned();
    let named = Ruleset {
        aliases: vec![other.clone()],
        title: other.clone(),
        source: other.clone(),
        network: Some(other.clone()),
        name: other,
        ..tablut.clone()
    };
    assert!(named.plays_like(tablut));
    let slow = Ruleset { king_move: Speed::STEP, ..named };
    assert!(!slow.plays_like(tablut));
}

/// The error message for a file.
fn says(text: &str) -> String {
    users(text).unwrap_err().to_string()
}

/// The error message for the good file with one change.
fn changed(from: &str, to: &str) -> String {
    assert!(GOOD.contains(from), "{from}");
    says(&GOOD.replacen(from, to, 1))
}

#[test]
fn a_bad_field_is_refused_with_its_line() {
    assert_eq!(
        changed("'step'", "'leap'"),
        "line 6: ruleset 'slow', field king-move: a speed is rook, step, or a number of squares \
         from 1 to 255, not 'leap'"
    );
    assert_eq!(
        changed("reenter = ''", "reenter = 'king'"),
        "line 13: ruleset 'slower', field throne.reenter: pieces are written by their letters \
         t, T and K, each once, not 'king'"
    );
    assert!(changed("king-move", "kings-move").starts_with("line 6: ruleset 'slow', field kings"));
    assert_eq!(
        changed("esc:e", "esc:x"),
        "line 17: ruleset 'ard', field rules: esc is one of c, e, not 'x'"
    );
    assert!(
        changed("rules =", "escape = 'edge'\nrules =")
            .contains("line 17: ruleset 'ard', field escape")
    );
    assert_eq!(
        changed("ttTKTtt/t1", "ttT1Ttt/t1"),
        "line 17: ruleset 'ard', field rules: there is no king"
    );
}

/// The error message for a ruleset after Brandubh with further lines, the first of which is line 4.
fn brandubh_with(lines: &str) -> String {
    says(&format!("[[ruleset]]\nname = 'x'\ninherits = 'brandubh'\n{lines}\n"))
}

#[test]
fn a_network_that_does_not_exist_is_refused() {
    assert_eq!(
        brandubh_with("network = 'brandubh-macwite'"),
        "line 4: ruleset 'x', field network: there is no built-in network \"brandubh-macwite\" \
         (did you mean \"brandubh-macwhite\"?)"
    );
    assert!(brandubh_with("network = 'zzz'").ends_with("there is no built-in network \"zzz\""));
    let text = "[[ruleset]]\nname = 'x'\ninherits = 'brandubh'\nnetwork = 'fitchneal'\n";
    assert_eq!(users(text).unwrap()[0].network.as_deref(), Some("fitchneal"));
}

#[test]
fn a_square_that_is_in_two_areas_or_on_no_board_is_refused_with_its_line() {
    let forts = "corners.squares = []\nattacker-forts.squares = ['c3']\n\
                 defender-forts.squares = ['b3', 'c3']";
    for (lines, line, error) in [
        (
            "corners.squares = ['d4', 'a1']",
            4,
            "corners.squares: d4 is a square of the throne already",
        ),
        ("corners.squares = ['a1', 'a1']", 4, "corners.squares: a1 is listed twice"),
        (
            "attacker-forts.squares = ['a1', 'c3']",
            4,
            "attacker-forts.squares: a1 is a square of the corners already",
        ),
        ("throne.squares = ['a1']", 4, "throne.squares: a1 is a square of the corners already"),
        (forts, 6, "defender-forts.squares: c3 is a square of the attackers' forts already"),
        ("\nthrone.squares = ['z9']", 5, "throne.squares: z9 is not on a board of side 7"),
    ] {
        assert_eq!(brandubh_with(lines), format!("line {line}: ruleset 'x', field {error}"));
    }
    // The squares are those of the parent, which has a larger board.
    let small = "[[ruleset]]\nname = 'x'\ninherits = 'foteviken'\nstart = '3t3/7/7/3K3/7/7/7 a'\n";
    let error = says(small);
    assert!(error.starts_with("line 4: ruleset 'x', field attacker-forts.squares: "), "{error}");
    assert!(builtin().iter().all(|ruleset| ruleset.check_areas().is_ok()));
}

#[test]
fn a_bad_name_or_parent_is_refused_with_its_line() {
    assert_eq!(
        changed("inherits = 'slow'", "inherits = 'fast'"),
        "line 11: ruleset 'slower' inherits 'fast', which does not lead to a complete ruleset"
    );
    assert!(changed("inherits = 'tablut'", "inherits = 'slower'").contains("inherits"));
    assert!(changed("inherits = 'slow'", "inherits = 'ard'").contains("inherits 'ard'"));
    assert!(changed("inherits = 'tablut'\n", "").starts_with("line 2: ruleset 'slow': missing"));
    assert_eq!(
        changed("'ard'", "'Tablut'"),
        "line 16: the name 'Tablut' is taken by another ruleset"
    );
    assert_eq!(
        changed("'slowest'", "'slow'"),
        "line 10: the name 'slow' is taken by another ruleset"
    );
    for name in ["tablut", "Tablut"] {
        let text = format!("[[ruleset]]\nname = '{name}'\ninherits = 'tablut'\n");
        assert_eq!(says(&text), format!("line 2: the name '{name}' is taken by another ruleset"));
    }
    let twice =
        "[[ruleset]]\nname = 'a'\ninherits = 'tablut'\n[[ruleset]]\nname = 'a'\ninherits = 'a'\n";
    assert_eq!(says(twice), "line 5: the name 'a' is taken by another ruleset");
    for bad in ["ard ri", "../ard", ".ard", "a/b", "a\\b", "c:", "a,b", ""] {
        let error = changed("name = 'ard'", &format!("name = '{bad}'"));
        assert!(error.starts_with(&format!("line 16: '{bad}' cannot be a name")), "{error}");
    }
    assert!(
        changed("name = 'ard'", "title = 'ard'").starts_with("line 15: this ruleset has no name")
    );
}

#[test]
fn mistakes_are_answered_with_what_was_probably_meant() {
    let error = changed("'tablut'", "'tabult'");
    assert!(error.starts_with("line 4: ruleset 'slow' inherits 'tabult'"), "{error}");
    assert!(error.ends_with("(did you mean \"tablut\"?)"), "{error}");
    let error = changed("king-move", "kingmove");
    assert!(error.contains("`kingmove` (did you mean \"king-move\"?), expected"), "{error}");
    for (right, word) in
        [("'tablut'", "tablut"), ("'slow'", "slow"), ("'Slow Tablut'", "Slow Tablut")]
    {
        let error = changed(right, word);
        assert!(error.ends_with("text needs quotes, as in name = \"mine\""), "{error}");
    }
}

#[test]
fn a_rules_string_with_a_name_has_it_as_title() {
    assert_eq!(
        users(&GOOD.replacen("dim:7", "dim:7 name:Old_Ard", 1)).unwrap()[2].title,
        "Old Ard"
    );
}

#[test]
fn parents_may_be_named_by_an_alias_and_chains_are_short() {
    let brandub = users("[[ruleset]]\nname = 'mine'\ninherits = 'brandub'\n").unwrap();
    assert_eq!(brandub[0].start, find("brandub").unwrap().start);
    assert_eq!(
        says("[[ruleset]]\nname = 'a'\ninherits = 'b'\n[[ruleset]]\nname = 'b'\ninherits = 'a'\n"),
        "line 1: ruleset 'a' inherits 'b', which does not lead to a complete ruleset"
    );
    let chain = |entries: usize| {
        let parent = |at: usize| if at == 0 { "tablut".to_owned() } else { format!("g{at}") };
        let entry =
            |at: usize| format!("[[ruleset]]\nname = 'g{}'\ninherits = '{}'\n", at + 1, parent(at));
        (0..entries).map(entry).collect::<String>()
    };
    assert_eq!(users(&chain(20)).unwrap().len(), 20);
    assert!(says(&chain(3000)).contains("does not lead to a complete ruleset"));
}

#[test]
fn text_that_could_pass_for_an_answer_is_refused() {
    for field in ["title", "source"] {
        let text = format!("{field} = \"x\\nbestmove a1a2\"\nking-move = 'step'");
        let with = |text: &str| {
            GOOD.replacen("title = 'Slow Tablut'\n", "", 1).replacen("king-move = 'step'", text, 1)
        };
        let error = says(&with(&text));
        assert!(error.contains(&format!("field {field}: it must be one line")), "{error}");
    }
    let start = find("tablut").unwrap().start.replace(' ', "\\n");
    let error = says(&GOOD.replacen("king-move = 'step'", &format!("start = \"{start}\""), 1));
    assert!(error.contains("field start: it must be one line"), "{error}");
    let error = says(&GOOD.replacen("king-move = 'step'", "network = \"a\\nb\"", 1));
    assert!(error.contains("network"), "{error}");
    let mut ruleset = serde_json::to_value(find("tablut").unwrap()).unwrap();
    ruleset["name"] = "mine".into();
    ruleset["aliases"] = serde_json::Value::Array(Vec::new());
    ruleset["title"] = "\u{1b}[31m".into();
    let error = read_written(&ruleset.to_string()).unwrap_err().to_string();
    assert!(error.contains("title"), "{error}");
}

#[test]
fn a_file_of_something_else_is_refused() {
    assert!(changed("[[ruleset]]", "[[rules]]").contains("nothing else"));
    assert!(changed("name = 'slow'", "name = ").starts_with("line 3: "));
    assert!(says("ruleset = 3").contains("nothing else"));
    assert!(says("ruleset = [3]").contains("nothing else"));
    assert!(says("x = 1").contains("nothing else"));
    assert!(says("").starts_with("line 1: a file of rulesets has"));
}
