//! The game as the host reports it.

use crate::board::row_squares;
use crate::engine::{Engine, EngineError, PositionError, Resources, new_engine};
use crate::rules::otn::{self, RankOrder};
use crate::rules::{EdgeFort, Ruleset, Side};

/// A game that follows the host's: by its moves if they lead to the host's positions, or else by the
/// positions alone.
pub struct HostGame {
    /// The rules as the host gave them.
    rules: Ruleset,
    engine: Box<dyn Engine>,
    resources: Resources,
    /// The position it began with; none for the start position of the rules.
    first: Option<String>,
    /// The moves since then.
    moves: Vec<String>,
}

/// How the host's position was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    /// It was the position already.
    Known,
    /// The moves led to it.
    Played,
    /// The moves did not lead to it, so it was set up without its history.
    Believed,
}

/// Why the host cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    /// The text is not a position.
    #[error(transparent)]
    Text(#[from] otn::OtnPositionError),
    /// The rules do not allow the position.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// There is no engine for the rules.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

impl HostGame {
    /// A game under these rules, at their start position.
    ///
    /// # Errors
    /// When there is no board for the rules, or not enough memory.
    pub fn new(rules: &Ruleset, resources: Resources) -> Result<Self, EngineError> {
        let engine = new_engine(rules, resources)?;
        Ok(Self { rules: rules.clone(), engine, resources, first: None, moves: Vec::new() })
    }

    /// The engine at the position.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// Goes back to the start position and forgets what searches have found.
    pub fn restart(&mut self) {
        if *self.engine.game().ruleset() == self.rules {
            self.engine.clear();
        } else if let Ok(engine) = new_engine(&self.rules, self.resources) {
            self.engine = engine;
        }
        // It has been set up before, so this cannot fail.
        let _ = self.set_up(None, Vec::new());
    }

    fn set_up(&mut self, first: Option<String>, moves: Vec<String>) -> Result<(), PositionError> {
        self.engine.set_up(first.as_deref(), &moves)?;
        (self.first, self.moves) = (first, moves);
        Ok(())
    }

    /// The position without the side to move.
    fn rows(&self) -> String {
        let fen = self.engine.game().fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// Follows moves to the position to which, by the host's account, they lead.
    ///
    /// # Errors
    /// When the position cannot be set up; nothing is changed then.
    pub fn follow(&mut self, moves: &[String], position: &str) -> Result<Following, FollowError> {
        let game = self.engine.game();
        let side = game.ruleset().side_length();
        let rows = otn::read_rows(position, side, RankOrder::FirstRankFirst)?;
        if same(&self.rows(), &rows) {
            return Ok(Following::Known);
        }
        let to_move = game.to_move();
        let (first, known) = (self.first.clone(), self.moves.clone());
        // After a misunderstanding the host sends all moves of the game.
        let ways = [(first.clone(), [&known, moves].concat()), (None, moves.to_vec())];
        for (first, moves) in ways {
            if self.set_up(first, moves).is_ok() && same(&self.rows(), &rows) {
                return Ok(Following::Played);
            }
        }
        match self.set_up(Some(fen(&rows, to_move.other())), Vec::new()) {
            Ok(()) => Ok(Following::Believed),
            Err(error) => {
                // It has been set up before, so this cannot fail.
                let _ = self.set_up(first, known);
                Err(error.into())
            }
        }
    }

    /// Sets up a position, with the side to move as before.
    ///
    /// # Errors
    /// When it is not one of the rules; nothing is changed then.
    pub fn set_position(&mut self, position: &str) -> Result<(), FollowError> {
        let game = self.engine.game();
        let side = game.ruleset().side_length();
        let rows = otn::read_rows(position, side, RankOrder::FirstRankFirst)?;
        let to_move = game.to_move();
        Ok(self.set_up(Some(fen(&rows, to_move)), Vec::new())?)
    }

    /// Makes it a side's turn. If it was not, the history is lost.
    ///
    /// # Errors
    /// When the position is not one of the rules with that side to move; nothing is changed then.
    pub fn set_side(&mut self, side: Side) -> Result<(), PositionError> {
        if self.engine.game().to_move() == side {
            return Ok(());
        }
        self.set_up(Some(fen(&self.rows(), side)), Vec::new())
    }

    /// Reopens a game that is over by the rules but goes on at the host: without its history, and
    /// without the endings that depend on the arrangement of the pieces.
    ///
    /// # Errors
    /// When that cannot be done; nothing is changed then.
    pub fn reopen(&mut self) -> Result<(), FollowError> {
        let game = self.engine.game();
        let rules =
            Ruleset { encirclement: false, edge_fort: EdgeFort::None, ..game.ruleset().clone() };
        let first = fen(&self.rows(), game.to_move());
        let mut engine = new_engine(&rules, self.resources)?;
        engine.set_up(Some(&first), &[])?;
        (self.engine, self.first, self.moves) = (engine, Some(first), Vec::new());
        Ok(())
    }
}

fn fen(rows: &str, to_move: Side) -> String {
    format!("{rows} {}", to_move.letter())
}

/// Whether two texts are rows of the same position.
fn same(one: &str, other: &str) -> bool {
    one.split('/').map(row_squares).eq(other.split('/').map(row_squares))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::find;

    const START: &str = "/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
    const D2B2: &str = "/3t3/1t5/3T3/ttTKTtt/3T3/3t3/3t3/";
    const D3G3: &str = "/3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/";

    fn game() -> HostGame {
        let resources = Resources { hash: 1, threads: 1 };
        HostGame::new(find("brandubh").unwrap(), resources).unwrap()
    }

    fn follow(game: &mut HostGame, moves: &[&str], position: &str) -> Following {
        let moves: Vec<String> = moves.iter().map(|mv| (*mv).to_owned()).collect();
        game.follow(&moves, position).unwrap()
    }

    fn fen(game: &HostGame) -> String {
        game.engine().game().fen()
    }

    #[test]
    fn moves_are_followed_where_they_lead_to_the_position() {
        let mut game = game();
        assert_eq!(follow(&mut game, &[], START), Following::Known);
        assert_eq!(follow(&mut game, &["d2-b2"], D2B2), Following::Played);
        assert_eq!(follow(&mut game, &["d3-g3"], D3G3), Following::Played);
        assert_eq!(game.engine().game().line(), ["d2-b2", "d3-g3"]);
        // The whole game again, as after an error.
        assert_eq!(follow(&mut game, &["d2-b2", "d3-g3"], D3G3), Following::Known);
        let mut late = self::game();
        assert_eq!(follow(&mut late, &["d2-b2", "d3-g3"], D3G3), Following::Played);
        assert_eq!(fen(&late), "3t3/3t3/3T3/ttTKTtt/6T/1t5/3t3 a");
    }

    #[test]
    fn a_position_is_believed_where_moves_do_not_lead_to_it() {
        let mut game = game();
        assert_eq!(follow(&mut game, &["d2-c2"], D2B2), Following::Believed);
        assert_eq!(fen(&game), "3t3/3t3/3T3/ttTKTtt/3T3/1t5/3t3 d");
        game.set_side(Side::Attackers).unwrap();
        assert_eq!(fen(&game), "3t3/3t3/3T3/ttTKTtt/3T3/1t5/3t3 a");
        game.restart();
        assert_eq!(follow(&mut game, &[], START), Following::Known);
    }

    #[test]
    fn what_cannot_be_changes_nothing() {
        let mut game = game();
        follow(&mut game, &["d2-b2"], D2B2);
        let before = (fen(&game), game.moves.clone());
        for bad in ["", "/7/", "7/7/7/3K3/7/7/7", "/7/7/7/7/7/7/7/", "/7/7/7/3N3/7/7/7/"] {
            assert!(game.follow(&[], bad).is_err(), "{bad}");
            assert!(game.set_position(bad).is_err(), "{bad}");
            assert_eq!((fen(&game), game.moves.clone()), before);
        }
    }

    #[test]
    fn a_game_that_goes_on_elsewhere_is_taken_up_again() {
        let mut game = game();
        game.set_position("/7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/").unwrap();
        game.set_side(Side::Defenders).unwrap();
        assert!(game.engine().game().outcome().is_some());
        game.reopen().unwrap();
        assert_eq!(game.engine().game().outcome(), None);
        assert_eq!(fen(&game), "7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7 d");
        game.restart();
        assert_eq!(game.engine().game().ruleset(), find("brandubh").unwrap());
    }
}
