//! An engine process that speaks OpenTafl's protocol.
//!
//! The protocol is `opentafl-engine-protocol.txt` in the repository jslater89/OpenTafl. Where the
//! program departs from that text, this follows the program: it sends the rules as soon as the
//! engine has started, and the clock before each `play`.

use std::time::{Duration, Instant};

use super::fault::{Failure, Fault, Patience};
use super::launch::Launch;
use super::pipes::{Next, PipedProcess};
use super::process::{EngineAnswer, shorten};
use super::reply::SearchInfo;
use super::spec::EngineSpec;
use crate::record::FaultKind;
use crate::rules::{Coordinate, Side};

/// Time to exit after `goodbye` before the engine is killed.
const GOODBYE_GRACE: Duration = Duration::from_millis(500);

/// The state of the game, for an engine that asks.
#[derive(Clone, Debug)]
pub struct HostFacts {
    /// The position in OpenTafl's notation.
    pub position: String,
    /// The side to move.
    pub side: Side,
    /// The five fields of a `clock` line.
    pub clock: String,
}

/// A running engine. Dropping it kills the process and all its children.
pub struct OpenTaflProcess {
    pipes: PipedProcess,
    patience: Patience,
    /// Whether `hello` has been received.
    greeted: bool,
    /// Whether the engine asked for captures to be sent with moves.
    wants_captures: bool,
    /// The rules of the current game.
    rules: String,
}

impl OpenTaflProcess {
    /// Starts the program. It sends its greeting only once the first game begins.
    ///
    /// # Errors
    /// If the program cannot be started.
    pub fn start(spec: &EngineSpec, launch: &Launch) -> Result<Self, Failure> {
        let pipes = PipedProcess::spawn(spec, launch)
            .map_err(|error| Fault::new(FaultKind::Crash, format!("cannot be started: {error}")))?;
        Ok(Self {
            pipes,
            patience: launch.patience,
            greeted: false,
            wants_captures: false,
            rules: String::new(),
        })
    }

    /// Assigns the following log lines to a game, counted from 1.
    pub fn note_game(&self, game: u64) {
        self.pipes.begin_game(game);
    }

    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.pipes.send(format!("{text}\n").as_bytes())
    }

    /// Begins a game under the rules of a rules string. Before the first game, waits for `hello`.
    ///
    /// # Errors
    /// If the engine does not greet in time.
    pub fn begin(&mut self, rules: &str, facts: &HostFacts) -> Result<(), Failure> {
        rules.clone_into(&mut self.rules);
        self.send(&format!("rules {rules}"))?;
        let deadline = Instant::now() + self.patience.startup;
        while !self.greeted {
            match self.pipes.next_line(deadline, is_greeting)? {
                Next::Line(line) if is_greeting(&line.text) => self.greeted = true,
                Next::Line(line) => self.answer(&line.text, facts)?,
                Next::Late => {
                    let detail =
                        format!("no hello within {:?} of its start", self.patience.startup);
                    return Err(self.pipes.stall(detail).into());
                }
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
        Ok(())
    }

    /// Confirms the engine's own move and sends the resulting position.
    ///
    /// # Errors
    /// If the engine has closed its input.
    pub fn own_move(&mut self, position: &str) -> Result<(), Fault> {
        self.send(&format!("move {position}"))
    }

    /// Sends the opponent's move, such as `d2-e2xd3`, and the resulting position.
    ///
    /// # Errors
    /// If the engine has closed its input.
    pub fn opponent_move(&mut self, played: &str, position: &str) -> Result<(), Fault> {
        let simple = played.split('x').next().unwrap_or(played);
        let text = if self.wants_captures { played } else { simple };
        self.send(&format!("opponent-move {text} {position}"))
    }

    /// Asks for a move of the side to move in `facts`. `limit` is the latest time for the answer.
    ///
    /// # Errors
    /// If no answer comes in time. An engine that answers soon afterwards has merely lost on time.
    pub fn play(
        &mut self,
        facts: &HostFacts,
        limit: Option<Duration>,
    ) -> Result<EngineAnswer, Failure> {
        self.send(&format!("clock {}", facts.clock))?;
        let start = Instant::now();
        self.send(&format!("play {}", facts.side))?;
        let allowed = limit.unwrap_or(self.patience.untimed);
        let patience = allowed + self.patience.hang;
        let grace = start + patience;
        loop {
            match self.pipes.next_line(grace, is_move)? {
                Next::Line(line) if is_move(&line.text) => {
                    let elapsed = line.at.saturating_duration_since(start);
                    if elapsed > allowed {
                        let late = (elapsed - allowed).as_millis().max(1);
                        let detail = format!("answered {late} ms too late");
                        return Err(Fault::new(FaultKind::TimeForfeit, detail).into());
                    }
                    let (best, said) = (read_move(&line.text)?, shorten(&line.text));
                    let info = SearchInfo::default();
                    return Ok(EngineAnswer { best, said, ponder: None, elapsed, info });
                }
                Next::Line(line) => self.answer(&line.text, facts)?,
                Next::Late => {
                    let detail = format!("no move within {patience:?}");
                    return Err(Fault::new(FaultKind::Stall, detail).into());
                }
                Next::Closed => return Err(self.pipes.crash("closed its output").into()),
            }
        }
    }

    /// Sends the answer to a question. An engine that asks more than it reads is killed: otherwise
    /// both would wait for the other to read.
    fn reply(&mut self, text: &str) -> Result<(), Fault> {
        self.pipes.send_guarded(format!("{text}\n").as_bytes(), self.patience.ready)
    }

    /// Answers an engine's request, and records its settings and comments.
    fn answer(&mut self, line: &str, facts: &HostFacts) -> Result<(), Failure> {
        let mut words = line.split_ascii_whitespace();
        match (words.next(), words.next()) {
            (Some("rules"), None) => self.reply(&format!("rules {}", self.rules))?,
            (Some("position"), None) => self.reply(&format!("position {}", facts.position))?,
            (Some("side"), None) => self.reply(&format!("side {}", facts.side))?,
            (Some("clock"), None) => self.reply(&format!("clock {}", facts.clock))?,
            (Some("simple-moves"), Some(word)) => self.wants_captures = word == "off",
            (Some("error"), Some("-1")) => {
                let detail = format!("said \"{}\"", shorten(line));
                return Err(Fault::new(FaultKind::Refusal, detail).into());
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the game. `None` means that it was broken off without a result.
    ///
    /// # Errors
    /// If the engine has closed its input.
    pub fn finish(&mut self, result: Option<Option<Side>>) -> Result<(), Fault> {
        let code = match result {
            None => 0,
            Some(None) => 1,
            Some(Some(Side::Attackers)) => 2,
            Some(Some(Side::Defenders)) => 3,
        };
        self.send(&format!("finish {code}"))
    }

    /// Closes the engine's input.
    pub fn close_input(&mut self) {
        self.pipes.close_input();
    }

    /// Asks the engine to exit and waits. Returns `false` if it does not exit in time.
    pub fn goodbye(&mut self, patience: Duration) -> bool {
        // An engine with a closed input may have exited already.
        let _ = self.send("goodbye");
        self.pipes.wait_exit(patience)
    }

    /// Waits for the program to exit. Returns `false` if it does not exit in time.
    pub fn wait_exit(&mut self, patience: Duration) -> bool {
        self.pipes.wait_exit(patience)
    }

    /// Asks the engine to exit, and kills it if it does not do so soon.
    pub fn quit(mut self) {
        self.goodbye(GOODBYE_GRACE);
    }
}

fn first_word(line: &str) -> Option<&str> {
    line.split_ascii_whitespace().next()
}

fn is_greeting(line: &str) -> bool {
    first_word(line) == Some("hello")
}

fn is_move(line: &str) -> bool {
    first_word(line) == Some("move")
}

fn is_square(name: &str) -> bool {
    name.parse::<Coordinate>().is_ok()
}

/// The move of a `move` line. Like OpenTafl, this ignores captures after the move. A word that is
/// not a move is returned unchanged.
fn read_move(line: &str) -> Result<String, Fault> {
    let mut words = line.split_ascii_whitespace().skip(1);
    match (words.next(), words.next()) {
        (Some(word), None) => {
            let plain = word.split(['x', '+']).next().unwrap_or(word).trim_end_matches('-');
            let plain = plain.to_ascii_lowercase();
            let squares = plain.split_once('-');
            let is_move = squares.is_some_and(|(from, to)| is_square(from) && is_square(to));
            Ok(if is_move { plain } else { word.to_owned() })
        }
        _ => Err(Fault::new(FaultKind::Garbage, format!("said \"{}\"", shorten(line)))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_without_what_is_said_of_them() {
        for (line, mv) in [
            ("move d2-b2", "d2-b2"),
            ("move d2-b2xc3/d4", "d2-b2"),
            ("move d2-b2xc3+", "d2-b2"),
            ("move d2-b2++", "d2-b2"),
            ("move d2-b2--\r", "d2-b2"),
            ("move D2-B2", "d2-b2"),
            ("move xyzzy", "xyzzy"),
            ("move Kd2+b2", "Kd2+b2"),
            ("move d2xb2", "d2xb2"),
        ] {
            assert_eq!(read_move(line).as_deref(), Ok(mv), "{line}");
        }
        assert!(read_move("move").is_err());
        assert!(read_move("move d2-b2 d3-c3").is_err());
    }
}
