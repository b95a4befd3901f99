use super::*;
use crate::board::Board7;
use crate::rules::{builtin, find};

fn game(variant: &str, fen: Option<&str>) -> Box<dyn Game> {
    new_game(find(variant).unwrap(), fen).unwrap()
}

fn square(name: &str) -> Coordinate {
    name.parse().unwrap()
}

fn mv(name: &str) -> Move {
    name.parse().unwrap()
}

#[test]
fn threads_can_share_a_game_and_it_can_be_printed() {
    let game = game("brandubh", None);
    let moves = std::thread::scope(|scope| {
        let counts = [0; 2].map(|_| scope.spawn(|| game.legal_moves().len()));
        counts.map(|count| count.join().unwrap())
    });
    assert_eq!(moves, [40, 40]);
    let text = format!("{game:?}");
    assert!(text.contains("brandubh-macwhite") && text.contains(&game.fen()), "{text}");
}

#[test]
fn moves_of_a_square_and_legality_agree_with_the_list() {
    for ruleset in builtin() {
        let game = new_game(ruleset, None).unwrap();
        let legal = game.legal_moves();
        let mut found = Vec::new();
        for (at, _) in game.placement().pieces() {
            found.extend(game.moves_from(at));
        }
        found.sort_unstable();
        assert_eq!(found, legal, "{}", ruleset.name);
        assert!(legal.iter().all(|mv| game.is_legal(*mv)), "{}", ruleset.name);
        assert_eq!(game.perft(1), legal.len() as u64, "{}", ruleset.name);
    }
    let game = game("brandubh", None);
    assert!(game.moves_from(square("d3")).is_empty(), "the defenders are not to move");
    let nowhere = Coordinate { file: 200, rank: 255 };
    assert!(game.moves_from(nowhere).is_empty());
    assert!(!game.is_legal(mv("d3e3")) && !game.is_legal(Move { from: nowhere, to: nowhere }));
    assert_eq!(
        game.look_at(Move { from: nowhere, to: nowhere }).unwrap_err().to_string(),
        "(201,256) is not on the board"
    );
}

#[test]
fn pieces_that_a_move_captures_are_told_by_kind() {
    let game = game("brandubh", Some("7/7/7/7/1tT1Kt1/7/3t3 a"));
    let both = [(square("c3"), PieceKind::Defender), (square("e3"), PieceKind::King)];
    assert_eq!(game.captured_by(mv("d1d3")), Ok(both.to_vec()));
    assert_eq!(game.captured_by(mv("d1d2")), Ok(Vec::new()));
    assert!(game.captured_by(mv("d1d1")).is_err());
}

#[test]
fn moves_and_jumps_are_counted() {
    let mut game = game("brandubh", None);
    let first = game.placement();
    game.play_text("d2e2").unwrap();
    game.play_text("d3b3").unwrap();
    assert_eq!((game.ply_count(), game.jumps()), (2, 0));
    assert_eq!(game.last_played(), game.line().pop());
    game.jump(&first).unwrap();
    assert_eq!(game.last_played(), None);
    game.play_text("d2c2").unwrap();
    assert_eq!(game.last_played(), game.line().pop());
    assert_eq!((game.ply_count(), game.jumps(), game.line().len()), (3, 1, 3));
    assert_eq!(game.first_placement(), first);
    while game.take_back() {}
    assert_eq!((game.ply_count(), game.jumps(), game.last_played()), (0, 0, None));
}

#[test]
fn perft_counts_and_survives_any_depth() {
    let start = game("brandubh", None);
    let replies = |mv: &Move| {
        let mut after = start.boxed_clone();
        after.play(*mv).unwrap();
        after.legal_moves().len() as u64
    };
    let two = start.legal_moves().iter().map(replies).sum();
    assert_eq!([0, 1, 2].map(|depth| start.perft(depth)), [1, 40, two]);
    let rules = BoardRules::<Board7>::new(start.ruleset()).unwrap();
    assert_eq!(start.perft(3), rules.perft(rules.start(), 3));
    // A game that is over, at a depth that a recursion without limit would not survive.
    let mut over = game("brandubh", Some("1t5/7/7/7/7/7/3K3 d"));
    over.play_text("d1a1").unwrap();
    assert_eq!(over.perft(u32::MAX), 0);
}
