//! Runs the program.

use std::process::{Command, Stdio};

/// Runs the program with arguments and no input, and returns its exit code and what it wrote.
pub fn branan(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code(), text(output.stdout), text(output.stderr))
}
