//! Runs the program.

use std::process::{Command, Stdio};

/// Runs the program without input. Returns its exit code, output and errors.
pub fn branan(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// The error message of a failing command.
pub fn error(arguments: &[&str]) -> String {
    let (code, text, errors) = branan(arguments);
    assert_eq!(code, Some(2), "{arguments:?}: {errors}");
    assert!(text.is_empty(), "{arguments:?}: {text}");
    errors
}

/// The output of a successful command.
pub fn output(arguments: &[&str]) -> String {
    let (code, text, errors) = branan(arguments);
    assert_eq!(code, Some(0), "{arguments:?}: {text}");
    assert!(errors.is_empty(), "{arguments:?}");
    text
}

/// Whether a process handles interrupts.
#[cfg(target_os = "linux")]
pub fn catches_interrupts(process: u32) -> bool {
    const INTERRUPT: u64 = 1 << 1;
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or_default();
    u64::from_str_radix(caught.trim(), 16).is_ok_and(|signals| signals & INTERRUPT != 0)
}
