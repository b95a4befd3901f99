//! Version and build information, for bug reports.

use std::sync::LazyLock;

use crate::eval::network::Network;
use crate::rules::{self, builtin};

/// The version.
pub const NUMBER: &str = env!("CARGO_PKG_VERSION");

/// Instruction sets for which some functions have faster copies.
#[cfg(target_arch = "x86_64")]
const FASTER: &str = "bmi1, bmi2, lzcnt, popcnt";

/// Whether this processor has them.
#[cfg(target_arch = "x86_64")]
fn has_faster() -> bool {
    std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

/// The instruction sets in use: those the program was compiled for, and those detected at run time.
pub fn instructions() -> String {
    let architecture = std::env::consts::ARCH;
    let vectors = match () {
        () if cfg!(target_feature = "avx512f") => " with avx512",
        () if cfg!(target_feature = "avx2") => " with avx2",
        () => "",
    };
    #[cfg(target_arch = "x86_64")]
    if has_faster() {
        return format!("compiled for {architecture}{vectors}, found {FASTER}");
    }
    format!("compiled for {architecture}{vectors}")
}

/// The commit that the program was built from.
pub fn commit() -> &'static str {
    option_env!("BRANAN_COMMIT").unwrap_or("unknown; a development build")
}

/// How the program was built: the profile, the system and the features.
pub fn build() -> String {
    let profile = if cfg!(debug_assertions) { "development" } else { "release" };
    let library = match () {
        () if cfg!(target_env = "gnu") => " gnu",
        () if cfg!(target_env = "musl") => " musl",
        () if cfg!(target_env = "msvc") => " msvc",
        () => "",
    };
    let features =
        [("board", cfg!(feature = "board")), ("cli", true), ("tune", cfg!(feature = "tune"))];
    let features: Vec<&str> =
        features.into_iter().filter(|(_, on)| *on).map(|(name, _)| name).collect();
    format!("{profile}, {}{library}, features {}", std::env::consts::OS, features.join(" "))
}

/// The distinct names of the networks used by rulesets.
pub fn network_names() -> Vec<&'static str> {
    let mut names: Vec<&str> =
        builtin().iter().filter_map(|ruleset| ruleset.network.as_deref()).collect();
    names.sort_unstable();
    names.dedup();
    names
}

/// The built-in network of this name. `None` if the program has none.
pub fn network(name: &str) -> Option<Network> {
    rules::find(name).and_then(Network::of)
}

/// The version, commit, instruction sets, build, rulesets and networks, one per line. Without
/// `--version` on the command line, only the version: clap asks for this text on every start, and
/// the rest takes time to collect.
pub fn long() -> &'static str {
    if !std::env::args_os().any(|word| word == "--version") {
        return NUMBER;
    }
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let rulesets: Vec<&str> = builtin().iter().map(|ruleset| ruleset.name.as_str()).collect();
        let mut networks = network_names();
        networks.retain(|name| network(name).is_some());
        let lines = [
            NUMBER.to_owned(),
            format!("commit: {}", commit()),
            format!("instructions: {}", instructions()),
            format!("build: {}", build()),
            format!("rulesets: {}", rulesets.join(" ")),
            format!("networks: {}", networks.join(" ")),
        ];
        lines.join("\n")
    });
    &TEXT
}
