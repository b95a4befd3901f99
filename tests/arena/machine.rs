//! The machine that a match runs on: its load, its cores, and delays between runner and engine.

use branan::arena::cores::usable_cores;

use crate::program::{engine, play, start};

#[test]
fn the_delay_beyond_an_engines_own_time_is_told() {
    let engines = [engine("late", "delay=30 time=10"), engine("mute", "")];
    let output = play(&engines, "--each tc=10 --max-moves 4 --json");
    let end = output.end();
    let lag = &end["players"][0]["lag"];
    let [mean, worst] = ["mean", "worst"].map(|key| lag[key].as_f64().unwrap());
    assert!(mean >= 0.02 && worst >= mean, "{lag}");
    assert!(end["players"][1]["lag"].is_null());

    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let words = format!("--each tc=10 --max-moves 4 --quiet --record {}", record.display());
    let output = play(&engines, &words);
    let row = output.stdout.lines().filter(|line| line.starts_with("late")).nth(2).unwrap();
    assert_eq!(row.matches(" ms").count(), 2, "{row}");
    assert!(std::fs::read_to_string(&record).unwrap().contains(" lag 0.0"));
}

#[test]
fn a_watchdog_tells_the_load_and_names_loaded_games() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let path = record.display().to_string();
    let engines = [engine("a", "seed=1 delay=20"), engine("b", "seed=2 delay=20")];
    let words = format!("--each tc=10 --max-moves 8 --json --watchdog --record {path}");
    let output = play(&engines, &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let end = output.end();
    if !cfg!(target_os = "linux") {
        assert!(output.stderr.contains("--watchdog: this system"), "{}", output.stderr);
        return;
    }
    let load = &end["load"];
    let [cores, mean, worst] = ["cores", "mean", "worst"].map(|key| load[key].as_f64().unwrap());
    assert!((0.0..=worst).contains(&mean) && worst <= cores, "{load}");
    let text = std::fs::read_to_string(&record).unwrap();
    let loaded = end["loaded"].as_array().unwrap().len();
    assert_eq!(text.matches("[ForeignLoad \"").count(), loaded);

    // Standings of a record name the games too.
    let text: String = text.lines().filter(|line| !line.starts_with("[Checksum")).fold(
        String::new(),
        |text, line| match line {
            "[Game \"2\"]" => text + line + "\n[ForeignLoad \"1.50 of 2 cores\"]\n",
            line if line.starts_with("[ForeignLoad") => text,
            line => text + line + "\n",
        },
    );
    std::fs::write(&record, text).unwrap();
    let shown = start(&["standings".to_owned(), path], std::process::Stdio::null()).wait();
    let expected = "\nPlayed under foreign load: 1 of 2 games (2)\n";
    assert!(shown.stdout.contains(expected), "{}{}", shown.stdout, shown.stderr);
    assert_eq!(
        play(&engines, "--each tc=10 --max-moves 1 --json").end()["load"],
        serde_json::Value::Null
    );
}

#[test]
fn games_are_kept_to_the_cores_of_a_list() {
    let engines = [engine("a", "seed=1"), engine("b", "seed=2")];
    let words =
        |cores: &str| format!("--each tc=10 --max-moves 4 --concurrency 2 --affinity {cores}");
    for bad in ["x", "3-1", "999999"] {
        let output = play(&engines, &words(bad));
        assert_eq!((output.code, output.stdout.as_str()), (Some(2), ""), "{bad}");
        assert!(output.stderr.contains("--affinity: "), "{}", output.stderr);
    }
    if !cfg!(target_os = "linux") {
        return;
    }
    let first = usable_cores().first().unwrap().id;
    let output = play(&engines, &words(&first.to_string()));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert!(output.stderr.contains("fewer cores to pin them to (1): some games share a core"));
}

#[test]
fn the_records_name_the_machine_and_the_factor_of_its_clocks() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let log = folder.path().join("log.txt");
    let words = format!(
        "--each tc=100+10 --max-moves 4 --clock-factor 0.5 --machine abacus --record {} --log {}",
        record.display(),
        log.display()
    );
    let output = play(&[engine("a", "seed=1"), engine("b", "seed=2")], &words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let text = std::fs::read_to_string(&record).unwrap();
    assert_eq!(text.matches("[ClockFactor \"0.5\"]").count(), 2);
    assert_eq!(text.matches("[Machine \"abacus\"]").count(), 2);
    // The engines have half the time, and the match has its own.
    assert!(text.contains("[AttackersTimeControl \"100+10\"]"), "{text}");
    let log = std::fs::read_to_string(&log).unwrap();
    assert!(log.contains("wtime 50000") && log.contains("winc 5000"), "{log}");
    assert!(!log.contains("wtime 100000"), "{log}");
    let refused = play(&[engine("a", ""), engine("b", "")], "--each tc=1 --clock-factor 0");
    assert!(refused.stderr.contains("a number from 0.01 to 100"), "{}", refused.stderr);
}
