use super::*;
use crate::record::{FaultKind, RecordedPlayer, Termination};
use crate::rules::Side;

fn game(index: u64) -> GameRecord {
    GameRecord {
        event: "test".into(),
        date: "2026.11.21 15:04:05".into(),
        index: Some(index),
        round: Some(0),
        variant: "tablut".into(),
        rules: vec![],
        attackers: RecordedPlayer::default(),
        defenders: RecordedPlayer::default(),
        fen: None,
        first: Side::Attackers,
        moves: vec![],
        winner: Some(Side::Defenders),
        termination: Termination::Fault(FaultKind::Stall),
        detail: None,
        extra: Vec::new(),
    }
}

fn indices(earlier: &Earlier) -> Vec<Option<u64>> {
    earlier.games.iter().map(|g| g.index).collect()
}

#[test]
fn games_are_kept_across_runs() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let mut store = RecordStore::create(&path).unwrap();
    store.begin("{}").unwrap();
    store.append(&game(3)).unwrap();
    drop(store);
    let (mut store, earlier) = RecordStore::resume(&path).unwrap();
    assert_eq!((earlier.settings.as_deref(), earlier.torn), (Some("{}"), false));
    assert_eq!(indices(&earlier), [Some(3)]);
    store.append(&game(1)).unwrap();
    drop(store);
    let (_, earlier) = RecordStore::resume(&path).unwrap();
    assert_eq!(indices(&earlier), [Some(3), Some(1)]);
}

#[test]
#[cfg(unix)]
fn a_deleted_file_is_written_anew() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let mut store = RecordStore::create(&path).unwrap();
    store.begin("{}").unwrap();
    for number in 0..3 {
        store.append(&game(number)).unwrap();
        std::fs::remove_file(&path).unwrap();
    }
    store.append(&game(3)).unwrap();
    assert!(matches!(RecordStore::resume(&path), Err(StoreError::Locked { .. })));
    drop(store);
    let (mut store, earlier) = RecordStore::resume(&path).unwrap();
    assert_eq!(earlier.settings.as_deref(), Some("{}"));
    assert_eq!(indices(&earlier), [0, 1, 2, 3].map(Some));
    // Of a resumed match, too. A file that cannot be written loses nothing.
    std::fs::rename(folder.path(), folder.path().with_extension("moved")).unwrap();
    assert!(matches!(store.append(&game(4)), Err(StoreError::Io { .. })));
    std::fs::create_dir(folder.path()).unwrap();
    store.append(&game(4)).unwrap();
    std::fs::remove_dir_all(folder.path().with_extension("moved")).unwrap();
    drop(store);
    let (_, earlier) = RecordStore::resume(&path).unwrap();
    assert_eq!(indices(&earlier), [0, 1, 2, 3, 4].map(Some));
}

#[test]
fn nothing_is_written_to_a_file_that_another_program_has_changed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let replace = |path: &Path| {
        let copy = path.with_extension("copy");
        std::fs::copy(path, &copy).unwrap();
        std::fs::rename(&copy, path).unwrap();
    };
    let shorten = |path: &Path| {
        let file = OpenOptions::new().write(true).open(path).unwrap();
        file.set_len(file.metadata().unwrap().len() - 1).unwrap();
    };
    let lengthen = |path: &Path| {
        OpenOptions::new().append(true).open(path).unwrap().write_all(b"% note\n").unwrap();
    };
    let changes: [&dyn Fn(&Path); 3] = [&replace, &shorten, &lengthen];
    for (case, change) in changes.into_iter().enumerate() {
        let mut store = RecordStore::create(&path).unwrap();
        store.begin("{}").unwrap();
        store.append(&game(0)).unwrap();
        change(&path);
        let changed = std::fs::read(&path).unwrap();
        for _ in 0..2 {
            let result = store.append(&game(1));
            assert!(matches!(result, Err(StoreError::Changed { .. })), "case {case}: {result:?}");
        }
        assert_eq!(std::fs::read(&path).unwrap(), changed, "case {case}");
        drop(store);
        std::fs::remove_file(&path).unwrap();
    }
}

#[test]
fn later_settings_replace_earlier_ones() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let mut store = RecordStore::create(&path).unwrap();
    store.begin("{}").unwrap();
    store.append(&game(0)).unwrap();
    let before = std::fs::read(&path).unwrap().len();
    store.begin("{1}").unwrap();
    let between = std::fs::read(&path).unwrap();
    store.append(&game(1)).unwrap();
    drop(store);
    let whole = std::fs::read(&path).unwrap();
    let resumed = |bytes: &[u8]| {
        std::fs::write(&path, bytes).unwrap();
        let (_, earlier) = RecordStore::resume(&path).unwrap();
        (earlier.settings.unwrap(), earlier.games.len())
    };
    assert_eq!(resumed(&whole), ("{1}".to_owned(), 2));
    for cut in before..=between.len() {
        // The last two bytes are line ends.
        let settings = if cut + 1 >= between.len() { "{1}" } else { "{}" };
        assert_eq!(resumed(&between[..cut]), (settings.to_owned(), 1), "cut at {cut}");
    }
    let text = String::from_utf8(whole).unwrap().replace("{1}", "{2}");
    std::fs::write(&path, text).unwrap();
    let error = RecordStore::resume(&path).unwrap_err().to_string();
    assert!(error.contains("settings of the match were changed"), "{error}");
}

#[test]
fn a_torn_end_is_cut_off_at_every_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    let mut store = RecordStore::create(&path).unwrap();
    store.begin("{}").unwrap();
    let header = std::fs::read(&path).unwrap().len();
    store.append(&game(0)).unwrap();
    let first = std::fs::read(&path).unwrap().len();
    store.append(&game(1)).unwrap();
    drop(store);
    let whole = std::fs::read(&path).unwrap();
    for cut in 0..whole.len() {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let (mut store, earlier) = RecordStore::resume(&path).unwrap();
        // The empty line after the settings or a game may be missing, and after a game's result also
        // the line's end.
        let games = usize::from(cut >= first - 2) + usize::from(cut >= whole.len() - 2);
        assert_eq!(earlier.games.len(), games, "cut at {cut}");
        assert_eq!(earlier.settings.is_some(), cut >= header - 1, "cut at {cut}");
        if earlier.settings.is_none() {
            store.begin("{}").unwrap();
        }
        store.append(&game(9)).unwrap();
        drop(store);
        let (_, earlier) = RecordStore::resume(&path).unwrap();
        assert_eq!(earlier.games.len(), games + 1, "cut at {cut}");
        assert!(!earlier.torn);
    }
}

#[test]
fn a_file_is_not_overwritten_or_shared() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    assert!(matches!(RecordStore::resume(&path), Err(StoreError::Io { .. })));
    let mut store = RecordStore::create(&path).unwrap();
    store.begin("{}").unwrap();
    assert!(matches!(RecordStore::create(&path), Err(StoreError::Exists { .. })));
    assert!(matches!(RecordStore::resume(&path), Err(StoreError::Locked { .. })));
    drop(store);
    assert!(RecordStore::resume(&path).is_ok());
}

#[test]
fn a_new_file_to_which_nothing_was_written_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("match.txt");
    drop(RecordStore::create(&path).unwrap());
    assert!(!path.exists());
    RecordStore::create(&path).unwrap().begin("{}").unwrap();
    assert!(path.exists());
    drop(RecordStore::resume(&path).unwrap());
    assert!(path.exists());
    std::fs::write(&path, "").unwrap();
    drop(RecordStore::open(&path).unwrap());
    assert!(path.exists());
}

#[test]
fn games_of_no_match_are_appended() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    RecordStore::open(&path).unwrap().append(&game(0)).unwrap();
    RecordStore::open(&path).unwrap().append(&game(1)).unwrap();
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() - 40]).unwrap();
    let mut store = RecordStore::open(&path).unwrap();
    assert!(matches!(RecordStore::open(&path), Err(StoreError::Locked { .. })));
    store.append(&game(2)).unwrap();
    let indices: Vec<_> = reader::read(&std::fs::read(&path).unwrap())
        .unwrap()
        .games
        .iter()
        .map(|g| g.index)
        .collect();
    assert_eq!(indices, [Some(0), Some(2)]);
    std::fs::write(folder.path().join("other"), "a letter\n").unwrap();
    let error = RecordStore::open(&folder.path().join("other")).unwrap_err();
    assert!(matches!(error, StoreError::NoRecord { .. } | StoreError::Read { .. }), "{error}");
}

#[test]
fn a_file_of_zero_bytes_is_empty() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.txt");
    std::fs::write(&path, [0; 40]).unwrap();
    RecordStore::open(&path).unwrap().append(&game(0)).unwrap();
    assert_eq!(reader::read(&std::fs::read(&path).unwrap()).unwrap().games, [game(0)]);
}

#[test]
fn games_of_no_match_are_not_resumed() {
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), game(0).to_text().unwrap()).unwrap();
    let error = RecordStore::resume(file.path()).unwrap_err();
    assert!(matches!(error, StoreError::NoMatch { .. }));
    assert_eq!(std::fs::read_to_string(file.path()).unwrap(), game(0).to_text().unwrap());
}
