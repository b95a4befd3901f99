//! A session that receives commands at random moments, for `BRANAN_SOAK_SECONDS` seconds:
//!
//! ```text
//! BRANAN_SOAK_SECONDS=600 cargo test --release --test protocol soak
//! ```

use std::time::{Duration, Instant};

use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::answers::errors;
use crate::talk::Talk;

const SEARCHES: [&str; 9] = [
    "go infinite",
    "go infinite",
    "go ponder wtime 50 btime 50",
    "go depth 5",
    "go nodes 2000",
    "go movetime 3",
    "go wtime 30 btime 30 winc 1 binc 1",
    "go mate 2",
    "go movetime 2 searchmoves d2e2",
];

const OTHERS: [&str; 20] = [
    "stop",
    "stop",
    "stop",
    "ponderhit",
    "debug off",
    "d",
    "eval",
    "ucinewgame",
    "setoption name Clear Hash",
    "setoption name Hash value 1",
    "setoption name Hash value 3",
    "setoption name Threads value 1",
    "setoption name Threads value 3",
    "setoption name MultiPV value 1",
    "setoption name MultiPV value 4",
    "setoption name UCI_Variant value tablut",
    "setoption name UCI_Variant value brandubh",
    "position startpos",
    "position startpos moves d2e2 d3c3",
    "position fen 7/3t3/7/7/7/7/1K5 d moves b1a1",
];

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove ")).count()
}

#[test]
fn every_search_answers_once_whatever_happens() {
    let seconds = std::env::var("BRANAN_SOAK_SECONDS")
        .map_or(2.0, |text| text.parse().expect("a number of seconds"));
    let mut random = StdRng::seed_from_u64(17);
    let mut talk = Talk::after(&["setoption name Hash value 1"]);
    let end = Instant::now() + Duration::from_secs_f64(seconds);
    let (mut begun, mut answered, mut commands) = (0, 0, 0);
    while Instant::now() < end {
        if random.random_bool(0.3) {
            answered += best_moves(&talk.sync());
            let answer = talk.ask(SEARCHES.choose(&mut random).unwrap());
            begun += usize::from(errors(&answer).is_empty());
            answered += best_moves(&answer);
        } else {
            talk.say(OTHERS.choose(&mut random).unwrap());
        }
        commands += 1;
        if random.random_bool(0.4) {
            std::thread::sleep(Duration::from_micros(random.random_range(0..5000)));
        }
    }
    talk.say("stop");
    answered += best_moves(&talk.end());
    println!("{commands} commands, {begun} searches");
    assert_eq!(begun, answered);
    assert!(begun > 5 && commands > 20);
}
