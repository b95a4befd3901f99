//! A recorded match of ten games, for tests that damage its file.

use std::path::{Path, PathBuf};

use branan::arena::engine::read_engines;
use branan::arena::game::Adjudication;
use branan::arena::tournament::{
    MatchOnFile, MatchSettings, OpeningsSource, PlanError, PrepareError, PreparedMatch,
    SchedulePart,
};
use branan::game::new_game;
use branan::record::GameRecord;
use branan::record::{Eval, Ground, RecordedMove, Remark, StoreError, Termination};
use chacha20::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

const ROUNDS: u32 = 5;

/// Five rounds between two engines that are never started.
pub fn settings(openings: Option<&Path>) -> MatchSettings {
    let words = |name: &str| {
        ["cmd=sh", "tc=10+0.1"].map(str::to_owned).into_iter().chain([format!("name={name}")])
    };
    let engines = [words("new").collect::<Vec<_>>(), words("old").collect()];
    let file = |path: &Path| OpeningsSource::read(&[path.display().to_string()]).unwrap();
    MatchSettings {
        event: "Fuzz".to_owned(),
        engines: read_engines(&[], &engines).unwrap(),
        format: Default::default(),
        roles: Default::default(),
        seeds: 1,
        pairs: 1,
        joinings: Vec::new(),
        variants: vec!["brandubh-macwhite".to_owned()],
        variants_file: None,
        own_rulesets: Vec::new(),
        alternates: Vec::new(),
        rounds: ROUNDS,
        openings: openings.map(file),
        openings_hash: None,
        seed: 3,
        adjudication: Adjudication { max_moves: Some(6), ..Adjudication::default() },
        sprt: None,
        share: None::<SchedulePart>,
    }
}

/// Plays random moves after the scheduled opening, up to twelve plies in total.
fn played(prepared: &PreparedMatch, index: u64) -> GameRecord {
    let plan = &prepared.plan;
    let fixture = plan.schedule.game(index).unwrap();
    let book = &plan.openings[0].pick(fixture.round).moves;
    let mut random = ChaCha8Rng::seed_from_u64(index);
    let mut game = new_game(&plan.rulesets[0], None).unwrap();
    let mut moves = Vec::new();
    while game.outcome().is_none() && moves.len() < 12 {
        let legal = game.legal_moves();
        let own = book.get(moves.len());
        let text = own.cloned().unwrap_or_else(|| legal.choose(&mut random).unwrap().to_string());
        let remark = Remark {
            eval: Some(Eval::Centipawns(random.random_range(-300..300))),
            depth: Some(random.random_range(1..30)),
            ..Remark::default()
        };
        let remark =
            if own.is_some() { Remark { book: true, ..Remark::default() } } else { remark };
        let text = game.play_text(&text).unwrap().to_string();
        moves.push(RecordedMove { text, remark, ..RecordedMove::default() });
    }
    let outcome = game.outcome();
    GameRecord {
        date: "2026.11.21 15:04:05".to_owned(),
        moves,
        winner: outcome.and_then(|outcome| outcome.winner),
        termination: outcome.map_or(Termination::Adjudication(Ground::MaxMoves), |outcome| {
            Termination::Rules(outcome.reason)
        }),
        ..plan.unplayed(&fixture)
    }
}

/// A complete match of ten games on file, in its own folder.
pub struct Recorded {
    pub folder: tempfile::TempDir,
    pub path: PathBuf,
    pub bytes: Vec<u8>,
    pub games: Vec<GameRecord>,
}

pub fn recorded() -> Recorded {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let book = folder.path().join("book.txt");
    std::fs::write(&book, "d2e2\nd1c1 # quiet\nd2c2\n").unwrap();
    let mut prepared = PreparedMatch::new(settings(Some(&book)), Some(&path)).unwrap();
    prepared.begin_file().unwrap();
    let games: Vec<GameRecord> = (0..10).map(|index| played(&prepared, index)).collect();
    let store = prepared.store.as_mut().unwrap();
    games.iter().for_each(|game| store.append(game).unwrap());
    drop(prepared);
    let bytes = std::fs::read(&path).unwrap();
    Recorded { folder, path, bytes, games }
}

/// Resumes a match with given settings, or those on file.
pub fn resume(path: &Path, given: Option<MatchSettings>) -> Result<PreparedMatch, PrepareError> {
    let on_file = MatchOnFile::open(path)?;
    let settings = given.or_else(|| on_file.settings().cloned());
    on_file.resume(settings.ok_or(PlanError::TooFewEngines)?)
}

impl Recorded {
    /// The end positions of the header and each game.
    pub fn ends(&self) -> Vec<usize> {
        let mut ends = vec![self.bytes.len()];
        for game in self.games.iter().rev() {
            ends.push(ends.last().unwrap() - game.to_text_with_checksum().unwrap().len());
        }
        ends.reverse();
        ends
    }

    /// The file that a torn end is moved to.
    pub fn torn(&self) -> PathBuf {
        self.folder.path().join("games.txt.torn")
    }

    /// Resumes the match. Returns the numbers of saved and remaining games.
    pub fn resume(&self) -> Result<(usize, usize), String> {
        let mut prepared = loop {
            match resume(&self.path, None) {
                // A process that another test is starting briefly inherits all open files.
                Err(PrepareError::Store(StoreError::Locked { .. })) => std::thread::yield_now(),
                other => break other.map_err(|error| error.to_string())?,
            }
        };
        if !prepared.earlier.is_empty() {
            prepared.begin_file().map_err(|error| error.to_string())?;
        }
        Ok((prepared.earlier.len(), prepared.todo.len()))
    }
}
