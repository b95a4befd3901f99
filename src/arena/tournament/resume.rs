//! Checks that saved games belong to a match.

use std::collections::HashMap;

use thiserror::Error;

use super::copies::course;
use super::difference::Difference;
use super::fixture::Fixture;
use super::schedule::MatchSchedule;
use super::settings::MatchSettings;
use super::share::SchedulePart;
use crate::record::GameRecord;

/// Why a match cannot be resumed.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ResumeError {
    /// A setting differs.
    #[error(
        "the match on file has {0}; leave the settings out to continue with those on file, or name another file"
    )]
    Differs(Difference),
    /// The file has games of different matches.
    #[error("it has games of different matches; an earlier one has {0}")]
    Joined(Difference),
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
    /// The rules of a user's ruleset have changed since the match began.
    #[error(
        "the file of rulesets has changed since the match began, in {0}; restore it, or begin \
         another match with another record"
    )]
    OtherRules(String),
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
    /// A saved game belongs to another share.
    #[error("game {game} on file is not in its share {share}")]
    OtherShare {
        /// The game, counted from 1.
        game: u64,
        /// The share.
        share: SchedulePart,
    },
    /// A saved game has an illegal move, or a result that its moves contradict.
    #[error("game {game} on file is wrong: {reason}")]
    Wrong {
        /// The game, counted from 1.
        game: u64,
        /// What is wrong with it.
        reason: String,
    },
    /// A saved game has other alternate rules than the match.
    #[error("game {game} on file was not played with the alternate rules of the match")]
    OtherAlternates {
        /// The game, counted from 1.
        game: u64,
    },
    /// A saved game has not ended.
    #[error("game {game} on file is unfinished; delete it there, and it is played anew")]
    Unfinished {
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

/// Checks that no two different games have the same number. Copies are harmless.
///
/// # Errors
/// If two different games have the same number.
pub(super) fn check_numbers(games: &[GameRecord]) -> Result<(), ResumeError> {
    let mut known: HashMap<u64, u64> = HashMap::new();
    for game in games {
        let Some(index) = game.index else { continue };
        let course = course(game);
        if *known.entry(index).or_insert(course) != course {
            return Err(ResumeError::Twice { game: index.saturating_add(1) });
        }
    }
    Ok(())
}

/// Checks that a game is in one of these shares, if there are any.
pub(super) fn check_share(shares: &[SchedulePart], index: u64) -> Result<(), ResumeError> {
    let Some(share) = shares.last().filter(|_| !shares.iter().any(|share| share.contains(index)))
    else {
        return Ok(());
    };
    Err(ResumeError::OtherShare { game: index.saturating_add(1), share: share.clone() })
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
