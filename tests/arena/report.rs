//! The page that `branan report` writes.

use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::program::{Output, engine, play, start};

/// The result of `branan report`, and the page if it wrote one.
fn report(record: &Path, words: &[&str]) -> (Output, Option<String>) {
    let page = record.with_extension("html");
    let mut args = vec!["report".to_owned(), record.display().to_string()];
    args.extend(["--output".to_owned(), page.display().to_string()]);
    args.extend(words.iter().map(|word| (*word).to_owned()));
    (start(&args, Stdio::null()).wait(), std::fs::read_to_string(page).ok())
}

/// The page of these records.
fn page(records: &str, words: &[&str]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    std::fs::write(&record, records).unwrap();
    let (output, page) = report(&record, words);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    page.unwrap()
}

/// The games in the form that the page's script reads.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn a_match_becomes_one_page_that_needs_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let engines = [engine("one", "seed=1"), engine("two", "seed=2"), engine("three", "seed=3")];
    let words = "--each tc=10 --rounds 2 --variant tablut,ard-ri --max-moves 20 --record";
    let output = play(&engines, &format!("{words} {}", record.display()));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let (output, page) = report(&record, &[]);
    assert_eq!((output.code, output.stdout.as_str()), (Some(0), ""));
    let page = page.unwrap();
    assert_eq!(report(&record, &[]).1.as_ref(), Some(&page));
    for part in
        ["Standings", "Against each other", "Rulesets and roles", "Endings", "Plots", "Games"]
    {
        assert!(page.contains(&format!(">{part}</h")), "{part}");
    }
    for plot in ["Elo", "Elo over the games", "Roles", "Lengths", "Time used", "Time left"] {
        assert!(page.contains(&format!("<h3>{plot}</h3>")), "{plot}");
    }
    assert!(page.contains("24 of 24 games"));
    // The only addresses are names of formats, which are never fetched.
    assert_eq!(page.matches("://").count(), page.matches("http://www.w3.org/2000/svg").count());
    for word in ["src=", "@import", "url(", "<link", "fetch(", "NaN"] {
        assert!(!page.contains(word), "{word}");
    }
    let data = data(&page);
    let games = data["games"].as_array().unwrap();
    assert_eq!((games.len(), data["boards"].as_array().unwrap().len()), (24, 2));
    let text = std::fs::read_to_string(&record).unwrap();
    for game in games {
        assert!(game["broken"].is_null() && !game["moves"].as_array().unwrap().is_empty());
        // The moves are those of the record, with captures added.
        assert!(text.contains(game["moves"].as_array().unwrap().last().unwrap().as_str().unwrap()));
    }
}

#[test]
fn games_alone_are_a_page_without_standings() {
    let records = "[Variant \"brandubh\"]\n[Attackers \"a\"]\n[Defenders \"b\"]\n[Result \"draw\"]\n\
                   [Termination \"max-moves\"]\n\n1. d1-c1 draw\n\n";
    let page = page(records, &["--games-only"]);
    assert!(page.contains("<h1>a – b</h1>") && !page.contains(">Standings<"), "{page}");
    assert_eq!(data(&page)["games"][0]["moves"][0], "d1-c1");
}

#[test]
fn what_records_say_is_text_to_the_page() {
    let evil = "</script></title></style><script>alert('\\\"1\\\"')</script><img src=x onerror=y>&";
    let records = format!(
        "[Event \"{evil}\"]\n[Date \"{evil}\"]\n[Variant \"brandubh\"]\n[Attackers \"{evil}\"]\n\
         [AttackersTimeControl \"{evil}\"]\n[Defenders \"b\"]\n[Result \"attackers\"]\n\
         [Termination \"garbage\"]\n[Detail \"{evil}\"]\n\n1. d2e2 {{: {evil}}} attackers\n\n\
         [Variant \"{evil}\"]\n[Result \"draw\"]\n[Termination \"unknown\"]\n\n1. d2e2 draw\n\n"
    );
    let page = page(&records, &[]);
    for tag in ["<img", "<script>alert", "onerror=y>"] {
        assert!(!page.contains(tag), "{tag}");
    }
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("</style>").count(), 1);
    // The only titles are that of the page and those of its own drawings.
    assert!(page.contains("&lt;/title&gt;"));
    let data = data(&page);
    let told = evil.replace("\\\"", "\"");
    assert_eq!(data["players"][0], told.as_str());
    assert_eq!(data["games"][0]["detail"], told.as_str());
    assert!(data["games"][0]["remarks"][0].as_str().unwrap().contains("<img src=x onerror=y>&"));
    assert!(data["games"][1]["broken"].as_str().unwrap().starts_with("unknown ruleset"));
}

#[test]
fn as_many_games_as_wanted_can_be_stepped_through() {
    let game = "[Variant \"brandubh\"]\n[Attackers \"a\"]\n[Defenders \"b\"]\n[Result \"draw\"]\n\
                [Termination \"max-moves\"]\n\n1. d2e2 draw\n\n";
    let page = page(&game.repeat(5), &["--games", "3"]);
    assert_eq!(data(&page)["games"].as_array().unwrap().len(), 3);
    assert!(page.contains("The first 3 of 5 games."));
}

#[test]
fn what_cannot_be_read_or_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let (output, page) = report(&record, &[]);
    assert_eq!((output.code, page), (Some(2), None));
    assert!(output.stderr.contains("games.txt"), "{}", output.stderr);
    std::fs::write(&record, "nothing\n").unwrap();
    assert!(report(&record, &[]).0.stderr.contains("no games in"));
}

#[test]
fn the_page_is_named_after_the_first_record() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let game = "[Variant \"tablut\"]\n[Result \"draw\"]\n[Termination \"max-moves\"]\n\ndraw\n\n";
    std::fs::write(&record, game).unwrap();
    let page = record.with_extension("html");
    let run = |record: &Path| {
        start(&["report".to_owned(), record.display().to_string()], Stdio::null()).wait()
    };
    let output = run(&record);
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    assert_eq!(output.stdout.trim_end(), format!("wrote {}", page.display()));
    assert!(std::fs::read_to_string(&page).unwrap().contains("1 of 1 games"));
    let again = run(&record).stdout;
    assert_eq!(again.trim_end(), format!("wrote {} (overwritten)", page.display()));
    // The page does not overwrite a record.
    std::fs::write(&page, game).unwrap();
    let output = run(&page);
    assert_eq!(output.code, Some(2));
    assert!(output.stderr.contains("--output"), "{}", output.stderr);
    assert_eq!(std::fs::read_to_string(&page).unwrap(), game);
}

#[test]
fn a_page_overwrites_no_file_that_it_is_made_from() {
    let folder = tempfile::tempdir().unwrap();
    let record = folder.path().join("games.txt");
    let game = "[Variant \"tablut\"]\n[Result \"draw\"]\n[Termination \"max-moves\"]\n\ndraw\n\n";
    std::fs::write(&record, game).unwrap();
    // The same file under another name.
    let other = folder.path().join(".").join("games.txt");
    for (command, option) in [("report", "--output"), ("ratings", "--page")] {
        let words = [command.as_ref(), record.as_os_str(), option.as_ref(), other.as_os_str()];
        let words: Vec<String> = words.map(|word| word.display().to_string()).into();
        let output = start(&words, Stdio::null()).wait();
        assert_eq!(output.code, Some(2), "{command}");
        assert!(output.stderr.contains(option), "{}", output.stderr);
        assert_eq!(std::fs::read_to_string(&record).unwrap(), game);
    }
}

#[test]
fn a_swiss_tournament_has_its_places_and_a_knockout_its_winner() {
    let folder = tempfile::tempdir().unwrap();
    let engines = [engine("one", "seed=1"), engine("two", "seed=2"), engine("three", "seed=3")];
    let words = "--each tc=10 --variant brandubh --max-moves 20 --format";
    let swiss = folder.path().join("swiss.txt");
    let output = play(&engines, &format!("{words} swiss --record {}", swiss.display()));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let page = report(&swiss, &[]).1.unwrap();
    assert!(page.contains("<th>Buchholz</th>"), "{page}");
    // All three tables have one order.
    let order = |table: &str| -> Vec<String> {
        let rows = table.split("<tr><th>").skip(1);
        rows.map(|row| row.split_once("</th>").unwrap().0.to_owned()).collect()
    };
    let tables: Vec<Vec<String>> = page
        .split("<tbody>")
        .skip(1)
        .map(|table| order(table.split_once("</tbody>").unwrap().0))
        .collect();
    assert_eq!((tables[0].len(), &tables[1], &tables[2]), (3, &tables[0], &tables[0]));

    let knockout = folder.path().join("knockout.txt");
    let output = play(&engines, &format!("{words} knockout --record {}", knockout.display()));
    assert_eq!(output.code, Some(0), "{}", output.stderr);
    let page = report(&knockout, &[]).1.unwrap();
    assert!(page.contains("</b> wins the knockout."), "{page}");
}
