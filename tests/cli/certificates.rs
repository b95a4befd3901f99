//! `branan solve --certificate` and `branan verify`.

use std::path::Path;

use crate::program::branan;

fn prove(path: &Path, more: &[&str]) -> (Option<i32>, String, String) {
    let file = path.to_str().unwrap();
    branan(&[&["solve", "--certificate", file], more].concat())
}

fn verify(path: &Path) -> (Option<i32>, String, String) {
    branan(&["verify", path.to_str().unwrap()])
}

#[test]
fn a_proof_is_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ard-ri.proof");
    let (code, text, errors) = prove(&path, &["--variant", "ard-ri"]);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("certificate: ") && last.ends_with(" bytes"), "{text}");
    let within = last.split(", ").nth(1).unwrap().strip_prefix("a win ").unwrap().to_owned();
    let (code, text, errors) = verify(&path);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let verified = format!("verified: ard-ri: the attackers win {within} from ");
    assert!(text.starts_with(&verified), "{within}: {text}");
    // No temporary file is left.
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);

    let mut bytes = std::fs::read(&path).unwrap();
    let middle = bytes.len() / 2;
    bytes[middle] ^= 4;
    std::fs::write(&path, &bytes).unwrap();
    let (code, text, errors) = verify(&path);
    assert_eq!((code, text.as_str()), (Some(1), ""), "{errors}");
    assert!(errors.contains("proves nothing: it is damaged"), "{errors}");
}

#[test]
fn certificates_are_about_positions_under_alternate_rules_too() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let rules = ["--variant", "brandub", "--rule", "kingmove=STEP", "--rule", "Escape=edge"];
    let position = ["--fen", "7/3t3/7/7/7/1K5/7 a", "--moves", "d6e6"];
    let (code, text, errors) = prove(&path, &[&rules[..], &position].concat());
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let (code, text, _) = verify(&path);
    let sentence = "verified: brandubh-macwhite with KingMove=step and Escape=edge: the defenders win \
                    within 1 ply from the position 7/4t2/7/7/7/1K5/7 d (1 position)\n";
    assert!(code == Some(0) && text.starts_with(sentence), "{text}");
}

#[test]
fn a_certificate_does_not_replace_the_work_that_is_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ard-ri.work");
    let work = path.to_str().unwrap();
    let solve = ["solve", "--variant", "ard-ri", "--nodes", "50", "--resume", work];
    let (code, text, errors) = branan(&solve);
    assert_eq!((code, errors.as_str()), (Some(0), ""), "{text}");
    let kept = std::fs::read(&path).unwrap();
    let (code, _, errors) = branan(&[&solve[..], &["--certificate", work]].concat());
    assert!(code == Some(2) && errors.contains("is one of those to read"), "{errors}");
    assert_eq!(std::fs::read(&path).unwrap(), kept);
}

#[test]
fn who_cannot_win_can_be_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let rules = ["--variant", "brandub-walker", "--rule", "KingMove=step"];
    let ending = [&rules[..], &["--fen", "7/1t5/7/3K3/7/5t1/7 a"]].concat();
    let (code, text, _) = prove(&path, &[&ending[..], &["--cannot-win", "attackers"]].concat());
    assert_eq!(code, Some(0), "{text}");
    let (code, text, _) = verify(&path);
    assert!(code == Some(0) && text.contains(": the attackers cannot force a win"), "{text}");
    let (code, text, _) = prove(&path, &[&ending[..], &["--only", "defenders"]].concat());
    assert!(code == Some(0) && text.starts_with("cannot: the defenders cannot"), "{text}");
    let (code, text, _) = verify(&path);
    assert!(code == Some(0) && text.contains(": the defenders cannot force a win"), "{text}");
    let (code, _, errors) = branan(&["solve", "--cannot-win", "attackers"]);
    assert!(code == Some(2) && errors.contains("--certificate"), "{errors}");
    let (code, _, errors) = prove(&path, &["--cannot-win", "nobody"]);
    assert!(code == Some(2) && errors.contains("attackers or defenders"), "{errors}");
}

#[test]
fn what_cannot_be_proven_or_checked_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("proof");
    let strings = ["--variant", "dim:7 esc:e start:/7/3t3/7/3K3/7/7/7/"];
    let cases: [(&[&str], &str); 3] = [
        (&["--variant", "tablut", "--nodes", "100"], "nothing was proven"),
        (&strings, "built-in ruleset"),
        (&["--fen", "7/3t3/7/7/7/7/1K5 d", "--moves", "b1a1"], "nothing to answer"),
    ];
    for (arguments, part) in cases {
        let (code, _, errors) = prove(&path, arguments);
        assert!(code == Some(2) && errors.contains(part), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{errors}");
        assert!(!path.exists());
    }
    let (code, _, errors) = verify(&path);
    assert!(code == Some(2) && errors.contains("proof: "), "{errors}");
    let (code, _, errors) = verify(folder.path());
    assert!(code == Some(2) && errors.contains("not a regular file"), "{errors}");
    for text in ["", "Branán", "branan certificate 2\n"] {
        std::fs::write(&path, text).unwrap();
        let (code, _, errors) = verify(&path);
        assert!(code == Some(1) && errors.contains("not a certificate"), "{errors}");
    }
    let notes = folder.path().join("notes");
    std::fs::write(&notes, "No proof.").unwrap();
    let (code, text, errors) = prove(&notes, &["--variant", "ard-ri"]);
    assert_eq!((code, text.as_str()), (Some(2), ""), "{errors}");
    assert!(errors.contains("is not a certificate; name another"), "{errors}");
    assert_eq!(std::fs::read_to_string(&notes).unwrap(), "No proof.");
    let (code, _, errors) = prove(&folder.path().join("no/such/folder"), &["--variant", "ard-ri"]);
    assert!(code == Some(2) && errors.contains("such"), "{errors}");
}
