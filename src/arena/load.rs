//! How much of the machine other programs use, so that noise can be told from strength.
//!
//! The system's own counters say how long the processor cores were busy, and for how long this
//! program and its children were; the rest is foreign, including what a hypervisor took (steal).

use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::cores::usable_cores;

/// The tag of a game that was played under foreign load.
pub const LOAD_TAG: &str = "ForeignLoad";

/// Time between two samples.
const INTERVAL: Duration = Duration::from_secs(2);

/// The shortest time over which a load can be told from the counters, which tick a hundred times a
/// second.
const SHORTEST: Duration = Duration::from_millis(200);

/// Maximum number of samples kept: those of a game of a day and a half.
const KEPT: usize = 1 << 16;

/// A game is noted if it was loaded for this part of its time.
const NOTED: f64 = 0.1;

/// How often the sampling thread checks whether to end.
const POLL: Duration = Duration::from_millis(50);

/// The counters at one moment, in ticks of the system.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Counters {
    /// Time that the cores were busy.
    busy: u64,
    /// Time that they had.
    all: u64,
    /// Time that this program and its children used.
    own: u64,
}

/// Foreign load during a time that ended at `at`.
#[derive(Clone, Copy, Debug)]
struct Sample {
    at: Instant,
    /// Cores that other programs kept busy.
    cores: f64,
}

/// Watches the load during a match.
#[derive(Debug)]
pub struct Watchdog {
    /// The cores that are watched, as the system names them. A thread that is kept to one core would
    /// find no other.
    names: Vec<String>,
    /// Foreign load above which games are disturbed, in cores.
    limit: f64,
    watched: Mutex<Watched>,
}

#[derive(Debug)]
struct Watched {
    last: (Instant, Counters),
    samples: VecDeque<Sample>,
    summary: LoadSummary,
}

/// The foreign load during a match, in cores.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LoadSummary {
    /// The number of cores there are.
    pub cores: usize,
    /// The mean.
    pub mean: f64,
    /// The highest sample.
    pub worst: f64,
    /// Seconds watched.
    pub seconds: f64,
}

impl Watchdog {
    /// Watches for `games` games at a time. `None` where the system has no such counters.
    pub fn new(games: usize) -> Option<Self> {
        let names = usable_cores().iter().map(|core| format!("cpu{}", core.id)).collect();
        Self::of_cores(names, games)
    }

    fn of_cores(names: Vec<String>, games: usize) -> Option<Self> {
        let counters = read_counters(&names)?;
        let cores = names.len();
        let (all, games) = (cores as f64, games as f64);
        // Loaded means less than a core for each game; a tenth of a core is what any system needs.
        let limit = (all - 0.9 * games).max(0.1 * games.min(all));
        let summary = LoadSummary { cores, ..LoadSummary::default() };
        let watched =
            Watched { last: (Instant::now(), counters), samples: VecDeque::new(), summary };
        Some(Self { names, limit, watched: Mutex::new(watched) })
    }

    /// Takes samples until `over`.
    pub fn watch(&self, over: &AtomicBool) {
        while !over.load(Ordering::Relaxed) {
            std::thread::sleep(POLL);
            self.sample(INTERVAL);
        }
    }

    /// Takes a sample, unless the last one is not yet this old.
    fn sample(&self, age: Duration) {
        let mut watched = self.lock();
        let (then, before) = watched.last;
        let elapsed = then.elapsed();
        if elapsed < age {
            return;
        }
        let Some(now) = read_counters(&self.names) else { return };
        let Some(cores) = foreign(before, now, self.names.len()) else { return };
        watched.last = (Instant::now(), now);
        if watched.samples.len() == KEPT {
            watched.samples.pop_front();
        }
        watched.samples.push_back(Sample { at: Instant::now(), cores });
        let LoadSummary { mean, worst, seconds, .. } = &mut watched.summary;
        let total = *seconds + elapsed.as_secs_f64();
        // In this form rounding does not lift the mean of equal samples above them.
        *mean += (cores - *mean) * (elapsed.as_secs_f64() / total);
        *worst = worst.max(cores);
        *seconds = total;
    }

    /// What the tag of a game says that began at `begin` and has just ended. `None` if it was not
    /// played under foreign load.
    pub fn tag(&self, begin: Instant) -> Option<String> {
        self.sample(SHORTEST);
        let watched = self.lock();
        let during: Vec<f64> =
            watched.samples.iter().filter(|sample| sample.at > begin).map(|s| s.cores).collect();
        // A game shorter than any sample goes by the last one.
        let last = watched.samples.back().map(|sample| sample.cores);
        let during = if during.is_empty() { last.into_iter().collect() } else { during };
        let loaded = during.iter().filter(|&&cores| cores > self.limit).count();
        let mean = during.iter().sum::<f64>() / during.len().max(1) as f64;
        let noted = loaded > 0 && loaded as f64 >= NOTED * during.len() as f64;
        noted.then(|| format!("{mean:.2} of {} cores", self.names.len()))
    }

    /// The load so far. `None` before the first sample.
    pub fn summary(&self) -> Option<LoadSummary> {
        self.sample(SHORTEST);
        Some(self.lock().summary).filter(|summary| summary.seconds > 0.0)
    }

    fn lock(&self) -> MutexGuard<'_, Watched> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The foreign load between two moments, in cores. `None` if no time has passed.
fn foreign(before: Counters, now: Counters, cores: usize) -> Option<f64> {
    let all = now.all.checked_sub(before.all).filter(|&ticks| ticks > 0)? as f64;
    let busy = now.busy.saturating_sub(before.busy) as f64;
    // A program that ends between two readings takes its time with it.
    let own = now.own.saturating_sub(before.own) as f64;
    Some((cores as f64 * (busy - own) / all).clamp(0.0, cores as f64))
}

/// The counters of these cores now. `None` on systems without /proc.
fn read_counters(names: &[String]) -> Option<Counters> {
    let stat = std::fs::read_to_string("/proc/stat").ok()?;
    let (busy, all) = busy_and_all(&stat, names)?;
    Some(Counters { busy, all, own: own_ticks()? })
}

/// Busy time and all time of these cores, from the text of /proc/stat.
fn busy_and_all(stat: &str, names: &[String]) -> Option<(u64, u64)> {
    let (mut busy, mut all) = (0, 0);
    for line in stat.lines() {
        let mut words = line.split_ascii_whitespace();
        if !words.next().is_some_and(|name| names.iter().any(|known| known == name)) {
            continue;
        }
        // user nice system idle iowait irq softirq steal; what guests use is part of user.
        let ticks: Vec<u64> = words.take(8).map_while(|word| word.parse().ok()).collect();
        let &[_, _, _, idle, waiting, ..] = &ticks[..] else { continue };
        let sum: u64 = ticks.iter().sum();
        all += sum;
        busy += sum - idle - waiting;
    }
    (all > 0).then_some((busy, all))
}

/// The time used by this program and its descendants, also by those that have ended.
fn own_ticks() -> Option<u64> {
    let mut children: HashMap<u32, Vec<u32>> = HashMap::new();
    let mut used = HashMap::new();
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let Some(id) = entry.file_name().to_str().and_then(|name| name.parse().ok()) else {
            continue;
        };
        // It may have ended since.
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else { continue };
        let Some((parent, ticks)) = parent_and_ticks(&stat) else { continue };
        children.entry(parent).or_default().push(id);
        used.insert(id, ticks);
    }
    let mut ticks = 0;
    let mut family = vec![std::process::id()];
    while let Some(id) = family.pop() {
        ticks += used.remove(&id).unwrap_or(0);
        family.extend(children.remove(&id).unwrap_or_default());
    }
    Some(ticks)
}

/// A program's parent and its time, with that of its ended children, from the text of its stat file.
fn parent_and_ticks(stat: &str) -> Option<(u32, u64)> {
    // The name before it may hold spaces and parentheses.
    let (_, fields) = stat.rsplit_once(')')?;
    let fields: Vec<&str> = fields.split_ascii_whitespace().collect();
    let parent = fields.get(1)?.parse().ok()?;
    let ticks = fields.get(11..15)?.iter().filter_map(|field| field.parse::<u64>().ok()).sum();
    Some((parent, ticks))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counters_of_the_system_are_read() {
        let stat = "cpu  9 9 9 9 9 9 9 9 9 9\ncpu0 10 1 5 100 4 1 2 3 7 0\ncpu1 1 0 0 9 0 0 0 0 0 0\nintr 5\n";
        assert_eq!(busy_and_all(stat, &["cpu0".to_owned()]), Some((22, 126)));
        assert_eq!(busy_and_all(stat, &["cpu0".to_owned(), "cpu1".to_owned()]), Some((23, 136)));
        assert_eq!(busy_and_all(stat, &["cpu2".to_owned()]), None);
        let stat = "77 (a) b (c) S 5 77 77 0 -1 4194560 1 2 3 4 10 20 30 40 20 0 1 0 99";
        assert_eq!(parent_and_ticks(stat), Some((5, 100)));
        assert_eq!(parent_and_ticks("77 (a) S 5"), None);
    }

    #[test]
    fn what_is_not_our_own_is_foreign() {
        let before = Counters { busy: 1000, all: 5000, own: 300 };
        let now = Counters { busy: 1300, all: 5400, own: 400 };
        assert_eq!(foreign(before, now, 2), Some(1.0));
        assert_eq!(foreign(now, now, 2), None);
        // Counters of different moments may disagree a little.
        assert_eq!(foreign(before, Counters { own: 900, ..now }, 2), Some(0.0));
    }

    #[test]
    fn games_with_less_than_a_core_each_are_noted() {
        let begin = Instant::now();
        let last = (begin, Counters { busy: 0, all: 0, own: 0 });
        let (samples, summary) = (VecDeque::new(), LoadSummary::default());
        let watched = Mutex::new(Watched { last, samples, summary });
        let watchdog = Watchdog { names: vec![String::new(); 4], limit: 3.1, watched };
        let set = |loads: &[f64]| {
            let at = begin + Duration::from_secs(3600);
            let samples = loads.iter().map(|&cores| Sample { at, cores }).collect();
            let mut watched = watchdog.lock();
            watched.samples = samples;
            watched.last.0 = at;
        };
        set(&[1.0, 3.0, 3.0]);
        assert_eq!(watchdog.tag(begin), None);
        set(&[1.0, 3.5, 3.0]);
        assert_eq!(watchdog.tag(begin).as_deref(), Some("2.50 of 4 cores"));
        set(&[&[0.0; 20][..], &[3.5]].concat());
        assert_eq!(watchdog.tag(begin), None);
        set(&[]);
        assert_eq!(watchdog.tag(begin), None);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_is_kept_to_a_core_watches_all() {
        let stat = std::fs::read_to_string("/proc/stat").unwrap();
        let words = stat.lines().filter_map(|line| line.split_ascii_whitespace().next());
        let all = words.filter(|word| word.starts_with("cpu") && word.len() > 3);
        let all: Vec<String> = all.map(str::to_owned).collect();
        let count = all.len();
        let watchdog = Watchdog::of_cores(all, 1).unwrap();
        let summary = std::thread::spawn(move || {
            core_affinity::set_for_current(*usable_cores().last().unwrap());
            std::thread::sleep(SHORTEST);
            watchdog.summary()
        });
        assert_eq!(summary.join().unwrap().unwrap().cores, count);
    }
}
