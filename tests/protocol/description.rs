//! `protocol.md` shows sessions, options and errors accurately.

use branan::protocol::command_reach;

use crate::answers::{errors, word_after};
use crate::talk::{Talk, script};
use crate::words::COMMANDS;

/// The fenced code blocks of a Markdown text.
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

#[test]
fn the_description_lists_every_command_and_so_does_the_guard_of_the_page() {
    let text = include_str!("../../protocol.md");
    let named = |command: &str| {
        [format!("`{command}`"), format!("`{command} "), format!("`{command}`,")].iter().any(
            |mark| text.lines().any(|line| line.starts_with("| ") && line.contains(mark.as_str())),
        )
    };
    for command in COMMANDS {
        assert!(named(command), "{command} is not in the table");
        assert_eq!(command_reach(command).is_none(), *command == "quit", "{command}");
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
