//! What exactly this program is, for reports of faults.

use std::sync::LazyLock;

/// The instructions of which faster copies of some functions make use.
#[cfg(target_arch = "x86_64")]
const FASTER: &str = "bmi1, bmi2, lzcnt, popcnt";

/// Whether this machine has them.
#[cfg(target_arch = "x86_64")]
fn has_faster() -> bool {
    std::arch::is_x86_feature_detected!("bmi1")
        && std::arch::is_x86_feature_detected!("bmi2")
        && std::arch::is_x86_feature_detected!("lzcnt")
        && std::arch::is_x86_feature_detected!("popcnt")
}

/// The instructions in use: those of the processor the program was compiled for, and those it found.
fn instructions() -> String {
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

/// The version, the commit it was built from, and the instructions in use, on a line each.
pub fn long() -> &'static str {
    static TEXT: LazyLock<String> = LazyLock::new(|| {
        let commit = option_env!("BRANAN_COMMIT").unwrap_or("unknown; a development build");
        let version = env!("CARGO_PKG_VERSION");
        format!("{version}\ncommit: {commit}\ninstructions: {}", instructions())
    });
    &TEXT
}
