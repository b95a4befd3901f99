//! What has been generated for one ruleset.

use std::sync::{Mutex, MutexGuard, PoisonError};

use branan_engine::datagen::{Header, PlaySettings, Record, TRIES};

use super::generate::{DatagenPlan, path_of};
use super::outcome::{Abandoned, GenerateError};
use super::store::Store;
use crate::rules::Ruleset;

/// Number of consecutive games without a new position after which a ruleset is abandoned.
pub(super) const BARREN: u32 = 2000;

/// Number of consecutive games without an opening after which a ruleset is abandoned.
const NO_OPENING: u32 = 50;

/// The state of one ruleset during generation.
pub(super) struct Field<'a> {
    pub ruleset: &'a Ruleset,
    inner: Mutex<Inner>,
}

struct Inner {
    store: Store,
    next: u32,
    /// Games with lower numbers were played by earlier runs. The same games yield nothing again, so
    /// these are no reason to abandon the ruleset.
    known: u32,
    barren: u32,
    /// Consecutive games for which no opening was found.
    unopened: u32,
    /// Why the ruleset was abandoned, while the others go on.
    abandoned: Option<Abandoned>,
}

impl<'a> Field<'a> {
    /// Opens or creates the file of a ruleset.
    pub fn open(plan: &DatagenPlan, ruleset: &'a Ruleset) -> Result<Self, GenerateError> {
        let header = Header {
            ruleset: ruleset.name.clone(),
            side: ruleset.side_length() as u8,
            nodes: plan.play.nodes as u32,
            seed: plan.seed,
            play: Some(PlaySettings::from(&plan.play)),
        };
        let store = Store::open(&path_of(&plan.folder, &ruleset.name), header, plan.positions)?;
        let known = store.games_end();
        let inner = Inner { store, next: 0, known, barren: 0, unopened: 0, abandoned: None };
        Ok(Self { ruleset, inner: Mutex::new(inner) })
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of positions in the file.
    pub fn positions(&self) -> u64 {
        self.lock().store.positions()
    }

    /// Why the ruleset was abandoned, if it was.
    pub fn take_reason(&self) -> Option<Abandoned> {
        self.lock().abandoned.take()
    }

    /// Adds a game's records and returns the number of new ones.
    pub fn add(&self, game: u32, records: &[Record]) -> Result<u64, GenerateError> {
        let mut inner = self.lock();
        let new = inner.store.add(records)?;
        inner.unopened = 0;
        if new > 0 {
            inner.barren = 0;
        } else if game >= inner.known {
            inner.barren += 1;
        }
        if inner.barren >= BARREN {
            inner.abandoned = Some(Abandoned::Barren(self.ruleset.name.clone()));
        }
        Ok(new as u64)
    }

    /// Notes that no opening was found for a game.
    pub fn miss(&self, game: u32, even_out: u32) {
        let mut inner = self.lock();
        if game < inner.known {
            return;
        }
        inner.unopened += 1;
        if inner.unopened >= NO_OPENING {
            inner.abandoned = Some(Abandoned::NoOpening {
                ruleset: self.ruleset.name.clone(),
                tries: NO_OPENING * TRIES,
                hint: if even_out > 0 { "a larger --even-out" } else { "--even-out" },
            });
        }
    }

    /// The number of the next game. `None` once there are enough positions, or no more to be had.
    pub fn next_game(&self, wanted: u64) -> Option<u32> {
        let mut inner = self.lock();
        if inner.store.positions() >= wanted || inner.abandoned.is_some() {
            return None;
        }
        while inner.store.has_game(inner.next) {
            inner.next += 1;
        }
        inner.next += 1;
        Some(inner.next - 1)
    }
}

#[cfg(test)]
mod tests {
    use branan_engine::datagen::{PlayEvaluation, PlayPlan};

    use super::*;
    use crate::rules::{Side, find};

    #[test]
    fn games_of_earlier_runs_that_yielded_nothing_are_no_reason_to_abandon_a_ruleset() {
        let folder = tempfile::tempdir().unwrap();
        let ruleset = find("tablut").unwrap();
        let play = PlayPlan {
            evaluation: PlayEvaluation::Linear,
            nodes: 1,
            random_plies: (2, 4),
            window: 100,
            even_out: 0,
            longest: 80,
            decided: 2000,
        };
        let rulesets = vec![ruleset.clone()];
        let plan =
            DatagenPlan { rulesets, positions: 9, seed: 1, play, folder: folder.path().into() };
        let record = |game| Record {
            game,
            ply: 3,
            score: 0,
            king: 40,
            to_move: Side::Attackers,
            result: 0,
            off_board: false,
            attackers: [1 + u64::from(game), 0, 0, 0, 0, 0],
            defenders: [0; 6],
        };
        let field = Field::open(&plan, ruleset).unwrap();
        assert_eq!(field.add(60, &[record(60)]).unwrap(), 1);
        drop(field);
        let field = Field::open(&plan, ruleset).unwrap();
        for game in (0..60).chain(61..61 + NO_OPENING) {
            assert_eq!(field.next_game(9), Some(game));
            field.miss(game, 0);
        }
        assert_eq!(field.next_game(9), None);
        assert!(field.take_reason().is_some());
    }
}
