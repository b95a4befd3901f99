//! Runs `branan match` with scripted engines.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// Time limit for a match, generous for busy machines.
const LIMIT: Duration = Duration::from_secs(60);

/// The scripted engine, which Cargo builds with the tests.
pub fn scripted() -> PathBuf {
    let test = std::env::current_exe().unwrap();
    let target = test.ancestors().nth(2).unwrap();
    let engine = target.join("examples").join("scripted_engine");
    assert!(engine.exists(), "build it first: cargo build --example scripted_engine");
    engine
}

/// The words for a scripted engine with these arguments.
pub fn engine(name: &str, args: &str) -> Vec<String> {
    let cmd = format!("cmd={}", scripted().display());
    vec!["--engine".to_owned(), cmd, format!("name={name}"), format!("args={args}")]
}

/// The result of a run.
pub struct Output {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub wall: Duration,
}

impl Output {
    /// The events of one kind in `--json` output.
    pub fn events(&self, kind: &str) -> Vec<Value> {
        let lines = self.stdout.lines();
        let events = lines.map(|line| serde_json::from_str::<Value>(line).expect(line));
        events.filter(|event| event["event"] == kind).collect()
    }

    /// The last event, which holds the end of the match.
    pub fn end(&self) -> Value {
        let ends = self.events("end");
        assert_eq!(ends.len(), 1, "{}\n{}", self.stdout, self.stderr);
        ends[0].clone()
    }
}

/// A running program. Its output goes to files, so that it never blocks on a full pipe.
pub struct Running {
    pub child: Child,
    folder: tempfile::TempDir,
    start: Instant,
}

/// Starts the program.
pub fn start(args: &[String], stdin: Stdio) -> Running {
    start_in(Path::new("."), args, stdin)
}

/// Starts the program in a folder.
pub fn start_in(home: &Path, args: &[String], stdin: Stdio) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| std::fs::File::create(folder.path().join(name)).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(args)
        .current_dir(home)
        .stdin(stdin)
        .stdout(file("out"))
        .stderr(file("err"))
        .spawn()
        .unwrap();
    Running { child, folder, start: Instant::now() }
}

impl Running {
    /// Its output so far.
    pub fn stdout(&self) -> String {
        read(self.folder.path(), "out")
    }

    /// Its messages so far.
    pub fn stderr(&self) -> String {
        read(self.folder.path(), "err")
    }

    /// Waits for the program to exit, and fails the test on a timeout.
    pub fn wait(mut self) -> Output {
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            if self.start.elapsed() > LIMIT {
                self.child.kill().unwrap();
                panic!("the program hangs; it said:\n{}", self.stdout());
            }
            std::thread::sleep(Duration::from_millis(5));
        };
        Output {
            code: status.code(),
            stdout: read(self.folder.path(), "out"),
            stderr: read(self.folder.path(), "err"),
            wall: self.start.elapsed(),
        }
    }
}

fn read(folder: &Path, name: &str) -> String {
    String::from_utf8(std::fs::read(folder.join(name)).unwrap()).unwrap()
}

/// The arguments of `branan match` for these engines and further words.
pub fn match_args(engines: &[Vec<String>], words: &str) -> Vec<String> {
    let mut args = vec!["match".to_owned()];
    args.extend(engines.iter().flatten().cloned());
    args.extend(words.split_ascii_whitespace().map(str::to_owned));
    args
}

/// Plays a match to its end.
pub fn play(engines: &[Vec<String>], words: &str) -> Output {
    start(&match_args(engines, words), Stdio::null()).wait()
}

/// Waits for a value.
pub fn eventually<T>(find: impl Fn() -> Option<T>) -> T {
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) {
        if let Some(found) = find() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("it did not come");
}
