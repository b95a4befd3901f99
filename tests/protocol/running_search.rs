//! The behaviour of a session during a search, and how searches end.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use branan::game::new_game;
use branan::protocol::UciSession;
use branan::rules::find;

use crate::answers::{
    START, WIN_IN_ONE, best, errors, infos, moves, number_after, refused, word_after,
};
use crate::names::legal_names;
use crate::talk::{Talk, script};

#[test]
fn questions_are_answered_during_a_search() {
    let mut talk = Talk::start();
    talk.say("go infinite");
    talk.wait_for(|line| line.starts_with("info depth 2 "));
    talk.sync();
    talk.say("uci");
    talk.wait_for(|line| line == "uciok");
    talk.say("d");
    let lines = talk.wait_for(|line| line.starts_with("Moves: "));
    assert!(lines.contains(&format!("Fen: {START}")));
    talk.say("eval");
    talk.wait_for(|line| line.starts_with("Evaluation: "));
    talk.say("help");
    talk.wait_for(|line| line.starts_with("go perft"));
    talk.say("debug on");
    talk.say("isready");
    talk.wait_for(|line| line == "info string understood IsReady");
    talk.wait_for(|line| line == "readyok");
    talk.say("debug off");
    talk.say("jump");
    let lines = talk.wait_for(|line| line.starts_with("info string error: "));
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")));
    let lines = talk.search("stop");
    assert!(moves(&mut talk).contains(&best(&lines).to_owned()));
}

#[test]
fn a_running_search_is_not_changed() {
    let mut talk = Talk::start();
    let moves = moves(&mut talk);
    talk.say("go infinite");
    talk.wait_for(|line| line.starts_with("info depth 3 "));
    for line in [
        "position startpos moves d2e2",
        "position startpos",
        "ucinewgame",
        "setoption name Hash value 1",
        "setoption name Clear Hash",
        "setoption name Threads value 2",
        "setoption name MultiPV value 2",
        "setoption name UCI_Variant value tablut",
        "setoption name Rule KingMove value step",
        "go depth 1",
        "go infinite",
        "go perft 1",
        "bench",
        "ponderhit",
    ] {
        let answer = talk.ask(line);
        let errors = errors(&answer);
        assert_eq!(errors.len(), 1, "{line}: {answer:?}");
        let part = if line == "ponderhit" { "no search is pondering" } else { "send 'stop' first" };
        assert!(errors[0].contains(part), "{line}: {answer:?}");
        assert!(!answer.iter().any(|line| line.starts_with("bestmove")), "{line}: {answer:?}");
    }
    let deep = talk.wait_for(|line| number_after(line, "depth").is_some_and(|depth| depth >= 8));
    assert!(deep.iter().all(|line| !line.contains("multipv 2")));
    let lines = talk.search("stop");
    assert!(moves.contains(&best(&lines).to_owned()));
    assert!(!talk.linger().iter().any(|line| line.starts_with("bestmove")));
    assert_eq!(talk.state()[1], format!("Fen: {START}"));
    // After the search, the rejected option is accepted.
    assert!(talk.ask("setoption name MultiPV value 2").is_empty());
    assert!(talk.ask("position startpos moves d2e2").is_empty());
}

#[test]
fn commands_after_stop_take_effect_in_order() {
    let lines = script(
        "go infinite\nstop\nposition startpos moves d2e2\nd\ngo depth 2\nstop\n\
         setoption name UCI_Variant value tablut\nposition startpos moves e2g2\ngo infinite\nstop\n\
         d\nquit\nisready\n",
    );
    assert!(errors(&lines).is_empty(), "{lines:?}");
    let ends: Vec<&str> = lines.iter().filter_map(|line| word_after(line, "bestmove")).collect();
    let legal = |variant: &str, moves: &[&str]| {
        let mut game = new_game(find(variant).unwrap(), None).unwrap();
        for mv in moves {
            game.play_text(mv).unwrap();
        }
        legal_names(&*game)
    };
    assert_eq!(ends.len(), 3);
    assert!(legal("brandubh", &[]).contains(&ends[0].to_owned()));
    assert!(legal("brandubh", &["d2e2"]).contains(&ends[1].to_owned()));
    assert!(legal("tablut", &["e2g2"]).contains(&ends[2].to_owned()));
    let order: Vec<&str> = lines
        .iter()
        .filter_map(|line| line.split(' ').next())
        .filter(|word| ["bestmove", "Fen:", "readyok"].contains(word))
        .collect();
    assert_eq!(order, ["bestmove", "Fen:", "bestmove", "bestmove", "Fen:"]);
}

#[test]
fn stop_without_a_search_does_nothing() {
    assert_eq!(script("stop\nstop\nisready\n"), ["readyok"]);
}

#[test]
fn an_infinite_search_holds_its_move_back_whatever_it_has_found() {
    let mut talk = Talk::start();
    let silent = |talk: &mut Talk| {
        let lines = talk.linger();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    };
    talk.say("go infinite depth 1");
    talk.wait_for(|line| line.starts_with("info depth 1 "));
    silent(&mut talk);
    talk.search("stop");
    talk.say("go infinite nodes 1 movetime 1");
    silent(&mut talk);
    talk.search("stop");
    talk.say(&format!("position fen {WIN_IN_ONE}"));
    talk.say("go infinite");
    talk.wait_for(|line| line.contains(" score mate 1 "));
    silent(&mut talk);
    assert!(["b1a1", "b1g1"].contains(&best(&talk.search("stop"))));
    // The same for a finished game.
    talk.say(&format!("position fen {WIN_IN_ONE} moves b1a1"));
    talk.say("go infinite");
    silent(&mut talk);
    assert_eq!(talk.search("stop"), ["bestmove (none)"]);
    // `go` without limits is infinite.
    talk.say("position startpos");
    talk.say("go");
    silent(&mut talk);
    talk.search("stop");
}

#[test]
fn a_pondering_search_answers_when_its_move_is_played_or_when_stopped() {
    let mut talk = Talk::start();
    for limits in ["depth 1", "nodes 100", "movetime 1", "btime 100 wtime 100", "mate 1"] {
        talk.say(&format!("go ponder {limits}"));
        let lines = talk.linger();
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{limits}: {lines:?}");
        talk.search("ponderhit");
        refused(&mut talk, "ponderhit", &["no search is pondering"]);
        talk.say(&format!("go ponder {limits}"));
        talk.search("stop");
        refused(&mut talk, "ponderhit", &["no search is pondering"]);
    }
    // The clock starts at `ponderhit`. Had it started with `go`, the answer would come at once.
    talk.say("go ponder movetime 200");
    std::thread::sleep(Duration::from_millis(300));
    let hit = Instant::now();
    talk.search("ponderhit");
    assert!(hit.elapsed() >= Duration::from_millis(150));
    // With a single move there is nothing to think about, however much time there is.
    talk.say("go ponder wtime 600000 btime 600000 searchmoves d2e2");
    talk.linger();
    let hit = Instant::now();
    talk.search("ponderhit");
    assert!(hit.elapsed() < Duration::from_secs(5), "of 600 s it would be 80");
    // Without limits, the search continues after the hit.
    talk.say("go ponder");
    talk.say("ponderhit");
    let lines = talk.linger();
    assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{lines:?}");
    talk.search("stop");
}

#[test]
fn the_end_of_input_waits_for_a_search_that_ends_and_stops_one_that_does_not() {
    let moves =
        |lines: &[String]| lines.iter().filter(|line| line.starts_with("bestmove ")).count();
    for limited in ["depth 7", "movetime 50", "nodes 20000", "btime 500 wtime 500"] {
        let lines = script(format!("go {limited}\n"));
        assert_eq!(moves(&lines), 1, "{limited}: {lines:?}");
        assert!(lines.last().unwrap().starts_with("bestmove "), "{limited}: {lines:?}");
    }
    let lines = script("go depth 7");
    assert_eq!(number_after(infos(&lines).last().unwrap(), "depth"), Some(7));
    let lines = script("go perft 4\n");
    assert_eq!(lines.last().unwrap(), "Nodes searched: 1007392");
    for endless in [
        "go infinite\n",
        "go\n",
        "go infinite depth 2\n",
        "go ponder\n",
        "go ponder depth 1\n",
        "go ponder movetime 10\n",
        "go ponder\nponderhit\n",
        "go ponder infinite\nponderhit\n",
    ] {
        let lines = script(endless);
        assert_eq!(moves(&lines), 1, "{endless}: {lines:?}");
    }
    assert!(script("").is_empty());
}

#[test]
fn quit_ends_at_once_whatever_is_running() {
    for running in
        ["go infinite", "go depth 100", "go ponder", "go movetime 3600000", "go perft 12", "bench"]
    {
        let mut talk = Talk::after(&[running]);
        talk.say("quit");
        talk.say("d");
        let lines = talk.finish();
        assert!(!lines.iter().any(|line| line.starts_with("Fen: ")), "{running}: {lines:?}");
        let moves = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        assert_eq!(moves, usize::from(!running.contains("perft") && running != "bench"));
    }
    assert!(script("quit\nisready\n").is_empty());
}

/// An output that breaks after three lines. It remembers what was written to it.
#[derive(Clone, Default)]
struct BreakingOutput(Arc<Mutex<String>>);

impl Write for BreakingOutput {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut written = self.0.lock().unwrap();
        *written += std::str::from_utf8(bytes).unwrap();
        let whole = written.lines().count() <= 3;
        if whole { Ok(bytes.len()) } else { Err(io::ErrorKind::BrokenPipe.into()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_search_that_nobody_reads_is_stopped() {
    let (lines, mut input) = io::pipe().unwrap();
    let output = BreakingOutput::default();
    let mut session = UciSession::new(output.clone()).unwrap();
    let thread = std::thread::spawn(move || session.run(io::BufReader::new(lines)));
    input.write_all(b"go infinite\n").unwrap();
    let deadline = Instant::now() + Duration::from_secs(30);
    while !output.0.lock().unwrap().contains("bestmove") {
        assert!(Instant::now() < deadline, "it searches on");
        std::thread::sleep(Duration::from_millis(5));
    }
    drop(input);
    let end = thread.join().unwrap();
    assert!(end.is_err_and(|error| error.kind() == io::ErrorKind::BrokenPipe));
}
