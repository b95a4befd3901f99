//! The game as the host reports it.

use crate::board::{EndReason, MoveError, Outcome, row_squares};
use crate::engine::{Engine, EngineError, PositionError, Resources, Step, new_engine};
use crate::rules::otn::{self, RankOrder};
use crate::rules::{EdgeFort, NoMoves, Repetition, Ruleset, Side};

/// A game that follows the host's: by its moves where they lead to the host's positions, and else by
/// the positions themselves. The host is right, also about whether the game is over.
pub struct HostGame {
    /// The rules of the game.
    rules: Ruleset,
    /// An engine under these rules, less the endings that the host has not followed in this game.
    engine: Box<dyn Engine>,
    resources: Resources,
    /// How the position was reached.
    path: Path,
}

/// The way from the beginning of a game to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Path {
    /// The position it begins with; none for the start position of the rules.
    first: Option<String>,
    steps: Vec<Step>,
}

/// How the host's position was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    /// It was the position already.
    Known,
    /// The moves led to it.
    Played,
    /// The moves led to it, but the rules had the game end before them.
    PlayedOn(Outcome),
    /// The moves did not lead to it, so it was taken as the host has it.
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
    /// The game is over in a way that leaves nothing to go on with.
    #[error("by these rules the game is over ({0})")]
    Over(Outcome),
}

impl HostGame {
    /// A game under these rules, at their start position.
    ///
    /// # Errors
    /// When there is no board for the rules, or not enough memory.
    pub fn new(rules: &Ruleset, resources: Resources) -> Result<Self, EngineError> {
        let engine = new_engine(rules, resources)?;
        Ok(Self { rules: rules.clone(), engine, resources, path: Path::default() })
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
        let _ = self.set_up(Path::default());
    }

    fn set_up(&mut self, path: Path) -> Result<(), PositionError> {
        self.engine.retrace(path.first.as_deref(), &path.steps)?;
        self.path = path;
        Ok(())
    }

    /// The position without the side to move.
    fn rows(&self) -> String {
        let fen = self.engine.game().fen();
        fen.split(' ').next().unwrap_or_default().to_owned()
    }

    /// The rows of a position as a FEN has them.
    fn read_rows(&self, position: &str) -> Result<String, otn::OtnPositionError> {
        let side = self.engine.game().ruleset().side_length();
        otn::read_rows(position, side, RankOrder::FirstRankFirst)
    }

    /// Follows moves to the position to which, by the host's account, they lead.
    ///
    /// # Errors
    /// When the position cannot be set up; nothing is changed then.
    pub fn follow(&mut self, moves: &[String], position: &str) -> Result<Following, FollowError> {
        let rows = self.read_rows(position)?;
        if same(&self.rows(), &rows) {
            return Ok(Following::Known);
        }
        let to_move = self.engine.game().to_move();
        // A game that goes on is not over, so what ended it is no rule of the host's.
        let over = match self.engine.game().outcome() {
            Some(outcome) => self.play_on(outcome).is_ok().then_some(outcome),
            None => None,
        };
        let known = self.path.clone();
        let mut longer = known.clone();
        longer.steps.extend(moves.iter().cloned().map(Step::Move));
        // After a misunderstanding the host sends all moves of the game.
        let whole = Path { first: None, steps: moves.iter().cloned().map(Step::Move).collect() };
        for path in [longer, whole] {
            if self.set_up_playing_on(path) && same(&self.rows(), &rows) {
                return Ok(over.map_or(Following::Played, Following::PlayedOn));
            }
        }
        let mut believed = known.clone();
        believed.steps.push(Step::Position(fen(&rows, to_move.other())));
        match self.set_up(believed) {
            Ok(()) => Ok(Following::Believed),
            Err(error) => {
                // It has been set up before, so this cannot fail.
                let _ = self.set_up(known);
                Err(error.into())
            }
        }
    }

    /// Takes a path that the host has gone, also past what ends a game by the rules.
    fn set_up_playing_on(&mut self, path: Path) -> bool {
        loop {
            let Err(error) = self.set_up(path.clone()) else { return true };
            let PositionError::Move { number, error: MoveError::GameOver, .. } = error else {
                return false;
            };
            let before = Path { first: path.first.clone(), steps: path.steps[..number - 1].into() };
            if self.set_up(before).is_err() {
                return false;
            }
            let Some(outcome) = self.engine.game().outcome() else { return false };
            // What repeats itself cannot be played past without leaving out what came before it.
            if outcome.reason == EndReason::Repetition || self.play_on(outcome).is_err() {
                return false;
            }
        }
    }

    /// Sets up a position, with the side to move as before. A new game begins with it.
    ///
    /// # Errors
    /// When it is not one of the rules; nothing is changed then.
    pub fn set_position(&mut self, position: &str) -> Result<(), FollowError> {
        let rows = self.read_rows(position)?;
        let first = Some(fen(&rows, self.engine.game().to_move()));
        Ok(self.set_up(Path { first, steps: Vec::new() })?)
    }

    /// Makes it a side's turn.
    ///
    /// # Errors
    /// When the position is not one of the rules with that side to move; nothing is changed then.
    pub fn set_side(&mut self, side: Side) -> Result<(), PositionError> {
        if self.engine.game().to_move() == side {
            return Ok(());
        }
        let turned = fen(&self.rows(), side);
        let mut path = self.path.clone();
        if path.steps.is_empty() {
            path.first = Some(turned);
        } else {
            path.steps.push(Step::Position(turned));
        }
        self.set_up(path)
    }

    /// Plays on where the rules have the game end and the host does not: for the rest of the game
    /// that ending is none. Where a repetition ended it, the positions before are forgotten as well.
    ///
    /// # Errors
    /// When that cannot be done; nothing is changed then.
    pub fn play_on(&mut self, outcome: Outcome) -> Result<(), FollowError> {
        let mut rules = self.engine.game().ruleset().clone();
        let mut path = self.path.clone();
        match outcome.reason {
            EndReason::Encircled => rules.encirclement = false,
            EndReason::EdgeFort => rules.edge_fort = EdgeFort::None,
            EndReason::Repetition => {
                // A draw is what is least worth repeating positions for.
                rules.repetition = Repetition::Draw3;
                path = Path { first: Some(self.engine.game().fen()), steps: Vec::new() };
            }
            // The defenders were hemmed in, and play on all the same.
            EndReason::NoMoves if rules.no_moves == NoMoves::DrawUnlessHemmedIn => {
                rules.no_moves = NoMoves::Draw;
            }
            EndReason::KingCaptured | EndReason::KingEscaped | EndReason::NoMoves => {
                return Err(FollowError::Over(outcome));
            }
        }
        let mut engine = new_engine(&rules, self.resources)?;
        engine.retrace(path.first.as_deref(), &path.steps)?;
        (self.engine, self.path) = (engine, path);
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
        let before = (fen(&game), game.path.clone());
        for bad in ["", "/7/", "7/7/7/3K3/7/7/7", "/7/7/7/7/7/7/7/", "/7/7/7/3N3/7/7/7/"] {
            assert!(game.follow(&[], bad).is_err(), "{bad}");
            assert!(game.set_position(bad).is_err(), "{bad}");
            assert_eq!((fen(&game), game.path.clone()), before);
        }
    }

    #[test]
    fn a_game_that_goes_on_elsewhere_is_taken_up_again() {
        let mut game = game();
        game.set_position("/7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/").unwrap();
        game.set_side(Side::Defenders).unwrap();
        assert!(game.engine().game().outcome().is_some());
        let outcome = game.engine().game().outcome().unwrap();
        game.play_on(outcome).unwrap();
        assert_eq!(game.engine().game().outcome(), None);
        assert_eq!(fen(&game), "7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7 d");
        game.restart();
        assert_eq!(game.engine().game().ruleset(), find("brandubh").unwrap());
    }

    #[test]
    fn a_game_that_the_host_plays_on_keeps_its_history() {
        let mut game = game();
        game.set_position("/5t1/1tttt2/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/").unwrap();
        let ring = "/7/1ttttt1/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/";
        assert_eq!(follow(&mut game, &["f1-f2"], ring), Following::Played);
        let outcome = game.engine().game().outcome().unwrap();
        assert_eq!(outcome.reason, EndReason::Encircled);
        let left = "/7/1ttttt1/1t3t1/1tK2t1/1t3t1/1ttttt1/7/";
        assert_eq!(follow(&mut game, &["d4-c4"], left), Following::PlayedOn(outcome));
        assert_eq!(game.engine().game().line(), ["f1-f2", "d4-c4"]);
        let out = "/7/1ttttt1/1t3t1/1tK2t1/1t3t1/1tttt2/5t1/";
        assert_eq!(follow(&mut game, &["f6-f7"], out), Following::Played);
        game.restart();
        assert_eq!(game.engine().game().ruleset(), find("brandubh").unwrap());
        assert_eq!(follow(&mut game, &[], START), Following::Known);
    }

    #[test]
    fn repetition_is_counted_over_a_disagreement() {
        let mut game = game();
        assert_eq!(follow(&mut game, &["d2-c2"], D2B2), Following::Believed);
        let round = [
            ("d3-c3", "/3t3/1t5/2T4/ttTKTtt/3T3/3t3/3t3/", Following::Played),
            ("b2-b3", "/3t3/t6/2T4/ttTKTtt/3T3/3t3/3t3/", Following::Believed),
            ("c3-d3", "/3t3/t6/3T3/ttTKTtt/3T3/3t3/3t3/", Following::Played),
            ("a2-b2", D2B2, Following::Played),
        ];
        for turn in 0..2 {
            assert_eq!(game.engine().game().outcome(), None, "before turn {turn}");
            for (mv, position, following) in round {
                assert_eq!(follow(&mut game, &[mv], position), following, "{mv}");
            }
        }
        let outcome = game.engine().game().outcome().unwrap();
        assert_eq!(outcome.reason, EndReason::Repetition);
        // Played on, the count begins again, and repetition wins nothing.
        assert_eq!(follow(&mut game, &["d3-c3"], round[0].1), Following::PlayedOn(outcome));
        assert_eq!(game.engine().game().outcome(), None);
        assert_eq!(game.engine().game().ruleset().repetition, Repetition::Draw3);
    }
}
