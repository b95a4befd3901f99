//! Follows the game by the server's states.

use super::super::followed_game::{FollowedGame, is_same_position};
use crate::game::Game;
use crate::record::Remark;
use crate::types::{Move, Placement};

/// The meaning of a state after those before it.
#[derive(Debug, PartialEq, Eq)]
pub enum StateStep {
    /// The position is the same: the first state, or the mover's move was refused.
    Same,
    /// The game had this position before; nothing has changed.
    Earlier,
    /// This move was played.
    Moved(Move),
    /// No legal move leads here, or the game is over here but not for the server. The game was
    /// continued from the state, if it is playable.
    Strange {
        /// The position before, as a FEN.
        before: String,
        /// Whether it is playable.
        playable: bool,
    },
}

/// Brings the game to a state's position.
pub fn follow(followed: &mut FollowedGame, placement: &Placement, remark: Remark) -> StateStep {
    let now = followed.game().placement();
    if is_same_position(&now, placement) {
        return StateStep::Same;
    }
    let before = followed.game().fen();
    let turned = now.to_move() != placement.to_move();
    let Some(mv) = turned.then(|| followed.move_to(placement)).flatten() else {
        if followed.has_had(placement) {
            return StateStep::Earlier;
        }
        let playable = followed.restart(placement).is_ok();
        return StateStep::Strange { before, playable };
    };
    // A side without moves loses by our rules, and must wait by the server's.
    if !ends(followed.game(), mv) || cannot_move(placement, followed) {
        // The move was found among the legal ones, here and below.
        let _ = followed.play(mv, remark);
        return StateStep::Moved(mv);
    }
    // Without the moves before it, a repetition ends no game.
    let fresh = followed.game().begin(Some(&now));
    if fresh.is_ok_and(|fresh| !ends(fresh.as_ref(), mv)) && followed.restart(&now).is_ok() {
        let _ = followed.play(mv, remark);
        return StateStep::Strange { before, playable: true };
    }
    let playable = followed.restart(placement).is_ok();
    if !playable {
        let _ = followed.play(mv, remark);
    }
    StateStep::Strange { before, playable }
}

/// Whether a move ends a game.
fn ends(game: &dyn Game, mv: Move) -> bool {
    let mut after = game.boxed_clone();
    after.play(mv).is_ok() && after.outcome().is_some()
}

/// Whether the side to move has no legal move even without the history of the game.
fn cannot_move(placement: &Placement, followed: &FollowedGame) -> bool {
    let fresh = followed.game().begin(Some(placement));
    fresh.is_ok_and(|fresh| fresh.legal_moves().is_empty())
}

#[cfg(test)]
mod tests {
    use super::super::super::followed_game::GameFacts;
    use super::*;
    use crate::arena::engine::wire::RULESET;
    use crate::rules::{self, Side};

    fn placement(fen: &str) -> Placement {
        rules::find(RULESET).unwrap().read_fen(fen).unwrap()
    }

    fn game() -> FollowedGame {
        FollowedGame::new(rules::find(RULESET).unwrap().clone()).unwrap()
    }

    #[test]
    fn moves_are_found_by_comparing_boards() {
        let mut followed = game();
        let start = followed.game().placement();
        assert_eq!(follow(&mut followed, &start, Remark::default()), StateStep::Same);
        let mut server = game();
        for text in ["e3d3", "a4a3", "d3e3"] {
            server.play(text.parse().unwrap(), Remark::default()).unwrap();
            let seen = server.game().placement();
            let step = follow(&mut followed, &seen, Remark::default());
            assert_eq!(step, StateStep::Moved(text.parse().unwrap()));
        }
        assert_eq!(followed.line().moves.len(), 3);
    }

    #[test]
    fn a_strange_state_is_taken_over() {
        let mut followed = game();
        let strange = placement("9/9/2t6/9/4K4/9/9/9/t8 a");
        let step = follow(&mut followed, &strange, Remark::default());
        assert!(matches!(step, StateStep::Strange { playable: true, .. }), "{step:?}");
        assert_eq!(followed.game().fen(), strange.to_string());
    }

    #[test]
    fn an_earlier_state_changes_nothing() {
        let mut followed = game();
        let mut server = game();
        let start = server.game().placement();
        for text in ["e3d3", "a4a3"] {
            server.play(text.parse().unwrap(), Remark::default()).unwrap();
            follow(&mut followed, &server.game().placement(), Remark::default());
        }
        assert_eq!(follow(&mut followed, &start, Remark::default()), StateStep::Earlier);
        assert_eq!(followed.line().moves, ["e3d3", "a4a3"]);
        let now = server.game().placement();
        assert_eq!(follow(&mut followed, &now, Remark::default()), StateStep::Same);
    }

    #[test]
    fn a_repetition_that_the_server_overlooks_is_played_on() {
        let mut followed = game();
        let mut server = game();
        for text in ["e3d3", "a4a3", "d3e3", "a3a2", "e3d3"] {
            server.play(text.parse().unwrap(), Remark::default()).unwrap();
            follow(&mut followed, &server.game().placement(), Remark::default());
        }
        server.play("a2a3".parse().unwrap(), Remark::default()).unwrap();
        assert!(server.game().outcome().is_some());
        let step = follow(&mut followed, &server.game().placement(), Remark::default());
        assert!(matches!(step, StateStep::Strange { playable: true, .. }), "{step:?}");
        assert!(!followed.game().legal_moves().is_empty());
        assert_eq!(followed.game().to_move(), Side::Defenders);
        // No move is lost: those before the last one are kept apart.
        assert_eq!(followed.line().moves, ["a2a3"]);
        let players = ["ann", "bob"].map(str::to_owned);
        let (event, limits, extra) = (String::new(), String::new(), Vec::new());
        let facts = GameFacts { event, players, limits, extra };
        let left = followed.left_records(&facts);
        assert_eq!(left.len(), 1);
        assert_eq!((left[0].moves.len(), left[0].result()), (5, "*"));
    }

    #[test]
    fn a_side_without_moves_waits() {
        let mut followed = game();
        followed.restart(&placement("9/2K6/9/1t7/9/9/9/9/9 d")).unwrap();
        let taken = placement("9/9/9/2K6/9/9/9/9/9 a");
        let step = follow(&mut followed, &taken, Remark::default());
        assert_eq!(step, StateStep::Moved("c8c6".parse().unwrap()));
        assert!(followed.game().outcome().is_some());
    }
}
