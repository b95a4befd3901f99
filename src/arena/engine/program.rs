//! Finds engine programs.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use super::spec::SpecError;
use crate::text::nearest;

/// The part of a script in which its first line is looked for, in bytes; Linux reads no more.
const FIRST_LINE: u64 = 256;

/// The path in a form that works from any directory.
pub fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// The absolute path of a program, found in `PATH` or relative to the current directory or the
/// engine's.
///
/// # Errors
/// If there is none. The error says what is in its place.
pub(super) fn find_program(
    number: usize,
    cmd: String,
    dir: Option<&Path>,
) -> Result<PathBuf, SpecError> {
    let path = std::env::var_os("PATH");
    let mut bases: Vec<PathBuf> = std::env::current_dir().into_iter().collect();
    bases.extend(dir.and_then(|dir| Some(bases.first()?.join(dir))));
    let found = bases.iter().find_map(|base| which::which_in(&cmd, path.as_ref(), base).ok());
    if let Some(program) = found {
        return Ok(program);
    }
    // A bare name is looked up in PATH, so a file of the current directory is not meant.
    let names_a_file = cmd.contains(std::path::is_separator);
    let files = [Some(PathBuf::from(&cmd)), dir.map(|dir| dir.join(&cmd))];
    let found = files.into_iter().flatten().find(|file| names_a_file && file.exists());
    let shown = |file: PathBuf| file.display().to_string();
    Err(match found {
        Some(file) if file.is_dir() => SpecError::Directory { number, path: shown(file) },
        Some(file) => SpecError::NotExecutable { number, path: shown(file) },
        None => SpecError::Missing { number, suggestion: similar_program(&cmd), cmd },
    })
}

/// The error on starting a program, in words that say what to do about it.
pub(super) fn explain_start(program: &Path, dir: Option<&Path>, error: io::Error) -> io::Error {
    let reason = match error.kind() {
        io::ErrorKind::NotFound => missing_part(program, dir),
        _ if is_no_program(&error) => {
            "it is neither a program for this system nor a script that begins with a line like #!/bin/sh"
                .to_owned()
        }
        _ => return error,
    };
    io::Error::new(error.kind(), reason)
}

/// What is missing to start a program, when the system finds no file.
fn missing_part(program: &Path, dir: Option<&Path>) -> String {
    if let Some(dir) = dir.filter(|dir| !dir.is_dir()) {
        return format!("its working directory {} is missing", dir.display());
    }
    if !program.exists() {
        return format!("{} is missing", program.display());
    }
    match interpreter(program) {
        Some(name) if name.ends_with('\r') => {
            format!(
                "its interpreter {name:?} is missing: the script has Windows line ends; remove them"
            )
        }
        Some(name) => format!(
            "its interpreter {name:?} is missing; install it, or correct the first line of the script"
        ),
        None => {
            "the loader that it needs is missing; it may be built for another system".to_owned()
        }
    }
}

/// The interpreter that the first line of a script names.
fn interpreter(script: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    File::open(script).ok()?.take(FIRST_LINE).read_to_end(&mut bytes).ok()?;
    let line = bytes.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    line.trim_start_matches([' ', '\t']).split([' ', '\t']).next().map(str::to_owned)
}

/// Whether the system cannot run a file of this kind.
#[cfg(unix)]
fn is_no_program(error: &io::Error) -> bool {
    error.raw_os_error() == Some(rustix::io::Errno::NOEXEC.raw_os_error())
}

#[cfg(not(unix))]
fn is_no_program(_: &io::Error) -> bool {
    false
}

/// A program with the same name that is not in `PATH`: this one, or a file of the working directory.
fn same_name_elsewhere(name: &str) -> Option<String> {
    let own =
        std::env::current_exe().ok().filter(|own| own.file_stem().is_some_and(|own| own == name));
    let here = Path::new(".").join(name);
    own.or_else(|| here.is_file().then_some(here)).map(|path| path.display().to_string())
}

/// A program with the same name elsewhere, or with a similar one in the same directory or in `PATH`.
fn similar_program(cmd: &str) -> Option<String> {
    let path = Path::new(cmd);
    let file = path.file_name()?.to_str()?;
    if let Some(elsewhere) = same_name_elsewhere(cmd) {
        return Some(elsewhere);
    }
    let directories: Vec<PathBuf> = match path.parent() {
        Some(parent) if parent != Path::new("") => vec![parent.to_owned()],
        _ => std::env::split_paths(&std::env::var_os("PATH")?).collect(),
    };
    let names: Vec<String> = directories
        .iter()
        .filter_map(|directory| directory.read_dir().ok())
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name != file)
        .collect();
    let best = nearest(file, names.iter().map(String::as_str))?;
    match path.parent() {
        Some(parent) if parent != Path::new("") => Some(parent.join(best).display().to_string()),
        _ => Some(best.to_owned()),
    }
}
