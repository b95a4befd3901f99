//! Replays recorded games to check every move.

use thiserror::Error;

use super::check::check_result;
use super::error::WriteError;
use super::game::{GameRecord, RecordedMove, result_word};
use super::prepared::PreparedRules;
use super::termination::{Report, Termination};
use crate::board::SetupError;
use crate::game::{Game, Played};
use crate::rules::{
    Catalog, ChoiceError, LookupError, Ruleset, find_ruleset, read_alternates, read_written,
};
use crate::types::Placement;

/// An error in a recorded game.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReplayError {
    /// The ruleset is unknown.
    #[error("{}", in_record(.0))]
    Rules(#[from] LookupError),
    /// The ruleset that is written in place of a name is invalid.
    #[error(transparent)]
    Written(#[from] ChoiceError),
    /// The start is not a position of the ruleset.
    #[error(transparent)]
    Start(#[from] SetupError),
    /// A move is illegal, or does not capture what it says.
    #[error("ply {ply}, {text}: {reason}")]
    Move {
        /// Its number in the game, from 1.
        ply: usize,
        /// The move as it was written.
        text: String,
        /// The reason.
        reason: String,
    },
    /// The game cannot be written as a record.
    #[error(transparent)]
    Unwritable(#[from] WriteError),
    /// The result contradicts the board.
    #[error("the board says {board}, the record says {record}")]
    Result {
        /// The result on the board.
        board: String,
        /// The result in the record.
        record: String,
    },
}

/// A record has only the name of a ruleset, so one of a user's own needs its file.
fn in_record(error: &LookupError) -> String {
    match error {
        LookupError::Ruleset { .. } => {
            format!("{error}; if it is one of your own, give its file with --variants")
        }
        _ => error.to_string(),
    }
}

/// A replayed game.
#[derive(Debug)]
pub struct Replay {
    /// The ruleset, with alternate rules applied.
    pub rules: Ruleset,
    /// The position before each move, and the last one.
    pub positions: Vec<Placement>,
    /// The moves with their captures.
    pub moves: Vec<Played>,
}

/// The rules of a game: its ruleset, by name or as a rules string, with alternate rules.
///
/// # Errors
/// When one of them is unknown.
pub fn rules_of(record: &GameRecord, catalog: &Catalog) -> Result<Ruleset, ReplayError> {
    rules_named(&record.variant, &record.rules, catalog)
}

/// The rules that a record names so: a ruleset, by name or as a rules string, with alternate rules.
///
/// # Errors
/// When one of them is unknown.
pub fn rules_named(
    variant: &str,
    rules: &[(String, String)],
    catalog: &Catalog,
) -> Result<Ruleset, ReplayError> {
    let alternates = read_alternates(&mut rules.to_owned())?;
    if variant.contains(':') {
        return Ok(alternates.over(&read_written(variant)?));
    }
    Ok(alternates.over(find_ruleset(variant, catalog)?))
}

/// Replays a recorded game: every move must be legal and capture what it says, if it says anything,
/// and the result must match the recorded one. For many games, [`PreparedRules::replay`] is faster.
///
/// # Errors
/// When the rules are unknown, the start is not a position of them, a move is wrong, or the result
/// contradicts the board.
pub fn replay(record: &GameRecord, catalog: &Catalog) -> Result<Replay, ReplayError> {
    PreparedRules::new(catalog).replay(record)
}

/// Replays a recorded game like [`replay`], from its first position, and calls `visit` after each
/// move.
///
/// # Errors
/// As for [`replay`].
pub fn replay_from(
    game: &mut dyn Game,
    record: &GameRecord,
    mut visit: impl FnMut(&dyn Game, Played),
) -> Result<(), ReplayError> {
    for (ply, recorded) in (1..).zip(&record.moves) {
        let played = play(game, recorded, ply)?;
        visit(game, played);
    }
    check_outcome(game, record)
}

/// Plays a recorded move, after playing and undoing the variations in its place.
fn play(game: &mut dyn Game, recorded: &RecordedMove, ply: usize) -> Result<Played, ReplayError> {
    for variation in &recorded.variations {
        for (ply, recorded) in (ply..).zip(variation) {
            play(game, recorded, ply)?;
        }
        for _ in variation {
            game.take_back();
        }
    }
    game.play_text(&recorded.text).map_err(|error| ReplayError::Move {
        ply,
        text: recorded.text.clone(),
        reason: error.to_string(),
    })
}

fn check_outcome(game: &dyn Game, record: &GameRecord) -> Result<(), ReplayError> {
    check_result(record.winner, record.termination)?;
    let said = format!("{} ({})", record.result(), record.termination);
    let outcome = game.outcome();
    let board = outcome.map_or_else(
        || "the game is not over".to_owned(),
        |outcome| format!("{} ({})", result_word(outcome.winner), outcome.reason),
    );
    let agree = match (outcome, record.termination) {
        (Some(outcome), Termination::Rules(reason)) => {
            (outcome.winner, outcome.reason) == (record.winner, reason)
        }
        (Some(outcome), Termination::Reported(Report::Unknown)) => outcome.winner == record.winner,
        (None, Termination::Rules(_)) | (Some(_), _) => false,
        (None, _) => true,
    };
    if agree { Ok(()) } else { Err(ReplayError::Result { board, record: said }) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Side;
    use crate::text::words;

    const HEAD: &str = "[Variant \"brandubh\"]\n";

    fn record(tags: &str, moves: &str) -> GameRecord {
        let text = format!("{HEAD}{tags}\n{moves}\n");
        crate::record::read(text.as_bytes()).unwrap().games.remove(0)
    }

    fn error(tags: &str, moves: &str) -> String {
        replay(&record(tags, moves), &Catalog::default()).unwrap_err().to_string()
    }

    const CRASH: &str = "[Result \"defenders\"]\n[Termination \"crash\"]\n";

    #[test]
    fn a_right_game_is_gone_through() {
        let game = record(CRASH, "1. d2-e2 d3-b3 2. e2e1 defenders");
        let replay = replay(&game, &Catalog::default()).unwrap();
        assert_eq!(words(&replay.moves), "d2-e2 d3-b3 e2-e1");
        assert_eq!(replay.positions.len(), 4);
        assert_eq!(replay.positions[0].to_string(), "3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3 a");
        assert_eq!(replay.positions[3].to_string(), "3t3/3t3/3T3/ttTKTtt/1T5/7/3tt2 d");
    }

    #[test]
    fn variations_are_played_where_they_begin() {
        let moves =
            "1. d2-e2 (1. d2-c2 {: x} d3-e3 (1... d3-b3) 2. c2-c1) (1. d2-b2) d3-b3 defenders";
        let mut game = record(CRASH, moves);
        let replayed = replay(&game, &Catalog::default()).unwrap();
        assert_eq!(words(&replayed.moves), "d2-e2 d3-b3");
        game.moves[0].variations[0][1].variations[0][0].text = "d2-d3".to_owned();
        let message = replay(&game, &Catalog::default()).unwrap_err().to_string();
        assert!(message.starts_with("ply 2, d2-d3: "), "{message}");
    }

    #[test]
    fn wrong_moves_and_captures_are_found() {
        assert!(
            error(CRASH, "1. d2-e2 d3-d2 2. a4-a5 d2-d8 defenders").starts_with("ply 4, d2-d8: ")
        );
        assert!(error(CRASH, "1. d2-e2xe3 defenders").starts_with("ply 1, d2-e2xe3: "));
        assert!(error(CRASH, "1. d2-d2 defenders").starts_with("ply 1"));
    }

    #[test]
    fn a_move_is_read_in_every_form_of_the_grammar() {
        let tags = format!("[FEN \"7/7/3K3/7/1tT1Tt1/7/3t3 a\"]\n{CRASH}");
        for text in [
            "d1d3",
            "d1-d3",
            "d1-d3+",
            "d1d3--",
            "d1-d3xc3/e3",
            "d1-d3xe3/c3",
            "d1-d3xc3xe3",
            "d1d3xe3xc3",
            "d1-d3xc3/e3++",
        ] {
            let game = record(&tags, &format!("1. {text} defenders"));
            let replay = replay(&game, &Catalog::default()).unwrap();
            assert_eq!(words(&replay.moves), "d1-d3xc3/e3", "{text}");
        }
        for text in ["d1-d3xc3", "d1-d3xc3/e3/d5", "d1d3xd5", "D1-D3", "d1--d3", "d1-d3+-"] {
            let message = error(&tags, &format!("1. {text} defenders"));
            assert!(message.starts_with(&format!("ply 1, {text}: ")), "{message}");
        }
    }

    #[test]
    fn wrong_results_are_found() {
        let escaped = "[Result \"defenders\"]\n[Termination \"king-escaped\"]\n";
        assert!(error(escaped, "1. d2-e2 defenders").contains("the game is not over"));
        let open = "[FEN \"1t5/7/7/7/7/7/K6 d\"]\n";
        let draw = format!("{open}[Result \"draw\"]\n[Termination \"max-moves\"]\n");
        assert!(error(&draw, "draw").contains("escape square"));
        let edge = "[FEN \"1t5/7/7/7/7/7/3K3 d\"]\n";
        let win = format!("{edge}{escaped}");
        assert!(replay(&record(&win, "1... d1-a1 defenders"), &Catalog::default()).is_ok());
        let draw = format!("{edge}[Result \"draw\"]\n[Termination \"max-moves\"]\n");
        let message = error(&draw, "1... d1-a1 draw");
        assert_eq!(
            message,
            "the board says defenders (king-escaped), the record says draw (max-moves)"
        );
        let unnamed = record(&format!("{edge}[Result \"defenders\"]\n"), "1... d1-a1 defenders");
        assert_eq!(unnamed.termination, Termination::Reported(Report::Unknown));
        assert!(replay(&unnamed, &Catalog::default()).is_ok());
        let lost = format!("{edge}[Result \"attackers\"]\n");
        assert!(
            error(&lost, "1... d1-a1 attackers").contains("the record says attackers (unknown)")
        );
        let mut agreed = record("[Result \"draw\"]\n[Termination \"draw-agreed\"]\n", "draw");
        agreed.winner = Some(Side::Attackers);
        let message = replay(&agreed, &Catalog::default()).unwrap_err().to_string();
        assert_eq!(message, "the result attackers does not go with the termination draw-agreed");
        let unfinished = record("[Result \"*\"]\n", "1. d2-e2 *");
        assert_eq!(unfinished.termination, Termination::Reported(Report::Unfinished));
    }

    #[test]
    fn unknown_rules_are_named() {
        let mut game = record(CRASH, "defenders");
        game.variant = "chess".into();
        assert!(
            replay(&game, &Catalog::default())
                .unwrap_err()
                .to_string()
                .contains("unknown ruleset \"chess\"")
        );
        game.variant = "brandub".into();
        game.rules = vec![("KingMove".into(), "leap".into())];
        assert!(replay(&game, &Catalog::default()).unwrap_err().to_string().contains("rook, step"));
    }
}
