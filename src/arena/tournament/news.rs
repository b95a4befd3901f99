//! What an observer of a match is told, with the results at that time.

use super::fixture::Fixture;
use super::plan::Plan;
use super::runner::{MatchObserver, MatchProgress};
use super::standings::Standings;
use crate::record::{GameRecord, RecordedMove};

/// Something that has happened in a match.
pub(super) struct News {
    pub of: NewsOf,
    /// The results so far. `None` for a move, which changes none.
    pub standings: Option<Standings>,
    pub llr: Option<f64>,
    pub total: u64,
}

pub(super) enum NewsOf {
    Start(Fixture),
    Move { game: u64, played: RecordedMove },
    End(Box<GameRecord>),
}

impl News {
    pub fn tell(&self, plan: &Plan, observer: &mut dyn MatchObserver) {
        if let NewsOf::Move { game, played } = &self.of {
            return observer.moved(*game, played);
        }
        let Self { llr, total, .. } = *self;
        let Some(standings) = &self.standings else { return };
        let progress = MatchProgress { plan, standings, llr, total };
        match &self.of {
            NewsOf::Start(fixture) => observer.started(&progress, fixture),
            NewsOf::End(record) => observer.finished(&progress, record),
            NewsOf::Move { .. } => {}
        }
    }
}
