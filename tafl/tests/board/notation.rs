//! Positions and moves as text: round trips, and precise errors for invalid text.

use crate::names::names;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tafl::board::{
    Board, BoardRules, BoardVisitor, MoveError, SetupError, long_move_name, move_name, with_board,
};
use tafl::game::new_game;
use tafl::rules::Side;
use tafl::types::FenError;

use crate::diagram::{ALL, ROYAL_CORNERS, game, ruleset};

/// Plays random games, with a round trip of every position and move.
struct RoundTrips {
    ruleset: tafl::rules::Ruleset,
    random: StdRng,
}

impl BoardVisitor for RoundTrips {
    type Output = ();

    fn visit<B: Board>(mut self) {
        let rules = BoardRules::<B>::new(&self.ruleset).unwrap();
        for _ in 0..6 {
            let mut position = *rules.start();
            for _ in 0..80 {
                let fen = rules.write_fen(&position);
                assert_eq!(rules.read_fen(&fen), Ok(position), "{fen}");
                let moves = rules.moves(&position);
                for mv in &moves {
                    let name = move_name::<B>(*mv);
                    let after = rules.play_unchecked(&position, *mv);
                    let long = long_move_name::<B>(*mv, after.captured_since(&position));
                    for text in [&name, &long, &long.replace('-', "")] {
                        assert_eq!(rules.read_move(&position, text), Ok(*mv), "{text} in {fen}");
                    }
                }
                let Some(mv) = moves.choose(&mut self.random) else { break };
                position = rules.play_unchecked(&position, *mv);
                if position.ending().is_some() {
                    break;
                }
            }
        }
    }
}

#[test]
fn what_is_written_is_read_again() {
    let mut random = StdRng::seed_from_u64(3);
    for name in ALL {
        for overlay in [&[][..], &[("Announce", "yes")]] {
            let ruleset = ruleset(name, overlay);
            let side = ruleset.side_length();
            let random = StdRng::seed_from_u64(random.random());
            with_board(side, RoundTrips { ruleset, random }).unwrap();
        }
    }
}

#[test]
fn every_start_is_written_as_it_is_given() {
    for name in ALL {
        let rules = ruleset(name, &[]);
        assert_eq!(new_game(&rules, None).unwrap().fen(), rules.start);
    }
}

/// The error for an invalid FEN.
fn refusal(name: &str, fen: &str) -> FenError {
    match new_game(&ruleset(name, &[]), Some(fen)) {
        Err(SetupError::Fen(error)) => error,
        Err(error) => panic!("no board for {name}: {error}"),
        Ok(_) => panic!("{name} takes {fen:?}"),
    }
}

/// Checks the error for a FEN, and that its message names the place.
fn refused(name: &str, fen: &str, reason: FenError, place: &str) {
    let found = refusal(name, fen);
    assert_eq!(found, reason, "{name} {fen:?}");
    assert!(found.to_string().contains(place), "{found} does not name {place}");
}

#[test]
fn a_board_of_another_size_is_refused() {
    let rows = |ruleset: &str, wanted, found| FenError::Rows {
        ruleset: ruleset.to_owned(),
        wanted,
        found,
    };
    let cross = "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a";
    refused("tablut", cross, rows("tablut", 9, 7), "7 rows");
    let tablut = ruleset("tablut", &[]).start;
    refused("brandubh-nielsen", &tablut, rows("brandubh-nielsen", 7, 9), "9 rows");
    refused("brandubh-nielsen", "7/7/7/3K3/7/3t3 a", rows("brandubh-nielsen", 7, 6), "6 rows");
    refused("brandubh-nielsen", "a", rows("brandubh-nielsen", 7, 1), "1 row;");
    let empty = FenError::Empty("3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a".to_owned());
    for nothing in ["", " ", "\t\n"] {
        refused("brandubh-nielsen", nothing, empty.clone(), "empty");
    }
}

#[test]
fn a_row_of_another_length_is_refused_by_its_rank() {
    let length = |rank, found: &str| FenError::RowLength {
        ruleset: "ard-ri".to_owned(),
        rank,
        wanted: 7,
        found: found.to_owned(),
    };
    refused("ard-ri", "7/7/7/3K3/7/3t4/7 a", length(2, "8"), "rank 2 has 8");
    refused("ard-ri", "6/7/7/3K3/7/3t3/7 a", length(7, "6"), "rank 7 has 6");
    refused("ard-ri", "7/7//3K3/7/3t3/7 a", length(5, "0"), "rank 5 has 0");
    refused("ard-ri", "7/7/7/3K3/7/3t3/tttttttt a", length(1, "8"), "rank 1 has 8");
    refused("ard-ri", "7/7/7/3K3/11t4/7/7 a", length(3, "16"), "rank 3 has 16");
    let huge = "7/7/7/3K3/99999999999999999999999t/7/7 a";
    refused("ard-ri", huge, length(3, "far too many"), "rank 3");
}

#[test]
fn a_letter_that_is_no_piece_is_refused_with_its_rank() {
    for (row, letter) in [("3x3", 'x'), ("2k4", 'k'), ("é6", 'é'), ("t-5", '-'), ("-7", '-')] {
        let fen = format!("7/7/{row}/3K3/7/7/7 a");
        let reason = FenError::Letter { letter, rank: 5 };
        refused("brandub", &fen, reason, &format!("'{letter}' in rank 5"));
    }
    for row in ["07", "0t6", "t06", "tt00005"] {
        let fen = format!("7/7/7/3K3/7/{row}/7 a");
        refused("brandub", &fen, FenError::Zero(2), "rank 2");
    }
}

#[test]
fn a_board_has_one_king() {
    refused("brandub", "7/7/7/2t4/7/7/7 a", FenError::NoKing, "K");
    let second = |square: &str| FenError::SecondKing(square.parse().unwrap());
    refused("brandub", "7/7/7/3K3/7/5K1/7 a", second("f2"), "f2");
    refused("brandub", "7/7/7/2KK3/7/7/7 a", second("d4"), "d4");
    refused("hnefatafl-13", "13/12K/K12/13/13/13/13/13/13/13/13/13/13 a", second("a11"), "a11");
}

#[test]
fn a_soldier_where_none_may_stop_is_refused_by_its_square() {
    let soldier = |square: &str| FenError::Soldier(square.parse().unwrap());
    for name in ALL {
        let side = ruleset(name, &[]).side_length();
        let rows = |row: &str, at: usize| {
            let mut rows = vec![side.to_string(); side];
            rows[1] = format!("1K{}", side - 2);
            rows[at] = row.to_owned();
            rows.join("/") + " a"
        };
        let middle = side / 2;
        for piece in ["t", "T"] {
            let on_throne = rows(&format!("{middle}{piece}{middle}"), middle);
            let throne = format!("{}{}", char::from(b'a' + middle as u8), middle + 1);
            if *name == "ard-ri" {
                assert_eq!(game(name, &[], &on_throne).fen(), on_throne);
            } else {
                refused(name, &on_throne, soldier(&throne), &throne);
            }
            let in_corner = rows(&format!("{piece}{}", side - 1), side - 1);
            if ROYAL_CORNERS.contains(name) {
                refused(name, &in_corner, soldier("a1"), "a1");
            } else {
                assert_eq!(game(name, &[], &in_corner).fen(), in_corner);
            }
        }
    }
}

#[test]
fn a_king_that_has_escaped_is_refused_by_his_square() {
    let escaped = |square: &str| FenError::Escaped(square.parse().unwrap());
    for name in ALL {
        let side = ruleset(name, &[]).side_length();
        let fen = |row: String| {
            let mut rows = vec![side.to_string(); side];
            rows[2] = format!("t{}", side - 1);
            rows[0] = row;
            rows.join("/") + " d"
        };
        let corner = format!("a{side}");
        refused(name, &fen(format!("K{}", side - 1)), escaped(&corner), &corner);
        let edge = fen(format!("2K{}", side - 3));
        if ROYAL_CORNERS.contains(name) {
            assert_eq!(game(name, &[], &edge).fen(), edge);
        } else {
            let square = format!("c{side}");
            refused(name, &edge, escaped(&square), &square);
        }
    }
}

#[test]
fn the_side_to_move_is_a_or_d() {
    let rows = "7/7/7/3K3/7/3t3/7";
    refused("brandub", rows, FenError::NoSide, "side to move");
    for side in ["w", "b", "A", "ad", "-", "attackers"] {
        let reason = FenError::Side(side.to_owned());
        refused("brandub", &format!("{rows} {side}"), reason, &format!("'{side}'"));
    }
    for (letter, side) in [("a", Side::Attackers), ("d", Side::Defenders)] {
        assert_eq!(game("brandub", &[], &format!("{rows} {letter}")).to_move(), side);
    }
}

#[test]
fn a_third_field_is_for_announced_squares_alone() {
    let rows = "7/7/7/3K3/7/3t3/7 a";
    for field in ["-", "a1", "moves"] {
        let reason = FenError::NothingAnnounced(field.to_owned());
        refused("brandub", &format!("{rows} {field}"), reason, &format!("'{field}'"));
    }
    let announce = ruleset("brandub", &[("Announce", "yes")]);
    let trailing = new_game(&announce, Some(&format!("{rows} - a1"))).err();
    assert_eq!(trailing, Some(FenError::TrailingField("a1".to_owned()).into()));
    assert_eq!(new_game(&announce, Some(rows)).unwrap().fen(), format!("{rows} -"));
}

#[test]
fn rows_of_large_boards_may_hold_numbers_above_nine() {
    for (name, fen) in [
        ("tawlbwrdd", "11/10t/t10/11/11/1T3K5/11/11/11/11/11 a"),
        ("hnefatafl-13", "13/12t/1t10T/10t2/13/13/6K6/13/13/13/13/13/13 d"),
    ] {
        assert_eq!(game(name, &[], fen).fen(), fen);
    }
}

#[test]
fn a_move_is_written_short_or_long() {
    let fen = "2t4/2T4/tT1T3/6t/3K3/7/2t4 a";
    let play = |text: &str| {
        let mut game = game("brandub", &[], fen);
        game.play_text(text).map(|played| (played.name(), played.to_string()))
    };
    // Captures are optional, but must be right if given.
    let taken = ("c1c5".to_owned(), "c1-c5xb5/c6".to_owned());
    for text in ["c1c5", "c1-c5", "c1c5xb5/c6", "c1-c5xb5/c6", "c1-c5xc6/b5"] {
        assert_eq!(play(text), Ok(taken.clone()), "{text}");
    }
    assert_eq!(play("c1-c4"), Ok(("c1c4".to_owned(), "c1-c4".to_owned())));
    let wrong = |written: &str, real: &str| MoveError::Captures {
        written: written.to_owned(),
        real: real.to_owned(),
    };
    for (text, error) in [
        ("c1-c5xb5", wrong("b5", "b5, c6")),
        ("c1-c5xb5/c6/d5", wrong("b5, c6, d5", "b5, c6")),
        ("c1-c5xd5", wrong("d5", "b5, c6")),
        ("c1-c4xb5", wrong("b5", "nothing")),
        ("c1-c5xb9", MoveError::OffBoard("b9".to_owned())),
    ] {
        assert_eq!(play(text), Err(error), "{text}");
    }
    for text in ["", "c1", "c1c5x", "c1-c5x", "c1--c5", "C1C5", "c1 c5", "c1-c5xb5,c6", "c1c5 "] {
        assert_eq!(play(text), Err(MoveError::Syntax), "{text:?}");
    }
}

#[test]
fn a_captured_king_may_be_left_unnamed_but_not_his_soldiers() {
    let mut game = game("brandub", &[], "2t4/2T4/tK5/7/7/7/2t4 a");
    game.play_text("c1-c5xb5").unwrap_err();
    game.play_text("c1-c5xb5/c6/d7").unwrap_err();
    game.play_text("c1-c5xc6").unwrap();
    assert!(game.take_back());
    let played = game.play_text("c1-c5xb5/c6").unwrap();
    assert_eq!(names(&played.captures), ["b5", "c6"]);
    assert_eq!(names(&game.line()), ["c1-c5xb5/c6"]);
}

#[test]
fn squares_of_large_boards_have_two_digits() {
    let fen = "13/9T3/9t3/3T9/t12/13/6K6/13/13/13/13/13/13 d";
    let mut game = game("hnefatafl-13", &[], fen);
    let error = MoveError::Captures { written: "j1".to_owned(), real: "j11".to_owned() };
    assert_eq!(game.play_text("d10-j10xj1"), Err(error));
    let played = game.play_text("d10-j10xj11").unwrap();
    assert_eq!(played.name(), "d10j10");
    assert_eq!(names(&played.captures), ["j11"]);
    assert_eq!(game.play_text("a9a13").unwrap().to_string(), "a9-a13");
    assert_eq!(game.play_text("j12-j13").unwrap().name(), "j12j13");
    assert_eq!(game.play_text("a13a14"), Err(MoveError::OffBoard("a14".to_owned())));
    assert_eq!(game.play_text("a13n13"), Err(MoveError::OffBoard("n13".to_owned())));
    assert_eq!(names(&game.line()), ["d10-j10xj11", "a9-a13", "j12-j13"]);
}
