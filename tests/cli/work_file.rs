//! The file in which `branan solve` keeps its work.

#[cfg(target_os = "linux")]
use std::io::{BufRead, BufReader};
#[cfg(target_os = "linux")]
use std::process::{Command, Stdio};

#[cfg(target_os = "linux")]
use crate::program::catches_interrupts;
use crate::program::{error, output};

/// Starts a long proof that saves its work continuously.
#[cfg(target_os = "linux")]
fn start_long_proof(work: &std::path::Path) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(["solve", "--variant", "brandubh-nielsen", "--hash", "4", "--threads", "2"])
        .args(["--save-every", "0.05", "--resume"])
        .arg(work)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn work_on_a_proof_survives_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("nielsen.work");
    let resumed = |arguments: &[&str]| {
        let work = work.display().to_string();
        let all = [&["solve", "--variant", "brandubh-nielsen", "--resume", &work], arguments];
        output(&all.concat())
    };
    let nodes = |text: &str| -> u64 {
        let last = text.lines().last().unwrap();
        last.split(' ').next().unwrap().parse().unwrap()
    };
    let mut before = 0;
    for _ in 0..3 {
        let mut solver = start_long_proof(&work);
        // Waits until it has written the file and started to write it again.
        let modified = || std::fs::metadata(&work).and_then(|data| data.modified()).ok();
        let first = modified();
        while modified() == first {
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        std::thread::sleep(std::time::Duration::from_millis(70));
        solver.kill().unwrap();
        solver.wait().unwrap();
        let after = nodes(&resumed(&["--nodes", "1"]));
        assert!(after > before + 1, "{before} {after}");
        before = after;
    }

    let solver = start_long_proof(&work);
    while !catches_interrupts(solver.id()) {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let id = rustix::process::Pid::from_child(&solver);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    let interrupted = solver.wait_with_output().unwrap();
    assert_eq!(interrupted.status.code(), Some(130));
    let text = String::from_utf8(interrupted.stdout).unwrap();
    assert!(nodes(&text) >= before, "{text}");
    assert_eq!(nodes(&resumed(&["--nodes", "10"])), nodes(&text) + 10);
}

#[cfg(target_os = "linux")]
#[test]
fn one_process_at_a_time_works_on_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink("work", &link).unwrap();
    let mut solver = start_long_proof(&work);
    while !work.exists() {
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    let link = link.display().to_string();
    let again = ["solve", "--variant", "brandubh-nielsen", "--nodes", "1", "--resume", &link];
    let said = error(&again);
    assert!(said.contains("another process uses it"), "{said}");
    solver.kill().unwrap();
    solver.wait().unwrap();
    assert!(output(&again).starts_with("unknown"));
    assert!(!folder.path().join("work.lock").exists());
}

#[test]
fn work_on_another_proof_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work").display().to_string();
    let ard_ri = ["solve", "--variant", "ard-ri", "--nodes", "500", "--resume", &work];
    assert!(output(&ard_ri).starts_with("unknown"));
    for other in [&["--rule", "KingMove=step"], &["--moves", "d2g2"]] {
        let said = error(&[&ard_ri[..], other].concat());
        assert!(said.contains("about another game: ard-ri"), "{said}");
    }
    std::fs::write(&work, "something else").unwrap();
    assert!(error(&ard_ri).contains("not the work of a solver"));
    assert!(error(&["solve", "--save-every", "5"]).contains("--resume"));
    assert!(error(&["solve", "--threads", "0"]).contains("'0'"));
    assert!(
        error(&["solve", "--resume", &folder.path().display().to_string()]).contains("directory")
    );
}

#[test]
fn a_file_that_cannot_be_written_is_refused_before_the_proof() {
    for option in ["--resume", "--certificate"] {
        let said = error(&["solve", "--variant", "ard-ri", option, "no/such/folder/file"]);
        assert!(said.contains("no/such/folder/file"), "{said}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_proof_goes_on_while_its_work_cannot_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let work = folder.path().join("work");
    let mut solver = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(["solve", "--variant", "brandubh-nielsen", "--hash", "4", "--save-every", "0.05"])
        .arg("--resume")
        .arg(&work)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    while !work.exists() {
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    // A folder in its place stops the new file. A save may come between.
    while std::fs::create_dir(&work).is_err() {
        let _ = std::fs::remove_file(&work);
    }
    let mut told = BufReader::new(solver.stderr.take().unwrap()).lines();
    let warned = told.find(|line| line.as_ref().unwrap().contains("the proof goes on"));
    assert!(warned.is_some());
    std::fs::remove_dir(&work).unwrap();
    let id = rustix::process::Pid::from_child(&solver);
    rustix::process::kill_process(id, rustix::process::Signal::INT).unwrap();
    drop(told);
    assert_eq!(solver.wait_with_output().unwrap().status.code(), Some(130));
    let work = work.display().to_string();
    let text =
        output(&["solve", "--variant", "brandubh-nielsen", "--resume", &work, "--nodes", "1"]);
    assert!(text.starts_with("unknown"), "{text}");
}
