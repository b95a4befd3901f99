//! A WebSocket: the lines of a page to what answers them, and the answers back, within bounds.

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
use super::seats::Kind;
use super::shared::Shared;
use super::{PageSettings, program, session};

/// The longest message of a page in bytes: room for a game of thousands of moves.
const MAX_MESSAGE: usize = 1 << 16;

/// The most bytes of a page's lines that wait to be read.
const MAX_PENDING: usize = 1 << 20;

/// The most of a page's messages that wait to be read.
const QUEUE: usize = 1 << 10;

/// The answers that may be underway before whoever writes them has to wait.
const ANSWERS: usize = 1 << 8;

/// The lines that a page may send at once, and how many more each second: room to look at every
/// position of a game of a thousand moves as fast as they can be told.
const BURST: f64 = 5000.0;
const RATE: f64 = 2000.0;

/// How often a page is asked whether it is still there, and how long it may say nothing.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(70);

/// How long a page may take to receive a message.
const SEND_PATIENCE: Duration = Duration::from_secs(10);

/// Answers a request to open a socket.
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
        // A page cannot see why its request was refused, but it sees why a socket was closed.
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

/// What answers a page. Dropping it ends whatever it does.
struct Peer {
    lines: SyncSender<Pending>,
    answers: mpsc::Receiver<String>,
    waiting: Arc<AtomicUsize>,
    allowance: Allowance,
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
        match other {
            Some(command) => program::start(command, received, sender)?,
            None => session::start(options, received, sender)?,
        }
        let allowance = Allowance { hash, threads, own: other.is_none() };
        Ok(Self { lines, answers, waiting: Arc::default(), allowance })
    }

    /// Passes a message on, which is one line. A line that may not be sent is answered by an error;
    /// one with a line break may not, so no value can carry a second command.
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

/// How many lines a page may send.
struct Rate {
    allowed: f64,
    since: Instant,
}

impl Rate {
    fn new() -> Self {
        Self { allowed: BURST, since: Instant::now() }
    }

    /// Whether one more is allowed now.
    fn allows(&mut self) -> bool {
        let now = Instant::now();
        let earned = now.duration_since(self.since).as_secs_f64() * RATE;
        self.since = now;
        self.allowed = (self.allowed + earned).min(BURST) - 1.0;
        self.allowed >= 0.0
    }
}

/// Passes lines and answers on until either side has gone.
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

/// What came of a message.
enum Taken {
    /// There is nothing to say to it.
    Nothing,
    /// It was not let through, for the reason in this line.
    Refused(String),
    /// The page has gone.
    Closed,
    /// The page must go, for a reason with its code.
    Unfit(u16, &'static str),
}

/// Passes a page's message on.
fn take(message: Option<Result<Message, axum::Error>>, peer: &Peer, rate: &mut Rate) -> Taken {
    match message {
        Some(Ok(Message::Text(text))) => peer.pass(&text, rate),
        Some(Ok(Message::Ping(_) | Message::Pong(_))) => Taken::Nothing,
        Some(Ok(Message::Binary(_))) => Taken::Unfit(close_code::UNSUPPORTED, "text only"),
        Some(Ok(Message::Close(_)) | Err(_)) | None => Taken::Closed,
    }
}

/// Sends a message; false if it was not received in time.
async fn send(socket: &mut WebSocket, message: Message) -> bool {
    matches!(timeout(SEND_PATIENCE, socket.send(message)).await, Ok(Ok(())))
}

/// Sends some last words and says why the socket is closed.
async fn close(mut socket: WebSocket, text: Option<String>, code: u16, reason: &'static str) {
    if let Some(text) = text
        && !send(&mut socket, Message::Text(text.into())).await
    {
        return;
    }
    send(&mut socket, Message::Close(Some(CloseFrame { code, reason: reason.into() }))).await;
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
