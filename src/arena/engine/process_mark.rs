//! A mark by which a process is known as one that an engine has started, wherever it has gone since.
//!
//! A process that begins a session of its own leaves the group of its parent, and one whose parent has
//! ended is no longer a descendant of it. All inherit the environment, though, so a variable in it marks
//! them, as in Jenkins' `ProcessTreeKiller`. Only Linux shows the environment of other processes.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(target_os = "linux")]
use std::{fs, path::Path};

/// The variable with the marks of all processes above, an engine's own last.
const VARIABLE: &str = "BRANAN_PROCESSES";

/// How often to look for processes that were started while others were being killed.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 5;

/// The mark of one engine and of all that it starts.
#[derive(Debug)]
pub(super) struct ProcessMark(String);

impl ProcessMark {
    /// Has a program started with a new mark.
    pub fn put_on(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Process numbers come again, so the time is a part of the mark.
        let time = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
        let mark = format!("<{}-{number}-{time}>", std::process::id());
        let above = std::env::var(VARIABLE).unwrap_or_default();
        command.env(VARIABLE, above + &mark);
        Self(mark)
    }

    /// Kills all processes that have the mark.
    #[cfg(target_os = "linux")]
    pub fn kill_all(&self) {
        use rustix::process::{Pid, Signal, kill_process};
        for _ in 0..ROUNDS {
            let marked = self.marked();
            if marked.is_empty() {
                break;
            }
            for id in marked.into_iter().filter_map(Pid::from_raw) {
                // It may have ended by itself.
                let _ = kill_process(id, Signal::KILL);
            }
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn kill_all(&self) {
        let _ = &self.0;
    }

    /// The processes that have the mark, but no zombies: these have no environment.
    #[cfg(target_os = "linux")]
    fn marked(&self) -> Vec<i32> {
        let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
        let id = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
        let ids = processes.flatten().filter_map(id);
        ids.filter(|id| self.is_on(&Path::new("/proc").join(id.to_string()))).collect()
    }

    /// Whether the process of this folder has the mark.
    #[cfg(target_os = "linux")]
    fn is_on(&self, process: &Path) -> bool {
        let mark = self.0.as_bytes();
        fs::read(process.join("environ"))
            .is_ok_and(|environ| environ.windows(mark.len()).any(|part| part == mark))
    }
}
