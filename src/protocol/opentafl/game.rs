//! The game as the host reports it.

use crate::board::{EndReason, MoveError, Outcome};
use crate::engine::{Engine, EngineError, PositionError, Resources, Step, new_engine};
use crate::rules::otn::{self, RankOrder};
use crate::rules::{EdgeFort, NoMoves, Repetition, Ruleset, Side};
use crate::types::Placement;

/// A game that follows the host's: by its moves where they lead to the host's positions, and else by
/// the positions themselves. The host is right, also about whether the game is over.
pub struct HostGame {
    /// The rules of the game.
    rules: Ruleset,
    /// An engine under these rules, less the endings that the host has not followed in this game.
    engine: Box<dyn Engine>,
    resources: Resources,
    /// How the position was reached.
    path: HostPath,
}

/// The way from the beginning of a game to a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct HostPath {
    /// The position it begins with; none for the start position of the rules.
    first: Option<Placement>,
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
        Ok(Self { rules: rules.clone(), engine, resources, path: HostPath::default() })
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
        let _ = self.set_up(HostPath::default());
    }

    fn set_up(&mut self, path: HostPath) -> Result<(), PositionError> {
        self.engine.retrace(path.first.as_ref(), &path.steps)?;
        self.path = path;
        Ok(())
    }

    /// Reads a position of the host's, with the side to move as before.
    fn read(&self, position: &str) -> Result<Placement, otn::OtnPositionError> {
        let game = self.engine.game();
        let side = game.ruleset().side_length();
        let placement = otn::read_rows(position, side, RankOrder::FirstRankFirst)?;
        Ok(self.with_announced(placement.with_side_to_move(game.to_move())))
    }

    /// The host's placement in the form of the rules. The host does not know announced escapes.
    fn with_announced(&self, placement: Placement) -> Placement {
        let announces = self.engine.game().ruleset().announce;
        placement.with_announced(announces.then(Vec::new))
    }

    /// Whether the pieces stand as in a placement.
    fn stands_as(&self, placement: &Placement) -> bool {
        self.engine.game().placement().pieces().eq(placement.pieces())
    }

    /// Follows moves to the position to which, by the host's account, they lead.
    ///
    /// # Errors
    /// When the position cannot be set up; nothing is changed then.
    pub fn follow(&mut self, moves: &[String], position: &str) -> Result<Following, FollowError> {
        let there = self.read(position)?;
        if self.stands_as(&there) {
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
                // It has been set up before, so this cannot fail.
                let _ = self.set_up(known);
                Err(error.into())
            }
        }
    }

    /// Takes a path that the host has gone, also past what ends a game by the rules.
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
        let first = Some(self.read(position)?);
        Ok(self.set_up(HostPath { first, steps: Vec::new() })?)
    }

    /// Makes it a side's turn.
    ///
    /// # Errors
    /// When the position is not one of the rules with that side to move; nothing is changed then.
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
            EndReason::KingTrapped | EndReason::CornersClosed => rules.early_wins = false,
            EndReason::TurnLimit => rules.turn_limit = None,
            EndReason::Repetition => {
                // A draw is what is least worth repeating positions for.
                rules.repetition = Repetition::Draw3;
                path = HostPath { first: Some(self.engine.game().placement()), steps: Vec::new() };
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
        engine.retrace(path.first.as_ref(), &path.steps)?;
        (self.engine, self.path) = (engine, path);
        Ok(())
    }
}
