//! The program: whether its parts work on this machine, and its speed.

#[cfg(feature = "board")]
use std::net::{Ipv4Addr, TcpListener};
use std::time::{Duration, Instant};

use super::Finding::{self, Fact, Fault, Warning};
use crate::bench::{self, BenchError};
use crate::cli::{spinner, version};

/// The port that `branan board` tries first.
#[cfg(feature = "board")]
const BOARD_PORT: u16 = 7919;

/// Programs that open a link in a browser; `branan board` starts one of them.
#[cfg(feature = "board")]
const OPENERS: [&str; 6] = ["xdg-open", "gio", "gnome-open", "kde-open", "wslview", "open"];

/// Release builds on other machines: nodes per second of `branan bench`, in millions.
const KNOWN: [(f64, &str); 1] = [(2.2, "AMD EPYC (Zen 4), a virtual machine with two cores")];

/// Loads each network and checks its values.
pub fn networks() -> Finding {
    let mut loaded = 0;
    let mut missing = Vec::new();
    let mut checksum = crc32fast::Hasher::new();
    for name in version::network_names() {
        let Some(network) = version::network(name) else {
            missing.push(name);
            continue;
        };
        if let Err(error) = network.check() {
            return Fault(format!("{name}: {error}"));
        }
        loaded += 1;
        checksum.update(&network.encode());
    }
    if loaded == 0 {
        return Fault("none loads".to_owned());
    }
    let linear = match missing[..] {
        [] => String::new(),
        _ => format!("; without one, by the linear evaluation: {}", missing.join(", ")),
    };
    Fact(format!("{loaded} load, checksum {:08x}{linear}", checksum.finalize()))
}

/// Whether the port of `branan board` is free.
#[cfg(feature = "board")]
pub fn port() -> Finding {
    match TcpListener::bind((Ipv4Addr::LOCALHOST, BOARD_PORT)) {
        Ok(_) => Fact(format!("{BOARD_PORT} is free")),
        Err(error) => match TcpListener::bind((Ipv4Addr::LOCALHOST, 0)) {
            Ok(_) => Warning(format!(
                "{BOARD_PORT} cannot be used ({error}); 'branan board' chooses another"
            )),
            Err(error) => Fault(format!("no port can be used: {error}")),
        },
    }
}

/// Whether a program that opens links is installed.
#[cfg(feature = "board")]
pub fn browser() -> Finding {
    if cfg!(windows) {
        return Fact("opened by Windows".to_owned());
    }
    let Some(opener) = OPENERS.iter().find(|name| which::which(name).is_ok()) else {
        return Warning("none found: open the link of 'branan board' yourself".to_owned());
    };
    let display =
        ["DISPLAY", "WAYLAND_DISPLAY"].iter().any(|name| std::env::var_os(name).is_some());
    if cfg!(target_os = "linux") && !display {
        return Warning(format!("{opener} found, but this shell has no display"));
    }
    Fact(format!("opened by {opener}"))
}

/// Repeats the benchmark for `seconds`, and compares its speed with other machines.
pub fn speed(seconds: u32) -> Result<Vec<(&'static str, Finding)>, BenchError> {
    let limit = Duration::from_secs(u64::from(seconds));
    let start = Instant::now();
    let bar = spinner("{spinner} measuring the speed");
    bar.enable_steady_tick(Duration::from_millis(100));
    let mut runs = Vec::new();
    let mut nodes = 0;
    while runs.is_empty() || start.elapsed() < limit {
        let last = bench::run(&mut |_| {})?;
        // "N nodes M nps"
        let mut numbers = last.split(' ').filter_map(|word| word.parse::<u64>().ok());
        nodes = numbers.next().unwrap_or_default();
        runs.push(numbers.next().unwrap_or_default());
    }
    bar.finish_and_clear();
    runs.sort_unstable();
    let million = |nps: u64| nps as f64 / 1e6;
    let mut found = vec![(
        "speed",
        Fact(format!(
            "{:.2} million nodes per second ({:.2} to {:.2} in {} runs of {nodes} nodes)",
            million(runs[runs.len() / 2]),
            million(runs[0]),
            million(runs[runs.len() - 1]),
            runs.len()
        )),
    )];
    if cfg!(debug_assertions) {
        found.push(("", Warning("this is a development build, which is slow".to_owned())));
    }
    found.extend(
        KNOWN
            .iter()
            .map(|(speed, machine)| ("", Fact(format!("for comparison: {speed:.2} on {machine}")))),
    );
    Ok(found)
}
