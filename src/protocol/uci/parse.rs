//! Parses lines of text into typed commands.

use super::command::UciCommand;
use super::command_table::{command_entry, command_names};
use super::parse_error::UciParseError;
use super::words::Words;
use crate::protocol::quote::quoted;
use crate::text::nearest;
use crate::types::Move;

/// Parses a line. `None` if it is blank or a comment.
///
/// # Errors
/// If it is not a command, blank or a comment.
pub fn parse(line: &str) -> Result<Option<UciCommand>, UciParseError> {
    let mut words = Words::of(line);
    let Some(first) = words.next().filter(|word| !word.starts_with('#')) else { return Ok(None) };
    let Some(entry) = command_entry(first) else { return Err(unknown(first)) };
    let command = (entry.arguments)(&mut words)?;
    match words.next() {
        None => Ok(Some(command)),
        Some(word) => {
            let word = quoted(word);
            Err(UciParseError::Unexpected { command: entry.name, word, meant: None })
        }
    }
}

/// The error for a first word that is not a command.
fn unknown(word: &str) -> UciParseError {
    let word = quoted(word);
    if word.parse::<Move>().is_ok() {
        return UciParseError::Move { word };
    }
    let meant = nearest(&word, command_names());
    UciParseError::Unknown { word, meant }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::protocol::uci::command::{Go, GoClock, Start};
    use crate::rules::Side;
    use crate::solve::Budget;

    fn command(line: &str) -> UciCommand {
        parse(line).unwrap().unwrap()
    }

    fn error(line: &str) -> String {
        parse(line).unwrap_err().to_string()
    }

    #[test]
    fn blank_lines_and_comments_are_nothing() {
        for line in ["", "   ", "\t", "# go", "  #go infinite"] {
            assert_eq!(parse(line), Ok(None));
        }
    }

    #[test]
    fn options_may_have_spaces_in_name_and_value() {
        let set = |name: &str, value: Option<&str>| UciCommand::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        assert_eq!(command("setoption name Clear Hash"), set("Clear Hash", None));
        assert_eq!(
            command("setoption  name Move Overhead  value 30"),
            set("Move Overhead", Some("30"))
        );
        assert_eq!(command("setoption name A value b value c"), set("A", Some("b value c")));
        assert_eq!(command("setoption name A value  b  \tc "), set("A", Some("b  \tc")));
        assert_eq!(command("setoption name A value"), set("A", Some("")));
        assert_eq!(error("setoption"), "'setoption' must be followed by 'name'");
        assert!(error("setoption name value 3").contains("the option's name"));
    }

    #[test]
    fn positions_have_a_beginning_and_moves() {
        let position = |start: Start, moves: &[&str]| UciCommand::Position {
            start,
            moves: moves.iter().map(|mv| (*mv).to_owned()).collect(),
        };
        assert_eq!(command("position startpos"), position(Start::Usual, &[]));
        assert_eq!(
            command("position startpos moves a1a2 b1"),
            position(Start::Usual, &["a1a2", "b1"])
        );
        let fen = Start::Fen("7/8 a -".to_owned());
        assert_eq!(command("position fen 7/8 a - moves x"), position(fen, &["x"]));
        let otn = Start::Otn("/7/8/ attackers".to_owned());
        assert_eq!(otn.clone().fen(), Ok(Some("8/7 a".to_owned())));
        assert_eq!(command("position otn /7/8/ attackers moves x"), position(otn, &["x"]));
        assert!(error("position").contains("'startpos', 'fen' or 'otn'"));
        assert!(error("position there").contains("not 'there'"));
        assert!(error("position startpos d2e2").contains("takes no 'd2e2'"));
    }

    #[test]
    fn go_takes_any_mix_of_limits() {
        let ms = Duration::from_millis;
        assert_eq!(command("go"), UciCommand::Go(Go::default()));
        assert_eq!(
            command("go wtime 100 btime -5 winc 1 binc 2 movestogo 3 depth 4 nodes 5 mate 6"),
            UciCommand::Go(Go {
                white: GoClock { left: Some(ms(100)), increment: Some(ms(1)) },
                black: GoClock { left: Some(ms(0)), increment: Some(ms(2)) },
                moves_to_go: Some(3),
                depth: Some(4),
                nodes: Some(5),
                mate: Some(6),
                ..Go::default()
            })
        );
        assert_eq!(
            command("go searchmoves d2e2 d2f2 infinite ponder movetime 7"),
            UciCommand::Go(Go {
                search_moves: vec!["d2e2".to_owned(), "d2f2".to_owned()],
                infinite: true,
                ponder: true,
                move_time: Some(ms(7)),
                ..Go::default()
            })
        );
        assert_eq!(command("go perft 0"), UciCommand::Perft(0));
        let huge = "9".repeat(30);
        assert_eq!(
            command(&format!("go depth {huge} nodes {huge}")),
            UciCommand::Go(Go { depth: Some(u32::MAX), nodes: Some(u64::MAX), ..Go::default() })
        );
        assert_eq!(
            command(&format!("go movetime {huge} wtime -{huge}")),
            UciCommand::Go(Go {
                white: GoClock { left: Some(ms(0)), ..GoClock::default() },
                move_time: Some(ms(u64::MAX)),
                ..Go::default()
            })
        );
        assert!(error("go nodes -1").contains("a number from 1, not '-1'"));
    }

    #[test]
    fn solving_may_be_limited() {
        let budget = Budget { nodes: Some(5), time: Some(Duration::from_millis(7)) };
        assert_eq!(command("solve"), UciCommand::Solve { only: None, budget: Budget::default() });
        let only = Some(Side::Defenders);
        assert_eq!(
            command("solve movetime 7 only defenders nodes 5"),
            UciCommand::Solve { only, budget }
        );
        assert!(error("solve only").contains("attackers or defenders"));
        assert!(error("solve only white").contains("attackers or defenders, not 'white'"));
        assert!(error("solve only attackers only defenders").contains("twice"));
        assert!(error("solve nodes 5 nodes 5").contains("twice"));
        assert!(error("solve nodes 0").contains("not '0'"));
        assert!(error("solve now").contains("'solve' takes no 'now'"));
    }

    #[test]
    fn bad_lines_are_named() {
        assert!(error("jump").contains("unknown command 'jump'"));
        assert!(error("d2e2").ends_with(": position startpos moves d2e2"));
        assert!(error("uci now").contains("'uci' takes no 'now'"));
        assert!(error("debug").contains("on or off"));
        assert!(error("go depth").contains("'depth' must be followed by a number from 1"));
        assert!(error("go depth x").contains("not 'x'"));
        assert!(error("go depth 0").contains("not '0'"));
        assert!(error("go nodes 1e6").contains("not '1e6'"));
        assert!(error("go depth 3 depth 4").contains("twice"));
        assert!(error("go searchmoves").contains("must be followed by moves"));
        assert!(error("go fast").contains("takes no 'fast'"));
        assert!(error("go perft 101").contains("a number of plies from 0 to 100"));
        assert_eq!(command("go perft 100"), UciCommand::Perft(100));
        assert!(error("go perft 3 depth 2").contains("combined"));
        assert!(error(&"x".repeat(3_000_000)).len() < 200);
        assert!(!error("\u{7}bell").contains('\u{7}'));
    }
}
