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
