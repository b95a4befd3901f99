//! How many pages may be served at a time.

use std::sync::Arc;

use tokio::sync::Semaphore;

/// What a socket speaks to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A session of ours that knows the rules and needs little memory.
    Rules,
    /// The engine to play and analyse with.
    Engine,
    /// A session of ours that proves.
    Solver,
}

/// How many sockets of each kind there may be.
pub(super) struct Seats {
    rules: Arc<Semaphore>,
    engines: Arc<Semaphore>,
    solvers: Arc<Semaphore>,
}

impl Default for Seats {
    fn default() -> Self {
        let seats = |count| Arc::new(Semaphore::new(count));
        Self { rules: seats(16), engines: seats(6), solvers: seats(2) }
    }
}

impl Seats {
    /// The seats for sockets of a kind.
    pub fn of(&self, kind: Kind) -> Arc<Semaphore> {
        Arc::clone(match kind {
            Kind::Rules => &self.rules,
            Kind::Engine => &self.engines,
            Kind::Solver => &self.solvers,
        })
    }
}
