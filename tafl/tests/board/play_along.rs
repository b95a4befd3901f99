//! A random game on the engine's board and on the plain one in parallel.

use crate::names::{legal_names, names};
use branan_plain::PlainGame;
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use tafl::game::{Game, new_game};
use tafl::rules::Ruleset;

/// Plays random moves on both boards and compares everything after each.
///
/// Returns the result, so that the caller can count which endings occurred.
pub fn play_along(
    place: &str,
    ruleset: &Ruleset,
    fast: &mut dyn Game,
    slow: &mut PlainGame,
    plies: usize,
    random: &mut StdRng,
) -> &'static str {
    // The move back for each side's last moved piece. Some games play it often, so that positions
    // repeat.
    let mut back: [Option<String>; 2] = [None, None];
    let shuffling = *[0.0, 0.3, 0.95].choose(random).unwrap();
    for ply in 0..=plies {
        let place = || format!("{place} ply {ply}: {}", slow.fen());
        let result = fast.outcome().map_or("ongoing".to_owned(), |outcome| outcome.to_string());
        assert_eq!(result, slow.result(), "{}", place());
        let moves = legal_names(fast);
        assert_eq!(moves, slow.moves(), "{}", place());
        if result != "ongoing" {
            return slow.result();
        }
        assert_eq!(fast.fen(), slow.fen());
        assert_eq!(names(&fast.announced()), slow.announced());
        assert_eq!(fast.to_move() == tafl::rules::Side::Attackers, slow.to_move_is_attackers());
        let again = new_game(ruleset, Some(&fast.fen())).unwrap();
        assert_eq!(again.key(), fast.key(), "the key of a FEN is the key of the game");
        let way_back =
            back[ply % 2].as_ref().filter(|mv| random.random_bool(shuffling) && moves.contains(mv));
        let mv = way_back.unwrap_or_else(|| moves.choose(random).unwrap()).clone();
        back[ply % 2] = reversed(&mv);
        let place = place();
        let played = fast.play_text(&mv).unwrap();
        assert_eq!(names(&played.captures), sorted_by_name(slow.play(&mv)), "{place} {mv}");
    }
    "ongoing"
}

fn sorted_by_name(mut squares: Vec<String>) -> Vec<String> {
    squares.sort_by_key(|name| (name.as_bytes()[0], name[1..].parse::<u32>().unwrap()));
    squares
}

/// The move back.
fn reversed(mv: &str) -> Option<String> {
    let split = 1 + mv[1..].find(|letter: char| letter.is_ascii_lowercase())?;
    Some(format!("{}{}", &mv[split..], &mv[..split]))
}
