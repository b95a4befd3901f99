//! Checks that saved games belong to a match.

use std::collections::HashMap;

use thiserror::Error;

use super::difference::Difference;
use super::fixture::Fixture;
use super::schedule::MatchSchedule;
use super::settings::MatchSettings;
use crate::record::GameRecord;

/// Why a match cannot be resumed.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ResumeError {
    /// A setting differs.
    #[error(
        "the match on file has {0}; leave the settings out to continue with those on file, or name another file"
    )]
    Differs(Difference),
    /// There are fewer rounds than before.
    #[error("the match on file has {on_file} rounds, and --rounds {given} would take some away")]
    FewerRounds {
        /// The number of rounds on file.
        on_file: u32,
        /// The number given.
        given: u32,
    },
    /// An engine is added to a match that cannot take it.
    #[error(
        "engines cannot join {0}, only a round robin or a gauntlet that is not divided into shares"
    )]
    CannotJoin(&'static str),
    /// The openings have changed since the match began.
    #[error(
        "the openings file has changed since the match began; restore it, or begin another match with \
         another record"
    )]
    OtherBook,
    /// Two different games on file have the same number.
    #[error("two different games on file have the number {game}")]
    Twice {
        /// The game, counted from 1.
        game: u64,
    },
    /// A game on file is not in the schedule.
    #[error(
        "game {game} on file is not in the schedule of {rounds} rounds; if the match was continued \
         with more of them, give their number by --rounds"
    )]
    NotScheduled {
        /// The game, counted from 1.
        game: u64,
        /// How many rounds there are.
        rounds: u32,
    },
    /// A saved game belongs to a round that is drawn only after games that are missing.
    #[error(
        "game {game} on file belongs to a round whose pairings depend on earlier games, and some of \
         those are not on file"
    )]
    NotDrawn {
        /// The game, counted from 1.
        game: u64,
    },
    /// A saved game has no number.
    #[error("a game on file has no number")]
    NoNumber,
    /// A saved game has other players or another ruleset than scheduled.
    #[error("game {game} on file does not have the players and the ruleset of the schedule")]
    OtherPlayers {
        /// The game, counted from 1.
        game: u64,
    },
    /// A saved game begins with another opening than scheduled.
    #[error("game {game} on file began with another opening; has the openings file changed?")]
    OtherOpening {
        /// The game, counted from 1.
        game: u64,
    },
    /// A saved game does not begin with its opening, although the file of openings is unchanged.
    #[error(
        "game {game} on file does not begin with its opening, and the openings file has not changed; \
         the first moves of the game have"
    )]
    ChangedOpening {
        /// The game, counted from 1.
        game: u64,
    },
}

/// Checks that no two different games have the same number. Exact duplicates are harmless.
///
/// # Errors
/// If two different games have the same number.
pub(super) fn check_numbers(games: &[GameRecord]) -> Result<(), ResumeError> {
    let mut known: HashMap<u64, &GameRecord> = HashMap::new();
    for game in games {
        let Some(index) = game.index else { continue };
        if *known.entry(index).or_insert(game) != game {
            return Err(ResumeError::Twice { game: index.saturating_add(1) });
        }
    }
    Ok(())
}

/// The scheduled game of a record, judged by number, players and ruleset.
pub(super) fn scheduled(
    settings: &MatchSettings,
    schedule: &MatchSchedule,
    record: &GameRecord,
) -> Result<Fixture, ResumeError> {
    let index = record.index.ok_or(ResumeError::NoNumber)?;
    let game = index.saturating_add(1);
    let rounds = settings.rounds;
    let fixture = schedule.game(index).ok_or(if schedule.drawn() < schedule.len() {
        ResumeError::NotDrawn { game }
    } else {
        ResumeError::NotScheduled { game, rounds }
    })?;
    let engine = |i: usize| settings.engines[i].name.as_str();
    let same = record.attackers.name == engine(fixture.attackers)
        && record.defenders.name == engine(fixture.defenders)
        && record.variant == settings.variants[fixture.variant];
    if same { Ok(fixture) } else { Err(ResumeError::OtherPlayers { game }) }
}
