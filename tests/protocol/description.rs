//! `protocol.md` shows sessions, options and errors accurately.

use std::collections::BTreeSet;

use branan::protocol::{CommandReach, command_names, command_reach, parse};

use crate::answers::{errors, word_after};
use crate::talk::{Talk, script};

const PROTOCOL: &str = include_str!("../../protocol.md");

/// The fenced code blocks of a Markdown text.
fn fenced(text: &str) -> impl Iterator<Item = &str> {
    text.split("```\n").skip(1).step_by(2)
}

#[test]
fn the_description_shows_sessions_as_they_are() {
    let sessions: Vec<&str> = fenced(PROTOCOL).filter(|block| block.starts_with("> ")).collect();
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
                // The output of searches may change with the search, and the document abridges the
                // options.
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

/// The first words of the parts of a text that are marked as code.
fn marked(text: &str) -> BTreeSet<&str> {
    text.split('`').skip(1).step_by(2).filter_map(|code| code.split(' ').next()).collect()
}

/// The text between two others.
fn between<'t>(text: &'t str, start: &str, end: &str) -> &'t str {
    let rest = text.split_once(start).unwrap_or_else(|| panic!("no '{start}'")).1;
    rest.split_once(end).unwrap_or_else(|| panic!("no '{end}'")).0
}

#[test]
fn the_description_lists_every_command() {
    let table = between(PROTOCOL, "| command | answer |\n|---|---|\n", "\n\n");
    let commands = table.lines().filter_map(|row| row.split('|').nth(1));
    assert_eq!(commands.flat_map(marked).collect::<BTreeSet<&str>>(), command_names().collect());
}

#[test]
fn the_description_says_which_commands_wait_for_a_search() {
    let section = between(PROTOCOL, "## During a search", "A search is over");
    let (at_once, refused) = section.split_once("are executed at once").unwrap();
    let (refused, _) = refused.split_once("are refused").unwrap();
    let waits = |name: &&str| {
        let line = match *name {
            "position" => "position startpos",
            "setoption" => "setoption name Hash value 1",
            "debug" => "debug on",
            name => name,
        };
        parse(line).unwrap().expect("a command").needs_idle_engine()
    };
    let (waiting, others): (BTreeSet<&str>, BTreeSet<&str>) = command_names().partition(waits);
    assert_eq!(marked(refused), waiting);
    assert_eq!(marked(at_once), others);
}

#[test]
fn the_manual_lists_the_commands_that_a_page_may_send() {
    let text = include_str!("../../docs/gui-authors.md");
    let text = between(text, "The page may send ", "It may set");
    let (to_any, to_own) = text.split_once("and to a session also").unwrap();
    let of = |reach| command_names().filter(|name| command_reach(name) == Some(reach)).collect();
    assert_eq!(marked(to_any), of(CommandReach::Standard));
    assert_eq!(marked(to_own), of(CommandReach::Own));
}

#[test]
fn the_description_lists_the_options_as_they_are() {
    for line in script("uci\n").iter().filter(|line| line.starts_with("option ")) {
        let (name, rest) = line["option name ".len()..].split_once(" type ").unwrap();
        let row = PROTOCOL.lines().find(|line| line.starts_with(&format!("| `{name}` |")));
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
            assert!(PROTOCOL.contains(&format!("`{value}`")), "{name} {value}");
            assert!(name == "UCI_Variant" || row.contains(&format!("`{value}`")), "{row}");
        }
    }
}

#[test]
fn the_description_quotes_errors_as_they_are() {
    let table = PROTOCOL.split("| cause | for example |").nth(1).unwrap();
    let rows = table.lines().skip(2).take_while(|line| line.starts_with('|'));
    let described: Vec<&str> = rows.flat_map(|row| row.split('`').skip(1).step_by(2)).collect();
    let mut input = b"jump\nd2e2\nuci now\ngo depth\ngo depth x\nsetoption name Hush\n\
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
