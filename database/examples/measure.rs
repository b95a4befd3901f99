//! Measures the speed and the size of a database of random games:
//!
//! ```text
//! cargo run --release -p branan-database --example measure -- FOLDER VARIANT GAMES
//! ```
//!
//! Writes the games to a file of records in FOLDER, imports them, and explores positions of theirs.
//! Players win at once if they can, and open with few moves, so that the first positions are frequent.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use database::{Database, Filter, Imported, Source, Watcher};
use tafl::convert::Context;
use tafl::game::{Game, new_game};
use tafl::record::{GameRecord, RecordedMove, RecordedPlayer, Report, Termination};
use tafl::rules::{Catalog, find};

/// The longest game, in plies.
const LONGEST: usize = 120;

/// The number of positions explored.
const EXPLORED: usize = 1000;

/// The number of games at which the size is printed first.
const FIRST_SIZE: usize = 50_000;

/// How often each position is explored.
const REPEATS: usize = 5;

/// Numbers without order, the same in every run.
struct Random(u64);

impl Random {
    /// A number below `limit`, small ones far more often if `skew` is.
    fn below(&mut self, limit: usize, skew: i32) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let share = (self.0 >> 33) as f64 / f64::from(1_u32 << 31);
        (share.powi(skew) * limit as f64) as usize
    }
}

fn play(
    random: &mut Random,
    start: &dyn Game,
    number: u64,
) -> Result<GameRecord, Box<dyn std::error::Error>> {
    let mut game = start.begin(None)?;
    let first = game.to_move();
    let mut moves = Vec::new();
    while game.outcome().is_none() && moves.len() < LONGEST {
        let winning = game.winning_moves(game.to_move());
        let legal = game.legal_moves();
        let skew = if moves.len() < 8 { 4 } else { 1 };
        let mv =
            winning.first().map_or_else(|| legal[random.below(legal.len(), skew)], |won| won.mv);
        let text = game.play(mv)?.to_string();
        moves.push(RecordedMove { text, ..RecordedMove::default() });
    }
    let (winner, termination) = match game.outcome() {
        Some(outcome) => (outcome.winner, Termination::Rules(outcome.reason)),
        None => (None, Termination::Reported(Report::DrawAgreed)),
    };
    let mut player =
        || RecordedPlayer { name: format!("player {}", random.below(200, 1)), limits: "-".into() };
    Ok(GameRecord {
        attackers: player(),
        defenders: player(),
        event: "measurement".into(),
        date: format!("2026.{:02}.{:02}", 1 + number / 28 % 12, 1 + number % 28),
        index: Some(number),
        round: None,
        variant: start.ruleset().name.clone(),
        rules: Vec::new(),
        fen: None,
        first,
        moves,
        winner,
        termination,
        detail: None,
        extra: Vec::new(),
    })
}

/// Prints the time and the size whenever the number of games has doubled.
struct Growth<'a> {
    path: &'a Path,
    begun: Instant,
    next: usize,
}

impl Watcher for Growth<'_> {
    fn bad(&mut self, source: &Source, reason: &str) {
        println!("{source}: {reason}");
    }

    fn progress(&mut self, imported: &Imported) {
        if imported.added < self.next {
            return;
        }
        self.next = 2 * imported.added;
        let seconds = self.begun.elapsed().as_secs_f64();
        let each = size(self.path) / imported.added as u64;
        println!("{} games after {seconds:.0} s, {each} bytes a game", imported.added);
    }
}

/// The size of the database, with what is not merged into it yet.
fn size(path: &Path) -> u64 {
    let length = |path: PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    length(path.to_owned()) + length(path.with_extension("db-wal"))
}

/// Explores positions at random depths, each several times, and prints the best times: those of a
/// warm cache, whatever else the machine does.
fn explore(
    database: &mut Database,
    start: &dyn Game,
    games: usize,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut random = Random(7);
    let variant = start.ruleset().name.clone();
    let mut positions = vec![start.boxed_clone()];
    for number in 1..EXPLORED {
        let record = database.game(1 + random.below(games, 1) as i64)?;
        let mut game = start.begin(None)?;
        let depth =
            if number % 2 == 0 { random.below(6, 1) } else { random.below(record.moves.len(), 1) };
        for recorded in &record.moves[..depth.min(record.moves.len())] {
            game.play_text(&recorded.text)?;
        }
        positions.push(game);
    }
    let mut times = Vec::new();
    for game in &positions {
        let mut times_here = Vec::new();
        let mut found = 0;
        for _ in 0..REPEATS {
            let begun = Instant::now();
            let filter = Filter::default();
            found = database.explore(game.as_ref(), (&variant, &[]), &filter, 10)?.results.games;
            times_here.push(begun.elapsed());
        }
        times.push((times_here.into_iter().min().unwrap_or_default(), found));
    }
    println!("start position: {:.2?}, {} games", times[0].0, times[0].1);
    times.sort_unstable();
    let all: Duration = times.iter().map(|(time, _)| *time).sum();
    let median = times[times.len() / 2].0;
    let (slowest, its_games) = times[times.len() - 1];
    println!(
        "median {median:.2?}, mean {:.2?}, slowest {slowest:.2?} ({its_games} games)",
        all / EXPLORED as u32
    );
    Ok(())
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, variant, games] = &arguments[..] else {
        return Err("FOLDER VARIANT GAMES".into());
    };
    let (folder, games) = (Path::new(folder), games.parse::<usize>()?);
    let start = new_game(find(variant).ok_or("unknown ruleset")?, None)?;
    let records = folder.join("games.txt");
    let mut output = BufWriter::new(File::create(&records)?);
    let (mut random, mut plies) = (Random(1), 0);
    for number in 0..games {
        let record = play(&mut random, start.as_ref(), number as u64)?;
        plies += record.moves.len();
        output.write_all(record.to_text()?.as_bytes())?;
    }
    drop(output);
    println!("{games} games of {:.1} plies", plies as f64 / games as f64);
    let path = folder.join("games.db");
    let mut database = Database::create(&path, Catalog::default())?;
    let begun = Instant::now();
    let sources = Source::all(&records)?;
    let stop = AtomicBool::new(false);
    let mut growth = Growth { path: &path, begun, next: FIRST_SIZE };
    let imported = database.import(&sources, None, &Context::default(), &stop, &mut growth)?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{imported:?} in {seconds:.1} s: {:.0} a minute", games as f64 / seconds * 60.0);
    println!("{} bytes a game", size(&path) / games as u64);
    explore(&mut database, start.as_ref(), imported.added)?;
    let begun = Instant::now();
    database.compact(&mut |_| {})?;
    println!("compacted in {:.1?}: {} bytes a game", begun.elapsed(), size(&path) / games as u64);
    explore(&mut database, start.as_ref(), imported.added)
}
