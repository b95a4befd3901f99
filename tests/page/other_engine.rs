//! Another engine plays, while our own program supplies the rules.
#![cfg(unix)]

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use branan::page::PageSettings;
use rustix::process::{Pid, Signal};

use crate::client::{Server, ask, hear, say, within};

/// A server whose engine is a shell script.
fn server(script: &str) -> Server {
    let command = format!("sh -c '{script}'");
    Server::with(PageSettings { engine: Some(command.parse().unwrap()), ..PageSettings::default() })
}

#[test]
fn another_engine_is_spoken_to_and_ends_with_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("process");
    let server = server(&format!(
        "echo $$ > {}; while read line; do echo \"got $line\"; done; sleep 1000",
        file.display()
    ));
    let mut page = server.page("engine");
    say(&mut page, "go depth 3\nbench\nsetoption name Debug Log File value x\nisready");
    let lines = hear(&mut page, "got isready");
    assert!(lines.contains(&"got go depth 3".to_owned()), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("got bench")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains("got setoption")), "{lines:?}");
    let process = std::fs::read_to_string(&file).unwrap();
    let runs = || Path::new("/proc").join(process.trim()).exists();
    if cfg!(target_os = "linux") {
        assert!(runs());
    }
    drop(page);
    assert!(within(Duration::from_secs(20), || !runs()));
    // Rules do not come from the other engine.
    let lines = ask(&mut server.page("rules"), "rules");
    assert!(lines.contains(&"Side: 7".to_owned()), "{lines:?}");
}

#[test]
fn an_engine_that_reads_nothing_ends_with_its_page() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("process");
    let server = server(&format!("echo $$ > {}; exec sleep 1000", file.display()));
    let mut page = server.page("engine");
    // More than a pipe holds.
    let moves = " a1a2".repeat(10_000);
    say(&mut page, &format!("position startpos moves{moves}\n").repeat(10));
    let process = || std::fs::read_to_string(&file).unwrap_or_default();
    assert!(within(Duration::from_secs(20), || process().ends_with('\n')));
    let runs = || Path::new("/proc").join(process().trim()).exists();
    if cfg!(target_os = "linux") {
        assert!(runs());
    }
    drop(page);
    assert!(within(Duration::from_secs(20), || !runs()));
}

#[test]
fn an_engine_that_goes_on_without_input_ends_with_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("process");
    let engine = format!("sh -c 'echo $$ > {}; exec sleep 1000'", file.display());
    let mut program = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(["board", "--port", "0", "--no-open", "--engine", &engine])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut link = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut link).unwrap();
    let server = Server::at(link.trim_end());
    let page = server.page("engine");
    let process = || std::fs::read_to_string(&file).unwrap_or_default();
    assert!(within(Duration::from_secs(20), || process().ends_with('\n')));
    let id = Pid::from_child(&program);
    rustix::process::kill_process(id, Signal::INT).unwrap();
    assert!(program.wait().unwrap().success());
    let runs = || Path::new("/proc").join(process().trim()).exists();
    assert!(within(Duration::from_secs(20), || !runs()));
    drop(page);
}

#[test]
fn an_engine_that_ends_closes_its_page() {
    let server = server("exit 3");
    let mut page = server.page("engine");
    let lines = hear(&mut page, "info string error");
    assert!(lines.last().unwrap().contains("the engine has ended"), "{lines:?}");
}
