//! A page speaks the protocol, within its permissions.

use tungstenite::Message;

use crate::client::{Server, ask, hear, say};

#[test]
fn a_page_asks_for_rules_and_moves() {
    let server = Server::start();
    let mut page = server.page("rules");
    let lines = ask(&mut page, "setoption name UCI_Variant value tablut\nrules");
    assert!(lines.contains(&"Side: 9".to_owned()), "{lines:?}");
    let lines = ask(&mut page, "position startpos moves e2g2\nmoves");
    assert!(lines.contains(&"Played: e2-g2".to_owned()), "{lines:?}");
    let lines = ask(&mut page, "variants");
    assert!(lines.iter().any(|line| line == "Ruleset: alea-evangelii 19 Alea Evangelii"));
}

#[test]
fn a_page_has_the_engine_search_and_prove() {
    let server = Server::start();
    let mut page = server.page("engine");
    say(&mut page, "position startpos\ngo depth 2");
    let lines = hear(&mut page, "bestmove ");
    assert!(lines.iter().any(|line| line.starts_with("info depth 2")), "{lines:?}");
    let mut page = server.page("solver");
    say(&mut page, "position fen 7/3t3/7/7/7/7/1K5 d\nsolve");
    let lines = hear(&mut page, "solved ");
    assert!(lines.last().unwrap().starts_with("solved win plies 1 "), "{lines:?}");
}

#[test]
fn a_page_names_no_files_and_takes_no_more_than_it_may() {
    let server = Server::start();
    for path in ["rules", "engine", "solver"] {
        let mut page = server.page(path);
        let before = ask(&mut page, "uci");
        for line in [
            "setoption name VariantPath value /etc/hostname",
            "setoption name EvalFile value /etc/hostname",
            "setoption  NAME evalfile value /etc/hostname",
            "setoption name hash value 3",
            "setoption name Threads value 2",
            "bench",
            "debug on",
            "go depth 1\rbench",
        ] {
            let lines = ask(&mut page, line);
            assert_eq!(lines.len(), 1, "{line}: {lines:?}");
            assert!(lines[0].starts_with("info string error: a page may "), "{line}: {lines:?}");
        }
        assert_eq!(ask(&mut page, "setoption name MultiPV value 3"), Vec::<String>::new());
        assert_eq!(ask(&mut page, "uci"), before);
    }
    let mut page = server.page("engine");
    assert_eq!(ask(&mut page, "setoption name Hash value 2"), Vec::<String>::new());
}

#[test]
fn a_message_with_a_line_break_is_refused_whole() {
    let server = Server::start();
    for path in ["rules", "engine", "solver"] {
        let mut page = server.page(path);
        let before = ask(&mut page, "rules");
        for text in [
            "position startpos\nsetoption name Rule KingMove value step",
            "setoption name UCI_Variant value tablut\r\nisready",
            "position fen 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a\ngo infinite",
            "uci\n",
            "\nuci",
        ] {
            page.send(Message::text(text)).unwrap();
            let lines = ask(&mut page, "");
            assert_eq!(
                lines,
                ["info string error: a page may not send control characters"],
                "{text:?}"
            );
        }
        assert_eq!(ask(&mut page, "rules"), before);
    }
}
