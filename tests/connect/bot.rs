//! Runs the program as a client.

use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Time limit for everything, generous for busy machines.
pub const LIMIT: Duration = Duration::from_secs(90);

/// A running client. Dropping it kills it.
pub struct Bot {
    child: Child,
    folder: tempfile::TempDir,
}

impl Bot {
    /// Starts the program; `{folder}` in an argument stands for a folder of its own.
    pub fn start(args: &[&str]) -> Self {
        let folder = tempfile::tempdir().unwrap();
        Self::start_in(folder, args)
    }

    fn start_in(folder: tempfile::TempDir, args: &[&str]) -> Self {
        let file = |name: &str| std::fs::File::create(folder.path().join(name)).unwrap();
        let child = program(folder.path(), args)
            .env("BRANAN_PASSWORD", "open sesame")
            .stdin(Stdio::null())
            .stdout(file("out"))
            .stderr(file("err"))
            .spawn()
            .unwrap();
        Self { child, folder }
    }

    /// A file of the folder; the output is `out` and `err`.
    pub fn file(&self, name: &str) -> String {
        read(self.folder.path(), name)
    }

    /// What another run of the program prints; `{folder}` stands for this client's folder.
    pub fn ask(&self, args: &[&str]) -> String {
        let output = program(self.folder.path(), args).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }

    /// Waits until the output contains a text.
    #[track_caller]
    pub fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.file("out").contains(text) {
            assert!(start.elapsed() < LIMIT, "no {text:?} in:\n{}", self.file("out"));
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Asks the program to end.
    pub fn terminate(&self) {
        let id = rustix::process::Pid::from_raw(self.child.id() as i32).unwrap();
        rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    }

    /// Waits for the end, and returns the exit code.
    #[track_caller]
    pub fn wait(&mut self) -> Option<i32> {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(start.elapsed() < LIMIT, "the client hangs:\n{}", self.file("out"));
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program with these arguments, in which `{folder}` stands for the folder.
fn program(folder: &Path, args: &[&str]) -> Command {
    let place = folder.display().to_string();
    let mut command = Command::new(env!("CARGO_BIN_EXE_branan"));
    command.args(args.iter().map(|arg| arg.replace("{folder}", &place)));
    command
}

fn read(folder: &Path, name: &str) -> String {
    String::from_utf8_lossy(&std::fs::read(folder.join(name)).unwrap_or_default()).into_owned()
}
