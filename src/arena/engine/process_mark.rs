//! Marks the processes that an engine starts, so that they can be found again.
//!
//! A process that starts its own session leaves its parent's group, and one whose parent has exited
//! is no longer a descendant. All of them inherit the environment, so a variable in it identifies
//! them, as in Jenkins' `ProcessTreeKiller`. Only Linux exposes the environment of other processes.

use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
#[cfg(target_os = "linux")]
use std::{
    fs::{self, File},
    io::Read,
    path::Path,
};

/// The variable with the marks of all ancestors, ending with the engine's own.
const VARIABLE: &str = "BRANAN_PROCESSES";

/// How many times to look for processes started while others were being killed.
#[cfg(target_os = "linux")]
const ROUNDS: usize = 6;

/// A process has no environment while it is replaced by another program (execve). So none is
/// trusted to be left only after a second look, this much later.
#[cfg(target_os = "linux")]
const SECOND_LOOK: std::time::Duration = std::time::Duration::from_millis(3);

/// The buffer for reading an environment. A process has a few kilobytes, and each read of a smaller
/// part costs as much as a read of the whole.
#[cfg(target_os = "linux")]
const BUFFER: usize = 1 << 16;

/// The mark of one engine and all its descendants.
#[derive(Clone, Debug)]
pub(super) struct ProcessMark(String);

impl ProcessMark {
    /// Sets a new mark in a command's environment.
    pub fn put_on(command: &mut Command) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        // Process ids are reused, so the mark includes the time.
        let time = std::time::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_nanos());
        let mark = format!("<{}-{number}-{time}>", std::process::id());
        let above = std::env::var(VARIABLE).unwrap_or_default();
        command.env(VARIABLE, above + &mark);
        Self(mark)
    }

    /// Kills every process with the mark.
    #[cfg(target_os = "linux")]
    pub fn kill_all(&self) {
        use rustix::process::{Pid, Signal, kill_process};
        let mut found_none = false;
        for _ in 0..ROUNDS {
            let marked = self.marked();
            if marked.is_empty() {
                if found_none {
                    break;
                }
                found_none = true;
                std::thread::sleep(SECOND_LOOK);
                continue;
            }
            found_none = false;
            for id in marked.into_iter().filter_map(Pid::from_raw) {
                // It may have exited by itself.
                let _ = kill_process(id, Signal::KILL);
            }
        }
    }

    #[cfg(not(target_os = "linux"))]
    pub fn kill_all(&self) {
        let _ = &self.0;
    }

    /// The processes with the mark. Zombies have no environment and are not included.
    #[cfg(target_os = "linux")]
    fn marked(&self) -> Vec<i32> {
        let Ok(processes) = fs::read_dir("/proc") else { return Vec::new() };
        let id = |entry: fs::DirEntry| entry.file_name().to_str()?.parse::<i32>().ok();
        let ids = processes.flatten().filter_map(id);
        let mut buffer = vec![0; BUFFER];
        ids.filter(|id| self.is_on(&Path::new("/proc").join(id.to_string()), &mut buffer)).collect()
    }

    /// Whether the process with this `/proc` folder has the mark.
    #[cfg(target_os = "linux")]
    fn is_on(&self, process: &Path, buffer: &mut [u8]) -> bool {
        let mark = self.0.as_bytes();
        let Ok(mut environ) = File::open(process.join("environ")) else { return false };
        // The end of the last part, in which the mark may begin.
        let mut kept = 0;
        while let Ok(more @ 1..) = environ.read(&mut buffer[kept..]) {
            let end = kept + more;
            if buffer[..end].windows(mark.len()).any(|part| part == mark) {
                return true;
            }
            kept = (mark.len() - 1).min(end);
            buffer.copy_within(end - kept..end, 0);
        }
        false
    }
}
