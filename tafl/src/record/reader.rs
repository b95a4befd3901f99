//! Reads files of game records, including files that were truncated while being written.

use super::chunk::{is_blank, split, without_zero_end};
use super::error::ReadError;
use super::game::GameRecord;
use super::header::{self, Header};
use crate::text::foreign_form;

/// The contents of a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RecordFile {
    /// The lines before the first game that begin with `%`, without the `%`, and later ones with
    /// settings.
    pub header: Vec<String>,
    /// The games, in the order of the file.
    pub games: Vec<GameRecord>,
    /// The length of the complete part, in bytes. Less than the file's if its end was torn off in
    /// the middle of a game or of the header.
    pub whole: usize,
    /// Where the game begins that was torn off, and what it lacks.
    pub torn: Option<ReadError>,
    /// The games whose checksums do not match, in order.
    pub changed: Vec<ReadError>,
    /// The number of comments in which words were ignored.
    pub unread: usize,
}

impl RecordFile {
    /// The settings of the match that wrote the file, as JSON; the last ones, if there are several.
    pub fn settings(&self) -> Option<&str> {
        header::settings(&self.header)
    }

    /// The settings of all matches in the file, as JSON, in order: several if it was joined from others.
    pub fn all_settings(&self) -> impl Iterator<Item = &str> {
        header::all_settings(&self.header)
    }
}

/// Reads a file of records.
///
/// A last game that breaks off before its result is left out: a killed program leaves one behind.
///
/// # Errors
/// When any other game is malformed or does not match its checksum.
pub fn read(bytes: &[u8]) -> Result<RecordFile, ReadError> {
    let mut file = examine(bytes)?;
    match file.changed.is_empty() {
        true => Ok(file),
        false => Err(file.changed.swap_remove(0)),
    }
}

/// Reads a file of records like [`read`], but keeps games that do not match their checksums, and
/// reports them.
///
/// # Errors
/// When a game before a torn end is malformed, or the text is UTF-16 or has line ends of old Macs.
pub fn examine(bytes: &[u8]) -> Result<RecordFile, ReadError> {
    let bytes = without_zero_end(bytes);
    if let Some(reason) = foreign_form(bytes) {
        return Err(ReadError { line: 1, game: None, reason: reason.to_owned() });
    }
    let Header { length, lines } = header::read(bytes)?;
    let mut file = RecordFile { header: lines, whole: length, ..RecordFile::default() };
    for chunk in split(bytes, length) {
        if !is_blank(chunk.bytes) {
            let number = file.games.len() + 1;
            file.torn = chunk.torn(number);
            if file.torn.is_some() {
                break;
            }
            let found = chunk.read(number)?;
            file.games.push(found.game);
            file.changed.extend(found.changed);
            file.unread += found.unread;
        }
        file.header.extend(header::between(chunk.bytes, chunk.line)?);
        file.whole += chunk.bytes.len();
    }
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::EndReason;
    use crate::record::{Eval, FaultKind, RecordedMove, RecordedPlayer, Remark, Termination};
    use crate::rules::Side;
    use proptest::prelude::*;
    use std::time::Duration;

    fn game(index: u64) -> GameRecord {
        let moved = |text: &str, remark| RecordedMove {
            text: text.to_owned(),
            remark,
            ..RecordedMove::default()
        };
        GameRecord {
            event: "A \"test\" \\ match".to_owned(),
            date: "2026.11.21 15:04:05".to_owned(),
            index: Some(index),
            round: Some(2),
            variant: "tablut".to_owned(),
            rules: vec![("KingMove".to_owned(), "step".to_owned())],
            attackers: RecordedPlayer { name: "a b".to_owned(), limits: "10+0.1".to_owned() },
            defenders: RecordedPlayer { name: "c".to_owned(), limits: "depth 6".to_owned() },
            fen: None,
            first: Side::Attackers,
            moves: vec![
                moved("d1-d3", Remark { book: true, ..Remark::default() }),
                moved(
                    "e3-d3xd4/c3",
                    Remark {
                        eval: Some(Eval::Centipawns(-35)),
                        depth: Some(12),
                        time: Some(Duration::from_millis(102)),
                        nodes: Some(12_345),
                        ..Remark::default()
                    },
                ),
                moved("a4-a3", Remark { eval: Some(Eval::Mate(-3)), ..Remark::default() }),
            ],
            winner: Some(Side::Defenders),
            termination: Termination::Fault(FaultKind::IllegalMove),
            detail: Some("a1a9 is not on the board".to_owned()),
            extra: Vec::new(),
        }
    }

    fn file(games: &[GameRecord]) -> String {
        games.iter().map(|game| game.to_text().unwrap()).collect()
    }

    #[test]
    fn text_before_the_first_game_is_refused_and_a_byte_order_mark_skipped() {
        let text = game(1).to_text().unwrap();
        let marked = format!("\u{feff}{text}");
        assert_eq!(read(marked.as_bytes()).unwrap().games, read(text.as_bytes()).unwrap().games);
        assert_eq!(read(format!("\n% a remark\n \n{text}").as_bytes()).unwrap().games.len(), 1);
        for (before, line) in [(" [Site \"here\"]\n", 1), ("% remark\n\n1. d1-d3\n", 3)] {
            let error = read(format!("{before}{text}").as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with(&format!("line {line}: a game begins with")), "{error}");
        }
    }

    #[test]
    fn a_game_is_written_as_documented() {
        let expected = r#"[Event "A \"test\" \\ match"]
[Date "2026.11.21 15:04:05"]
[Round "3"]
[Game "8"]
[Variant "tablut"]
[Rules "KingMove=step"]
[Attackers "a b"]
[Defenders "c"]
[AttackersTimeControl "10+0.1"]
[DefendersTimeControl "depth 6"]
[PlyCount "3"]
[Result "defenders"]
[Termination "illegal-move"]
[Detail "a1a9 is not on the board"]

1. d1-d3 {book} e3-d3xd4/c3 {-0.35/12 0.1020s 12345n} 2. a4-a3 {-M3} defenders

"#;
        assert_eq!(game(7).to_text().unwrap(), expected);
    }

    #[test]
    fn games_round_trip() {
        let mut second = game(8);
        second.fen = Some("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 d".to_owned());
        second.first = Side::Defenders;
        second.rules.clear();
        second.detail = None;
        second.moves = vec![second.moves[1].clone(); 60];
        second.winner = None;
        second.termination = Termination::Rules(EndReason::Repetition);
        let games = [game(7), second];
        let text = format!("% one\n% two words\n\n{}", file(&games));
        assert!(text.lines().all(|line| line.chars().count() <= 100));
        let read = read(text.as_bytes()).unwrap();
        assert_eq!(read.header, ["one", "two words"]);
        assert_eq!(read.games, games);
        assert_eq!(read.whole, text.len());
    }

    #[test]
    fn a_torn_end_is_dropped_wherever_it_was_torn() {
        let header = "% branan\n";
        let first = header.to_owned() + &file(&[game(0)]);
        let both = first.clone() + &file(&[game(1)]);
        for cut in first.len()..both.len() - 2 {
            let read = read(&both.as_bytes()[..cut]).unwrap();
            assert_eq!((read.games.len(), read.whole), (1, first.len()), "cut at {cut}");
        }
        // The game is whole with its result.
        assert_eq!(read(both.trim_end().as_bytes()).unwrap().games.len(), 2);
        // A comment may break off after a word that is also one for a result.
        let in_comment = both.trim_end_matches("defenders\n\n").to_owned() + "{: a draw";
        assert_eq!(read(in_comment.as_bytes()).unwrap().games.len(), 1);
        assert_eq!(read(format!("{in_comment}\n").as_bytes()).unwrap().games.len(), 1);
        // A crashed machine may leave zero bytes at the end.
        let mut hole = first.clone().into_bytes();
        hole.extend([0; 40]);
        assert_eq!(read(&hole).unwrap().whole, first.len());
        let mut hole = first.clone().into_bytes();
        hole.extend([b'[', 0xff, 0xfe]);
        assert_eq!(read(&hole).unwrap().whole, first.len());
        for cut in 0..header.len() {
            let read = read(&header.as_bytes()[..cut]).unwrap();
            assert_eq!((read.header.len(), read.whole), (0, 0));
        }
    }

    #[test]
    fn damage_before_the_end_is_reported() {
        let broken =
            game(0).to_text().unwrap().replace("illegal-move", "boredom") + &file(&[game(1)]);
        let error = read(broken.as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), "line 1, game 1: the tag Termination cannot be \"boredom\"");
        let broken = file(&[game(0)]) + &game(1).to_text().unwrap().replace("[Date ", "[Date: ");
        assert!(read(broken.as_bytes()).is_ok());
        let broken = file(&[game(0)]) + &game(1).to_text().unwrap().replace("\"c\"]", "\"c]");
        assert_eq!(read(broken.as_bytes()).unwrap_err().line, 18 + 7);
        let broken = game(0).to_text().unwrap().replace("Result \"defenders", "Result \"draw");
        assert!(
            read(broken.as_bytes()).unwrap_err().reason.contains("the moves end with defenders")
        );
    }

    #[test]
    fn names_that_differ_in_white_space_are_one() {
        let text = game(0).to_text().unwrap();
        let spaced = text.replace("\"a b\"", "\"\u{a0} a\u{2003} b \"");
        assert_ne!(text, spaced);
        assert_eq!(read(spaced.as_bytes()).unwrap().games, [game(0)]);
    }

    #[test]
    fn foreign_comments_and_tags_are_passed_over() {
        let text = "[Variant \"ard-ri\"]\n[Result \"draw\"]\n[Termination \"no-moves\"]\n[Site \"x\"]\n\n\
                    {a\ncomment} 1. a1a2 {nice move [!]} b1b2 2.\n% aside\ndraw\n";
        let game = &read(text.as_bytes()).unwrap().games[0];
        let moves: Vec<_> = game.moves.iter().map(|m| m.text.as_str()).collect();
        assert_eq!(moves, ["a1a2", "b1b2"]);
        assert_eq!(game.moves[0].remark, Remark::default());
        assert_eq!(game.index, None);
    }

    #[test]
    fn what_would_be_lost_is_an_error_with_its_line() {
        let text = "[Variant \"ard-ri\"]\n[Round \"1\"]\n[Result \"*\"]\n\n1. d1c1 {: c}\n*\n\n";
        assert!(read(text.as_bytes()).is_ok());
        for (from, to, expected) in [
            ("{: c}", "{: c} }", "line 5, game 1: \"}\" closes no comment"),
            (
                "{: c}",
                "{: c} {: d",
                "line 5, game 1: a comment that begins here is not closed: \"}\" is missing",
            ),
            (
                "[Result",
                "[Variant \"tablut\"]\n[Result",
                "line 3, game 1: the tag Variant is given twice",
            ),
            ("\"1\"", "\"4294967297\"", "line 1, game 1: the tag Round cannot be \"4294967297\""),
            (
                "[Result",
                "[PlyCount \"2\"]\n[Result",
                "line 1, game 1: the tag PlyCount says 2, the number of moves is 1",
            ),
        ] {
            let error = read(text.replace(from, to).as_bytes()).unwrap_err().to_string();
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn all_comments_on_a_move_are_kept() {
        let text = "[Variant \"ard-ri\"]\n[Comment \"a\"]\n[Result \"*\"]\n\n{: b} 1. d1c1 {: c} {+0.35/12} \
                    {: d} {0.1s} ({: e} 1. d1b1 {: f}) *\n\n";
        let game = &read(text.as_bytes()).unwrap().games[0];
        assert_eq!(game.extra("Comment"), Some("a\nb"));
        let played = &game.moves[0];
        assert_eq!(
            (played.comment.as_str(), played.remark.to_string()),
            ("c\nd\ne", "+0.35/12 0.1000s".to_owned())
        );
        assert_eq!(played.variations[0][0].comment, "f");
    }

    /// The game with nested variations.
    fn branched(index: u64) -> GameRecord {
        let mut game = game(index);
        let moved = |text: &str, comment: &str| RecordedMove {
            text: text.to_owned(),
            comment: comment.to_owned(),
            ..RecordedMove::default()
        };
        let mut first = vec![moved("e3-f3", "a (fine) one"), moved("a4-a5", ")")];
        first[1].variations.push(vec![moved("a4-b4", "")]);
        game.moves[1].variations = vec![first, vec![moved("e3-g3", "")]];
        game
    }

    #[test]
    fn variations_are_written_as_documented_and_read_back() {
        let text = branched(0).to_text().unwrap();
        let expected = "1. d1-d3 {book} e3-d3xd4/c3 {-0.35/12 0.1020s 12345n} (1... e3-f3 {: a (fine) \
             one} 2. a4-a5 {: )}\n(2. a4-b4)) (1... e3-g3) 2. a4-a3 {-M3} defenders\n\n";
        assert!(text.ends_with(expected), "{text}");
        assert_eq!(read(text.as_bytes()).unwrap().games, [branched(0)]);
        let loose = text.replace('(', " ( ").replace(')', " )\t");
        assert_eq!(read(loose.as_bytes()).unwrap().games[0].moves[1].variations.len(), 2);
    }

    #[test]
    fn variations_that_are_none_are_refused() {
        let error = |moves: &str| {
            let tags = "[Variant \"ard-ri\"]\n[Result \"draw\"]\n[Termination \"no-moves\"]\n\n";
            read(format!("{tags}{moves}\n\n").as_bytes()).unwrap_err().reason
        };
        for (moves, reason) in [
            ("(1. a1a2) draw", "must follow the move"),
            ("1. a1a2 ((a1a3)) draw", "must follow the move"),
            ("1. a1a2 (1.) draw", "has no move"),
            ("1. a1a2 (1. a1a3 draw", "not closed"),
            ("1. a1a2) draw", "closes no variation"),
            (&format!("{}draw", "1. a1a2 ( ".repeat(33)), "nested more than 32"),
            (&format!("1. a1a2 {} draw", ")".repeat(60_000)), "closes no variation"),
        ] {
            let reason_given = error(moves);
            assert!(reason_given.contains(reason), "{reason_given}");
        }
    }

    #[test]
    fn long_remarks_are_wrapped_and_read_back() {
        let mut long = game(0);
        let remark = Remark {
            eval: Some(Eval::Centipawns(7)),
            pv: vec!["a10a11".to_owned(); 64],
            ..Remark::default()
        };
        long.moves[1].remark = remark;
        let text = long.to_text().unwrap();
        assert!(text.lines().all(|line| line.len() <= 100), "{text}");
        assert_eq!(read(text.as_bytes()).unwrap().games, [long]);
    }

    #[test]
    fn words_that_mean_nothing_here_take_nothing_away() {
        let remark = Remark::read("+0.35/12 hmm 0.1020s 5x/y 12345n fors oon pv a1a2");
        assert_eq!((remark.eval, remark.depth), (Some(Eval::Centipawns(35)), Some(12)));
        assert_eq!((remark.time, remark.nodes), (Some(Duration::from_millis(102)), Some(12_345)));
        assert_eq!(remark.pv, ["a1a2"]);
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
            let _ = read(&bytes);
        }

        #[test]
        fn any_change_of_a_byte_is_survived(at in 0usize..600, byte in any::<u8>()) {
            let mut bytes = file(&[branched(0), game(1)]).into_bytes();
            let at = at % bytes.len();
            bytes[at] = byte;
            let _ = read(&bytes);
        }

        #[test]
        fn remarks_round_trip(cp in -100_000i32..100_000, depth in prop::option::of(0u32..200), seldepth in prop::option::of(0u32..200), moves in 0usize..3, time in 0u64..1_000_000) {
            let remark = Remark {
                eval: Some(Eval::Centipawns(cp)),
                depth,
                time: Some(Duration::from_micros(time * 100)),
                seldepth,
                nps: depth.map(u64::from),
                left: depth.map(|n| Duration::from_millis(u64::from(n))),
                lag: seldepth.map(|n| Duration::from_millis(u64::from(n))),
                pv: ["d2e2", "a10a11"].map(str::to_owned).into_iter().take(moves).collect(),
                ..Remark::default()
            };
            prop_assert_eq!(Remark::read(&remark.to_string()), remark);
        }
    }
}
