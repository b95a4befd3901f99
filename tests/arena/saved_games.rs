//! OpenTafl's saved games.

use branan::convert::{Format, read, write};
use branan::game::new_game;
use branan::record::GameRecord;
use branan::rules::{builtin, find};

use crate::conversion::{context, error, read_one, there_and_back};

/// A game of the 2015 Tafl Triathlon from OpenTafl's distribution, with shortened comments.
pub(crate) const SAVED: &str = "\
[date:2015.05.04]
[event:Tafl Triathlon 2015]
[round:Brandub]
[site:aagenielsen.dk]
[result:-1]
[attackers:Xerxes]
[defenders:Animals]
[termination:Black resigns]
[compiler:Jay Slater]
[rules:dim:7 name:Brandub_Strong_Center_King surf:n atkf:y ks:c nj:n cj:n cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]
[start-comment:Corner tafl.

On a small board.]

1. d2-e2 c4-c5
[A book move, in 3s {usually}|[sic]

2. f4-f5 c5-a5
3. d6-a6xa5 d5-a5xa6
[|Recaptured]
4. f5-d5 d3-a3xa4
5. e2-c2 a5-b5
6. b4-c4 b5-b4xc4
7. d1-d3 e4-e2
8. d3-d2 Kd4-d3
9. g4-g3 Kd3-f3
10. d2-d1 Kf3-f2
[|Black resigns.
Rightly.]
";

#[test]
fn a_saved_game_becomes_a_record_and_a_saved_game_again() {
    let game = read_one(Format::Otg, SAVED, None);
    let text = game.to_text().unwrap();
    for line in [
        "[Event \"Tafl Triathlon 2015\"]",
        "[Date \"2015.05.04\"]",
        "[Variant \"dim:7 name:Brandub_Strong_Center_King surf:n ks:c cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/\"]",
        "[Attackers \"Xerxes\"]",
        "[PlyCount \"20\"]",
        "[Result \"defenders\"]",
        "[Termination \"resign\"]",
        "[Comment \"Corner tafl.\\n\\nOn a small board.\"]",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}\n{text}");
    }
    assert!(
        text.contains("1. d2-e2 {: A book move, in 3s \\(usually\\)} c4-c5 {: \\[sic}"),
        "{text}"
    );
    assert!(text.replace('\n', " ").contains("3. d6-a6xa5 d5-a5xa6 {: Recaptured}"), "{text}");
    assert_eq!(there_and_back(Format::Otg, &game, None), game);
    let mut broken = game.clone();
    for (played, comment) in broken.moves.iter_mut().zip(["a\n\nb\n\n", "c\n"]) {
        played.comment = comment.to_owned();
    }
    assert_eq!(there_and_back(Format::Otg, &broken, None), broken);
    let again = write(Format::Otg, &[game], &context(None)).unwrap();
    assert!(again.contains("\n8. d3-d2 Kd4-d3\n"), "{again}");
    assert!(again.contains("\n[|Black resigns.\nRightly.]\n"), "{again}");
    assert!(again.contains("[termination:Black resigns]\n"), "{again}");
}

/// The game with all that a record can say.
fn told(variant: &str) -> GameRecord {
    let text = format!(
        r#"[Event "A [good] match|x"]
[Date "2026.11.21 15:04:05"]
[Round "3"]
[Game "8"]
[Variant "{variant}"]
[Rules "KingMove=step"]
[Attackers "Ann [bot]"]
[Defenders "Bob"]
[AttackersTimeControl "10+0.1"]
[DefendersTimeControl "depth 6"]
[Result "attackers"]
[Termination "time-forfeit"]
[Detail "\"late\" [by 5 s] | \\"]
[AttackersElo "2000"]
[Comment "Before\n\nthe first [%csl Gd4] move"]
[ForeignLoad "0.5"]
[Machine "m"]
[archive:id "7"]
[note "small letters"]

1. d2-e2 d3-c3 attackers

"#
    );
    read_one(Format::Record, &text, None)
}

#[test]
fn a_saved_game_keeps_every_tag_of_a_record() {
    let game = told("brandub-opentafl");
    let saved = write(Format::Otg, std::slice::from_ref(&game), &context(None)).unwrap();
    for line in [
        "[event:A (good) match/x]",
        "[attackers:Ann (bot)]",
        "[defenders:Bob]",
        "[start-comment:Before\n\nthe first (%csl Gd4) move]",
    ] {
        assert!(saved.contains(&format!("{line}\n")), "{line}\n{saved}");
    }
    // OpenTafl takes the first closing bracket for the end, and a bar for that of half a comment.
    let (_, own) = saved.split_once("[record-tags:").unwrap();
    let own = own.lines().next().unwrap();
    assert_eq!(own.find([']', '[', '|']), Some(own.len() - 1), "{own}");
    let back = read_one(Format::Otg, &saved, None);
    let extra = back.extra.iter().filter(|(name, _)| !name.starts_with("otg:")).cloned().collect();
    assert_eq!(GameRecord { extra, ..back.clone() }, game);
    assert_eq!(there_and_back(Format::Otg, &back, None), back);
    for (from, to, reason) in [
        ("[defenders:Bob]", "[a b:1]\n[a-b:2]", "a game cannot be recorded: \"otg:a-b\""),
        ("[defenders:Bob]", "[event:B]", "line 4: the tag event is given twice"),
        ("{\"A", "[\"A", "not a game in JSON"),
        ("\"Machine\":\"m\"", "\"Machine\":1", "in the tags: Machine is not a string"),
        ("\"Machine\"", "\"Result\"", "in the tags: Result has its place elsewhere"),
        ("\"Round\":\"3\"", "\"Round\":\"x\"", "in the tags: the tag Round cannot be \"x\""),
    ] {
        assert!(saved.contains(from), "{from}\n{saved}");
        let error = error(Format::Otg, &saved.replacen(from, to, 1), None);
        assert!(error.starts_with(reason), "{error}");
    }
}

#[test]
fn a_resignation_in_the_moves_decides_the_game() {
    let resigned = format!("{SAVED}11. ---\n");
    for text in [resigned.replace("[result:-1]\n", ""), resigned.replace("-1]", "?]")] {
        let game = read_one(Format::Otg, &text, None);
        assert_eq!((game.result(), game.termination.to_string().as_str()), ("defenders", "resign"));
        assert_eq!(game.moves.len(), 20);
    }
    assert_eq!(read_one(Format::Otg, &resigned, None).result(), "defenders");
    for (result, said) in [("1", "attackers"), ("0", "draw")] {
        let text = resigned.replace("[result:-1]", &format!("[result:{result}]"));
        let error = error(Format::Otg, &text, None);
        let expected = format!("the board says defenders (resign), the file says {said}");
        assert_eq!(error, expected);
    }
}

#[test]
fn what_a_saved_game_says_wrongly_is_refused() {
    let changed = |from: &str, to: &str| {
        assert!(SAVED.contains(from), "{from}");
        error(Format::Otg, &SAVED.replacen(from, to, 1), None)
    };
    assert!(changed("d6-a6xa5", "d6-a6xb5").starts_with("ply 5, d6-a6xb5: it captures a5"));
    assert!(changed("d2-e2", "d2^e2").contains("no piece jumps"));
    assert!(changed("result:-1", "result:2").contains("the tag result cannot be \"2\""));
    assert!(changed("[rules:", "[rule:").contains("there is no tag \"rules\""));
    assert!(changed("ks:c", "ks:z").contains("in the rules string: ks is"));
    assert!(changed("[site:", "[position:").contains("the tag position"));
    assert!(changed("2. f4", "2a.1.1a. f4").starts_with("line 18: the variation 2a.1.1a."));
    let over = SAVED.replace("result:-1", "result:1") + "11. c2-c1 Kf2-g2\n12. c1-c2 Kg2-g1\n";
    assert!(error(Format::Otg, &over, None).contains("the board says defenders (king-escaped)"));
}

/// A game with variations on both players' moves, and variations within them.
pub(crate) const ANNOTATED: &str = "\
[result:-1]
[termination:The attackers resign]
[rules:dim:7 name:Brandub surf:n ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/]

1. d2-e2 c4-c5
[|Solid.]

1a.1.1a. d2-c2 d3-b3
[Closer.|]

1a.1.1a.1.1a. ..... d3-e3
[A sidestep.]

1a.1.1a.1.2a. d6-c6 Kd4-d3

1a.1.1a.2.1a. ..... c4-c3

1a.1.2a. c2-c1 b3-a3
[|]

1a.2.1a. d2-b2

1b.1.1a. ..... e4-e5
[Also|possible.]

1b.1.2a. f4-e4

2. f4-f5 c5-a5

2b.1.1a. ..... Kd4-c4

2b.1.2a. b4-b3 Kc4-b4

2b.1.2a.1.1a. ..... Kc4-c2

2b.1.2a.1.2a. d6-c6

3. ---
[Too much.]
";

#[test]
fn variations_of_a_saved_game_become_those_of_a_record() {
    let game = read_one(Format::Otg, ANNOTATED, None);
    let record = game.to_text().unwrap().replace('\n', " ");
    let moves = "1. d2-e2 \
        (1. d2-c2 {: Closer.} d3-b3 \
        (1... d3-e3 {: A sidestep.} 2. d6-c6 d4-d3) (1... c4-c3) 2. c2-c1 b3-a3) \
        (1. d2-b2) \
        1... c4-c5 {: Solid.} (1... e4-e5 {: Also \\n possible.} 2. f4-e4) \
        2. f4-f5 c5-a5 {: Too much.} \
        (2... d4-c4 3. b4-b3 c4-b4 (3... c4-c2 4. d6-c6)) defenders";
    assert!(record.contains(moves), "{record}");
    assert_eq!(there_and_back(Format::Otg, &game, None), game);
}

#[test]
fn wrong_variations_of_a_saved_game_are_refused() {
    let wrong = error(Format::Otg, &format!("{ANNOTATED}1a.2.1a.1.1a. ..... b3-a3\n"), None);
    assert!(wrong.contains("1a.2.1a.1.1a. replaces no move"), "{wrong}");
    let changed = |from: &str, to: &str| {
        assert!(SAVED.contains(from), "{from}");
        error(Format::Otg, &SAVED.replacen(from, to, 1), None)
    };
    let illegal = changed("3. d6", "2b.1.1a. ..... c5-a6\n3. d6");
    assert!(illegal.starts_with("ply 4, c5-a6: "), "{illegal}");
    let captures = changed("3. d6", "2b.1.1a. ..... c5-a5\n2b.1.2a. d6-a6xb5\n3. d6");
    assert!(captures.starts_with("ply 5, d6-a6xb5: it captures a5"), "{captures}");
    let jumps = changed("3. d6", "2b.1.1a. ..... c5^a5\n3. d6");
    assert!(jumps.contains("no piece jumps"), "{jumps}");
    let resigned = format!("{SAVED}11. ---\n11a.1.1a. d1-d2\n");
    let refused = error(Format::Otg, &resigned, None);
    assert!(refused.contains("in place of a resignation"), "{refused}");
}

#[test]
fn variations_of_a_record_become_those_of_a_saved_game() {
    let head = "[Variant \"brandubh-nielsen\"]\n[Result \"*\"]\n[Termination \"unfinished\"]\n\n";
    let moves = "1. d2e2 (1. d2-c2 (1. d2-b2 d3-e3 (1... d3-c3 {: b}) 2. f4-f5) d3-b3) \
                 d3-b3 (1... c4-c3) *\n\n";
    let game = read_one(Format::Record, &format!("{head}{moves}"), None);
    let saved = write(Format::Otg, std::slice::from_ref(&game), &context(None)).unwrap();
    let (_, lines) = saved.split_once("]\n\n1. ").unwrap();
    // A variation on the first move of a variation becomes its sibling.
    assert_eq!(
        lines,
        "d2-e2 d3-b3\n\n1a.1.1a. d2-c2 d3-b3\n\n1a.2.1a. d2-b2 d3-e3\n\n\
         1a.2.1a.1.1a. ..... d3-c3\n[b]\n\n1a.2.2a. f4-f5\n\n1b.1.1a. ..... c4-c3\n"
    );
    let again = read_one(Format::Otg, &saved, None).to_text().unwrap().replace('\n', " ");
    let moves = "1. d2-e2 (1. d2-c2 d3-b3) (1. d2-b2 d3-e3 (1... d3-c3 {: b}) 2. f4-f5) \
                 1... d3-b3 (1... c4-c3) *";
    assert!(again.contains(moves), "{again}");
    for alike in ["1. d2-e2 (1. d2e2) *\n\n", "1. d2-e2 (1. d2-c2) (1. d2-b2 (1. d2-c2)) *\n\n"] {
        let game = read_one(Format::Record, &format!("{head}{alike}"), None);
        let refused = write(Format::Otg, &[game], &context(None)).unwrap_err().to_string();
        assert!(refused.contains("begin alike"), "{refused}");
    }
}

#[test]
fn variations_as_deep_as_records_hold_are_carried_over() {
    // Each line replaces the second move of its parent.
    let mut game = new_game(find("brandub").unwrap(), None).unwrap();
    let mut lines = String::new();
    let deepest = 32;
    for ply in 0..=deepest {
        let moves = game.legal_moves();
        let (one, two) = (moves.len() / 2, moves.len() / 2 + 1);
        if ply > 0 {
            lines += &format!(" {} ({}", moves[one], moves[two]);
        } else {
            lines += &moves[two].to_string();
        }
        game.play(moves[two]).unwrap();
    }
    lines += &")".repeat(deepest);
    let tags = "[Variant \"brandubh\"]\n[Result \"*\"]\n[Termination \"unfinished\"]\n\n";
    let game = read_one(Format::Record, &format!("{tags}{lines} *\n\n"), None);
    let saved = write(Format::Otg, &[game], &context(None)).unwrap();
    let game = read_one(Format::Otg, &saved, None);
    assert_eq!(game.to_text().unwrap().matches('(').count(), deepest);
    assert_eq!(there_and_back(Format::Otg, &game, None), game);
}

#[test]
fn a_game_from_another_position_and_with_alternate_rules_keeps_them() {
    let text = "[Variant \"brandubh-nielsen\"]\n[Rules \"KingMove=step\"]\n\
                [FEN \"7/3t3/7/3K3/7/7/3t3 d\"]\n[Attackers \"a\"]\n[Date \"2026.11.21\"]\n\
                [Result \"draw\"]\n[Termination \"draw-agreed\"]\n\n1... d4-d5 d1-d2 draw\n\n";
    let game = read_one(Format::Record, text, None);
    let saved = write(Format::Otg, std::slice::from_ref(&game), &context(None)).unwrap();
    assert!(saved.contains("[alternates:KingMove=step]\n"), "{saved}");
    assert!(saved.contains(" atkf:n ") && saved.contains("\n1. Kd4-d5 d1-d2\n"), "{saved}");
    let again = read_one(Format::Otg, &saved, None);
    assert_eq!(
        again.extra("otg:rules"),
        saved.split("[rules:").nth(1).and_then(|rest| rest.split(']').next())
    );
    assert_eq!((&again.variant, &again.rules, &again.fen), (&game.variant, &game.rules, &game.fen));
    assert_eq!(
        (again.first, again.winner, again.termination),
        (game.first, None, game.termination)
    );
    assert_eq!(again.moves, game.moves);
}

#[test]
fn every_ruleset_that_opentafl_can_play_is_told_to_it() {
    let mut told = 0;
    for ruleset in builtin() {
        let game = read(Format::Moves, "#\nattackers\n", &context(Some(&ruleset.name)));
        let game = game.unwrap().remove(0);
        match write(Format::Otg, std::slice::from_ref(&game), &context(None)) {
            Ok(text) => {
                told += 1;
                let again = read_one(Format::Otg, &text, None);
                assert_eq!(again.variant, ruleset.name, "{text}");
                assert_eq!(again.termination, game.termination);
            }
            Err(error) => {
                assert!(error.to_string().contains("a rules string cannot say"), "{error}")
            }
        }
    }
    assert!(told >= 12, "{told}");
}
