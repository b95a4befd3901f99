//! Self-play games.

use std::fmt;
use std::sync::Arc;

use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tafl::record::{Ground, Termination};

use super::format::MAX_SCORE;
use super::record::{Record, SquareWords};
use super::settings::{PlanError, PlayEvaluation, PlayPlan};
use crate::board::{
    Bits, Board, BoardGame, BoardMove, BoardRules, EndReason, Position, SetupError, Square,
};
use crate::eval::network::NetworkError;
use crate::eval::{BoardEvaluation, LinearEvaluation};
use crate::evenness::Evenness;
use crate::game::{Game, Played};
use crate::rules::{Ruleset, Side};
use crate::search::score::{Score, is_mate};
use crate::search::{Control, Limits, ResourceError, SearchEvent, Searcher, Task};

/// The number of consecutive plies beyond the bound after which a game is adjudicated.
const DECIDED_FOR: u32 = 6;

/// One game in this many is not adjudicated by the bound, only once a win is found, so that the bound can be
/// checked.
const PLAYED_OUT: u32 = 10;

/// The maximum number of openings tried for a game.
pub const TRIES: u32 = 40;

/// A game that an engine played against itself.
#[derive(Clone, Debug)]
pub struct SelfPlayGame {
    /// The positions suited to training.
    pub records: Vec<Record>,
    /// The side that moved first.
    pub first: Side,
    /// All moves, random ones included.
    pub moves: Vec<Played>,
    /// The winner; `None` for a draw.
    pub winner: Option<Side>,
    /// How it ended.
    pub termination: Termination,
}

/// Plays games under one ruleset.
pub trait SelfPlayer: Send + fmt::Debug {
    /// Plays game number `game`. The same number always gives the same game. `None` if no opening
    /// was found for it, or once `control` is stopped.
    fn play(&mut self, game: u32, control: &Control) -> Option<SelfPlayGame>;
}

/// A player on board `B`.
struct BoardPlayer<B: Board> {
    rules: Arc<BoardRules<B>>,
    searcher: Searcher<B, BoardEvaluation<B>>,
    plan: PlayPlan,
    seed: u64,
}

impl<B: Board> fmt::Debug for BoardPlayer<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BoardPlayer")
            .field("ruleset", &self.rules.ruleset().name)
            .field("plan", &self.plan)
            .field("seed", &self.seed)
            .finish_non_exhaustive()
    }
}

/// Why games cannot be played.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The ruleset does not fit its board.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The plan says what cannot be.
    #[error(transparent)]
    Plan(#[from] PlanError),
    /// The network is for another board.
    #[error("the network cannot be used: {0}")]
    Network(#[from] NetworkError),
    /// The system lacks the resources for a search.
    #[error(transparent)]
    Resource(#[from] ResourceError),
}

/// Makes a player from a ruleset, a plan and the seed of the openings.
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
    /// A player for a ruleset. The seed determines the openings.
    pub fn new(ruleset: &Ruleset, plan: PlayPlan, seed: u64) -> Result<Self, PlayerError> {
        plan.check()?;
        let rules = Arc::new(BoardRules::new(ruleset)?);
        let evaluation = match &plan.evaluation {
            PlayEvaluation::BuiltIn => BoardEvaluation::of(&rules),
            PlayEvaluation::Linear => BoardEvaluation::Linear(LinearEvaluation::new(&rules)),
            PlayEvaluation::Network(network) => BoardEvaluation::with(network, &rules)?,
        };
        let searcher = Searcher::new(Arc::new(evaluation), 1, 1)?;
        Ok(Self { rules, searcher, plan, seed })
    }

    /// The best move and the score for the side to move.
    fn search(&mut self, game: &BoardGame<B>, control: &Control) -> Option<(BoardMove, Score)> {
        let limits = Limits { soft_nodes: Some(self.plan.nodes), ..Limits::default() };
        let mut score = None;
        let mut note = |event: SearchEvent| {
            if let SearchEvent::Line(line) = event {
                score = Some(line.score);
            }
        };
        let answer = self.searcher.think(&Task::new(game, &limits), control, &mut note);
        Some((answer.best?, score?))
    }

    /// A game with a random opening that is not decided yet. `None` if no try succeeded.
    fn opening(&mut self, random: &mut ChaCha8Rng, control: &Control) -> Option<BoardGame<B>> {
        let PlayPlan { random_plies: (fewest, most), window, even_out, .. } = self.plan;
        // One lot for all tries, or those that are hard to reach would be rare.
        let limit = (even_out > 0).then(|| random.random_range(Evenness::limits(window)));
        for _ in 0..TRIES {
            let mut game = BoardGame::new(Arc::clone(&self.rules));
            for _ in 0..random.random_range(fewest..=most) {
                play_any(&mut game, random);
            }
            if self.even_out(&mut game, Evenness::new(window, limit), random, control) {
                return Some(game);
            }
        }
        None
    }

    /// Adds moves to an opening until it is even. Returns whether it is.
    fn even_out(
        &mut self,
        game: &mut BoardGame<B>,
        mut evenness: Evenness,
        random: &mut ChaCha8Rng,
        control: &Control,
    ) -> bool {
        for added in 0..=self.plan.even_out {
            if game.outcome().is_some() || game.line().len() as u32 >= self.plan.longest {
                return false;
            }
            let Some((best, score)) = self.search(game, control) else { return false };
            if evenness.accepts(game.to_move(), score) {
                return true;
            }
            if added < self.plan.even_out {
                if score > 0 {
                    play_any(game, random);
                } else {
                    game.play_unchecked(best);
                }
            }
        }
        false
    }

    /// Plays game `number` from its opening to the end, and adds a record of each suitable position.
    /// Returns the winner and how the game ended.
    fn play_on(
        &mut self,
        number: u32,
        game: &mut BoardGame<B>,
        records: &mut Vec<Record>,
        control: &Control,
    ) -> (Option<Side>, Termination) {
        let played_out = number.is_multiple_of(PLAYED_OUT);
        let mut clear_for = 0;
        for ply in game.positions().count() as u32 - 1..=self.plan.longest {
            if let Some(outcome) = game.outcome() {
                return (outcome.winner, Termination::Rules(outcome.reason));
            }
            if ply == self.plan.longest {
                break;
            }
            let Some((mv, score)) = self.search(game, control) else { break };
            let position = *game.position();
            let ahead = position.to_move().ahead(score > 0);
            clear_for = if score.abs() > self.plan.decided { clear_for + 1 } else { 0 };
            if is_mate(score) || (clear_for >= DECIDED_FOR && !played_out) {
                return (Some(ahead), Termination::Adjudication(Ground::Resign));
            }
            if self.is_quiet(&position, mv) {
                records.push(self.record(number, ply, &position, score));
            }
            game.play_unchecked(mv);
        }
        (None, Termination::Adjudication(Ground::MaxMoves))
    }

    /// Whether the position suits a static evaluation: the best move captures nothing, and neither
    /// side could win with one move.
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
            bits.iter().map(index).fold(SquareWords::default(), |mut set, at| {
                set[at / 64] |= 1 << (at % 64);
                set
            })
        };
        let for_defenders = if position.to_move() == Side::Defenders { score } else { -score };
        Record {
            game,
            ply: ply as u16,
            score: for_defenders.clamp(-MAX_SCORE, MAX_SCORE) as i16,
            king: index(position.king().first()) as u16,
            to_move: position.to_move(),
            result: 0,
            off_board: false,
            attackers: set(position.attackers()),
            defenders: set(position.defenders()),
        }
    }
}

/// Plays a random move, unless the game is over.
fn play_any<B: Board>(game: &mut BoardGame<B>, random: &mut ChaCha8Rng) {
    if game.outcome().is_none()
        && let Some(mv) = game.moves().choose(random)
    {
        game.play_unchecked(*mv);
    }
}

impl<B: Board> SelfPlayer for BoardPlayer<B> {
    fn play(&mut self, number: u32, control: &Control) -> Option<SelfPlayGame> {
        let mut random = ChaCha8Rng::seed_from_u64(self.seed);
        random.set_stream(u64::from(number));
        self.searcher.clear();
        let mut game = self.opening(&mut random, control)?;
        let mut records = Vec::new();
        let (winner, termination) = self.play_on(number, &mut game, &mut records, control);
        if control.is_stopped() {
            return None;
        }
        let result = match winner {
            Some(Side::Attackers) => -1,
            None => 0,
            Some(Side::Defenders) => 1,
        };
        let off_board = matches!(
            termination,
            Termination::Rules(EndReason::Repetition | EndReason::TurnLimit)
                | Termination::Adjudication(Ground::MaxMoves)
        );
        for record in &mut records {
            (record.result, record.off_board) = (result, off_board);
        }
        let first = self.rules.start().to_move();
        Some(SelfPlayGame { records, first, moves: game.line(), winner, termination })
    }
}

#[cfg(test)]
mod tests;
