//! A child process and all its descendants.

use std::collections::BTreeMap;
use std::io;
use std::process::{Child, Command, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::process_mark::ProcessMark;

/// The leaders of all groups and their marks, for a program that has to end at once.
static LEADERS: Mutex<BTreeMap<u32, ProcessMark>> = Mutex::new(BTreeMap::new());

fn leaders() -> MutexGuard<'static, BTreeMap<u32, ProcessMark>> {
    LEADERS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A child process in its own process group. Ctrl-C at the terminal does not reach it, and dropping
/// it kills it with its children. On Linux, this includes children that have left the group.
#[derive(Debug)]
pub(crate) struct ProcessGroup {
    leader: Child,
    mark: ProcessMark,
}

impl ProcessGroup {
    /// Starts a program.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let mark = ProcessMark::put_on(command);
        // Held meanwhile, so that `exit_with_groups` misses no group.
        let mut leaders = leaders();
        let leader = command.spawn()?;
        leaders.insert(leader.id(), mark.clone());
        Ok(Self { leader, mark })
    }

    /// The process that was started directly. It must not be waited for but by [`Self::ended`].
    pub fn leader(&mut self) -> &mut Child {
        &mut self.leader
    }

    /// How the process that was started directly has ended, if it has.
    pub fn ended(&mut self) -> io::Result<Option<ExitStatus>> {
        ended(&mut self.leader)
    }
}

/// How a process has ended, if it has. It is not yet waited for, so that its number stays taken: another
/// group that got the number would be killed in place of its own.
#[cfg(unix)]
fn ended(process: &mut Child) -> io::Result<Option<ExitStatus>> {
    use rustix::process::{Pid, WaitId, WaitIdOptions, waitid};
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
    let Some(ended) = waitid(WaitId::Pid(Pid::from_child(process)), options)? else {
        return Ok(None);
    };
    // As the system's older calls have it.
    let raw = match ended.terminating_signal() {
        Some(signal) => signal | i32::from(ended.dumped()) << 7,
        None => (ended.exit_status().unwrap_or_default() & 0xff) << 8,
    };
    Ok(Some(std::os::unix::process::ExitStatusExt::from_raw(raw)))
}

#[cfg(not(unix))]
fn ended(process: &mut Child) -> io::Result<Option<ExitStatus>> {
    process.try_wait()
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        leaders().remove(&self.leader.id());
        // The group outlives the leader if the leader has children.
        kill_group(self.leader.id());
        let _ = self.leader.kill();
        self.mark.kill_all();
        let _ = self.leader.wait();
    }
}

/// Ends this program and all groups: a program that exits drops nothing.
pub(crate) fn exit_with_groups(code: u8) -> ! {
    // Held until the end, so that no other thread starts one more.
    let leaders = leaders();
    kill_groups(&leaders);
    std::process::exit(code.into())
}

/// Ends all groups: those of threads that are about to end with the program.
pub(crate) fn end_groups() {
    kill_groups(&leaders());
}

fn kill_groups(leaders: &BTreeMap<u32, ProcessMark>) {
    leaders.keys().for_each(|leader| kill_group(*leader));
    leaders.values().for_each(ProcessMark::kill_all);
}

/// Kills a process and the rest of its group.
pub(super) fn kill_group(id: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        // Fails only if the group is already gone.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::io::{BufRead, BufReader};
    use std::process::Stdio;
    use std::time::{Duration, Instant};

    /// Whether a process is running; a zombie is not.
    fn runs(id: u32) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{id}/stat")).unwrap_or_default();
        stat.rsplit(')').next().is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"))
    }

    #[test]
    fn the_number_of_an_ended_process_stays_taken() {
        for (script, told) in [("exit 3", "exit status: 3"), ("kill -9 $$", "signal: 9 (SIGKILL)")]
        {
            let mut group = ProcessGroup::spawn(Command::new("sh").args(["-c", script])).unwrap();
            let id = group.leader().id();
            let status = loop {
                if let Some(status) = group.ended().unwrap() {
                    break status;
                }
                std::thread::sleep(Duration::from_millis(1));
            };
            assert_eq!(status.to_string(), told);
            assert_eq!(group.ended().unwrap(), Some(status));
            let process = format!("/proc/{id}");
            assert!(std::fs::exists(&process).unwrap());
            drop(group);
            assert!(!std::fs::exists(&process).unwrap());
        }
    }

    #[test]
    fn children_in_sessions_of_their_own_are_ended_too() {
        // The second sleeper has no living parent.
        let script = "setsid sleep 300 & echo $!; setsid sh -c 'sleep 301 & echo $!'; wait";
        let mut command = Command::new("sh");
        command.args(["-c", script]).stdout(Stdio::piped());
        let mut group = ProcessGroup::spawn(&mut command).unwrap();
        let lines = BufReader::new(group.leader().stdout.take().unwrap()).lines();
        let ids: Vec<u32> = lines.take(2).map(|line| line.unwrap().parse().unwrap()).collect();
        let mut other = ProcessGroup::spawn(Command::new("sleep").arg("302")).unwrap();
        // A process that is still being replaced by another program cannot be recognised.
        let sleeps = |id: &u32| {
            std::fs::read_to_string(format!("/proc/{id}/cmdline"))
                .is_ok_and(|words| words.starts_with("sleep"))
        };
        let deadline = Instant::now() + Duration::from_secs(30);
        while !ids.iter().all(sleeps) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(ids.iter().all(|id| runs(*id)));
        drop(group);
        let deadline = Instant::now() + Duration::from_secs(30);
        while ids.iter().any(|id| runs(*id)) && Instant::now() < deadline {
            std::thread::sleep(Duration::from_millis(10));
        }
        assert!(!ids.iter().any(|id| runs(*id)));
        // Other engines are not affected.
        assert!(runs(other.leader().id()));
    }
}
