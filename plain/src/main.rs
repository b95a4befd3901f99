//! Checks certificates from the shell: `branan-verify FILE`.

use std::path::Path;
use std::process::ExitCode;

use branan_plain::certificate::{load, verify};

/// Exit code of a command that could not be carried out.
const EXIT_USAGE: u8 = 2;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let [path] = &arguments[..] else {
        eprintln!("usage: branan-verify FILE");
        return ExitCode::from(EXIT_USAGE);
    };
    let name = path.display();
    let bytes = match load(Path::new(path)) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("branan-verify: {name}: {error}");
            return ExitCode::from(EXIT_USAGE);
        }
    };
    match verify(&bytes, &|_| {}) {
        Ok(verified) => {
            println!("verified: {verified}");
            ExitCode::SUCCESS
        }
        Err(refusal) => {
            eprintln!("branan-verify: {name} proves nothing: {refusal}");
            ExitCode::FAILURE
        }
    }
}
