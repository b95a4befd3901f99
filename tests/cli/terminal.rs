//! The program in an interactive terminal.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::process::{Command, Stdio};

use rustix::ioctl::{Getter, Setter, ioctl, opcode};

use crate::program::branan;

/// A pseudoterminal: the user's end and the program's end.
fn terminal() -> (File, File) {
    let open = |path: &str| OpenOptions::new().read(true).write(true).open(path);
    let keyboard = open("/dev/ptmx").unwrap();
    // SAFETY: TIOCSPTLCK reads an int, TIOCGPTN writes an unsigned one.
    let number = unsafe {
        ioctl(&keyboard, Setter::<{ opcode::write::<i32>(b'T', 0x31) }, i32>::new(0)).unwrap();
        ioctl(&keyboard, Getter::<{ opcode::read::<u32>(b'T', 0x30) }, u32>::new()).unwrap()
    };
    let screen = open(&format!("/dev/pts/{number}")).unwrap();
    (keyboard, screen)
}

/// Runs the program in a terminal until it has read `quit`. Returns its output and errors.
fn in_terminal(arguments: &[&str]) -> (String, String) {
    let (mut keyboard, screen) = terminal();
    keyboard.write_all(b"quit\n").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_branan"))
        .args(arguments)
        .stdin(Stdio::from(screen))
        .output()
        .unwrap();
    assert!(output.status.success());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (text(output.stdout), text(output.stderr))
}

#[test]
fn people_in_a_terminal_are_told_what_to_type() {
    let (answers, messages) = in_terminal(&[]);
    assert_eq!(answers, "");
    assert_eq!(messages.lines().count(), 2, "{messages}");
    for part in ["Branán", "'branan board'", "'help'", "'quit'"] {
        assert!(messages.contains(part), "{part}: {messages}");
    }
}

#[test]
fn hosts_are_told_nothing() {
    let (code, answers, messages) = branan(&[]);
    assert_eq!((code, answers.as_str(), messages.as_str()), (Some(0), "", ""));
    let (_, messages) = in_terminal(&["--protocol", "uci"]);
    assert_eq!(messages, "");
}
