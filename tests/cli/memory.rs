//! The program's memory use in a long session.

use std::fs::read_to_string;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The program, started by a host.
struct Host {
    process: Child,
    input: ChildStdin,
    output: Lines<BufReader<ChildStdout>>,
}

impl Host {
    fn start() -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_branan"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap()).lines();
        Self { process, input, output }
    }

    /// Sends a line, and reads up to the first line that begins with `answer`.
    fn ask(&mut self, line: &str, answer: &str) -> Vec<String> {
        writeln!(self.input, "{line}").unwrap();
        let mut lines = Vec::new();
        loop {
            lines.push(self.output.next().unwrap().unwrap());
            if lines.last().unwrap().starts_with(answer) {
                return lines;
            }
        }
    }

    /// Sends a line other than a search, and returns its output.
    fn set(&mut self, line: &str) -> Vec<String> {
        let mut lines = self.ask(&format!("{line}\nisready"), "readyok");
        lines.pop();
        lines
    }

    /// The resident memory of the process, in MiB.
    fn resident(&self) -> usize {
        let status = read_to_string(format!("/proc/{}/status", self.process.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<usize>().unwrap() >> 10
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn a_new_game_does_not_write_an_unused_table() {
    let mut host = Host::start();
    host.set("setoption name Hash value 1024");
    host.set("ucinewgame");
    assert!(host.resident() < 256, "{} MiB", host.resident());
}

#[test]
fn a_proof_takes_the_place_of_the_table_of_searches() {
    let mut host = Host::start();
    host.set("setoption name UCI_Variant value copenhagen");
    host.set("setoption name Hash value 256");
    host.ask("go nodes 20000", "bestmove");
    host.ask("solve", "info string solving");
    assert!(host.resident() < 400, "{} MiB", host.resident());
    host.ask("stop", "solved unknown");
    let again = host.ask("go nodes 20000", "bestmove");
    assert!(again.iter().any(|line| line.contains(" hashfull ")), "{again:?}");
    assert!(host.resident() < 400, "{} MiB", host.resident());
}

#[test]
fn a_table_above_the_memory_of_the_machine_is_refused() {
    let info = read_to_string("/proc/meminfo").unwrap();
    let total = info.lines().find_map(|line| line.strip_prefix("MemTotal:")).unwrap();
    let total = total.trim().trim_end_matches(" kB").parse::<usize>().unwrap() >> 10;
    if total >= 65536 {
        return;
    }
    let mut host = Host::start();
    let nodes = |lines: &[String]| {
        let last = lines[lines.len() - 2].split(' ').skip_while(|word| *word != "nodes").nth(1);
        last.unwrap().parse::<u64>().unwrap()
    };
    let first = nodes(&host.ask("go depth 8", "bestmove"));
    let lines = host.set("setoption name Hash value 65536");
    assert!(lines[0].starts_with("info string error: 65536 MiB is more than the "), "{lines:?}");
    // The results of the first search are still in the table.
    let second = nodes(&host.ask("go depth 8", "bestmove"));
    assert!(second < first, "{second} {first}");
}
