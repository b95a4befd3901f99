//! A move for an engine that has none.

use crate::game::Game;
use crate::types::Move;

/// A move found without an engine: one that wins at once, or else one after which the opponent
/// cannot win at once, or else any. `None` if none is legal but those `barred`.
pub(super) fn fallback_move(game: &dyn Game, barred: &[Move]) -> Option<Move> {
    let side = game.to_move();
    let free = |mv: &Move| !barred.contains(mv);
    if let Some(win) = game.winning_moves(side).into_iter().map(|played| played.mv).find(free) {
        return Some(win);
    }
    let moves: Vec<Move> = game.legal_moves().into_iter().filter(free).collect();
    let is_safe = |mv: &&Move| {
        let mut after = game.boxed_clone();
        after.play(**mv).is_ok()
            && match after.outcome() {
                Some(outcome) => outcome.winner != Some(side.other()),
                None => after.winning_moves(side.other()).is_empty(),
            }
    };
    moves.iter().find(is_safe).or(moves.first()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::new_game;
    use crate::rules;

    fn chosen(fen: &str, barred: &[&str]) -> Option<String> {
        let game = new_game(rules::find("tablut").unwrap(), Some(fen)).unwrap();
        let barred: Vec<Move> = barred.iter().map(|text| text.parse().unwrap()).collect();
        fallback_move(game.as_ref(), &barred).map(|mv| mv.to_string())
    }

    #[test]
    fn a_win_comes_first_and_a_loss_last() {
        let escape = "t8/9/9/9/4K4/9/9/9/9 d";
        let win = chosen(escape, &[]).unwrap();
        assert!(["e5e9", "e5e1", "e5a5", "e5i5"].contains(&win.as_str()), "{win}");
        assert_ne!(chosen(escape, &[&win]), Some(win));
        // Only the attackers' move to b2 keeps the king from the edge.
        let guard = "9/9/9/9/9/3t5/4t4/3tK1t2/4t4 a";
        let mv = chosen(guard, &[]).unwrap();
        let mut game = new_game(rules::find("tablut").unwrap(), Some(guard)).unwrap();
        game.play_text(&mv).unwrap();
        assert!(game.winning_moves(game.to_move()).is_empty(), "{mv}");
    }
}
