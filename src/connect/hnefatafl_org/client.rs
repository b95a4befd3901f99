//! Runs a session: connections, time and the files.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::super::allowance::Allowance;
use super::super::engine::check_engine;
use super::ClientError;
use super::account::Account;
use super::keeper::Keeper;
use super::link::Link;
use super::policy::Policy;
use super::saved::ruleset_name;
use super::session::{Session, SessionSetup, SessionStep};
use super::worker::Event;
use crate::arena::engine::{EngineLog, EngineSpec, Launch, LogLine};
use crate::connect::GameStores;

/// How often the session does what is due.
const TICK: Duration = Duration::from_millis(250);

/// How often the observer is shown the state.
const SHOW: Duration = Duration::from_secs(1);

/// How long a login must last for the next wait to be the first again.
const STABLE: Duration = Duration::from_secs(60);

/// Lines for the user at once, and how long until one more is shown. A server can make us say
/// something for each of its lines.
const MAX_REPORTS: u32 = 400;
const REPORT_INTERVAL: Duration = Duration::from_millis(50);

/// The first and the longest wait before a new connection.
const FIRST_WAIT: Duration = Duration::from_secs(1);
const LONGEST_WAIT: Duration = Duration::from_secs(300);
/// While games are running, their clocks are too.
const LONGEST_WAIT_IN_GAMES: Duration = Duration::from_secs(5);

/// Events that wait to be handled; a server that sends faster has to wait. A line may have several
/// megabytes.
const EVENTS: usize = 16;

/// The name of the connection in the log.
const SERVER: &str = "server";

/// What to connect to, and how to play.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// The server's name or address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// The account.
    pub account: Account,
    /// Whether to create the account if it does not exist.
    pub create: bool,
    /// What to play.
    pub policy: Policy,
    /// The engine.
    pub engine: EngineSpec,
    /// Threads for all games together; `None` for an engine with its own options.
    pub threads: Option<usize>,
    /// Limits and log of the engines.
    pub launch: Launch,
    /// Whether to report every move.
    pub show_moves: bool,
}

/// Shows what a client does.
pub trait ClientObserver {
    /// Something happened.
    fn report(&mut self, line: &str);

    /// The present state: one line, and one for each game. Called about once a second.
    fn show(&mut self, lines: &[String]);
}

/// Plays until `stops` is positive; a second stop does not wait for running games.
///
/// # Errors
/// If the account cannot be used, or finished games could not be kept to the end.
pub fn run(
    settings: ClientSettings,
    stores: GameStores,
    stops: &AtomicUsize,
    observer: &mut dyn ClientObserver,
) -> Result<(), ClientError> {
    let (events, inbox) = mpsc::sync_channel(EVENTS);
    let ClientSettings { host, port, account, create, policy, engine, threads, launch, show_moves } =
        settings;
    let log = launch.log.as_ref().map(|log| EngineLog::new(log, SERVER));
    let rulesets = policy.boards().into_iter().map(ruleset_name);
    check_engine(&engine, &launch, rulesets).map_err(ClientError::Engine)?;
    let setup = SessionSetup {
        account,
        create,
        host: host.clone(),
        policy,
        engine,
        threads,
        launch,
        show_moves,
        events: events.clone(),
    };
    let now = Instant::now();
    let mut client = RunningClient {
        session: Session::new(setup, now),
        inbox,
        link: None,
        number: 0,
        failures: 0,
        online_since: None,
        connect_at: now,
        stopped: 0,
        shown: now,
        keepers: stores.into_iter().map(Keeper::new).collect(),
        allowance: Allowance::new(MAX_REPORTS, REPORT_INTERVAL, now),
        left_out: 0,
        log,
    };
    loop {
        if client.link.is_none() && Instant::now() >= client.connect_at {
            client.number += 1;
            let (number, log) = (client.number, client.log.clone());
            match Link::open(&host, port, number, events.clone(), log) {
                Ok(link) => client.connected(link),
                Err(error) => client.retry(Duration::ZERO, &format!("{host}:{port}: {error}")),
            }
        }
        let next = client.step(stops);
        client.flush();
        client.keep();
        client.show(observer);
        match next {
            SessionStep::Continue => {}
            SessionStep::Reconnect { wait, why } => client.retry(wait, &why),
            SessionStep::Failed(error) => return Err(client.give_up(error, observer)),
            SessionStep::Done => return client.finish(),
        }
    }
}

/// A session with its connection.
struct RunningClient {
    session: Session,
    inbox: Receiver<Event>,
    link: Option<Link>,
    /// The number of the connection, so that lines of an earlier one are recognised.
    number: u64,
    /// Connections in a row that did not lead to a login.
    failures: u32,
    /// Since when the account has been logged in.
    online_since: Option<Instant>,
    connect_at: Instant,
    /// Stops that were handled.
    stopped: usize,
    shown: Instant,
    keepers: Vec<Keeper>,
    /// Limits the lines for the user.
    allowance: Allowance,
    /// Lines that were not shown.
    left_out: u32,
    log: Option<Arc<EngineLog>>,
}

impl RunningClient {
    fn connected(&mut self, link: Link) {
        self.link = Some(link);
        self.session.connected(Instant::now());
    }

    /// Closes the connection and plans the next one.
    fn retry(&mut self, wait: Duration, why: &str) {
        self.link = None;
        self.online_since = None;
        self.session.disconnected();
        let backoff = FIRST_WAIT * 2u32.saturating_pow(self.failures.min(16));
        let longest = if self.session.is_playing() { LONGEST_WAIT_IN_GAMES } else { LONGEST_WAIT };
        let wait = backoff.min(longest).max(wait);
        self.failures += 1;
        self.connect_at = Instant::now() + wait;
        let seconds = wait.as_secs();
        self.session.report(format!("not connected: {why}; the next try is in {seconds} s"));
    }

    /// Handles one event, and what is due.
    fn step(&mut self, stops: &AtomicUsize) -> SessionStep {
        let event = self.inbox.recv_timeout(TICK);
        let now = Instant::now();
        let next = match event {
            Ok(Event::Line(number, text)) if number == self.number && self.link.is_some() => {
                self.session.line(&text, now)
            }
            Ok(Event::Archive(number, bytes)) if number == self.number => {
                self.session.take_archive(&bytes);
                SessionStep::Continue
            }
            Ok(Event::Closed(number, why)) if number == self.number && self.link.is_some() => {
                SessionStep::Reconnect { wait: Duration::ZERO, why }
            }
            Ok(Event::Thought { game, question, thought }) => {
                self.session.take_thought(game, question, thought, now);
                SessionStep::Continue
            }
            Ok(_) | Err(RecvTimeoutError::Timeout) => SessionStep::Continue,
            Err(RecvTimeoutError::Disconnected) => SessionStep::Done,
        };
        if !matches!(next, SessionStep::Continue) {
            return next;
        }
        let wanted = stops.load(Ordering::Relaxed);
        if wanted > self.stopped {
            self.stopped = wanted;
            let next = self.session.stop();
            if !matches!(next, SessionStep::Continue) {
                return next;
            }
        }
        match self.link.is_some() {
            true => self.session.tick(now),
            false => SessionStep::Continue,
        }
    }

    /// Sends what the session wants to send.
    fn flush(&mut self) {
        if self.session.is_online() {
            let since = *self.online_since.get_or_insert_with(Instant::now);
            if since.elapsed() > STABLE {
                self.failures = 0;
            }
        }
        let lines = std::mem::take(&mut self.session.outbox);
        let Some(link) = &mut self.link else { return };
        if let Some(error) = lines.iter().find_map(|line| link.send(line).err()) {
            self.retry(Duration::ZERO, &error.to_string());
        }
    }

    /// Keeps the finished games. A full disk ends no game.
    fn keep(&mut self) {
        let games = std::mem::take(&mut self.session.finished);
        for keeper in &mut self.keepers {
            if let Err(error) = keeper.keep(&games, Instant::now()) {
                self.session
                    .report(format!("games cannot be recorded, which is tried again: {error}"));
            }
        }
    }

    /// Keeps the games that still wait, in every place that takes them.
    fn finish(&mut self) -> Result<(), ClientError> {
        let now = Instant::now();
        let kept: Vec<_> = self.keepers.iter_mut().map(|keeper| keeper.finish(now)).collect();
        Ok(kept.into_iter().collect::<Result<(), _>>()?)
    }

    /// Records the running games, which nobody follows any more, and all that waits. The error counts
    /// more than a file that cannot be written.
    fn give_up(&mut self, error: ClientError, observer: &mut dyn ClientObserver) -> ClientError {
        self.session.end_all("the server refused the login while it was running");
        self.keep();
        if let Err(lost) = self.finish() {
            self.session.report(format!("games are lost, which cannot be recorded: {lost}"));
        }
        self.show(observer);
        error
    }

    fn report(&self, observer: &mut dyn ClientObserver, line: &str) {
        if let Some(log) = &self.log {
            log.line(LogLine::Complained, line);
        }
        observer.report(line);
    }

    fn show(&mut self, observer: &mut dyn ClientObserver) {
        let now = Instant::now();
        let lines = std::mem::take(&mut self.session.reports);
        for line in lines {
            if self.allowance.take(now) {
                self.report(observer, &line);
            } else {
                self.left_out += 1;
            }
        }
        if self.left_out > 0 && self.allowance.take(now) {
            let count = std::mem::take(&mut self.left_out);
            self.report(observer, &format!("{count} lines were left out, too many at once"));
        }
        if now.saturating_duration_since(self.shown) < SHOW {
            return;
        }
        self.shown = now;
        observer.show(&self.session.show(now));
    }
}
