//! Complete games of every ruleset between two processes of the engine.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use branan::game::{Game, new_game};
use branan::rules::{Side, find};

/// Time after which a missing answer counts as a hang.
const PATIENCE: Duration = Duration::from_secs(30);
/// Games without a result are cut off after this many plies.
const MAX_PLIES: usize = 120;

/// A running engine.
struct Player {
    process: Child,
    input: ChildStdin,
    lines: Receiver<String>,
}

impl Player {
    fn start(variant: &str) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_branan"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .unwrap();
        let input = process.stdin.take().unwrap();
        let output = BufReader::new(process.stdout.take().unwrap());
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in output.lines() {
                if sender.send(line.unwrap()).is_err() {
                    break;
                }
            }
        });
        let mut player = Self { process, input, lines };
        player.ask("uci", "uciok");
        player.say(&format!("setoption name UCI_Variant value {variant}"));
        player.say("setoption name Hash value 4");
        player.say("ucinewgame");
        player.ask("isready", "readyok");
        player
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    /// The next line that begins with `wanted`. The lines before it must not be errors.
    fn expect(&self, wanted: &str) -> String {
        let deadline = Instant::now() + PATIENCE;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            let answer = self.lines.recv_timeout(left).expect("an answer in time");
            assert!(!answer.starts_with("info string error"), "{wanted}: {answer}");
            if answer.starts_with(wanted) {
                return answer;
            }
        }
    }

    /// Sends a line and returns the first answer that begins with `wanted`.
    fn ask(&mut self, line: &str, wanted: &str) -> String {
        self.say(line);
        self.expect(wanted)
    }

    /// Sends `quit`, and checks that the engine exits successfully and without further output.
    fn quit(mut self) {
        self.say("quit");
        let deadline = Instant::now() + PATIENCE;
        let status = loop {
            if let Some(status) = self.process.try_wait().unwrap() {
                break status;
            }
            assert!(Instant::now() < deadline, "the engine does not quit");
            std::thread::sleep(Duration::from_millis(5));
        };
        assert!(status.success(), "{status}");
        assert_eq!(self.lines.iter().next(), None);
    }
}

impl Drop for Player {
    /// Kills the process even if the test fails.
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The time control of a game.
enum Control {
    /// The same `go` command for every move.
    Fixed(&'static str),
    /// Clocks with this time and increment.
    Clocks(Duration, Duration),
}

/// Plays a game and returns its final state.
fn play(variant: &str, control: &Control) -> Box<dyn Game> {
    let mut game = new_game(find(variant).unwrap(), None).unwrap();
    let first = game.to_move();
    let mut players = [Player::start(variant), Player::start(variant)];
    let mut clocks = match control {
        Control::Clocks(time, _) => [*time; 2],
        Control::Fixed(_) => [Duration::ZERO; 2],
    };
    let mut moves = String::new();
    for ply in 0..MAX_PLIES {
        if game.outcome().is_some() {
            break;
        }
        assert_eq!(game.to_move() == first, ply % 2 == 0);
        let player = &mut players[ply % 2];
        let position = if ply == 0 { String::new() } else { format!(" moves{moves}") };
        player.say(&format!("position startpos{position}"));
        let go = match control {
            Control::Fixed(go) => (*go).to_owned(),
            Control::Clocks(_, increment) => {
                let mut left = clocks.map(|clock| clock.as_millis());
                if first == Side::Defenders {
                    left.reverse();
                }
                let [black, white] = left;
                let increment = increment.as_millis();
                format!("go wtime {white} btime {black} winc {increment} binc {increment}")
            }
        };
        let start = Instant::now();
        let answer = player.ask(&go, "bestmove ");
        if let Control::Clocks(_, increment) = control {
            // More than a busy machine adds, and much less than a misread clock would.
            let allowed = clocks[ply % 2] + Duration::from_secs(4);
            assert!(start.elapsed() <= allowed, "{variant}, ply {ply}: {:?}", start.elapsed());
            clocks[ply % 2] = clocks[ply % 2].saturating_sub(start.elapsed()) + *increment;
        }
        let mut words = answer.split(' ').skip(1);
        let mv = words.next().unwrap();
        let played = game.play_text(mv);
        let played = played.unwrap_or_else(|error| panic!("{variant},{moves} {mv}: {error}"));
        assert_eq!(played.name(), mv);
        moves += &format!(" {mv}");
        if let Some("ponder") = words.next() {
            let reply = words.next().unwrap();
            assert!(game.read_move(reply).is_ok(), "{variant},{moves}: ponder {reply}");
        }
    }
    let result = game.outcome().map_or_else(|| "ongoing".to_owned(), |outcome| outcome.to_string());
    for mut player in players {
        player.say(&format!("position startpos moves{moves}"));
        assert_eq!(player.ask("d", "Fen: "), format!("Fen: {}", game.fen()));
        assert_eq!(player.expect("Result: "), format!("Result: {result}"));
        player.expect("Otn:");
        if game.outcome().is_some() {
            assert_eq!(player.ask("go depth 3", "bestmove"), "bestmove (none)");
        }
        player.quit();
    }
    game
}

macro_rules! games {
    ($($test:ident: $variant:literal, $control:expr;)*) => {
        $(
            #[test]
            fn $test() {
                let game = play($variant, &$control);
                assert!(game.outcome().is_some() || game.line().len() == MAX_PLIES);
            }
        )*

        #[test]
        fn every_ruleset_has_its_game() {
            let played = [$($variant),*];
            for ruleset in branan::rules::builtin() {
                assert!(played.contains(&ruleset.name.as_str()), "{}", ruleset.name);
            }
        }
    };
}

games! {
    brandubh_macwhite: "brandubh-macwhite", Control::Fixed("go movetime 20");
    brandub_walker: "brandub-walker", Control::Fixed("go nodes 3000");
    brandub_leaflet: "brandub-leaflet", Control::Fixed("go depth 4");
    brandubh_nielsen: "brandubh-nielsen", Control::Fixed("go nodes 3000");
    brandubh_fosdick: "brandubh-fosdick", Control::Fixed("go movetime 20");
    brandubh_fosdick_21: "brandubh-fosdick-21", Control::Fixed("go nodes 3000");
    fitchneal: "fitchneal", Control::Fixed("go nodes 3000");
    ard_ri: "ard-ri", Control::Fixed("go nodes 3000");
    tablut: "tablut", Control::Fixed("go nodes 3000");
    tawlbwrdd: "tawlbwrdd", Control::Fixed("go nodes 3000");
    hnefatafl_13: "hnefatafl-13", Control::Fixed("go movetime 20");
    copenhagen: "copenhagen", Control::Fixed("go nodes 2000");
    hnefatafl_org_7: "hnefatafl-org-7", Control::Fixed("go nodes 2000");
    hnefatafl_org_11: "hnefatafl-org-11", Control::Fixed("go nodes 2000");
    hnefatafl_org_13: "hnefatafl-org-13", Control::Fixed("go nodes 1000");
    copenhagen_opentafl: "copenhagen-opentafl", Control::Fixed("go nodes 2000");
    fetlar: "fetlar", Control::Fixed("go nodes 2000");
    fetlar_opentafl: "fetlar-opentafl", Control::Fixed("go nodes 2000");
    tablut_linnaean: "tablut-linnaean", Control::Fixed("go nodes 2000");
    foteviken: "foteviken", Control::Fixed("go nodes 2000");
    foteviken_opentafl: "foteviken-opentafl", Control::Fixed("go nodes 2000");
    ashton_tablut: "ashton-tablut", Control::Fixed("go nodes 2000");
    sea_battle_9: "sea-battle-9", Control::Fixed("go nodes 2000");
    sea_battle_13: "sea-battle-13", Control::Fixed("go nodes 1000");
    parlett_13: "parlett-13", Control::Fixed("go nodes 1000");
    tablut_15: "tablut-15", Control::Fixed("go nodes 1000");
    alea_evangelii: "alea-evangelii", Control::Fixed("go nodes 500");
    brandub_opentafl: "brandub-opentafl", Control::Fixed("go nodes 2000");
    magpie: "magpie", Control::Fixed("go nodes 2000");
    magpie_opentafl: "magpie-opentafl", Control::Fixed("go nodes 2000");
    brandubh_with_clocks: "brandubh-macwhite",
        Control::Clocks(Duration::from_millis(1000), Duration::from_millis(10));
    tablut_with_clocks: "tablut",
        Control::Clocks(Duration::from_millis(1000), Duration::from_millis(10));
}
