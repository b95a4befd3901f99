//! Engines that cannot be started, and those that must be ended with the program.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, test_kill_process};

use crate::program::start_in;

/// Writes a script.
fn script(folder: &Path, name: &str, text: &str, mode: u32) -> PathBuf {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(mode)).unwrap();
    path
}

fn words(text: &str) -> Vec<String> {
    shlex::split(text).unwrap()
}

#[test]
fn the_reason_why_an_engine_cannot_be_started_is_given() {
    let folder = tempfile::tempdir().unwrap();
    script(folder.path(), "plain", "#!/bin/sh\n", 0o644);
    script(folder.path(), "orphan", "#! /no/such/shell -x\n", 0o755);
    script(folder.path(), "windows", "#!/bin/sh\r\n", 0o755);
    script(folder.path(), "text", "uciok\n", 0o755);
    std::fs::create_dir(folder.path().join("engines")).unwrap();
    for (cmd, reason) in [
        ("./plain", "\"./plain\" is not executable; if it is the engine, run: chmod +x ./plain"),
        ("./engines", "\"./engines\" is a directory; name the program in it"),
        ("engines/", "\"engines/\" is a directory; name the program in it"),
        ("./orphan", "its interpreter \"/no/such/shell\" is missing; install it"),
        (
            "./windows",
            "its interpreter \"/bin/sh\\r\" is missing: the script has Windows line ends",
        ),
        ("./text", "neither a program for this system nor a script"),
        ("./plaim", "no program \"./plaim\" (did you mean \"./plain\"?)"),
    ] {
        for command in ["check-engine ENGINE", "match --each st=1 --engine ENGINE --engine cmd=sh"]
        {
            let args = words(&command.replace("ENGINE", &format!("cmd={cmd}")));
            let output = start_in(folder.path(), &args, Stdio::null()).wait();
            assert_ne!(output.code, Some(0), "{cmd}");
            let said = output.stdout + &output.stderr;
            assert!(said.contains(reason), "{command} {cmd}: {said}");
        }
    }
}

/// The process whose number is in a file, once it is there.
fn process(file: &Path) -> Pid {
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let text = std::fs::read_to_string(file).unwrap_or_default();
        if let Some(id) = text.strip_suffix('\n') {
            return Pid::from_raw(id.parse().unwrap()).unwrap();
        }
        assert!(Instant::now() < deadline, "the engine does not start");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Whether a process is running; a zombie is not.
fn runs(id: Pid) -> bool {
    if cfg!(target_os = "linux") {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", id.as_raw_nonzero()));
        let stat = stat.unwrap_or_default();
        return stat
            .rsplit(')')
            .next()
            .is_some_and(|rest| !rest.is_empty() && !rest.starts_with(" Z"));
    }
    test_kill_process(id).is_ok()
}

/// Waits until a process has ended, which takes a moment after it was killed.
fn ends(id: Pid) -> bool {
    let deadline = Instant::now() + Duration::from_secs(10);
    while runs(id) && Instant::now() < deadline {
        std::thread::sleep(Duration::from_millis(5));
    }
    !runs(id)
}

#[test]
fn an_interrupted_command_leaves_no_engine_behind() {
    let folder = tempfile::tempdir().unwrap();
    let engine =
        script(folder.path(), "hung", "#!/bin/sh\necho $$ > \"$1\"\nexec sleep 300\n", 0o755);
    for (number, (command, signal)) in [
        ("check-engine ENGINE", Signal::INT),
        ("check-engine ENGINE", Signal::TERM),
        ("book --variant brandubh --output book.txt --engine ENGINE", Signal::TERM),
        ("match --startup 100 --each st=1 --engine ENGINE --engine cmd=sh", Signal::TERM),
    ]
    .into_iter()
    .enumerate()
    {
        let file = folder.path().join(number.to_string());
        let cmd = format!("cmd={} args={}", engine.display(), file.display());
        let args = words(&command.replace("ENGINE", &cmd));
        let running = start_in(folder.path(), &args, Stdio::null());
        let hung = process(&file);
        kill_process(Pid::from_child(&running.child), signal).unwrap();
        let output = running.wait();
        assert!(output.wall < Duration::from_secs(8), "{command}: {:?}", output.wall);
        assert_ne!(output.code, Some(0), "{command}");
        assert!(ends(hung), "{command} leaves its engine running");
    }
    assert!(!folder.path().join("book.txt").exists());
}
