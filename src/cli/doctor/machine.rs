//! The machine: its system, processor and memory.

use std::env::consts;
use std::fs;
use std::process::Command;
use std::thread::available_parallelism;

use super::Finding::{self, Fact, Warning};

const UNKNOWN: &str = "unknown";

/// The value of the first line that starts with `key`, after the separator.
fn field(text: &str, key: &str, separator: char) -> Option<String> {
    let line = text.lines().find(|line| line.starts_with(key))?;
    let value = line.split_once(separator)?.1.trim().trim_matches('"');
    (!value.is_empty()).then(|| value.to_owned())
}

/// A file's text, trimmed.
fn read(path: &str) -> Option<String> {
    fs::read_to_string(path).ok().map(|text| text.trim().to_owned())
}

/// A value of macOS's `sysctl`.
fn sysctl(name: &str) -> Option<String> {
    if !cfg!(target_os = "macos") {
        return None;
    }
    let output = Command::new("sysctl").args(["-n", name]).output().ok()?;
    String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
}

/// The operating system.
pub fn system() -> String {
    let name = read("/etc/os-release").and_then(|text| field(&text, "PRETTY_NAME=", '='));
    let kernel = read("/proc/sys/kernel/osrelease").or_else(|| sysctl("kern.osproductversion"));
    let parts = [Some(format!("{} {}", consts::OS, consts::ARCH)), name, kernel];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The name of the processor.
pub fn processor() -> String {
    read("/proc/cpuinfo")
        // Linux on ARM reports no name.
        .and_then(|text| {
            field(&text, "model name", ':')
                .or_else(|| field(&text, "CPU part", ':').map(|part| format!("part {part}")))
        })
        .or_else(|| sysctl("machdep.cpu.brand_string"))
        .or_else(|| std::env::var("PROCESSOR_IDENTIFIER").ok())
        .unwrap_or_else(|| UNKNOWN.to_owned())
}

/// The average number of busy threads over the last minute.
fn load() -> Option<f64> {
    let text = read("/proc/loadavg").or_else(|| sysctl("vm.loadavg"))?;
    text.trim_start_matches('{').split_whitespace().next()?.parse().ok()
}

/// The number of cores, and their load.
pub fn cores() -> Finding {
    let Ok(cores) = available_parallelism() else { return Fact(UNKNOWN.to_owned()) };
    match load() {
        None => Fact(format!("{cores}, load unknown")),
        Some(load) if load < 0.5 * cores.get() as f64 => Fact(format!("{cores}, load {load:.2}")),
        Some(load) => Warning(format!(
            "{cores}, load {load:.2}: the machine is busy, so this program is slower"
        )),
    }
}

/// A value of `/proc/meminfo`, in MiB.
fn mebibytes(text: &str, key: &str) -> Option<u64> {
    let value = field(text, key, ':')?;
    value.strip_suffix(" kB")?.trim().parse::<u64>().ok().map(|kibibytes| kibibytes / 1024)
}

/// The total and free memory.
pub fn memory() -> Finding {
    let info = read("/proc/meminfo").unwrap_or_default();
    if let (Some(all), Some(free)) =
        (mebibytes(&info, "MemTotal:"), mebibytes(&info, "MemAvailable:"))
    {
        return Fact(format!("{all} MiB, {free} MiB free"));
    }
    let bytes = sysctl("hw.memsize").and_then(|text| text.parse::<u64>().ok());
    Fact(bytes.map_or_else(|| UNKNOWN.to_owned(), |bytes| format!("{} MiB", bytes >> 20)))
}

/// Whether large tables can use large pages.
pub fn large_pages() -> Finding {
    if !cfg!(target_os = "linux") {
        return Fact("not used on this system".to_owned());
    }
    let setting = read("/sys/kernel/mm/transparent_hugepage/enabled").unwrap_or_default();
    let chosen = setting.split_once('[').and_then(|(_, rest)| rest.split_once(']'));
    match chosen.map(|(word, _)| word) {
        Some(word @ ("always" | "madvise")) => Fact(format!("yes ({word})")),
        Some(word) => {
            Warning(format!("no: transparent_hugepage is '{word}'; large tables are slower"))
        }
        None => Warning("no: the kernel has no transparent_hugepage".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_found_by_their_beginning() {
        let text = "processor\t: 0\nmodel name\t: Some CPU @ 2 GHz\nempty\t:\n";
        assert_eq!(field(text, "model name", ':').as_deref(), Some("Some CPU @ 2 GHz"));
        assert_eq!(field(text, "empty", ':'), None);
        assert_eq!(field(text, "cache", ':'), None);
        assert_eq!(field("PRETTY_NAME=\"Debian\"", "PRETTY_NAME=", '=').as_deref(), Some("Debian"));
    }

    #[test]
    fn memory_is_read_in_mebibytes() {
        let text = "MemTotal:       24672104 kB\nMemFree: none\n";
        assert_eq!(mebibytes(text, "MemTotal:"), Some(24093));
        assert_eq!(mebibytes(text, "MemFree:"), None);
    }
}
