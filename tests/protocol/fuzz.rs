//! Large amounts of random input. `BRANAN_FUZZ_CASES` sets the number of cases of each kind, and
//! `BRANAN_FUZZ_SEED` the seed:
//!
//! ```text
//! BRANAN_FUZZ_CASES=10000000 cargo test --release --test protocol fuzz
//! ```

use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex};

use branan::board::{Board, BoardRules, BoardVisitor, long_move_name, move_name, with_board};
use branan::protocol::{UciSession, command_names, parse};
use branan::rules::{Alternate, Alternates, Ruleset, builtin};
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |text| text.parse().expect("a number"))
}

fn cases() -> u64 {
    number("BRANAN_FUZZ_CASES", 5000)
}

fn random() -> StdRng {
    StdRng::seed_from_u64(number("BRANAN_FUZZ_SEED", 1))
}

/// Changes a few bytes of a text.
fn spoil(text: &str, alphabet: &[u8], random: &mut StdRng) -> Vec<u8> {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..random.random_range(0..4) {
        let at = random.random_range(0..=bytes.len());
        let gone = random.random_range(0..3).min(bytes.len() - at);
        let instead: Vec<u8> = (0..random.random_range(0..3))
            .map(|_| match random.random_bool(0.05) {
                true => random.random(),
                false => *alphabet.choose(random).unwrap(),
            })
            .collect();
        bytes.splice(at..at + gone, instead);
    }
    bytes
}

/// Valid commands to start from.
const LINES: &[&str] = &[
    "uci",
    "isready",
    "position startpos",
    "position startpos moves d2e2 d3b3 d6c6",
    "position startpos moves e2g2 e4f4",
    "position fen 3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a moves d2e2",
    "position fen 7/3t3/7/7/7/7/1K5 d",
    "position fen 7/3t3/7/7/7/7/3K3 d a1 moves d1a1",
    "position fen 3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3 a",
    "setoption name UCI_Variant value brandubh-fosdick",
    "setoption name UCI_Variant value brandub",
    "setoption name MultiPV value 3",
    "setoption name Rule KingMove value step",
    "setoption name Rule Announce value yes",
    "setoption name Rule Repetition value draw-2",
    "setoption name Rule Escape value variant",
    "setoption name Move Overhead value 20",
    "setoption name UCI_ShowWDL value true",
    "setoption name Skill Level value 2",
    "setoption name UCI_LimitStrength value true",
    "go depth 2",
    "go nodes 50",
    "go infinite searchmoves d2e2 d6c6",
    "go ponder wtime 1000 btime 1000 winc 10 binc 10 movestogo 5",
    "go perft 2",
    "stop",
    "ponderhit",
    "debug on",
    "debug off",
    "d",
    "variants",
    "rules",
    "fields",
    "solve nodes 50",
    "state",
    "moves",
    "eval",
    "help",
    "# a remark",
];

const LETTERS: &[u8] = b"abcdefgtTK0123456789/- ,xdpgosmw\t\rgofenmoves";

/// Whether a line has no word that could claim the whole machine or end the session.
fn is_modest(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let greedy = ["hash", "threads", "clear", "newgame", "mate", "bench", "quit"];
    !greedy.iter().any(|word| line.contains(word))
}

#[test]
fn the_lines_have_every_modest_command() {
    for name in command_names().filter(|name| is_modest(name.as_bytes())) {
        assert!(LINES.iter().any(|line| line.split(' ').next() == Some(name)), "{name}");
    }
}

/// Generates lines for a session as it reads them.
struct Lines {
    random: StdRng,
    left: u64,
    line: Vec<u8>,
    at: usize,
    /// Number of lines that were not commands.
    malformed: Arc<Mutex<u64>>,
}

impl Lines {
    fn next(&mut self) {
        self.at = 0;
        self.line.clear();
        if self.left == 0 {
            return;
        }
        self.left -= 1;
        let line = *LINES.choose(&mut self.random).unwrap();
        let mut line = spoil(line, LETTERS, &mut self.random);
        line.retain(|byte| *byte != b'\n');
        if !is_modest(&line) {
            line = b"isready".to_vec();
        }
        if std::str::from_utf8(&line).map_or(true, |text| parse(text).is_err()) {
            *self.malformed.lock().unwrap() += 1;
        }
        let searches = line.windows(2).any(|pair| pair == b"go");
        self.line = line;
        self.line.push(b'\n');
        if searches || self.left == 0 {
            self.line.extend(b"stop\nisready\n");
        }
    }
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

impl BufRead for Lines {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.at == self.line.len() {
            self.next();
        }
        Ok(&self.line[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

/// Checks a session's output and discards it.
#[derive(Clone, Default)]
struct Watched {
    line: Arc<Mutex<Vec<u8>>>,
    errors: Arc<Mutex<u64>>,
    last: Arc<Mutex<String>>,
}

impl Write for Watched {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut line = self.line.lock().unwrap();
        line.extend(bytes);
        while let Some(end) = line.iter().position(|byte| *byte == b'\n') {
            let rest = line.split_off(end + 1);
            let text = String::from_utf8(std::mem::replace(&mut line, rest)).expect("UTF-8");
            let text = text.trim_end();
            assert!(!text.contains("this is a bug"), "{text}");
            if text.starts_with("info string error: ") {
                assert!(text.len() < 700 && !text.contains(char::is_control), "{text:?}");
                *self.errors.lock().unwrap() += 1;
            }
            text.clone_into(&mut self.last.lock().unwrap());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_session_takes_or_refuses_every_line() {
    let cases = cases();
    let malformed = Arc::new(Mutex::new(0));
    let lines = Lines {
        random: random(),
        left: cases,
        line: b"setoption name Hash value 1\n".to_vec(),
        at: 0,
        malformed: Arc::clone(&malformed),
    };
    let written = Watched::default();
    UciSession::new(written.clone()).unwrap().run(lines).unwrap();
    let (malformed, errors) = (*malformed.lock().unwrap(), *written.errors.lock().unwrap());
    println!("{cases} lines, {malformed} malformed, {errors} errors");
    // Every line that is not a command gives an error, and so do some that are. A superfluous
    // 'stop' does not.
    assert!(malformed <= errors && errors <= cases, "{malformed} {errors}");
    assert!(malformed > 0);
    assert_eq!(*written.last.lock().unwrap(), "readyok");
}

/// Positions and moves as text.
type Samples = (Vec<String>, Vec<String>);

/// The parsers of one ruleset, for any board.
trait Reader {
    /// Texts to start from: positions, and moves of the start position.
    fn samples(&self) -> Samples;

    /// Parses a position and plays on from it. Returns whether it is valid.
    fn read_position(&self, text: &str, random: &mut StdRng) -> bool;

    /// Parses a move of the start position. Returns whether it is valid.
    fn read_move(&self, text: &str) -> bool;
}

impl<B: Board> Reader for BoardRules<B> {
    fn samples(&self) -> Samples {
        let start = BoardRules::start(self);
        let moves = self.moves(start);
        let after = |mv: &_| self.play_unchecked(start, *mv);
        let name = |mv: &_| long_move_name::<B>(*mv, after(mv).captured_since(start));
        let positions = moves.iter().map(|mv| self.write_fen(&after(mv)));
        (positions.collect(), moves.iter().map(name).collect())
    }

    fn read_position(&self, text: &str, random: &mut StdRng) -> bool {
        let Ok(mut position) = self.read_fen(text) else { return false };
        assert_eq!(self.read_fen(&self.write_fen(&position)), Ok(position), "{text}");
        for _ in 0..3 {
            let moves = self.moves(&position);
            assert_eq!(self.count_moves(&position) as usize, moves.len(), "{text}");
            let Some(mv) = moves.choose(random) else { break };
            position = self.play_unchecked(&position, *mv);
            assert_eq!(self.key_of(&position), position.key(), "{text}");
        }
        true
    }

    fn read_move(&self, text: &str) -> bool {
        let start = BoardRules::start(self);
        let Ok(mv) = BoardRules::read_move(self, start, text) else { return false };
        assert!(self.is_legal(start, mv), "{text}");
        assert_eq!(BoardRules::read_move(self, start, &move_name::<B>(mv)), Ok(mv), "{text}");
        true
    }
}

struct Boxed<'a>(&'a Ruleset);

impl BoardVisitor for Boxed<'_> {
    type Output = Box<dyn Reader>;

    fn visit<B: Board>(self) -> Box<dyn Reader> {
        Box::new(BoardRules::<B>::new(self.0).unwrap())
    }
}

/// The parsers of every ruleset, with and without announced escapes, and their samples.
fn readers() -> Vec<(Box<dyn Reader>, Samples)> {
    let announce = Alternate::all().find(|rule| rule.to_string() == "Announce").unwrap();
    let mut readers = Vec::new();
    for ruleset in builtin() {
        for value in ["no", "yes"] {
            let mut alternates = Alternates::default();
            alternates.choose(announce, value).unwrap();
            let ruleset = alternates.over(ruleset);
            let reader = with_board(ruleset.side_length(), Boxed(&ruleset)).unwrap();
            let samples = reader.samples();
            readers.push((reader, samples));
        }
    }
    readers
}

#[test]
fn positions_are_read_or_refused() {
    let (mut random, readers) = (random(), readers());
    let mut taken = 0;
    for _ in 0..cases() {
        let (reader, (positions, _)) = readers.choose(&mut random).unwrap();
        let text =
            spoil(positions.choose(&mut random).unwrap(), b"tTK123456789/ad ,-", &mut random);
        taken += u64::from(reader.read_position(&String::from_utf8_lossy(&text), &mut random));
    }
    println!("{} texts, {taken} positions", cases());
    assert!(taken > 0 && taken < cases());
}

#[test]
fn moves_are_read_or_refused() {
    let (mut random, readers) = (random(), readers());
    let mut taken = 0;
    for _ in 0..cases() {
        let (reader, (_, moves)) = readers.choose(&mut random).unwrap();
        let text =
            spoil(moves.choose(&mut random).unwrap(), b"abcdefghm0123456789x/-", &mut random);
        taken += u64::from(reader.read_move(&String::from_utf8_lossy(&text)));
    }
    println!("{} texts, {taken} moves", cases());
    assert!(taken > 0 && taken < cases());
}
