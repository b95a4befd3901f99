//! The client's side of the conversation: what to send after each line, without sending it.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant, SystemTime};

use humantime::parse_rfc3339;

use super::super::allowance::Allowance;
use super::ClientError;
use super::account::Account;
use super::command::ClientCommand;
use super::lobby::Lobby;
use super::news::News;
use super::offers::Matchmaking;
use super::orders::Orders;
use super::policy::{OnStop, Policy};
use super::saved_request::SavedRequest;
use super::table::Table;
use super::worker::Event;
use crate::arena::engine::{EngineSpec, Launch};
use crate::record::GameRecord;

/// How often the connection is tested, and how long its answer may take: a server that is checking
/// passwords answers nobody for seconds.
const PING: Duration = Duration::from_secs(20);
const PONG_LIMIT: Duration = Duration::from_secs(60);

/// How long a login may take.
const LOGIN_LIMIT: Duration = Duration::from_secs(90);

/// How often to ask which games are running, in case a hint was lost.
const REMIND: Duration = Duration::from_secs(60);

/// How long to wait after a refused login: the server believes that we are still there, or counts
/// failed tries.
const RETRY: Duration = Duration::from_secs(15);

/// Engines started at once, and how long until one more may be.
const MAX_STARTS: u32 = 32;
const START_INTERVAL: Duration = Duration::from_secs(1);

/// The longest wait that the server's clock may impose.
const MAX_WAIT: Duration = Duration::from_secs(31 * 60);

/// How to go on.
#[derive(Debug)]
pub(super) enum SessionStep {
    /// With the next line.
    Continue,
    /// With a new connection, after at least this time.
    Reconnect { wait: Duration, why: String },
    /// Not at all.
    Failed(ClientError),
    /// Not at all, as wished.
    Done,
}

/// What a session has in common with its client.
pub(super) struct SessionSetup {
    pub account: Account,
    /// Whether to create the account if it does not exist.
    pub create: bool,
    pub host: String,
    pub policy: Policy,
    pub engine: EngineSpec,
    /// Threads for all games together; `None` for an engine with its own options.
    pub threads: Option<usize>,
    pub launch: Launch,
    /// Whether to report every move.
    pub show_moves: bool,
    pub events: SyncSender<Event>,
}

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Tally {
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    /// Games whose end was not told.
    pub unknown: u32,
}

/// The client's side of the conversation, over any number of connections.
pub(super) struct Session {
    pub setup: SessionSetup,
    /// Lines to send.
    pub outbox: Vec<ClientCommand>,
    /// Lines for the user.
    pub reports: Vec<String>,
    /// Finished games, to be kept.
    pub finished: Vec<GameRecord>,
    pub lobby: Lobby,
    pub tables: BTreeMap<u64, Table>,
    pub orders: Orders,
    pub matchmaking: Matchmaking,
    /// Opponents of this run's games.
    pub met: HashSet<String>,
    pub tally: Tally,
    /// Saved games that were asked for.
    pub requested: HashMap<u64, SavedRequest>,
    /// When the archive was asked for.
    pub archive_asked: Option<Instant>,
    /// Limits how often engines are started.
    pub engine_starts: Allowance,
    /// Whether no more games are begun.
    pub finishing: bool,
    online: bool,
    /// When the present state began: the login, or the last ping.
    since: Instant,
    ping_sent: Option<Instant>,
    /// When the last ping that was answered was sent.
    pub answered: Instant,
    reminded: Instant,
    /// The last round trips.
    round_trips: Vec<Duration>,
}

impl Session {
    /// A session before its first connection.
    pub fn new(setup: SessionSetup, now: Instant) -> Self {
        Self {
            setup,
            outbox: Vec::new(),
            reports: Vec::new(),
            finished: Vec::new(),
            lobby: Lobby::default(),
            tables: BTreeMap::new(),
            orders: Orders::default(),
            matchmaking: Matchmaking::default(),
            met: HashSet::new(),
            tally: Tally::default(),
            requested: HashMap::new(),
            archive_asked: None,
            engine_starts: Allowance::new(MAX_STARTS, START_INTERVAL, now),
            finishing: false,
            online: false,
            since: now,
            ping_sent: None,
            answered: now,
            reminded: now,
            round_trips: Vec::new(),
        }
    }

    /// Whether the account is logged in.
    pub fn is_online(&self) -> bool {
        self.online
    }

    /// Whether there are running games, as far as is known.
    pub fn is_playing(&self) -> bool {
        !self.tables.is_empty()
    }

    /// Our name.
    pub fn name(&self) -> &str {
        self.setup.account.name()
    }

    /// The longest of the last round trips.
    pub fn latency(&self) -> Duration {
        self.round_trips.iter().copied().max().unwrap_or_default()
    }

    pub fn send(&mut self, command: ClientCommand) {
        self.outbox.push(command);
    }

    pub fn report(&mut self, text: impl Into<String>) {
        self.reports.push(text.into());
    }

    /// Begins the conversation on a new connection.
    pub fn connected(&mut self, now: Instant) {
        (self.online, self.since, self.ping_sent) = (false, now, None);
        self.answered = now;
        self.requested.clear();
        self.archive_asked = None;
        for table in self.tables.values_mut() {
            table.missing = false;
        }
        self.orders.forget();
        self.matchmaking.forget();
        self.outbox.clear();
        let (name, password) = self.credentials();
        self.send(ClientCommand::Login { name, password });
    }

    fn credentials(&self) -> (String, String) {
        let account = &self.setup.account;
        (account.name().to_owned(), account.password().to_owned())
    }

    /// Notes that the connection is gone. Engines go on thinking.
    pub fn disconnected(&mut self) {
        self.online = false;
        for table in self.tables.values_mut() {
            table.synced = false;
        }
    }

    /// Ends the session, at once or after the running games.
    pub fn stop(&mut self) -> SessionStep {
        let leave = self.setup.policy.on_stop == OnStop::Leave;
        if self.finishing || leave || self.tables.is_empty() {
            return SessionStep::Done;
        }
        self.finishing = true;
        let games = self.tables.len();
        self.report(format!("stopping after {games} running games; once more stops at once"));
        SessionStep::Continue
    }

    /// Takes a line.
    pub fn line(&mut self, text: &str, now: Instant) -> SessionStep {
        let news = News::read(text);
        if !self.online {
            return match news {
                News::LoggedIn => {
                    self.logged_in(now);
                    SessionStep::Continue
                }
                News::LoginRefused(why) => self.login_refused(&why),
                _ => SessionStep::Continue,
            };
        }
        match news {
            News::Version(version) => self.report(format!("the server has version {version}")),
            News::Display(text) => {
                self.lobby.display(&text);
                self.withdraw_old_offers();
                self.look_for_games(now);
            }
            News::Users(text) => self.lobby.update_users(&text),
            News::Games(games) => {
                self.lobby.update_games(&games);
                self.look_for_games(now);
            }
            News::Tournament(_) if self.setup.policy.tournaments => {
                self.send(ClientCommand::ResumeGames);
            }
            News::Pong => self.pong(now),
            News::OtherRefusal(why) => self.refusal(&why),
            other => {
                if !self.take_game_news(&other, now) {
                    self.take_offer_news(&other, now);
                }
            }
        }
        SessionStep::Continue
    }

    fn logged_in(&mut self, now: Instant) {
        (self.online, self.since, self.reminded) = (true, now, now);
        self.report(format!("logged in to {} as {}", self.setup.host, self.name()));
        self.send(ClientCommand::SoftwareId);
        self.ping(now);
        if self.setup.policy.tournaments {
            self.send(ClientCommand::JoinTournament);
        }
        let running: Vec<u64> = self.tables.keys().copied().collect();
        running.into_iter().for_each(|id| self.request(id, true, now));
    }

    fn login_refused(&mut self, why: &str) -> SessionStep {
        let says = |part: &str| why.contains(part);
        if says("retried_too_soon") {
            let until = why.split_whitespace().find_map(|word| parse_rfc3339(word).ok());
            let wait = until.and_then(|until| until.duration_since(SystemTime::now()).ok());
            let wait = wait.unwrap_or(RETRY);
            let wait = (wait + Duration::from_secs(1)).min(MAX_WAIT);
            return SessionStep::Reconnect { wait, why: "the server wants a pause".to_owned() };
        }
        if says("logged_in_already") {
            let why = "the account is logged in already".to_owned();
            return SessionStep::Reconnect { wait: RETRY, why };
        }
        if says("account_not_in_database") && self.setup.create {
            let (name, password) = self.credentials();
            self.report(format!("creating the account {name}"));
            self.send(ClientCommand::CreateAccount { name, password });
            // Only once.
            self.setup.create = false;
            return SessionStep::Continue;
        }
        let name = self.name().to_owned();
        SessionStep::Failed(if says("account_not_in_database") {
            ClientError::NoAccount(name)
        } else if says("wrong_password") {
            ClientError::WrongPassword(name)
        } else if says("wrong_version") {
            ClientError::Version
        } else {
            ClientError::Refused(why.chars().filter(|c| !c.is_control()).take(200).collect())
        })
    }

    pub fn ping(&mut self, now: Instant) {
        if self.ping_sent.is_none() {
            self.ping_sent = Some(now);
            self.send(ClientCommand::Ping);
        }
    }

    fn pong(&mut self, now: Instant) {
        /// Round trips remembered.
        const KEPT: usize = 5;
        if let Some(sent) = self.ping_sent.take() {
            self.answered = sent;
            self.round_trips.push(now.saturating_duration_since(sent));
            if self.round_trips.len() > KEPT {
                self.round_trips.remove(0);
            }
        }
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Instant) -> SessionStep {
        let age = |since: Instant| now.saturating_duration_since(since);
        if !self.online {
            return match age(self.since) > LOGIN_LIMIT {
                true => {
                    SessionStep::Reconnect { wait: RETRY, why: "no answer to the login".to_owned() }
                }
                false => SessionStep::Continue,
            };
        }
        if self.ping_sent.is_some_and(|sent| age(sent) > PONG_LIMIT) {
            let why = "the server does not answer".to_owned();
            return SessionStep::Reconnect { wait: Duration::ZERO, why };
        }
        if age(self.since) > PING {
            self.since = now;
            self.ping(now);
        }
        if age(self.reminded) > REMIND {
            self.reminded = now;
            self.send(ClientCommand::ResumeGames);
        }
        self.tick_requests(now);
        self.tick_archive(now);
        self.tick_games(now);
        self.tick_offers(now);
        match self.finishing && self.tables.is_empty() {
            true => SessionStep::Done,
            false => SessionStep::Continue,
        }
    }

    fn refusal(&mut self, why: &str) {
        // An offer may have gone before the list shows it.
        if why.starts_with("join_game_pending") {
            return self.matchmaking.refused();
        }
        let why: String = why.chars().take(200).collect();
        self.report(format!("the server refuses: {why}"));
    }
}
