//! Games in which OpenTafl and the engine interpret the rules differently: OpenTafl is right.

use branan::game::new_game;
use branan::rules::otn::{self, Reading};
use branan::rules::{Ruleset, Side, find};

use crate::opentafl::{BRANDUB, Host, talk};
use crate::talk::Talk;

const MAGPIE: &str = "dim:7 name:Magpie surf:n atkf:y ks:m nj:n cj:n \
                      spd:-1,-1,-1,-1,-1,-1,-1,-1,-1,1,-1,-1, \
                      start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
const FOTEVIKEN: &str = "dim:9 name:Foteviken_Tablut esc:e atkf:y ka:n ks:c nj:n cor: \
                         afor:a4,a5,a6,b5,d1,e1,f1,e2,i4,i5,i6,h5,d9,e9,f9,e8, cens: cenh: \
                         cenhe:K aforh:K cenre: aforre: \
                         start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

/// Plays a game under a ruleset against an engine that received `string`. Returns the engine's
/// messages.
fn game_by(ruleset: &Ruleset, string: &str, engine: Side) -> Vec<String> {
    let mut host = Host::begin_by(ruleset, talk(), string, engine);
    host.play(120, None);
    host.end(0).end()
}

fn said(lines: &[String], words: &str) -> usize {
    lines.iter().filter(|line| line.contains(words)).count()
}

#[test]
fn the_programs_own_games_are_played_as_the_program_plays_them() {
    for (name, string) in [("magpie-opentafl", MAGPIE), ("foteviken-opentafl", FOTEVIKEN)] {
        for engine in Side::BOTH {
            let lines = game_by(find(name).unwrap(), string, engine);
            assert_eq!(said(&lines, "your position"), 0, "{name}: {lines:?}");
            assert_eq!(said(&lines, "error"), 0, "{name}: {lines:?}");
        }
    }
}

#[test]
fn other_games_are_played_by_their_strings_and_the_hosts_positions() {
    // A ruleset that OpenTafl does not ship, so the engine cannot know its special case.
    let string = MAGPIE.replace("name:Magpie", "name:My_Game");
    for engine in Side::BOTH {
        let lines = game_by(find("magpie-opentafl").unwrap(), &string, engine);
        assert_eq!(said(&lines, "error"), 0, "{lines:?}");
    }
    // By the string, the soldier on c4 is captured against the throne; in OpenTafl it is not.
    for (string, disagreements) in [(MAGPIE, 0), (&string, 1)] {
        let mut talk = begin(string, "/7/3K3/7/2T4/7/1t5/7/", Side::Attackers);
        talk.say("opponent-move b6-b4 /7/3K3/7/1tT4/7/7/7/");
        talk.say("play defenders");
        let lines = answer(&mut talk);
        assert_eq!(said(&lines, "your position"), disagreements, "{lines:?}");
        talk.end();
    }
}

/// A session with a game that begins in a given position.
fn begin(string: &str, position: &str, side: Side) -> Talk {
    let mut talk = talk();
    talk.say(&format!("rules {string}"));
    talk.say(&format!("position {position}"));
    talk.say(&format!("side {side}"));
    talk
}

/// The engine's output up to its move.
fn answer(talk: &mut Talk) -> Vec<String> {
    let lines = talk.wait_for(|line| line.starts_with("move ") || line.starts_with("error "));
    assert!(lines.last().unwrap().starts_with("move "), "{lines:?}");
    lines
}

#[test]
fn a_ring_that_the_host_does_not_count_is_none() {
    let string = BRANDUB.replace("surf:n ", "");
    let open = "/5t1/1tttt2/1t3t1/1t1K1t1/1t3t1/1ttttt1/7/";
    let mut talk = begin(&string, open, Side::Attackers);
    let played = Ruleset { encirclement: false, ..otn::read(&string, Reading::Played).unwrap() };
    let fen = otn::to_fen(&format!("{open} attackers")).unwrap();
    let mut game = new_game(&played, Some(&fen)).unwrap();
    let mut told = Vec::new();
    // The host's attackers close the ring, and the host plays on.
    for closing in [Some("f1-f2"), None, None] {
        let mv = closing.map_or_else(|| game.legal_moves()[0].to_string(), str::to_owned);
        let mv = game.play_text(&mv).unwrap().to_string();
        let dash = mv.split('x').next().unwrap();
        talk.say(&format!("opponent-move {dash} {}", otn::write_rows(&game.placement())));
        talk.say("play defenders");
        let lines = answer(&mut talk);
        game.play_text(lines.last().unwrap().strip_prefix("move ").unwrap()).unwrap();
        talk.say(&format!("move {}", otn::write_rows(&game.placement())));
        told.extend(lines);
    }
    assert_eq!(said(&told, "the game is over (attackers encircled); continuing"), 1, "{told:?}");
    assert_eq!(said(&told, "your position"), 0, "{told:?}");
    talk.end();
}

#[test]
fn a_fort_that_the_host_does_not_count_is_broken() {
    let string = "dim:11 name:Copenhagen atkf:y tfr:w sw:s efe:y \
                  start:/3ttttt3/5t5/11/t4T4t/t3TTT3t/tt1TTKTT1tt/t3TTT3t/t4T4t/11/5t5/3ttttt3/";
    let before = "/3TKT5/3T1T5/t9t/t9t/3TT6/t9t/t9t/t3t1t3t/11/1t3t3t1/3ttttt3/";
    let after = "/3TKT5/3T1T5/t3T5t/t9t/3T7/t9t/t9t/t3t1t3t/11/1t3t3t1/3ttttt3/";
    let mut talk = begin(string, before, Side::Defenders);
    talk.say(&format!("opponent-move e5-e3 {after}"));
    let mut told = Vec::new();
    for _ in 0..2 {
        talk.say("play attackers");
        told.extend(answer(&mut talk));
    }
    assert!(said(&told, "the game is over") <= 1, "{told:?}");
    talk.end();
}

#[test]
fn repetition_is_counted_over_a_disagreement() {
    let mut talk = talk();
    talk.say(&format!("rules {BRANDUB}"));
    // A different move leads to the first position than the one sent.
    let first = ("d2-c2", "/3t3/1t5/3T3/ttTKTtt/3T3/3t3/3t3/");
    talk.say(&format!("opponent-move {} {}", first.0, first.1));
    let round = [
        ("d3-c3", "/3t3/1t5/2T4/ttTKTtt/3T3/3t3/3t3/"),
        // Another disagreement.
        ("b2-b3", "/3t3/t6/2T4/ttTKTtt/3T3/3t3/3t3/"),
        ("c3-d3", "/3t3/t6/3T3/ttTKTtt/3T3/3t3/3t3/"),
        ("a2-b2", "/3t3/1t5/3T3/ttTKTtt/3T3/3t3/3t3/"),
    ];
    for (mv, position) in round {
        talk.say(&format!("opponent-move {mv} {position}"));
    }
    talk.say("play defenders");
    answer(&mut talk);
    for (mv, position) in round {
        talk.say(&format!("opponent-move {mv} {position}"));
    }
    talk.say("play defenders");
    let lines = answer(&mut talk);
    assert_eq!(said(&lines, "the game is over (draw repetition); continuing"), 1, "{lines:?}");
    assert_eq!(said(&lines, "your position"), 1, "{lines:?}");
    talk.end();
}
