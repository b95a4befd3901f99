//! The root of a search: the game so far, and the moves to choose from.

use super::bound::Bound;
use super::path::GamePath;
use super::score::{INFINITE, Score};
use super::turn_limit::TurnLimit;
use crate::board::{Bits, Board, BoardGame, BoardMove, Position};
use crate::rules::Side;

/// The root of a search.
pub(super) struct Root<B: Board> {
    pub position: Position<B>,
    /// The game that led here, ending with the root.
    pub path: GamePath,
    /// The moves to choose from: a win in one first, otherwise not yet sorted.
    pub moves: Vec<RootMove>,
    /// Whether results about the root may be stored. They may not if it has a win in one, because
    /// no position in the table has one, or if some of its moves are not searched.
    pub keep: bool,
    /// Whether the defenders have missed a win in the game so far.
    pub missed_win: bool,
    /// The turn limit, which draws the game.
    pub turn_limit: TurnLimit,
}

/// A move of the root position and its search results.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: BoardMove,
    pub captures: bool,
    /// The score in this iteration. The lowest score if not yet searched.
    pub score: Score,
    /// What the score means.
    pub bound: Bound,
    /// The depth of the iteration that the score is from, in plies.
    pub depth: u32,
    /// The nodes spent on it in all iterations.
    pub nodes: u64,
    /// The line that begins with it.
    pub line: Vec<BoardMove>,
}

/// Sorts by score, those of equal scores as they are. Like the other sorts a function that is not
/// generic over the board, because the sorts of the standard library are large, and so they are
/// compiled once and not for each board.
pub(super) fn best_first(moves: &mut [RootMove]) {
    moves.sort_by_key(|root_move| -root_move.score);
}

/// The results of one thread.
pub(super) struct ThreadResult {
    /// The depth of the iteration that the first move is from, in plies.
    pub depth: u32,
    /// The longest line searched in the last iteration, in plies.
    pub seldepth: usize,
    /// The root's moves, best first.
    pub moves: Vec<RootMove>,
    /// Whether a win was proven beside the search.
    pub proven: bool,
}

impl<B: Board> Root<B> {
    /// Uses the current position of a game as the root. Searches only the moves `asked` for, or all
    /// if it is empty. `None` if the game is over or none of them is legal.
    pub fn new(game: &BoardGame<B>, asked: &[BoardMove]) -> Option<Self> {
        if game.outcome().is_some() {
            return None;
        }
        let rules = game.rules();
        let position = *game.position();
        let captures =
            |mv| !rules.play_unchecked(&position, mv).captured_since(&position).is_empty();
        let moves = game.moves().into_iter().filter(|mv| asked.is_empty() || asked.contains(mv));
        let root_move = |mv| RootMove {
            mv,
            captures: captures(mv),
            score: -INFINITE,
            bound: Bound::Exact,
            depth: 0,
            nodes: 0,
            line: vec![mv],
        };
        let mut moves: Vec<RootMove> = moves.map(root_move).collect();
        if moves.is_empty() {
            return None;
        }
        let winning_move = rules.winning_move(&position);
        // The first move is played if there is no time for any search.
        if let Some(at) = moves.iter().position(|root_move| Some(root_move.mv) == winning_move) {
            moves[..=at].rotate_right(1);
        }
        let (path, missed_win) = path_of(game);
        Some(Self {
            position,
            path,
            moves,
            keep: asked.is_empty() && winning_move.is_none(),
            missed_win,
            turn_limit: TurnLimit::of(game),
        })
    }
}

/// The game as a path ending with the root, and whether the defenders have missed a win in it.
fn path_of<B: Board>(game: &BoardGame<B>) -> (GamePath, bool) {
    let mut missed_win = false;
    let mut path = GamePath::default();
    let mut before: Option<&Position<B>> = None;
    let compares_boards = game.rules().ruleset().repetition.compares_boards();
    for position in game.positions() {
        let counts = compares_boards && (before.is_some() || game.first_board_counts());
        let board = if counts { game.rules().board_key(position) } else { 0 };
        // After a jump, positions from before a capture can occur again.
        let captured = game.jumps() == 0
            && before.is_some_and(|before| !position.captured_since(before).is_empty());
        path.push(position.key(), board, captured);
        missed_win |= position.to_move() == Side::Defenders
            && position.ending().is_none()
            && game.rules().winning_move(position).is_some();
        before = Some(position);
    }
    path.set_root();
    (path, missed_win)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::board::{Board7, BoardRules};
    use crate::rules::find;

    #[test]
    fn after_a_jump_a_capture_hides_no_earlier_position() {
        let rules = BoardRules::<Board7>::new(find("brandub-walker").unwrap()).unwrap();
        let mut game = BoardGame::from_fen(Arc::new(rules), "7/7/7/tT5/7/2t2K1/1T5 a").unwrap();
        let start = game.rules().placement(game.position());
        let capture = game.read("c2c4").unwrap();
        game.play_unchecked(capture);
        assert_eq!(path_of(&game).0.reversible(), 0);
        game.jump(&start).unwrap();
        assert_eq!(path_of(&game).0.reversible(), 2);
    }
}
