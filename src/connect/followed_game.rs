//! A server's game, followed under this program's rules.

use crate::arena::game::{GameEnding, Opening};
use crate::arena::utc;
use crate::board::{MoveError, SetupError};
use crate::game::{Game, new_game, new_game_from};
use crate::record::{GameRecord, RecordedMove, RecordedPlayer, Remark};
use crate::rules::{Ruleset, Side};
use crate::types::{Move, Placement};

/// A game on a server, move by move.
///
/// The server's rules count. When it does something that is illegal here, the game is continued
/// from the server's position, as if it had begun there.
pub(super) struct FollowedGame {
    rules: Ruleset,
    game: Box<dyn Game>,
    line: Opening,
    first: Side,
    moves: Vec<RecordedMove>,
}

/// The facts of a finished game that its moves do not show.
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
        let first = game.to_move();
        Ok(Self { rules, game, line: Opening::default(), first, moves: Vec::new() })
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
        self.moves.last().map(|mv| mv.text.as_str())
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
        self.moves.push(RecordedMove { text, remark, ..RecordedMove::default() });
        Ok(())
    }

    /// Continues from a position, without the moves before it.
    ///
    /// # Errors
    /// If it is not a position of the rules. The game is then unchanged.
    pub fn restart(&mut self, placement: &Placement) -> Result<(), SetupError> {
        self.game = new_game_from(&self.rules, Some(placement))?;
        self.line = Opening { fen: Some(placement.to_string()), moves: Vec::new() };
        self.first = placement.to_move();
        self.moves.clear();
        Ok(())
    }

    /// The legal move after which the board is that of `placement`, if there is one.
    pub fn move_to(&self, placement: &Placement) -> Option<Move> {
        let leads_there = |mv: &Move| {
            let mut after = self.game.boxed_clone();
            after.play(*mv).is_ok() && after.placement().rows() == placement.rows()
        };
        self.game.legal_moves().into_iter().find(leads_there)
    }

    /// The record of the game with its ending.
    pub fn record(&self, facts: GameFacts, ending: GameEnding) -> GameRecord {
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
            fen: self.line.fen.clone(),
            first: self.first,
            moves: self.moves.clone(),
            winner: ending.winner,
            termination: ending.termination,
            detail: ending.detail,
            extra: facts.extra,
        }
    }
}
