//! The puzzles that come with the program.

use branan::puzzle::{Puzzle, PuzzleGoal, shipped};
use branan::rules::Side;
use branan_plain::attack::attack;

use crate::program::branan;

/// The longest solutions that the plain search can follow in a test, in plies.
const ATTACKED_PLIES: u32 = 5;

/// A search that knows nothing of proofs finds the solution of puzzles that come with the program,
/// and no second one. `BRANAN_PUZZLES_ATTACKED` says of how many.
#[test]
fn a_plain_search_finds_no_second_solution() {
    let count = std::env::var("BRANAN_PUZZLES_ATTACKED").ok().and_then(|count| count.parse().ok());
    let short = |puzzle: &Puzzle| {
        matches!(puzzle.goal, PuzzleGoal::Win | PuzzleGoal::WinIn)
            && puzzle.plies.is_some_and(|plies| plies <= ATTACKED_PLIES)
    };
    let mut puzzles: Vec<Puzzle> = shipped().into_iter().filter(short).collect();
    // By their checksums, which is as good as at random.
    puzzles.sort_by_key(|puzzle| crc32fast::hash(puzzle.id.as_bytes()));
    puzzles.truncate(count.unwrap_or(6));
    assert!(!puzzles.is_empty());
    let (mut found, mut failing, mut open) = (0, 0, 0);
    for Puzzle { id, ruleset, fen, solution, plies, .. } in &puzzles {
        let attack = attack(ruleset, fen, plies.unwrap(), 20_000).unwrap();
        let solution = solution[0].to_string();
        assert!(attack.winning.iter().all(|mv| *mv == solution), "{id}: {:?}", attack.winning);
        // Only a move that could not be searched to the end may be missed.
        assert!(!attack.winning.is_empty() || attack.open > 0, "{id}");
        found += attack.winning.len();
        failing += attack.failing;
        open += attack.open;
    }
    println!("{found} of {} found; {failing} other moves fail, {open} are open", puzzles.len());
}

#[test]
fn the_puzzles_that_come_with_the_program_are_read() {
    let text = branan::puzzle::SHIPPED;
    assert_eq!(shipped().len(), text.lines().count());
    assert!(text.len() < 1_000_000);
}

#[test]
fn the_documents_count_the_puzzles_that_come_with_the_program() {
    let (code, tables, errors) = branan(&["puzzles", "list", "--form", "markdown"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""));
    let manual = include_str!("../../docs/puzzles.md").replace("\r\n", "\n");
    assert!(manual.contains(tables.trim_end()), "{tables}");
}

/// The eleven rulesets of the sources, and those that most people play.
const COVERED: [&str; 16] = [
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
    "ashton-tablut",
    "hnefatafl-org-7",
    "hnefatafl-org-11",
    "hnefatafl-org-13",
];

#[test]
fn every_common_game_has_puzzles_for_both_sides() {
    let puzzles = shipped();
    for name in COVERED {
        for side in [Side::Attackers, Side::Defenders] {
            let of = |puzzle: &&Puzzle| puzzle.ruleset == name && puzzle.side() == side;
            assert!(puzzles.iter().filter(of).count() >= 4, "{name}, {side}");
        }
    }
    let [attackers, defenders] = [Side::Attackers, Side::Defenders]
        .map(|side| puzzles.iter().filter(|puzzle| puzzle.side() == side).count());
    assert!(10 * attackers.abs_diff(defenders) < puzzles.len(), "{attackers}, {defenders}");
}
