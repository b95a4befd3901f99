//! Which themes a puzzle has.

use super::draft::Draft;
use super::form::PuzzleGoal;
use super::theme::Theme;
use crate::board::EndReason;
use crate::game::{Game, Played};
use crate::rules::{Coordinate, Side};

/// The themes of a draft that its moves show.
pub(super) fn themes(draft: &Draft) -> Vec<Theme> {
    let start = &*draft.game;
    let side = start.to_move();
    let mut themes = Vec::new();
    if matches!(draft.goal, PuzzleGoal::Hold | PuzzleGoal::OnlyMove) {
        themes.push(Theme::OnlyDefence);
    }
    let blocks = side == Side::Attackers && !start.winning_moves(Side::Defenders).is_empty();
    if blocks {
        themes.push(Theme::Block);
    }
    let mut game = start.boxed_clone();
    let mut solver_captures = 0;
    for (ply, mv) in draft.solution.iter().chain(&draft.rest).enumerate() {
        let Ok(played) = game.play(*mv) else { break };
        let by_solver = ply.is_multiple_of(2);
        if by_solver {
            if is_shield_wall(&played) {
                themes.push(Theme::ShieldWall);
            }
            solver_captures = played.captures.len();
        } else if ply < draft.solution.len() && played.captures.len() > solver_captures {
            themes.push(Theme::Sacrifice);
        }
        if by_solver && ply < draft.solution.len() && is_fork(&*game, side) {
            themes.push(Theme::Fork);
        }
        if ply == 0 && !blocks && is_quiet(&*game, &played, side) {
            themes.push(Theme::Quiet);
        }
    }
    themes.extend(game.outcome().and_then(|outcome| of_ending(outcome.reason)));
    themes.sort_unstable();
    themes.dedup();
    themes
}

fn of_ending(reason: EndReason) -> Option<Theme> {
    match reason {
        EndReason::KingCaptured | EndReason::KingTrapped => Some(Theme::CaptureKing),
        EndReason::KingEscaped => Some(Theme::Escape),
        EndReason::Encircled | EndReason::CornersClosed => Some(Theme::Encirclement),
        EndReason::EdgeFort => Some(Theme::EdgeFort),
        EndReason::NoMoves => Some(Theme::NoMoves),
        EndReason::Repetition | EndReason::TurnLimit => None,
    }
}

/// Whether the king could now escape to two squares.
fn is_fork(game: &dyn Game, side: Side) -> bool {
    if side != Side::Defenders {
        return false;
    }
    let mut squares: Vec<Coordinate> =
        game.winning_moves(side).iter().map(|played| played.mv.to).collect();
    squares.dedup();
    squares.len() >= 2
}

fn is_quiet(after: &dyn Game, played: &Played, side: Side) -> bool {
    played.captures.is_empty() && after.outcome().is_none() && after.winning_moves(side).is_empty()
}

/// All captures but those of a shield wall take neighbours of the piece that moved.
fn is_shield_wall(played: &Played) -> bool {
    let to = played.mv.to;
    let is_neighbour = |at: &Coordinate| at.file.abs_diff(to.file) + at.rank.abs_diff(to.rank) == 1;
    !played.captures.iter().all(is_neighbour)
}

/// Whether the first move captures more than any other could.
pub(super) fn is_greedy(draft: &Draft) -> bool {
    let captures = |mv| draft.game.look_at(mv).map_or(0, |played| played.captures.len());
    let Some(first) = draft.solution.first() else { return false };
    let most = captures(*first);
    let rival = |mv: &crate::types::Move| mv != first && captures(*mv) >= most;
    most > 0 && !draft.game.legal_moves().iter().any(rival)
}
