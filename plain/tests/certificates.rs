//! The checker, on certificates made by hand.

use std::collections::BTreeMap;
use std::process::Command;

use branan_plain::PlainGame;
use branan_plain::certificate::{Kind, Refusal, load, verify};

/// Encodes a position on 7×7 given as rows from the top, as the description of the file says.
fn position(rows: &str) -> Vec<u8> {
    let mut bytes = vec![0; 13];
    for (row, text) in rows.split('/').enumerate() {
        let mut file = 0;
        for letter in text.chars() {
            let square = (6 - row) * 7 + file;
            let code = match letter {
                't' => 1,
                'T' => 2,
                'K' => 3,
                _ => 0,
            };
            bytes[square / 4] |= code << (square % 4 * 2);
            file += letter.to_digit(10).unwrap_or(1) as usize;
        }
    }
    bytes
}

/// Encodes a move between two squares.
fn answer(name: &str) -> [u8; 2] {
    let at: Vec<u16> = name.bytes().map(u16::from).collect();
    let (file, rank) = (at[0] - u16::from(b'a'), at[1] - u16::from(b'1'));
    let (to_file, to_rank) = (at[2] - u16::from(b'a'), at[3] - u16::from(b'1'));
    let line = if rank == to_rank { to_file } else { 7 + to_rank };
    ((rank * 7 + file) * 14 + line).to_le_bytes()
}

fn win(rows: &str, mv: &str, distance: u16) -> Vec<u8> {
    [&position(rows)[..], &answer(mv), &distance.to_le_bytes()].concat()
}

fn hold(rows: &str, mv: &str) -> Vec<u8> {
    [&position(rows)[..], &answer(mv)].concat()
}

fn file_with_count(header: &str, records: &[Vec<u8>], count: u64) -> Vec<u8> {
    let mut bytes = format!("branan certificate 1\n{header}\n\n").into_bytes();
    bytes.extend(records.concat());
    bytes.extend(count.to_le_bytes());
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

fn file(header: &str, records: &[Vec<u8>]) -> Vec<u8> {
    file_with_count(header, records, records.len() as u64)
}

fn proven(bytes: &[u8]) -> String {
    verify(bytes, &|_| {}).unwrap_or_else(|error| panic!("{error}")).to_string()
}

fn refused(bytes: &[u8]) -> String {
    verify(bytes, &|_| {}).unwrap_err().to_string()
}

/// A king beside a corner.
const ONE: &str = "ruleset brandub\nstart 7/3t3/7/7/7/7/1K5 d\nclaim defenders win";

#[test]
fn a_win_in_one_is_proven() {
    let rows = "7/3t3/7/7/7/7/1K5";
    let bytes = file(ONE, &[won(rows, "b1a1", 1)]);
    let text = "brandub: the defenders win within 1 ply from the position \
                7/3t3/7/7/7/7/1K5 d (1 position)";
    assert_eq!(proven(&bytes), text);
    let verified = verify(&bytes, &|_| {}).unwrap();
    assert_eq!((verified.claim.kind, verified.plies), (Kind::Wins, Some(1)));
    // A longer distance is also true.
    let slow = file(ONE, &[won(rows, "b1a1", 9)]);
    assert!(proven(&slow).contains("within 9 plies"));
}

/// The smallest image of a position in byte order, and a move in it.
fn least(rows: &str, mv: &str) -> (String, String) {
    let cells: Vec<Vec<char>> = rows
        .split('/')
        .map(|row| {
            let cell = |letter: char| match letter.to_digit(10) {
                Some(count) => ".".repeat(count as usize),
                None => letter.to_string(),
            };
            row.chars().map(cell).collect::<String>().chars().collect()
        })
        .collect();
    let images = (0..8).map(|symmetry| {
        let image = |row: usize, file: usize| {
            let row = if symmetry & 1 == 0 { row } else { 6 - row };
            let file = if symmetry & 2 == 0 { file } else { 6 - file };
            if symmetry & 4 == 0 { (row, file) } else { (file, row) }
        };
        let mut turned = vec![vec!['.'; 7]; 7];
        for (row, line) in cells.iter().enumerate() {
            for (file, cell) in line.iter().enumerate() {
                let (to_row, to_file) = image(row, file);
                turned[to_row][to_file] = *cell;
            }
        }
        let square = |name: &str| {
            let at = name.as_bytes();
            let (row, file) = image(usize::from(b'7' - at[1]), usize::from(at[0] - b'a'));
            format!("{}{}", char::from(b'a' + file as u8), 7 - row)
        };
        let rows: Vec<String> = turned.iter().map(|row| row.iter().collect()).collect();
        let rows = rows.join("/").replace('.', "1");
        let mv = square(&mv[..2]) + &square(&mv[2..]);
        (position(&rows), rows, mv)
    });
    let (_, rows, mv) = images.min().unwrap();
    (rows, mv)
}

fn won(rows: &str, mv: &str, distance: u16) -> Vec<u8> {
    let (rows, mv) = least(rows, mv);
    win(&rows, &mv, distance)
}

fn sorted(mut records: Vec<Vec<u8>>) -> Vec<Vec<u8>> {
    records.sort();
    records
}

#[test]
fn answers_that_do_not_win_are_refused() {
    let rows = "7/3t3/7/7/7/7/1K5";
    for (record, part) in [
        (won(rows, "b1a1", 0), "its distance is 0"),
        (won(rows, "c1a1", 1), "not a legal move"),
        (won(rows, "d6d5", 1), "not a legal move"),
        (won(rows, "b1c1", 1), "is one ply too many"),
        (won(rows, "b1c1", 3), "has no answer"),
        (win("7/5t1/7/7/7/7/7", "f6f5", 1), "there is no answer"),
    ] {
        let text = refused(&file(ONE, &[record]));
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(refused(&file(ONE, &[])).contains("there is no answer"));
}

#[test]
fn every_reply_needs_an_answer_that_is_nearer() {
    // The attacker can only move back and forth on his square's lines. The king takes a corner
    // next.
    let header = "ruleset brandub\nstart 7/t6/7/7/7/T6/1K3T1 a\nclaim defenders win";
    let game = PlainGame::from_fen("brandub", &[], "7/t6/7/7/7/T6/1K3T1 a");
    let mut records = Vec::new();
    for mv in game.moves() {
        let mut after = game.clone();
        after.play(&mv);
        let rows = after.fen();
        records.push(won(rows.split(' ').next().unwrap(), "b1a1", 1));
    }
    records = sorted(records);
    records.dedup();
    assert!(records.len() > 3);
    assert!(proven(&file(header, &records)).contains("win within 2 plies from"));
    for left_out in 0..records.len() {
        let mut fewer = records.clone();
        fewer.remove(left_out);
        assert!(refused(&file(header, &fewer)).contains("has no answer"), "{left_out}");
    }
    // An unreachable position is counted and does no harm.
    let mut more = records.clone();
    more.push(won("7/7/7/7/7/TT5/1K3T1", "b1a1", 1));
    assert!(proven(&file(header, &sorted(more))).contains(", 1 of which cannot come up)"));
}

#[test]
fn what_repeats_must_not_be_a_win_of_the_other_side() {
    let rows = "7/7/7/3K3/7/7/1t5";
    for (rule, claim, part) in [
        ("mover-loses-3", "defenders hold", "does not bear"),
        ("mover-wins-3", "defenders hold", "does not bear"),
        ("illegal-3", "defenders hold", "does not bear"),
        ("defenders-lose-3", "defenders hold", "does not bear"),
        ("defenders-illegal-2", "defenders hold", "does not bear"),
        ("draw-2", "attackers win-by-repetition", "does not bear"),
        ("defenders-lose-3", "defenders win-by-repetition", "does not bear"),
        // These claims stay true under repetition, but there is no answer.
        ("draw-2", "defenders hold", "there is no answer"),
        ("draw-3", "defenders hold", "there is no answer"),
    ] {
        let header =
            format!("ruleset brandub\nrule Repetition={rule}\nstart {rows} d\nclaim {claim}");
        let text = refused(&file(&header, &[]));
        assert!(text.contains(part), "{rule} {claim}: {text}");
    }
}

#[test]
fn a_side_that_goes_to_and_fro_holds() {
    // The king stays on his throne. One attacker captures nothing while the soldier keeps to four
    // squares.
    let ways = ["d2d3", "d3d2", "c2d2", "c3d3", "d2c2", "d3c3", "c2c3", "c3c2"];
    let first = "7/7/7/3K3/7/3T3/1t5 d";
    let mut open = vec![first.to_owned()];
    let mut records = BTreeMap::new();
    while let Some(fen) = open.pop() {
        let mut game = PlainGame::from_fen("brandub-walker", &[], &fen);
        let mv = ways.into_iter().find(|mv| game.moves().contains(&(*mv).to_owned())).unwrap();
        let (rows, image) = least(fen.split(' ').next().unwrap(), mv);
        if records.contains_key(&position(&rows)) {
            continue;
        }
        records.insert(position(&rows), hold(&rows, &image));
        game.play(mv);
        for reply in game.moves() {
            let mut after = game.clone();
            after.play(&reply);
            open.push(after.fen());
        }
    }
    let records: Vec<Vec<u8>> = records.into_values().collect();
    let header = format!("ruleset brandub-walker\nstart {first}\nclaim defenders hold");
    let text = proven(&file(&header, &records));
    let beginning =
        format!("brandub-walker: the attackers cannot force a win from the position {first} (");
    assert!(text.starts_with(&beginning) && records.len() > 50, "{text}");
    for left_out in 0..records.len() {
        let mut fewer = records.clone();
        fewer.remove(left_out);
        assert!(refused(&file(&header, &fewer)).contains("no answer"), "{left_out}");
    }
    let lose = header.replace("start", "rule Repetition=defenders-lose-3\nstart");
    assert!(refused(&file(&lose, &records)).contains("does not bear"));
    // Moving back and forth does not win, whatever the distances.
    let win = header.replace("hold", "win");
    for distance in [1_u16, 2, 9] {
        let distances =
            records.iter().map(|record| [&record[..], &distance.to_le_bytes()].concat());
        let text = refused(&file(&win, &distances.collect::<Vec<_>>()));
        let part = if distance == 1 { "one ply too many" } else { "not nearer" };
        assert!(text.contains(part), "{distance}: {text}");
    }
}

#[test]
fn files_that_are_no_certificates_are_refused() {
    let record = won("7/3t3/7/7/7/7/1K5", "b1a1", 1);
    let good = file(ONE, std::slice::from_ref(&record));
    assert!(verify(&good, &|_| {}).is_ok());
    for text in [&b""[..], b"branan", b"branan certificate 2\n", b"\x7fELF"] {
        assert_eq!(verify(text, &|_| {}), Err(Refusal::Foreign));
    }
    assert!(refused(b"branan certificate 1\n").contains("damaged"));
    for length in 21..good.len() {
        assert!(refused(&good[..length]).contains("damaged"), "{length}");
    }
    let two = [record.clone(), record.clone()];
    assert!(refused(&file(ONE, &two)).contains("not in order"));
    for count in [0, 2, 1 << 32 | 1] {
        let text = refused(&file_with_count(ONE, std::slice::from_ref(&record), count));
        assert!(text.contains("as many positions"), "{text}");
    }
    let start = "start 7/3t3/7/7/7/7/1K5 d";
    for (header, part) in [
        ("", "no ruleset"),
        ("ruleset chess\nstart 7 d\nclaim defenders win", "no ruleset 'chess'"),
        ("ruleset brandub\nclaim defenders win", "no first position"),
        ("ruleset brandub\nstart 7/7 d\nclaim defenders win", "bad FEN"),
        ("ruleset brandub\nstart KK5/7/7/7/7/7/7 d\nclaim defenders win", "more than one king"),
        ("ruleset brandub\nstart 7/7/7/7/7/7/1K5 d\nclaim kings win", "nothing is claimed"),
        ("ruleset brandub\nrule KingMove\nstart 7 d\nclaim defenders win", "no value"),
        ("ruleset brandub\nrule KingMove=jump\nstart 7 d\nclaim defenders win", "KingMove=jump"),
    ] {
        let text = refused(&file(header, std::slice::from_ref(&record)));
        assert!(text.contains(part), "{header}: {text}");
    }
    let longer = format!("ruleset brandub\n{start}\nclaim defenders win\nmore");
    assert!(refused(&file(&longer, std::slice::from_ref(&record))).contains("means nothing"));
    let endless = format!("ruleset {}", "x".repeat(9000));
    assert!(refused(&file(&endless, &[])).contains("the header does not end"));
}

#[test]
fn the_program_says_what_holds() {
    let run = |arguments: &[&str]| {
        let output =
            Command::new(env!("CARGO_BIN_EXE_branan-verify")).args(arguments).output().unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        (output.status.code(), text(output.stdout), text(output.stderr))
    };
    let path = std::env::temp_dir().join(format!("branan-verify-{}", std::process::id()));
    let name = path.to_str().unwrap();
    let mut bytes = file(ONE, &[won("7/3t3/7/7/7/7/1K5", "b1a1", 1)]);
    std::fs::write(&path, &bytes).unwrap();
    let (code, text, errors) = run(&[name]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    assert!(text.starts_with("verified: brandub: the defenders win within 1 ply"), "{text}");
    bytes[30] ^= 1;
    std::fs::write(&path, &bytes).unwrap();
    let (code, text, errors) = run(&[name]);
    assert_eq!((code, text.as_str()), (Some(1), ""));
    assert!(errors.contains("proves nothing"), "{errors}");
    std::fs::remove_file(&path).unwrap();
    assert_eq!(run(&[name]).0, Some(2));
    assert_eq!(run(&[]).0, Some(2));
}

#[test]
fn a_rule_with_two_values_is_refused() {
    for (one, two) in [("corners", "edge"), ("edge", "corners"), ("edge", "edge")] {
        let rules = format!("rule Escape={one}\nrule Escape={two}\nstart");
        let header = ONE.replacen("start", &rules, 1);
        let text = refused(&file(&header, &[won("7/3t3/7/7/7/7/1K5", "b1a1", 1)]));
        assert!(text.contains("two values for the rule Escape"), "{text}");
    }
}

#[test]
fn first_positions_that_cannot_be_are_refused() {
    for (rules, start, part) in [
        ("", "7/3t3/7/7/7/7/7 d", "there is no king"),
        ("", "7/3t3/7/7/7/7/K6 d", "the king stands on a1, an escape square"),
        ("", "t6/7/7/7/7/7/1K5 d", "a soldier stands on a7"),
        ("", "7/7/7/3T3/7/7/1K5 d", "a soldier stands on d4"),
        ("rule Announce=yes\n", "7/7/7/7/7/7/1K5 d g1,g7", "g7 is announced"),
        ("rule Announce=yes\n", "7/7/7/7/7/7/1KT4 d g1", "g1 is announced"),
    ] {
        let header = format!("ruleset brandub\n{rules}start {start}\nclaim defenders win");
        let text = refused(&file(&header, &[]));
        assert!(text.contains(&format!("bad first position: {part}")), "{start}: {text}");
    }
}

/// The length of a sparse file that must not be loaded into memory.
const LARGE: u64 = 3 << 30;

/// The error of `load` for a sparse file of this length that begins with `beginning` and ends with
/// a count.
fn refused_large(beginning: &[u8], length: u64, count: u64) -> String {
    use std::io::{Seek, SeekFrom, Write};
    let path = std::env::temp_dir().join(format!("plain-{}-{count}", std::process::id()));
    let mut file = std::fs::File::create(&path).unwrap();
    file.set_len(length).unwrap();
    file.write_all(beginning).unwrap();
    file.seek(SeekFrom::End(-12)).unwrap();
    file.write_all(&count.to_le_bytes()).unwrap();
    let start = std::time::Instant::now();
    let error = load(&path).unwrap_err();
    std::fs::remove_file(&path).unwrap();
    assert!(start.elapsed() < std::time::Duration::from_secs(2), "{:?}", start.elapsed());
    error.to_string()
}

#[test]
fn a_large_file_is_read_only_as_far_as_it_is_a_certificate() {
    let header = format!("branan certificate 1\n{ONE}\n\n");
    assert!(refused_large(b"", LARGE, 0).contains("not a certificate"));
    let endless = refused_large(b"branan certificate 1\n", LARGE, 1);
    assert!(endless.contains("the header does not end"), "{endless}");
    let few = refused_large(header.as_bytes(), LARGE, 2);
    assert!(few.contains("as many positions as it says"), "{few}");
    // A record has 17 bytes. The empty ones are all alike.
    let count = LARGE / 17;
    let alike = refused_large(header.as_bytes(), header.len() as u64 + 17 * count + 12, count);
    assert!(alike.contains("not in order"), "{alike}");
}
