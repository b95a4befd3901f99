//! The choice of protocol: by option, or by the first line of input.

use std::process::{Command, Stdio};

use crate::program::branan;
use crate::user_rulesets::ARD_RI;

#[test]
fn the_protocol_is_told_from_the_first_line() {
    let speak = |arguments: &[&str], input: &str| {
        use std::io::Write as _;
        let mut process = Command::new(env!("CARGO_BIN_EXE_branan"))
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        process.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        String::from_utf8(process.wait_with_output().unwrap().stdout).unwrap()
    };
    let game = format!("rules {ARD_RI}\nposition x\ngoodbye\n");
    for arguments in [&[][..], &["--protocol", "opentafl", "--hash", "1", "--threads", "1"]] {
        let text = speak(arguments, &game);
        assert!(text.starts_with("hello\nstatus "), "{text}");
    }
    assert_eq!(speak(&["--protocol", "opentafl"], ""), "hello\n");
    assert_eq!(speak(&[], "\nisready\nquit\n"), "readyok\n");
    assert_eq!(speak(&[], "rules\nquit\n"), speak(&["--protocol", "uci"], "rules\nquit\n"));
    assert!(speak(&["--protocol", "uci"], &game).contains("'rules' takes no 'dim:7'"));
    for arguments in [
        &["--hash", "4"][..],
        &["--protocol", "uci", "--threads", "2"],
        &["--protocol", "opentafl", "bench"],
        &["--protocol", "xboard"],
    ] {
        assert_eq!(branan(arguments).0, Some(2), "{arguments:?}");
    }
}
