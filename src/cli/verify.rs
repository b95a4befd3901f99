//! `branan verify`: checks a certificate.

use std::path::PathBuf;
use std::time::Instant;

use branan_plain::certificate::{LoadError, load, verify};
use clap::{Args, ValueHint};

use super::{CliError, print, spinner};

const NOTES: &str = "\
A certificate holds an answer to everything the other side can do. It is checked by a board of its own, \
which shares no code with the solver: each answer must be legal, and each reply to it must lead to \
another position of the certificate, nearer to the end where a win is claimed. Exit code 0 means that \
the claim holds, 1 that it does not.

Example:
  branan solve --variant ard-ri --certificate ard-ri.proof
  branan verify ard-ri.proof";

/// The arguments of `branan verify`.
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(super) struct VerifyArgs {
    /// The certificate
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    file: PathBuf,
}

impl VerifyArgs {
    /// Checks the certificate and prints the proven result.
    pub fn run(&self) -> Result<(), CliError> {
        let start = Instant::now();
        let path = || self.file.clone();
        let bytes = load(&self.file).map_err(|error| match error {
            LoadError::Io(source) => CliError::Read { path: path(), source },
            LoadError::Refused(refusal) => CliError::Refused { path: path(), refusal },
        })?;
        let bar = spinner("{spinner} {pos} positions checked");
        let verified = verify(&bytes, &|checked| bar.set_position(checked));
        bar.finish_and_clear();
        let verified = verified.map_err(|refusal| CliError::Refused { path: path(), refusal })?;
        let seconds = start.elapsed().as_secs_f64();
        print(&format!("verified: {verified}\n{} bytes, {seconds:.2} s", bytes.len()))
    }
}
