//! Games and analyses over OpenTafl's protocol, with a host that behaves like OpenTafl.

use std::time::{Duration, Instant};

use branan::engine::Resources;
use branan::game::{Game, new_game};
use branan::protocol::opentafl::OpenTaflSettings;
use branan::rules::otn::{self, Reading};
use branan::rules::{Ruleset, Side};

use crate::talk::Talk;

pub const BRANDUB: &str =
    "dim:7 name:Brandub surf:n atkf:y ks:w cenh: cenhe: start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/";
const SEA_BATTLE: &str = "dim:9 name:Sea_Battle esc:e atkf:y ka:n nj:n cj:n cor: cen: \
                          start:/3ttt3/4t4/4T4/t3T3t/ttTTKTTtt/t3T3t/4T4/4t4/3ttt3/";

pub fn settings() -> OpenTaflSettings {
    OpenTaflSettings {
        resources: Resources { hash: 1, threads: 1 },
        move_time: Duration::from_millis(20),
        overhead: Duration::from_millis(20),
    }
}

pub fn talk() -> Talk {
    let mut talk = Talk::opentafl(settings());
    assert_eq!(talk.wait_for(|_| true), ["hello"]);
    talk
}

/// The next move, as `d2-e2`, and the time it took.
pub fn next_move(talk: &mut Talk) -> (String, Duration) {
    let start = Instant::now();
    let lines = talk.wait_for(|line| line.starts_with("move ") || line.starts_with("error "));
    let last = lines.last().unwrap();
    let mv = last.strip_prefix("move ").unwrap_or_else(|| panic!("{lines:?}"));
    assert!(mv.contains('-'), "{mv}");
    (mv.to_owned(), start.elapsed())
}

/// OpenTafl's side of a game: it enforces the rules, the engine plays one side, and a simple player
/// the other.
pub struct Host {
    pub talk: Talk,
    pub game: Box<dyn Game>,
    engine: Side,
    /// Moves of the other side that have not been sent yet.
    untold: Vec<String>,
    seed: usize,
}

impl Host {
    /// Begins a game with an engine that may have played earlier games.
    fn begin(talk: Talk, rules: &str, engine: Side) -> Self {
        Self::begin_by(&otn::read(rules, Reading::Played).unwrap(), talk, rules, engine)
    }

    /// Begins a game that OpenTafl plays by different rules from those in the string that it sends.
    pub fn begin_by(played: &Ruleset, mut talk: Talk, rules: &str, engine: Side) -> Self {
        let game = new_game(played, None).unwrap();
        talk.say(&format!("rules {rules}"));
        Self { talk, game, engine, untold: Vec::new(), seed: 7 }
    }

    pub fn position(&self) -> String {
        otn::write_rows(&self.game.placement())
    }

    /// Plays a move for the other side.
    pub fn other_moves(&mut self) {
        let moves = self.game.legal_moves();
        self.seed = (self.seed * 31 + 11) % 1009;
        let mv = self.game.play(moves[self.seed % moves.len()]).unwrap();
        self.untold.extend(mv.to_string().split('x').next().map(str::to_owned));
    }

    /// Asks the engine for a move, which must be legal, and confirms it.
    pub fn engine_moves(&mut self, clock: Option<&str>) -> Duration {
        if let [first, ..] = &self.untold[..] {
            self.talk.say(&format!("opponent-move {first} {}", self.position()));
            self.untold.clear();
        }
        if let Some(clock) = clock {
            // OpenTafl writes a space at the end.
            self.talk.say(&format!("clock {clock} "));
        }
        self.talk.say(&format!("play {}", self.engine));
        let (mv, time) = next_move(&mut self.talk);
        if let Err(error) = self.game.play_text(&mv) {
            panic!("{mv} in {}: {error}", self.game.fen());
        }
        self.talk.say(&format!("move {}", self.position()));
        time
    }

    /// Plays until the game ends, or for `most` plies. Returns the winner.
    pub fn play(&mut self, most: usize, clock: Option<&str>) -> Option<Side> {
        for _ in 0..most {
            if self.game.outcome().is_some() {
                break;
            }
            if self.game.to_move() == self.engine {
                self.engine_moves(clock);
            } else {
                self.other_moves();
            }
        }
        self.game.outcome().and_then(|outcome| outcome.winner)
    }

    /// Reports the end of the game, twice.
    pub fn end(mut self, code: u8) -> Talk {
        self.talk.say(&format!("finish {code}"));
        self.talk.say(&format!("finish {code}"));
        self.talk
    }
}

#[test]
fn a_game_seen_on_the_wire() {
    let mut talk = talk();
    talk.say(&format!("rules {BRANDUB}"));
    talk.say("clock 19798 20000 5 3 3 ");
    talk.say("play attackers");
    let rules = otn::read(BRANDUB, Reading::Played).unwrap();
    let mut game = new_game(&rules, None).unwrap();
    let (mv, _) = next_move(&mut talk);
    game.play_text(&mv).unwrap();
    talk.say(&format!("move {}", otn::write_rows(&game.placement())));
    // The other side moves, and the engine must accept the host's position, whatever it is.
    let reply = game.legal_moves()[0];
    let reply = game.play(reply).unwrap().to_string();
    let fen = game.fen();
    let position = otn::write_rows(&game.placement());
    talk.say(&format!("opponent-move {} {position}", reply.split('x').next().unwrap()));
    talk.say("clock 19676 11928 5 3 3 ");
    talk.say("play attackers");
    let (mv, _) = next_move(&mut talk);
    assert!(game.play_text(&mv).is_ok(), "{mv} in {fen}");
    for line in ["finish 3", "finish 3", "goodbye"] {
        talk.say(line);
    }
    assert_eq!(talk.finish(), [""; 0]);
}

#[test]
fn both_sides_win_games_against_a_simple_player() {
    for (side, code) in [(Side::Attackers, 2), (Side::Defenders, 3)] {
        let mut host = Host::begin(talk(), BRANDUB, side);
        assert_eq!(host.play(200, None), Some(side), "{}", host.game.fen());
        let talk = host.end(code);
        assert!(talk.end().iter().all(|line| line.starts_with("status ")));
    }
}

#[test]
fn a_game_begins_at_once_after_another() {
    let mut talk = talk();
    for (rules, side, clock) in [
        (BRANDUB, Side::Defenders, "900 900 5 1 1"),
        (SEA_BATTLE, Side::Attackers, "900 900 5 1 1"),
        (BRANDUB, Side::Attackers, "9000 9000 5 3 3"),
    ] {
        let mut host = Host::begin(talk, rules, side);
        host.play(8, Some(clock));
        talk = host.end(0);
    }
    // Another game, whose rules are not sent again.
    talk.say("play attackers");
    let rules = otn::read(BRANDUB, Reading::Played).unwrap();
    let (mv, time) = next_move(&mut talk);
    assert!(new_game(&rules, None).unwrap().play_text(&mv).is_ok());
    assert!(time < Duration::from_secs(3), "the old clock is gone: {time:?}");
    talk.say("goodbye");
    talk.finish();
}

#[test]
fn moves_come_in_time_on_any_clock() {
    let clocks: [(&str, u64); 7] = [
        ("1000 1000 0 0 0", 1000),
        ("300 300 1 1 1", 1300),
        ("0* 0* 1 3 3", 1),
        ("1000* 1000* 1 1 1", 1000),
        ("400* 400* 1 3 3", 400),
        ("60* 60* 1 1 1", 60),
        ("-1 -1 0 0 0", 2000),
    ];
    for (clock, most) in clocks {
        let mut host = Host::begin(talk(), SEA_BATTLE, Side::Attackers);
        let time = host.engine_moves(Some(clock));
        // A busy machine may be late, but not by much.
        let most = Duration::from_millis(most + 3000);
        assert!(time < most, "{clock}: {time:?}");
        host.talk.say("goodbye");
        host.talk.finish();
    }
}

#[test]
fn time_that_would_be_lost_is_used() {
    let mut host = Host::begin(talk(), SEA_BATTLE, Side::Attackers);
    let time = host.engine_moves(Some("0* 0* 1 0 0"));
    assert!(time < Duration::from_secs(3), "nothing is left: {time:?}");
    host.other_moves();
    let time = host.engine_moves(Some("1000* 1000* 1 1 1"));
    assert!(time > Duration::from_millis(150), "{time:?}");
    host.talk.say("goodbye");
    host.talk.finish();
}

#[test]
fn an_aborted_game_is_thought_about_no_longer() {
    let slow = OpenTaflSettings { move_time: Duration::from_secs(20), ..settings() };
    for stopper in ["finish 0", "goodbye", "rules dim:5 start:/t4/5/2K2/5/4t/"] {
        let mut talk = Talk::opentafl(slow);
        talk.say(&format!("rules {BRANDUB}"));
        talk.say("play attackers");
        std::thread::sleep(Duration::from_millis(50));
        let start = Instant::now();
        talk.say(stopper);
        let lines = talk.end();
        assert!(start.elapsed() < Duration::from_secs(10), "{stopper}");
        assert!(!lines.iter().any(|line| line.starts_with("move ")), "{stopper}: {lines:?}");
    }
}

#[test]
fn the_hosts_position_is_believed() {
    let mut talk = talk();
    talk.say(&format!("rules {BRANDUB}"));
    talk.say("opponent-move d2-c2 /3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/");
    let lines = talk.wait_for(|line| line.starts_with("status "));
    assert!(lines[0].contains("continuing from your position"), "{lines:?}");
    talk.say("play attackers");
    let (mv, _) = next_move(&mut talk);
    let rules = otn::read(BRANDUB, Reading::Played).unwrap();
    let fen = "3t3/3t3/3T3/ttTKTtt/6T/1t5/3t3 a";
    assert!(new_game(&rules, Some(fen)).unwrap().play_text(&mv).is_ok(), "{mv}");
    // An invalid position is reported, and the game continues from the last valid one.
    for bad in ["opponent-move a1-a2 /7/7/", "move /3x3/", "position 3t3", "opponent-move a1-a2"] {
        talk.say(bad);
        let lines = talk.wait_for(|line| line.starts_with("status "));
        assert!(lines.last().unwrap().is_ascii(), "{lines:?}");
    }
    talk.say("play attackers");
    let (mv, _) = next_move(&mut talk);
    assert!(new_game(&rules, Some(fen)).unwrap().play_text(&mv).is_ok(), "{mv}");
    talk.end();
}

#[test]
fn a_refused_move_is_not_sent_again() {
    let mut talk = talk();
    talk.say(&format!("rules {BRANDUB}"));
    let mut refused = Vec::new();
    for _ in 0..4 {
        talk.say("play attackers");
        let (mv, _) = next_move(&mut talk);
        assert!(!refused.contains(&mv), "{mv} after {refused:?}");
        refused.push(mv);
        talk.say("error 2");
    }
    talk.say("error 1");
    talk.wait_for(|line| line.starts_with("status error 1"));
    // The host then sends all moves of the game.
    talk.say("opponent-move d2-b2|d3-g3 /3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/");
    talk.say("play attackers");
    next_move(&mut talk);
    let lines = talk.end();
    assert!(!lines.iter().any(|line| line.contains("your position")), "{lines:?}");
}

#[test]
fn a_side_without_moves_gives_up() {
    let mut talk = talk();
    talk.say("rules dim:5 surf:n cor: cen: esc:e ks:s start:/5/2t2/1tKt1/2t2/5/");
    talk.say("play defenders");
    let lines = talk.wait_for(|line| line.starts_with("error "));
    assert!(lines.last().unwrap().starts_with("error -1 "), "{lines:?}");
    talk.end();
}

#[test]
fn rules_that_cannot_be_played_are_said_so() {
    let mut talk = talk();
    for rules in [
        "dim:7 kj:r start:/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "dim:7 start:/3n3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/",
        "dim:7 start:/7/7/7/7/7/7/7/",
        "nonsense",
    ] {
        talk.say(&format!("rules {rules}"));
        let lines = talk.wait_for(|line| line.starts_with("error 0 "));
        assert!(lines[0].contains("cannot be played"), "{lines:?}");
        // Lines about a game that is not playable are ignored.
        talk.say("opponent-move a1-a2 /3t3/");
        talk.say("position /3t3/");
        talk.say("side attackers");
        talk.say("analyze 2 1");
        talk.wait_for(|line| line == "analysis 0");
        talk.say("play attackers");
        talk.wait_for(|line| line.starts_with("error -1 "));
    }
    let mut host = Host::begin(talk, BRANDUB, Side::Attackers);
    host.engine_moves(None);
    host.talk.end();
}

/// The complete pairs of moves and score in an analysis.
fn pairs(line: &str) -> Vec<(Vec<String>, f64)> {
    let words: Vec<&str> = line.split(' ').collect();
    assert_eq!(words[0], "analysis");
    assert_eq!(words.len() % 2, 0, "{line}");
    let count: usize = words[1].parse().unwrap();
    assert_eq!(words.len(), 2 + 2 * count, "{line}");
    words[2..]
        .chunks(2)
        .map(|pair| {
            let moves = pair[0].split('|').map(str::to_owned).collect();
            (moves, pair[1].parse().unwrap())
        })
        .collect()
}

#[test]
fn an_analysis_has_complete_lines_best_first() {
    let mut talk = talk();
    talk.say(&format!("rules {BRANDUB}"));
    let rules = otn::read(BRANDUB, Reading::Played).unwrap();
    for (position, side, count) in [
        ("/3t3/3t3/3T3/ttTKTtt/3T3/3t3/3t3/", Side::Attackers, 5),
        ("/3t3/1t5/6T/ttTKTtt/3T3/3t3/3t3/", Side::Defenders, 2),
        ("/7/7/7/2K4/7/7/3t3/", Side::Attackers, 99),
    ] {
        talk.say(&format!("position {position}"));
        talk.say(&format!("side {side}"));
        talk.say("clock 1000 1000 0 0 0 ");
        talk.say(&format!("analyze {count} 1"));
        let lines = talk.wait_for(|line| line.starts_with("analysis "));
        let found = pairs(lines.last().unwrap());
        let fen = otn::to_fen(&format!("{position} {side}")).unwrap();
        let most = new_game(&rules, Some(&fen)).unwrap().legal_moves().len();
        assert_eq!(found.len(), count.min(most), "{position}");
        let mut firsts: Vec<&str> = found.iter().map(|(moves, _)| moves[0].as_str()).collect();
        for (moves, _) in &found {
            let mut game = new_game(&rules, Some(&fen)).unwrap();
            for mv in moves {
                assert!(game.play_text(mv).is_ok(), "{moves:?} from {fen}");
            }
        }
        firsts.sort_unstable();
        firsts.dedup();
        assert_eq!(firsts.len(), found.len(), "each line begins with another move");
        let sign = if side == Side::Attackers { 1.0 } else { -1.0 };
        assert!(found.windows(2).all(|two| two[0].1 * sign >= two[1].1 * sign), "{found:?}");
    }
    // The king has an open path, so the score is that of a won game.
    talk.say("position /7/7/7/7/7/7/2K4/");
    talk.say("side defenders");
    talk.say("analyze 1 1");
    let lines = talk.wait_for(|line| line.starts_with("analysis "));
    assert!(pairs(lines.last().unwrap())[0].1 < -900.0, "{lines:?}");
    talk.say("goodbye");
    talk.finish();
}

#[test]
fn a_line_may_come_in_pieces_and_garbage_does_no_harm() {
    let mut talk = talk();
    for piece in ["ru", "les dim:7 surf:n ks:w cenh: cen", "he: start:/3t3/3t3/3T3/ttTKTtt/3T3/"] {
        talk.say_bytes(piece.as_bytes());
        std::thread::sleep(Duration::from_millis(5));
    }
    talk.say_bytes(b"3t3/3t3/\r\n\n  \nhello\nstart\nside attackers\nside\n");
    talk.say_bytes(b"\xff\xfe\x00garbage\nuci\nclock x\nanalyze\nerror\nplay white\ndump 3\n");
    talk.say("play attackers");
    let lines = talk.wait_for(|line| line.starts_with("move "));
    let (last, before) = lines.split_last().unwrap();
    assert!(before.iter().all(|line| line.starts_with("status ")), "{before:?}");
    assert!(before.len() >= 7, "{before:?}");
    assert!(lines.iter().all(|line| line.is_ascii()));
    let rules = otn::read(BRANDUB, Reading::Played).unwrap();
    assert!(new_game(&rules, None).unwrap().read_move(&last["move ".len()..]).is_ok());
    talk.end();
}

#[test]
fn the_user_sees_how_a_long_search_goes() {
    let slow = OpenTaflSettings { move_time: Duration::from_millis(2500), ..settings() };
    let mut talk = Talk::opentafl(slow);
    talk.say(&format!("rules {SEA_BATTLE}"));
    talk.say("play attackers");
    let lines = talk.wait_for(|line| line.starts_with("move "));
    let told: Vec<_> = lines.iter().filter(|line| line.starts_with("status depth ")).collect();
    assert!((1..=6).contains(&told.len()), "{lines:?}");
    assert!(told[0].contains("attackers ") && told[0].contains('-'), "{told:?}");
    talk.end();
}
