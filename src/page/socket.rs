//! A WebSocket: forwards a page's lines to an engine and returns the answers, within limits.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::extract::ws::{CloseFrame, Message, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use tokio::sync::mpsc;
use tokio::time::{MissedTickBehavior, interval, timeout};

use super::lines::Allowance;
use super::pending::Pending;
use super::program::Need;
use super::seats::Kind;
use super::shared::Shared;
use super::{PageSettings, program, session};

/// Longest message from a page, in bytes: enough for a game of thousands of moves.
const MAX_MESSAGE: usize = 1 << 16;

/// Maximum number of unread bytes from a page.
const MAX_PENDING: usize = 1 << 20;

/// Maximum number of unread messages from a page.
const QUEUE: usize = 1 << 10;

/// Answers in transit before their writer has to wait.
const ANSWERS: usize = 1 << 8;

/// Lines that a page may send in a burst, and per second thereafter: enough to request every
/// position of a game of a thousand moves at full speed.
const BURST: f64 = 5000.0;
const RATE: f64 = 2000.0;

/// How often to ping a page, and how long it may stay silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(70);

/// How long a page may take to receive a message.
const SEND_PATIENCE: Duration = Duration::from_secs(10);

/// How long a page may take to close its side of a socket.
const CLOSE_PATIENCE: Duration = Duration::from_secs(5);

/// Opens a socket.
pub(super) async fn open(
    kind: Kind,
    State(shared): State<Arc<Shared>>,
    upgrade: WebSocketUpgrade,
) -> Response {
    let upgrade = upgrade
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .write_buffer_size(0)
        .max_write_buffer_size(1 << 20);
    let Ok(seat) = shared.seats.of(kind).try_acquire_owned() else {
        // A page cannot see why a request failed, but it can see why a socket was closed.
        return upgrade
            .on_upgrade(|socket| close(socket, None, close_code::AGAIN, "too many pages"));
    };
    upgrade.on_upgrade(move |socket| async move {
        match Peer::start(kind, &shared.settings) {
            Ok(peer) => talk(socket, peer).await,
            Err(error) => {
                let text = format!("info string error: the engine cannot be started: {error}");
                close(socket, Some(text), close_code::ERROR, "cannot start").await;
            }
        }
        drop(seat);
    })
}

/// The engine or session behind a socket. Dropping it ends its work.
struct Peer {
    lines: SyncSender<Pending>,
    answers: mpsc::Receiver<String>,
    waiting: Arc<AtomicUsize>,
    allowance: Allowance,
    /// Of another engine.
    _need: Option<Need>,
}

impl Peer {
    fn start(kind: Kind, settings: &PageSettings) -> io::Result<Self> {
        let (lines, received) = sync_channel(QUEUE);
        let (sender, answers) = mpsc::channel(ANSWERS);
        let mut options = settings.options.clone();
        if kind == Kind::Rules {
            options.hash = 1;
            options.threads = 1;
        }
        let (hash, threads) = (options.hash, options.threads);
        let other = settings.engine.as_ref().filter(|_| kind == Kind::Engine);
        let need = match other {
            Some(command) => Some(program::start(command, received, sender)?),
            None => {
                session::start(options, received, sender)?;
                None
            }
        };
        let allowance = Allowance { hash, threads, own: other.is_none() };
        Ok(Self { lines, answers, waiting: Arc::default(), allowance, _need: need })
    }

    /// Forwards a message, which must be a single line. A forbidden line is answered with an error.
    /// Line breaks are forbidden, so a value cannot contain a second command.
    fn pass(&self, line: &str, rate: &mut Rate) -> Taken {
        if !rate.allows() {
            return Taken::Unfit(close_code::POLICY, "too many lines");
        }
        if let Err(refusal) = self.allowance.check(line) {
            return Taken::Refused(format!("info string error: {refusal}"));
        }
        let line = Pending::new(format!("{line}\n"), &self.waiting);
        if self.waiting.load(Ordering::Relaxed) > MAX_PENDING || self.lines.try_send(line).is_err()
        {
            return Taken::Unfit(close_code::POLICY, "too many lines wait");
        }
        Taken::Nothing
    }
}

/// A rate limit on lines.
struct Rate {
    allowed: f64,
    since: Instant,
}

impl Rate {
    fn new() -> Self {
        Self { allowed: BURST, since: Instant::now() }
    }

    /// Whether another line is allowed now.
    fn allows(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.since).as_secs_f64() * RATE;
        self.since = now;
        self.allowed = (self.allowed + earned).min(BURST) - 1.0;
        self.allowed >= 0.0
    }
}

/// Forwards lines and answers until either side closes.
async fn talk(mut socket: WebSocket, mut peer: Peer) {
    let Allowance { hash, threads, .. } = peer.allowance;
    let greeting = format!("info string limits hash {hash} threads {threads}");
    if !send(&mut socket, Message::Text(greeting.into())).await {
        return;
    }
    let mut rate = Rate::new();
    let mut heard = Instant::now();
    let mut ticks = interval(PING);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        let answer = tokio::select! {
            message = socket.recv() => {
                heard = Instant::now();
                match take(message, &peer, &mut rate) {
                    Taken::Nothing => continue,
                    Taken::Refused(text) => Message::Text(text.into()),
                    Taken::Closed => return,
                    Taken::Unfit(code, reason) => return close(socket, None, code, reason).await,
                }
            }
            answer = peer.answers.recv() => match answer {
                Some(text) => Message::Text(text.into()),
                None => {
                    let text = "info string error: the engine has ended".to_owned();
                    return close(socket, Some(text), close_code::AWAY, "ended").await;
                }
            },
            _ = ticks.tick() => {
                if heard.elapsed() > SILENCE {
                    return;
                }
                Message::Ping(Vec::new().into())
            }
        };
        if !send(&mut socket, answer).await {
            return;
        }
    }
}

/// The result of handling a message.
enum Taken {
    /// No answer is needed.
    Nothing,
    /// Rejected; the line holds the reason.
    Refused(String),
    /// The page closed the socket.
    Closed,
    /// The socket must be closed, with this code and reason.
    Unfit(u16, &'static str),
}

/// Handles a message from a page.
fn take(message: Option<Result<Message, axum::Error>>, peer: &Peer, rate: &mut Rate) -> Taken {
    match message {
        Some(Ok(Message::Text(text))) => peer.pass(&text, rate),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Taken::Nothing,
        Some(Ok(Message::Binary(_))) => Taken::Unfit(close_code::UNSUPPORTED, "text only"),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Taken::Closed,
    }
}

/// Sends a message. Returns `false` if it was not received in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_PATIENCE, socket.send(message)).await, Ok(Ok(())))
}

/// Sends a last message and closes the socket with a reason.
async fn close(mut socket: WebSocket, text: Option<String>, code: u16, reason: &'static str) {
    if let Some(text) = text
        && !send(&mut socket, Message::Text(text.into())).await
    {
        return;
    }
    if !send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await {
        return;
    }
    // The page closes its side now. Lines that it sent before it knew must be read: a socket that is
    // dropped with unread bytes is reset, and the page would never see the reason.
    let end = async { while let Some(Ok(_)) = socket.recv().await {} };
    let _ = timeout(CLOSE_PATIENCE, end).await;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_a_flood_is_not() {
        let mut rate = Rate::new();
        let allowed = (0..100_000).take_while(|_| rate.allows()).count();
        assert!((5000..50_000).contains(&allowed), "{allowed}");
    }

    #[test]
    fn waiting_lines_are_counted_until_they_are_read() {
        let waiting = Arc::default();
        let first = Pending::new("uci\n".to_owned(), &waiting);
        let second = Pending::new("isready\n".to_owned(), &waiting);
        assert_eq!(waiting.load(Ordering::Relaxed), 12);
        drop(second);
        assert_eq!(waiting.load(Ordering::Relaxed), 4);
        assert_eq!(first.take(), "uci\n");
        assert_eq!(waiting.load(Ordering::Relaxed), 0);
    }
}
