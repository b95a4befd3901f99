//! Puzzles as records of games: the solution, with the other defences as variations.

use super::error::PuzzlesError;
use super::lines::branch;
use super::position::first_position;
use crate::puzzle::Puzzle;
use crate::record::{GameRecord, RecordedMove, RecordedPlayer, Report, Termination};
use crate::types::Move;

/// The record of a puzzle.
pub(super) fn record(puzzle: &Puzzle) -> Result<GameRecord, PuzzlesError> {
    let start = first_position(puzzle)?;
    let main: Vec<Move> = puzzle.solution.iter().chain(&puzzle.rest).copied().collect();
    let lines = lines(main, &puzzle.defences);
    let mut end = start.clone();
    let played = lines[0].iter().all(|mv| end.play(*mv).is_ok());
    let outcome = end.outcome().filter(|_| played);
    let unfinished = Termination::Reported(Report::Unfinished);
    let themes = puzzle.themes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    let rating = puzzle.rating.map(|rating| ("PuzzleRating".to_owned(), rating.to_string()));
    let mut extra = vec![
        ("Puzzle".to_owned(), puzzle.id.clone()),
        ("PuzzleGoal".to_owned(), puzzle.goal.to_string()),
    ];
    extra.extend(rating);
    extra.extend((!themes.is_empty()).then(|| ("PuzzleThemes".to_owned(), themes)));
    Ok(GameRecord {
        event: "Puzzles".to_owned(),
        date: String::new(),
        index: None,
        round: None,
        variant: puzzle.ruleset.clone(),
        rules: Vec::new(),
        attackers: RecordedPlayer::default(),
        defenders: RecordedPlayer::default(),
        fen: Some(puzzle.fen.clone()),
        first: puzzle.side(),
        moves: moves(puzzle, &lines, 0, 0)?,
        winner: outcome.and_then(|outcome| outcome.winner),
        termination: outcome.map_or(unfinished, |outcome| Termination::Rules(outcome.reason)),
        detail: None,
        extra,
    })
}

/// The lines of the tree. A solution that ends before the first defence goes on with it, because a
/// variation needs a move that it replaces.
fn lines(main: Vec<Move>, defences: &[Vec<Move>]) -> Vec<Vec<Move>> {
    let goes_on = defences.first().is_some_and(|first| first.starts_with(&main));
    let main = (!goes_on).then_some(main);
    main.into_iter().chain(defences.iter().cloned()).collect()
}

/// The moves of a line of a tree from a ply on, with the lines that leave it as variations.
fn moves(
    puzzle: &Puzzle,
    lines: &[Vec<Move>],
    at: usize,
    from: usize,
) -> Result<Vec<RecordedMove>, PuzzlesError> {
    let mut game = first_position(puzzle)?;
    let mut recorded = Vec::new();
    for (ply, mv) in lines[at].iter().enumerate() {
        let Ok(played) = game.play(*mv) else { break };
        if ply < from {
            continue;
        }
        let leaves = |other: &usize| branch(lines, *other) == (at, ply);
        let variations = (at + 1..lines.len())
            .filter(leaves)
            .map(|other| moves(puzzle, lines, other, ply))
            .collect::<Result<_, _>>()?;
        recorded.push(RecordedMove { text: played.to_string(), variations, ..Default::default() });
    }
    Ok(recorded)
}
