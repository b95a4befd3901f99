//! A game of the engine against itself.

use std::sync::Arc;
use std::time::Duration;

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::format::{Record, SquareWords};
use crate::board::{
    Bits, Board, BoardGame, BoardMove, BoardRules, EndReason, Position, SetupError, Square,
};
use crate::eval::{BoardEvaluation, LinearEvaluation};
use crate::rules::{Ruleset, Side};
use crate::search::score::{Score, is_mate};
use crate::search::{Control, Limits, ResourceError, SearchEvent, Searcher};

/// How games are played.
#[derive(Clone, Debug)]
pub struct PlayPlan {
    /// Whether the linear evaluation judges, even where there is a network.
    pub linear: bool,
    /// Nodes after which the search of a move begins no further iteration.
    pub nodes: u64,
    /// The fewest and the most random plies a game begins with.
    pub random_plies: (u32, u32),
    /// An opening is played on only if a search scores it within this of even, in hundredths.
    pub window: Score,
    /// A game is broken off, and counts as drawn, after so many plies.
    pub longest: u32,
    /// Once the score has been beyond this for six plies the game counts as won, in
    /// hundredths.
    pub decided: Score,
}

/// For how many plies a score must be beyond the bound for a game to count as won.
const DECIDED_FOR: u32 = 6;

/// One game in so many is played to its end however clear it is, so that what counts as decided can
/// be checked.
const PLAYED_OUT: u32 = 10;

/// How many openings are tried for a game.
const TRIES: u32 = 40;

/// Scores beyond this do not fit a record, or say no more than that the game is won.
const HIGHEST: Score = 3000;

/// Plays games under one ruleset.
pub trait SelfPlayer: Send {
    /// Plays the game of a number, the same each time, and returns its records.
    fn play(&mut self, game: u32) -> Vec<Record>;
}

/// A player on board `B`.
struct BoardPlayer<B: Board> {
    rules: Arc<BoardRules<B>>,
    searcher: Searcher<B, BoardEvaluation<B>>,
    plan: PlayPlan,
    seed: u64,
}

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum PlayerError {
    /// The ruleset does not fit its board.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The system does not give what a search needs.
    #[error(transparent)]
    Resource(#[from] ResourceError),
}

/// Makes a player under a ruleset, given a plan and the seed of the openings.
pub(crate) type MakePlayer =
    fn(&Ruleset, PlayPlan, u64) -> Result<Box<dyn SelfPlayer>, PlayerError>;

/// A [`MakePlayer`] on board `B`.
pub(crate) fn make_player<B: Board>(
    ruleset: &Ruleset,
    plan: PlayPlan,
    seed: u64,
) -> Result<Box<dyn SelfPlayer>, PlayerError> {
    Ok(Box::new(BoardPlayer::<B>::new(ruleset, plan, seed)?))
}

impl<B: Board> BoardPlayer<B> {
    /// A player of games under a ruleset. The seed decides the openings.
    pub fn new(ruleset: &Ruleset, plan: PlayPlan, seed: u64) -> Result<Self, PlayerError> {
        let rules = Arc::new(BoardRules::new(ruleset)?);
        let evaluation = if plan.linear {
            BoardEvaluation::Linear(LinearEvaluation::new(&rules))
        } else {
            BoardEvaluation::of(&rules)
        };
        let evaluation = Arc::new(evaluation);
        Ok(Self { rules, searcher: Searcher::new(evaluation, 1, 1)?, plan, seed })
    }

    /// The best move and the score for the side to move.
    fn search(&mut self, game: &BoardGame<B>) -> Option<(BoardMove, Score)> {
        let limits = Limits { soft_nodes: Some(self.plan.nodes), ..Limits::default() };
        let mut score = None;
        let mut note = |event: SearchEvent| {
            if let SearchEvent::Line(line) = event {
                score = Some(line.score);
            }
        };
        let control = Control::default();
        let answer = self.searcher.think(game, &limits, 1, Duration::ZERO, &control, &mut note);
        Some((answer.best?, score?))
    }

    /// A game that has begun with random moves and is not decided yet; none, if none was found.
    fn opening(&mut self, random: &mut ChaCha8Rng) -> Option<BoardGame<B>> {
        let (fewest, most) = self.plan.random_plies;
        for _ in 0..TRIES {
            let mut game = BoardGame::new(Arc::clone(&self.rules));
            for _ in 0..random.random_range(fewest..=most) {
                match game.moves().choose(random) {
                    Some(mv) if game.outcome().is_none() => game.play(*mv),
                    _ => break,
                }
            }
            if game.outcome().is_none()
                && self.search(&game).is_some_and(|(_, score)| score.abs() <= self.plan.window)
            {
                return Some(game);
            }
        }
        None
    }

    /// Whether nothing is about to happen that a search would rather look at than judge.
    fn is_quiet(&self, position: &Position<B>, mv: BoardMove) -> bool {
        let after = self.rules.play_unchecked(position, mv);
        after.captured_since(position).is_empty()
            && self.rules.winning_move(position).is_none()
            && self.rules.winning_move(&self.rules.pass(position)).is_none()
    }

    fn record(&self, game: u32, ply: u32, position: &Position<B>, score: Score) -> Record {
        let side = self.rules.ruleset().side_length();
        let index = |square: Square| square.index() / B::SIDE * side + square.index() % B::SIDE;
        let set = |bits: B::Bits| {
            bits.iter().map(index).fold([0; 6], |mut set: SquareWords, at| {
                set[at / 64] |= 1 << (at % 64);
                set
            })
        };
        let for_defenders = if position.to_move() == Side::Defenders { score } else { -score };
        Record {
            game,
            ply: ply as u16,
            score: for_defenders.clamp(-HIGHEST, HIGHEST) as i16,
            king: index(position.king().first()) as u16,
            to_move: position.to_move(),
            result: 0,
            off_board: false,
            attackers: set(position.attackers()),
            defenders: set(position.defenders()),
        }
    }
}

impl<B: Board> SelfPlayer for BoardPlayer<B> {
    fn play(&mut self, number: u32) -> Vec<Record> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(number));
        self.searcher.clear();
        let mut records = Vec::new();
        let Some(mut game) = self.opening(&mut random) else { return records };
        let played_out = number.is_multiple_of(PLAYED_OUT);
        let mut clear_for = 0;
        let (mut winner, mut off_board) = (None, true);
        for ply in game.positions().count() as u32 - 1..self.plan.longest {
            if let Some(outcome) = game.outcome() {
                winner = outcome.winner;
                off_board = outcome.reason == EndReason::Repetition;
                break;
            }
            let Some((mv, score)) = self.search(&game) else { break };
            let position = *game.position();
            let ahead = if score > 0 { position.to_move() } else { position.to_move().other() };
            clear_for = if score.abs() > self.plan.decided { clear_for + 1 } else { 0 };
            if is_mate(score) || (clear_for >= DECIDED_FOR && !played_out) {
                (winner, off_board) = (Some(ahead), false);
                break;
            }
            if self.is_quiet(&position, mv) {
                records.push(self.record(number, ply, &position, score));
            }
            game.play(mv);
        }
        let result = match winner {
            Some(Side::Attackers) => -1,
            None => 0,
            Some(Side::Defenders) => 1,
        };
        for record in &mut records {
            (record.result, record.off_board) = (result, off_board);
        }
        records
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board11;
    use crate::rules::find;

    #[test]
    fn games_are_played_to_an_end_however_few_nodes_a_move_has() {
        let plan = PlayPlan {
            linear: true,
            nodes: 1,
            random_plies: (6, 6),
            window: 1000,
            longest: 60,
            decided: 2000,
        };
        let mut player = BoardPlayer::<Board11>::new(find("copenhagen").unwrap(), plan, 1).unwrap();
        for game in 0..4 {
            let records = player.play(game);
            let last = records.last().expect("a game has quiet positions");
            // What has neither a winner nor repeated positions goes on to the last ply.
            assert!(last.result != 0 || last.ply > 40, "game {game} ends at ply {}", last.ply);
        }
    }
}
