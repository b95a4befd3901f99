//! The program as seen from a shell.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use branan::datagen::{DatagenPlan, PlayEvaluation, PlayPlan, generate};
use branan::rules::find;

/// A folder with positions of `magpie`.
struct Place(tempfile::TempDir);

impl Place {
    fn new() -> Self {
        let place = Self(tempfile::tempdir().unwrap());
        let plan = DatagenPlan {
            rulesets: vec![find("magpie").unwrap().clone()],
            positions: 600,
            seed: 1,
            play: PlayPlan {
                evaluation: PlayEvaluation::Linear,
                nodes: 20,
                random_plies: (4, 12),
                window: 600,
                even_out: 0,
                longest: 40,
                decided: 2000,
            },
            folder: place.0.path().to_owned(),
        };
        generate(&plan, &Arc::default(), None, &|_| {}).unwrap();
        place
    }

    fn path(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// A training of one epoch, to the folder `out`.
    fn command(&self, more: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_branan-trainer"));
        command
            .args(["train", &self.path("magpie.positions"), "--out", &self.path("out")])
            .args(["--epochs", "1", "--batch", "1024"])
            .args(more)
            .stdin(Stdio::null());
        command
    }

    fn right(&self, more: &[&str]) {
        let output = self.command(more).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(0), "{more:?}: {errors}");
    }

    /// The message of a run that is refused.
    fn wrong(&self, more: &[&str]) -> String {
        let output = self.command(more).output().unwrap();
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{more:?}: {errors}");
        errors
    }
}

#[test]
fn a_run_resumes_from_where_it_began() {
    let place = Place::new();
    place.right(&[]);
    let message = place.wrong(&["--from", "nowhere.net"]);
    assert!(message.contains("was started with no --from; give the same"), "{message}");
    let message = place.wrong(&["--seed", "7", "--hidden", "128"]);
    assert!(message.contains("was started with --hidden 64, --seed 0; give"), "{message}");

    let checkpoint = place.path("out/checkpoint.safetensors");
    let next = place.path("next");
    let more = ["--out", &next, "--from", &checkpoint];
    let run = |more: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_branan-trainer"));
        let words = ["train", &place.path("magpie.positions"), "--epochs", "1"];
        command.args(words).args(more).output().unwrap()
    };
    assert_eq!(run(&more).status.code(), Some(0));
    assert_eq!(run(&more).status.code(), Some(0));
    let refused = run(&more[..2]);
    assert_eq!(refused.status.code(), Some(2));
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(message.contains(&format!("with --from {checkpoint}; ")), "{message}");
}

#[test]
fn a_folder_is_not_shared() {
    let place = Place::new();
    std::fs::create_dir(place.path("out")).unwrap();
    let lock = File::create(place.path("out/lock")).unwrap();
    lock.lock().unwrap();
    let message = place.wrong(&[]);
    assert!(message.contains("out is in use by another run"), "{message}");
    drop(lock);
    place.right(&[]);
}

#[test]
fn what_cannot_be_started_from_is_explained() {
    let place = Place::new();
    let large = place.path("large");
    let file = OpenOptions::new().write(true).create_new(true).open(&large).unwrap();
    file.set_len(1 << 30).unwrap();
    let message = place.wrong(&["--from", &large]);
    assert!(message.contains("large: it is not a regular file of at most"), "{message}");
    #[cfg(unix)]
    for file in ["/dev/zero", "/dev/null"] {
        let message = place.wrong(&["--from", file]);
        assert!(message.contains("it is not a regular file"), "{message}");
    }

    let bad = place.path("bad.net");
    std::fs::write(&bad, "a letter").unwrap();
    let message = place.wrong(&["--from", &bad]);
    assert_eq!(message.matches("bad.net").count(), 1, "{message}");
    assert!(message.contains("it is not a network"), "{message}");

    place.right(&["--inputs", "places"]);
    let network = place.path("out/magpie.net");
    let next = place.path("next");
    let message = Command::new(env!("CARGO_BIN_EXE_branan-trainer"))
        .args(["train", &place.path("magpie.positions"), "--out", &next, "--from", &network])
        .args(["--hidden", "128"])
        .output()
        .unwrap();
    let message = String::from_utf8(message.stderr).unwrap();
    assert!(message.contains("; give --inputs places --hidden 64"), "{message}");
}

#[test]
fn positions_of_another_ruleset_are_named_as_in_their_file() {
    let place = Place::new();
    let message = place.wrong(&["--as", "magpi=ard-ri"]);
    assert!(message.contains("--as magpi=ard-ri"), "{message}");
    assert!(message.contains("did you mean \"magpie\"?"), "{message}");
    place.right(&["--as", "magpie=ard-ri"]);
    assert!(Path::new(&place.path("out/ard-ri.net")).exists());
    let message = place.wrong(&["--as", "magpie=ard-ri", "--as", "magpie=magpie-opentafl"]);
    assert!(message.contains("--as magpie=magpie-opentafl applies to no file"), "{message}");
}

#[test]
fn a_file_is_not_counted_twice() {
    let place = Place::new();
    let again = place.0.path().join(".").join("magpie.positions").display().to_string();
    let message = place.wrong(&[&again]);
    assert!(message.contains("magpie.positions is given twice"), "{message}");
}

#[test]
fn a_closed_output_is_reported() {
    let place = Place::new();
    let mut child =
        place.command(&[]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{errors}");
    assert!(errors.starts_with("branan-trainer: standard output: "), "{errors}");
}

#[cfg(unix)]
#[test]
fn others_may_read_the_files() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    place.right(&[]);
    let mode = |name: &str| {
        std::fs::metadata(place.path(&format!("out/{name}"))).unwrap().permissions().mode()
    };
    let usual = mode("loss.svg");
    assert_eq!(
        ["checkpoint.safetensors", "magpie.net"].map(|name| format!("{:o}", mode(name))),
        [format!("{usual:o}"), format!("{usual:o}")]
    );
}
