//! The game as reported by the host.

use crate::board::{EndReason, MoveError, Outcome};
use crate::engine::{Engine, EngineError, PositionError, Resources, new_engine};
use crate::rules::otn::{self, RankOrder};
use crate::rules::{EdgeFort, NoMoves, Repetition, Ruleset, Side};
use crate::types::Placement;

/// A game that follows the host's: by moves if they lead to the host's positions, and otherwise by
/// setting up those positions. The host is always right, even about whether the game is over.
pub struct HostGame {
    /// The rules of the game.
    rules: Ruleset,
    /// An engine under these rules, without the endings that the host ignored in this game.
    engine: Box<dyn Engine>,
    resources: Resources,
    /// How the current position was reached.
    path: HostPath,
}

/// A start position and the moves from there.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct HostPath {
    /// The first position. `None` for the start position of the rules.
    first: Option<Placement>,
    steps: Vec<Step>,
}

/// A step of the host's game.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    /// A move as the host wrote it.
    Move(String),
    /// A position that the host set up. Earlier positions still count towards repetition.
    Position(Placement),
}

impl HostPath {
    /// Sets an engine to the end of the path.
    ///
    /// # Errors
    /// If a position or a move is illegal. The engine's game is then unchanged.
    fn retrace(&self, engine: &mut dyn Engine) -> Result<(), PositionError> {
        let mut game = engine.game().begin(self.first.as_ref())?;
        for (number, step) in (1..).zip(&self.steps) {
            match step {
                Step::Position(placement) => game.jump(placement)?,
                Step::Move(text) => {
                    let wrong = |error| PositionError::Move { number, text: text.clone(), error };
                    game.play_text(text).map_err(wrong)?;
                }
            }
        }
        // Cannot fail: the game has the engine's own rules.
        let _ = engine.set_game(game);
        Ok(())
    }
}

/// How the host's position was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Following {
    /// It was already set up.
    Known,
    /// The moves led to it.
    Played,
    /// The moves led to it, past a position in which the rules ended the game.
    PlayedOn(Outcome),
    /// The moves did not lead to it, so it was set up as the host sent it.
    Believed,
}

/// Why the host's game cannot be followed.
#[derive(Debug, thiserror::Error)]
pub enum FollowError {
    /// The text is not a position.
    #[error(transparent)]
    Text(#[from] otn::OtnPositionError),
    /// The position is illegal under the rules.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// No engine supports the rules.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The game is over in a way that cannot be ignored.
    #[error("by these rules the game is over ({0})")]
    Over(Outcome),
}

impl HostGame {
    /// A game under these rules, at their start position.
    ///
    /// # Errors
    /// If no board fits the rules, or memory is short.
    pub fn new(rules: &Ruleset, resources: Resources) -> Result<Self, EngineError> {
        let engine = new_engine(rules, resources)?;
        Ok(Self { rules: rules.clone(), engine, resources, path: HostPath::default() })
    }

    /// The engine, set to the current position.
    pub fn engine(&self) -> &dyn Engine {
        &*self.engine
    }

    /// Returns to the start position and clears the search tables.
    pub fn restart(&mut self) {
        if *self.engine.game().ruleset() == self.rules {
            self.engine.clear();
        } else if let Ok(engine) = new_engine(&self.rules, self.resources) {
            self.engine = engine;
        }
        // This position was set up before, so it cannot fail.
        let _ = self.set_up(HostPath::default());
    }

    fn set_up(&mut self, path: HostPath) -> Result<(), PositionError> {
        path.retrace(&mut *self.engine)?;
        self.path = path;
        Ok(())
    }

    /// Parses a position from the host, keeping the side to move.
    fn read(&self, position: &str) -> Result<Placement, otn::OtnPositionError> {
        let game = self.engine.game();
        let side = game.ruleset().side_length();
        let placement = otn::read_rows(position, side, RankOrder::FirstRankFirst)?;
        Ok(self.with_announced(placement.with_side_to_move(game.to_move())))
    }

    /// Adds an empty set of announced escapes if the rules have them; the host knows none.
    fn with_announced(&self, placement: Placement) -> Placement {
        let announces = self.engine.game().ruleset().announce;
        placement.with_announced(announces.then(Vec::new))
    }

    /// Whether the pieces on the board match a placement.
    fn stands_as(&self, placement: &Placement) -> bool {
        self.engine.game().placement().pieces().eq(placement.pieces())
    }

    /// Plays moves that lead, according to the host, to `position`.
    ///
    /// # Errors
    /// If the position cannot be set up. The game is then unchanged.
    pub fn follow(&mut self, moves: &[String], position: &str) -> Result<Following, FollowError> {
        let there = self.read(position)?;
        if self.stands_as(&there) {
            return Ok(Following::Known);
        }
        let to_move = self.engine.game().to_move();
        // The host plays on, so it does not have the rule that ended the game.
        let over = match self.engine.game().outcome() {
            Some(outcome) => self.play_on(outcome).is_ok().then_some(outcome),
            None => None,
        };
        let known = self.path.clone();
        let mut longer = known.clone();
        longer.steps.extend(moves.iter().cloned().map(Step::Move));
        // After a misunderstanding, the host sends all moves of the game.
        let whole =
            HostPath { first: None, steps: moves.iter().cloned().map(Step::Move).collect() };
        for path in [longer, whole] {
            if self.set_up_playing_on(path) && self.stands_as(&there) {
                return Ok(over.map_or(Following::Played, Following::PlayedOn));
            }
        }
        let mut believed = known.clone();
        believed.steps.push(Step::Position(there.with_side_to_move(to_move.other())));
        match self.set_up(believed) {
            Ok(()) => Ok(Following::Believed),
            Err(error) => {
                // This position was set up before, so it cannot fail.
                let _ = self.set_up(known);
                Err(error.into())
            }
        }
    }

    /// Sets up a path, ignoring endings by the rules along it.
    fn set_up_playing_on(&mut self, path: HostPath) -> bool {
        loop {
            let Err(error) = self.set_up(path.clone()) else { return true };
            let PositionError::Move { number, error: MoveError::GameOver, .. } = error else {
                return false;
            };
            let before =
                HostPath { first: path.first.clone(), steps: path.steps[..number - 1].into() };
            if self.set_up(before).is_err() {
                return false;
            }
            let Some(outcome) = self.engine.game().outcome() else { return false };
            // A repetition can only be ignored by forgetting the earlier positions, which are in
            // the path.
            if outcome.reason == EndReason::Repetition || self.play_on(outcome).is_err() {
                return false;
            }
        }
    }

    /// Sets up a position, keeping the side to move, as the start of a new game.
    ///
    /// # Errors
    /// If it is illegal under the rules. The game is then unchanged.
    pub fn set_position(&mut self, position: &str) -> Result<(), FollowError> {
        let first = Some(self.read(position)?);
        Ok(self.set_up(HostPath { first, steps: Vec::new() })?)
    }

    /// Sets the side to move.
    ///
    /// # Errors
    /// If the position is illegal with that side to move. The game is then unchanged.
    pub fn set_side(&mut self, side: Side) -> Result<(), PositionError> {
        if self.engine.game().to_move() == side {
            return Ok(());
        }
        let turned = self.engine.game().placement().with_side_to_move(side);
        let turned = self.with_announced(turned);
        let mut path = self.path.clone();
        if path.steps.is_empty() {
            path.first = Some(turned);
        } else {
            path.steps.push(Step::Position(turned));
        }
        self.set_up(path)
    }

    /// Continues a game that is over under the rules but not for the host. That ending is disabled
    /// for the rest of the game. To ignore a repetition, the earlier positions are forgotten as
    /// well.
    ///
    /// # Errors
    /// If that is impossible. The game is then unchanged.
    pub fn play_on(&mut self, outcome: Outcome) -> Result<(), FollowError> {
        let mut rules = self.engine.game().ruleset().clone();
        let mut path = self.path.clone();
        match outcome.reason {
            EndReason::Encircled => rules.encirclement = false,
            EndReason::EdgeFort => rules.edge_fort = EdgeFort::None,
            EndReason::KingTrapped | EndReason::CornersClosed => rules.early_wins = false,
            EndReason::TurnLimit => rules.turn_limit = None,
            EndReason::Repetition => {
                // With a draw, the engine has the least reason to repeat positions.
                rules.repetition = Repetition::Draw3;
                path = HostPath { first: Some(self.engine.game().placement()), steps: Vec::new() };
            }
            // The defenders are hemmed in, but the host plays on.
            EndReason::NoMoves if rules.no_moves == NoMoves::DrawUnlessHemmedIn => {
                rules.no_moves = NoMoves::Draw;
            }
            EndReason::KingCaptured | EndReason::KingEscaped | EndReason::NoMoves => {
                return Err(FollowError::Over(outcome));
            }
        }
        let mut engine = new_engine(&rules, self.resources)?;
        path.retrace(&mut *engine)?;
        (self.engine, self.path) = (engine, path);
        Ok(())
    }
}
