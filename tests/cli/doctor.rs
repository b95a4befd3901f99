//! `branan doctor`.

use std::net::TcpListener;

use crate::program::branan;

/// The text after a label.
fn value<'a>(report: &'a str, name: &str) -> &'a str {
    let line = report.lines().find(|line| line.split_whitespace().next() == Some(name));
    line.unwrap_or_else(|| panic!("{name}: {report}"))[name.len()..].trim()
}

#[test]
fn the_doctor_reports_each_part() {
    let (code, report, errors) = branan(&["doctor", "--seconds", "0"]);
    assert_eq!(code, Some(0), "{report}{errors}");
    for name in ["program", "build", "system", "processor", "cores", "memory", "large", "browser"] {
        assert!(!value(&report, name).is_empty(), "{name}: {report}");
    }
    assert!(value(&report, "instructions").contains(std::env::consts::ARCH), "{report}");
    let networks = value(&report, "networks");
    assert!(networks.contains(" load, checksum "), "{report}");
    assert!(!report.contains("nodes per second"), "{report}");
}

#[test]
fn a_taken_port_is_no_fault() {
    // Whether or not this bind succeeds, the port is now in use.
    let _taken = TcpListener::bind("127.0.0.1:7919");
    let (code, report, _) = branan(&["doctor", "--seconds", "0"]);
    assert_eq!(code, Some(0), "{report}");
    assert!(value(&report, "port").contains("'branan board' chooses another"), "{report}");
}

#[test]
fn the_speed_stands_beside_that_of_other_machines() {
    let (code, report, _) = branan(&["doctor", "--seconds", "1"]);
    assert_eq!(code, Some(0), "{report}");
    let speed = value(&report, "speed");
    let number: f64 = speed.split(' ').next().unwrap().parse().unwrap();
    assert!(number > 0.0 && speed.contains("million nodes per second"), "{report}");
    assert!(report.contains("for comparison: "), "{report}");
}
