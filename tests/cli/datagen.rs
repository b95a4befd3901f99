//! `branan datagen` with options that do not fit, and files that are not its own.

use crate::program::{branan, error};

#[test]
fn a_folder_is_continued_with_the_same_options_alone() {
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("positions").display().to_string();
    let given = [
        ["--nodes", "20"],
        ["--seed", "3"],
        ["--random-plies", "4-12"],
        ["--window", "400"],
        ["--even-out", "8"],
        ["--longest", "90"],
        ["--decided", "1500"],
    ];
    let run = |options: &[[&str; 2]], more: &[&str]| {
        let words = ["datagen", "--variant", "magpie", "--threads", "1", "--positions", "40", "-o"];
        branan(&[&words[..], &[&output], options.as_flattened(), more].concat())
    };
    assert_eq!(run(&given, &[]).0, Some(0));
    let path = folder.path().join("positions/magpie.positions");
    let made = std::fs::read(&path).unwrap();
    let others = ["30", "4", "5-12", "500", "9", "80", "1600"];
    for (number, other) in others.into_iter().enumerate() {
        let mut options = given;
        options[number][1] = other;
        let (code, _, errors) = run(&options, &[]);
        assert_eq!(code, Some(2), "{options:?}");
        let named = format!("was made with {}; give the same", given[number].join(" "));
        assert!(errors.contains(&named), "{errors}");
    }
    let (code, _, errors) = run(&given[1..], &["--linear"]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("made with --nodes 20, neither --linear nor --network; "), "{errors}");
    assert_eq!(std::fs::read(&path).unwrap(), made);
    assert_eq!(run(&given, &[]).0, Some(0));

    // A file of one network is not continued with another. A network of 7x7 serves all its rulesets.
    let networks = ["magpie", "ard-ri"]
        .map(|name| format!("{}/engine/nets/{name}.net", env!("CARGO_MANIFEST_DIR")));
    let other = folder.path().join("other").display().to_string();
    let run_with = |network: &str| {
        let words = ["datagen", "--variant", "magpie", "--nodes", "20", "--positions", "9", "-o"];
        branan(&[&words[..], &[&other, "--network", network]].concat())
    };
    for _ in 0..2 {
        assert_eq!(run_with(&networks[0]).0, Some(0));
    }
    let (code, _, errors) = run_with(&networks[1]);
    assert_eq!(code, Some(2), "{errors}");
    assert!(errors.contains("was made with a --network whose CRC-32"), "{errors}");

    // Two names of a ruleset mean one file.
    let words = ["datagen", "--variant", "tablut,Tablut", "--positions", "5", "--nodes", "20"];
    let (code, _, errors) = branan(&[&words[..], &["-o", &output]].concat());
    assert_eq!(code, Some(0), "{errors}");

    // A file of an earlier version does not say how its games were played.
    let mut old = made;
    old[51..64].fill(0);
    std::fs::write(&path, &old).unwrap();
    assert_eq!(run(&given[..4], &[]).0, Some(0));
    assert!(run(&given[1..], &[]).2.contains("made with --nodes 20; "));
}

#[test]
fn options_that_do_not_fit_are_explained() {
    let run = |more: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let output = folder.path().join("positions").display().to_string();
        let words = ["datagen", "--positions", "1", "-o", &output];
        error(&[&words[..], more].concat())
    };
    for (plies, part) in [
        ("12-4", "the first number must not be larger than the second"),
        ("0-0", "without random plies all games would be the same"),
        ("4", "two numbers are needed, such as 4-12"),
    ] {
        let message = run(&["--variant", "tablut", "--random-plies", plies]);
        assert!(message.contains(part), "{plies}: {message}");
    }
    let message = run(&["--variant", "tablut", "--random-plies", "300-400"]);
    assert!(message.contains("--random-plies 300-400 must stay below --longest 200"), "{message}");
    // A rules string has no name of its own unless it says one.
    let message = run(&["--variant", "dim:7 start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/"]);
    assert!(message.contains("needs a name of its own"), "{message}");
    let net = format!("{}/engine/nets/magpie.net", env!("CARGO_MANIFEST_DIR"));
    for (network, variant, part) in [
        (net.as_str(), "tablut", "tablut: the network cannot be used: it is for boards of side 7"),
        ("missing.net", "magpie", "--network: cannot read missing.net: "),
        ("/dev/null", "magpie", "--network: cannot read /dev/null: it is not a regular file"),
    ] {
        let message = run(&["--variant", variant, "--network", network]);
        assert!(message.contains(part), "{message}");
    }
    let message = run(&["--variant", "magpie", "--network", &net, "--linear"]);
    assert!(message.contains("cannot be used with '--linear'"), "{message}");
    let message = run(&["--variant", ""]);
    assert!(message.contains("unknown ruleset \"\"; "), "{message}");
}

#[test]
fn what_is_no_folder_or_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("taken").display().to_string();
    std::fs::write(&file, "a letter").unwrap();
    let message = error(&["datagen", "--variant", "tablut", "-o", &file]);
    assert!(message.contains(&file), "{message}");
    // A device or a pipe might never end.
    #[cfg(unix)]
    {
        let message = error(&["datagen", "--check", "/dev/null"]);
        assert!(message.contains("/dev/null: it is not a regular file"), "{message}");
    }
}
