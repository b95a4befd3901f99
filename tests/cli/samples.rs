//! The sample files for programs that read and write records.

use std::fs;
use std::path::Path;

use crate::program::branan;

/// The sample files and the expected output of `branan check` for each.
fn expected() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/samples/expected.txt");
    let text = fs::read_to_string(path).unwrap();
    let split = |line: &str| {
        let (name, said) = line.split_once(": ").unwrap();
        (name.to_owned(), said.to_owned())
    };
    text.lines().map(split).collect()
}

#[test]
fn every_sample_is_judged_as_documented() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/samples");
    let expected = expected();
    for entry in fs::read_dir(&folder).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let listed = expected.iter().any(|(known, _)| *known == name);
        assert!(listed || ["README.md", "expected.txt"].contains(&name.as_str()), "{name}");
    }
    for (name, said) in expected {
        let path = folder.join(name).display().to_string();
        let (code, output, _) = branan(&["check", &path]);
        assert_eq!(output.trim_end(), format!("{path}: {said}"));
        assert_eq!(code, Some(i32::from(!said.starts_with("right"))), "{path}");
    }
}

#[test]
fn several_files_are_checked_and_the_ruleset_can_be_given() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/samples");
    let moves = folder.join("no-ruleset.moves").display().to_string();
    let records = folder.join("right.txt").display().to_string();
    let (code, output, _) = branan(&["check", "--variant", "brandubh", &moves, &records]);
    assert_eq!(output, format!("{moves}: right, 1 game\n{records}: right, 3 games\n"));
    assert_eq!(code, Some(0));
    let (code, output, _) = branan(&["check", &records, "/no/such/file"]);
    assert!(output.contains("/no/such/file: UNCHECKED: "), "{output}");
    assert_eq!(code, Some(1));
    let (code, _, message) = branan(&["check", "--variant", "tablot", &moves]);
    assert!(message.contains("did you mean \"tablut\""), "{message}");
    assert_eq!(code, Some(2));
    let blank = tempfile::NamedTempFile::new().unwrap();
    let (code, output, _) = branan(&["check", blank.path().to_str().unwrap()]);
    assert!(code == Some(1) && output.ends_with("WRONG: it holds no games\n"), "{output}");
}

#[test]
fn a_result_that_its_termination_excludes_is_found_by_whatever_reads_results() {
    let folder = tempfile::tempdir().unwrap();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/samples/contradiction.txt");
    let (path, database) = (path.display().to_string(), folder.path().join("games.db"));
    let database = database.display().to_string();
    for words in [
        vec!["check", &path],
        vec!["replay", &path],
        vec!["standings", &path],
        vec!["ratings", &path],
        vec!["db", "import", &database, &path],
    ] {
        let (code, output, message) = branan(&words);
        let said = output + &message;
        assert_ne!(code, Some(0), "{words:?}: {said}");
        let expected = "the result draw does not go with the termination resign";
        assert!(said.contains(expected), "{words:?}: {said}");
    }
}
