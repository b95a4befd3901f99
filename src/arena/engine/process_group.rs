//! A child process with all that it starts.

use std::io;
use std::process::{Child, Command};

/// A child process in a group of its own: a Ctrl-C at the terminal does not reach it, and dropping it
/// kills it with its children.
#[derive(Debug)]
pub(crate) struct ProcessGroup(Child);

impl ProcessGroup {
    /// Starts a program.
    pub fn spawn(command: &mut Command) -> io::Result<Self> {
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        command.spawn().map(Self)
    }

    /// The process that was started itself.
    pub fn leader(&mut self) -> &mut Child {
        &mut self.0
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        // The group outlives the child where that has children of its own.
        kill_group(self.0.id());
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Kills a process and all it has started, as far as the system can tell.
pub(super) fn kill_group(id: u32) {
    #[cfg(unix)]
    if let Some(group) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        // Nothing is left to do where the group is gone.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}
