//! Matches of many games: pairings, openings, settings and statistics.

mod collect;
mod copies;
mod difference;
mod fixture;
mod game_queue;
mod joined;
mod merge;
mod news;
mod on_file;
mod openings;
mod openings_source;
mod plan;
mod prepare;
mod ranking;
mod resume;
mod rules_names;
mod run_options;
mod runner;
mod schedule;
mod settings;
mod share;
mod sprt;
mod staged;
mod standings;
mod worker;

pub use collect::{Collected, collect};
pub use copies::{Copies, Copy};
pub use difference::Difference;
pub use fixture::{Fixture, Roles};
pub use joined::readable_settings;
pub use merge::{MergeError, MergedRecords};
pub use on_file::MatchOnFile;
pub use openings::{Openings, OpeningsError};
pub use openings_source::{OpeningsOrder, OpeningsSource};
pub use plan::{Plan, PlanError};
pub use prepare::{PrepareError, PreparedMatch};
pub use resume::ResumeError;
pub use run_options::RunOptions;
pub use runner::{
    MatchEnding, MatchObserver, MatchProgress, MatchSummary, Remaining, RunError, UnfitEngine,
    check_engines, run,
};
pub use schedule::{Joining, MatchSchedule, MatchSize, TournamentFormat};
pub use settings::{MatchSettings, TooManyGames};
pub use share::{SchedulePart, ShareError};
pub use sprt::{EloModel, Hypothesis, Sprt, SprtError};
pub use staged::{Meeting, Place, Round, StagedFormat};
pub use standings::{Lag, PlayerStanding, RulesetStanding, Standings};
