use super::*;
use crate::arena::tournament::settings::tests::settings;
use crate::record::{Report, Termination};

fn file<'a>(
    settings: impl IntoIterator<Item = &'a MatchSettings>,
    games: Vec<GameRecord>,
) -> (PathBuf, RecordFile) {
    let line = |s: &MatchSettings| format!("settings {}", serde_json::to_string(s).unwrap());
    let header = settings.into_iter().map(line).collect();
    ("file".into(), RecordFile { header, games, ..RecordFile::default() })
}

fn merged(files: Vec<(PathBuf, RecordFile)>) -> Result<MergedRecords, MergeError> {
    MergedRecords::new(files, &Catalog::default())
}

/// The settings as a match saves them, with full names.
fn complete() -> MatchSettings {
    MatchSettings {
        variants: vec!["brandubh-macwhite".into(), "tablut".into()],
        alternates: Vec::new(),
        ..settings()
    }
}

/// A game of the schedule.
fn game(number: u64, settings: &MatchSettings) -> GameRecord {
    let fixture = settings.schedule().game(number - 1).unwrap();
    let name = |place: usize| settings.engines[place].name.clone();
    let text = format!(
        "[Game \"{number}\"]\n[Round \"{}\"]\n[Variant \"{}\"]\n[Attackers \"{}\"]\n\
         [Defenders \"{}\"]\n[Result \"attackers\"]\n[Termination \"resign\"]\n\nattackers\n\n",
        fixture.round + 1,
        settings.variants[fixture.variant],
        name(fixture.attackers),
        name(fixture.defenders)
    );
    crate::record::read(text.as_bytes()).unwrap().games.remove(0)
}

#[test]
fn no_game_is_counted_twice_and_the_schedule_gives_the_order() {
    let settings = complete();
    let games = |list: &[u64]| list.iter().map(|&n| game(n, &settings)).collect::<Vec<_>>();
    let share = MatchSettings { share: "1/2".parse().ok(), ..settings.clone() };
    let mut again = games(&[2]);
    again[0].event = "again".into();
    let files = vec![
        file(Some(&share), games(&[5, 2, 1])),
        file(Some(&settings), again),
        file(Some(&settings), games(&[4, 5])),
    ];
    let together = merged(files).unwrap();
    let numbers: Vec<_> = together.games.iter().filter_map(|g| g.index).collect();
    assert_eq!(numbers, [0, 1, 3, 4]);
    assert_eq!(together.games[1].event, "?");
    assert_eq!((together.total(), together.standings().games()), (12, 4));
    assert_eq!((together.copies, together.unfinished), (2, 0));
}

#[test]
fn other_matches_and_foreign_games_are_refused() {
    let settings = complete();
    let other = MatchSettings { seed: 7, ..settings.clone() };
    let refused = |files| merged(files).unwrap_err().to_string();
    let message = refused(vec![file(Some(&settings), vec![]), file(Some(&other), vec![])]);
    assert_eq!(
        message,
        "file belongs to another match than file, which has a different seed: 1, not 7"
    );
    let mut foreign = game(1, &settings);
    foreign.attackers.name = "z".into();
    let message = refused(vec![file(Some(&settings), vec![foreign.clone()])]);
    assert!(message.contains("game 1 on file does not have the players"), "{message}");
    let message = refused(vec![file(Some(&settings), vec![]), file(None, vec![foreign])]);
    assert_eq!(message, "file has no match settings, but file does");
}

#[test]
fn all_settings_of_a_file_are_those_of_one_match() {
    let settings = complete();
    let [one, two] =
        ["1/2", "2/2"].map(|share| MatchSettings { share: share.parse().ok(), ..settings.clone() });
    let mut joined = settings.clone();
    joined.engines.push(joined.engines[0].clone());
    joined.engines[2].name = "z".into();
    let joined = joined.continuing(&settings, None);
    for good in [[&one, &two], [&settings, &joined]] {
        assert!(merged(vec![file(good, vec![])]).is_ok());
    }
    let mut slow = settings.clone();
    slow.engines[0].limits.nodes = Some(5);
    for bad in [[&slow, &settings], [&joined, &settings]] {
        let error = merged(vec![file(bad, vec![])]).unwrap_err();
        assert!(matches!(error, MergeError::Joined { .. }), "{error}");
    }
}

#[test]
fn a_match_that_was_continued_has_more_rounds() {
    let longer = MatchSettings { rounds: 5, ..complete() };
    let together = merged(vec![file(Some(&complete()), vec![game(20, &longer)])]);
    assert_eq!(together.unwrap().total(), 20);
}

#[test]
fn an_unfinished_game_is_left_out() {
    let settings = complete();
    let mut unfinished = game(2, &settings);
    unfinished.winner = None;
    unfinished.termination = Termination::Reported(Report::Unfinished);
    for settings in [Some(&settings), None] {
        let games = vec![game(1, &complete()), unfinished.clone()];
        let together = merged(vec![file(settings, games)]).unwrap();
        assert_eq!((together.games.len(), together.unfinished), (1, 1));
        assert_eq!(together.standings().games(), 1);
    }
}

#[test]
fn games_outside_a_match_are_counted_as_they_are() {
    let games = vec![game(1, &complete()), game(3, &complete())];
    let together = merged(vec![file(None, games)]).unwrap();
    let standings = together.standings();
    assert_eq!((standings.games(), together.total(), standings.players.len()), (2, 2, 2));
    assert_eq!(standings.rulesets.len(), 2);
}

/// A game without a number, as people write it.
fn by_hand(variant: &str, rules: &str, moves: &str) -> GameRecord {
    let text = format!(
        "[Variant \"{variant}\"]\n[Rules \"{rules}\"]\n[Attackers \"x\"]\n[Defenders \"y\"]\n\
         [Result \"draw\"]\n[Termination \"max-moves\"]\n\n{moves} draw\n\n"
    );
    crate::record::read(text.as_bytes()).unwrap().games.remove(0)
}

#[test]
fn a_game_without_a_number_counts_once_in_several_files() {
    let [one, other] = ["1. d2e2", "1. d2c2"].map(|moves| by_hand("brandubh", "-", moves));
    let first = file(None, vec![one.clone()]);
    let second = file(None, vec![other.clone(), one.clone()]);
    let together = merged(vec![first, second]).unwrap();
    assert_eq!((together.games.len(), together.copies), (2, 1));
    // An alias is the ruleset that it names.
    let alias = by_hand("brandubh-macwhite", "-", "1. d2e2");
    let joined = merged(vec![file(None, vec![one.clone()]), file(None, vec![alias])]).unwrap();
    assert_eq!((joined.games.len(), joined.copies), (1, 1));
    // In one file they may be games that went alike.
    let alike = || file(None, vec![one.clone(), one.clone()]);
    let together = merged(vec![alike()]).unwrap();
    assert_eq!((together.games.len(), together.copies), (2, 0));
    let together = merged(vec![alike(), alike()]).unwrap();
    assert_eq!((together.games.len(), together.copies), (2, 2));
}

#[test]
fn games_are_grouped_by_their_rules() {
    let games = [
        ("brandubh", "-"),
        ("brandubh-macwhite", "KingMove=rook"),
        ("Brandub", "KingMove=step"),
        ("brandubh", "KingMove=step"),
    ];
    let games = games.map(|(variant, rules)| by_hand(variant, rules, "1. d2e2"));
    let together = merged(vec![file(None, games.to_vec())]).unwrap();
    let standings = together.standings();
    let rows = standings.rulesets.iter();
    let rows: Vec<(&str, u64)> =
        rows.map(|row| (row.name.as_str(), row.attackers.games())).collect();
    assert_eq!(rows, [("brandubh-macwhite", 2), ("brandubh-macwhite KingMove=step", 2)]);
}
