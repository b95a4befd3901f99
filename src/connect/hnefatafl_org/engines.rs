//! The engines of the running games.

use std::time::Instant;

use super::session::Session;
use super::worker::EngineWorker;

impl Session {
    /// Starts the engine of a game that has none, with its share of the threads. A server that
    /// begins or changes games faster than engines may be started has to wait.
    pub fn start_engine(&mut self, id: u64, now: Instant) {
        let games = self.tables.len().max(usize::from(self.setup.policy.games)).max(1);
        let setup = &self.setup;
        let Some(table) = self.tables.get_mut(&id).filter(|table| table.worker.is_none()) else {
            return;
        };
        if !self.engine_starts.take(now) {
            return;
        }
        let mut spec = setup.engine.clone();
        if let Some(threads) = setup.threads {
            spec.options.push(("Threads".to_owned(), (threads / games).max(1).to_string()));
        }
        spec.ponder |= setup.policy.ponder && spec.protocol.features().pondering;
        let rules = table.followed.rules().clone();
        let worker =
            EngineWorker::start(id, spec, &setup.launch, rules, table.side, setup.events.clone());
        match worker {
            Ok(worker) => table.worker = Some(worker),
            Err(error) => self.reports.push(format!("game {id} has no engine: {error}")),
        }
    }
}
