//! Runs `branan match` with scripted engines.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

/// No match of a test may take longer, however busy the machine is.
const LIMIT: Duration = Duration::from_secs(60);

/// The scripted engine, which Cargo builds along with the tests.
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

/// What a run of the program left.
pub struct Output {
    pub code: Option<i32>,
    pub stdout: String,
    pub stderr: String,
    pub wall: Duration,
}

impl Output {
    /// The events of `--json` output of one kind.
    pub fn events(&self, kind: &str) -> Vec<Value> {
        let lines = self.stdout.lines();
        let events = lines.map(|line| serde_json::from_str::<Value>(line).expect(line));
        events.filter(|event| event["event"] == kind).collect()
    }

    /// The last event, which tells how the match ended.
    pub fn end(&self) -> Value {
        let ends = self.events("end");
        assert_eq!(ends.len(), 1, "{}\n{}", self.stdout, self.stderr);
        ends[0].clone()
    }
}

/// A running program whose output goes to files, so that it never waits for a reader.
pub struct Running {
    pub child: Child,
    folder: tempfile::TempDir,
    start: Instant,
}

/// Starts the program.
pub fn start(args: &[String], stdin: Stdio) -> Running {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| std::fs::File::create(folder.path().join(name)).unwrap();
    let child = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(args)
        .stdin(stdin)
        .stdout(file("out"))
        .stderr(file("err"))
        .spawn()
        .unwrap();
    Running { child, folder, start: Instant::now() }
}

impl Running {
    /// What it has printed so far.
    pub fn stdout(&self) -> String {
        read(self.folder.path(), "out")
    }

    /// Waits for its end, and fails the test if that does not come.
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

/// `branan match` with the engines and further words.
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
