//! Positions drawn by `branan show --svg`.

use crate::program::branan;

/// Draws with these further arguments. Returns the exit code, the message and the picture.
fn drawn(arguments: &[&str]) -> (Option<i32>, String, Option<String>) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("position.svg");
    let file = path.to_str().unwrap();
    let (code, _, message) = branan(&[&["show", "--svg", file], arguments].concat());
    (code, message, std::fs::read_to_string(path).ok())
}

#[test]
fn a_position_is_drawn_with_its_last_move_and_arrows() {
    let (code, _, picture) = drawn(&[
        "--variant",
        "tablut",
        "--moves",
        "e2g2 f5f6",
        "--arrow",
        "g2g3",
        "--arrow",
        "a1i9",
    ]);
    let picture = picture.unwrap();
    assert_eq!(code, Some(0));
    assert!(picture.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{picture}");
    assert_eq!(picture.matches("class=\"piece\"").count(), 25);
    assert_eq!(picture.matches("class=\"last-move\"").count(), 2);
    assert_eq!(picture.matches("class=\"arrow\"").count(), 2);
    let (_, _, start) = drawn(&["--variant", "tablut"]);
    assert_eq!(start.unwrap().matches("class=\"last-move\"").count(), 0);
}

#[test]
fn bad_arrows_draw_nothing() {
    for (arrow, message) in [("a1a8", "a8 is not on the board"), ("a1", "two squares")] {
        let (code, said, picture) = drawn(&["--arrow", arrow]);
        assert_eq!((code, picture), (Some(2), None));
        assert!(said.contains(message), "{said}");
    }
    assert_eq!(branan(&["show", "--arrow", "a1a2"]).0, Some(2));
    let (code, _, message) = branan(&["show", "--svg", "/no/such/folder/x.svg"]);
    assert_eq!(code, Some(2));
    assert!(message.contains("/no/such/folder/x.svg: "), "{message}");
}

#[test]
fn a_picture_replaces_only_a_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("position.svg");
    let draw = || branan(&["show", "--svg", path.to_str().unwrap()]);
    std::fs::write(&path, "notes").unwrap();
    let (code, _, message) = draw();
    assert!(code == Some(2) && message.contains("is not a picture in SVG"), "{message}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "notes");
    std::fs::write(&path, "").unwrap();
    assert_eq!([draw().0, draw().0], [Some(0), Some(0)]);
}
