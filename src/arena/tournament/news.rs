//! What an observer of a match is told, with the results at that time.

use std::panic::resume_unwind;
use std::sync::mpsc::{self, Sender};
use std::thread;

use super::fixture::Fixture;
use super::plan::Plan;
use super::runner::{MatchObserver, MatchProgress};
use super::standings::Standings;
use crate::record::{GameRecord, RecordedMove};

/// The results at a time.
pub(super) struct Results {
    pub standings: Standings,
    pub llr: Option<f64>,
    pub total: u64,
}

/// Something that has happened in a match. A move changes no results.
pub(super) enum News {
    Start(Fixture, Results),
    Move { game: u64, played: RecordedMove },
    End(Box<GameRecord>, Results),
}

impl News {
    pub fn tell(&self, plan: &Plan, observer: &mut dyn MatchObserver) {
        match self {
            Self::Start(fixture, results) => observer.started(&results.progress(plan), fixture),
            Self::Move { game, played } => observer.moved(*game, played),
            Self::End(record, results) => observer.finished(&results.progress(plan), record),
        }
    }
}

/// Does the work of a match on another thread, and passes the news that it sends to the observer on
/// this one. Output that blocks then stops only the observer, and games are still saved.
pub(super) fn tell_beside<T: Send>(
    plan: &Plan,
    observer: &mut dyn MatchObserver,
    work: impl FnOnce(&Sender<News>) -> T + Send,
) -> T {
    thread::scope(|scope| {
        let (teller, news) = mpsc::channel();
        let worker = scope.spawn(move || work(&teller));
        news.into_iter().for_each(|news| news.tell(plan, observer));
        worker.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

impl Results {
    fn progress<'a>(&'a self, plan: &'a Plan) -> MatchProgress<'a> {
        let Self { standings, llr, total } = self;
        MatchProgress { plan, standings, llr: *llr, total: *total }
    }
}
