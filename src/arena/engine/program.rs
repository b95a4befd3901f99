//! Finds engine programs.

use std::path::{Path, PathBuf};

use crate::text::nearest;

/// The path in a form that works from any directory.
pub fn absolute(path: &Path) -> String {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned()).display().to_string()
}

/// The absolute path of a program, found in `PATH` or relative to the current directory or the
/// engine's.
pub(super) fn find_program(cmd: &str, dir: Option<&Path>) -> Option<PathBuf> {
    let here = std::env::current_dir().ok()?;
    let path = std::env::var_os("PATH");
    let look_from = |base: &Path| which::which_in(cmd, path.as_ref(), base).ok();
    look_from(&here).or_else(|| look_from(&here.join(dir?)))
}

/// A program with the same name that is not in `PATH`: this one, or a file of the working directory.
fn same_name_elsewhere(name: &str) -> Option<String> {
    let own =
        std::env::current_exe().ok().filter(|own| own.file_stem().is_some_and(|own| own == name));
    let here = Path::new(".").join(name);
    own.or_else(|| here.is_file().then_some(here)).map(|path| path.display().to_string())
}

/// A program with the same name elsewhere, or with a similar one in the same directory or in `PATH`.
pub(super) fn similar_program(cmd: &str) -> Option<String> {
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
        .collect();
    let best = nearest(file, names.iter().map(String::as_str))?;
    match path.parent() {
        Some(parent) if parent != Path::new("") => Some(parent.join(best).display().to_string()),
        _ => Some(best.to_owned()),
    }
}
