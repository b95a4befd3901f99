//! A server's game, followed under this program's rules.

use crate::arena::game::{GameEnding, Opening};
use crate::arena::utc;
use crate::board::{MoveError, SetupError};
use crate::game::{Game, new_game, new_game_from};
use crate::record::{GameRecord, RecordedMove, RecordedPlayer, Remark, Report, Termination};
use crate::rules::{Ruleset, Side};
use crate::types::{Move, Placement};

/// Most courses that are kept of a game that was continued from other positions.
const MAX_LEFT: usize = 16;

/// A game on a server, move by move.
///
/// The server's rules count. When it does something that is illegal here, the game is continued
/// from the server's position, as if it had begun there.
pub(super) struct FollowedGame {
    rules: Ruleset,
    game: Box<dyn Game>,
    line: Opening,
    course: Course,
    /// What was played before the game was continued from other positions, with its endings.
    left: Vec<(Course, GameEnding)>,
}

/// Moves from a position on.
#[derive(Clone)]
struct Course {
    /// Where they begin; `None` for the ruleset's start.
    fen: Option<String>,
    first: Side,
    moves: Vec<RecordedMove>,
}

/// The facts of a finished game that its moves do not show.
#[derive(Clone)]
pub(super) struct GameFacts {
    /// The server.
    pub event: String,
    /// The players, the attackers first.
    pub players: [String; 2],
    /// The time control, as in records.
    pub limits: String,
    /// Other tags, in alphabetical order.
    pub extra: Vec<(String, String)>,
}

impl FollowedGame {
    /// A game at the ruleset's start.
    ///
    /// # Errors
    /// If no board has the ruleset's size.
    pub fn new(rules: Ruleset) -> Result<Self, SetupError> {
        let game = new_game(&rules, None)?;
        let course = Course { fen: None, first: game.to_move(), moves: Vec::new() };
        Ok(Self { rules, game, line: Opening::default(), course, left: Vec::new() })
    }

    /// The game.
    pub fn game(&self) -> &dyn Game {
        self.game.as_ref()
    }

    /// The rules.
    pub fn rules(&self) -> &Ruleset {
        &self.rules
    }

    /// The last move with its captures.
    pub fn last_move(&self) -> Option<&str> {
        self.course.moves.last().map(|mv| mv.text.as_str())
    }

    /// Where the game begins and its moves.
    pub fn line(&self) -> &Opening {
        &self.line
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, mv: Move, remark: Remark) -> Result<(), MoveError> {
        let played = self.game.play(mv)?;
        self.line.moves.push(played.name());
        let text = played.to_string();
        self.course.moves.push(RecordedMove { text, remark, ..RecordedMove::default() });
        Ok(())
    }

    /// Continues from a position. The moves before it leave the line; [`Self::left_records`] has
    /// them.
    ///
    /// # Errors
    /// If it is not a position of the rules. The game is then unchanged.
    pub fn restart(&mut self, placement: &Placement) -> Result<(), SetupError> {
        let game = new_game_from(&self.rules, Some(placement))?;
        let ending = self.open_ending();
        let fen = Some(placement.to_string());
        let course = Course { fen: fen.clone(), first: placement.to_move(), moves: Vec::new() };
        let left = std::mem::replace(&mut self.course, course);
        // A server can have the game continued again and again.
        if !left.moves.is_empty() && self.left.len() < MAX_LEFT {
            self.left.push((left, ending));
        }
        (self.game, self.line) = (game, Opening { fen, moves: Vec::new() });
        Ok(())
    }

    /// Whether the game has had this position since it began or was continued.
    pub fn has_had(&self, placement: &Placement) -> bool {
        let mut earlier = self.game.boxed_clone();
        while earlier.take_back() {
            if is_same_position(&earlier.placement(), placement) {
                return true;
            }
        }
        false
    }

    /// Takes over the remarks of another course of the game, as far as its moves are the same.
    pub fn take_remarks(&mut self, other: &Self) {
        if self.line.fen != other.line.fen {
            return;
        }
        for (mv, known) in self.course.moves.iter_mut().zip(&other.course.moves) {
            if mv.text != known.text {
                return;
            }
            mv.remark.clone_from(&known.remark);
        }
    }

    /// Whether a move has been played.
    pub fn has_moves(&self) -> bool {
        !self.course.moves.is_empty() || !self.left.is_empty()
    }

    /// The legal move after which the board is that of `placement`, if there is one.
    pub fn move_to(&self, placement: &Placement) -> Option<Move> {
        let leads_there = |mv: &Move| {
            let mut after = self.game.boxed_clone();
            after.play(*mv).is_ok() && after.placement().rows() == placement.rows()
        };
        self.game.legal_moves().into_iter().find(leads_there)
    }

    /// The ending of a game whose result nobody has told: that of the board, or none.
    pub fn open_ending(&self) -> GameEnding {
        match self.game.outcome() {
            Some(outcome) => GameEnding::new(outcome.winner, Termination::Rules(outcome.reason)),
            None => GameEnding::new(None, Termination::Reported(Report::Unfinished)),
        }
    }

    /// The record of the game with its ending.
    pub fn record(&self, facts: GameFacts, ending: GameEnding) -> GameRecord {
        self.record_of(self.course.clone(), facts, ending)
    }

    /// A record of what was played before each position from which the game was continued.
    pub fn left_records(&self, facts: &GameFacts) -> Vec<GameRecord> {
        let record = |(course, ending): &(Course, GameEnding)| {
            let mut ending = ending.clone();
            ending.detail = Some("the server went on from another position".to_owned());
            self.record_of(course.clone(), facts.clone(), ending)
        };
        self.left.iter().map(record).collect()
    }

    fn record_of(&self, course: Course, facts: GameFacts, ending: GameEnding) -> GameRecord {
        let [attackers, defenders] = facts.players;
        let player = |name| RecordedPlayer { name, limits: facts.limits.clone() };
        GameRecord {
            event: facts.event,
            date: utc::now_for_records(),
            index: None,
            round: None,
            variant: self.rules.name.clone(),
            rules: Vec::new(),
            attackers: player(attackers),
            defenders: player(defenders),
            fen: course.fen,
            first: course.first,
            moves: course.moves,
            winner: ending.winner,
            termination: ending.termination,
            detail: ending.detail,
            extra: facts.extra,
        }
    }
}

/// Whether two positions have the same board and the same side to move.
pub(super) fn is_same_position(one: &Placement, other: &Placement) -> bool {
    one.to_move() == other.to_move() && one.rows() == other.rows()
}
