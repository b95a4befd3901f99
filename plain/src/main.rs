//! Checks certificates from the shell: `branan-verify FILE`.

use std::path::Path;
use std::process::ExitCode;

use branan_plain::certificate::{LoadError, load, verify};

/// Exit code for a usage or I/O error.
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
        Err(LoadError::Io(error)) => {
            eprintln!("branan-verify: {name}: {error}");
            return ExitCode::from(EXIT_USAGE);
        }
        Err(LoadError::Refused(refusal)) => {
            eprintln!("branan-verify: {name} proves nothing: {refusal}");
            return ExitCode::FAILURE;
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
