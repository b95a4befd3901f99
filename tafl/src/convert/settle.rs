//! The last step of every reader: plays the moves and determines the result.

use super::ConvertError;
use crate::game::{Game, Played};
use crate::record::{
    GameRecord, Ground, PreparedRules, RecordedMove, ReplayError, Report, Termination, check,
    check_result, result_word,
};
use crate::rules::Side;
use crate::text::single_spaced;
use crate::types::Placement;

/// A game's result according to its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// No result, or an unfinished game.
    Nothing,
    /// The player to move after the last move resigned.
    Resigned,
    /// The winner (`None` for a draw), and possibly how the game ended.
    Result(Option<Side>, Option<Termination>),
}

/// A game of which only the ruleset and the moves as written are known.
pub(super) fn bare(variant: String, moves: Vec<RecordedMove>) -> GameRecord {
    GameRecord { variant, moves, ..GameRecord::default() }
}

/// Plays the moves, rewrites them in record form, and determines the result. The game can be written as a
/// record.
pub(super) fn settle(
    mut record: GameRecord,
    said: Said,
    rules: &mut PreparedRules<'_>,
) -> Result<GameRecord, ConvertError> {
    let mut game = rules.begin(&record)?;
    record.first = game.to_move();
    for player in [&mut record.attackers, &mut record.defenders] {
        player.name = single_spaced(&player.name);
    }
    play_line(game.as_mut(), &mut record.moves, 1, &|_, played| played.to_string())?;
    (record.winner, record.termination) = match (game.outcome(), said) {
        (Some(outcome), Said::Result(winner, _)) if winner != outcome.winner => {
            let board = format!("{} ({})", result_word(outcome.winner), outcome.reason);
            return Err(ConvertError::Result { board, said: result_word(winner).to_owned() });
        }
        (Some(outcome), _) => (outcome.winner, Termination::Rules(outcome.reason)),
        (None, Said::Nothing) => (None, Termination::Reported(Report::Unfinished)),
        (None, Said::Resigned) => {
            (Some(game.to_move().other()), Termination::Adjudication(Ground::Resign))
        }
        (None, Said::Result(winner, how)) => {
            let how = how.unwrap_or(Termination::Reported(Report::Unknown));
            check_result(winner, how).map_err(ReplayError::from)?;
            (winner, how)
        }
    };
    check(&record)?;
    Ok(record)
}

/// Like [`settle`] for a game in which the player to move after the last move resigned. `said` is
/// the result that the file gives besides.
pub(super) fn settle_resigned(
    record: GameRecord,
    said: Said,
    rules: &mut PreparedRules<'_>,
) -> Result<GameRecord, ConvertError> {
    let record = settle(record, Said::Resigned, rules)?;
    match said {
        Said::Result(winner, _) if winner != record.winner => Err(ConvertError::Result {
            board: format!("{} ({})", record.result(), record.termination),
            said: result_word(winner).to_owned(),
        }),
        _ => Ok(record),
    }
}

/// Plays a line of moves, the first of which has this number in the game, and rewrites them with
/// `write`, which gets the position before each. Variations are played where they begin, and
/// undone.
pub(super) fn play_line(
    game: &mut dyn Game,
    line: &mut [RecordedMove],
    first: usize,
    write: &dyn Fn(&Placement, &Played) -> String,
) -> Result<(), ConvertError> {
    for (ply, recorded) in (first..).zip(line) {
        for variation in &mut recorded.variations {
            play_line(game, variation, ply, write)?;
            for _ in variation {
                game.take_back();
            }
        }
        let before = game.placement();
        let played = game.play_text(&recorded.text).map_err(|error| ConvertError::Move {
            ply,
            text: recorded.text.clone(),
            reason: error.to_string(),
        })?;
        recorded.text = write(&before, &played);
    }
    Ok(())
}
