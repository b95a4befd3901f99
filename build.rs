//! Passes the commit of a release build to the program.

use std::path::Path;
use std::process::Command;

/// The output of `git`, or `None` if it fails.
fn git(arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then(|| text.trim().to_owned())
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // Development builds would be recompiled after every commit.
    if std::env::var("PROFILE").as_deref() != Ok("release") {
        return;
    }
    // A packaged source may lie inside another repository.
    let here = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let top = git(&["rev-parse", "--show-toplevel"]).unwrap_or_default();
    let real = |path: &str| Path::new(path).canonicalize().ok();
    if real(&here).is_none() || real(&here) != real(&top) {
        return;
    }
    for file in ["HEAD", "logs/HEAD"] {
        if let Some(path) = git(&["rev-parse", "--git-path", file]) {
            println!("cargo::rerun-if-changed={path}");
        }
    }
    if let Some(commit) = git(&["rev-parse", "--short=12", "HEAD"]) {
        println!("cargo::rustc-env=BRANAN_COMMIT={commit}");
    }
}
