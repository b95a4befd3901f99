//! A session with OpenTafl.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::clock::HostClock;
use super::command::{OpenTaflCommand, parse};
use super::game::{FollowError, Following, HostGame};
use super::print;
use crate::engine::{LineReport, Request, Resources, Running, Sink, Update};
use crate::protocol::answer_writer::AnswerWriter;
use crate::protocol::input::read_line;
use crate::rules::{self, Side};
use crate::search::{Bound, Limits, Purpose};
use crate::types::Move;

/// Settings that the host does not send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenTaflSettings {
    /// Memory and threads for searches.
    pub resources: Resources,
    /// Time per move in a game without a clock.
    pub move_time: Duration,
    /// Time lost on each move between the search and the host's clock.
    pub overhead: Duration,
}

impl Default for OpenTaflSettings {
    fn default() -> Self {
        Self {
            resources: Resources { hash: 64, threads: 1 },
            move_time: Duration::from_secs(5),
            overhead: Duration::from_millis(100),
        }
    }
}

/// Minimum time between two status lines of a search.
const STATUS_INTERVAL: Duration = Duration::from_millis(500);

/// A search in progress.
struct Thinking {
    running: Running,
    /// Cleared once the answer is no longer needed.
    wanted: Arc<AtomicBool>,
}

/// The engine's side of a session with OpenTafl.
pub struct OpenTaflSession<W: Write + Send + 'static> {
    writer: Arc<AnswerWriter<W>>,
    settings: OpenTaflSettings,
    /// The game, or why its rules are not playable.
    game: Result<HostGame, String>,
    clock: Option<HostClock>,
    /// Whether a `side` line would apply to the position just set.
    side_follows: bool,
    /// The move that was sent but not yet confirmed.
    sent: Arc<Mutex<Option<Move>>>,
    /// Moves that the host has rejected in this position.
    refused: Vec<Move>,
    thinking: Option<Thinking>,
}

impl<W: Write + Send + 'static> OpenTaflSession<W> {
    /// Starts a session that writes to `writer`. It first sends the greeting that the host waits
    /// for.
    pub fn new(writer: W, settings: OpenTaflSettings) -> Self {
        let writer = Arc::new(AnswerWriter::new(writer));
        writer.line("hello");
        let game = rules::find(rules::DEFAULT).ok_or_else(|| "there are no rules".to_owned());
        let game = game.and_then(|rules| {
            HostGame::new(rules, settings.resources).map_err(|error| error.to_string())
        });
        Self {
            writer,
            settings,
            game,
            clock: None,
            side_follows: false,
            sent: Arc::default(),
            refused: Vec::new(),
            thinking: None,
        }
    }

    /// Reads the host's lines until `goodbye` or the end of input.
    ///
    /// # Errors
    /// If reading fails.
    pub fn run(&mut self, mut input: impl BufRead) -> io::Result<()> {
        while let Some(line) = read_line(&mut input)? {
            let command = match &line {
                Ok(line) => parse(line).map_err(|error| error.to_string()),
                Err(error) => Err(error.to_string()),
            };
            match command {
                Ok(OpenTaflCommand::Goodbye) => break,
                Ok(command) => self.carry_out(command),
                Err(error) => self.status(&error),
            }
            if self.writer.is_broken() {
                break;
            }
        }
        self.stop();
        self.writer.end()
    }

    /// Sends a message for the host's user.
    fn status(&self, text: &str) {
        self.writer.line(&ascii(&format!("status {text}")));
    }

    /// Reports an error with the protocol's code for its severity.
    fn error(&self, code: i32, text: &str) {
        self.writer.line(&ascii(&format!("error {code} {text}")));
    }

    fn carry_out(&mut self, command: OpenTaflCommand) {
        // A `side` line sets the side to move only directly after `position`.
        let side_follows = std::mem::take(&mut self.side_follows);
        match command {
            OpenTaflCommand::Rules(text) => self.begin(&text),
            OpenTaflCommand::Position(position) => self.set_position(&position),
            OpenTaflCommand::Side(side) if side_follows => self.set_side(side),
            // The engine need not know its side: 'play' names it each time.
            OpenTaflCommand::Side(_) | OpenTaflCommand::Nothing | OpenTaflCommand::Goodbye => {}
            OpenTaflCommand::Clock(clock) => {
                self.clock = Some(clock);
                self.side_follows = side_follows;
            }
            OpenTaflCommand::Analyze { lines, time } => self.analyze(lines, time),
            OpenTaflCommand::Play(side) => self.play(side),
            OpenTaflCommand::Moved(position) => {
                let sent: Vec<String> = self.take_sent().iter().map(Move::to_string).collect();
                self.follow(&sent, &position);
            }
            OpenTaflCommand::OpponentMove { moves, position } => {
                self.stop();
                self.follow(&moves, &position);
            }
            OpenTaflCommand::Error(code) => self.refused(code),
            OpenTaflCommand::Finish => self.finish(),
        }
    }

    /// Starts a game.
    fn begin(&mut self, text: &str) {
        self.forget();
        let rules = rules::played_by_opentafl(text).map_err(|error| error.to_string());
        self.game = rules.and_then(|rules| {
            HostGame::new(&rules, self.settings.resources).map_err(|error| error.to_string())
        });
        if let Err(error) = &self.game {
            self.error(0, &format!("these rules cannot be played: {error}"));
        }
    }

    /// Stops the search and clears the state of the game.
    fn forget(&mut self) {
        self.stop();
        self.take_sent();
        self.refused.clear();
        self.clock = None;
    }

    fn finish(&mut self) {
        self.forget();
        // The next game may start without new rules.
        if let Ok(game) = &mut self.game {
            game.restart();
        }
    }

    fn take_sent(&self) -> Option<Move> {
        self.sent.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn set_position(&mut self, position: &str) {
        self.stop();
        self.refused.clear();
        let set = self.game.as_mut().map(|game| game.set_position(position));
        if let Ok(set) = set {
            self.side_follows = true;
            self.report(set.map(|()| Following::Known));
        }
    }

    fn set_side(&mut self, side: Side) {
        let set = self.game.as_mut().map(|game| game.set_side(side));
        if let Ok(Err(error)) = set {
            self.status(&error.to_string());
        }
    }

    fn follow(&mut self, moves: &[String], position: &str) {
        let Ok(game) = &mut self.game else { return };
        let followed = game.follow(moves, position);
        if !matches!(followed, Ok(Following::Known)) {
            self.refused.clear();
        }
        self.report(followed);
    }

    fn report(&self, followed: Result<Following, FollowError>) {
        match followed {
            Ok(Following::Known | Following::Played) => {}
            Ok(Following::PlayedOn(outcome)) => {
                self.status(&format!("by these rules the game is over ({outcome}); continuing"));
            }
            Ok(Following::Believed) => {
                self.status(
                    "by these rules the moves lead elsewhere; continuing from your position",
                );
            }
            Err(error) => self.status(&format!("that position cannot be set up: {error}")),
        }
    }

    /// Handles a host's report that something sent was wrong.
    fn refused(&mut self, code: i32) {
        let sent = self.take_sent();
        match (code, sent) {
            (2, Some(mv)) => {
                self.status(&format!("{} was refused; choosing another", print::simple_move(mv)));
                self.refused.push(mv);
            }
            (code, _) => self.status(&format!("error {code} received")),
        }
    }

    /// Prepares the position for a search, for `side` if given, and returns the candidate moves.
    ///
    /// # Errors
    /// If there is nothing to search.
    fn make_ready(&mut self, side: Option<Side>) -> Result<Vec<Move>, String> {
        let game = self.game.as_mut().map_err(|error| error.clone())?;
        if let Some(side) = side {
            game.set_side(side).map_err(|error| error.to_string())?;
        }
        if let Some(outcome) = game.engine().game().outcome() {
            game.play_on(outcome).map_err(|error| error.to_string())?;
            self.report(Ok(Following::PlayedOn(outcome)));
        }
        let game = self.game.as_ref().map_err(|error| error.clone())?;
        let mut moves = game.engine().game().legal_moves();
        moves.retain(|mv| !self.refused.contains(mv));
        if moves.is_empty() { Err("there is no legal move left".to_owned()) } else { Ok(moves) }
    }

    fn play(&mut self, side: Side) {
        self.stop();
        self.take_sent();
        let moves = match self.make_ready(Some(side)) {
            Ok(moves) => moves,
            Err(error) => return self.error(-1, &error),
        };
        let clock = self.clock.and_then(|clock| clock.of(side));
        let move_time = clock.is_none().then_some(self.settings.move_time);
        let limits = Limits { clock, move_time, ..Limits::default() };
        let (writer, sent) = (Arc::clone(&self.writer), Arc::clone(&self.sent));
        let mut told = Instant::now();
        self.search(limits, moves, 1, move |update| match update {
            Update::Line(line)
                if line.bound == Bound::Exact && told.elapsed() >= STATUS_INTERVAL =>
            {
                told = Instant::now();
                writer.line(&print::status(&line, side));
            }
            Update::Best { best: Some(best), .. } => {
                let text = format!("move {}", print::simple_move(best));
                *sent.lock().unwrap_or_else(PoisonError::into_inner) = Some(best);
                writer.line(&text);
            }
            _ => {}
        });
    }

    fn analyze(&mut self, lines: usize, time: Duration) {
        self.stop();
        let moves = match self.make_ready(None) {
            Ok(moves) => moves,
            Err(error) => {
                self.status(&error);
                return self.writer.line(&print::analysis(&[], Side::Attackers));
            }
        };
        let Ok(game) = &self.game else { return };
        let to_move = game.engine().game().to_move();
        let limits =
            Limits { move_time: Some(time), purpose: Purpose::Analysis, ..Limits::default() };
        let writer = Arc::clone(&self.writer);
        let lines = lines.clamp(1, moves.len());
        // Scores are comparable only at equal depth, so the last complete depth counts.
        let (mut found, mut deeper): (Vec<LineReport>, Vec<LineReport>) = Default::default();
        self.search(limits, moves, lines, move |update| match update {
            Update::Line(line) if line.bound == Bound::Exact => {
                if line.rank == 1 {
                    deeper.clear();
                }
                deeper.push(line);
                if deeper.len() == lines || found.is_empty() {
                    found.clone_from(&deeper);
                }
            }
            Update::Best { .. } => writer.line(&print::analysis(&found, to_move)),
            _ => {}
        });
    }

    /// Starts a search that forwards its results while they are wanted.
    fn search(
        &mut self,
        limits: Limits,
        moves: Vec<Move>,
        multi_pv: usize,
        mut tell: impl FnMut(Update) + Send + 'static,
    ) {
        let Ok(game) = &self.game else { return };
        let wanted = Arc::new(AtomicBool::new(true));
        let listening = Arc::clone(&wanted);
        let sink: Sink = Box::new(move |update| {
            if listening.load(Ordering::Acquire) {
                tell(update);
            }
            ControlFlow::Continue(())
        });
        let overhead = self.settings.overhead;
        // Unless moves were rejected, there is nothing to exclude.
        let search_moves = if self.refused.is_empty() { Vec::new() } else { moves };
        let request = Request { search_moves, multi_pv, overhead, ..Request::new(limits) };
        match game.engine().search(request, sink) {
            Ok(running) => self.thinking = Some(Thinking { running, wanted }),
            Err(error) => self.error(-1, &format!("{error}")),
        }
    }

    /// Ends the current search, if any, and discards its answer.
    fn stop(&mut self) {
        let Some(thinking) = self.thinking.take() else { return };
        thinking.wanted.store(false, Ordering::Release);
        thinking.running.stop();
        if thinking.running.wait().is_err() {
            self.error(0, "the search failed; this is a bug, please report it");
        }
    }
}

/// Converts text to US-ASCII, as the protocol requires.
fn ascii(text: &str) -> String {
    let known =
        |letter: char| if letter == ' ' || letter.is_ascii_graphic() { letter } else { '?' };
    text.replace('…', "...").chars().map(known).collect()
}
